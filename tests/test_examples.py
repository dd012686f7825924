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


@pytest.mark.skipif(not JIT, reason="a Monte Carlo player plays thousands of games to choose a move")
def test_tables_5_2_and_5_3() -> None:
    lines = run("examples/tables_5_2_5_3.py", "--games", "4", "--jobs", "1").splitlines()
    assert len(lines) == 34
    assert lines[-1].endswith("for 32 cells")


@pytest.mark.skipif(not JIT, reason="minimax on 8×8 takes minutes in the interpreter")
def test_konane_figure_4() -> None:
    lines = run("examples/konane_figure_4.py", "--games", "40", "--depths", "1", "2").splitlines()
    assert len(lines) == 19
    shares = {line.split()[0]: float(line.split()[-1].rstrip("%")) for line in lines[1:]}
    assert min(shares[letter] for letter in "ijklopqr") > 80 > max(shares[letter] for letter in "bcdef")


@pytest.mark.parametrize("name", ["README.md", "docs/agents.md"])
def test_the_documents(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried > 5
    assert failed == 0
