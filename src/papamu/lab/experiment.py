"""Cells: the independent pieces of an experiment, and how each gets its seed.

A cell is made of one dataclass of parameters and the name of the function that does the work. Its key
follows from these alone, and its seed from the key and the experiment's seed: it does not matter which
other cells there are, in which order they are done, by whom, or how often the run was stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Task:
    """What the work of a cell is told besides its parameters."""

    seed: int
    scratch: Path  # a folder of its own for checkpoints: there again after a stop, removed when it is done
    report: Callable[[float], None]  # which share of it is done, 0 … 1
    shared: Path | None = None  # a folder of all cells of a run: what one has made there, others need not


@dataclass(frozen=True)
class Cell:
    """One independent piece of work; its result is whatever JSON has."""

    work: str  # "package.module:function", called as function(params, task) -> result
    params: Any  # a frozen dataclass; its fields are what JSON has
    replicate: int = 0  # which of several repetitions with other seeds
    cost: float = 1.0  # how long it takes beside others: for the progress, and long ones come first
    early: bool = False  # others wait for what it makes in the shared folder: it comes before all that do

    @property
    def key(self) -> str:
        """Its name in the store: the same for the same work."""
        return f"{self._work_name}-{self.replicate}"

    @cached_property
    def _work_name(self) -> str:
        """Its name but for the seed; a study asks for it ten thousand times."""
        text = json.dumps([self.work, asdict(self.params)], sort_keys=True, allow_nan=False)
        return f"{type(self.params).__name__}-{_digest(text).hex()[:16]}"

    def seed(self, base: int) -> int:
        """Its own seed in an experiment with the seed `base`.

        Parameters with an attribute `seeded_by` share the seed of that: what they have in common is equal.
        """
        return seed_for(base, getattr(self.params, "seeded_by", self.params), self.replicate)

    def again(self, replicate: int) -> Cell:
        """The same work with another seed."""
        if replicate == self.replicate:
            return self
        other = replace(self, replicate=replicate)
        other.__dict__["_work_name"] = self._work_name
        return other

    def do(self, task: Task) -> dict[str, Any]:
        """Do the work, here and now."""
        module, _, function = self.work.partition(":")
        result: dict[str, Any] = getattr(import_module(module), function)(self.params, task)
        return result


def seed_for(base: int, params: Any, replicate: int = 0) -> int:
    """A seed that follows from parameters alone: equal parts of different cells can share it."""
    text = json.dumps([base, type(params).__name__, asdict(params), replicate], sort_keys=True)
    return int.from_bytes(_digest(text)[:6], "big")


def distinct(cells: Iterable[Cell]) -> list[Cell]:
    """Each piece of work once, in the order given."""
    by_key: Mapping[str, Cell] = {cell.key: cell for cell in cells}
    return list(by_key.values())


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
