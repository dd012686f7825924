"""The stack of a depth-first search: one row for each level, made once and used for every search.

The search walks it with a level number instead of calling itself: nothing is allocated, and nothing
has to be undone, because every level has its own copy of the state.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import Floats, Moves, Rules, play, settle
from papamu.kernel.bits import copy
from papamu.kernel.jit import jit
from papamu.search.evaluations.contract import WON


class Stack(NamedTuple):
    """What a search keeps of the nodes between it and the root."""

    states: NDArray[np.uint64]  # [level, state_size]
    moves: Moves  # [level, max_moves]: legal moves, or what chance may do
    odds: Floats  # [level, max_moves]: how likely each is (games without chance: [level, 1])
    many: Moves  # [level]: how many there are
    at: Moves  # [level]: which is being looked at
    left: Moves  # [level]: plies to go
    mover: Moves  # [level]: who moves, or CHANCE
    value: Floats  # [level, num_players]: the best so far (alpha-beta uses only the first entry)
    low: Floats  # [level]: alpha
    high: Floats  # [level]: beta
    nodes: Moves  # [1]: how many were opened
    stop: Moves  # [1]: not zero: give up (see `exact.endgame_policy`)


CHANCE = -1
BEYOND = 2.0 * WON  # no value is beyond this


def new_stack(game: Game, depth: int) -> Stack:
    """Room to search this game so deep."""
    rules = game.rules
    levels = depth * (2 if game.facts.chance else 1) + 1
    many, at, left, mover = np.zeros((4, levels), dtype=np.int64)
    low, high = np.zeros((2, levels))
    return Stack(
        states=np.zeros((levels, rules.state_size), dtype=np.uint64),
        moves=np.zeros((levels, rules.max_moves), dtype=np.int64),
        odds=np.zeros((levels, rules.max_moves if game.facts.chance else 1)),
        many=many,
        at=at,
        left=left,
        mover=mover,
        value=np.zeros((levels, rules.num_players)),
        low=low,
        high=high,
        nodes=np.zeros(1, dtype=np.int64),
        stop=np.zeros(1, dtype=np.int64),
    )


@jit
def descend(stack: Stack, rules: Rules, level: int) -> None:
    """Set up the level below for the move (or the outcome) being looked at."""
    move = stack.moves[level, stack.at[level]]
    copy(stack.states[level], stack.states[level + 1])
    if stack.mover[level] == CHANCE:
        settle(rules, stack.states[level + 1], move)
        stack.left[level + 1] = stack.left[level]
        stack.low[level + 1] = -BEYOND  # an average needs true values
        stack.high[level + 1] = BEYOND
    else:
        play(rules, stack.states[level + 1], move)
        stack.left[level + 1] = stack.left[level] - 1
        stack.low[level + 1] = stack.low[level]
        stack.high[level + 1] = stack.high[level]
