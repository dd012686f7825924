"""Maps in training: the same however they are run, stopped or resumed; courses that cannot be are refused."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from papamu.core.errors import ModelError, PapamuError
from papamu.learn.som.choices import HOODS
from papamu.learn.som.map_training import MapCourse, MapTraining
from papamu.learn.som.network import TrainingPhase, weights_of

SMALL = MapCourse(
    "reversi:4x4", "1-6,7-12", 6, 7, data=(50, 40), first=(60, 30), second=(100, 40), alphas=(0.3, 0.05)
)


def trained(course: MapCourse, stage: int = 0) -> MapTraining:
    training = MapTraining(course, stage)
    training.run()
    return training


def fingerprint(training: MapTraining) -> str:
    return hashlib.sha256(weights_of(training.som).tobytes()).hexdigest()[:16]


@pytest.mark.parametrize(
    "change, expected",
    [
        ({}, "7f8dd764e3f07c9e"),
        ({"winner": "euclid", "hood": "step"}, "ff287e1b3367c05c"),
        ({"hood": "wide", "distinct": True, "seed": 5}, "efa16fd0776acaee"),
    ],
)
def test_the_same_course_gives_the_same_map_compiled_and_interpreted(
    change: dict[str, object], expected: str
) -> None:
    course = replace(SMALL, **change)  # type: ignore[arg-type]
    assert fingerprint(trained(course)) == expected
    assert fingerprint(trained(replace(course, seed=9))) != expected


def test_a_map_learns_its_boards() -> None:
    """The quantisation error falls, in both trainings; the curve has ten points of each."""
    training = trained(replace(SMALL, first=(400, 10), second=(800, 10)))
    steps = [point[0] for point in training.curve]
    assert steps == [40 * k for k in range(1, 11)] + [400 + 80 * k for k in range(1, 11)]
    errors = [point[1] for point in training.curve]
    assert errors[-1] < errors[10] < errors[0] and errors[-1] < 0.7 * errors[0]


def test_portions_of_any_size_give_the_same_map() -> None:
    whole = trained(SMALL)
    training, sizes = MapTraining(SMALL, 0), iter([1, 7, 3, 100, 2] * 20)
    while training.done < training.total:
        training.step(next(sizes))
    assert fingerprint(training) == fingerprint(whole) and training.curve == whole.curve
    assert training.step(5) == 0


class StopError(Exception):
    pass


@pytest.mark.parametrize("winner", ["inner", "euclid"])
def test_a_map_that_is_stopped_goes_on_as_if_nothing_had_happened(tmp_path: Path, winner: str) -> None:
    course = replace(SMALL, winner=winner)
    whole, path = trained(course), tmp_path / "map.checkpoint"
    heard: list[float] = []

    def stop(share: float) -> None:
        heard.append(share)
        if len(heard) % 3 == 0:
            raise StopError

    stops = 0
    while True:
        training = MapTraining(course, 0)
        try:
            training.run(stop, path, every=-1.0)
            break
        except StopError:
            stops += 1
    assert stops >= 5  # in both trainings
    assert fingerprint(training) == fingerprint(whole)
    assert (training.som.half == whole.som.half).all()
    assert training.curve == whole.curve
    assert heard == sorted(heard) and len(set(heard)) == len(heard)  # nothing was done twice


def test_checkpoints_of_other_maps_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.checkpoint"
    training = MapTraining(SMALL, 0)
    training.step(5)
    training.save(path)
    for course, stage in ((replace(SMALL, seed=2), 0), (SMALL, 1), (replace(SMALL, hood="step"), 0)):
        with pytest.raises(ModelError, match="was made by another course: give another folder"):
            MapTraining(course, stage).run(keep=path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ModelError, match="not a model file, or is damaged"):
        MapTraining(SMALL, 0).run(keep=path)


# -- what decides them -------------------------------------------------------------------------------


def test_passes_are_those_of_tables_1_and_5() -> None:
    """r 50 to 3 with α 0.1, then 3 to 1 with 0.01; a smaller map has no larger radius than its side."""
    gauss = HOODS.index("gauss")
    assert MapCourse().passes(0) == (
        TrainingPhase(9_500_000, 0.1, 50.0, 3.0, gauss),
        TrainingPhase(95_000_000, 0.01, 3.0, 1.0, gauss),
    )
    assert [told.radius for told in SMALL.passes(1)] == [7.0, 3.0]
    assert [told.steps for told in SMALL.passes(1)] == [30, 40]


@pytest.mark.parametrize(
    "change, said",
    [
        ({"stages": "1-12"}, "data has 2 numbers, but there are 1 stages"),
        ({"first": (1, 2, 3)}, "first has 3 numbers, but there are 2 stages"),
        ({"stages": "1-6,8-12"}, "leave out move 7"),
        ({"stages": "1-6,7-60"}, "end at move 60, but games go to move 12"),
        ({"data": (50, 1)}, "a map cannot learn from 1 boards: it needs two or more"),
        ({"data": (0, 50)}, "a map cannot learn from 0 boards"),
        ({"second": (1, -1)}, "second cannot be"),
        ({"first": (1, 10**11)}, "first cannot be 100,000,000,000: valid values are 0 to 10,000,000,000"),
        ({"hood": "gaus"}, "hood cannot be 'gaus' .did you mean 'gauss'"),
        ({"winner": "outer"}, "winner cannot be 'outer'"),
        ({"rows": 0}, "a map cannot have 0x7 neurons"),
        ({"rows": 10**5}, "a map cannot have 100000x7 neurons"),
        ({"alphas": (0.1, 1.5)}, "α cannot be 1.5: valid values are 0 to 1"),
        ({"alphas": (float("nan"), 0.1)}, "α cannot be nan"),
        ({"game": "reversy:4x4"}, "no game 'reversy' .did you mean 'reversi'"),
    ],
)
def test_impossible_courses_are_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(PapamuError, match=said) as caught:
        replace(SMALL, **change)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_maps_of_one_neuron_and_of_other_games() -> None:
    course = MapCourse("clobber:3x3", "1-9", 1, 1, data=(20,), first=(10,), second=(10,))
    training = trained(course)
    assert training.curve[-1][2] == 0.0
    assert weights_of(training.som).shape == (1, 9) and np.abs(weights_of(training.som)).max() <= 1
