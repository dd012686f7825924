"""The examples run as they stand. (Those in the documents: tests/docs/test_pages.py.)"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_your_own() -> None:
    assert "positions checked" in run("examples/nim.py")


def test_who_never_loses() -> None:
    assert "it never loses" in run("examples/never_loses.py", "clobber:2x4", "solve")
    assert "lines are not won" in run("examples/never_loses.py", "clobber:2x5", "first")
    assert "lines are not won" in run(
        "examples/never_loses.py", "clobber:2x3", "solve"
    )  # the second player wins
