"""Files of maps: they come back as they were, and what is no such file has one clear line."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from papamu.core.errors import ModelError
from papamu.learn.mlp import model_file as model
from papamu.learn.som import model_file as map_model
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.model_file import MapModel, course_of
from papamu.learn.tensor_file import read_tensors, write_tensors

COURSE = MapCourse("reversi:4x4", "1-6,7-12", 2, 3, data=(9, 9), first=(9, 9), second=(9, 9), winner="euclid")


def made(**change: Any) -> MapModel:
    rng = np.random.default_rng(1)
    weights = rng.uniform(-1, 1, (2, 6, 16)).astype(np.float32)
    thresholds = rng.uniform(0, 1, (2, 16)).astype(np.float32)
    learned = MapModel(
        COURSE, weights, thresholds, "statistical", False, np.arange(12.0), np.ones(12), {"won": 0.5}
    )
    return replace(learned, **change)


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "maps.safetensors"
    one = made(extra={"rng": np.array([1, 2], dtype=np.uint64)})
    one.save(path)
    kept = map_model.load(path)
    assert kept.course == COURSE and isinstance(kept.course.data, tuple)
    assert (kept.retrieval, kept.nearest, kept.facts) == ("statistical", False, {"won": 0.5})
    for name in ("weights", "thresholds", "values", "visits"):
        before, after = getattr(one, name), getattr(kept, name)
        assert after.dtype == before.dtype and (after == before).all()
    assert kept.extra["rng"].tolist() == [1, 2]
    assert kept.digest == one.digest
    policy = kept.player()
    assert (policy.values == one.values).all() and policy.lookup.nearest == 0 and policy.by_number == 0


def test_maps_that_have_not_learned(tmp_path: Path) -> None:
    path = tmp_path / "maps.safetensors"
    made(values=None, visits=None).save(path)
    kept = map_model.load(path)
    assert kept.values is None and kept.visits is None
    assert not kept.player().values.any()


def test_a_player_has_a_copy_of_the_values() -> None:
    one = made()
    one.player().values[:] = 7
    assert one.values is not None and one.values.tolist() == list(range(12))


def test_courses_come_back_from_json() -> None:
    assert course_of(json.loads(json.dumps(asdict(COURSE)))) == COURSE


def test_other_numbers_are_another_player() -> None:
    one = made()
    others = [
        made(weights=one.weights + np.float32(0.1)),
        made(thresholds=one.thresholds / 2),
        made(values=np.zeros(12)),
        made(values=None),
        made(nearest=True),
        made(course=replace(COURSE, winner="inner")),
    ]
    assert len({one.digest, *(other.digest for other in others)}) == 7
    assert made(facts={}).digest == one.digest  # what is said about it does not play


def test_thresholds_of_another_map_are_refused() -> None:
    one = made()
    better = one.with_thresholds(np.zeros((2, 16), dtype=np.float32), "zero")
    assert better.retrieval == "zero" and better.values is None and not better.thresholds.any()
    said = "these thresholds are of another map: 3 stages of 64 cells, and this one has 2 stages of 16 cells"
    with pytest.raises(ModelError, match=said):
        one.with_thresholds(np.zeros((3, 64), dtype=np.float32), "zero")


def changed(path: Path, about: dict[str, Any], drop: str = "", **numbers: Any) -> None:
    """The file with something else in its header and among its numbers."""
    old, tensors = read_tensors(path)
    tensors.pop(drop, None)
    write_tensors(path, {**old, **about}, {**tensors, **numbers})


GOOD = asdict(COURSE)
BAD_FILES = {
    "no maps": ({"kind": "mlp"}, {}, "holds no maps: it is marked as 'mlp'"),
    "no kind": ({"kind": None}, {}, "holds no maps: it is marked as None"),
    "other size": (
        {"course": {**GOOD, "rows": 3}}, {}, "is damaged: its maps are not what its header says"
    ),
    "other board": (
        {"course": {**GOOD, "game": "reversi:6x6", "stages": "1-16,17-32"}}, {},
        "is damaged: its maps are not what its header says",
    ),
    "stages": ({"course": {**GOOD, "stages": "1-6,8-12"}}, {}, "cannot be used here: the stages .* leave"),
    "no such game": ({"course": {**GOOD, "game": "chess"}}, {}, "cannot be used here: .*no game"),
    "no such field": ({"course": {**GOOD, "colour": 1}}, {}, "not a Papamu model, or is damaged"),
    "rows": ({"course": {**GOOD, "rows": "many"}}, {}, "rows cannot be 'many': it takes a whole number"),
    "no course": ({"course": None}, {}, "not a Papamu model, or is damaged"),
    "thresholds": (
        {}, {"thresholds": np.zeros((2, 15), dtype=np.float32)},
        "is damaged: its thresholds are not those of its maps",
    ),
    "doubles": ({}, {"weights": np.zeros((2, 6, 16))}, "is damaged: its maps are not what its header says"),
    "no numbers": (
        {}, {"weights": np.full((2, 6, 16), np.nan, dtype=np.float32)},
        "is damaged: not all of its weights are numbers",
    ),
    "format": ({"format": 9}, {}, "has format 9, this version of Papamu reads 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_what_is_no_file_of_maps_is_refused(tmp_path: Path, name: str) -> None:
    about, numbers, said = BAD_FILES[name]
    path = tmp_path / "maps.safetensors"
    made().save(path)
    changed(path, about, **numbers)
    with pytest.raises(ModelError, match=said) as caught:
        map_model.load(path)
    assert "\n" not in str(caught.value)


def test_missing_and_cut_files(tmp_path: Path) -> None:
    path = tmp_path / "maps.safetensors"
    made().save(path)
    whole = path.read_bytes()
    with pytest.raises(ModelError, match=r"no network: it is marked as 'som' \(play it as som:PATH\)"):
        model.load(path)
    changed(path, {}, drop="weights")
    with pytest.raises(ModelError, match="not a Papamu model, or is damaged: KeyError"):
        map_model.load(path)
    for content in (b"", whole[: len(whole) // 2], whole[:-4], b"PK\x03\x04 a zip file"):
        path.write_bytes(content)
        with pytest.raises(ModelError, match="not a model file, or is damaged"):
            map_model.load(path)
    with pytest.raises(ModelError, match="there is no model file"):
        map_model.load(tmp_path / "nothing")


def test_values_of_other_maps_are_refused() -> None:
    with pytest.raises(ModelError, match="the values do not belong to these maps"):
        made(values=np.zeros(13), visits=np.zeros(13)).player()
