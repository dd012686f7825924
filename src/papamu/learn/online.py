"""Learning from whole games: the network plays, and learns what its positions are worth.

Three ways of learning:

- *results* (Clobber thesis, §4.4): the positions that it chose are trained on first in, first out. The target
  is `won` after a win and `lost` after a loss; α grows by τ after each position and is reset after the game.
- *TD(λ)*: from the last position to the first. The last one is worth what came of it; each other one what the
  network says of the one that followed (λ = 0), what came of the game in the end (λ = 1), or a mixture. What
  was played at random says nothing of the positions before it: there the network's best move counts instead.
- *teacher* (Konane thesis): at every turn, from all moves that there are, see `teaching.py`.

It plays against somebody, or against itself: then the positions of both sides are learned from, and what is
good for one is as bad for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import (
    MOST_PLIES,
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
from papamu.kernel.vectors import F1
from papamu.learn.best import Best, note_game
from papamu.learn.course import EACH_IN_TURN, ITSELF
from papamu.learn.encoding import Inputs, encode
from papamu.learn.lesson import RESULTS, TEACHER, Lesson
from papamu.learn.mlp import learn, value_of
from papamu.learn.teaching import taught
from papamu.learn.valuing import ByValue, look
from papamu.search.policy import Policy, advance, begin, choose, first_best

PAGES = 512  # moves of a game that are remembered; later ones are not learned from


class Notes(NamedTuple):
    """What it remembers of the game it plays, and what came of all."""

    which: Moves  # [PAGES, most]: the inputs that are not zero in the positions it chose
    by: Inputs  # [PAGES, most]: their values
    many: Moves  # [PAGES]: how many they are
    mover: Moves  # [PAGES]: who chose it
    random: Moves  # [PAGES + 1]: 1 if the move was drawn and is not the best
    best: Inputs  # [PAGES + 1]: what the best move was worth
    state: State
    out: Floats  # [players]
    tally: Moves  # [3]: games played, won, positions learned
    record: Best  # the best weights so far


def notes(game: Game, most: int, record: Best) -> Notes:
    """Empty notes."""
    return Notes(
        which=np.zeros((PAGES, most), dtype=np.int64),
        by=np.zeros((PAGES, most), dtype=np.float32),
        many=np.zeros(PAGES, dtype=np.int64),
        mover=np.zeros(PAGES, dtype=np.int64),
        random=np.zeros(PAGES + 1, dtype=np.int64),  # the last: of what is not remembered any more
        best=np.zeros(PAGES + 1, dtype=np.float32),
        state=game.new_state(),
        out=np.zeros(game.num_players, dtype=np.float64),
        tally=np.zeros(3, dtype=np.int64),
        record=record,
    )


@jit
def _note(policy: ByValue, rules: Rules, me: int, notes: Notes, page: int) -> None:
    """Write down the board after its own move."""
    sight = policy.sight
    many = encode(policy.encoding, rules, notes.state, me, sight)
    notes.many[page] = many
    notes.mover[page] = me
    for k in range(many):
        notes.which[page, k] = sight.active[k]
        notes.by[page, k] = sight.amounts[k]


@jit
def _own_move(
    policy: ByValue,
    rules: Rules,
    lesson: Lesson,
    notes: Notes,
    teacher: Policy,
    page: int,
    explore: float,
    rng: Stream,
) -> int:
    """Its best move, or now and then any."""
    drawn = explore > 0.0 and uniform(rng) < explore
    if lesson.way == TEACHER:
        move = taught(policy, teacher, rules, lesson, notes.state, notes.tally, rng)
        return random_move(rules, notes.state, rng) if drawn else move
    if drawn and lesson.way == RESULTS:
        return random_move(rules, notes.state, rng)
    n = look(policy, rules, notes.state)
    move = first_best(policy.desk, n)
    notes.random[page] = 0
    if drawn:
        other = random_move(rules, notes.state, rng)
        if other != move:
            notes.random[page] = 1
            for index in range(n):
                if policy.desk.moves[index] == move:
                    notes.best[page] = np.float32(policy.desk.values[index])
            return other
    return move


@jit
def _play(
    policy: ByValue,
    rules: Rules,
    lesson: Lesson,
    notes: Notes,
    opponent: Policy,
    teacher: Policy,
    me: int,
    rng: Stream,
) -> int:
    """A whole game; returns how many pages were written."""
    state = notes.state
    wild = me == ITSELF and lesson.wild > 0.0 and uniform(rng) < lesson.wild
    reset(rules, state, rng)
    begin(opponent, rules)
    pages = 0
    plies = 0
    while plies < MOST_PLIES and not is_over(rules, state):
        mover = player(rules, state)
        if mover == me or me == ITSELF:
            explore = 1.0 if wild and mover == 1 else lesson.explore
            move = _own_move(policy, rules, lesson, notes, teacher, pages, explore, rng)
            play(rules, state, move)
            if pages < PAGES and lesson.way != TEACHER:
                _note(policy, rules, mover, notes, pages)
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
def _worth(lesson: Lesson, result: float) -> np.float32:
    """What a result of −1 … 1 is worth to the network."""
    return lesson.lost + (lesson.won - lesson.lost) * np.float32(0.5 * (result + 1.0))


@jit
def _teach_results(policy: ByValue, lesson: Lesson, notes: Notes, pages: int) -> None:
    alpha = lesson.alpha
    for page in range(pages):
        target = _worth(lesson, notes.out[notes.mover[page]])
        which, by, many = notes.which[page], notes.by[page], notes.many[page]
        learn(policy.net, which, by, many, target, alpha, lesson.momentum, lesson.logistic)
        alpha *= F1 + lesson.tau


@jit
def _teach_td(policy: ByValue, lesson: Lesson, notes: Notes, pages: int) -> None:
    target = _worth(lesson, notes.out[notes.mover[pages - 1]])
    for back in range(pages):
        page = pages - 1 - back
        which, by, many = notes.which[page], notes.by[page], notes.many[page]
        learn(policy.net, which, by, many, target, lesson.alpha, lesson.momentum, lesson.logistic)
        if notes.random[page]:
            target = notes.best[page]
        elif lesson.lam < F1:
            target = (F1 - lesson.lam) * value_of(policy.net, which, by, many) + lesson.lam * target
        if page > 0 and notes.mover[page - 1] != notes.mover[page]:
            target = (lesson.won + lesson.lost) - target


@jit
def _teach(policy: ByValue, lesson: Lesson, notes: Notes, pages: int) -> None:
    """Learn from the game in the notes."""
    if lesson.way == RESULTS:
        _teach_results(policy, lesson, notes, pages)
    elif pages > 0:
        _teach_td(policy, lesson, notes, pages)


def study(
    policy: ByValue,
    rules: Rules,
    lesson: Lesson,
    notes: Notes,
    mine: Sequence[State],
    me: int,
    result: Floats,
) -> None:
    """Learn from a game that was played elsewhere.

    `mine` are the boards after its own moves, on the seat `me`.
    """
    pages = min(len(mine), PAGES)
    for page in range(pages):
        notes.state[:] = mine[page]
        _note(policy, rules, me, notes, page)
        notes.random[page] = 0
    notes.out[:] = result
    _teach(policy, lesson, notes, pages)


@jit
def learn_games(
    policy: ByValue,
    rules: Rules,
    lesson: Lesson,
    notes: Notes,
    opponent: Policy,
    teacher: Policy,
    games: int,
    rng: Stream,
) -> None:
    """Play so many games against the opponent (who takes all other seats) or itself, and learn from each."""
    for _ in range(games):
        me = lesson.seat if lesson.seat != EACH_IN_TURN else notes.tally[0] % rules.num_players
        pages = _play(policy, rules, lesson, notes, opponent, teacher, me, rng)
        _teach(policy, lesson, notes, pages)
        won = 1 if notes.out[max(me, 0)] > 0.0 else 0
        notes.tally[0] += 1
        notes.tally[1] += won
        notes.tally[2] += pages
        note_game(notes.record, policy.net, notes.tally[0], won)
