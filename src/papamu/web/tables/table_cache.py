"""The tables in memory, in front of the store, and one lock per table.

Whoever reads a table to change it holds its lock until `put` has returned: then the new table is on the disk,
and only then in memory, where others can see it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from papamu.web.tables.table import Table
from papamu.web.tables.table_errors import MissingError
from papamu.web.tables.table_store import TableStore

_IN_MEMORY = 400  # tables; the others are replayed from the store when they are asked for


class TableCache:
    """All tables: the recent ones in memory, the others in the store."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()  # of the two above

    def lock(self, name: str) -> threading.RLock:
        """The lock of a table."""
        with self._guard:
            return self._locks.setdefault(name, threading.RLock())

    def get(self, name: str) -> Table:
        """The table of this id, from memory or from the store."""
        with self._guard:
            found = self._tables.get(name)
            if found is not None:
                self._tables.move_to_end(name)
                return found
        found = self.store.get(name)
        if found is None:
            with self._guard:
                self._locks.pop(name, None)
            raise MissingError(f"there is no table {name!r}")
        self._remember(found)
        return found

    def put(self, table: Table, before: Table | None) -> None:
        """Store a table, then show it; `before` is the table it was made from (none: it is new)."""
        self.store.put(table, before)
        self._remember(table)

    def _remember(self, table: Table) -> None:
        with self._guard:
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > _IN_MEMORY:
                self._tables.popitem(last=False)
