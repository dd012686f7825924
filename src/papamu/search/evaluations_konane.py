"""The eighteen evaluation functions of the Konane thesis (§4.1.1), `a` to `r`.

Three things are counted for both players: pieces (a–f), possible moves (g–l), movable pieces (m–r); and
each pair of counts is looked at in six ways. Of the opponent's counts alone (b, h, n) fewer is better. A
ratio with nothing below counts as infinite, as the thesis's players must have had it: only so do their win
rates come out. In the opening a player's moves are the stones they may take away.
"""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.konane_rules import JUMP, Konane, jumpers, removable, task_of
from papamu.games.rules import mobility
from papamu.kernel.bits import U0, State, count, popcount
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
    own = who * rules.words
    total = 0
    for word in range(rules.words):
        able = U0
        if task < JUMP:
            able = removable(rules, state, task, word)
        else:
            for direction in range(4):
                if rules.reach[direction]:
                    able |= jumpers(rules, state, own, direction, 1, word, state[own + word])
        total += popcount(able)
    return total


@jit
def _count(function: KonaneFunction, rules: Konane, state: State, who: int) -> int:
    if function.counted == PIECES:
        return count(state, who * rules.words, rules.words)
    if function.counted == MOVES:
        return mobility(rules, state, who)
    return movable(rules, state, who)


@evaluate.register(KonaneFunction)
def _(function: KonaneFunction, rules: Konane, state: State, viewer: int) -> float:
    own = _count(function, rules, state, viewer)
    theirs = _count(function, rules, state, 1 - viewer)
    form = function.form
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
