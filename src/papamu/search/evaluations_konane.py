"""The eighteen evaluation functions of the Konane thesis (§4.1.1), `a` to `r`.

Three things are counted for both players: pieces (a–f), possible moves (g–l), movable pieces (m–r); and
each pair of counts is looked at in six ways. Of the opponent's counts alone (b, h, n) fewer is better. A
ratio with nothing below counts as infinite, as the thesis's players must have had it: only so do their win
rates come out. In the opening a player's moves are the stones they may take away.
"""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.konane_rules import Konane, movers, task_of
from papamu.games.rules import mobility
from papamu.kernel.bits import State, count, popcount
from papamu.kernel.jit import jit
from papamu.search.evaluation import MOST, evaluate

LETTERS = "abcdefghijklmnopqr"
PIECES, MOVES, MOVABLE = range(3)
OWN, THEIRS, DIFFERENCE, WEIGHTED_DIFFERENCE, RATIO, WEIGHTED_RATIO = range(6)


class KonaneFunction(NamedTuple):
    """One of the eighteen."""

    counted: int  # PIECES, MOVES or MOVABLE
    form: int  # OWN … WEIGHTED_RATIO


def konane_function(letter: str) -> KonaneFunction:
    """The function of this letter."""
    return KonaneFunction(*divmod(LETTERS.index(letter), 6))


@jit
def movable(rules: Konane, state: State, who: int) -> int:
    """How many pieces of `who` could move, were it their turn."""
    task = task_of(rules, state, who)
    total = 0
    for word in range(rules.words):
        total += popcount(movers(rules, state, task, word))
    return total


@jit
def counted(function: KonaneFunction, rules: Konane, state: State, who: int) -> int:
    """What it counts for `who`."""
    if function.counted == PIECES:
        return count(state, who * rules.words, rules.words)
    if function.counted == MOVES:
        return mobility(rules, state, who)
    return movable(rules, state, who)


@evaluate.register(KonaneFunction)
def _(function: KonaneFunction, rules: Konane, state: State, viewer: int) -> float:
    form = function.form
    own = 0 if form == THEIRS else counted(function, rules, state, viewer)
    theirs = 0 if form == OWN else counted(function, rules, state, 1 - viewer)
    if form == OWN:
        return float(own)
    if form == THEIRS:
        return -float(theirs)
    if form == DIFFERENCE:
        return float(own - theirs)
    if form == WEIGHTED_DIFFERENCE:
        return float(own - 3 * theirs)
    if theirs == 0:
        return MOST
    return own / theirs if form == RATIO else own / (3 * theirs)
