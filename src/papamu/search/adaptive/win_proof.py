"""Proofs of short wins: does a move win against any play? For any number of players, and with chance.

A move is won when its player wins whatever all the others do and whatever chance brings. Only whole proofs
count: what is not finished within so many plies, or not within so many nodes, is not won.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import Floats, Moves, Rules, legal_moves, outcomes, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.search.alphabeta.stack import CHANCE, Stack, descend, new_stack

_WON = 1.0 - 1e-9  # alone at the top


class WinProof(NamedTuple):
    """Room for the proof."""

    plies: int  # so far it looks, the move itself included
    nodes: int  # so many positions a turn
    stack: Stack
    wins: Moves  # [max_moves]: 1 for each of the moves asked about that wins
    out: Floats  # [num_players]


def new_win_proof(game: Game, plies: int, nodes: int) -> WinProof:
    """A search that looks so far at most."""
    wins = np.zeros(game.rules.max_moves, dtype=np.int64)
    return WinProof(plies, nodes, new_stack(game, plies), wins, np.zeros(game.num_players))


@jit(inline=False)
def _proven(room: WinProof, rules: Rules, viewer: int) -> bool:
    """Does the viewer win from the position on level 0, within `stack.left[0]` plies?"""
    stack = room.stack
    level = 0
    while True:
        if stack.nodes[0] >= room.nodes:
            return False
        stack.nodes[0] += 1
        state = stack.states[level]
        stack.at[level] = 0
        stack.mover[level] = CHANCE
        stack.many[level] = outcomes(rules, state, stack.moves[level], stack.odds[level])
        if stack.many[level] == 0:
            stack.many[level] = legal_moves(rules, state, stack.moves[level])
            stack.mover[level] = player(rules, state)
        known = stack.many[level] == 0 or stack.left[level] == 0
        won = False
        if stack.many[level] == 0:
            returns(rules, state, room.out)
            won = room.out[viewer] >= _WON
        while known and level > 0:
            level -= 1
            stack.at[level] += 1
            decided = won if stack.mover[level] == viewer else not won
            known = decided or stack.at[level] == stack.many[level]
        if known:
            return won
        descend(stack, rules, level)
        level += 1


@jit(inline=False)
def prove_wins(room: WinProof, rules: Rules, state: State, moves: Moves, n: int) -> int:
    """Mark in `room.wins` which of the n moves win; returns how many. Short wins are looked for first."""
    stack = room.stack
    viewer = player(rules, state)
    stack.nodes[0] = 0
    found = 0
    plies = 1
    while found == 0 and plies <= room.plies and stack.nodes[0] < room.nodes:
        for index in range(n):
            copy(state, stack.states[0])
            play(rules, stack.states[0], moves[index])
            stack.left[0] = plies - 1
            room.wins[index] = 1 if _proven(room, rules, viewer) else 0
            found += room.wins[index]
        plies += 1
    return found
