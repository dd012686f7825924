"""Compiled games: whole batches of games between policies, without the interpreter.

A batch of games is a `GameBatch`: who sits where and which random streams each game has are filled in, the
results are written beside them. Each game's randomness comes from its own streams, so it does not matter
how games are dealt out to batches, threads or runs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.rules import (
    NONE,
    Floats,
    Moves,
    Rules,
    chance,
    is_over,
    play,
    player,
    random_move,
    reset,
    returns,
)
from papamu.kernel.bits import State
from papamu.kernel.clock import ticks
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.policy import Policy, advance, begin, choose

SEATS = 4  # most players a game has
_S13, _S7, _S17 = np.uint64(13), np.uint64(7), np.uint64(17)
_SEED = np.uint64(0x9E3779B97F4A7C15)


class GameBatch(NamedTuple):
    """A batch of games: what is to be played, and what came out."""

    seats: Moves  # [game, player]: which policy sits there
    openings: NDArray[np.uint64]  # [game, 2]: the stream of the start and of the random opening moves
    streams: NDArray[np.uint64]  # [game, 2]: the stream of everything after that
    returns: Floats  # [game, player]
    plies: Moves  # [game]: opening moves included
    prints: NDArray[np.uint64]  # [game]: a fingerprint of the start and all moves: equal games, equal prints
    moves: Moves  # [game, length]: every move; nothing if no moves are kept
    events: Moves  # [game, length]: what chance did after it
    made: Moves  # [policy]: how many moves it made
    ticks: Moves  # [policy + 1]: how long it thought; the last: how long all of it took


def new_game_batch(players: int, games: int, length: int = 0) -> GameBatch:
    """An empty batch; with `length`, every move is written down, and there is room for that many of a game."""
    return GameBatch(
        seats=np.zeros((games, players), dtype=np.int64),
        openings=np.zeros((games, 2), dtype=np.uint64),
        streams=np.zeros((games, 2), dtype=np.uint64),
        returns=np.zeros((games, players)),
        plies=np.zeros(games, dtype=np.int64),
        prints=np.zeros(games, dtype=np.uint64),
        moves=np.full((games, length), NONE, dtype=np.int64),
        events=np.full((games, length), NONE, dtype=np.int64),
        made=np.zeros(SEATS, dtype=np.int64),
        ticks=np.zeros(SEATS + 1, dtype=np.int64),
    )


def widened(batch: GameBatch) -> GameBatch:
    """The same batch with room for twice as many moves of a game."""

    def twice(written: Moves) -> Moves:
        return np.concatenate([written, np.full_like(written, NONE)], axis=1)

    return batch._replace(moves=twice(batch.moves), events=twice(batch.events))


@jit
def mix_fingerprint(print_: np.uint64, word: np.uint64) -> np.uint64:
    """The fingerprint with one more word in it."""
    print_ ^= word
    print_ ^= print_ << _S13
    print_ ^= print_ >> _S7
    return print_ ^ (print_ << _S17)


@jit
def _record_move(
    batch: GameBatch, game: int, ply: int, move: int, event: int, print_: np.uint64
) -> np.uint64:
    """Write a move down, if moves are kept; returns the fingerprint with it."""
    if ply < batch.moves.shape[1]:
        batch.moves[game, ply] = move
        batch.events[game, ply] = event
    return mix_fingerprint(mix_fingerprint(print_, np.uint64(move + 1)), np.uint64(event + 1))


@jit(inline=False)
def open_game(rules: Rules, state: State, batch: GameBatch, game: int, opening_plies: int) -> None:
    """The start and the random opening of a game."""
    rng = batch.openings[game]
    reset(rules, state, rng)
    print_ = _SEED
    for word in range(rules.state_size):
        print_ = mix_fingerprint(print_, state[word])
    ply = 0
    while ply < opening_plies:
        move = random_move(rules, state, rng)
        if move == NONE:
            break
        play(rules, state, move)
        event = chance(rules, state, rng)
        print_ = _record_move(batch, game, ply, move, event, print_)
        ply += 1
    batch.plies[game] = ply
    batch.prints[game] = print_


@jit(inline=False)
def open_all(
    rules: Rules, states: NDArray[np.uint64], over: Moves, batch: GameBatch, opening_plies: int
) -> None:
    """The openings alone: the state of each, and whether the game is over already."""
    for game in range(len(batch.seats)):
        open_game(rules, states[game], batch, game, opening_plies)
        over[game] = 1 if is_over(rules, states[game]) else 0


@jit
def _ask(
    a: Policy, b: Policy, c: Policy, d: Policy, who: int, rules: Rules, state: State, rng: Stream
) -> int:
    if who == 0:
        return choose(a, rules, state, rng)
    if who == 1:
        return choose(b, rules, state, rng)
    if who == 2:
        return choose(c, rules, state, rng)
    return choose(d, rules, state, rng)


@jit
def play_games(
    rules: Rules,
    a: Policy,
    b: Policy,
    c: Policy,
    d: Policy,
    batch: GameBatch,
    state: State,
    opening_plies: int,
    most_plies: int,
    stopped: int = NONE,
) -> int:
    """Play the games of a batch. A game that reaches `most_plies` is a draw: returns are zero.

    Where moves are kept, it stops in a game whose next move has no room, and returns the number of that game. The
    call with `stopped`, the same state and a wider batch goes on there. `NONE`: all games are over.
    """
    started = ticks()
    room = batch.moves.shape[1]
    end = min(room, most_plies) if room else most_plies
    for game in range(0 if stopped == NONE else stopped, len(batch.seats)):
        if game != stopped:
            open_game(rules, state, batch, game, opening_plies)
            begin(a, rules)
            begin(b, rules)
            begin(c, rules)
            begin(d, rules)
        rng = batch.streams[game]
        ply = batch.plies[game]
        print_ = batch.prints[game]
        over = is_over(rules, state)
        while not over and ply < end:
            who = batch.seats[game, player(rules, state)]
            before = ticks()
            move = _ask(a, b, c, d, who, rules, state, rng)
            batch.ticks[who] += ticks() - before
            batch.made[who] += 1
            play(rules, state, move)
            event = chance(rules, state, rng)
            print_ = _record_move(batch, game, ply, move, event, print_)
            advance(a, rules, move)
            advance(b, rules, move)
            advance(c, rules, move)
            advance(d, rules, move)
            ply += 1
            over = is_over(rules, state)
        batch.plies[game] = ply
        batch.prints[game] = print_
        if not over and ply < most_plies:
            batch.ticks[SEATS] += ticks() - started
            return game
        for seat in range(rules.num_players):
            batch.returns[game, seat] = 0.0
        if over:
            returns(rules, state, batch.returns[game])
    batch.ticks[SEATS] += ticks() - started
    return NONE
