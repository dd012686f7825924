"""Comparison networks (Konane thesis, §5.2): two boards in, out comes which of them is better.

1: the first is better, 0: the second, 0.5: neither. The player keeps the best board so far and compares
it with the next. A comparison is learned twice, the second time with the boards the other way round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import Moves, Rules, legal_moves, play, player
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.learn.encodings.contract import Encoding, Inputs, Sight, encode, sight
from papamu.learn.mlp.network import Mlp, learn, value_of
from papamu.learn.online.teacher import learn_from_teacher, teacher_target
from papamu.learn.online.update_rule import UpdateRule
from papamu.search.policy import Policy, Workspace, choose, new_workspace, weigh

HALF = np.float32(0.5)


class ComparisonPolicy(NamedTuple):
    """The policy of a comparison network."""

    encoding: Encoding  # of one board
    net: Mlp  # with the inputs of two
    sight: Sight
    workspace: Workspace
    boards: Moves  # [2, most]: which inputs are not zero in the best board so far and in the next
    values: Inputs  # [2, most]
    many: Moves  # [2]: how many they are
    which: Moves  # [2 × most]: of both boards together, as the network sees them
    by: Inputs  # [2 × most]


def new_comparison_policy(game: Game, encoding: Encoding, net: Mlp) -> ComparisonPolicy:
    """A player with this network, which is not copied."""
    most = encoding.most
    return ComparisonPolicy(
        encoding,
        net,
        sight(game, encoding),
        new_workspace(game),
        boards=np.zeros((2, most), dtype=np.int64),
        values=np.zeros((2, most), dtype=np.float32),
        many=np.zeros(2, dtype=np.int64),
        which=np.zeros(2 * most, dtype=np.int64),
        by=np.zeros(2 * most, dtype=np.float32),
    )


@jit
def _encode_after(
    policy: ComparisonPolicy, rules: Rules, state: State, move: int, me: int, slot: int
) -> None:
    """Keep the board after a move, as `me` sees it."""
    sight, workspace = policy.sight, policy.workspace
    copy(state, workspace.state)
    play(rules, workspace.state, move)
    many = encode(policy.encoding, rules, workspace.state, me, sight)
    policy.many[slot] = many
    for k in range(many):
        policy.boards[slot, k] = sight.active[k]
        policy.values[slot, k] = sight.amounts[k]


@jit
def _side_by_side(policy: ComparisonPolicy, first: int) -> int:
    """Both boards as inputs, that of the slot `first` before the other; returns how many are not zero."""
    n = 0
    for half in range(2):
        slot = first if half == 0 else 1 - first
        for k in range(policy.many[slot]):
            policy.which[n] = half * policy.encoding.inputs + policy.boards[slot, k]
            policy.by[n] = policy.values[slot, k]
            n += 1
    return n


@jit
def _compared(policy: ComparisonPolicy, first: int) -> np.float32:
    """What the network says of the two boards."""
    return value_of(policy.net, policy.which, policy.by, _side_by_side(policy, first))


@jit
def _best_index(policy: ComparisonPolicy, rules: Rules, state: State) -> int:
    """Fill the workspace's moves and find the best one; returns its index. Its board stays in one of the slots."""
    workspace = policy.workspace
    me = player(rules, state)
    n = legal_moves(rules, state, workspace.moves)
    best, slot = 0, 0
    _encode_after(policy, rules, state, workspace.moves[0], me, 0)
    for index in range(1, n):
        _encode_after(policy, rules, state, workspace.moves[index], me, 1 - slot)
        if _compared(policy, slot) < HALF:
            best, slot = index, 1 - slot
    return best


@choose.register(ComparisonPolicy)
def choose_by_comparison(policy: ComparisonPolicy, rules: Rules, state: State, rng: Stream) -> int:
    best = _best_index(policy, rules, state)
    return policy.workspace.moves[best]


@weigh.register(ComparisonPolicy)
def weigh_by_comparison(policy: ComparisonPolicy, rules: Rules, state: State, rng: Stream) -> int:
    """The one it takes is worth 1; every other what the network says of it beside that one."""
    workspace = policy.workspace
    best = _best_index(policy, rules, state)
    n = legal_moves(rules, state, workspace.moves)
    me = player(rules, state)
    _encode_after(policy, rules, state, workspace.moves[best], me, 1)
    for index in range(n):
        _encode_after(policy, rules, state, workspace.moves[index], me, 0)
        workspace.values[index] = 1.0 if index == best else _compared(policy, 0)
    return n


@learn_from_teacher.register(ComparisonPolicy)
def learn_from_teacher_by_comparison(
    policy: ComparisonPolicy,
    teacher: Policy,
    rules: Rules,
    rule: UpdateRule,
    state: State,
    tally: Moves,
    rng: Stream,
) -> int:
    """The best so far is the network's own; the teacher only says which of the two it would have taken."""
    net, which, by = policy.net, policy.which, policy.by
    me = player(rules, state)
    n = weigh(teacher, rules, state, rng)
    moves, values = teacher.workspace.moves, teacher.workspace.values
    best, slot = 0, 0
    _encode_after(policy, rules, state, moves[0], me, 0)
    for index in range(1, n):
        _encode_after(policy, rules, state, moves[index], me, 1 - slot)
        share = 0.5
        if values[best] != values[index]:
            share = 1.0 if values[best] > values[index] else 0.0
        said = HALF
        for order in range(2):
            many = _side_by_side(policy, slot if order == 0 else 1 - slot)
            target = teacher_target(rule, share if order == 0 else 1.0 - share)
            answer = learn(net, which, by, many, target, rule.alpha, rule.momentum, rule.logistic)
            said = answer if order == 0 else said
        tally[2] += 2
        if said < HALF:
            best, slot = index, 1 - slot
    return moves[best]
