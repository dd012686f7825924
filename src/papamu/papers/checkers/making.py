"""How tables of the report are made: the scales, guesses, and its work as cells with about its seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from papamu.lab.experiment import Cell
from papamu.learn.convnet.report_course import NetCourse
from papamu.learn.harvest import Harvest
from papamu.papers.checkers.parameters import PROGRAM, TEXT, Guided, Series, spec

SERIES = "papamu.papers.checkers.work:play_series"
GUIDED = "papamu.papers.checkers.work:play_guided"

SIMS = {"6x6": 500, "8x8": 500, "10x10": 200, "12x12": 100, "14x14": 100}
_SECONDS = {"6x6": 0.01, "8x8": 0.05, "10x10": 0.1, "12x12": 0.2, "14x14": 0.6}  # of a game
_NN_BOARD = "10x10"
ENDINGS = ("won", "tied", "lost")

JUDGED = (
    "Judged as in the program: on the board before the last action, so that a capture that ends the game "
    "does not count. Player 1 is the baseline, player 2 the tree; who begins is drawn."
)
GUESSES = {
    "sims": "Rollouts a move: 500 on 6x6 and 8x8, 200 on 10x10, 100 above.",
    "padding": "Without padding nothing is left of 10x10 in versions 1 and 2 (kernel 3): padding 1 for both, "
    "as the final program has it for version 2.",
    "player": "The network answers for the player who began the data tree, which is drawn, and plays player "
    "2: with every second seed it prefers what is good for its opponent.",
}


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    games: dict[str, int]  # by board
    sims: Callable[[int], int]  # rollouts a move, when so many are published
    data: Harvest
    epochs: int
    train: int
    guided: int  # games of a network
    seeds: int  # of networks
    steps: int  # seeds of the steps that mend them
    boards_learned: int  # what these steps come to
    rounds: int  # epochs with so many
    networks: int  # of our own
    taught: float  # share of the games that they learn from
    met: int  # games of a match of theirs, at most

    @property
    def boards(self) -> tuple[str, ...]:
        """In the report's order."""
        return tuple(self.games)


_DATA = Harvest(f"checkers:{_NN_BOARD},rules={PROGRAM},first=random")
SCALES = {
    "paper": Scale(
        dict.fromkeys(SIMS, 100), lambda sims: sims,
        _DATA, 500, 500, 100, 10, 3, 30_000, 8, 3, 1, 400,
    ),
    "laptop": Scale(
        {"6x6": 100, "8x8": 100, "10x10": 50, "12x12": 20, "14x14": 10}, lambda sims: sims,
        _DATA, 500, 500, 50, 2, 1, 10_000, 5, 3, 0.05, 100,
    ),
    "smoke": Scale(
        {"6x6": 4, "8x8": 2}, lambda sims: 10,
        replace(_DATA, rollouts=200, nodes=40, min_visits=2), 2, 20, 2, 1, 1, 60, 1, 1, 1e-5, 2,
    ),
}  # fmt: skip


def series(size: Scale, board: str, rules: str = PROGRAM, teleport: float = 0.1, select: str = "uct") -> Cell:
    """Games of the tree against the baseline."""
    params = Series(board, size.sims(SIMS[board]), rules, teleport, select, games=size.games[board])
    slower = 3.0 if rules == TEXT else 1.0
    return Cell(SERIES, params, cost=1.0 + slower * params.games * _SECONDS[board])


def guided(size: Scale, course: NetCourse, data: Harvest, counted: bool = False, plies: int = 1) -> Cell:
    """A network that learns and plays."""
    params = Guided(course, data, spec(_NN_BOARD, PROGRAM, 0.1), size.guided, counted, plies)
    learning = course.epochs * (course.train / 500) * (0.03 if course.version == 1 else 0.012)
    growing = 1.0 + 2e-5 * data.rollouts * data.trees
    return Cell(GUIDED, params, cost=growing + learning + params.games * (0.8 if counted else 0.05))
