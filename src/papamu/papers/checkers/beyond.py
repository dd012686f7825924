"""Beyond the report: networks worth guiding a tree, for its game and for two others.

Each learns from its own games (`learn/convnet/zero.py`), then meets tree searches with random rollouts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from papamu.files import make_folder
from papamu.lab.experiment import Cell, Task
from papamu.lab.paper import Entry, Table
from papamu.learn.convnet.zero_course import ZeroCourse

TAUGHT = "papamu.papers.checkers.beyond:teach"
_SIMS = 200  # a move, of the tree that a network guides
_TRAINING = 0.9  # share of a cell's work


@dataclass(frozen=True)
class Meeting:
    """A match of the tree that a network guides."""

    game: str
    opponent: str
    games: int


@dataclass(frozen=True)
class Taught:
    """A network that learns from its own games, and whom it meets then."""

    course: ZeroCourse
    meetings: tuple[Meeting, ...]
    sims: int = _SIMS
    """simulations a move in these matches"""


_CHECKERS = (
    Meeting("checkers:8x8", "uct:sims=1000", 400),
    Meeting("checkers:8x8", "uct:sims=12000", 200),
    Meeting("checkers:6x6", "random", 400),
    Meeting("checkers:8x8", "random", 400),
    Meeting("checkers:10x10", "random", 400),
)
_SHORT = 20  # quiet plies that end a game with itself: as many are won as with 80, in shorter games
_COURSES = {
    ZeroCourse("clobber:5x6", games=20_000): (Meeting("clobber:5x6", "uct:sims=500", 400),),
    ZeroCourse("reversi:6x6", games=6_000): (Meeting("reversi:6x6", "uct:sims=500", 400),),
    ZeroCourse(f"checkers:8x8,quiet={_SHORT}", games=4_000): _CHECKERS,
}
_SECONDS = 3600.0  # of one core, each


def beyond(networks: int, share: float, matches: int) -> Table:
    """So many networks, with this share of the games that they learn from, and at most so many in a match."""
    entries = []
    for usual, meetings in list(_COURSES.items())[:networks]:
        course, sims = (usual, _SIMS) if share == 1 else (_less(usual, share), round(_SIMS * share**0.25))
        met = tuple(replace(one, games=min(one.games, matches)) for one in meetings)
        cell = Cell(TAUGHT, Taught(course, met, sims), cost=10 + share * _SECONDS + 0.5 * matches * len(met))
        for number, one in enumerate(met):
            curve = "" if number else "curve"
            entries.append(
                Entry(one.game, one.opponent, cell, f"score_{number}", games=one.games, curve=curve)
            )
    return Table(
        "beyond", "Networks that learned from their own games guide a tree", tuple(entries), matches, 0,
        "game \\ against", beyond=True, curve="Points against the network before", along="games with itself",
        note=f"Points of `puct` with {_SIMS} simulations a move, draws half, seats swapped in pairs. "
        "`uct:sims=12000` thinks about as long as it does.",
    )  # fmt: skip


def _less(course: ZeroCourse, share: float) -> ZeroCourse:
    """The same, with so much of everything."""
    games, sims = max(4, round(share * course.games)), max(4, round(course.sims * share**0.25))
    return replace(
        course, games=games, portion=min(course.portion, games), warm_games=min(course.warm_games, 4 * games),
        sims=sims, quick=max(2, sims // 5), warm_sims=2 * sims, gate=min(course.gate, games),
    )  # fmt: skip


def teach(params: Taught, task: Task) -> dict[str, Any]:
    """Learn, then play."""
    from papamu.agents.guided import PuctAgent
    from papamu.arena import api
    from papamu.arena.gate import Gate
    from papamu.learn.convnet.zero import ZeroSession

    course = replace(params.course, seed=task.seed)
    session = ZeroSession(course, task.scratch, judge=Gate(course))
    session.run(lambda session: task.report(_TRAINING * session.done / course.games))
    model = session.model()
    if task.shared is not None:  # for those who want to play it
        make_folder(task.shared)
        model.save(task.shared / f"{course.game.partition(':')[0]}-{model.digest}.safetensors")
    result: dict[str, Any] = {
        "curve": [[one.games, one.verdict.share, 0.0] for one in session.curve if one.verdict],
        "model": model.digest,
    }
    player = PuctAgent.of(model, sims=params.sims)
    for number, one in enumerate(params.meetings):
        found = api.match(one.game, player, one.opponent, games=one.games, seed=task.seed)
        tally = found.tally()
        result |= {
            f"score_{number}": tally.score,
            f"interval_{number}": list(tally.interval()),
            f"wins_{number}": tally.wins,
            f"draws_{number}": tally.draws,
        }
        task.report(_TRAINING + (1 - _TRAINING) * (number + 1) / len(params.meetings))
    return result
