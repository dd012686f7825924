"""The loop of online learning: the network plays a game, and learns from it before the next one.

Three ways of learning:

- *results* (Clobber thesis, §4.4): after the game, every position towards the result (`result_targets`);
- *TD(λ)*: after the game, every position towards the next one (`td_targets`);
- *teacher* (Konane thesis): during the game, at every turn from all legal moves (`teacher`).

It plays against an opponent, who takes all other seats, or against itself.
"""

from __future__ import annotations

import numpy as np

from papamu.games.rules import (
    MOST_PLIES,
    NONE,
    Rules,
    chance,
    changes,
    is_over,
    play,
    player,
    random_move,
    reset,
    returns,
)
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, uniform
from papamu.learn.mlp.value_policy import ValuePolicy, value_moves
from papamu.learn.online.best_weights import note_game
from papamu.learn.online.course import EACH_IN_TURN, ITSELF
from papamu.learn.online.learn_trajectory import learn_trajectory
from papamu.learn.online.result_targets import game_outcome
from papamu.learn.online.seat_stats import FIRST, add_to_seats, is_sole_winner
from papamu.learn.online.teacher import learn_from_teacher
from papamu.learn.online.trajectory import MOST_STEPS, Trajectory, record_position
from papamu.learn.online.update_rule import RESULT, RESULTS, TEACHER, UpdateRule
from papamu.search.policy import NullPolicy, Policy, advance, begin, choose, first_best_move


@generic(default=True)
def _best_move(
    teacher: Policy,
    policy: ValuePolicy,
    rules: Rules,
    rule: UpdateRule,
    trajectory: Trajectory,
    step: int,
    drawn: bool,
    rng: Stream,
) -> int:
    """With a teacher: learn what it says of all moves, and take the network's own best.

    This and `_learn_after_game` are chosen by the teacher, so that nothing is compiled that no course needs.
    """
    return learn_from_teacher(policy, teacher, rules, rule, trajectory.state, trajectory.tally, rng)


@_best_move.register(NullPolicy)
def _best_move_without_teacher(
    teacher: NullPolicy,
    policy: ValuePolicy,
    rules: Rules,
    rule: UpdateRule,
    trajectory: Trajectory,
    step: int,
    drawn: bool,
    rng: Stream,
) -> int:
    """By its own values; if another move is going to be drawn, the value of the best one is noted."""
    if drawn and rule.way == RESULTS:
        return NONE  # results do not need it
    n = value_moves(policy, rules, trajectory.state)
    move = first_best_move(policy.workspace, n)
    if drawn:
        for index in range(n):
            if policy.workspace.moves[index] == move:
                trajectory.best_value[step] = np.float32(policy.workspace.values[index])
    return move


@jit
def _own_move(
    policy: ValuePolicy,
    rules: Rules,
    rule: UpdateRule,
    trajectory: Trajectory,
    teacher: Policy,
    step: int,
    explore: float,
    rng: Stream,
) -> int:
    """Its best move, or now and then any."""
    drawn = explore > 0.0 and uniform(rng) < explore
    best = _best_move(teacher, policy, rules, rule, trajectory, step, drawn, rng)
    move = random_move(rules, trajectory.state, rng) if drawn else best
    trajectory.exploratory[step] = 1 if move != best else 0
    return move


@jit
def _count_first_move(
    policy: ValuePolicy, rules: Rules, trajectory: Trajectory, mover: int, move: int, plies: int
) -> None:
    """How many cells a player's first move changes, if seats have statistics."""
    if trajectory.seat_sums.size > 1 and plies < rules.num_players:
        cells = changes(rules, trajectory.state, move, mover, policy.sight.cells, policy.sight.turned)
        trajectory.seat_sums[mover, FIRST] += cells


@jit
def _play_game(
    policy: ValuePolicy,
    rules: Rules,
    rule: UpdateRule,
    trajectory: Trajectory,
    opponent: Policy,
    teacher: Policy,
    me: int,
    rng: Stream,
) -> int:
    """A whole game; returns how many steps of the trajectory were recorded."""
    state = trajectory.state
    wild = me == ITSELF and rule.wild > 0.0 and uniform(rng) < rule.wild
    reset(rules, state, rng)
    begin(opponent, rules)
    steps = 0
    plies = 0
    while plies < MOST_PLIES and not is_over(rules, state):
        mover = player(rules, state)
        own = mover == me or me <= ITSELF
        if own:
            explore = 1.0 if wild and mover == 1 else rule.explore
            move = _own_move(policy, rules, rule, trajectory, teacher, steps, explore, rng)
        else:
            move = choose(opponent, rules, state, rng)
        _count_first_move(policy, rules, trajectory, mover, move, plies)
        play(rules, state, move)
        if own and steps < MOST_STEPS and rule.way != TEACHER:
            record_position(policy, rules, mover, trajectory, steps)
            steps += 1
        chance(rules, state, rng)
        advance(opponent, rules, move)
        plies += 1
    for seat in range(rules.num_players):
        trajectory.returns[seat] = 0.0
    if plies < MOST_PLIES:
        returns(rules, state, trajectory.returns)
    _write_outcome(rules, rule, trajectory)
    return steps


@jit
def _write_outcome(rules: Rules, rule: UpdateRule, trajectory: Trajectory) -> None:
    """What the finished game is worth to each seat, and the sums of the seats."""
    if rule.worth == RESULT and trajectory.seat_sums.size == 1:
        for seat in range(rules.num_players):
            trajectory.outcome[seat] = trajectory.returns[seat]
        return
    game_outcome(rule, rules, trajectory.state, trajectory.returns, trajectory.scores, trajectory.outcome)
    if trajectory.seat_sums.size > 1:
        add_to_seats(trajectory.seat_sums, rules.num_players, trajectory.returns, trajectory.scores)


@generic(default=True)
def _learn_after_game(
    teacher: Policy, policy: ValuePolicy, rule: UpdateRule, trajectory: Trajectory, steps: int
) -> None:
    """With a teacher nothing is left to learn when the game is over."""


@_learn_after_game.register(NullPolicy)
def _learn_after_game_without_teacher(
    teacher: NullPolicy, policy: ValuePolicy, rule: UpdateRule, trajectory: Trajectory, steps: int
) -> None:
    learn_trajectory(policy, rule, trajectory, steps)


@jit
def learn_games(
    policy: ValuePolicy,
    rules: Rules,
    rule: UpdateRule,
    trajectory: Trajectory,
    opponent: Policy,
    teacher: Policy,
    games: int,
    rng: Stream,
) -> None:
    """Play so many games against the opponent (who takes all other seats) or itself, and learn from each."""
    for _ in range(games):
        me = rule.seat if rule.seat != EACH_IN_TURN else trajectory.tally[0] % rules.num_players
        steps = _play_game(policy, rules, rule, trajectory, opponent, teacher, me, rng)
        _learn_after_game(teacher, policy, rule, trajectory, steps)
        won = 1 if is_sole_winner(trajectory.returns, rules.num_players, max(me, 0)) else 0
        trajectory.tally[0] += 1
        trajectory.tally[1] += won
        trajectory.tally[2] += steps
        note_game(trajectory.best_weights, policy.net, trajectory.tally[0], won)
