"""Finished pieces survive everything that stops a run, and no two runs share a store."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

import papamu
from papamu.core.errors import PapamuError, StoreError
from papamu.core.files import write_whole
from papamu.core.store import Store

ABOUT = {"what": "a match", "games": 100, "agents": ["random", "first"]}


def refused(path: Path, about: dict[str, Any] = ABOUT) -> str:
    """What is said when this store is opened, in one line."""
    with pytest.raises(StoreError) as caught, Store.open(path, about):
        pass
    assert "\n" not in str(caught.value)
    assert str(path.name) in str(caught.value)
    return str(caught.value)


def test_pieces_are_there_again(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "new" / "match.store"
    values = {"a": b"\x00\xff", "b": {"x": [1, 2.5, None, "é"]}, "c": [], "d": b"", "é/ü": 3}
    with Store.open(path, ABOUT) as store:
        store.put("b", values["b"])
        store.put_many((key, value) for key, value in values.items() if key != "b")
        assert "a" in store and "z" not in store and 3 not in store
    assert os.listdir(path.parent) == ["match.store"], "no log and no lock is left behind"
    with Store.open(path, ABOUT) as store:
        assert dict(store.items()) == values
        assert store.keys() == sorted(values)
        assert len(store) == 5
        assert store.about == ABOUT
        with pytest.raises(KeyError):
            store.get("z")


def test_a_piece_is_put_once(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", ABOUT) as store:
        store.put("a", {"x": 1, "y": 2})
        store.put("a", {"y": 2, "x": 1})
        for other in ({"x": 1, "y": 3}, b'{"x":1,"y":2}'):
            with pytest.raises(RuntimeError, match=r"'a' .* another value"):
                store.put("a", other)
        with pytest.raises(RuntimeError):
            store.put_many([("b", 1), ("a", 7)])
        assert dict(store.items()) == {"a": {"x": 1, "y": 2}}, "all of them or none"


def test_what_json_does_not_have_is_refused_and_nothing_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", ABOUT) as store:
        for value in (float("nan"), {1, 2}, object()):
            with pytest.raises((ValueError, TypeError)):
                store.put_many([("good", 1), ("bad", value)])
        assert len(store) == 0


def test_other_work_is_refused_and_says_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Store.open(path, ABOUT) as store:
        store.put("a", 1)
    said = refused(path, {**ABOUT, "games": 200, "seed": 3})
    assert "games is 100 there and 200 here" in said
    assert "seed is missing there and 3 here" in said
    assert "agents" not in said
    assert "another file" in said
    with Store.open(path, {**ABOUT, "agents": ("random", "first")}) as store:  # JSON knows no tuples
        assert store.keys() == ["a"]


@pytest.mark.parametrize("content", [b"no database at all" * 400, b"SQLite format 3\x00" + b"\x07" * 5000])
def test_what_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s"
    path.write_bytes(content)
    assert "not a store" in refused(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    other.close()
    before = path.read_bytes()
    assert "another program" in refused(path)
    assert path.read_bytes() == before


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Store.open(path, ABOUT):
        pass
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    assert "format 99" in refused(path)


def filled(path: Path) -> None:
    with Store.open(path, ABOUT) as store:
        store.put_many((f"piece {n}", b"x" * 500) for n in range(200))


@pytest.mark.parametrize("part", [0.05, 0.3, 0.9, 0.99])
def test_a_truncated_file_is_refused(tmp_path: Path, part: float) -> None:
    path = tmp_path / "s"
    filled(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * part)])
    assert "damaged" in refused(path) or "not a store" in refused(path)


def test_a_file_overwritten_in_the_middle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s"
    filled(path)
    content = bytearray(path.read_bytes())
    for page in range(1, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\x55" * 200
    path.write_bytes(bytes(content))
    assert "damaged" in refused(path)


def test_one_changed_letter_in_a_piece_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Store.open(path, ABOUT) as store:
        store.put("a", "the quick brown fox")
        store.put("b", "jumps")
    path.write_bytes(path.read_bytes().replace(b"quick", b"quack"))
    with Store.open(path, ABOUT) as store:
        assert store.get("b") == "jumps"
        with pytest.raises(StoreError, match="damaged: piece 'a'"):
            store.get("a")


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / "s").touch()  # its maker was killed before the first write
    with Store.open(tmp_path / "s", ABOUT) as store:
        store.put("a", 1)
    with sqlite3.connect(tmp_path / "t") as other:
        other.execute("PRAGMA journal_mode=WAL")
    other.close()
    with Store.open(tmp_path / "t", ABOUT) as store:
        assert len(store) == 0


def put_until_it_breaks(store: Store) -> None:
    for n in range(100):
        store.put(f"{n:02}", b"x" * 3000)
        assert len(store) == n + 1


def test_a_full_disk_keeps_what_was_put(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Store.open(path, ABOUT) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 5}")  # SQLite's own full disk
        with pytest.raises(StoreError, match=r"full.*pieces are kept") as caught:
            put_until_it_breaks(store)
        assert "\n" not in str(caught.value)
        done = len(store)
        assert 0 < done < 10
        store.put(f"{done - 1:02}", b"x" * 3000)
    with Store.open(path, ABOUT) as store:
        assert store.keys() == [f"{n:02}" for n in range(done)]


def test_a_file_system_that_breaks_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        in_transaction = False

        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

    with Store.open(tmp_path / "s", ABOUT) as store:
        store.put("a", 1)
        with monkeypatch.context() as patch:
            patch.setattr(store, "_connection", Broken())
            for use in (lambda: store.put("b", 2), lambda: store.get("a"), store.keys):
                with pytest.raises(StoreError, match="disk I/O error"):
                    use()
    with Store.open(tmp_path / "s", ABOUT) as store:
        assert store.keys() == ["a"]


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("I am no folder")
    assert "cannot write" in refused(tmp_path / "file" / "s")
    (tmp_path / "folder").mkdir()
    assert "folder" in refused(tmp_path / "folder")
    if sys.platform == "linux":  # a folder that takes no files, even from root
        assert "cannot write" in refused(Path("/proc/s"))


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="no such permissions here")
def test_a_read_only_folder() -> None:
    with tempfile.TemporaryDirectory() as name:  # not `tmp_path`, which only its owner may enter
        folder = Path(name)
        filled(folder / "s")
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:  # nothing is read-only for root
            os.seteuid(65534)
        try:
            assert "cannot write" in refused(folder / "s")
            assert "cannot write" in refused(folder / "new")
            with Store.look(folder / "s") as store:
                assert len(store) == 200
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o700)


CHILD = """
import sys
from papamu.core.store import Store
with Store.open(sys.argv[1], {"what": "kill"}) as store:
    n = len(store)
    print("open", flush=True)
    while True:
        if n % 3:
            store.put(f"{n:06}", {"n": n, "text": "x" * (n % 5000)})
        else:
            store.put_many([(f"{n:06}", bytes([n % 256]) * 300), (f"{n:06} too", n)])
        print(n, flush=True)
        n += 1
"""


def child(path: Path, code: str = CHILD) -> subprocess.Popen[str]:
    folder = str(Path(papamu.__file__).parent.parent)
    started = subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": folder},
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "open\n"
    return started


def test_every_acknowledged_piece_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "s"
    acknowledged: set[int] = set()
    for round_ in range(6):
        killed = child(path)
        assert killed.stdout is not None
        for _ in range(5 + 40 * round_):
            acknowledged.add(int(killed.stdout.readline()))
        killed.kill()
        acknowledged.update(int(line) for line in killed.stdout if line.endswith("\n"))
        killed.stdout.close()
        assert killed.wait() == -signal.SIGKILL if sys.platform != "win32" else killed.wait() != 0
        with Store.open(path, {"what": "kill"}) as store:
            there = set(store.keys())
            for n in acknowledged:
                want = bytes([n % 256]) * 300 if n % 3 == 0 else {"n": n, "text": "x" * (n % 5000)}
                assert store.get(f"{n:06}") == want
            assert all((f"{key} too" in there) == (int(key) % 3 == 0) for key in there if len(key) == 6)
            # the child counts on from the number of pieces, so the keys it skips are no loss
    assert len(acknowledged) > 600


def test_a_second_process_is_told_who_holds_the_store(tmp_path: Path) -> None:
    path = tmp_path / "s"
    holder = child(path)
    try:
        said = refused(path, {"what": "kill"})
        assert f"process {holder.pid} since {time.strftime('%Y-')}" in said
        with Store.look(path) as store:
            assert store.about == {"what": "kill"}
            assert len(store) >= 0
            with pytest.raises(StoreError, match="readonly"):
                store.put("a", 1)
    finally:
        holder.kill()
        holder.wait()
        assert holder.stdout is not None
        holder.stdout.close()
    with Store.open(path, {"what": "kill"}):
        assert "in this process" in refused(path, {"what": "kill"})
    with Store.open(path, {"what": "kill"}):
        pass  # the refused second opening has not taken the lock with it


FORKING = """
import os, sys, time
from papamu.core.store import Store
with Store.open(sys.argv[1], {"what": "kill"}) as store:
    heard, tell = os.pipe()
    worker = os.fork()
    if not worker:
        try:
            store.put("b", 1)
        except RuntimeError:
            os.write(tell, b"refused")
        time.sleep(60)
        os._exit(0)
    print("open", os.read(heard, 100).decode(), worker, sep="\\n", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_workers_that_outlive_a_killed_run_hold_nothing(tmp_path: Path) -> None:
    run = child(tmp_path / "s", FORKING)
    assert run.stdout is not None
    assert run.stdout.readline() == "refused\n", "a fork does not write through its parent's connection"
    worker = int(run.stdout.readline())
    run.kill()
    run.wait()
    try:
        os.kill(worker, 0)  # it lives
        with Store.open(tmp_path / "s", {"what": "kill"}) as store:
            assert len(store) == 0
    finally:
        os.kill(worker, signal.SIGKILL)
        run.stdout.close()


def test_looking_at_what_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("hello " * 1000)
    for name, says in (("nothing", "there is no store"), ("empty", "empty"), ("text", "not a store")):
        with pytest.raises(StoreError, match=says), Store.look(tmp_path / name):
            pass
    assert not (tmp_path / "nothing").exists()


def test_files_are_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    write_whole(path, "é\n")
    write_whole(path, b"new\n")
    (tmp_path / "link").symlink_to(path)

    def break_off(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", break_off)
        with pytest.raises(PapamuError, match=r"cannot write .*No space left"):
            write_whole(path, "half")
    assert path.read_bytes() == b"new\n"
    assert sorted(os.listdir(tmp_path)) == ["link", "page.html"], "the broken part is gone"
    write_whole(tmp_path / "link", "through the link\n")
    assert path.read_text() == "through the link\n"
    assert sorted(os.listdir(tmp_path)) == ["link", "page.html"]
    for wrong in (tmp_path, tmp_path / "no" / "where", tmp_path / "nul\0"):
        with pytest.raises(PapamuError, match="cannot write"):
            write_whole(wrong, "x")
    with pytest.raises(PapamuError, match="cannot write"):
        write_whole(path, "\ud800")
    assert path.read_text() == "through the link\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
def test_devices_are_written_to_and_not_replaced() -> None:
    write_whole("/dev/null", "x")
    assert not Path("/dev/null").is_file()
    if Path("/dev/full").exists():
        with pytest.raises(PapamuError, match="No space left"):
            write_whole("/dev/full", "x")
