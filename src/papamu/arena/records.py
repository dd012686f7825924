"""Game records of a match whose plan keeps every move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from papamu.arena.match import stored
from papamu.arena.plan import Plan
from papamu.games import rules as contract
from papamu.games.position import Move, Position
from papamu.games.record import Record
from papamu.games.rules import NONE
from papamu.store import Store


def records(plan: Plan, store: Store, games: int, prefix: str = "") -> Iterator[tuple[Record, str]]:
    """The record of each game in order, and why it was forfeited if it was."""
    for batch in stored(store, prefix):
        openings = plan.openings(batch.games)
        for row, number in enumerate(batch.games):
            if number < games:
                last = _played(
                    plan, openings[row], batch.moves[row], batch.events[row], int(batch.plies[row])
                )
                seated = np.argsort(batch.seats[row])  # [seat]: the agent there
                players = [str(plan.agents[agent]) for agent in seated]
                yield Record.of(last, players, plan.seed), str(batch.faults[row])


def _played(plan: Plan, opening: np.ndarray, moves: np.ndarray, events: np.ndarray, plies: int) -> Position:
    """The last position of a game, with the line that led there."""
    game = plan.game
    state = game.new_state()
    contract.reset(game.rules, state, opening.copy())
    position = Position(game, state)
    for move, event in zip(moves[:plies], events[:plies], strict=True):
        state = position.state.copy()
        contract.play(game.rules, state, int(move))
        happened = None
        if event != NONE:
            contract.settle(game.rules, state, int(event))
            happened = game.event_text(int(event))
        position = Position(game, state, position, Move(game, int(move)), happened)
    return position
