"""The end of a game: its agents are notified one after the other, and their comments are kept at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from papamu.core.errors import PapamuError
from papamu.web.tables.table import Comment, Table
from papamu.web.tables.table_cache import TableCache
from papamu.web.tables.table_requests import table_request
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer
from papamu.web.validation import Models


def seats_to_notify(table: Table) -> list[int]:
    """The seats whose agents learn the result: all of them, if a person has played."""
    agents = [at for at, seat in enumerate(table.seats) if not seat.is_person and not seat.resigned]
    return agents if table.persons else []


class EndNotifier:
    """Notifies the agents of a finished game. Called under the table's lock."""

    def __init__(
        self,
        cache: TableCache,
        pool: AgentPool,
        models: Models,
        run_soon: Callable[[Callable[[], None]], None],
        commit: Callable[[Table, Table], object],
    ) -> None:
        self._cache, self._pool, self._models = cache, pool, models
        self._run_soon, self._commit = run_soon, commit

    def start(self, table: Table) -> None:
        """Ask the first agent; its answer asks the next."""
        self._ask(table.id, seats_to_notify(table), ())

    def _ask(self, name: str, seats: Sequence[int], comments: Sequence[Comment]) -> None:
        table = self._cache.get(name)
        if not seats:
            if not table.counted:
                self._commit(table.finish(comments), table)
            return
        at, *others = seats

        def next_agent(answer: AgentAnswer) -> None:
            said = [*comments, *(Comment(at, text) for text in answer.value or ())]
            self._run_soon(lambda: self._ask_locked(name, others, said))

        details = {"persons": table.persons, "gave_up": table.gave_up}
        try:
            request = table_request("end", table, at, self._models, **details)
        except PapamuError:  # it cannot play any more: its model file is gone, for example
            self._ask(name, others, comments)
            return
        self._pool.submit(request, next_agent)

    def _ask_locked(self, name: str, seats: Sequence[int], comments: Sequence[Comment]) -> None:
        with self._cache.lock(name):
            self._ask(name, seats, comments)
