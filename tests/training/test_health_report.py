"""What is said of a network that has died, diverged or stalled: what happened, why, and what to try."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from papamu.learn.online.course import Course
from papamu.training.command import remedy_words
from papamu.training.health_report import health_report
from papamu.training.observations import read_observations
from papamu.training.presets.registry import choose
from papamu.training.progress import Progress
from papamu.training.request import MlpRequest
from papamu.training.train import train

THESIS = Course("clobber:6x6", games=20_000)
FAST = choose({"game": "clobber:6x6"}).course


def curve(
    state: str = "alive", won: float = 0.8, dead: float = 0.0, points: int = 10
) -> list[dict[str, Any]]:
    alive = [{"games": 100 * at, "won": won, "dead": 0.0, "state": "alive"} for at in range(1, points - 1)]
    last = [{"games": 100 * at, "won": won, "dead": dead, "state": state} for at in (points - 1, points)]
    return [*alive, *last]


def test_a_healthy_network_is_left_alone() -> None:
    assert health_report(THESIS, curve()) is None
    assert health_report(THESIS, []) is None
    assert health_report(THESIS, curve(won=0.1, points=4)) is None, "too few points to say anything"
    assert health_report(THESIS, curve(won=0.1), opponent="uct") is None, "a strong opponent wins"
    assert health_report(THESIS, curve(won=0.1), ended=False) is None, "it still learns"


def test_a_dead_output_is_not_called_dead_units() -> None:
    """0.1.0 said "0 % of the units are dead, the network is dead"."""
    found = health_report(THESIS, curve("dead", 0.33), points=[{"games": 1000, "zeros": 0.97, "spread": 0.0}])
    assert found is not None
    assert found.what == "It rates every move the same: it has stopped learning."
    assert found.why.startswith("Its output unit is a ReLU that has fallen below zero")
    assert "%" not in found.text
    assert [dict(one.options) for one in found.remedies] == [{"preset": "fast"}, {"activation": "leaky-relu"}]


@pytest.mark.parametrize(
    ("course", "given", "what", "why"),
    [
        (THESIS, {"state": "dead", "dead": 1.0}, "stopped learning", "All ReLU units of a hidden layer"),
        (FAST, {"state": "dead"}, "stopped learning", "Its sigmoid output is saturated"),
        (THESIS, {"state": "diverged"}, "training stopped after 900 games", "a learning rate of 2e-05"),
        (THESIS, {"dead": 0.8}, "80 % of a layer's units never fire", "the network is smaller than it looks"),
        (THESIS, {"won": 0.52}, "it won 52 % of its last games", "they do not tell who wins"),
    ],
)
def test_what_and_why(course: Course, given: dict[str, Any], what: str, why: str) -> None:
    found = health_report(course, curve(**given))
    assert found is not None
    assert what in found.what and why in found.why
    assert found.what.endswith(".") and found.why.endswith(".")
    assert all("fast" not in str(one.options) for one in found.remedies) == (course is FAST)


def test_moves_that_are_hardly_told_apart_and_values_that_explode() -> None:
    slow = health_report(THESIS, curve(won=0.5), points=[{"games": 1000, "spread": 0.0004}])
    assert slow is not None and "its values differ by 0.04 % of what lies between" in slow.why
    large = health_report(THESIS, curve(), largest=1e12)
    assert large is not None and "Its values explode: the largest is 1.0e+12" in large.what
    again = health_report(FAST, curve(won=0.5))
    assert again is not None and dict(again.remedies[0].options) == {"games": 10 * FAST.games}


def test_networks_that_stand_still() -> None:
    seen = {f"error{seat}": 0.4 for seat in range(1, 5)} | {f"change{seat}": 1e-5 for seat in range(1, 5)}
    points = [{**point, "seen": seen} for point in curve(won=0.2)]
    found = health_report(Course("blokus:20x20", worth="score", divisor=89.0, target=1.0, lost=0.0), points)
    assert found is not None and "since game 100 its weights hardly change" in found.what
    assert "no step changes them" in found.why


def test_the_remedies_are_commands() -> None:
    request = MlpRequest(course=replace(THESIS, seed=3))
    report = health_report(request.course, curve("dead"))
    assert report is not None
    fast, leaky = (remedy_words(request, one) for one in report.remedies)
    assert fast == ["train", "clobber:6x6", "--seed", "3"]
    assert leaky[:6] == ["train", "clobber:6x6", "--preset", "none", "--activation", "leaky-relu"]
    assert leaky[6:] == ["--games", "20000", "--seed", "3"]


def test_what_it_thought_is_kept_and_survives_a_stop(tmp_path: Path) -> None:
    course = Course("clobber:2x3", hidden=(4,), lr=1e-4, target=10.0, games=600)
    whole = train(MlpRequest(course=course, tests=4, runs=tmp_path / "whole"))
    seen = read_observations(whole.folder)
    assert seen is not None and len(seen.moves) == len(seen.points[0]["first"]) == 7
    assert [point["games"] for point in seen.points] == whole.curve["games"]
    assert all(0 <= point["spread"] <= 10 and 0 <= point["zeros"] <= 1 for point in seen.points)
    request = MlpRequest(course=course, tests=4, runs=tmp_path / "stopped", save_every=0.0)

    def stop(progress: Progress) -> None:
        if 0 < progress.done < 600:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(request, stop)
    assert read_observations(train(request).folder) == seen
    again = replace(request, again=True)
    assert read_observations(train(again).folder) == seen
    assert train(request).model.digest == whole.model.digest, "looking at a network changes nothing"


def test_a_dead_network_is_explained_while_it_runs_and_at_the_end(tmp_path: Path) -> None:
    course = Course("clobber:2x3", hidden=(4,), lr=1.0, target=100.0, games=600)
    run = train(MlpRequest(course=course, tests=4, runs=tmp_path))
    assert run.facts["state"] == "dead", "this course kills every time"
    assert run.health_report is not None and run.facts["advice"] == run.health_report.text
    told = json.loads((run.folder / "progress.json").read_text(encoding="utf-8"))
    assert told["advice"] == run.health_report.text
    assert told["options"]["preset"] == "none" and told["options"]["lr"] == 1.0
    assert choose({"game": "clobber:2x3", **told["options"]}).course == course
