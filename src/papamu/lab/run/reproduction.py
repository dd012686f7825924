"""A reproduction: some tables of a study at a scale and a number of seeds, its folder, its cells, its command."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from papamu.core import plugins
from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.files import RUNS, runs_folder
from papamu.core.identity import RESULTS
from papamu.lab.run.cell import Cell, distinct
from papamu.lab.study import SCALES, Paper, PaperTable


@dataclass(frozen=True)
class Reproduction:
    """Which tables of a study are reproduced, and how."""

    paper: Paper
    scale: str
    tables: tuple[PaperTable, ...]
    seeds: int = 1  # how often each cell is executed, with other seeds
    seed: int = 1
    runs: Path = field(default_factory=runs_folder)

    @classmethod
    def of(
        cls,
        paper: Paper,
        scale: str,
        names: Sequence[str] = (),
        seeds: int = 1,
        seed: int = 1,
        runs: Path | None = None,
    ) -> Reproduction:
        """The tables of these names (none: all of them), in the study's order; `runs` as `runs_folder` has it."""
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
        return cls(paper, scale, chosen, seeds, seed, runs_folder(runs))

    @property
    def folder(self) -> Path:
        """The folder of its run: all scales, tables and seeds together, so that no cell is executed twice."""
        return self.runs / f"reproduce-{self.paper.name}-seed{self.seed}"

    @property
    def trial(self) -> bool:
        """Is it so small that its figures say nothing?"""
        return self.scale == SCALES[0]

    @property
    def about(self) -> dict[str, Any]:
        """What the folder is for."""
        return {"paper": self.paper.name, "seed": self.seed, "papamu": RESULTS}

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells, each once; first all with one seed, so that every table has a figure early."""
        most = max((table.seeds(self.seeds) for table in self.tables), default=0)
        return distinct(cell for seed in range(most) for cell in cells_of(self._tables_with(seed), seed))

    def _tables_with(self, seed: int) -> list[PaperTable]:
        return [table for table in self.tables if seed < table.seeds(self.seeds)]

    def missing(self, done: Container[str]) -> list[Cell]:
        """The cells that are not done yet."""
        return [cell for cell in self.cells if cell.key not in done]

    def command(self, *names: str, verb: str = "reproduce") -> str:
        """The command line that reproduces these tables (none named: all of them), ready to be typed."""
        if not names and verb == "reproduce" and self.tables != self.paper.tables(self.scale):
            names = tuple(table.name for table in self.tables)
        words = ["papamu", verb, self.paper.name, *names, "--scale", self.scale]
        words += ["--seeds", str(self.seeds)] if self.seeds > 1 else []
        words += ["--seed", str(self.seed)] if self.seed != 1 else []
        words += ["--runs", str(self.runs)] if self.runs != RUNS else []
        return plugins.command_line(words[1:])


def cells_of(tables: Iterable[PaperTable], replicate: int = 0) -> list[Cell]:
    """The cells behind tables with one seed, each once."""
    return distinct(
        cell.with_replicate(replicate)
        for table in tables
        for entry in table.entries
        for cell, _ in entry.terms
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
    """The scale of which the largest share is done; in a tie the larger scale, and smoke if nothing is done."""

    def done(scale: str) -> float:
        cells = Reproduction.of(paper, scale).cells
        return sum(cell.key in outcomes for cell in cells) / len(cells)

    best = max(reversed(SCALES), key=done)
    return best if done(best) else SCALES[0]


def seeds_there(paper: Paper, scale: str, outcomes: Container[str]) -> int:
    """The number of seeds for which any cell of this scale is done that one seed fewer would not need."""
    seeds, before = 0, set[str]()
    while True:
        more = {cell.key for cell in Reproduction.of(paper, scale, seeds=seeds + 1).cells}
        if seeds and not any(key in outcomes for key in more - before):
            return seeds
        seeds, before = seeds + 1, more
