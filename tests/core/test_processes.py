"""Child processes: what they import, and what their parent keeps."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

START = """
import sys

import helper
from papamu.core.processes import Child

with open("runs.txt", "a") as file:
    file.write("run\\n")
"""

WORK = """
child = Child(helper.answer, ".", imports_main={main})
print(child.pipe.recv())
child.end()
print(sys.modules["__main__"].__file__ == __file__)
"""

HELPER = """
from papamu.core.processes import settle


def answer(pipe, folder):
    settle(folder)
    pipe.send("here")
"""


def run(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    (folder / "helper.py").write_text(HELPER)
    (folder / "script.py").write_text(script)
    return subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_a_script_without_a_main_guard_runs_once(tmp_path: Path) -> None:
    done = run(tmp_path, START + WORK.format(main=False))
    assert done.stdout == "here\nTrue\n", done.stderr
    assert (tmp_path / "runs.txt").read_text() == "run\n"


def test_the_main_file_is_imported_where_its_classes_are_needed(tmp_path: Path) -> None:
    guarded = "if __name__ == '__main__':\n" + textwrap.indent(WORK.format(main=True), "    ")
    done = run(tmp_path, START + guarded)
    assert done.stdout == "here\nTrue\n", done.stderr
    assert (tmp_path / "runs.txt").read_text() == "run\nrun\n"
