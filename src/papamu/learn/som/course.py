"""What decides self-organizing maps, and how values are learned on them (Reversi paper, §5 to §7).

Importing this file loads no kernels, because the options of `papamu maps` are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, ClassVar

from papamu.core.errors import PapamuError
from papamu.core.settings import check_settings, setting
from papamu.learn.som.choices import HOODS, SEVEN, WAYS, WINNERS

if TYPE_CHECKING:
    from papamu.games.rules import Codes
    from papamu.learn.som.network import TrainingPhase
    from papamu.learn.som.td_values import TdRule

MOST_STEPS = 10**10
MOST_GAMES = 10**12
_MAPS, _VALUES, _GAMES = "Maps", "Values", "Games"  # headings of `papamu maps --help`


@dataclass(frozen=True)
class MapCourse:
    """Everything that decides what maps there are. Defaults are those of the paper's second experiment."""

    KIND: ClassVar[str] = "MapCourse"

    game: str = "reversi:8x8"
    """The game, like `reversi:8x8`."""
    stages: str = setting(SEVEN, paper="3; 7", group=_MAPS)
    """Spans of move numbers, one map each, like `1-30,31-60`; or their number (`3` and `7` are the paper's)."""
    rows: int = 50
    """Rows of neurons of each map."""
    cols: int = 50
    """Columns of neurons of each map."""
    winner: str = setting("inner", choices=WINNERS, paper="both", group=_MAPS)
    """How a board finds its neuron: `euclid`, the nearest (equation 5), or `inner`, the largest inner product (6)."""
    hood: str = setting("gauss", choices=HOODS, paper="`gauss`", group=_MAPS)
    """Which neurons learn with the winner: `gauss` (equation 3 within N_c), `step` (equation 2) or `wide` (equation 3
    for all of them)."""
    data: tuple[int, ...] = (1_900_000, 1_200_000, 1_000_000, 600_000, 600_000, 400_000, 350_000)
    """Boards of each stage."""
    first: tuple[int, ...] = (9_500_000, 6_000_000, 5_000_000, 3_000_000, 3_000_000, 2_000_000, 1_750_000)
    """Steps of the first training of each map; r is 50, r' 3 and α 0.1 (of smaller maps r is their side)."""
    second: tuple[int, ...] = (
        95_000_000,
        60_000_000,
        50_000_000,
        30_000_000,
        30_000_000,
        20_000_000,
        17_500_000,
    )
    """Steps of the second one; r is 3, r' 1 and α 0.01."""
    alphas: tuple[float, float] = (0.1, 0.01)
    """α of the first and of the second training."""
    distinct: bool = setting(False, paper="no", group=_MAPS)
    """Use no board twice, not even rotated or mirrored. (The paper's numbers are those of all boards of 100,000
    games.)"""
    seed: int = setting(1, group=_GAMES)
    """The random seed: the same seed gives the same maps."""

    def __post_init__(self) -> None:
        """Refuse what cannot be trained."""
        for name in ("data", "first", "second"):
            self._check_numbers(name)
        if 0 in [sum(steps) for steps in zip(self.first, self.second, strict=True)]:
            raise PapamuError("a map needs steps: in its first training, in its second, or in both")
        for alpha in self.alphas:
            if not 0 <= alpha <= 1:
                raise PapamuError(f"α cannot be {alpha:g}: valid values are 0 to 1")
        check_settings(self)
        self._check_size()

    def _check_numbers(self, name: str) -> None:
        """Each stage has a number of boards, and of steps in both trainings."""
        numbers, stages = getattr(self, name), len(self.spans)
        if len(numbers) != stages:
            raise PapamuError(f"{name} has {len(numbers)} numbers, but there are {stages} stages")
        if name == "data" and min(numbers) < 2:
            raise PapamuError(f"a map cannot learn from {min(numbers)} boards: it needs two or more")
        if not all(0 <= number <= MOST_STEPS for number in numbers):
            raise PapamuError(f"{name} cannot be {max(numbers):,}: valid values are 0 to {MOST_STEPS:,}")

    def _check_size(self) -> None:
        from papamu.learn.som.network import som

        som(self.rows, self.cols, 1, self.winner)  # refuses sizes and winners

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The stages as numbers of boards."""
        from papamu.games.registry import load as load_game
        from papamu.learn.som.stages import last_number, read_stages

        return read_stages(self.stages, last_number(load_game(self.game)))

    @property
    def inner(self) -> bool:
        """Is the winner found by the inner product?"""
        return self.winner == "inner"

    def passes(self, stage: int) -> tuple[TrainingPhase, ...]:
        """Both trainings of a stage's map."""
        from papamu.learn.som.network import TrainingPhase

        hood = HOODS.index(self.hood)
        side = float(max(self.rows, self.cols))
        rough = TrainingPhase(self.first[stage], self.alphas[0], min(50.0, side), min(3.0, side), hood)
        fine = TrainingPhase(self.second[stage], self.alphas[1], min(3.0, side), min(1.0, side), hood)
        return rough, fine

    def boards(self, stage: int) -> Codes:
        """What this stage's map is trained with."""
        from papamu.games.registry import load as load_game
        from papamu.learn.som.stages import random_boards

        game = load_game(self.game)
        return random_boards(game, self.spans[stage], self.data[stage], self.seed, self.distinct)


@dataclass(frozen=True)
class Learning:
    """How values are learned on maps. Defaults are the paper's."""

    way: str = setting("td", choices=WAYS, paper="the first three", group=_VALUES)
    """How values are learned: TD(0) (`td0`), Monte Carlo (`mc`), TD(λ) (`td`), or, not in the paper, the mean of the
    results of each state (`mean`)."""
    alpha: float = setting(0.4, low=0, high=1, paper="0.4", group=_VALUES)
    """α, the learning rate."""
    gamma: float = setting(0.9998, low=0, high=1, paper="0.9998", group=_VALUES)
    """γ, the discount of later values."""
    lam: float = setting(0.8, low=0, high=1, paper="0.8", group=_VALUES)
    """λ of `td`."""
    epsilon: float = setting(0.1, low=0, high=1, paper="0.1", group=_VALUES)
    """ε, the share of random moves while it learns."""
    won: float = setting(1000.0, group=_VALUES)
    """Reward of a won game."""
    lost: float = setting(-1000.0, group=_VALUES)
    """Reward of a lost game."""
    move: float = setting(-0.0001, group=_VALUES)
    """Reward of a move."""
    seat: int = setting(0, paper="1", group=_GAMES)
    """Its seat: 0 moves first, as in the paper."""
    search: int = setting(0, low=0, high=20, paper="0; 4", group=_VALUES)
    """Exact play when at most this many squares are empty (or plies are left), while it learns too; 0: none."""
    games: int = setting(1_000_000, low=1, high=MOST_GAMES, paper="1,000,000", group=_GAMES)
    """Number of games to learn from."""
    seed: int = setting(1, group=_GAMES)
    """The random seed."""

    def __post_init__(self) -> None:
        """Refuse what cannot be learned."""
        check_settings(self)
        for name in ("won", "lost", "move"):
            if not isfinite(getattr(self, name)):
                raise PapamuError(f"{name} cannot be {getattr(self, name):g}: a reward is a number")

    @property
    def rewards(self) -> TdRule:
        """The same for kernels."""
        from papamu.learn.som.td_values import TdRule

        return TdRule(
            WAYS.index(self.way),
            float(self.alpha),
            float(self.gamma),
            float(self.lam),
            float(self.epsilon),
            float(self.won),
            float(self.lost),
            float(self.move),
            int(self.seat),
        )
