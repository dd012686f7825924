"""The table store: every table in one SQLite file. When `put` returns, the table is on the disk.

As in `core/store.py`: a write-ahead log, and each write waits for the disk. One server uses a store at a time.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError, StoreError
from papamu.core.files import make_folder
from papamu.core.locks import hold
from papamu.games.position import Position
from papamu.games.registry import load
from papamu.web.limits import MOST_TABLES
from papamu.web.tables.table import Comment, Seat, Table

FORMAT = 1
_APPLICATION = 0x50415057  # "PAPW"
_SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL, seed INTEGER NOT NULL,
    seq INTEGER NOT NULL, paused INTEGER NOT NULL, pace_ms INTEGER NOT NULL, gave_up TEXT NOT NULL,
    ended INTEGER NOT NULL, counted INTEGER NOT NULL, over INTEGER NOT NULL, says TEXT NOT NULL,
    key TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE moves (
    at TEXT NOT NULL, ply INTEGER NOT NULL, move TEXT NOT NULL, event TEXT, ms INTEGER, PRIMARY KEY (at, ply)
) WITHOUT ROWID;
CREATE INDEX by_change ON tables (changed);
"""


class TableStore:
    """All tables by their id."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._held = ExitStack()
        make_folder(self.path.parent)
        self._held.enter_context(hold(self.path))
        try:
            self._connection = self._open()
        except BaseException:
            self._held.close()
            raise

    def _open(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                connection.executescript(
                    f"BEGIN; {_SCHEMA} PRAGMA application_id = {_APPLICATION};"
                    f"PRAGMA user_version = {FORMAT}; COMMIT;"
                )
            whose = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if whose != _APPLICATION or version != FORMAT:
                raise StoreError(f"{str(self.path)!r} is not a games file of this version: give another file")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error as error:
            raise StoreError(f"cannot use {str(self.path)!r}: {error}: give another file") from None
        return connection

    def close(self) -> None:
        """Close the file, so that another server can use it."""
        with self._lock:
            self._connection.close()
        self._held.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self._connection
                    self._connection.execute("COMMIT")
                except BaseException:
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise StoreError(f"cannot write {str(self.path)!r}: {error}") from None

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError(f"cannot read {str(self.path)!r}: {error}") from None

    # -- writing ------------------------------------------------------------------------------

    def put(self, table: Table, before: Table | None) -> None:
        """Write a table; `before` is the table that was written last (none: it is new)."""
        kept = 0 if before is None else _shared(before.position, table.position)
        line = table.position.line
        moves = [
            (table.id, ply, str(after.move), after.event, table.times[ply])
            for ply, after in enumerate(line[1:])
            if ply >= kept
        ]
        row = (
            table.id,
            str(table.game),
            line[0].to_text(),
            json.dumps([asdict(seat) for seat in table.seats]),
            table.seed,
            table.seq,
            table.paused,
            table.pace_ms,
            json.dumps(table.gave_up),
            table.ended,
            table.counted,
            table.over,
            json.dumps([asdict(comment) for comment in table.comments]),
            table.key,
            table.created,
            table.changed,
        )
        with self._writing() as connection:
            connection.execute(f"INSERT OR REPLACE INTO tables VALUES ({','.join('?' * len(row))})", row)
            connection.execute("DELETE FROM moves WHERE at = ? AND ply >= ?", (table.id, kept))
            connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", moves)
            if before is None:
                self._make_room(connection)

    def _make_room(self, connection: sqlite3.Connection) -> None:
        over = connection.execute("SELECT count(*) FROM tables").fetchone()[0] - MOST_TABLES
        if over > 0:
            oldest = connection.execute("SELECT id FROM tables ORDER BY changed LIMIT ?", (over,)).fetchall()
            connection.executemany("DELETE FROM moves WHERE at = ?", oldest)
            connection.executemany("DELETE FROM tables WHERE id = ?", oldest)

    # -- reading ------------------------------------------------------------------------------

    def get(self, name: str) -> Table | None:
        """The table of this id with its game replayed, or none."""
        rows = self._rows("SELECT * FROM tables WHERE id = ?", name)
        if not rows:
            return None
        moves = self._rows("SELECT move, event, ms FROM moves WHERE at = ? ORDER BY ply", name)
        _, spec, start, seats, seed, seq, paused, pace, gave_up, ended, counted, _, says, *rest = rows[0]
        key, created, changed = rest
        try:
            game = load(spec)
            position = game.from_text(start)
            for move, event, _ in moves:
                happened = (event or "none") if game.facts.chance else None
                position = position.play(move, event=happened)
        except PapamuError as error:
            raise StoreError(f"table {name} cannot be replayed: {error}") from None
        return Table(
            id=name,
            seats=tuple(Seat(**seat) for seat in json.loads(seats)),
            position=position,
            seed=seed,
            times=tuple(ms for _, _, ms in moves),
            seq=seq,
            paused=bool(paused),
            pace_ms=pace,
            gave_up=tuple(json.loads(gave_up)),
            ended=bool(ended),
            counted=bool(counted),
            comments=tuple(Comment(**comment) for comment in json.loads(says)),
            key=key,
            created=created,
            changed=changed,
        )

    def recent(self, most: int, key: str | None = None) -> list[dict[str, Any]]:
        """The tables that changed last, in short."""
        mine = "" if key is None else "WHERE key = ?"
        rows = self._rows(
            "SELECT id, game, seats, over, paused, created, changed, "
            f"(SELECT count(*) FROM moves WHERE at = id) FROM tables {mine} ORDER BY changed DESC LIMIT ?",
            *([] if key is None else [key]),
            most,
        )
        return [
            {
                "id": name,
                "game": game,
                "seats": json.loads(seats),
                "over": bool(over),
                "paused": bool(paused),
                "created": created,
                "changed": changed,
                "plies": plies,
            }
            for name, game, seats, over, paused, created, changed, plies in rows
        ]

    def unfinished(self) -> list[str]:
        """The tables whose agents may have something to do after a restart."""
        rows = self._rows("SELECT id FROM tables WHERE NOT over OR NOT counted ORDER BY changed DESC")
        return [name for (name,) in rows]


def _shared(before: Position, after: Position) -> int:
    """How many moves two lines have in common."""
    old, new = before.line, after.line
    if old[0] is not new[0]:
        return 0
    common = 0
    for one, other in zip(old[1:], new[1:], strict=False):
        if one is not other:
            break
        common += 1
    return common
