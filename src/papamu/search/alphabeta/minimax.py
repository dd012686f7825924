"""Full-width minimax to a fixed depth, by alpha-beta (Konane thesis, §3; Blokus report).

The root's values are those of plain minimax: alpha-beta only leaves out what cannot change them. Best
moves of equal value are found exactly and drawn from at random, as in the Konane thesis. A ply is a move
(each hop of a multi-jump is one), and the same player may be on move twice. Chance is averaged over
its outcomes. With more than two players all others are taken to be against the player (paranoid); for
each player on their own see `maxn`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.rules import Rules, is_over, legal_moves, outcomes, play, player
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.alphabeta.stack import BEYOND, CHANCE, Stack, descend
from papamu.search.evaluations.contract import Evaluation, evaluate, result
from papamu.search.policy import Workspace, choose, random_best_move, weigh


class Minimax(NamedTuple):
    """The move with the best guaranteed evaluation so many plies ahead."""

    evaluation: Evaluation
    depth: int
    ends: int  # 1: a finished game counts its result; 0: it is evaluated like any other position
    workspace: Workspace
    stack: Stack  # for depth - 1 levels below a root move


@jit
def _open(policy: Minimax, rules: Rules, viewer: int, level: int) -> bool:
    """Look at the node of a level for the first time; true if its value is known already."""
    stack = policy.stack
    stack.nodes[0] += 1
    state = stack.states[level]
    stack.at[level] = 0
    stack.many[level] = outcomes(rules, state, stack.moves[level], stack.odds[level])
    if stack.many[level] > 0:
        stack.mover[level] = CHANCE
        stack.value[level, 0] = 0.0
        return False
    if stack.left[level] > 0:
        stack.many[level] = legal_moves(rules, state, stack.moves[level])
        if stack.many[level] > 0:
            stack.mover[level] = player(rules, state)
            stack.value[level, 0] = -BEYOND if stack.mover[level] == viewer else BEYOND
            return False
    if policy.ends and (stack.left[level] > 0 or is_over(rules, state)):
        stack.value[level, 0] = result(rules, state, viewer, policy.workspace.out)
    else:
        stack.value[level, 0] = evaluate(policy.evaluation, rules, state, viewer)
    return True


@jit
def _take(stack: Stack, viewer: int, level: int, value: float) -> bool:
    """Hand the value of what was looked at to its node; true if the node is finished by it."""
    at = stack.at[level]
    stack.at[level] = at + 1
    finished = stack.at[level] == stack.many[level]
    if stack.mover[level] == CHANCE:
        stack.value[level, 0] += stack.odds[level, at] * value
    elif stack.mover[level] == viewer:
        stack.value[level, 0] = max(stack.value[level, 0], value)
        stack.low[level] = max(stack.low[level], value)
        finished |= stack.value[level, 0] >= stack.high[level]
    else:
        stack.value[level, 0] = min(stack.value[level, 0], value)
        stack.high[level] = min(stack.high[level], value)
        finished |= stack.value[level, 0] <= stack.low[level]
    return finished


@jit(inline=False)
def _alpha_beta(policy: Minimax, rules: Rules, viewer: int) -> float:
    """The value of the node on level 0; at or outside its bounds it may be a bound itself."""
    stack = policy.stack
    level = 0
    while True:
        # Opened in one place, so that it is inlined: a call would hand over every array of the policy.
        finished = _open(policy, rules, viewer, level)
        while finished and level > 0:
            level -= 1
            finished = _take(stack, viewer, level, stack.value[level + 1, 0])
        if finished or stack.stop[0]:
            break
        descend(stack, rules, level)
        level += 1
    return stack.value[0, 0]


@jit(inline=False)
def search(policy: Minimax, rules: Rules, state: State, exact: bool) -> int:
    """Value every legal move on the workspace; unless `exact`, only those of the best are true values."""
    workspace, stack = policy.workspace, policy.stack
    viewer = player(rules, state)
    n = legal_moves(rules, state, workspace.moves)
    best = -BEYOND
    stack.stop[0] = 0
    for index in range(n):
        copy(state, stack.states[0])
        play(rules, stack.states[0], workspace.moves[index])
        stack.left[0] = policy.depth - 1
        # A bound just below the best lets equal moves keep their true value.
        stack.low[0] = -BEYOND if exact else np.nextafter(best, -np.inf)
        stack.high[0] = BEYOND
        workspace.values[index] = _alpha_beta(policy, rules, viewer)
        best = max(best, workspace.values[index])
        if stack.stop[0]:
            break
    return n


@choose.register(Minimax)
def choose_minimax(policy: Minimax, rules: Rules, state: State, rng: Stream) -> int:
    return random_best_move(policy.workspace, search(policy, rules, state, False), rng)


@weigh.register(Minimax)
def weigh_minimax(policy: Minimax, rules: Rules, state: State, rng: Stream) -> int:
    return search(policy, rules, state, True)
