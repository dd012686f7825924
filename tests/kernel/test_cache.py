"""Compiled code is kept between processes, and never outlives the rule it was made from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import papamu
from papamu.kernel.jit import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="without the JIT nothing is compiled or kept")

# Counts the compilations of a process through Numba's own events.
SCRIPT = """
import sys
import numba.core.event as event  # Numba first: our folder must be used all the same
seen = []
class Listener(event.Listener):
    def on_start(self, e): seen.append(e)
    def on_end(self, e): pass
event.register("numba:compile", Listener())
import numpy as np
import papamu
{more}
from papamu.kernel.random import stream
from papamu.search.playout import random_games
game = papamu.load("{spec}")
total = np.zeros(game.num_players)
random_games(game.rules, game.new_state(), stream(1), 10, np.zeros(game.num_players), total)
position = game.start(seed=1)
position.play(position.legal_moves[0])
print(len(seen), abs(total).sum() / 10 if abs(total).sum() else 0.0, position.returns)
"""


def run(folder: Path, cache: Path, spec: str = "clobber:3x3", more: str = "") -> tuple[int, str]:
    """How many compilations there were, and what came out."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PAPAMU_CACHE": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",  # a .pyc does not notice two edits within one second
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(spec=spec, more=more)],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    compilations, result = done.stdout.split(" ", 1)
    return int(compilations), result


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    source = Path(papamu.__file__).parent
    shutil.copytree(source, tmp_path / "copy" / "papamu", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "copy"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_second_process_compiles_nothing_and_an_edited_rule_is_noticed(
    copied: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    first, result = run(copied, cache)
    assert first > 0
    files = sorted(path.name for path in cache.rglob("*.nb?"))
    assert files, "nothing was kept"
    assert run(copied, cache) == (0, result), "a second process compiled something"
    assert sorted(path.name for path in cache.rglob("*.nb?")) == files, "the cache grew on a second run"

    # The rule is in games/clobber/rules.py, its cached caller in search/playout.py.
    edit(copied / "papamu/games/clobber/rules.py", "out[loser] = -1.0", "out[loser] = -3.0")
    again, edited = run(copied, cache)
    assert again > 0
    assert edited != result, "the cached caller still runs the old rule"


def test_an_edited_rule_outside_the_package_is_noticed(copied: Path, tmp_path: Path) -> None:
    cache, own = tmp_path / "cache", tmp_path / "own"
    own.mkdir()
    shutil.copy(Path(__file__).parents[2] / "examples" / "nim.py", own / "nim.py")
    more = f"sys.path.insert(0, {str(own)!r}); import nim"
    first, result = run(copied, cache, "nim:1x9", more)
    assert first > 0
    assert run(copied, cache, "nim:1x9", more) == (0, result)
    edit(own / "nim.py", "out[loser] = -1.0", "out[loser] = -3.0")
    again, edited = run(copied, cache, "nim:1x9", more)
    assert again > 0
    assert edited != result, "the library's cached caller still runs the student's old rule"


def test_old_folders_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from papamu.kernel import cache

    monkeypatch.setenv("PAPAMU_CACHE", str(tmp_path))
    for number in range(8):
        old = tmp_path / "compiled" / f"old{number}"
        old.mkdir(parents=True)
        age = 10_000_000 if number == 0 else 1000 * (9 - number)
        os.utime(old, (os.stat(old).st_atime - age, os.stat(old).st_mtime - age))
    cache.prepare()
    left = {path.name for path in (tmp_path / "compiled").iterdir()}
    assert cache.sources_hash() in left
    assert left - {cache.sources_hash()} == {"old4", "old5", "old6", "old7"}


def test_rooms_that_are_not_hashed_have_no_kernels() -> None:
    from papamu.kernel.cache import _NO_KERNELS, _PACKAGE

    for room in _NO_KERNELS:
        for path in (_PACKAGE / room).rglob("*.py"):
            assert "kernel.jit" not in path.read_text(encoding="utf-8"), f"{path} has kernels: hash {room}"


def test_a_read_only_home_still_plays(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    compilations, _ = run(Path(papamu.__file__).parent.parent, blocked / "cache")
    assert compilations > 0
