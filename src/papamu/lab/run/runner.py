"""Running cells: those that are missing are executed, and each result is stored the moment it is there.

A run is a folder. `cells.sqlite` is its store, by the cells' keys; `scratch/KEY/` belongs to a cell that has
begun and is not done; `shared/` has what some cells make for others, such as maps. How many processes execute
the cells, where, in which order, and how often the run was stopped changes nothing in a result: a work
function knows its parameters and its seed only.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError, nearest
from papamu.core.store import Store
from papamu.lab.run.cell import Cell, distinct
from papamu.lab.run.execute import CellRecord, CellTask, execute_here, throttled
from papamu.lab.run.workers import execute_in_processes

ReportProgress = Callable[[float, float, str], None]  # cost done, cost in all, a few words
_Executor = Callable[[Sequence[CellTask], "_ResultCollector"], None]


@dataclass(frozen=True)
class Outcome:
    """A cell that is done."""

    result: dict[str, Any]  # the same in every run
    seconds: float  # including those before a stop
    machine: str
    source: str = ""  # the version of the code


def run(
    cells: Sequence[Cell],
    folder: Path,
    about: Mapping[str, Any],
    seed: int,
    jobs: int = 1,
    on: str = "local",
    report: ReportProgress | None = None,
) -> dict[str, Outcome]:
    """Execute those of these cells that are not done, and return the outcomes of all of them by key.

    `about` says what the folder is for: the folder of another run is refused. `on` is `local` (with one job in
    this process, else in so many worker processes), `ray` or `ray=ADDRESS` (where the cluster decides how many).
    """
    execute_all = _executor(jobs, on)
    folder = Path(folder).absolute()  # workers may have another current folder
    cells = distinct(cells)
    with Store.open(_store(folder), about) as store:
        collector = _ResultCollector(store, folder / "scratch", cells, report)
        # Longest first: a long one that begins last would leave the other workers idle.
        missing = [cell for cell in cells if cell.key not in collector.done]
        missing.sort(key=lambda cell: (not cell.early, -cell.cost))
        tasks = [
            CellTask(cell, cell.seed(seed), folder / "scratch" / cell.key, folder / "shared")
            for cell in missing
        ]
        try:
            if tasks:
                execute_all(tasks, collector)
        finally:
            collector.remove_empty_folder()
        return {cell.key: _outcome(store.get(cell.key)) for cell in cells}


def finished(folder: Path) -> dict[str, Outcome]:
    """All cells of a run that are done so far, by key; also while it runs."""
    with Store.look(_store(Path(folder))) as store:
        return {key: _outcome(record) for key, record in store.items()}


def _store(folder: Path) -> Path:
    return folder / "cells.sqlite"


def _outcome(record: CellRecord) -> Outcome:
    return Outcome(record["result"], record["seconds"], record["machine"], record.get("source", ""))


def _executor(jobs: int, on: str) -> _Executor:
    """What executes the tasks; an impossible choice is refused before any file is touched."""
    if jobs < 1:
        raise PapamuError(f"{jobs} jobs are too few: use 1 or more")
    where, _, address = on.partition("=")
    if on == "local":
        return execute_here if jobs == 1 else lambda tasks, sink: execute_in_processes(tasks, jobs, sink)
    if where == "ray" and (address or on == "ray"):
        from papamu.lab.run.ray_cluster import execute_on_ray, load_ray

        load_ray()
        return lambda tasks, sink: execute_on_ray(tasks, jobs, address, sink)
    raise PapamuError(f"cells run on local, ray or ray=ADDRESS, not on {on!r}{nearest(on, ['local', 'ray'])}")


class _ResultCollector:
    """Stores results as they come in and reports the progress of the whole run."""

    def __init__(
        self, store: Store, scratch: Path, cells: Sequence[Cell], report: ReportProgress | None
    ) -> None:
        self._store = store
        self._scratch = scratch
        self._costs = {cell.key: cell.cost for cell in cells}
        self._shares: dict[str, float] = {}  # of cells that are being executed
        self._report = report
        self._report_throttled = throttled(self._report_now)
        stored = set(store.keys())
        self.done = stored & set(self._costs)
        self._total = sum(self._costs.values())
        self._cost_done = sum(self._costs[key] for key in sorted(self.done))
        for key in stored:  # a run that was killed between storing a result and removing this
            self._remove_scratch(key)
        self._report_now()

    def progress(self, task: CellTask, share: float) -> None:
        """This share of a cell is done."""
        self._shares[task.cell.key] = min(1.0, max(0.0, share))
        self._report_throttled()

    def store(self, task: CellTask, record: CellRecord) -> None:
        """A cell is done."""
        key = task.cell.key
        self._store.put(key, record)
        self._remove_scratch(key)
        self.done.add(key)
        self._cost_done += task.cell.cost
        self._shares.pop(key, None)
        self._report_now()

    def remove_empty_folder(self) -> None:
        """Remove the folder of all scratch folders if it is empty."""
        try:
            self._scratch.rmdir()
        except OSError:
            pass  # there is none, or the run was stopped and will resume from what is in it

    def _remove_scratch(self, key: str) -> None:
        shutil.rmtree(self._scratch / key, ignore_errors=True)

    def _report_now(self) -> None:
        if self._report:
            begun = sum(self._costs[key] * share for key, share in self._shares.items())
            done = self._cost_done + begun if len(self.done) < len(self._costs) else self._total
            self._report(done, self._total, f"{len(self.done):,} of {len(self._costs):,} cells")
