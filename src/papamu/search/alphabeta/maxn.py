"""Max^n: minimax for any number of players, where each maximises their own entry of a vector of values."""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.rules import Rules, is_over, legal_moves, outcomes, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.alphabeta.stack import CHANCE, Stack, descend
from papamu.search.evaluations.contract import WON, Evaluation, evaluate
from papamu.search.policy import Workspace, choose, random_best_move, weigh


class MaxN(NamedTuple):
    """The move after which, everybody playing for themselves, the own evaluation is best."""

    evaluation: Evaluation
    depth: int
    ends: int  # 1: a finished game counts its result; 0: it is evaluated like any other position
    workspace: Workspace
    stack: Stack  # for depth - 1 levels below a root move


@jit(inline=False)
def _open(policy: MaxN, rules: Rules, level: int) -> bool:
    """Look at the node of a level for the first time; true if its values are known already."""
    stack = policy.stack
    stack.nodes[0] += 1
    state = stack.states[level]
    stack.at[level] = 0
    stack.many[level] = outcomes(rules, state, stack.moves[level], stack.odds[level])
    if stack.many[level] > 0:
        stack.mover[level] = CHANCE
        for who in range(rules.num_players):
            stack.value[level, who] = 0.0
        return False
    if stack.left[level] > 0:
        stack.many[level] = legal_moves(rules, state, stack.moves[level])
        if stack.many[level] > 0:
            stack.mover[level] = player(rules, state)
            return False
    if policy.ends and (stack.left[level] > 0 or is_over(rules, state)):
        returns(rules, state, policy.workspace.out)
        for who in range(rules.num_players):
            stack.value[level, who] = policy.workspace.out[who] * WON
    else:
        for who in range(rules.num_players):
            stack.value[level, who] = evaluate(policy.evaluation, rules, state, who)
    return True


@jit
def _take(stack: Stack, players: int, level: int) -> bool:
    """Hand the values from the level below to their node; true if the node is finished by it."""
    at = stack.at[level]
    mover = stack.mover[level]
    stack.at[level] = at + 1
    if mover == CHANCE:
        for who in range(players):
            stack.value[level, who] += stack.odds[level, at] * stack.value[level + 1, who]
    elif at == 0 or stack.value[level + 1, mover] > stack.value[level, mover]:
        for who in range(players):
            stack.value[level, who] = stack.value[level + 1, who]
    return stack.at[level] == stack.many[level]


@jit(inline=False)
def _max_n(policy: MaxN, rules: Rules) -> None:
    """Find the values of the node on level 0."""
    stack = policy.stack
    level = 0
    finished = _open(policy, rules, 0)
    while not (finished and level == 0):
        if finished:
            level -= 1
            finished = _take(stack, rules.num_players, level)
            continue
        descend(stack, rules, level)
        level += 1
        finished = _open(policy, rules, level)


@jit(inline=False)
def _search(policy: MaxN, rules: Rules, state: State) -> int:
    """Value every legal move on the workspace."""
    workspace, stack = policy.workspace, policy.stack
    mover = player(rules, state)
    n = legal_moves(rules, state, workspace.moves)
    for index in range(n):
        copy(state, stack.states[0])
        play(rules, stack.states[0], workspace.moves[index])
        stack.left[0] = policy.depth - 1
        _max_n(policy, rules)
        workspace.values[index] = stack.value[0, mover]
    return n


@choose.register(MaxN)
def choose_max_n(policy: MaxN, rules: Rules, state: State, rng: Stream) -> int:
    return random_best_move(policy.workspace, _search(policy, rules, state), rng)


@weigh.register(MaxN)
def weigh_max_n(policy: MaxN, rules: Rules, state: State, rng: Stream) -> int:
    return _search(policy, rules, state)
