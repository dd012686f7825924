"""TD learning on maps: values of states by TD(0), Monte Carlo and TD(λ) with traces (Reversi paper, §5).

A state is the winning neuron of the board after an own move, with the map it belongs to or, for maps by the
inner product, with the number of the board (§7.1).

    TD(0)     V(s_t) ← V(s_t) + α [r + γ V(s_t+1) − V(s_t)]                          (7)
    MC        V(s_t) ← V(s_t) + R_t / t    after the game, R_t the rewards from t on (8)
    TD(λ)     V(s) ← V(s) + α δ e(s),  δ = r + γ V(s_t+1) − V(s_t)                   (9)
              e(s) ← γ λ e(s), and one more for s = s_t

`mean` is ours: every state's value is the mean of what came of the games that visited it. It moves on to the
state after its best move, or (ε) a random one; a closing search may move in its place near the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import (
    MOST_PLIES,
    NONE,
    Floats,
    Moves,
    Rules,
    chance,
    is_over,
    legal_moves,
    play,
    player,
    random_move,
    reset,
    returns,
)
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, uniform
from papamu.learn.som.best_matching_unit import WinnerLookup, set_board, winner_after, winner_of
from papamu.search.policy import (
    Policy,
    Workspace,
    advance,
    begin,
    choose,
    new_workspace,
    random_best_index,
    random_best_move,
    weigh,
)

TD0, MC, TD, MEAN = range(4)  # as in `choices.WAYS`
MOST_STEPS = 512  # own moves of a game that are remembered; later ones are not learned from


class TdRule(NamedTuple):
    """How values are learned: the paper's Table 3 and what its text says."""

    way: int  # TD0, MC, TD or MEAN
    alpha: float
    gamma: float
    lam: float  # λ
    epsilon: float  # ε
    won: float
    lost: float
    move: float  # of each move
    seat: int  # 0 moves first


class MapPolicy(NamedTuple):
    """The policy of maps and values."""

    lookup: WinnerLookup
    by_number: int  # 1: a state is the neuron and the board's number, 0: the neuron and its map
    values: Floats  # [states]: V
    visits: Floats  # [states]: how often each was learned
    states: Moves  # [max_moves]: the state after each move of the workspace
    workspace: Workspace


class StateTrajectory(NamedTuple):
    """What is remembered of the game that is played, and what came of all."""

    states: Moves  # [MOST_STEPS + 1]: the states it chose; the last step is for those that are not remembered
    traces: Floats  # [MOST_STEPS]: e of each
    state: State
    out: Floats  # [players]
    tally: Moves  # [4]: games played, won, drawn; own moves


def count_states(lookup: WinnerLookup, by_number: bool) -> int:
    """How many states there are."""
    return lookup.neurons * (lookup.counted.last + 1 if by_number else int(lookup.stage_of[-1]) + 1)


def new_map_policy(game: Game, lookup: WinnerLookup, by_number: bool) -> MapPolicy:
    """A player with these maps, to whom everything is worth nothing yet."""
    states = count_states(lookup, by_number)
    return MapPolicy(
        lookup=lookup,
        by_number=int(by_number),
        values=np.zeros(states, dtype=np.float64),
        visits=np.zeros(states, dtype=np.float64),
        states=np.zeros(game.rules.max_moves, dtype=np.int64),
        workspace=new_workspace(game),
    )


def new_state_trajectory(game: Game) -> StateTrajectory:
    """An empty trajectory."""
    return StateTrajectory(
        states=np.zeros(MOST_STEPS + 1, dtype=np.int64),
        traces=np.zeros(MOST_STEPS, dtype=np.float64),
        state=game.new_state(),
        out=np.zeros(game.num_players, dtype=np.float64),
        tally=np.zeros(4, dtype=np.int64),
    )


@jit
def state_of(policy: MapPolicy, number: int, neuron: int) -> int:
    """The state of a board with this number and winner."""
    lookup = policy.lookup
    return (number if policy.by_number else lookup.stage_of[number]) * lookup.neurons + neuron


@jit
def _state_after(policy: MapPolicy, rules: Rules, state: State, me: int, number: int, move: int) -> int:
    after, neuron = winner_after(policy.lookup, rules, state, me, number, move)
    return state_of(policy, after, neuron)


@jit(inline=False)
def value_moves(policy: MapPolicy, rules: Rules, state: State) -> int:
    """The state after every legal move and its value, into `states` and the workspace.

    Returns how many there are.
    """
    me = player(rules, state)
    number = set_board(policy.lookup, rules, state, me)
    n = legal_moves(rules, state, policy.workspace.moves)
    for index in range(n):
        after = _state_after(policy, rules, state, me, number, policy.workspace.moves[index])
        policy.states[index] = after
        policy.workspace.values[index] = policy.values[after]
    return n


@weigh.register(MapPolicy)
def weigh_by_map(policy: MapPolicy, rules: Rules, state: State, rng: Stream) -> int:
    return value_moves(policy, rules, state)


@choose.register(MapPolicy)
def choose_by_map(policy: MapPolicy, rules: Rules, state: State, rng: Stream) -> int:
    return random_best_move(policy.workspace, value_moves(policy, rules, state), rng)


@jit
def _own_move(
    policy: MapPolicy,
    rules: Rules,
    rule: TdRule,
    trajectory: StateTrajectory,
    closing: Policy,
    step: int,
    rng: Stream,
) -> int:
    """Its move by the closing search, by its values or at random, and into the trajectory the state after it."""
    state = trajectory.state
    move = choose(closing, rules, state, rng)
    if move == NONE and uniform(rng) < rule.epsilon:
        move = random_move(rules, state, rng)
    if move != NONE:
        me = player(rules, state)
        number = set_board(policy.lookup, rules, state, me)
        trajectory.states[step] = _state_after(policy, rules, state, me, number, move)
        return move
    best = random_best_index(policy.workspace, value_moves(policy, rules, state), rng)
    trajectory.states[step] = policy.states[best]
    return int(policy.workspace.moves[best])


@jit
def _learn_step(
    policy: MapPolicy, rule: TdRule, trajectory: StateTrajectory, step: int, reward: float, onward: float
) -> None:
    """Equation 7 or 9 for the state on `step`, which `reward` and a state of the value `onward` followed."""
    values = policy.values
    now = trajectory.states[step]
    policy.visits[now] += 1.0
    delta = reward + rule.gamma * onward - values[now]
    if rule.way == TD0:
        values[now] += rule.alpha * delta
        return
    trajectory.traces[step] = 1.0
    for earlier in range(step):
        trajectory.traces[earlier] *= rule.gamma * rule.lam
    for earlier in range(step + 1):
        values[trajectory.states[earlier]] += rule.alpha * delta * trajectory.traces[earlier]


@jit
def _learn_game(
    policy: MapPolicy, rule: TdRule, trajectory: StateTrajectory, steps: int, last: float
) -> None:
    """Equation 8, or means, for all states of a game whose last reward is `last`."""
    for step in range(steps):
        now = trajectory.states[step]
        total = last + rule.move * (steps - 1 - step)
        if rule.way == MC:
            policy.values[now] += total / (step + 1)
        else:
            policy.values[now] += (total - policy.values[now]) / (policy.visits[now] + 1.0)
        policy.visits[now] += 1.0


@jit
def _learn_end(
    policy: MapPolicy, rule: TdRule, trajectory: StateTrajectory, steps: int, result: float
) -> None:
    """The last reward, with what is learned only now."""
    if steps == 0:
        return
    last = rule.won if result > 0.0 else rule.lost if result < 0.0 else 0.0
    if rule.way == TD0 or rule.way == TD:
        _learn_step(policy, rule, trajectory, steps - 1, last, 0.0)
    else:
        _learn_game(policy, rule, trajectory, steps, last)


@jit
def _play_and_learn(
    policy: MapPolicy,
    rules: Rules,
    rule: TdRule,
    trajectory: StateTrajectory,
    opponent: Policy,
    closing: Policy,
    rng: Stream,
) -> None:
    """A whole game, learned from as it goes."""
    state = trajectory.state
    stepwise = rule.way == TD0 or rule.way == TD
    reset(rules, state, rng)
    begin(opponent, rules)
    steps, plies = 0, 0
    while plies < MOST_PLIES and not is_over(rules, state):
        if player(rules, state) == rule.seat:
            step = min(steps, MOST_STEPS)
            move = _own_move(policy, rules, rule, trajectory, closing, step, rng)
            if steps < MOST_STEPS:
                if stepwise and steps > 0:
                    onward = policy.values[trajectory.states[step]]
                    _learn_step(policy, rule, trajectory, step - 1, rule.move, onward)
                steps += 1
            trajectory.tally[3] += 1
        else:
            move = choose(opponent, rules, state, rng)
        play(rules, state, move)
        chance(rules, state, rng)
        advance(opponent, rules, move)
        plies += 1
    for seat in range(rules.num_players):
        trajectory.out[seat] = 0.0
    if plies < MOST_PLIES:
        returns(rules, state, trajectory.out)
    result = trajectory.out[rule.seat]
    _learn_end(policy, rule, trajectory, steps, result)
    trajectory.tally[0] += 1
    trajectory.tally[1] += 1 if result > 0.0 else 0
    trajectory.tally[2] += 1 if result == 0.0 else 0


def learn_from_states(
    policy: MapPolicy,
    rules: Rules,
    rule: TdRule,
    trajectory: StateTrajectory,
    own_states: Sequence[State],
    me: int,
    result: float,
) -> None:
    """Learn from a game that was played elsewhere.

    `own_states` are the boards after its own moves, on the seat `me`.
    """
    steps = min(len(own_states), MOST_STEPS)
    for step in range(steps):
        number, neuron = winner_of(policy.lookup, rules, own_states[step], me)
        trajectory.states[step] = state_of(policy, number, neuron)
        if step > 0 and (rule.way == TD0 or rule.way == TD):
            _learn_step(policy, rule, trajectory, step - 1, rule.move, policy.values[trajectory.states[step]])
    _learn_end(policy, rule, trajectory, steps, result)


@jit
def learn_games(
    policy: MapPolicy,
    rules: Rules,
    rule: TdRule,
    trajectory: StateTrajectory,
    opponent: Policy,
    closing: Policy,
    games: int,
    rng: Stream,
) -> None:
    """Play so many games against the opponent, and learn from each."""
    for _ in range(games):
        _play_and_learn(policy, rules, rule, trajectory, opponent, closing, rng)
