"""Learning from whole games: the network plays, and learns what its positions are worth.

Three ways of learning:

- *results* (Clobber thesis, §4.4): the positions that it chose are trained on first in, first out. The target
  is `won` after a win and `lost` after a loss; α grows by τ after each position and is reset after the game.
- *TD(λ)*: from the last position to the first. The last one is worth what came of it; each other one what the
  network says of the one that followed (λ = 0), what came of the game in the end (λ = 1), or a mixture. What
  was played at random says nothing of the positions before it: there the network's best move counts instead.
- *teacher* (Konane thesis): at every turn, from all moves that there are, see `teaching.py`.

It plays against somebody, or against itself: then the positions of all sides are learned from. Of two sides,
what is good for one is as bad for the other; of more (or where scores count), each seat learns from its own
positions, as it also does where each seat has a network of its own.
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
    changes,
    is_over,
    play,
    player,
    random_move,
    reset,
    returns,
)
from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, uniform
from papamu.kernel.vectors import F1
from papamu.learn.best import Best, note_game
from papamu.learn.course import EACH_IN_TURN, ITSELF
from papamu.learn.encoding import Inputs, encode
from papamu.learn.lesson import RESULT, RESULTS, TEACHER, Lesson
from papamu.learn.mlp import keep, learn, value_of, wear
from papamu.learn.standing import ERRORS, FIRST, POSITIONS, TOLD, came_of, stands_first, tell_seats
from papamu.learn.teaching import taught
from papamu.learn.valuing import ByValue, look
from papamu.search.policy import Nobody, Policy, advance, begin, choose, first_best

PAGES = 512  # moves of a game that are remembered; later ones are not learned from
_ALL = -1  # seats


class Notes(NamedTuple):
    """What it remembers of the game it plays, and what came of all."""

    which: Moves  # [PAGES, most]: the inputs that are not zero in the positions it chose
    by: Inputs  # [PAGES, most]: their values
    many: Moves  # [PAGES]: how many they are
    mover: Moves  # [PAGES]: who chose it
    random: Moves  # [PAGES + 1]: 1 if the move was drawn and is not the best
    best: Inputs  # [PAGES + 1]: what the best move was worth
    state: State
    out: Floats  # [players]: the game's result
    came: Floats  # [players]: what it is worth to each, −1 … 1
    counted: Floats  # [players]: scores
    seats: Floats  # [players, TOLD]: sums since the last point, see `standing`; [1, 1]: nobody asks
    tally: Moves  # [3]: games played, won, positions learned
    record: Best  # the best weights so far


def notes(game: Game, most: int, record: Best, seats: bool = False) -> Notes:
    """Empty notes, with room for what is told of each `seats` if that is wanted."""
    players = game.num_players
    return Notes(
        which=np.zeros((PAGES, most), dtype=np.int64),
        by=np.zeros((PAGES, most), dtype=np.float32),
        many=np.zeros(PAGES, dtype=np.int64),
        mover=np.zeros(PAGES, dtype=np.int64),
        random=np.zeros(PAGES + 1, dtype=np.int64),  # the last: of what is not remembered any more
        best=np.zeros(PAGES + 1, dtype=np.float32),
        state=game.new_state(),
        out=np.zeros(players, dtype=np.float64),
        came=np.zeros(players, dtype=np.float64),
        counted=np.zeros(players, dtype=np.float64),
        seats=np.zeros((players, TOLD) if seats else (1, 1), dtype=np.float64),
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


@generic(default=True)
def _best_move(
    teacher: Policy,
    policy: ByValue,
    rules: Rules,
    lesson: Lesson,
    notes: Notes,
    page: int,
    drawn: bool,
    rng: Stream,
) -> int:
    """The one it takes while its teacher speaks of all of them.

    It and `_afterwards` are chosen by the teacher, so that nothing is compiled that no course needs.
    """
    return taught(policy, teacher, rules, lesson, notes.state, notes.tally, rng)


@_best_move.register(Nobody)
def _(
    teacher: Nobody,
    policy: ByValue,
    rules: Rules,
    lesson: Lesson,
    notes: Notes,
    page: int,
    drawn: bool,
    rng: Stream,
) -> int:
    """By its own values; what the best is worth is noted if another move is going to be drawn."""
    if drawn and lesson.way == RESULTS:
        return NONE  # nobody asks
    n = look(policy, rules, notes.state)
    move = first_best(policy.desk, n)
    if drawn:
        for index in range(n):
            if policy.desk.moves[index] == move:
                notes.best[page] = np.float32(policy.desk.values[index])
    return move


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
    best = _best_move(teacher, policy, rules, lesson, notes, page, drawn, rng)
    move = random_move(rules, notes.state, rng) if drawn else best
    notes.random[page] = 1 if move != best else 0
    return move


@jit
def _tell_first(policy: ByValue, rules: Rules, notes: Notes, mover: int, move: int, plies: int) -> None:
    """How many cells a player's first move changes, if anybody asks."""
    if notes.seats.size > 1 and plies < rules.num_players:
        cells = changes(rules, notes.state, move, mover, policy.sight.cells, policy.sight.turned)
        notes.seats[mover, FIRST] += cells


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
        own = mover == me or me <= ITSELF
        if own:
            explore = 1.0 if wild and mover == 1 else lesson.explore
            move = _own_move(policy, rules, lesson, notes, teacher, pages, explore, rng)
        else:
            move = choose(opponent, rules, state, rng)
        _tell_first(policy, rules, notes, mover, move, plies)
        play(rules, state, move)
        if own and pages < PAGES and lesson.way != TEACHER:
            _note(policy, rules, mover, notes, pages)
            pages += 1
        chance(rules, state, rng)
        advance(opponent, rules, move)
        plies += 1
    for seat in range(rules.num_players):
        notes.out[seat] = 0.0
    if plies < MOST_PLIES:
        returns(rules, state, notes.out)
    _judge(rules, lesson, notes)
    return pages


@jit
def _judge(rules: Rules, lesson: Lesson, notes: Notes) -> None:
    """What came of the game."""
    if lesson.worth == RESULT and notes.seats.size == 1:
        for seat in range(rules.num_players):
            notes.came[seat] = notes.out[seat]
        return
    came_of(lesson, rules, notes.state, notes.out, notes.counted, notes.came)
    if notes.seats.size > 1:
        tell_seats(notes.seats, rules.num_players, notes.out, notes.counted)


@jit
def _worth(lesson: Lesson, result: float) -> np.float32:
    """What a result of −1 … 1 is worth to the network."""
    return lesson.lost + (lesson.won - lesson.lost) * np.float32(0.5 * (result + 1.0))


@jit
def _learn_page(
    policy: ByValue, lesson: Lesson, notes: Notes, page: int, target: np.float32, alpha: np.float32
) -> None:
    which, by, many = notes.which[page], notes.by[page], notes.many[page]
    out = learn(policy.net, which, by, many, target, alpha, lesson.momentum, lesson.logistic)
    if notes.seats.size > 1:
        mover = notes.mover[page]
        notes.seats[mover, ERRORS] += np.float64(target - out) ** 2
        notes.seats[mover, POSITIONS] += 1.0


@jit
def _target_before(
    policy: ByValue, lesson: Lesson, notes: Notes, page: int, target: np.float32, seat: int
) -> np.float32:
    """TD(λ): what the position before this one is worth, if this one is worth `target`."""
    which, by, many = notes.which[page], notes.by[page], notes.many[page]
    if notes.random[page]:
        target = notes.best[page]
    elif lesson.lam < F1:
        target = (F1 - lesson.lam) * value_of(policy.net, which, by, many) + lesson.lam * target
    if seat == _ALL and page > 0 and notes.mover[page - 1] != notes.mover[page]:
        target = (lesson.won + lesson.lost) - target
    return target


@jit
def _teach_seat(policy: ByValue, lesson: Lesson, notes: Notes, pages: int, seat: int) -> None:
    """All pages, or those of one seat: results first in, first out, TD(λ) from the last one back.

    With TD(λ), all are those of two players who win what the other loses.
    """
    back = lesson.way != RESULTS
    alpha = lesson.alpha
    target = _worth(lesson, notes.came[notes.mover[pages - 1] if seat == _ALL else seat])
    for k in range(pages):
        page = pages - 1 - k if back else k
        if seat != _ALL and notes.mover[page] != seat:
            continue
        if not back:
            target = _worth(lesson, notes.came[notes.mover[page]])
        _learn_page(policy, lesson, notes, page, target, alpha)
        if back:
            target = _target_before(policy, lesson, notes, page, target, seat)
        else:
            alpha *= F1 + lesson.tau


@jit
def _teach(policy: ByValue, lesson: Lesson, notes: Notes, pages: int) -> None:
    """Learn from the game in the notes."""
    players = len(notes.out)
    if pages == 0:
        return
    one = len(policy.net.bank) == 1
    together = one and (lesson.way == RESULTS or (players == 2 and lesson.worth == RESULT))
    for k in range(1 if together else players):
        seat = _ALL if together else k
        wear(policy.net, seat)
        _teach_seat(policy, lesson, notes, pages, seat)
        keep(policy.net)


@generic(default=True)
def _afterwards(teacher: Policy, policy: ByValue, lesson: Lesson, notes: Notes, pages: int) -> None:
    """What is learned when a game is over: with a teacher nothing more."""


@_afterwards.register(Nobody)
def _(teacher: Nobody, policy: ByValue, lesson: Lesson, notes: Notes, pages: int) -> None:
    _teach(policy, lesson, notes, pages)


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
    notes.came[:] = result
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
        _afterwards(teacher, policy, lesson, notes, pages)
        won = 1 if stands_first(notes.out, rules.num_players, max(me, 0)) else 0
        notes.tally[0] += 1
        notes.tally[1] += won
        notes.tally[2] += pages
        note_game(notes.record, policy.net, notes.tally[0], won)
