"""A course: everything that decides what a network learns, except its opponent.

What a single field takes is declared with the field; rules between fields are the small functions below. Importing
this file loads no kernels, because the options of `papamu train` are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Literal, cast

from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.settings import check_settings, setting
from papamu.learn.mlp.choices import STARTS, check_activation

MOST_NODES = 100_000
MOST_LAYERS = 20
EACH_IN_TURN, ITSELF, EACH_OTHER = -1, -2, -3  # seats
SeatWord = Literal["both", "each", "first", "second", "third", "fourth"]
SEAT_WORDS = {"both": EACH_IN_TURN, "each": EACH_IN_TURN, "first": 0, "second": 1, "third": 2, "fourth": 3}
MOST_GAMES = 10**12
MOST_POINTS = 100_000  # of a curve
LOSSES = ("squared", "logistic")
WAYS = ("results", "td", "teacher")
WORTHS = ("result", "score", "lead", "first")
SCORED = ("score", "lead")  # those that need a divisor
_NETWORK, _LEARNING, _GAMES = "Network", "Learning", "Games"  # headings of `papamu train --help`
_SIGMOIDS = ("sigmoid", "conx")

if TYPE_CHECKING:

    class Seat:
        """For type checkers: a course takes a seat as a number or a word, and always gives a number."""

        def __get__(self, course: object, owner: type) -> int: ...
        def __set__(self, course: object, seat: int | SeatWord) -> None: ...

else:
    Seat = int  # what a course keeps, and so what model files and the names of runs are made from


@dataclass(frozen=True)
class Course:
    """What a network is, and how it learns. Defaults are the Clobber thesis's, §5.3.

    Seats count from 0. Words will do too: `seat="first"`, `"second"`, or `"both"` for each seat in turn.

        >>> import papamu
        >>> course = papamu.Course("clobber:4x4", hidden=(8,), games=2_000, seat="both")
        >>> course.hidden, course.seat, course.target
        ((8,), -1, 150.0)
    """

    game: str
    """The game, like `clobber:6x6`."""
    hidden: tuple[int, ...] = setting(
        (20,),
        low=1,
        high=MOST_NODES,
        label="hidden nodes",
        paper="20 to 750, one layer or two",
        group=_NETWORK,
    )
    """Nodes of each hidden layer: `100`, `20,20`, or `none` for no hidden layer."""
    activation: str = setting("relu", paper="ReLU, Leaky ReLU", group=_NETWORK)
    """Activation of the hidden nodes, or one per layer with commas (`relu,tanh`): `relu`, `leaky-relu` (slope 0.01
    below zero), `leakier-relu` (0.1), `sigmoid`, `conx` (a sigmoid whose slope is 0.1 more), `tanh`, `linear`."""
    output: str = setting("", paper="as the hidden nodes", group=_NETWORK)
    """Activation of the output node; if empty, that of the hidden nodes."""
    bias: bool = setting(True, paper="yes", group=_NETWORK)
    """A bias node in each layer."""
    encoding: str = setting("cells", paper="`cells`", group=_NETWORK)
    """How the board becomes inputs: `cells`, `A`, `B`, `C`, `owners`, `players`, `turned`, `pieces`, `corners`, or
    windows like `3x3` or `others:3x3`; several are joined with `+`."""
    near: bool = setting(False, group=_NETWORK)
    """A first hidden layer with one node per cell, connected to that cell and its neighbours only."""
    compares: bool = setting(False, group=_NETWORK)
    """A network that compares two boards instead of valuing one (Konane thesis, §5.2); needs a teacher."""
    start: str = setting("thesis", choices=STARTS, paper="`thesis`", group=_NETWORK)
    """Initial weights: `thesis` (uniform 0 to 1, bias 0.1), `he`, `xavier`, `small` (uniform −0.1 to 0.1, bias too)
    or `unit` (uniform −1 to 1)."""
    lr: float = setting(2e-5, low=0, high=1e6, paper="2e-12 to 2e-4", group=_LEARNING)
    """α, the learning rate."""
    target: float = setting(150.0, low=-1e30, high=1e30, paper="1 to 1,000", group=_LEARNING)
    """Target value of a won game."""
    lost: float | None = setting(
        None, low=-1e30, high=1e30, paper="the negative of `target`", group=_LEARNING
    )
    """Target value of a lost game; if not given, the negative of `target`."""
    worth: str = setting("result", choices=WORTHS, paper="`result`", group=_LEARNING)
    """What a finished game teaches: its `result` (of more than two players the placement), only the `first`
    place, the player's own `score`, or its `lead` over the best other player (Blokus report). With `score` and
    `lead`, `target` belongs to the highest score, and `lost` to no score or to a lead of minus the highest."""
    divisor: float = setting(0.0, low=0, high=1e6, group=_LEARNING)
    """The highest score, for worth `score` and `lead`: 89 in Blokus."""
    away: bool = setting(False, group=_LEARNING)
    """Step away from the target instead of towards it, as the Blokus report's program does."""
    lr_end: float | None = setting(None, low=0, high=1e6, paper="constant", group=_LEARNING)
    """The rate to which α falls over all games; if not given, it stays constant."""
    loss: str = setting("squared", choices=LOSSES, paper="`squared`", group=_LEARNING)
    """The loss to minimise: the `squared` error, or `logistic` (for a sigmoid output)."""
    way: str = setting("results", choices=WAYS, paper="`results`", group=_LEARNING)
    """Training target of a position: the game's result (`results`), the value of the next position (`td`), or a
    teacher's value of every move (`teacher`, Konane thesis)."""
    lam: float = setting(0.0, low=0, high=1, group=_LEARNING)
    """λ of `td`: 0 uses the next position only, 1 the result."""
    tau: float = setting(0.0, low=-1, high=10, paper="0; 0.0001 to 0.1 in Table 5.15", group=_LEARNING)
    """τ, the temporal rate: how much α grows with each position of a game."""
    momentum: float = setting(0.0, low=0, high=1, paper="none", group=_LEARNING)
    """Momentum: share of the last weight change that is added to the next."""
    explore: float = setting(0.0, low=0, high=1, paper="never", group=_GAMES)
    """Share of random moves while it learns."""
    seat: Seat = setting(cast("Seat", 0), paper="1", group=_GAMES)
    """Its seat: 0 moves first, as in the thesis; −1: on each seat in turn; −2: it plays itself; −3: each seat has a
    network of its own, and they play each other. In Python also a word of `SEAT_WORDS`."""
    wild: float = setting(0.0, low=0, high=1, group=_GAMES)
    """Share of self-play games in which the second player moves at random."""
    games: int = setting(1_000_000, low=1, high=MOST_GAMES, paper="1,000,000", group=_GAMES)
    """Number of games to learn from."""
    every: int = setting(0, low=0, high=MOST_GAMES, group=_GAMES)
    """Games from one point of the learning curve to the next; 0: fifty points in all."""
    best: bool = setting(False, group=_GAMES)
    """End with the weights that won most of the last hundred games (Konane thesis)."""
    seed: int = setting(1, low=0, high=2**63, group=_GAMES)
    """The random seed: the same seed gives the same weights."""

    def __post_init__(self) -> None:
        """Refuse what cannot be learned."""
        if isinstance(self.seat, str):
            object.__setattr__(self, "seat", seat_number(self.seat))
        check_settings(self)
        for rule in _RULES:
            rule(self)

    @property
    def activations(self) -> list[str]:
        """Of each layer after the inputs."""
        named = self.activation.split(",")
        hidden = named if len(named) > 1 else named * len(self.hidden)
        return [*[named[0]] * self.near, *hidden, self.output or named[-1]]

    @property
    def targets(self) -> tuple[float, float]:
        """The target values of a won and of a lost game."""
        return self.target, -self.target if self.lost is None else self.lost


def seat_number(seat: int | str) -> int:
    """The number of a seat in Python, from 0, by its number or its word (`both` is −1: each in turn)."""
    if isinstance(seat, Integral) and not isinstance(seat, bool):
        return int(seat)
    if seat not in SEAT_WORDS:
        raise PapamuError(
            f"there is no seat {seat!r:.40}{nearest(str(seat), SEAT_WORDS)}: there are {listing(SEAT_WORDS)}, "
            "or a number from 0"
        )
    return SEAT_WORDS[str(seat)]


# -- rules between fields -------------------------------------------------------------------------------


def _layers_and_activations(course: Course) -> None:
    if len(course.hidden) > MOST_LAYERS:
        raise PapamuError(f"layers cannot be {len(course.hidden)}: valid values are 0 to {MOST_LAYERS}")
    for name in course.activations:
        check_activation(name)
    if "," in course.activation and len(course.activation.split(",")) != len(course.hidden):
        raise PapamuError(f"{len(course.hidden)} hidden layers have as many activations, or one for all")


def _rate_that_falls(course: Course) -> None:
    if course.lr_end == 0:
        raise PapamuError("lr_end cannot be 0: α falls by equal shares, which never ends there")


def _scores_and_divisor(course: Course) -> None:
    if (course.worth not in SCORED) != (course.divisor == 0):
        raise PapamuError("scores need a divisor, and results have none: worth=score,divisor=89 in Blokus")
    if course.worth != "result" and course.way == "teacher":
        raise PapamuError(f"worth={course.worth} is for networks that learn from games, not from a teacher")


def _logistic_loss(course: Course) -> None:
    if course.loss == "logistic" and course.activations[-1] not in _SIGMOIDS:
        raise PapamuError("the logistic loss needs a sigmoid output: output=sigmoid")


def _options_of_one_way(course: Course) -> None:
    if course.wild and course.seat != ITSELF:
        raise PapamuError("wild is for a network that plays itself: opponent=self")
    if course.lam and course.way != "td":
        raise PapamuError("lam belongs to way=td")
    if course.tau and course.way != "results":
        raise PapamuError("tau belongs to way=results")


def _comparison(course: Course) -> None:
    if not course.compares:
        return
    if course.way != "teacher" or course.targets != (1.0, 0.0):
        raise PapamuError("a network that compares needs a teacher (--teacher), target=1 and lost=0")
    if course.activations[-1] not in _SIGMOIDS:
        raise PapamuError("a network that compares needs a sigmoid output: output=sigmoid")
    if course.near:
        raise PapamuError("near is for networks that value one board, not for those that compare two")


def _without_an_opponent(course: Course) -> None:
    if course.best and course.seat <= ITSELF:
        raise PapamuError("best needs an opponent to win against, and a network that plays itself has none")
    if course.momentum and course.seat == EACH_OTHER:
        raise PapamuError("networks that play each other have no momentum")
    if course.way == "teacher" and course.seat <= ITSELF:
        raise PapamuError("a network with a teacher does not play itself: name an opponent")


def _points_of_the_curve(course: Course) -> None:
    if course.every and course.games / course.every > MOST_POINTS:
        raise PapamuError(f"every is too small: a curve has at most {MOST_POINTS:,} points")


_RULES = (
    _layers_and_activations,
    _rate_that_falls,
    _scores_and_divisor,
    _logistic_loss,
    _options_of_one_way,
    _comparison,
    _without_an_opponent,
    _points_of_the_curve,
)
