"""What comes of a game, seat by seat: its worth to a learner, and what is told of each seat meanwhile."""

from __future__ import annotations

from papamu.games.rules import Floats, Rules, scores
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.learn.lesson import FIRST_PLACE, LEAD, RESULT, SCORE, Lesson

# What is summed up for each seat: games, scores, ranks, cells of the first move, squared errors, positions.
GAMES, SCORES, RANKS, FIRST, ERRORS, POSITIONS = range(6)
TOLD = 6


@jit
def stands_first(out: Floats, players: int, me: int) -> bool:
    """Is this seat's result better than any other's? (Of two players: has it won?)"""
    if out[me] <= 0.0:
        return False
    for other in range(players):
        if other != me and out[other] >= out[me]:
            return False
    return True


@jit
def came_of(lesson: Lesson, rules: Rules, state: State, out: Floats, counted: Floats, into: Floats) -> None:
    """What a finished game is worth to each seat, −1 … 1, from its results `out`; scores go to `counted`.

    By `score`, no score is −1 and the highest one 1. By `lead` it is the difference to the highest score of
    the others (Blokus report: {45, 56, 42, 69} are {−24, −13, −27, 13}), as a share of the highest there is.
    By `first` the first place is 1 and every other −1; who share it have equal parts of it.
    """
    scores(rules, state, counted)
    for seat in range(rules.num_players):
        if lesson.worth == RESULT:
            into[seat] = out[seat]
        elif lesson.worth == SCORE:
            into[seat] = 2.0 * counted[seat] / lesson.divisor - 1.0
        elif lesson.worth == LEAD:
            into[seat] = lead_of(counted, rules.num_players, seat) / lesson.divisor
        elif lesson.worth == FIRST_PLACE:
            into[seat] = 2.0 * first_share(out, rules.num_players, seat) - 1.0


@jit
def first_share(out: Floats, players: int, seat: int) -> float:
    """A seat's share of the first place: all of it, none, or one part of as many as stand there."""
    alike = 0
    for other in range(players):
        if out[other] > out[seat]:
            return 0.0
        alike += 1 if out[other] == out[seat] else 0
    return 1.0 / alike


@jit
def lead_of(counted: Floats, players: int, seat: int) -> float:
    """A seat's score less the highest of the others."""
    best = counted[0 if seat else players - 1]
    for other in range(players):
        if other != seat and counted[other] > best:
            best = counted[other]
    return float(counted[seat] - best)


@jit
def tell_seats(seats: Floats, players: int, out: Floats, counted: Floats) -> None:
    """Add a finished game to what is told of each seat; equal results share their ranks."""
    for seat in range(players):
        rank = 1.0
        for other in range(players):
            if other != seat:
                rank += 1.0 if out[other] > out[seat] else 0.5 if out[other] == out[seat] else 0.0
        seats[seat, GAMES] += 1.0
        seats[seat, SCORES] += counted[seat]
        seats[seat, RANKS] += rank
