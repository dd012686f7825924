"""Running cells: what is missing is done, each result is kept the moment it is there.

A run is a folder. `cells.sqlite` is its store, by the cells' keys; `scratch/KEY/` belongs to a cell that has
begun and is not done; `shared/` has what some cells make for others, such as maps. How many work on it,
where, in which order, and how often it was stopped changes nothing in a result: a cell's work knows its
parameters and its seed only.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from papamu.errors import PapamuError, nearest
from papamu.lab.doing import Done, Order, seldom
from papamu.lab.experiment import Cell, distinct
from papamu.lab.workers import work_here, work_in_processes
from papamu.store import Store

Report = Callable[[float, float, str], None]  # cost done, cost in all, a few words
_Work = Callable[[Sequence[Order], "_Desk"], None]


@dataclass(frozen=True)
class Outcome:
    """A cell that is done."""

    result: dict[str, Any]  # the same in every run
    seconds: float  # also those before a stop
    machine: str
    source: str = ""  # which code did it


def run(
    cells: Sequence[Cell],
    folder: Path,
    about: Mapping[str, Any],
    seed: int,
    jobs: int = 1,
    on: str = "local",
    report: Report | None = None,
) -> dict[str, Outcome]:
    """Do those of these cells that are not done, and return the outcomes of all of them by key.

    `about` says what the folder is for: another one's is refused. `on` is `local` (with one job in this
    process, else in so many of its own), `ray` or `ray=ADDRESS` (where the cluster decides how many).
    """
    work = _way(jobs, on)
    folder = Path(folder).absolute()  # workers may stand elsewhere
    cells = distinct(cells)
    with Store.open(_store(folder), about) as store:
        desk = _Desk(store, folder / "scratch", cells, report)
        # Longest first: a long one that begins last would leave the others idle.
        missing = [cell for cell in cells if cell.key not in desk.done]
        missing.sort(key=lambda cell: (not cell.early, -cell.cost))
        orders = [
            Order(cell, cell.seed(seed), folder / "scratch" / cell.key, folder / "shared") for cell in missing
        ]
        try:
            if orders:
                work(orders, desk)
        finally:
            desk.tidy()
        return {cell.key: _outcome(store.get(cell.key)) for cell in cells}


def finished(folder: Path) -> dict[str, Outcome]:
    """All cells of a run that are done so far, by key; also while it runs."""
    with Store.look(_store(Path(folder))) as store:
        return {key: _outcome(done) for key, done in store.items()}


def _store(folder: Path) -> Path:
    return folder / "cells.sqlite"


def _outcome(done: Done) -> Outcome:
    return Outcome(done["result"], done["seconds"], done["machine"], done.get("source", ""))


def _way(jobs: int, on: str) -> _Work:
    """How orders are done; what cannot be is refused before anything is touched."""
    if jobs < 1:
        raise PapamuError(f"{jobs} jobs cannot do anything: take 1 or more")
    where, _, address = on.partition("=")
    if on == "local":
        return work_here if jobs == 1 else lambda orders, desk: work_in_processes(orders, jobs, desk)
    if where == "ray" and (address or on == "ray"):
        from papamu.lab.on_ray import load, work_on_ray

        load()
        return lambda orders, desk: work_on_ray(orders, jobs, address, desk)
    raise PapamuError(f"cells run on local, ray or ray=ADDRESS, not on {on!r}{nearest(on, ['local', 'ray'])}")


class _Desk:
    """Where results come in and progress goes out."""

    def __init__(self, store: Store, scratch: Path, cells: Sequence[Cell], report: Report | None) -> None:
        self._store = store
        self._scratch = scratch
        self._costs = {cell.key: cell.cost for cell in cells}
        self._shares: dict[str, float] = {}  # of cells under way
        self._report = report
        self._say_seldom = seldom(self._say)
        there = set(store.keys())
        self.done = there & set(self._costs)
        self._total = sum(self._costs.values())
        self._spent = sum(self._costs[key] for key in sorted(self.done))
        for key in there:  # a run that was killed between keeping a result and removing this
            self._remove(key)
        self._say()

    def hear(self, order: Order, share: float) -> None:
        """This share of a cell is done."""
        self._shares[order.cell.key] = min(1.0, max(0.0, share))
        self._say_seldom()

    def keep(self, order: Order, done: Done) -> None:
        """A cell is done."""
        key = order.cell.key
        self._store.put(key, done)
        self._remove(key)
        self.done.add(key)
        self._spent += order.cell.cost
        self._shares.pop(key, None)
        self._say()

    def tidy(self) -> None:
        """Leave no empty folder behind."""
        try:
            self._scratch.rmdir()
        except OSError:
            pass  # there is none, or the run was stopped and goes on from what is in it

    def _remove(self, key: str) -> None:
        shutil.rmtree(self._scratch / key, ignore_errors=True)

    def _say(self) -> None:
        if self._report:
            under_way = sum(self._costs[key] * share for key, share in self._shares.items())
            done = self._spent + under_way if len(self.done) < len(self._costs) else self._total
            self._report(done, self._total, f"{len(self.done):,} of {len(self._costs):,} cells")
