"""Game records of a match whose plan keeps every move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from papamu.arena.match import stored_batches
from papamu.arena.plan import Plan
from papamu.arena.referee import BatchResults
from papamu.core.files import write_whole
from papamu.core.store import Store
from papamu.games import rules as contract
from papamu.games.position import Move, Position
from papamu.games.record import Record
from papamu.games.rules import NONE


class PlayedGame(NamedTuple):
    """A game that was played."""

    last: Position  # with the line that led there
    seated: tuple[int, ...]  # [seat]: which of the plan's agents
    fault: str  # why it was forfeited, if it was


def played_games(plan: Plan, store: Store, games: int, prefix: str = "") -> Iterator[PlayedGame]:
    """Each game of a store in order."""
    return games_of_batches(plan, stored_batches(store, prefix), games)


def games_of_batches(plan: Plan, batches: Iterable[BatchResults], games: int) -> Iterator[PlayedGame]:
    """Each game in order; the batches have their moves."""
    for batch in batches:
        openings = plan.openings(batch.games)
        for row, number in enumerate(batch.games):
            if number < games:
                last = _played(
                    plan, openings[row], batch.moves[row], batch.events[row], int(batch.plies[row])
                )
                seated = tuple(int(agent) for agent in np.argsort(batch.seats[row]))
                yield PlayedGame(last, seated, str(batch.faults[row]))


def records(plan: Plan, batches: Iterable[BatchResults], games: int) -> Iterator[tuple[Record, str]]:
    """The record of each game in order, and why it was forfeited if it was."""
    for last, seated, fault in games_of_batches(plan, batches, games):
        yield Record.of(last, [str(plan.agents[agent]) for agent in seated], plan.seed), fault


def write_records(plan: Plan, store: Store, games: int, path: Path) -> None:
    """All records into one file, a line of JSON each; a forfeited game also has its reason."""
    lines = []
    for record, fault in records(plan, stored_batches(store, ""), games):
        line = record.to_json()
        if fault:
            line = json.dumps({**json.loads(line), "forfeit": fault}, ensure_ascii=False)
        lines.append(line)
    write_whole(path, "\n".join(lines) + "\n")


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
