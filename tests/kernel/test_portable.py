"""Compiled code that comes along: another folder, another cache, and nothing is compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import papamu
from papamu.kernel import portable
from papamu.kernel.jit import FAST

CODE = """
import numba.core.event as event

class Count(event.Listener):
    count = 0
    def on_start(self, event): self.count += 1
    def on_end(self, event): pass

counted = Count()
event.register("numba:compile", counted)
import papamu
print(papamu.__file__)
start = papamu.load("clobber:3x3").start()
print([str(move) for move in start.legal_moves], start.play(start.legal_moves[0]).to_text())
print(counted.count)
"""


def run(package: Path, **variables: str) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=package, capture_output=True, text=True, check=True,
        env=environment | {"PYTHONPATH": str(package)},
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.jit
@pytest.mark.skipif(not FAST, reason="the plain way of using Numba keeps its code in Numba's own way")
@pytest.mark.skipif(not portable._can_run(), reason=f"this processor is not {portable.TARGET}")
def test_code_that_came_along_is_used_in_another_folder(tmp_path: Path) -> None:
    here = Path(papamu.__file__).parent
    made, own, empty = tmp_path / "made", tmp_path / "own", tmp_path / "empty"
    _, moves, built = run(here.parent, **portable.building_environment(made))
    assert int(built) > 0
    shutil.copytree(here, tmp_path / "elsewhere" / "papamu", ignore=shutil.ignore_patterns("__pycache__"))
    where, again, compiled = run(tmp_path / "elsewhere", PAPAMU_CACHE=str(empty), PAPAMU_COMPILED=str(made))
    assert where.startswith(str(tmp_path))
    assert (again, compiled) == (moves, "0")
    shutil.copytree(made, tmp_path / "elsewhere" / "papamu" / "_compiled")  # as a release has it
    assert run(tmp_path / "elsewhere", PAPAMU_CACHE=str(empty))[2] == "0"
    (tmp_path / "elsewhere" / "papamu" / "kernel" / "bits.py").open("a").write("\n# another version\n")
    assert int(run(tmp_path / "elsewhere", PAPAMU_CACHE=str(own))[2]) > 0  # edited sources are compiled


def test_another_processor_does_not_use_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "compiled" / portable.sources_hash()).mkdir(parents=True)
    monkeypatch.setenv("PAPAMU_COMPILED", str(tmp_path))
    monkeypatch.setattr(portable, "_can_run", lambda: True)
    assert portable.compiled_folder.__wrapped__() == tmp_path / "compiled" / portable.sources_hash()
    monkeypatch.setattr(portable, "_can_run", lambda: False)
    assert portable.compiled_folder.__wrapped__() is None
