"""Digests of code from outside the package: changed sources change them, and nothing else does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from papamu.core import source_fingerprint as sources
from papamu.games.game import Game

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from papamu.core import source_fingerprint as sources
import mine
print(sources.fingerprint([mine.Mine]), *[path.name for path in sources.files([mine.Mine])])
"""
MINE = "import json\nimport numpy\nfrom helper import STEP\n\nclass Mine:\n    step = STEP\n"


def asked(folder: Path) -> tuple[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)], capture_output=True, text=True, timeout=60, check=True
    )
    digest, *files = done.stdout.split()
    return digest, files


def test_the_files_behind_a_class_and_what_they_import(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "helper.py").write_text("STEP = 1\n")
    (tmp_path / "stranger.py").write_text("OTHER = 1\n")
    first, files = asked(tmp_path)
    assert files == ["helper.py", "mine.py"], "no library, nothing that is not imported"
    (tmp_path / "stranger.py").write_text("OTHER = 2\n")
    assert asked(tmp_path)[0] == first
    (tmp_path / "helper.py").write_text("STEP = 2\n")
    second, _ = asked(tmp_path)
    assert second != first
    (tmp_path / "mine.py").write_text(MINE + "    more = 1\n")
    assert asked(tmp_path)[0] not in (first, second)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "helper.py").write_text("STEP = 1\n")
    assert asked(tmp_path)[0] == first


def test_what_comes_with_the_package_has_none() -> None:
    assert sources.fingerprint([Game, sources.fingerprint]) is None
    assert sources.files([Game]) == []


def test_what_has_no_file_is_known_by_its_text_or_not_at_all() -> None:
    room: dict[str, object] = {"__name__": "typed_at_a_prompt"}
    exec("class Typed: pass", room)
    digest = sources.fingerprint([room["Typed"]])
    assert digest is not None
    assert sources.fingerprint([room["Typed"]]) == digest, "the same object is the same"
    again: dict[str, object] = {"__name__": "typed_at_a_prompt"}
    exec("class Typed: pass", again)
    assert sources.fingerprint([again["Typed"]]) != digest, "another one may be anything"
