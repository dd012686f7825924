"""Learning from a teacher (Konane thesis, §3): at every turn, from the teacher's values of all legal moves.

The teacher is any policy that values moves: minimax with an evaluation, to some depth, or Monte Carlo. What
it says is brought to a share of 0 … 1, so that 0 is lost, 0.5 even (where both sides are counted alike) and 1
won, without changing its order:

    a ratio m/n                  m / (m + n); nothing below counts as won
    a weighted ratio m/3n        m / (m + 3n)
    a difference, also weighted  1 / (1 + e^(−d/4)): four ahead is 73 %
    the own count alone          m / (m + e), e being a quarter of the cells for pieces, an eighth for moves
    the other's count alone      e / (n + e)

Ratios and counts are Konane's (`search.evaluations.konane`); every other evaluation is taken for a difference,
unless it registers an `evaluation_share` of its own. Monte Carlo's shares are shares already.
"""

from __future__ import annotations

import numpy as np

from papamu.games.rules import Moves, Rules, play, player
from papamu.kernel.bits import State, copy
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.learn.encodings.contract import encode
from papamu.learn.mlp.network import learn
from papamu.learn.mlp.value_policy import ValuePolicy
from papamu.learn.online.update_rule import UpdateRule
from papamu.search.alphabeta.minimax import Minimax
from papamu.search.evaluations.contract import PROVEN, evaluation_share
from papamu.search.montecarlo import FlatMonteCarlo
from papamu.search.policy import Policy, first_best_move, weigh


@generic
def teacher_share(teacher: Policy, rules: Rules, value: float) -> float:
    """What a teacher says of a move, as a share of 0 … 1."""


@teacher_share.register(Minimax)
def teacher_share_minimax(teacher: Minimax, rules: Rules, value: float) -> float:
    if value >= PROVEN:  # a finished game that counts its result
        return 1.0
    if value <= -PROVEN:
        return 0.0
    return evaluation_share(teacher.evaluation, rules, value)


@teacher_share.register(FlatMonteCarlo)
def teacher_share_flat_monte_carlo(teacher: FlatMonteCarlo, rules: Rules, value: float) -> float:
    return value


@jit
def teacher_target(rule: UpdateRule, share: float) -> np.float32:
    """The target for a share."""
    return rule.lost + (rule.won - rule.lost) * np.float32(share)


@generic
def learn_from_teacher(
    policy: Policy, teacher: Policy, rules: Rules, rule: UpdateRule, state: State, tally: Moves, rng: Stream
) -> int:
    """Learn what the teacher says of every move here; returns the move that the network itself takes.

    Counts the positions learned from in `tally[2]`.
    """


@learn_from_teacher.register(ValuePolicy)
def learn_from_teacher_by_value(
    policy: ValuePolicy,
    teacher: Policy,
    rules: Rules,
    rule: UpdateRule,
    state: State,
    tally: Moves,
    rng: Stream,
) -> int:
    """Each move's value is what the network said just before it learned of it, as in Conx's steps."""
    me = player(rules, state)
    workspace, sight = policy.workspace, policy.sight
    n = weigh(teacher, rules, state, rng)
    for index in range(n):
        move = teacher.workspace.moves[index]
        copy(state, workspace.state)
        play(rules, workspace.state, move)
        many = encode(policy.encoding, rules, workspace.state, me, sight)
        which, by = sight.active, sight.amounts
        target = teacher_target(rule, teacher_share(teacher, rules, teacher.workspace.values[index]))
        said = learn(policy.net, which, by, many, target, rule.alpha, rule.momentum, rule.logistic)
        workspace.moves[index] = move
        workspace.values[index] = said
    tally[2] += n
    return first_best_move(workspace, n)
