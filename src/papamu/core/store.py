"""The store: finished pieces of long work in one SQLite file, so that nothing is computed twice.

A store knows neither matches nor papers. Work cuts itself into pieces, gives each a key, and puts a
piece in the moment it is done; a run that was stopped asks which keys are there and does the rest.

It is an SQLite file (https://sqlite.org/wal.html) with a write-ahead log, synchronous=FULL. A killed
process loses nothing that was acknowledged under any setting, because the system has the data; but with
synchronous=NORMAL a power loss takes all pieces since the last checkpoint, which for slow work can be
hours. FULL waits for the disk at each `put`: 0.3 ms against 0.04 ms on an SSD, some 10 ms on a turning
disk. Pieces that take less than that go in by the dozen with `put_many`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from papamu.core.errors import StoreError, listing
from papamu.core.locks import hold

FORMAT = 1
_APPLICATION = 0x50415041  # "PAPA": how SQLite files say whose they are
_TABLES = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE piece (key TEXT PRIMARY KEY, value NOT NULL, checksum INTEGER NOT NULL)",
)


class Store:
    """Finished pieces by key. A value is `bytes` or anything JSON has (tuples come back as lists)."""

    def __init__(self, path: Path, connection: sqlite3.Connection, about: dict[str, Any]) -> None:
        self.path = path
        self.about = about
        self._connection = connection
        self._process = os.getpid()

    @classmethod
    @contextmanager
    def open(cls, path: str | Path, about: Mapping[str, Any]) -> Iterator[Store]:
        """The store of this work for writing, made if it is not there.

        `about` says what the work is: everything that decides what a piece contains. A store of other work
        is refused, and so is one that another process writes to.
        """
        path = Path(path)
        wanted = json.loads(_json(dict(about)))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
        with hold(path), closing(_connect(path, "rwc")) as connection:
            with _one_line(path):
                if _is_new(connection):
                    _make(connection, wanted)
                found = _check(path, connection)
                if found != wanted:
                    raise StoreError(_other_work(path, found, wanted))
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=FULL")
            try:
                yield cls(path, connection, found)
            finally:
                _settle(connection)

    @classmethod
    @contextmanager
    def look(cls, path: str | Path) -> Iterator[Store]:
        """A store to read from, also while another process writes to it."""
        path = Path(path)
        if not path.is_file():
            raise StoreError(f"there is no store {str(path)!r}")
        with closing(_connect(path, "ro")) as connection:
            with _one_line(path):
                if _is_new(connection):
                    raise StoreError(f"{str(path)!r} is not a store: it is empty")
                found = _check(path, connection)
            yield cls(path, connection, found)

    def put(self, key: str, value: Any) -> None:
        """Keep a finished piece: when this returns, it is on the disk."""
        self.put_many([(key, value)])

    def put_many(self, pieces: Iterable[tuple[str, Any]]) -> None:
        """Keep several finished pieces, all of them or none."""
        self._here()
        rows = [(key, packed, _checksum(packed)) for key, packed in ((key, _pack(v)) for key, v in pieces)]
        with _one_line(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                for row in rows:
                    self._insert(*row)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk has already taken it back
                    self._connection.execute("ROLLBACK")
                raise

    def get(self, key: str) -> Any:
        """The piece of this key; `KeyError` if it is not done."""
        self._here()
        with _one_line(self.path):
            row = self._row(key)
        if row is None:
            raise KeyError(key)
        return self._value(key, *row)

    def keys(self) -> list[str]:
        """The keys of all finished pieces, in order of the alphabet, not of time."""
        self._here()
        with _one_line(self.path):
            return [key for (key,) in self._connection.execute("SELECT key FROM piece ORDER BY key")]

    def items(self) -> Iterator[tuple[str, Any]]:
        """All finished pieces with their keys, in the order of `keys`."""
        for key in self.keys():  # one by one: all of them may be more than memory holds
            yield key, self.get(key)

    def __contains__(self, key: object) -> bool:
        self._here()
        with _one_line(self.path):
            return isinstance(key, str) and self._row(key) is not None

    def __len__(self) -> int:
        self._here()
        with _one_line(self.path):
            return int(self._connection.execute("SELECT count(*) FROM piece").fetchone()[0])

    def _row(self, key: str) -> Any:
        return self._connection.execute("SELECT value, checksum FROM piece WHERE key = ?", (key,)).fetchone()

    def _insert(self, key: str, packed: str | bytes, checksum: int) -> None:
        there = self._row(key)
        if there is None:
            self._connection.execute("INSERT INTO piece VALUES (?, ?, ?)", (key, packed, checksum))
        elif there != (packed, checksum):
            raise RuntimeError(f"piece {key!r} of {str(self.path)!r} is already there with another value")

    def _value(self, key: str, packed: Any, checksum: int) -> Any:
        if not isinstance(packed, str | bytes) or _checksum(packed) != checksum:
            raise StoreError(f"{str(self.path)!r} is damaged: piece {key!r} is not what was written")
        return json.loads(packed) if isinstance(packed, str) else packed

    def _here(self) -> None:
        if os.getpid() != self._process:  # SQLite files break when two processes share a connection
            raise RuntimeError("a store is used by the process that opened it, not by its forks")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def _pack(value: Any) -> str | bytes:
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else _json(value)


def _checksum(packed: str | bytes) -> int:
    return zlib.crc32(packed.encode("utf-8") if isinstance(packed, str) else packed)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with _one_line(path):
        return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10)


def _is_new(connection: sqlite3.Connection) -> bool:
    """Nothing in it: just made, or its maker was killed before the first write."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return not tables and _pragma(connection, "application_id") == 0


def _make(connection: sqlite3.Connection, about: Mapping[str, Any]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for table in _TABLES:
        connection.execute(table)
    rows = [(key, _json(value)) for key, value in about.items()]
    connection.executemany("INSERT INTO about VALUES (?, ?)", rows)
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def _check(path: Path, connection: sqlite3.Connection) -> dict[str, Any]:
    """What the work in this store is, once it is sure that this is a store and sound."""
    if _pragma(connection, "application_id") != _APPLICATION:
        raise StoreError(f"{str(path)!r} is not a store: it is a database of another program")
    version = _pragma(connection, "user_version")
    if version != FORMAT:
        raise StoreError(
            f"{str(path)!r} has format {version}, this version of Papamu reads {FORMAT}: "
            "use the version that made it, or another file"
        )
    said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if said != "ok":
        raise StoreError(_damaged(path, said))
    return {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM about")}


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _settle(connection: sqlite3.Connection) -> None:
    """Leave one ordinary file without a log, which can be copied, and read from a read-only folder."""
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error:
        pass  # someone is reading, or the disk is full: the log stays beside the file and is as good


def _other_work(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    keys = sorted(key for key in {*found, *wanted} if found.get(key, ...) != wanted.get(key, ...))
    said = [f"{key} is {_short(found, key)} there and {_short(wanted, key)} here" for key in keys]
    return (
        f"{str(path)!r} holds other work: {listing(said, 4)}: "
        "request the same work to resume it, or give another file to start from scratch"
    )


def _short(values: Mapping[str, Any], key: str) -> str:
    text = _json(values[key]) if key in values else "missing"
    return text if len(text) <= 60 else text[:57] + "…"


def _damaged(path: Path, why: object) -> str:
    words = " ".join(str(why).split())
    return f"{str(path)!r} is damaged ({words}): give another file, or delete this one to start from scratch"


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    """What SQLite cannot do, as an error for people. What was put before is kept in every case."""
    try:
        yield
    except sqlite3.OperationalError as error:
        said = str(error)
        if "malformed" in said:
            raise StoreError(_damaged(path, error)) from None
        kept = " (finished pieces are kept)" if path.is_file() else ""
        raise StoreError(f"cannot use {str(path)!r}: {said}{kept}") from None
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error):
            raise StoreError(f"{str(path)!r} is not a store: it is not a database, or is damaged") from None
        raise StoreError(_damaged(path, error)) from None
