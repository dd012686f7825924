"""Learning from whole games: the network plays, and after each game it is taught what came of its
positions.

The positions that it chose are kept in order and trained on first in, first out (Clobber thesis, §4.4):
the target is `target` after a win, its negative after a loss (and nothing after a draw); α grows by τ
after each position and is itself again in the next game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import (
    Floats,
    Moves,
    Rules,
    chance,
    is_over,
    play,
    player,
    random_move,
    reset,
    returns,
)
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, uniform
from papamu.learn.activation import F1
from papamu.learn.encoding import Inputs, encode
from papamu.learn.mlp import learn
from papamu.learn.valuing import ByValue, look
from papamu.search.policy import Policy, advance, begin, choose, first_best

MOST_PLIES = 100_000  # a game that takes longer is a draw
PAGES = 512  # own moves of a game that are remembered; later ones are not learned from


class Lesson(NamedTuple):
    """How it learns."""

    alpha: np.float32  # the rate of learning
    target: np.float32  # what a won game is worth
    tau: np.float32  # the temporal rate: how much more each later position counts
    momentum: np.float32
    explore: float  # how often it plays a random move instead of its best
    seat: int  # where it sits; −1: on each seat in turn


class Notes(NamedTuple):
    """What it remembers of the game it plays, and what came of all."""

    which: Moves  # [PAGES, most]: the inputs that are not zero in the positions it chose
    by: Inputs  # [PAGES, most]: their values
    many: Moves  # [PAGES]: how many they are
    state: State
    out: Floats  # [players]
    tally: Moves  # [3]: games played, won, positions learned


def notes(game: Game, most: int) -> Notes:
    """Empty notes."""
    return Notes(
        which=np.zeros((PAGES, most), dtype=np.int64),
        by=np.zeros((PAGES, most), dtype=np.float32),
        many=np.zeros(PAGES, dtype=np.int64),
        state=game.new_state(),
        out=np.zeros(game.num_players, dtype=np.float64),
        tally=np.zeros(3, dtype=np.int64),
    )


@jit
def _note(policy: ByValue, rules: Rules, me: int, notes: Notes, page: int) -> None:
    """Write down the board after its own move."""
    sight = policy.sight
    many = encode(policy.encoding, rules, notes.state, me, sight)
    notes.many[page] = many
    for k in range(many):
        notes.which[page, k] = sight.active[k]
        notes.by[page, k] = sight.amounts[k]


@jit
def _own_move(policy: ByValue, rules: Rules, state: State, explore: float, rng: Stream) -> int:
    if explore > 0.0 and uniform(rng) < explore:
        return random_move(rules, state, rng)
    return first_best(policy.desk, look(policy, rules, state))


@jit
def _play(
    policy: ByValue, rules: Rules, lesson: Lesson, notes: Notes, opponent: Policy, me: int, rng: Stream
) -> int:
    """A whole game; returns how many pages were written."""
    state = notes.state
    reset(rules, state, rng)
    begin(opponent, rules)
    pages = 0
    plies = 0
    while plies < MOST_PLIES and not is_over(rules, state):
        if player(rules, state) == me:
            move = _own_move(policy, rules, state, lesson.explore, rng)
            play(rules, state, move)
            if pages < PAGES:
                _note(policy, rules, me, notes, pages)
                pages += 1
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
    return pages


@jit
def learn_games(
    policy: ByValue, rules: Rules, lesson: Lesson, notes: Notes, opponent: Policy, games: int, rng: Stream
) -> None:
    """Play so many games against the opponent (who takes all other seats), and learn from each."""
    for _ in range(games):
        me = lesson.seat if lesson.seat >= 0 else notes.tally[0] % rules.num_players
        pages = _play(policy, rules, lesson, notes, opponent, me, rng)
        result = notes.out[me]
        alpha = lesson.alpha
        target = np.float32(lesson.target * np.float32(result))
        for page in range(pages):
            which, by = notes.which[page], notes.by[page]
            learn(policy.net, which, by, notes.many[page], target, alpha, lesson.momentum)
            alpha *= F1 + lesson.tau
        notes.tally[0] += 1
        notes.tally[1] += 1 if result > 0.0 else 0
        notes.tally[2] += pages
