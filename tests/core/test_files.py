"""Files written whole, and locks: also when several threads of one process want the same file."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from papamu.core.errors import BusyError
from papamu.core.files import write_whole
from papamu.core.locks import hold


def test_threads_that_write_the_same_file_do_not_take_each_others_half_away(tmp_path: Path) -> None:
    path = tmp_path / "note.json"

    def write(number: int) -> None:
        for _ in range(50):
            write_whole(path, str(number) * 10_000)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))  # an error in one of them is raised here
    assert set(path.read_text()) in [{str(number)} for number in range(4)]
    assert list(tmp_path.iterdir()) == [path], "nothing half-written stays"


def test_one_who_waits_for_a_file_gets_it_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")

    def count(_: int) -> None:
        with hold(path, wait=60):
            before = int(path.read_text())
            time.sleep(0.001)
            path.write_text(str(before + 1))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(count, range(40)))
    assert path.read_text() == "40"
    assert list(tmp_path.iterdir()) == [path]


def test_one_who_does_not_wait_is_told_who_holds_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with hold(path), pytest.raises(BusyError, match="already open in this process"), hold(path, wait=0.05):
        pass
    with hold(path):
        pass


HOLDER = """
import sys, pathlib
from papamu.core.locks import hold
with hold(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_another_process_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BusyError, match=f"in use by process {other.pid}"), hold(path):
            pass
        with ThreadPoolExecutor(1) as threads:

            def take() -> bool:
                with hold(path, wait=60):
                    return True

            taken = threads.submit(take)
            time.sleep(0.1)
            assert not taken.done()
            other.stdin.write("\n")
            other.stdin.flush()
            assert taken.result(60)
