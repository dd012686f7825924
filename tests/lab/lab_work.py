"""Small work for the tests of the laboratory, in a module that workers can import.

What was begun, resumed and ended is written to the file that LAB_LOG names, one line each.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from papamu.core.errors import AgentError
from papamu.lab.run.cell import Cell, CellContext, Work
from papamu.lab.run.runner import run

ROOT = Path(__file__).parents[2]
ABOUT = {"paper": "sums", "seed": 7, "papamu": "test"}


@dataclass(frozen=True)
class Sum:
    number: int
    steps: int = 4
    seconds: float = 0.0  # for each step
    how: str = ""  # what goes wrong


def sums(count: int, work: str = "walk", **options: Any) -> list[Cell]:
    return [
        Cell(Work.of(f"tests.lab.lab_work:{work}"), Sum(number, **options), cost=1 + number % 5)
        for number in range(count)
    ]


def log(*words: object) -> None:
    if path := os.environ.get("LAB_LOG"):
        with open(path, "a") as file:  # one short write at the end: lines of several processes do not mix
            file.write(" ".join(map(str, words)) + "\n")


def walk(params: Sum, task: CellContext) -> dict[str, Any]:
    """A walk of random steps with a checkpoint after each: resumed or not, it is the same walk."""
    log("begin", params.number, os.getpid())
    rng, at, first = random.Random(task.seed), 0.0, 0
    kept = task.scratch / "kept"
    if kept.exists():
        first_text, at_text = kept.read_text().split()
        first, at = int(first_text), float.fromhex(at_text)
        log("resume", params.number, first)
    for step in range(params.steps):
        pace = rng.gauss(0, 1)
        if step < first:
            continue
        time.sleep(params.seconds)
        at += pace
        part = kept.with_name(f"part {os.getpid()}")  # as `write_whole`, without waiting for the disk
        part.write_text(f"{step + 1} {at.hex()}")
        part.replace(kept)
        log("step", params.number, step)
        task.report((step + 1) / params.steps)
    log("end", params.number)
    return {"at": at, "far": abs(at) > 1, "path": [params.number, params.steps]}


def go_wrong(params: Sum, task: CellContext) -> dict[str, Any]:
    """Walks, except where the parameters say what goes wrong at number 3."""
    if params.number == 3 and params.how:
        log("wrong", params.number)
        once = task.scratch / "once"
        if params.how == "refuse":
            raise AgentError("nobody plays\nthat")
        if params.how == "bug":
            raise ZeroDivisionError("a bug")
        if params.how == "nan":
            return {"at": float("nan")}
        if params.how == "die" or (params.how == "die once" and not once.exists()):
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return walk(params, task)


def hang(params: Sum, task: CellContext) -> dict[str, Any]:
    """Even numbers hardly end; as in a kernel, other threads can run."""
    if params.number % 2 == 0:
        log("begin", params.number, os.getpid())
        task.report(0.5)
        time.sleep(90)
    return walk(params, task)


def wait_and_walk(params: Sum, task: CellContext) -> dict[str, Any]:
    """Walks when a file GO lies beside the log."""
    log("wait", params.number, os.getpid())
    task.report(0.1)
    while not Path(os.environ["LAB_LOG"]).with_name("GO").exists():
        time.sleep(0.05)
    return walk(params, task)


def main() -> None:
    """`python -c "from tests.lab.lab_work import main; main()" FOLDER JOBS COUNT WORK SECONDS`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a script it is ignored
    folder, jobs, count, work, seconds = sys.argv[1:6]

    def report(done: float, total: float, words: str) -> None:
        print(f"{done:.3f} of {total:g}: {words}", flush=True)

    try:
        run(
            sums(int(count), work, seconds=float(seconds)),
            Path(folder),
            ABOUT,
            seed=7,
            jobs=int(jobs),
            report=report,
        )
    except KeyboardInterrupt:
        print("interrupted", flush=True)
