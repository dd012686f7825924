"""Numba used the plain way: the same results, its own place on disk, and chosen where Numba is not as expected."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from papamu.kernel import cache
from papamu.kernel.jit import FAST
from tests.kernel.plain_results import GAMES, compute

pytestmark = [
    pytest.mark.jit,
    pytest.mark.skipif(not FAST, reason="the plain way is compared with the fast one"),
]

ROOT = Path(__file__).parents[2]


def python(
    *arguments: str, folder: Path, path: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """A process with its own folder for compiled code."""
    environment = {name: value for name, value in os.environ.items() if name != "PAPAMU_PLAIN_NUMBA"}
    environment |= {
        "PAPAMU_CACHE": str(folder),
        "PYTHONPATH": os.pathsep.join(part for part in (path, str(ROOT / "src"), str(ROOT)) if part),
        "PYTHONDONTWRITEBYTECODE": "1",  # a .pyc does not notice two edits within one second
        **variables,
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def plain(*parts: str, folder: Path) -> dict[str, Any]:
    done = python("-m", "tests.kernel.plain_results", *parts, folder=folder, PAPAMU_PLAIN_NUMBA="1")
    assert done.stderr == ""  # asked for: no warning
    answer: dict[str, Any] = json.loads(done.stdout)
    assert not answer["fast"]
    return answer


def test_the_same_games_training_and_match_kept_on_disk(tmp_path: Path) -> None:
    parts = (*GAMES, "network", "match")
    first = plain(*parts, folder=tmp_path)
    for part in parts:
        assert first["found"][part] == json.loads(json.dumps(compute(part))), f"{part}: other results"
    assert first["compiled"] > 0
    second = plain(*parts, folder=tmp_path)
    assert second["found"] == first["found"]
    assert second["compiled"] == 0, "a second process compiled something"
    kept = {path.relative_to(tmp_path).parts[2] for path in tmp_path.rglob("*.nbi")}
    assert kept == {"plain"}, "compiled code is not where its sources are part of the name"


def test_the_kernel_tests_pass(tmp_path: Path) -> None:
    tests = ("tests/kernel/test_kernel.py", "tests/kernel/test_vectors.py")
    done = python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, folder=tmp_path, PAPAMU_PLAIN_NUMBA="1"
    )
    assert "1 skipped" in done.stdout, done.stdout  # the one about allocation


PLAY_NIM = """
import json, nim
from tests.kernel.plain_results import Compilations, event, random_game
compilations = Compilations()
event.register("numba:compile", compilations)
found = random_game("nim:1x9")
print(json.dumps([compilations.seen, found]))
"""


def test_an_edited_rule_outside_the_package_is_noticed(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(ROOT / "examples" / "nim.py", own / "nim.py")

    def play() -> tuple[int, Any]:
        done = python("-c", PLAY_NIM, folder=tmp_path, path=str(own), PAPAMU_PLAIN_NUMBA="1")
        compiled, found = json.loads(done.stdout)
        return compiled, found

    first, found = play()
    assert first > 0
    assert play() == (0, found)
    text = (own / "nim.py").read_text(encoding="utf-8")
    assert "out[loser] = -1.0" in text
    (own / "nim.py").write_text(text.replace("out[loser] = -1.0", "out[loser] = -3.0"), encoding="utf-8")
    again, edited = play()
    assert again > 0
    assert edited != found, "the library's cached caller still runs the old rule"


CHOOSE = """
import numba
{change}
import papamu.kernel.jit as chosen
from papamu.kernel.bits import flip
import numpy as np
state = np.zeros(1, dtype=np.uint64)
flip(state, 0, 3)
print(chosen.FAST, int(state[0]))
"""
# Numba itself goes on working with each of these changes: it has the old names where it needs them.
GONE = "import numba.core.caching as part; del part.CompileResultCacheImpl"
RENAMED = """
from numba.core.registry import CPUDispatcher
before = CPUDispatcher.get_overload
CPUDispatcher.get_overload = lambda self, signature: before(self, signature)
"""
UNKNOWN = 'numba.__version__ = "0.99.1"'
BROKEN = UNKNOWN + "; import sys; sys.executable = '/nowhere/python'"


@pytest.mark.parametrize(
    "change, why",
    [
        (GONE, "cannot import name 'CompileResultCacheImpl'"),
        (RENAMED, "CPUDispatcher.get_overload takes other arguments"),
        (BROKEN, "a trial of it could not be run"),
    ],
)
def test_another_numba_is_used_the_plain_way(change: str, why: str, tmp_path: Path) -> None:
    done = python("-c", CHOOSE.format(change=change), folder=tmp_path)
    assert done.stdout == "False 8\n"
    (line,) = done.stderr.splitlines()
    assert line.startswith("papamu: Numba ") and why in line and "compiled the plain way" in line


def test_an_unknown_numba_that_works_is_used_the_fast_way(tmp_path: Path) -> None:
    for _ in range(2):
        done = python("-c", CHOOSE.format(change=UNKNOWN), folder=tmp_path)
        assert (done.stdout, done.stderr) == ("True 8\n", "")
    (kept,) = tmp_path.rglob("numba-0.99.1.txt")  # the trial is made once
    assert kept.read_text(encoding="utf-8") == ""


def test_what_is_relied_on_is_listed() -> None:
    """Every method that `numba_fast` overrides is among those that are looked at."""
    from papamu.kernel import numba_fast

    listed = {(owner, name) for owner, name, _ in numba_fast.EXPECTED if isinstance(owner, type)}
    own = [
        it
        for it in vars(numba_fast).values()
        if isinstance(it, type) and it.__module__ == numba_fast.__name__
    ]
    assert len(own) == 6
    for made in own:
        base = made.__bases__[0]
        overridden = {
            name for name in vars(made) if hasattr(base, name) and not name.startswith(("__", "_abc"))
        }
        if "__init__" in vars(made):
            overridden.add("__init__")
        for name in overridden:
            assert any(issubclass(base, owner) and name == part for owner, part in listed), (made, name)


def test_folders_of_other_outside_files_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPAMU_CACHE", str(tmp_path))
    seen = set()
    for number in range(20):
        monkeypatch.setattr(cache, "_foreign", {"nim.py": str(number)})
        folder = cache.plain_folder()
        assert folder is not None and folder.is_dir()
        os.utime(folder, (0, folder.stat().st_mtime - 100 + number))
        seen.add(folder)
    assert len(seen) == 20
    assert 16 <= sum(folder.exists() for folder in seen) <= 17
