"""Recovery after a restart: the games in the store continue where they were."""

from __future__ import annotations

from papamu.core.errors import PapamuError
from papamu.games import registry
from papamu.web.tables.position_view import view
from papamu.web.tables.table_manager import TableManager


def recover(manager: TableManager, load_games: bool = False) -> None:
    """Ask every agent again that had something to do, and then load all games, if that is wished."""
    for name in manager.store.unfinished():
        if manager.closing:
            return
        try:
            _resume(manager, name)
        except PapamuError:
            continue  # a game of another version stays in the store; opening it gives the error
    for game in registry.names() if load_games else ():
        if manager.closing:
            return
        start = registry.load(game).start()
        view(start.play(start.legal_moves[0]))  # tables of the rules are made once


def _resume(manager: TableManager, name: str) -> None:
    with manager.cache.lock(name):
        table = manager.cache.get(name)
        asked = manager.loop.turns.state(name) is not None  # a page was faster
        if table.over or not (table.on_turn.is_person or asked):
            manager.loop.advance(table)
