"""Perft: counts the positions so many plies ahead, the usual test of move generators.

Every hop of a multi-jump and every pass is one ply. A finished game adds nothing to deeper plies,
except in Reversi, where by the published convention it goes on counting as one node.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.games.rules import Moves, Rules, legal_moves, play, player
from papamu.kernel.bits import copy
from papamu.kernel.jit import jit

_HOPS_IN_A_TURN = 64  # room for whole turns that consist of many hops


@jit
def _count(
    rules: Rules,
    states: NDArray[np.uint64],  # [ply, state_size]
    moves: Moves,  # [ply, max_moves]
    level: Moves,  # [ply]: how many plies (or turns) lie behind
    at: Moves,  # [ply]: which move is next
    many: Moves,  # [ply]: how many moves there are
    finished_counts: bool,
    turns: bool,
    nodes: Moves,  # [depth], added to
) -> None:
    depth = len(nodes)
    ply = 0
    level[0] = 0
    at[0] = 0
    many[0] = legal_moves(rules, states[0], moves[0])
    while ply >= 0:
        if at[ply] == 0 and level[ply] + 1 == depth and not turns:
            nodes[depth - 1] += many[ply]  # leaves are counted, not played
            at[ply] = many[ply]
        if at[ply] == many[ply]:
            ply -= 1
            continue
        move = moves[ply, at[ply]]
        at[ply] += 1
        copy(states[ply], states[ply + 1])
        play(rules, states[ply + 1], move)
        goes_on = turns and player(rules, states[ply + 1]) == player(rules, states[ply])
        reached = level[ply] + (0 if goes_on else 1)
        if not goes_on:
            nodes[reached - 1] += 1
        if reached == depth:
            continue
        ply += 1
        level[ply] = reached
        at[ply] = 0
        many[ply] = legal_moves(rules, states[ply], moves[ply])
        if many[ply] == 0 and finished_counts:
            for deeper in range(reached, depth):
                nodes[deeper] += 1


def perft(position: Position, depth: int, turns: bool = False) -> list[int]:
    """The number of nodes at 1, 2, … `depth` plies; with `turns` a whole turn is one ply."""
    game = position.game
    if game.facts.chance:
        raise PapamuError(f"{game} has chance events: perft counts games without them")
    if depth < 1:
        raise PapamuError(f"a depth of {depth} is not possible: it must be 1 or more")
    rules = game.rules
    room = depth * (_HOPS_IN_A_TURN if turns else 1) + 1
    states = np.zeros((room, rules.state_size), dtype=np.uint64)
    states[0] = position.state
    moves = np.empty((room, rules.max_moves), dtype=np.int64)
    level, at, many = np.zeros((3, room), dtype=np.int64)
    nodes = np.zeros(depth, dtype=np.int64)
    _count(rules, states, moves, level, at, many, game.facts.finished_counts, turns, nodes)
    return [int(count) for count in nodes]


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """For each legal move, how many nodes lie behind it at `depth` plies from here."""
    for move in position.legal_moves:
        yield str(move), perft(position.play(move), depth - 1)[-1] if depth > 1 else 1
