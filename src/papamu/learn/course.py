"""A course: everything that decides what a network learns, except who it plays against."""

from __future__ import annotations

from dataclasses import dataclass

from papamu.errors import PapamuError, listing, nearest
from papamu.learn.activation import check_activation
from papamu.learn.mlp import STARTS

MOST_NODES = 100_000
EACH_IN_TURN, ITSELF, EACH_OTHER = -1, -2, -3  # seats
MOST_GAMES = 10**12
MOST_POINTS = 100_000  # of a curve
LOSSES = ("squared", "logistic")
WAYS = ("results", "td", "teacher")
WORTHS = ("result", "score", "lead", "first")
SCORED = ("score", "lead")  # those that need a divisor


@dataclass(frozen=True)
class Course:
    """What a network is, and how it learns. Defaults are the Clobber thesis's, §5.3."""

    game: str
    hidden: tuple[int, ...] = (20,)
    """Nodes of each hidden layer."""
    activation: str = "relu"
    """Of the hidden nodes (of each layer, with commas), and of the output unless that is named."""
    output: str = ""
    """Activation of the output node; nothing: the same as the hidden ones, as in the thesis."""
    bias: bool = True
    """One more node in each layer that is always 1."""
    encoding: str = "cells"
    """How the board becomes inputs."""
    near: bool = False
    """Before the hidden layers one more with a node for each cell: it sees that cell and its neighbours."""
    compares: bool = False
    """It does not value a board but compares two of them (Konane thesis, §5.2)."""
    start: str = "thesis"
    """Start weights: uniform 0 … 1 (bias 0.1), or `he`, `xavier`, or `small`: uniform −0.1 … 0.1, or `unit`:
    uniform −1 … 1."""
    lr: float = 2e-5
    """α, the rate of learning."""
    target: float = 150.0
    """What a won game is worth."""
    lost: float | None = None
    """What a lost game is worth; nothing: the negative of `target`, as in the thesis."""
    worth: str = "result"
    """What comes of a game: its `result` (of more than two players by placement), nothing but the `first`
    place, the own `score`, or the `lead` over the best other (Blokus report). Of the last two `target` is
    what the highest score is worth, and `lost` what no score, or a lead of minus the highest, is."""
    divisor: float = 0.0
    """The highest score, for `score` and `lead`: 89 in Blokus."""
    away: bool = False
    """Step away from the target instead of towards it, as the Blokus report's program does."""
    lr_end: float | None = None
    """To which rate α falls in the course of all games, step by step; nothing: it stays, as in the thesis."""
    loss: str = "squared"
    """What is made small: the squared error, or the `logistic` loss (for a sigmoid output)."""
    way: str = "results"
    """`results`: every position is worth what came of the game (thesis); `td`: what the next one is worth;
    `teacher`: every move what a teacher says (Konane thesis)."""
    lam: float = 0.0
    """λ of `td`: 0 looks one position ahead, 1 at the result."""
    tau: float = 0.0
    """τ, the temporal rate: how much α grows from position to position in a game."""
    momentum: float = 0.0
    """How much of the last change is repeated; the thesis has none."""
    explore: float = 0.0
    """How often it plays a random move while it learns; the thesis has no exploration."""
    seat: int = 0
    """Where it sits: 0 begins, as in the thesis; −1: on each seat in turn; −2: it plays itself; −3: each
    seat has a network of its own, and they play each other."""
    wild: float = 0.0
    """In which share of its games against itself the second player only explores, as Random does."""
    games: int = 1_000_000
    """How many games it learns from."""
    every: int = 0
    """After how many games the curve has a point; 0: fifty points in all."""
    best: bool = False
    """Keep the weights of the time when it won most of the last hundred games (Konane thesis)."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be learned."""
        for name in ("bias", "near", "compares", "best", "away"):
            if not isinstance(getattr(self, name), bool):
                raise PapamuError(f"{name} is true or false, not {getattr(self, name)!r:.20}")
        _within("hidden nodes", min(self.hidden, default=1), 1, MOST_NODES)
        _within("hidden nodes", max(self.hidden, default=1), 1, MOST_NODES)
        _within("layers", len(self.hidden), 0, 20)
        for name in self.activations:
            check_activation(name)
        if "," in self.activation and len(self.activation.split(",")) != len(self.hidden):
            raise PapamuError(f"{len(self.hidden)} hidden layers have as many activations, or one for all")
        _one_of("start", self.start, STARTS)
        _within("lr", self.lr, 0, 1e6)
        _within("target", self.target, -1e30, 1e30)
        if self.lost is not None:
            _within("lost", self.lost, -1e30, 1e30)
        if self.lr_end is not None:
            _within("lr_end", self.lr_end, 0, 1e6)
            if not self.lr_end:
                raise PapamuError("lr_end cannot be 0: α falls by equal shares, which never ends there")
        _one_of("worth", self.worth, WORTHS)
        _within("divisor", self.divisor, 0, 1e6)
        if (self.worth not in SCORED) != (self.divisor == 0):
            raise PapamuError(
                "scores need a divisor, and results have none: worth=score,divisor=89 in Blokus"
            )
        if self.worth != "result" and self.way == "teacher":
            raise PapamuError(f"worth={self.worth} is for networks that learn from games, not from a teacher")
        _one_of("loss", self.loss, LOSSES)
        _one_of("way", self.way, WAYS)
        if self.loss == "logistic" and self.activations[-1] not in ("sigmoid", "conx"):
            raise PapamuError("the logistic loss needs a sigmoid output: output=sigmoid")
        _within("lam", self.lam, 0, 1)
        _within("tau", self.tau, -1, 10)
        _within("momentum", self.momentum, 0, 1)
        _within("explore", self.explore, 0, 1)
        _within("wild", self.wild, 0, 1)
        if self.wild and self.seat != ITSELF:
            raise PapamuError("wild is for a network that plays itself: opponent=self")
        if self.lam and self.way != "td":
            raise PapamuError("lam belongs to way=td")
        if self.tau and self.way != "results":
            raise PapamuError("tau belongs to way=results")
        if self.compares and (self.way != "teacher" or self._worth != (1.0, 0.0)):
            raise PapamuError("a network that compares needs a teacher (--teacher), target=1 and lost=0")
        if self.compares and self.activations[-1] not in ("sigmoid", "conx"):
            raise PapamuError("a network that compares needs a sigmoid output: output=sigmoid")
        if self.compares and self.near:
            raise PapamuError("near is for networks that value one board, not for those that compare two")
        if self.best and self.seat <= ITSELF:
            raise PapamuError("best needs somebody to win against, and who plays itself has nobody")
        if self.momentum and self.seat == EACH_OTHER:
            raise PapamuError("networks that play each other have no momentum")
        if self.way == "teacher" and self.seat <= ITSELF:
            raise PapamuError("who has a teacher does not play itself: name an opponent")
        _within("games", self.games, 1, MOST_GAMES)
        _within("every", self.every, 0, MOST_GAMES)
        if self.every and self.games / self.every > MOST_POINTS:
            raise PapamuError(f"every is too small: a curve has at most {MOST_POINTS:,} points")
        _within("seed", self.seed, 0, 2**63)

    @property
    def activations(self) -> list[str]:
        """Of each layer after the inputs."""
        named = self.activation.split(",")
        hidden = named if len(named) > 1 else named * len(self.hidden)
        return [*[named[0]] * self.near, *hidden, self.output or named[-1]]

    @property
    def _worth(self) -> tuple[float, float]:
        """What a won and a lost game are worth."""
        return self.target, -self.target if self.lost is None else self.lost


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise PapamuError(
            f"{what} cannot be {value!r}{nearest(value, allowed)}: there are {listing(allowed)}"
        )


def _within(what: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:  # nor is what is no number
        said = f"{value:g}" if abs(value) < MOST_GAMES else f"{value}"[:20]
        raise PapamuError(f"{what} cannot be {said}: possible are {low:g} to {high:g}")
