"""`papamu maps`: train maps, learn on them, test, write model and page, and say how it went."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from papamu import __version__
from papamu.agents.agent import Agent
from papamu.agents.mapped import SomAgent, session_against
from papamu.agents.registry import compiled
from papamu.agents.wrappers import EndgameAgent
from papamu.arena import api
from papamu.arena.plan import digest
from papamu.arena.statistics import wilson
from papamu.cli.explaining import say as line
from papamu.cli.keeping import check_place, keeping
from papamu.cli.progress import bar
from papamu.errors import PapamuError
from papamu.files import make_folder, write_whole
from papamu.games.registry import load as load_game
from papamu.holding import hold
from papamu.lab.map_page import map_page
from papamu.learn import map_model
from papamu.learn.map_learning import Learning
from papamu.learn.map_model import MapModel
from papamu.learn.mapping import MapCourse, MapTraining
from papamu.learn.som import weights_of
from papamu.learn.stages import SEVEN, THREE, last_number
from papamu.learn.thresholds import STATISTICAL, ZERO, check_thresholds, model_of

_FILE = ".safetensors"


@dataclass(frozen=True)
class Wanted:
    """What the command is told."""

    course: MapCourse
    learning: Learning | None
    thresholds: str
    opponent: str
    tests: int
    out: Path | None
    jobs: int
    runs: Path
    again: bool
    as_json: bool


def read_course(
    spec: str,
    stages: str,
    size: str,
    winner: str,
    hood: str,
    data: int,
    rounds: str,
    distinct: bool,
    seed: int,
) -> MapCourse:
    """The course of these options."""
    game = load_game(spec)
    spans = _stages(stages, last_number(game))
    many = len(spans.split(","))
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", size.strip())
    if not found:
        raise PapamuError(f"--map {size}: write rows x columns of neurons, like 50x50")
    shown = re.fullmatch(r"(\d{1,6}),(\d{1,6})", rounds.replace(" ", ""))
    if not shown:
        raise PapamuError(
            f"--rounds {rounds}: write two numbers, of the rough and the fine training, like 5,50"
        )
    return MapCourse(
        game=str(game),
        stages=spans,
        rows=int(found[1]),
        cols=int(found[2]),
        winner=winner,
        hood=hood,
        data=(data,) * many,
        first=(int(shown[1]) * data,) * many,
        second=(int(shown[2]) * data,) * many,
        distinct=distinct,
        seed=seed,
    )


def _stages(text: str, last: int) -> str:
    """`3` and `7` are the paper's where games have as many moves as there; else stages are equally long."""
    if not re.fullmatch(r"\d{1,2}", text.strip()):
        return text
    many = int(text)
    if not 1 <= many <= last:
        raise PapamuError(f"--stages {many}: possible are 1 to {last}, or spans like 1-30,31-60")
    if last == 60 and many in (3, 7):
        return THREE if many == 3 else SEVEN
    ends = [last * (k + 1) // many for k in range(many)]
    return ",".join(f"{1 if k == 0 else ends[k - 1] + 1}-{end}" for k, end in enumerate(ends))


def run(wanted: Wanted) -> None:
    """Train, learn and test what is not there yet."""
    course, learning = wanted.course, wanted.learning
    game = load_game(course.game)
    about = {"course": asdict(course), "papamu": __version__}
    folder = wanted.runs / f"maps-{game.name}-{digest(about)}"
    opponent = compiled(wanted.opponent)
    opponent.check(game)
    if learning is not None and learning.search:
        EndgameAgent({"plies": learning.search}, opponent).check(game)
    check_place(wanted.out)
    if wanted.thresholds.endswith(_FILE):
        map_model.load(wanted.thresholds)
    elif wanted.thresholds:
        check_thresholds(wanted.thresholds)
    make_folder(folder)
    with hold(folder / "maps"):
        if wanted.again:
            for path in folder.glob("*.safetensors"):
                path.unlink()
        with keeping(folder, any(folder.glob("*.safetensors")), "steps"):
            model = _with_thresholds(wanted, _trained(course, folder))
            if learning is not None:
                model = _learned(wanted, learning, model, folder)
    name = "maps" if learning is None else f"learned-{_key(wanted, model)}"
    out = wanted.out or folder / f"{name}.safetensors"
    model.save(out)
    page = folder / f"{name}.html"
    write_whole(page, map_page(model))
    _show(wanted, model, out, page)


def _trained(course: MapCourse, folder: Path) -> MapModel:
    """The maps of all stages; those that are there are not trained again."""
    weights, curves = [], []
    for stage in range(len(course.spans)):
        kept = folder / f"map-{stage + 1}.safetensors"
        training = MapTraining(course, stage)
        low, high = course.spans[stage]
        with bar(f"map {stage + 1}, moves {low} to {high}", training.total, "steps") as progress:
            training.run(lambda share: progress.reach(training.done, training.total), kept)  # noqa: B023
        weights.append(weights_of(training.som))
        curves.append(training.curve)
    array = np.array(weights)
    cells = array.shape[2]
    blank = np.zeros((len(array), cells), dtype=np.float32)
    return MapModel(course, array, blank, ZERO, facts={"maps": curves})


def _with_thresholds(wanted: Wanted, model: MapModel) -> MapModel:
    """The maps with the thresholds that are asked for."""
    name = wanted.thresholds or (ZERO if model.course.inner else STATISTICAL)
    if name.endswith(_FILE):
        other = map_model.load(name)
        return model.with_thresholds(other.thresholds, f"those of {Path(name).name}")
    return replace(model_of(model.course, model.weights, name), facts=model.facts)


def _key(wanted: Wanted, model: MapModel) -> str:
    """Which learning it is: a file of its own."""
    told = asdict(wanted.learning) if wanted.learning else None
    thresholds = digest(model.thresholds.tolist())
    return str(digest({"learning": told, "opponent": wanted.opponent, "thresholds": thresholds}))


def _learned(wanted: Wanted, learning: Learning, model: MapModel, folder: Path) -> MapModel:
    """The maps with values, and how it did."""
    session = session_against(model, learning, compiled(wanted.opponent))
    kept = folder / f"learned-{_key(wanted, model)}.checkpoint.safetensors"
    with bar("learning", learning.games, "games") as progress:
        session.run(
            lambda session: progress.reach(session.done, learning.games, f"won {session.won:.1%}"), kept, 5.0
        )
    facts: dict[str, Any] = {
        "opponent": wanted.opponent,
        "won": session.won,
        "command": shlex.join(["papamu", *sys.argv[1:]]),
    }
    if wanted.tests:
        facts["test"] = _test(wanted, session.learned())
    return session.learned(facts)


def _test(wanted: Wanted, model: MapModel) -> dict[str, Any]:
    """Games without learning, on the same seat."""
    assert wanted.learning is not None
    player: Agent = SomAgent.of(model)
    if wanted.learning.search:
        player = EndgameAgent({"plies": wanted.learning.search}, player)
    seat = wanted.learning.seat
    others: list[Agent] = [
        compiled(wanted.opponent) for _ in range(load_game(model.course.game).num_players - 1)
    ]
    agents = [*others[:seat], player, *others[seat:]]
    with bar("testing", wanted.tests, "games") as progress:
        results = api.match(
            model.course.game, *agents, games=wanted.tests, seed=model.course.seed, fixed_seats=True,
            jobs=wanted.jobs, report=progress.reach,
        )  # fmt: skip
    scores = results.scores[:, seat]
    won = int((scores == 1).sum())
    return {
        "games": results.games,
        "won": won,
        "score": float(scores.mean()),
        "interval": list(wilson(won, results.games)),
    }


def _show(wanted: Wanted, model: MapModel, out: Path, page: Path) -> None:
    if wanted.as_json:
        known = {**model.facts, "model": str(out), "page": str(page), "course": asdict(model.course)}
        print(json.dumps(known, ensure_ascii=False, allow_nan=False))
        return
    say = partial(line, Console())

    course = model.course
    say(
        f"{course.game}: {len(course.spans)} maps of {course.rows}x{course.cols} neurons, "
        f"thresholds {model.retrieval}"
    )
    for (low, high), curve in zip(course.spans, model.facts["maps"], strict=True):
        if curve:
            _, quantisation, topographic = curve[-1]
            say(
                f"  moves {low} to {high}: quantisation error {quantisation:.2f}, "
                f"topographic error {topographic:.1%}"
            )
    if wanted.learning is not None:
        games, won = wanted.learning.games, model.facts["won"]
        say(f"Learned from {games:,} games against {wanted.opponent}: {won:.1%} of the points while learning")
        test = model.facts.get("test")
        if test:
            low, high = test["interval"]
            share = test["won"] / test["games"]
            say(
                f"Test without learning: won {test['won']:,} of {test['games']:,} games, {share:.2%} "
                f"(95 %: {low:.2%} to {high:.2%})"
            )
    say(f"Model: {out}    Maps: {page}")
    say(shlex.join(["papamu", "play", course.game, "--vs", f"som:{out}"]), "dim")
