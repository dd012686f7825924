"""Values of states, learned from games: TD(0), Monte Carlo and TD(λ) (Reversi paper, §5).

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
from papamu.learn.winners import Winners, regard, winner_after, winner_of
from papamu.search.policy import (
    Desk,
    Policy,
    advance,
    any_of_best,
    begin,
    best_at_random,
    choose,
    desk,
    weigh,
)

WAYS = ("td0", "mc", "td", "mean")
TD0, MC, TD, MEAN = range(4)
PAGES = 512  # own moves of a game that are remembered; later ones are not learned from


class Rewards(NamedTuple):
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


class ByMap(NamedTuple):
    """The policy of maps and values."""

    eyes: Winners
    by_number: int  # 1: a state is the neuron and the board's number, 0: the neuron and its map
    values: Floats  # [states]: V
    visits: Floats  # [states]: how often each was learned
    states: Moves  # [max_moves]: the state after each move of the desk
    desk: Desk


class Diary(NamedTuple):
    """What is remembered of the game that is played, and what came of all."""

    states: Moves  # [PAGES + 1]: the states it chose; the last page is for those that are not remembered
    traces: Floats  # [PAGES]: e of each
    state: State
    out: Floats  # [players]
    tally: Moves  # [4]: games played, won, drawn; own moves


def count_states(eyes: Winners, by_number: bool) -> int:
    """How many states there are."""
    return eyes.neurons * (eyes.counted.last + 1 if by_number else int(eyes.stage_of[-1]) + 1)


def by_map(game: Game, eyes: Winners, by_number: bool) -> ByMap:
    """A player with these maps, to whom everything is worth nothing yet."""
    states = count_states(eyes, by_number)
    return ByMap(
        eyes=eyes,
        by_number=int(by_number),
        values=np.zeros(states, dtype=np.float64),
        visits=np.zeros(states, dtype=np.float64),
        states=np.zeros(game.rules.max_moves, dtype=np.int64),
        desk=desk(game),
    )


def diary(game: Game) -> Diary:
    """An empty diary."""
    return Diary(
        states=np.zeros(PAGES + 1, dtype=np.int64),
        traces=np.zeros(PAGES, dtype=np.float64),
        state=game.new_state(),
        out=np.zeros(game.num_players, dtype=np.float64),
        tally=np.zeros(4, dtype=np.int64),
    )


@jit
def state_of(policy: ByMap, number: int, neuron: int) -> int:
    """The state of a board with this number and winner."""
    eyes = policy.eyes
    return (number if policy.by_number else eyes.stage_of[number]) * eyes.neurons + neuron


@jit
def _state_after(policy: ByMap, rules: Rules, state: State, me: int, number: int, move: int) -> int:
    after, neuron = winner_after(policy.eyes, rules, state, me, number, move)
    return state_of(policy, after, neuron)


@jit(inline=False)
def look(policy: ByMap, rules: Rules, state: State) -> int:
    """The state after every legal move and its value, into `states` and the desk.

    Returns how many there are.
    """
    me = player(rules, state)
    number = regard(policy.eyes, rules, state, me)
    n = legal_moves(rules, state, policy.desk.moves)
    for index in range(n):
        after = _state_after(policy, rules, state, me, number, policy.desk.moves[index])
        policy.states[index] = after
        policy.desk.values[index] = policy.values[after]
    return n


@weigh.register(ByMap)
def _(policy: ByMap, rules: Rules, state: State, rng: Stream) -> int:
    return look(policy, rules, state)


@choose.register(ByMap)
def _(policy: ByMap, rules: Rules, state: State, rng: Stream) -> int:
    return best_at_random(policy.desk, look(policy, rules, state), rng)


@jit
def _own_move(
    policy: ByMap, rules: Rules, told: Rewards, notes: Diary, closing: Policy, page: int, rng: Stream
) -> int:
    """Its move by the closing search, by its values or at random, and into the diary the state after it."""
    state = notes.state
    move = choose(closing, rules, state, rng)
    if move == NONE and uniform(rng) < told.epsilon:
        move = random_move(rules, state, rng)
    if move != NONE:
        me = player(rules, state)
        number = regard(policy.eyes, rules, state, me)
        notes.states[page] = _state_after(policy, rules, state, me, number, move)
        return move
    best = any_of_best(policy.desk, look(policy, rules, state), rng)
    notes.states[page] = policy.states[best]
    return int(policy.desk.moves[best])


@jit
def _learn_step(policy: ByMap, told: Rewards, notes: Diary, page: int, reward: float, onward: float) -> None:
    """Equation 7 or 9 for the state on `page`, which `reward` and a state of the value `onward` followed."""
    values = policy.values
    now = notes.states[page]
    policy.visits[now] += 1.0
    delta = reward + told.gamma * onward - values[now]
    if told.way == TD0:
        values[now] += told.alpha * delta
        return
    notes.traces[page] = 1.0
    for earlier in range(page):
        notes.traces[earlier] *= told.gamma * told.lam
    for earlier in range(page + 1):
        values[notes.states[earlier]] += told.alpha * delta * notes.traces[earlier]


@jit
def _learn_game(policy: ByMap, told: Rewards, notes: Diary, pages: int, last: float) -> None:
    """Equation 8, or means, for all states of a game whose last reward is `last`."""
    for page in range(pages):
        now = notes.states[page]
        total = last + told.move * (pages - 1 - page)
        if told.way == MC:
            policy.values[now] += total / (page + 1)
        else:
            policy.values[now] += (total - policy.values[now]) / (policy.visits[now] + 1.0)
        policy.visits[now] += 1.0


@jit
def _learn_end(policy: ByMap, told: Rewards, notes: Diary, pages: int, result: float) -> None:
    """The last reward, with what is learned only now."""
    if pages == 0:
        return
    last = told.won if result > 0.0 else told.lost if result < 0.0 else 0.0
    if told.way == TD0 or told.way == TD:
        _learn_step(policy, told, notes, pages - 1, last, 0.0)
    else:
        _learn_game(policy, told, notes, pages, last)


@jit
def _game(
    policy: ByMap, rules: Rules, told: Rewards, notes: Diary, opponent: Policy, closing: Policy, rng: Stream
) -> None:
    """A whole game, learned from as it goes."""
    state = notes.state
    stepwise = told.way == TD0 or told.way == TD
    reset(rules, state, rng)
    begin(opponent, rules)
    pages, plies = 0, 0
    while plies < MOST_PLIES and not is_over(rules, state):
        if player(rules, state) == told.seat:
            page = min(pages, PAGES)
            move = _own_move(policy, rules, told, notes, closing, page, rng)
            if pages < PAGES:
                if stepwise and pages > 0:
                    onward = policy.values[notes.states[page]]
                    _learn_step(policy, told, notes, page - 1, told.move, onward)
                pages += 1
            notes.tally[3] += 1
        else:
            move = choose(opponent, rules, state, rng)
        play(rules, state, move)
        chance(rules, state, rng)
        advance(opponent, rules, move)
        plies += 1
    for seat in range(rules.num_players):
        notes.out[seat] = 0.0
    if plies < MOST_PLIES:
        returns(rules, state, notes.out)
    result = notes.out[told.seat]
    _learn_end(policy, told, notes, pages, result)
    notes.tally[0] += 1
    notes.tally[1] += 1 if result > 0.0 else 0
    notes.tally[2] += 1 if result == 0.0 else 0


def study(
    policy: ByMap, rules: Rules, told: Rewards, notes: Diary, mine: Sequence[State], me: int, result: float
) -> None:
    """Learn from a game that was played elsewhere.

    `mine` are the boards after its own moves, on the seat `me`.
    """
    pages = min(len(mine), PAGES)
    for page in range(pages):
        number, neuron = winner_of(policy.eyes, rules, mine[page], me)
        notes.states[page] = state_of(policy, number, neuron)
        if page > 0 and (told.way == TD0 or told.way == TD):
            _learn_step(policy, told, notes, page - 1, told.move, policy.values[notes.states[page]])
    _learn_end(policy, told, notes, pages, result)


@jit
def learn_games(
    policy: ByMap,
    rules: Rules,
    told: Rewards,
    notes: Diary,
    opponent: Policy,
    closing: Policy,
    games: int,
    rng: Stream,
) -> None:
    """Play so many games against the opponent, and learn from each."""
    for _ in range(games):
        _game(policy, rules, told, notes, opponent, closing, rng)
