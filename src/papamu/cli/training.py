"""`papamu train`: learn, test, write the model, and say how it went."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from papamu import __version__
from papamu.agents.agent import CompiledAgent
from papamu.agents.learned import player_of
from papamu.agents.registry import compiled
from papamu.arena import api
from papamu.arena.plan import digest
from papamu.arena.statistics import wilson
from papamu.cli.explaining import say as line
from papamu.cli.keeping import check_place, keeping
from papamu.cli.progress import Bar, bar
from papamu.errors import PapamuError, listing, nearest
from papamu.files import make_folder, write_whole
from papamu.games.registry import load
from papamu.holding import hold
from papamu.lab.training_page import training_page
from papamu.learn import model
from papamu.learn.course import EACH_IN_TURN, EACH_OTHER, ITSELF, Course
from papamu.learn.doctor import ALIVE
from papamu.learn.lock_up import lock_up, span_of
from papamu.learn.model import Model
from papamu.learn.training import Session

LEARNERS = ("mlp", "alphazero")
_ALONE = {"self": ITSELF, "each-other": EACH_OTHER}


@dataclass(frozen=True)
class Wanted:
    """What the command is told."""

    learner: str
    course: dict[str, Any]
    opponent: str
    teacher: str  # nothing: it learns from its games
    tests: int
    stop_dead: bool
    save_every: float
    snapshots: bool
    jobs: int
    runs: Path
    out: Path | None
    again: bool
    as_json: bool


def read_hidden(text: str) -> tuple[int, ...]:
    """`100`, `20,20` or `none`."""
    if text.strip() == "none":
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise PapamuError(f"--hidden {text}: write the nodes of each layer, like 100 or 20,20, or none")
    return tuple(int(part) for part in parts)


def run(wanted: Wanted) -> None:
    """Train, or go on, or show what came out before."""
    if wanted.learner not in LEARNERS:
        there = f"there are {listing(LEARNERS)}"
        raise PapamuError(
            f"there is no learner {wanted.learner!r}{nearest(wanted.learner, LEARNERS)}: {there}"
        )
    game = load(wanted.course["game"])
    alone = wanted.opponent in _ALONE
    seat = _ALONE.get(wanted.opponent, wanted.course["seat"])
    course = Course(**{**wanted.course, "game": str(game), "seat": seat})
    if course.seat >= game.num_players:
        raise PapamuError(f"{game} has seats 1 to {game.num_players} (0: each in turn), no {course.seat + 1}")
    # Who plays itself is looked at and tested with Random.
    opponent = _compiled("random" if alone else wanted.opponent, course)
    teacher = _compiled(wanted.teacher, course) if wanted.teacher else None
    if course.way == "teacher" and teacher is None:
        raise PapamuError("--way teacher needs a teacher: --teacher minimax:depth=1, for example")
    session = Session(course, opponent.policy, teacher.policy if teacher else None)
    about = {
        "course": asdict(course),
        "opponent": opponent.identity,
        "teacher": teacher.identity if teacher else None,
        "stop_dead": wanted.stop_dead,
        "snapshots": wanted.snapshots,
        "papamu": __version__,
    }
    folder = wanted.runs / f"train-{game.name}-{digest(about)}"
    out = wanted.out or folder / "model.safetensors"
    check_place(wanted.out)
    make_folder(folder)
    if wanted.snapshots:
        session.watch = lambda session: _snapshot(session, folder)
    with hold(folder / "training"):
        if wanted.again:
            for path in folder.glob("*.safetensors"):
                path.unlink()
        trained, fresh = _trained(wanted, session, opponent, folder)
    if wanted.out is not None:
        trained.save(out)
    _show(wanted, trained, out, folder, fresh)


def _snapshot(session: Session, folder: Path) -> dict[str, float]:
    """The network as it is at a point of the curve, in a file of its own."""
    session.model().save(folder / f"after-{session.done}-games.safetensors")
    return {}


def _compiled(text: str, course: Course) -> CompiledAgent:
    """Who plays against it, or teaches it."""
    found = compiled(text)
    found.check(load(course.game))
    return found


def _trained(wanted: Wanted, session: Session, opponent: CompiledAgent, folder: Path) -> tuple[Model, bool]:
    """The finished model; false if it was there already. Only another number of tests is made anew."""
    final, kept = folder / "model.safetensors", folder / "checkpoint.safetensors"
    if final.is_file():
        there = model.load(final)
        if there.facts.get("test", {}).get("asked", 0) == wanted.tests:
            return there, False
    with keeping(folder, kept.is_file(), "games"):
        with bar("learning", session.course.games, "games") as progress:
            _learn(wanted, session, kept, progress)
        facts = _facts(wanted, session)
        if wanted.tests:
            facts["test"] = _test(wanted, session, opponent)
    finished = session.best_model(facts)
    write_whole(folder / "curve.html", _page(finished))
    finished.save(final)
    return finished, True


def _learn(wanted: Wanted, session: Session, kept: Path, progress: Bar) -> None:
    def report(session: Session) -> None:
        words = ""
        if session.curve:
            last = session.curve[-1]
            words = f"won {last.won:.1%}  dead {last.dead:.0%}" + (f"  {last.state}" * (last.state != ALIVE))
        progress.reach(session.done, session.course.games, words)

    session.run(report, wanted.stop_dead, kept, wanted.save_every)


def _facts(wanted: Wanted, session: Session) -> dict[str, Any]:
    health = session.health
    return {
        "opponent": wanted.opponent,
        "teacher": wanted.teacher,
        "state": session.state,
        "advice": health.advice(session.course.activation, session.course.target) if health else "",
        "command": shlex.join(["papamu", *sys.argv[1:]]),
    }


def _test(wanted: Wanted, session: Session, opponent: CompiledAgent) -> dict[str, Any]:
    """Games without learning: against the same opponent on the same seat; after self-play, as Black, and
    on all seats where more than two play."""
    player = player_of(session.best_model())
    seats = session.game.num_players
    seat = session.course.seat
    if seat <= ITSELF:
        seat = 0 if seats == 2 and seat == ITSELF else EACH_IN_TURN
    others = [opponent.clone() for _ in range(seats - 1)]
    agents = [player, *others] if seat == EACH_IN_TURN else [*others[:seat], player, *others[seat:]]
    with bar("testing", wanted.tests, "games") as progress:
        results = api.match(
            session.game,
            *agents,
            games=wanted.tests,
            seed=session.course.seed,
            fixed_seats=seat >= 0,
            jobs=wanted.jobs,
            report=progress.reach,
        )
    mine = max(0, seat)
    won = int((results.scores[:, mine] == 1).sum())
    return {
        "opponent": str(opponent),
        "asked": wanted.tests,
        "games": results.games,
        "won": won,
        "interval": list(wilson(won, results.games)),
        "opening_plies": results.plan.opening_plies,
    }


def _page(trained: Model) -> str:
    course, facts = trained.course, trained.facts
    hidden = "".join(f"{nodes} – " for nodes in course.hidden)
    first = "two boards, " * course.compares + course.encoding + " – neighbours" * course.near
    said = {
        "network": f"{first} – {hidden}1, {', '.join(dict.fromkeys(course.activations))}",
        "learning": f"lr {course.lr:g}, target {course.target:g}, tau {course.tau:g}, seed {course.seed}",
        "opponent": str(facts["opponent"]),
        "learned from": f"teacher {facts['teacher']}" if facts.get("teacher") else course.way,
        "games": f"{facts['games']:,}",
        "state": str(facts["state"]) + (f": {facts['advice']}" if facts["advice"] else ""),
        "test": _result(trained),
        "command": str(facts["command"]),
    }
    note = "Games won while learning, since the point before."
    if course.seat <= ITSELF:
        note = "Games won against Random on all seats, without learning."
    lock = lock_up(facts["curve"], span_of(course))
    if lock:
        said["lock-up"] = lock
    return training_page(f"{course.game}: a network that learned", said, facts["curve"], note)


def _result(trained: Model) -> str:
    test = trained.facts.get("test")
    if not test:
        return "none"
    low, high = test["interval"]
    share = test["won"] / test["games"]
    games = f"{test['won']:,} of {test['games']:,} games against {test['opponent']}"
    if test["opening_plies"]:  # else two who never vary would play one game again and again
        games += f" after {test['opening_plies']} random plies"
    return f"won {games}, {share:.2%} (95 %: {low:.2%} to {high:.2%})"


def _show(wanted: Wanted, trained: Model, out: Path, folder: Path, fresh: bool) -> None:
    if wanted.as_json:
        known = {**trained.facts, "model": str(out), "course": asdict(trained.course)}
        print(json.dumps(known, ensure_ascii=False, allow_nan=False))
        return
    say = partial(line, Console())
    game, facts = trained.course.game, trained.facts

    if not fresh:
        say("This had been trained before; --again begins anew.", "dim")
    state = "" if facts["state"] == ALIVE else f", {facts['state']} since game {facts['died_at']:,}"
    taught = f", taught by {facts['teacher']}" if facts.get("teacher") else ""
    say(f"{game}: learned from {facts['games']:,} games against {facts['opponent']}{taught}{state}")
    if facts.get("best_at"):
        say(f"These are the weights after {facts['best_at']:,} games, the best time.")
    if facts["advice"]:
        say(f"Doctor: {facts['advice']}", "yellow")
    lock = lock_up(facts["curve"], span_of(trained.course))
    if lock:
        say(f"Doctor: {lock}", "yellow")
    say(f"Test without learning: {_result(trained)}")
    say(f"Model: {out}    Curve: {folder / 'curve.html'}")
    say(shlex.join(["papamu", "play", game, "--vs", f"{player_of(trained).name}:{out}"]), "dim")
