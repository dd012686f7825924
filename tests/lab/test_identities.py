"""Identities: keys and seeds of cells are those of 0.1.0, whatever classes, functions and files are called now.

A finished cell is found by its key, and its result follows from its seed. Both are made of kinds, which are written
down in the code (`Work.kind`, `KIND` of parameter classes) and here once more. A kind that fails here was changed:
change it back. A new one is added to the list.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from papamu import papers
from papamu.lab.run.cell import Cell, CellContext, Work, kind_of
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.study import SCALES
from tests.lab.lab_work import Sum

KEYS = json.loads(Path(__file__).with_name("cell_keys.json").read_text(encoding="utf-8"))["studies"]

WORK_KINDS = {
    "clobber": {
        "papamu.papers.clobber.training:train",
        "papamu.papers.clobber.training:train_and_meet",
        "papamu.papers.clobber.training:train_own",
        "papamu.papers.clobber.work:play",
    },
    "konane": {
        "papamu.papers.konane.training:learn_alone",
        "papamu.papers.konane.training:look_closely",
        "papamu.papers.konane.training:teach",
        "papamu.papers.konane.work:play",
    },
    "reversi": {
        "papamu.papers.reversi.maps:train_map",
        "papamu.papers.reversi.work:learn",
        "papamu.papers.reversi.work:own",
        "papamu.papers.reversi.work:retrieve",
    },
    "checkers": {
        "papamu.papers.checkers.beyond:teach",
        "papamu.papers.checkers.work:play_guided",
        "papamu.papers.checkers.work:play_series",
    },
    "blokus": {"papamu.papers.blokus.searching:search", "papamu.papers.blokus.work:learn"},
    "adaptive": {"papamu.papers.adaptive.work:accompany", "papamu.papers.adaptive.work:play_in_full"},
}
PARAMETER_KINDS = {  # of cells, and of what their seeds follow from
    "clobber": {"Match", "Meeting", "Own", "Training"},
    "konane": {"Alone", "Match", "Raw", "Taught"},
    "reversi": {"Learned", "MapCourse", "Mapped", "Own", "Retrieved"},
    "checkers": {"Guided", "Series", "Taught", "Version"},
    "blokus": {"Learned", "Opened", "Searched"},
    "adaptive": {"Company", "Strength"},
}
PARTS = {"OpponentMatch"}  # dataclasses that are only fields of parameters: their names are in no key


def cells(study: str) -> Iterator[Cell]:
    """The cells of a study at all scales."""
    for scale in SCALES:
        yield from Reproduction.of(papers.find(study), scale).cells


def parameters(study: str) -> dict[type, Any]:
    """One example of each parameter class of a study, with those that seeds follow from."""
    examples: dict[type, Any] = {}
    for cell in cells(study):
        for params in (cell.params, getattr(cell.params, "seeded_by", cell.params)):
            examples.setdefault(type(params), params)
    return examples


def test_every_study_is_listed() -> None:
    assert list(WORK_KINDS) == list(PARAMETER_KINDS) == papers.names()
    assert list(KEYS) == [f"{study} {scale}" for study in papers.names() for scale in SCALES]


@pytest.mark.parametrize("study", WORK_KINDS)
def test_kinds_of_work_are_frozen_and_their_functions_exist(study: str) -> None:
    assert {cell.work.kind for cell in cells(study)} == WORK_KINDS[study]
    module = import_module(f"papamu.papers.{study}.tables.cells")
    declared = [value for value in vars(module).values() if isinstance(value, Work)]
    assert {work.kind for work in declared} == WORK_KINDS[study]
    assert len(declared) == len(WORK_KINDS[study])
    for work in declared:
        place, _, name = work.function.partition(":")
        assert place.startswith(f"papamu.papers.{study}.work.")
        assert callable(getattr(import_module(place), name)), work.function


@pytest.mark.parametrize("study", PARAMETER_KINDS)
def test_kinds_of_parameters_are_frozen_and_explicit(study: str) -> None:
    found = parameters(study)
    assert {kind_of(params) for params in found.values()} == PARAMETER_KINDS[study]
    module = import_module(f"papamu.papers.{study}.parameters")
    declared = {
        value
        for value in vars(module).values()
        if is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__
    }
    for one in declared | set(found):
        assert "KIND" in vars(one) or one.__name__ in PARTS, f"{one.__qualname__} has no KIND of its own"
    assert {one for one in declared if one.__name__ not in PARTS} <= set(found)


@pytest.mark.parametrize("name", KEYS)
def test_keys_and_seeds_are_those_of_0_1_0(name: str) -> None:
    study, scale = name.split()
    found = Reproduction.of(papers.find(study), scale).cells
    lines = [f"{cell.key} {cell.seed(1)} {cell.seed(7)}" for cell in found]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    assert {"cells": len(found), "digest": digest} == KEYS[name]


def identity(cell: Cell) -> tuple[str, int]:
    fresh = replace(cell)  # without the key that it remembers
    return fresh.key, fresh.seed(3)


@contextmanager
def renamed(classes: Iterable[type]) -> Iterator[None]:
    """All of these classes have another name for a while."""
    names = {one: one.__name__ for one in classes}
    try:
        for one in names:
            one.__name__ = "Renamed"
        yield
    finally:
        for one, name in names.items():
            one.__name__ = name


@pytest.mark.parametrize("study", PARAMETER_KINDS)
def test_names_of_classes_and_functions_are_in_no_key(study: str) -> None:
    some = {(cell.work, type(cell.params)): cell for cell in cells(study)}.values()
    before = [identity(cell) for cell in some]
    moved = [replace(cell, work=replace(cell.work, function="elsewhere:function")) for cell in some]
    with renamed(parameters(study)):
        assert [identity(cell) for cell in moved] == before


def test_without_a_kind_the_name_is_in_the_key() -> None:
    """As for work outside the package: there a rename is new work, so a missing KIND would be noticed above."""
    cell = Cell(Work.of("tests.lab.lab_work:walk"), Sum(1))
    before = identity(cell)
    with renamed([Sum]):
        after = identity(cell)
    assert before[0].startswith("Sum-") and after[0].startswith("Renamed-") and after[1] != before[1]


def test_a_cell_calls_the_function_of_its_work(tmp_path: Path) -> None:
    work = Work("any kind", "tests.lab.lab_work:walk")
    result = Cell(work, Sum(1)).execute(CellContext(5, tmp_path, lambda share: None))
    assert result["path"] == [1, 4]
