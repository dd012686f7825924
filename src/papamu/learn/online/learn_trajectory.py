"""Learning from a finished game: the positions of its trajectory, each with its target, one after the other.

By *results* (Clobber thesis, §4.4) positions are learned first in, first out; α grows by τ after each of them.
By *TD(λ)* they are learned from the last to the first, each with the target that the one after it gives
(`td_targets`). A network that plays itself learns from the positions of all sides. Of two sides, what is good for
one is as bad for the other; with more (or where scores count), each seat learns from its own positions, and so it
does where each seat has a network of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from papamu.games.rules import Floats, Rules
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.vectors import F1
from papamu.learn.mlp.network import learn, load_seat, store_seat
from papamu.learn.mlp.value_policy import ValuePolicy
from papamu.learn.online.result_targets import result_target
from papamu.learn.online.seat_stats import ERRORS, POSITIONS
from papamu.learn.online.td_targets import ALL_SEATS, td_target_before
from papamu.learn.online.trajectory import MOST_STEPS, Trajectory, record_position
from papamu.learn.online.update_rule import RESULT, RESULTS, UpdateRule


@jit
def _learn_step(
    policy: ValuePolicy,
    rule: UpdateRule,
    trajectory: Trajectory,
    step: int,
    target: np.float32,
    alpha: np.float32,
) -> None:
    """One position towards its target."""
    which, by, many = trajectory.which[step], trajectory.by[step], trajectory.many[step]
    out = learn(policy.net, which, by, many, target, alpha, rule.momentum, rule.logistic)
    if trajectory.seat_sums.size > 1:
        mover = trajectory.mover[step]
        trajectory.seat_sums[mover, ERRORS] += np.float64(target - out) ** 2
        trajectory.seat_sums[mover, POSITIONS] += 1.0


@jit
def _learn_seat(policy: ValuePolicy, rule: UpdateRule, trajectory: Trajectory, steps: int, seat: int) -> None:
    """All positions, or those of one seat.

    Both ways are one loop: learning is inlined, and a second copy of it would only take time to compile.
    """
    backwards = rule.way != RESULTS
    alpha = rule.alpha
    target = result_target(
        rule, trajectory.outcome[trajectory.mover[steps - 1] if seat == ALL_SEATS else seat]
    )
    for k in range(steps):
        step = steps - 1 - k if backwards else k
        if seat != ALL_SEATS and trajectory.mover[step] != seat:
            continue
        if not backwards:
            target = result_target(rule, trajectory.outcome[trajectory.mover[step]])
        _learn_step(policy, rule, trajectory, step, target, alpha)
        if backwards:
            target = td_target_before(policy, rule, trajectory, step, target, seat)
        else:
            alpha *= F1 + rule.tau


@jit
def learn_trajectory(policy: ValuePolicy, rule: UpdateRule, trajectory: Trajectory, steps: int) -> None:
    """Learn from the first `steps` positions of the trajectory, whose game is over."""
    players = len(trajectory.returns)
    if steps == 0:
        return
    one = len(policy.net.bank) == 1
    together = one and (rule.way == RESULTS or (players == 2 and rule.worth == RESULT))
    for k in range(1 if together else players):
        seat = ALL_SEATS if together else k
        load_seat(policy.net, seat)
        _learn_seat(policy, rule, trajectory, steps, seat)
        store_seat(policy.net)


def learn_recorded_game(
    policy: ValuePolicy,
    rules: Rules,
    rule: UpdateRule,
    trajectory: Trajectory,
    own_states: Sequence[State],
    seat: int,
    result: Floats,
) -> None:
    """Learn from a game that was played elsewhere: `own_states` are the boards after the moves of `seat`."""
    steps = min(len(own_states), MOST_STEPS)
    for step in range(steps):
        trajectory.state[:] = own_states[step]
        record_position(policy, rules, seat, trajectory, step)
        trajectory.exploratory[step] = 0
    trajectory.returns[:] = result
    trajectory.outcome[:] = result
    learn_trajectory(policy, rule, trajectory, steps)
