"""TD(λ) targets of a network: what a position should be worth, given the position that followed it.

A game is learned from its last position to its first. The last position's target is the result (see
`result_targets`). The target of each position before it is a mixture:

    target(before) = (1 − λ) × the network's value of the next position + λ × the next position's target

so λ = 0 trusts the network and λ = 1 the result. An exploratory move says nothing about the positions before it:
there the value of the network's best move is the target. The same for the self-organizing maps, with eligibility
traces, is in `papamu.learn.som.td_values`.
"""

from __future__ import annotations

import numpy as np

from papamu.kernel.jit import jit
from papamu.kernel.vectors import F1
from papamu.learn.mlp.network import value_of
from papamu.learn.mlp.value_policy import ValuePolicy
from papamu.learn.online.trajectory import Trajectory
from papamu.learn.online.update_rule import UpdateRule

ALL_SEATS = -1  # of two players who win what the other loses: their positions make one chain


@jit
def td_target_before(
    policy: ValuePolicy, rule: UpdateRule, trajectory: Trajectory, step: int, target: np.float32, seat: int
) -> np.float32:
    """The target of the position before `step`, whose own target is `target`."""
    which, by, many = trajectory.which[step], trajectory.by[step], trajectory.many[step]
    if trajectory.exploratory[step]:
        target = trajectory.best_value[step]
    elif rule.lam < F1:
        target = (F1 - rule.lam) * value_of(policy.net, which, by, many) + rule.lam * target
    if seat == ALL_SEATS and step > 0 and trajectory.mover[step - 1] != trajectory.mover[step]:
        target = (rule.won + rule.lost) - target
    return target
