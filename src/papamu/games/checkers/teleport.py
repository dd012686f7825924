"""The teleport of the checkers report: a chance event after each finished turn.

By the text, one random piece of the player who just moved is put on a random empty square beside it;
the authors' program draws from all pairs of a piece and an empty square alike. An outcome is
`NO_TELEPORT`, or 1 + cell * 4 + direction.
"""

from __future__ import annotations

from papamu.games import rules as contract
from papamu.games.checkers.rules import NO_TELEPORT, PENDING, Checkers, mover_of, rooms_beside
from papamu.games.rules import NONE, Floats, Moves
from papamu.kernel.bits import U0, State, bit, flip, has
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw, uniform


@jit
def _put(rules: Checkers, state: State, who: int, cell: int, direction: int) -> None:
    """Teleport one piece; a man put on the far row is crowned (text rules)."""
    words = rules.words
    target = cell + rules.delta[direction]
    flip(state, who * words, cell)
    flip(state, who * words, target)
    if has(state, 2 * words, cell):
        flip(state, 2 * words, cell)
        flip(state, 2 * words, target)
    elif not rules.program and rules.far[who, target >> 6] & bit(target) != U0:
        flip(state, 2 * words, target)


@jit(inline=False)
def _ways(rules: Checkers, state: State, who: int, cell: int, n: int) -> int:
    """The n-th direction in which the square beside this own piece is empty; n = -1: how many."""
    if not has(state, who * rules.words, cell):
        return 0
    rooms = rooms_beside(rules, state, cell >> 6)
    ways = 0
    for direction in range(4):
        if rooms[direction] & bit(cell) != U0:
            if ways == n:
                return direction
            ways += 1
    return ways


@contract.outcomes.register(Checkers)
def outcomes_checkers(rules: Checkers, state: State, out: Moves, odds: Floats) -> int:
    if state[3 * rules.words] & PENDING == U0:
        return 0
    who = 1 - mover_of(rules, state)
    n = 1
    pieces = 0
    for cell in range(rules.cells):
        ways = _ways(rules, state, who, cell, -1)
        for way in range(ways):
            out[n] = 1 + cell * 4 + _ways(rules, state, who, cell, way)
            odds[n] = 1.0 / ways
            n += 1
        pieces += ways > 0
    for index in range(1, n):
        odds[index] = rules.teleport / (n - 1) if rules.program else rules.teleport * odds[index] / pieces
    out[0] = NO_TELEPORT
    odds[0] = 1.0 - rules.teleport if n > 1 else 1.0
    return n


@contract.settle.register(Checkers)
def settle_checkers(rules: Checkers, state: State, outcome: int) -> None:
    if outcome > NO_TELEPORT:
        _put(rules, state, 1 - mover_of(rules, state), (outcome - 1) >> 2, (outcome - 1) & 3)
    state[3 * rules.words] &= ~PENDING


@contract.chance.register(Checkers)
def chance_checkers(rules: Checkers, state: State, rng: Stream) -> int:
    if state[3 * rules.words] & PENDING == U0:
        return NONE
    outcome = NO_TELEPORT
    if uniform(rng) < rules.teleport:
        outcome = _draw_teleport(rules, state, 1 - mover_of(rules, state), rng)
    contract.settle(rules, state, outcome)
    return outcome


@jit
def _draw_teleport(rules: Checkers, state: State, who: int, rng: Stream) -> int:
    """One of the `outcomes`, given that a teleport happens; counted, then drawn, nothing stored."""
    total = 0
    for cell in range(rules.cells):
        ways = _ways(rules, state, who, cell, -1)
        total += ways if rules.program else min(ways, 1)
    if total == 0:
        return NO_TELEPORT
    n = draw(rng, total)
    cell = -1
    ways = 0
    while n >= 0:
        cell += 1
        ways = _ways(rules, state, who, cell, -1)
        n -= ways if rules.program else min(ways, 1)
    way = n + ways if rules.program else draw(rng, ways)
    return 1 + cell * 4 + _ways(rules, state, who, cell, way)
