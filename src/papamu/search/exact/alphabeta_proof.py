"""Alpha-beta to the end of the game: exact values of any two-player game without chance.

The search keeps its own stack in arrays, so it stops after so many nodes and goes on later. A value is
always that of the player to move; whoever moves twice in a row (a hop in Checkers, the move after a pass)
keeps the sign, so nothing here assumes that turns alternate. What is found is kept in a transposition table
under the canonical state. The move that leaves the opponent the fewest replies is tried first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import NONE, Floats, Moves, Rules, legal_moves, mobility, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.search.canonical_state import Symmetry, canonical
from papamu.search.transposition import (
    EXACT,
    LOWER,
    UPPER,
    TranspositionTable,
    bound_at,
    find_slot,
    store,
    value_at,
)

BEST, WORST = 1.0, -1.0  # no result is better or worse
ENTER, NEXT, LEAVE, DONE, STACK_FULL = range(5)  # stages; cramped: the stack is too short
_PLY, _STAGE, NODES = range(3)  # places in `info`


class AlphaBetaProof(NamedTuple):
    """A search that may be under way."""

    table: TranspositionTable
    symmetry: Symmetry
    states: NDArray[np.uint64]  # [ply, state_size]
    keys: NDArray[np.uint64]  # [ply, state_size]: the same, canonical
    moves: Moves  # [ply, max_moves]
    ranks: Moves  # [ply, max_moves]: the lower the sooner
    numbers: Moves  # [_MANY … _BEFORE, ply]
    windows: Floats  # [_ALPHA … _FOUND, ply]
    spare: State  # [state_size]
    spare_moves: Moves  # [max_moves]
    out: Floats  # [2]
    info: Moves  # [3]: `_PLY`, `_STAGE`, `NODES`
    value: Floats  # [1]: the answer


_MANY, _AT, _MOVER, _BEFORE = range(4)  # moves; moves done; whose turn; nodes when it was entered
_ALPHA, _BETA, _LOW, _FOUND = range(4)  # the window; alpha when it was entered; the best so far


def new_proof(game: Game, table: TranspositionTable, symmetry: Symmetry, plies: int) -> AlphaBetaProof:
    """Room for a search of this game with a stack of so many plies."""
    rules = game.rules
    register_ranking(type(rules))
    return AlphaBetaProof(
        table=table,
        symmetry=symmetry,
        states=np.zeros((plies, rules.state_size), dtype=np.uint64),
        keys=np.zeros((plies, rules.state_size), dtype=np.uint64),
        moves=np.zeros((plies, rules.max_moves), dtype=np.int64),
        ranks=np.zeros((plies, rules.max_moves), dtype=np.int64),
        numbers=np.zeros((4, plies), dtype=np.int64),
        windows=np.zeros((4, plies), dtype=np.float64),
        spare=np.zeros(rules.state_size, dtype=np.uint64),
        spare_moves=np.zeros(rules.max_moves, dtype=np.int64),
        out=np.zeros(2, dtype=np.float64),
        info=np.zeros(3, dtype=np.int64),
        value=np.zeros(1, dtype=np.float64),
    )


def double_stack(proof: AlphaBetaProof) -> AlphaBetaProof:
    """The same search with twice the stack."""

    def stretched(array: NDArray[np.generic], axis: int) -> NDArray[np.generic]:
        return np.concatenate([array, np.zeros_like(array)], axis=axis)

    rows = {name: stretched(getattr(proof, name), 0) for name in ("states", "keys", "moves", "ranks")}
    columns = {name: stretched(getattr(proof, name), 1) for name in ("numbers", "windows")}
    return proof._replace(**rows, **columns)


@generic(default=True)
def move_rank(rules: Rules, state: State, mover: int, moves: Moves) -> int:
    """When to try the move that led here, the lower the sooner. By default: the opponent's replies."""
    n = legal_moves(rules, state, moves)
    return n if player(rules, state) != mover else -n


def _rank_by_mobility(rules: Rules, state: State, mover: int, moves: Moves) -> int:
    """The opponent's moves count four times the own: of ratios 1, 2, 4 and ∞ the best on Konane 6×6."""
    return 4 * mobility(rules, state, 1 - mover) - mobility(rules, state, mover)


def register_ranking(record: type) -> None:
    """Games that can count moves without listing them are ranked by both sides' mobility."""
    if record in mobility.implementations and record not in move_rank.implementations:
        move_rank.register(record)(_rank_by_mobility)


@jit
def start_proof(proof: AlphaBetaProof, state: State, alpha: float, beta: float) -> None:
    """Ask for the value of this position: exact if between the bounds, else a bound beyond them."""
    copy(state, proof.states[0])
    proof.windows[_ALPHA, 0] = alpha
    proof.windows[_BETA, 0] = beta
    proof.info[_PLY] = 0
    proof.info[_STAGE] = ENTER


@jit
def _size(nodes: int) -> int:
    """The binary digits of a number of nodes: how much an entry is worth keeping."""
    digits = 0
    while nodes > 0:
        nodes >>= 1
        digits += 1
    return digits


@jit
def _keep(proof: AlphaBetaProof, ply: int, value: float, nodes: int) -> None:
    """Put a finished node into the table."""
    bound = EXACT  # also what cannot be better or worse
    if value >= proof.windows[_BETA, ply] and value < BEST:
        bound = LOWER
    elif value <= proof.windows[_LOW, ply] and value > WORST:
        bound = UPPER
    store(proof.table, proof.keys[ply], value, _size(nodes), bound, NONE)


@jit
def _known(proof: AlphaBetaProof, ply: int) -> bool:
    """Does the table answer? Then with `proof.value`."""
    slot = find_slot(proof.table, proof.keys[ply])
    if slot == NONE:
        return False
    value = value_at(proof.table, slot)
    bound = bound_at(proof.table, slot)
    proof.value[0] = value
    if bound == LOWER:
        return value >= proof.windows[_BETA, ply]
    return bound == EXACT or value <= proof.windows[_ALPHA, ply]


@jit
def _next_move(proof: AlphaBetaProof, ply: int) -> int:
    """The move of the lowest rank among those not done, the first of equals."""
    at = proof.numbers[_AT, ply]
    chosen = at
    for index in range(at + 1, proof.numbers[_MANY, ply]):
        if proof.ranks[ply, index] < proof.ranks[ply, chosen]:
            chosen = index
    move = proof.moves[ply, chosen]
    proof.moves[ply, chosen] = proof.moves[ply, at]
    proof.ranks[ply, chosen] = proof.ranks[ply, at]
    proof.numbers[_AT, ply] = at + 1
    return move


@jit
def _enter(proof: AlphaBetaProof, rules: Rules, ply: int, nodes: int) -> int:
    """Look at a new node: its value may be known, else its moves are ranked. Returns the next stage."""
    state = proof.states[ply]
    mover = player(rules, state)
    n = legal_moves(rules, state, proof.moves[ply])
    proof.numbers[_MOVER, ply] = mover
    if n == 0:
        returns(rules, state, proof.out)
        proof.value[0] = proof.out[mover]
        return LEAVE
    if n > 1:  # a forced move is not worth an entry: Konane 6×6 then needs a fifth less time and memory
        canonical(proof.symmetry, state, proof.keys[ply])
        if _known(proof, ply):
            return LEAVE
        for index in range(n):
            copy(state, proof.spare)
            play(rules, proof.spare, proof.moves[ply, index])
            proof.ranks[ply, index] = move_rank(rules, proof.spare, mover, proof.spare_moves)
    proof.numbers[_MANY, ply] = n
    proof.numbers[_AT, ply] = 0
    proof.numbers[_BEFORE, ply] = nodes
    proof.windows[_LOW, ply] = proof.windows[_ALPHA, ply]
    proof.windows[_FOUND, ply] = 2.0 * WORST
    return NEXT


@jit
def _descend(proof: AlphaBetaProof, rules: Rules, ply: int, move: int) -> None:
    """Make the node after a move, with its window."""
    copy(proof.states[ply], proof.states[ply + 1])
    play(rules, proof.states[ply + 1], move)
    alpha, beta = proof.windows[_ALPHA, ply], proof.windows[_BETA, ply]
    same = player(rules, proof.states[ply + 1]) == proof.numbers[_MOVER, ply]
    proof.windows[_ALPHA, ply + 1] = alpha if same else -beta
    proof.windows[_BETA, ply + 1] = beta if same else -alpha


@jit
def _take(proof: AlphaBetaProof, ply: int, value: float) -> None:
    """A move of this node has turned out to be worth so much to the player after it."""
    if proof.numbers[_MOVER, ply + 1] != proof.numbers[_MOVER, ply]:
        value = -value
    proof.windows[_FOUND, ply] = max(value, proof.windows[_FOUND, ply])
    proof.windows[_ALPHA, ply] = max(value, proof.windows[_ALPHA, ply])


@jit(inline=False)
def search_nodes(proof: AlphaBetaProof, rules: Rules, nodes: int) -> int:
    """Search so many nodes more; returns `DONE`, `STACK_FULL`, or the stage at which it waits."""
    ply, stage, done = proof.info[_PLY], proof.info[_STAGE], proof.info[NODES]
    stop = done + nodes
    while stage != DONE:
        if stage == ENTER:
            if done >= stop:
                break
            done += 1
            stage = _enter(proof, rules, ply, done)
        elif stage == NEXT:
            found = proof.windows[_FOUND, ply]
            many = proof.numbers[_MANY, ply]
            if proof.numbers[_AT, ply] == many or found >= proof.windows[_BETA, ply]:
                if many > 1:
                    _keep(proof, ply, found, done - proof.numbers[_BEFORE, ply] + 1)
                proof.value[0] = found
                stage = LEAVE
            elif ply + 1 == len(proof.states):
                break
            else:
                _descend(proof, rules, ply, _next_move(proof, ply))
                ply += 1
                stage = ENTER
        elif ply == 0:
            stage = DONE
        else:
            ply -= 1
            _take(proof, ply, proof.value[0])
            stage = NEXT
    proof.info[_PLY], proof.info[_STAGE], proof.info[NODES] = ply, stage, done
    return STACK_FULL if stage == NEXT else stage
