"""An agent's turn at a table: its request in the pool, what the watchers see of it, and its move.

Called under the table's lock. An answer counts only while the state that asked for it is still the table's current
one: an action of a person stops the turn first.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from papamu.core.errors import PapamuError
from papamu.web.tables.hub import Hub
from papamu.web.tables.table import Table
from papamu.web.tables.table_cache import TableCache
from papamu.web.tables.table_requests import table_request
from papamu.web.tables.table_view import AgentState, thinking_message
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer
from papamu.web.thinking.request_queue import PendingRequest
from papamu.web.validation import Models


@dataclass(eq=False)
class AgentTurn(AgentState):
    """The agent on turn, with its request in the pool."""

    pending: PendingRequest | None = None


class AgentTurns:
    """The agents on turn, by table."""

    def __init__(
        self,
        cache: TableCache,
        pool: AgentPool,
        models: Models,
        hub: Hub,
        run_soon: Callable[[Callable[[], None]], None],
        commit: Callable[[Table, Table], object],
    ) -> None:
        self._cache, self._pool, self._models, self._hub = cache, pool, models, hub
        self._run_soon, self._commit = run_soon, commit
        self._turns: dict[str, AgentTurn] = {}
        self._hurried: dict[
            str, int
        ] = {}  # the ply of the last move that was made with less thought than usual

    def state(self, name: str) -> AgentState | None:
        """The agent on turn at a table, if it was asked for its move."""
        return self._turns.get(name)

    def hurried(self, table: Table) -> bool:
        """Was the last move made with less thought than usual, because the agent was not ready yet?"""
        return self._hurried.get(table.id) == table.plies

    def start(self, table: Table) -> None:
        """Ask the agent on turn for its move."""
        turn = AgentTurn(table.position.player, time.time())
        self._turns[table.id] = turn
        try:
            request = table_request("move", table, turn.seat, self._models)
        except PapamuError as error:  # its model file is gone, for example
            turn.stall(str(error))
            return
        turn.pending = self._pool.submit(
            request,
            lambda answer: self._run_soon(lambda: self._take_answer(table.id, turn, answer)),
            lambda: self._run_soon(lambda: self._begin(table, turn)),
        )

    def stop(self, name: str) -> None:
        """Nobody waits for this move any more."""
        turn = self._turns.pop(name, None)
        if turn is not None and turn.pending is not None:
            self._pool.cancel(turn.pending)

    def stall(self, table: Table, seat: int, why: str) -> None:
        """The agent was stopped: the table waits until a person moves, or asks it again."""
        turn = AgentTurn(seat, time.time())
        turn.stall(why)
        self._turns[table.id] = turn
        self.notify(table)

    def notify(self, table: Table) -> None:
        """Send the watchers what the agent on turn is doing."""
        self._hub.notify(table.id, thinking_message(table, self.state(table.id)))

    # -- called in the manager's threads, when the pool has something to report -----------------

    def _begin(self, table: Table, turn: AgentTurn) -> None:
        """Everything is compiled: from now on the agent thinks."""
        with self._cache.lock(table.id):
            if self._turns.get(table.id) is turn and not turn.stalled:
                turn.warming = False
                self.notify(table)

    def _take_answer(self, name: str, turn: AgentTurn, answer: AgentAnswer) -> None:
        """Play the agent's move, or show why it has none."""
        with self._cache.lock(name):
            if self._turns.get(name) is not turn:
                return  # the table has changed since the agent was asked
            table = self._cache.get(name)
            try:
                if answer.error is not None:
                    raise PapamuError(answer.error)
                after = table.play(str(answer.value), round(1000 * answer.seconds))
                after = after.continue_stream(turn.seat, answer.rng)
            except PapamuError as error:
                turn.stall(str(error))
                self.notify(table)
                return
            del self._turns[name]
            self._hurried.pop(name, None)
            if answer.hurried:
                self._hurried[name] = after.plies
            self._commit(after, table)
