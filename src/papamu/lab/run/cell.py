"""Cells: the independent pieces of an experiment, and how each gets its key and its seed.

A cell is one dataclass of parameters and the work function that is called with them. Its key follows from these
alone, and its seed from the key and the experiment's seed: it does not matter which other cells there are, in
which order they are executed, where, or how often the run was stopped.

Keys and seeds are made of *kinds*, which are written down beside the code and never change: so functions,
classes and files may move and be renamed, and every finished cell is found again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from papamu.core.identity import key_fields
from papamu.core.source_fingerprint import fingerprint


@dataclass(frozen=True)
class CellContext:
    """What a work function gets besides its parameters."""

    seed: int
    scratch: (
        Path  # a folder of its own for checkpoints: kept when the run stops, removed when the cell is done
    )
    report: Callable[[float], None]  # takes the share that is done, 0 … 1
    shared: Path | None = None  # a folder of all cells of a run: what one cell has made there, others reuse


@dataclass(frozen=True)
class Work:
    """The work of a cell: its kind, which never changes, and where its function is today."""

    kind: str  # part of every key; frozen
    function: str  # "package.module:function", called as function(params, context) -> result

    @classmethod
    def of(cls, function: str) -> Work:
        """Work outside the package: its kind is where its function is."""
        return cls(function, function)


@dataclass(frozen=True)
class Cell:
    """One independent piece of work; its result is a JSON object."""

    work: Work
    params: Any  # a frozen dataclass whose fields JSON can hold; its kind is its `KIND`, see `kind_of`
    replicate: int = 0  # which of several repetitions with other seeds
    cost: float = 1.0  # its time relative to other cells: for the progress bar, and long ones start first
    early: bool = (
        False  # other cells wait for what it makes in the shared folder: it starts before all others
    )

    @property
    def key(self) -> str:
        """Its name in the store: the same for the same work."""
        return f"{self._work_name}-{self.replicate}"

    @cached_property
    def _work_name(self) -> str:
        """The key without the replicate; kept, because a study asks for it ten thousand times."""
        named = [self.work.kind, key_fields(self.params), *_outside_sources(self.work.function)]
        text = json.dumps(named, sort_keys=True, allow_nan=False)
        return f"{kind_of(self.params)}-{_digest(text).hex()[:16]}"

    def seed(self, base: int) -> int:
        """Its own seed in an experiment with the seed `base`.

        Parameters with an attribute `seeded_by` use that one's seed: what such cells have in common is equal.
        """
        return seed_for(base, getattr(self.params, "seeded_by", self.params), self.replicate)

    def with_replicate(self, replicate: int) -> Cell:
        """The same work with another seed."""
        if replicate == self.replicate:
            return self
        other = replace(self, replicate=replicate)
        other.__dict__["_work_name"] = self._work_name
        return other

    def execute(self, context: CellContext) -> dict[str, Any]:
        """Call the work function, in this process."""
        module, _, function = self.work.function.partition(":")
        result: dict[str, Any] = getattr(import_module(module), function)(self.params, context)
        return result


@cache
def _outside_sources(function: str) -> tuple[str, ...]:
    """Of work from outside the package a digest of its source: changed work is executed anew."""
    module, _, name = function.partition(":")
    if module.startswith("papamu."):
        return ()
    try:
        digest = fingerprint([getattr(import_module(module), name)])
    except (ImportError, AttributeError):
        return ()  # whoever executes it will say so
    return (digest,) if digest else ()


def kind_of(params: Any) -> str:
    """The kind of parameters: the class's own `KIND` (a class attribute, frozen), else the class's name."""
    kind: str = vars(type(params)).get("KIND", type(params).__name__)
    return kind


def seed_for(base: int, params: Any, replicate: int = 0) -> int:
    """A seed that follows from parameters alone: equal parts of different cells can share it."""
    text = json.dumps([base, kind_of(params), key_fields(params), replicate], sort_keys=True)
    return int.from_bytes(_digest(text)[:6], "big")


def distinct(cells: Iterable[Cell]) -> list[Cell]:
    """Each cell once, in the order given."""
    by_key: Mapping[str, Cell] = {cell.key: cell for cell in cells}
    return list(by_key.values())


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
