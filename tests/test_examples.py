"""The examples run as they stand, and the README's Python says the truth."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.kernel.jit import JIT

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_your_own() -> None:
    assert "positions checked" in run("examples/nim.py")


@pytest.mark.skipif(not JIT, reason="thousands of games take minutes in the interpreter")
def test_table_5_1() -> None:
    lines = run("examples/table_5_1.py", "--games", "200").splitlines()
    assert len(lines) == 33


def test_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0
