"""Reproductions as a call from Python: `papamu.reproduce("clobber", tables=["5.1"])`."""

from __future__ import annotations

import os
from collections.abc import Sequence

from papamu import papers
from papamu.core.errors import PapamuError
from papamu.core.files import runs_folder
from papamu.core.progress_bar import DelayedBar
from papamu.lab import api
from papamu.lab.compare.report import Report
from papamu.lab.run.reproduction import Reproduction

_LIMITS = {"seeds": 1000, "jobs": 256}


def reproduce(
    study: str,
    tables: Sequence[str] | str = (),
    scale: str = "smoke",
    *,
    seeds: int = 1,
    seed: int = 1,
    jobs: int = 1,
    on: str = "local",
    runs: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Report:
    """Reproduce tables of a study next to the published figures. `papamu papers` lists the studies.

    - `tables` are names like `"5.1"`; none: all of them. `scale` is `smoke` (a quick try: its figures cannot
      be compared), `laptop` (minutes per study) or `paper` (the published size, up to hours).
    - `seeds` says how often each entry is computed, with other seeds; `jobs` is the number of processes, which does not
      change the results.
    - What is finished is kept in `runs` at once (else in the folder that `PAPAMU_RUNS` names, else in `runs/`): after a
      stop the same call resumes.
    - The report has `tables` (by name, each prints), `agreement`, `to_frame()`, and draws itself in a notebook.

        >>> import papamu
        >>> report = papamu.reproduce("clobber", tables=["5.1"], scale="smoke")
        >>> list(report.tables), report.agreement.columns[:3]
        (['5.1'], ['table', 'verdict', 'entries'])
        >>> papamu.reproduce("clober")
        Traceback (most recent call last):
        papamu.core.errors.SpecError: there is no paper 'clober' (did you mean 'clobber'?): ...
    """
    for name, value in (("seeds", seeds), ("jobs", jobs)):
        if not 1 <= value <= _LIMITS[name]:
            raise PapamuError(f"{name} cannot be {value}: possible are 1 to {_LIMITS[name]:,}")
    names = [tables] if isinstance(tables, str) else [str(name) for name in tables]
    reproduction = Reproduction.of(papers.find(study), scale, names, seeds, seed, runs_folder(runs))
    if not progress:
        return api.reproduce(reproduction, jobs, on)
    with DelayedBar(weighed=True) as bar:
        return api.reproduce(
            reproduction, jobs, on, lambda done, whole, note: bar.reach("reproducing", done, whole, note=note)
        )
