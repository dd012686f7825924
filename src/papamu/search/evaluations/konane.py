"""The eighteen evaluation functions of the Konane thesis (§4.1.1), `a` to `r`.

Three things are counted for both players: pieces (a–f), possible moves (g–l), movable pieces (m–r); and
each pair of counts is looked at in six ways. Of the opponent's counts alone (b, h, n) fewer is better. A
ratio with nothing below counts as infinite, as the thesis's players must have had it: only so do their win
rates come out. In the opening a player's moves are the stones they may take away.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from papamu.games.konane.rules import Konane, movers, task_of
from papamu.games.rules import Rules, mobility
from papamu.kernel.bits import State, count, popcount
from papamu.kernel.jit import jit
from papamu.search.evaluations.contract import MOST, evaluate, evaluation_share, logistic
from papamu.search.evaluations.registry import Make, Registered, register_own
from papamu.search.evaluations.terms import against, terms

LETTERS = "abcdefghijklmnopqr"
BEST = "q"  # in the thesis
PIECES, MOVES, MOVABLE = range(3)
OWN, THEIRS, DIFFERENCE, WEIGHTED_DIFFERENCE, RATIO, WEIGHTED_RATIO = range(6)
_CONSIDERED = ("pieces", "moves", "movable pieces")  # by what is counted


class KonaneFunction(NamedTuple):
    """One of the eighteen."""

    counted: int  # PIECES, MOVES or MOVABLE
    form: int  # OWN … WEIGHTED_RATIO


def konane_function(letter: str) -> KonaneFunction:
    """The function of this letter."""
    return KonaneFunction(*divmod(LETTERS.index(letter), 6))


def _maker(letter: str) -> Make:
    return lambda game: konane_function(letter)


for _letter in BEST + LETTERS.replace(BEST, ""):
    register_own(
        "konane", _letter, Registered(_maker(_letter), judges_ends=True)
    )  # ends too, as in the thesis


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
def evaluate_konane_function(function: KonaneFunction, rules: Konane, state: State, viewer: int) -> float:
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


@evaluation_share.register(KonaneFunction)
def fair_konane_function(evaluation: KonaneFunction, rules: Rules, value: float) -> float:
    """As `learn.online.teacher` says: a ratio m/n is m / (m + n), a count stands beside what is even."""
    even = rules.cells / (4.0 if evaluation.counted == PIECES else 8.0)
    if evaluation.form == OWN:
        return value / (value + even)
    if evaluation.form == THEIRS:
        return even / (even - value)
    if evaluation.form == RATIO or evaluation.form == WEIGHTED_RATIO:
        return value / (value + 1.0)
    return logistic(value)


@terms.register
def terms_konane_function(evaluation: KonaneFunction, rules: Any, state: State, viewer: int) -> str:
    own, theirs = (counted(evaluation, rules, state, who) for who in (viewer, 1 - viewer))
    return against(_CONSIDERED[evaluation.counted], own, theirs)
