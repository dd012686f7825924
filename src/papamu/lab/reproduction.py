"""A reproduction: some tables of a study at a scale, with so many seeds; where it is kept, how to run it."""

from __future__ import annotations

import shlex
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from papamu import __version__
from papamu.errors import PapamuError, listing, nearest
from papamu.lab.experiment import Cell, distinct
from papamu.lab.paper import SCALES, Paper, Table

RUNS = Path("runs")  # where runs are kept if nothing else is said


@dataclass(frozen=True)
class Reproduction:
    """What is to be made again."""

    paper: Paper
    scale: str
    tables: tuple[Table, ...]
    seeds: int = 1  # how often each cell is done, with other seeds
    seed: int = 1
    runs: Path = RUNS

    @classmethod
    def of(
        cls,
        paper: Paper,
        scale: str,
        names: Sequence[str] = (),
        seeds: int = 1,
        seed: int = 1,
        runs: Path = RUNS,
    ) -> Reproduction:
        """The tables of these names (none: all of them), in the study's order."""
        if scale not in SCALES:
            raise PapamuError(
                f"there is no scale {scale!r}{nearest(scale, SCALES)}: there are {listing(SCALES)}"
            )
        tables = paper.tables(scale)
        known = [table.name for table in tables]
        for name in names:
            if name not in known:
                close = nearest(name, known)
                raise PapamuError(
                    f"{paper.name} has no table {name!r}{close}: there are {listing(known, 30)}"
                )
        chosen = tuple(table for table in tables if not names or table.name in names)
        return cls(paper, scale, chosen, seeds, seed, runs)

    @property
    def folder(self) -> Path:
        """Where it is kept: all scales, tables and seeds together, so that nothing is done twice."""
        return self.runs / f"reproduce-{self.paper.name}-seed{self.seed}"

    @property
    def about(self) -> dict[str, Any]:
        """What the folder is for."""
        return {"paper": self.paper.name, "seed": self.seed, "papamu": __version__}

    @cached_property
    def cells(self) -> list[Cell]:
        """All work, each piece once; first everything with one seed, so that a whole picture comes early."""
        most = max((table.seeds(self.seeds) for table in self.tables), default=0)
        return distinct(cell for seed in range(most) for cell in cells_of(self._made_with(seed), seed))

    def _made_with(self, seed: int) -> list[Table]:
        return [table for table in self.tables if seed < table.seeds(self.seeds)]

    def missing(self, done: Container[str]) -> list[Cell]:
        """What is not done yet."""
        return [cell for cell in self.cells if cell.key not in done]

    def command(self, *names: str, verb: str = "reproduce") -> str:
        """The line that makes these tables (if none is named: all of this), to be typed as it is."""
        if not names and verb == "reproduce" and self.tables != self.paper.tables(self.scale):
            names = tuple(table.name for table in self.tables)
        words = ["papamu", verb, self.paper.name, *names, "--scale", self.scale]
        words += ["--seeds", str(self.seeds)] if self.seeds > 1 else []
        words += ["--seed", str(self.seed)] if self.seed != 1 else []
        words += ["--runs", str(self.runs)] if self.runs != RUNS else []
        return shlex.join(words)


def cells_of(tables: Iterable[Table], replicate: int = 0) -> list[Cell]:
    """The work behind tables with one seed, each piece once."""
    return distinct(
        cell.again(replicate) for table in tables for entry in table.entries for cell, _ in entry.terms
    )


def facts(paper: Paper) -> dict[str, Any]:
    """A study in short: what it is, its scales and its tables."""
    return {
        "name": paper.name,
        "title": paper.title,
        "author": paper.author,
        "year": paper.year,
        "where": paper.where,
        "scales": {
            scale: {"cells": len(Reproduction.of(paper, scale).cells), "on_two_cores": paper.minutes[scale]}
            for scale in SCALES
        },
        "tables": [
            {"name": table.name, "title": table.title, "entries": len(table.entries)}
            for table in paper.tables("paper")
        ],
    }


def most_complete(paper: Paper, outcomes: Container[str]) -> str:
    """The scale of which the largest share is done; of equals the largest, of none smoke."""

    def done(scale: str) -> float:
        cells = Reproduction.of(paper, scale).cells
        return sum(cell.key in outcomes for cell in cells) / len(cells)

    best = max(reversed(SCALES), key=done)
    return best if done(best) else SCALES[0]


def seeds_there(paper: Paper, scale: str, outcomes: Container[str]) -> int:
    """With how many seeds anything of this scale was done that one seed less would not have needed."""
    seeds, before = 0, set[str]()
    while True:
        more = {cell.key for cell in Reproduction.of(paper, scale, seeds=seeds + 1).cells}
        if seeds and not any(key in outcomes for key in more - before):
            return seeds
        seeds, before = seeds + 1, more
