"""Learning from a teacher (Konane thesis, §3): at every turn, from every move that there is.

The teacher is any policy that values moves: minimax with an evaluation, to some depth, or Monte Carlo. What
it says is brought to a share of 0 … 1, so that 0 is lost, 0.5 even (where both sides are counted alike) and 1
won, without changing its order:

    a ratio m/n                  m / (m + n); nothing below counts as won
    a weighted ratio m/3n        m / (m + 3n)
    a difference, also weighted  1 / (1 + e^(−d/4)): four ahead is 73 %
    the own count alone          m / (m + e), e being a quarter of the cells for pieces, an eighth for moves
    the other's count alone      e / (n + e)

Differences stand for every other game's evaluations too. Monte Carlo's shares are shares already.
"""

from __future__ import annotations

import math

import numpy as np

from papamu.games.rules import Moves, Rules, play, player
from papamu.kernel.bits import State, copy
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.learn.encoding import encode
from papamu.learn.lesson import Lesson
from papamu.learn.mlp import learn
from papamu.learn.valuing import ByValue
from papamu.search.evaluation import PROVEN, Evaluation
from papamu.search.evaluations_konane import (
    OWN,
    PIECES,
    RATIO,
    THEIRS,
    WEIGHTED_RATIO,
    KonaneFunction,
)
from papamu.search.minimax import Minimax
from papamu.search.montecarlo import FlatMonteCarlo
from papamu.search.policy import Policy, first_best, weigh

WIDTH = 4.0  # of differences
_FAR = 500.0  # beyond it e^x leaves a double


@jit
def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(min(max(-value / WIDTH, -_FAR), _FAR)))


@generic(default=True)
def fair(evaluation: Evaluation, rules: Rules, value: float) -> float:
    """What an evaluation says, as a share of 0 … 1."""
    return _logistic(value)


@fair.register(KonaneFunction)
def _(evaluation: KonaneFunction, rules: Rules, value: float) -> float:
    even = rules.cells / (4.0 if evaluation.counted == PIECES else 8.0)
    if evaluation.form == OWN:
        return value / (value + even)
    if evaluation.form == THEIRS:
        return even / (even - value)
    if evaluation.form == RATIO or evaluation.form == WEIGHTED_RATIO:
        return value / (value + 1.0)
    return _logistic(value)


@generic
def share_of(teacher: Policy, rules: Rules, value: float) -> float:
    """What a teacher says of a move, as a share of 0 … 1."""


@share_of.register(Minimax)
def _(teacher: Minimax, rules: Rules, value: float) -> float:
    if value >= PROVEN:  # a finished game that counts its result
        return 1.0
    if value <= -PROVEN:
        return 0.0
    return fair(teacher.evaluation, rules, value)


@share_of.register(FlatMonteCarlo)
def _(teacher: FlatMonteCarlo, rules: Rules, value: float) -> float:
    return value


@jit
def towards(lesson: Lesson, share: float) -> np.float32:
    """The target for a share."""
    return lesson.lost + (lesson.won - lesson.lost) * np.float32(share)


@generic
def taught(
    policy: Policy, teacher: Policy, rules: Rules, lesson: Lesson, state: State, tally: Moves, rng: Stream
) -> int:
    """Learn what the teacher says of every move here; returns the move that the network itself takes.

    Counts the positions learned from in `tally[2]`.
    """


@taught.register(ByValue)
def _(
    policy: ByValue, teacher: Policy, rules: Rules, lesson: Lesson, state: State, tally: Moves, rng: Stream
) -> int:
    """Each move's value is what the network said just before it learned of it, as in Conx's steps."""
    me = player(rules, state)
    desk, sight = policy.desk, policy.sight
    n = weigh(teacher, rules, state, rng)
    for index in range(n):
        move = teacher.desk.moves[index]
        copy(state, desk.state)
        play(rules, desk.state, move)
        many = encode(policy.encoding, rules, desk.state, me, sight)
        which, by = sight.active, sight.amounts
        target = towards(lesson, share_of(teacher, rules, teacher.desk.values[index]))
        said = learn(policy.net, which, by, many, target, lesson.alpha, lesson.momentum, lesson.logistic)
        desk.moves[index] = move
        desk.values[index] = said
    tally[2] += n
    return first_best(desk, n)
