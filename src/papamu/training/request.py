"""What a training is asked to do: a course, an opponent, test games, and where the run is kept.

One dataclass per learner. Importing this file loads no kernels, because the options of the commands are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from papamu.core.errors import PapamuError
from papamu.core.settings import check_settings, setting
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.online.course import EACH_OTHER, ITSELF, Course
from papamu.learn.som.course import Learning, MapCourse

MOST_TESTS = 10**9
WITHOUT_OPPONENT = {"self": ITSELF, "each-other": EACH_OTHER}  # opponents that are seats of the course
_GAMES, _RUN = "Games", "Run"


@dataclass(frozen=True, kw_only=True)
class TrainRequest:
    """What every training has besides its course."""

    tests: int = setting(0, low=0, high=MOST_TESTS, paper="100,000", group=_GAMES)
    """Number of test games after training, played without learning."""
    jobs: int = setting(1, low=1, high=256, group=_RUN)
    """Parallel processes, for the test games and for all of alphazero."""
    runs: Path = setting(Path("runs"), group=_RUN)
    """Folder of all runs."""
    out: Path | None = setting(None, group=_RUN)
    """Where to write the model; by default, in the run's folder."""
    again: bool = setting(False, group=_RUN)
    """Discard earlier progress and start from scratch."""
    command: str = ""
    """The command that repeats the training, for the model file; if empty, it is made from the request."""

    def __post_init__(self) -> None:
        """Refuse impossible numbers."""
        check_settings(self)


@dataclass(frozen=True, kw_only=True)
class MlpRequest(TrainRequest):
    """A multi-layer perceptron learns from games."""

    course: Course
    tests: int = setting(100_000, low=0, high=MOST_TESTS, paper="100,000", group=_GAMES)
    opponent: str = setting("random", paper="`random`", group=_GAMES)
    """Its opponent: any compiled agent (`random`, `mc:playouts=5`, `mlp:FILE`), `self`, or `each-other` (one network
    per seat). With `alphazero`: any agent, in the test games only."""
    teacher: str = setting("", group="Learning")
    """Learn this agent's value of every move (minimax, greedy or mc), instead of learning from results, like
    `minimax:eval=q,depth=1`."""
    stop_dead: bool = setting(False, group="Run")
    """Stop early when the network has died."""
    snapshots: bool = setting(False, group="Run")
    """Write the network to a file at each point of the learning curve."""
    save_every: float = setting(5.0, low=0, group="Run")
    """Seconds between two checkpoints."""

    def __post_init__(self) -> None:
        """An opponent that is the network itself is a seat of the course, and the other way round."""
        super().__post_init__()
        seat = self.course.seat
        if self.opponent in WITHOUT_OPPONENT:
            seat = WITHOUT_OPPONENT[self.opponent]
        elif seat <= ITSELF:
            names = {number: name for name, number in WITHOUT_OPPONENT.items()}
            object.__setattr__(self, "opponent", names.get(seat, self.opponent))
        way = "teacher" if self.teacher else self.course.way
        if self.teacher and self.course.way == "td":
            raise PapamuError("--teacher is a way of its own: leave --way out")
        if way == "teacher" and not self.teacher:
            raise PapamuError("--way teacher needs a teacher: --teacher minimax:depth=1, for example")
        if (seat, way) != (self.course.seat, self.course.way):
            object.__setattr__(self, "course", replace(self.course, seat=seat, way=way))

    @property
    def rival(self) -> str:
        """The agent on the other seats; a network that plays itself is examined and tested against `random`."""
        return "random" if self.opponent in WITHOUT_OPPONENT else self.opponent


@dataclass(frozen=True, kw_only=True)
class AlphaZeroRequest(TrainRequest):
    """A residual network learns from its own games."""

    course: AlphaZeroCourse
    tests: int = setting(100, low=0, high=MOST_TESTS, group=_GAMES)
    opponent: str = "uct:sims=500"


@dataclass(frozen=True, kw_only=True)
class SomRequest(TrainRequest):
    """Self-organizing maps are trained, and values are learned on them."""

    course: MapCourse
    learning: Learning | None = None
    """How values are learned; none: maps alone."""
    thresholds: str = setting("", paper="all", group="Maps")
    """Which board a neuron stands for: `zero`, `statistical`, `genetic`, a number for all cells, or those of another
    file of maps; if empty, `zero` with inner products, else `statistical`."""
    opponent: str = setting("random", paper="`random`", group=_GAMES)
    """Its opponent: any compiled agent."""
    tests: int = setting(1_000, low=0, high=MOST_TESTS, group=_GAMES)


Request = MlpRequest | AlphaZeroRequest | SomRequest
