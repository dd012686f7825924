"""Comparison networks (Konane thesis, §5.2): two boards in, and out comes which is better.

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
from papamu.learn.encoding import Encoding, Inputs, Sight, encode, sight
from papamu.learn.lesson import Lesson
from papamu.learn.mlp import Mlp, learn, value_of
from papamu.learn.teaching import taught, towards
from papamu.search.policy import Desk, Policy, choose, desk, weigh

HALF = np.float32(0.5)


class ByComparison(NamedTuple):
    """The policy of a comparison network."""

    encoding: Encoding  # of one board
    net: Mlp  # with the inputs of two
    sight: Sight
    desk: Desk
    boards: Moves  # [2, most]: which inputs are not zero in the best board so far and in the next
    values: Inputs  # [2, most]
    many: Moves  # [2]: how many they are
    which: Moves  # [2 × most]: of both boards together, as the network sees them
    by: Inputs  # [2 × most]


def by_comparison(game: Game, encoding: Encoding, net: Mlp) -> ByComparison:
    """A player with this network, which is not copied."""
    most = encoding.most
    return ByComparison(
        encoding,
        net,
        sight(game, encoding),
        desk(game),
        boards=np.zeros((2, most), dtype=np.int64),
        values=np.zeros((2, most), dtype=np.float32),
        many=np.zeros(2, dtype=np.int64),
        which=np.zeros(2 * most, dtype=np.int64),
        by=np.zeros(2 * most, dtype=np.float32),
    )


@jit
def _see(policy: ByComparison, rules: Rules, state: State, move: int, me: int, slot: int) -> None:
    """Keep the board after a move, as `me` sees it."""
    sight, desk = policy.sight, policy.desk
    copy(state, desk.state)
    play(rules, desk.state, move)
    many = encode(policy.encoding, rules, desk.state, me, sight)
    policy.many[slot] = many
    for k in range(many):
        policy.boards[slot, k] = sight.active[k]
        policy.values[slot, k] = sight.amounts[k]


@jit
def _side_by_side(policy: ByComparison, first: int) -> int:
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
def _compared(policy: ByComparison, first: int) -> np.float32:
    """What the network says of the two boards."""
    return value_of(policy.net, policy.which, policy.by, _side_by_side(policy, first))


@jit
def _champion(policy: ByComparison, rules: Rules, state: State) -> int:
    """Fill the desk's moves and find the best one; returns its index. Its board stays in one of the slots."""
    desk = policy.desk
    me = player(rules, state)
    n = legal_moves(rules, state, desk.moves)
    best, slot = 0, 0
    _see(policy, rules, state, desk.moves[0], me, 0)
    for index in range(1, n):
        _see(policy, rules, state, desk.moves[index], me, 1 - slot)
        if _compared(policy, slot) < HALF:
            best, slot = index, 1 - slot
    return best


@choose.register(ByComparison)
def _(policy: ByComparison, rules: Rules, state: State, rng: Stream) -> int:
    best = _champion(policy, rules, state)
    return policy.desk.moves[best]


@weigh.register(ByComparison)
def _(policy: ByComparison, rules: Rules, state: State, rng: Stream) -> int:
    """The one it takes is worth 1; every other what the network says of it beside that one."""
    desk = policy.desk
    best = _champion(policy, rules, state)
    n = legal_moves(rules, state, desk.moves)
    me = player(rules, state)
    _see(policy, rules, state, desk.moves[best], me, 1)
    for index in range(n):
        _see(policy, rules, state, desk.moves[index], me, 0)
        desk.values[index] = 1.0 if index == best else _compared(policy, 0)
    return n


@taught.register(ByComparison)
def _(
    policy: ByComparison,
    teacher: Policy,
    rules: Rules,
    lesson: Lesson,
    state: State,
    tally: Moves,
    rng: Stream,
) -> int:
    """The best so far is the network's own; the teacher only says which of the two it would have taken."""
    net, which, by = policy.net, policy.which, policy.by
    me = player(rules, state)
    n = weigh(teacher, rules, state, rng)
    moves, values = teacher.desk.moves, teacher.desk.values
    best, slot = 0, 0
    _see(policy, rules, state, moves[0], me, 0)
    for index in range(1, n):
        _see(policy, rules, state, moves[index], me, 1 - slot)
        share = 0.5
        if values[best] != values[index]:
            share = 1.0 if values[best] > values[index] else 0.0
        said = HALF
        for order in range(2):
            many = _side_by_side(policy, slot if order == 0 else 1 - slot)
            target = towards(lesson, share if order == 0 else 1.0 - share)
            answer = learn(net, which, by, many, target, lesson.alpha, lesson.momentum, lesson.logistic)
            said = answer if order == 0 else said
        tally[2] += 2
        if said < HALF:
            best, slot = index, 1 - slot
    return moves[best]
