"""The Reversi solver against plain minimax over the slow twin, and against what is published."""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import papamu
from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.games.reversi.rules import flips_in_word
from papamu.kernel.bits import above, below, highest_bit, lowest_bit
from papamu.kernel.jit import jit
from papamu.search.exact.reversi.last_empties import flips_by_rays, make_rays
from papamu.search.exact.reversi.solver import ReversiSolver
from tests.effort import effort
from tests.naive.reversi import Reversi, ReversiState

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
import ffo

SIDES = (4, 6, 8)
TWINS = {side: Reversi(side) for side in SIDES}
SOLVERS = {side: ReversiSolver(papamu.load(f"reversi:{side}"), megabytes=8) for side in SIDES}  # type: ignore[arg-type]
TINY = {side: ReversiSolver(papamu.load(f"reversi:{side}"), megabytes=0) for side in SIDES}  # type: ignore[arg-type]

FEINSTEIN = (
    "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 pass f2 g2"
)
TAKIZAWA = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
    "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)


Both = tuple[int, int]  # a disc difference with the empty cells to the winner, and to nobody


@cache
def naive_value(twin: Reversi, state: ReversiState) -> Both:
    """Plain minimax for the player to move, for both ways to count empty cells."""
    after = [naive_value(twin, twin.play(state, move)) for move in twin.moves(state)]
    if after:
        return -min(value for value, _ in after), -min(value for _, value in after)
    scores = twin.scores(state)
    difference = int(scores[state.player] - scores[1 - state.player])
    return difference + int(np.sign(difference)) * (twin.n**2 - int(sum(scores))), difference


def naive_values(position: Position) -> tuple[int, dict[int, int]]:
    """The value and the value of every move, by the twin."""
    twin = TWINS[position.game.rows]
    state = twin.from_board(position.board.tolist(), position.player)
    moves = {int(move): -naive_value(twin, twin.play(state, str(move)))[0] for move in position.legal_moves}
    return naive_value(twin, state)[0], moves


def random_positions(side: int, empties: int, count: int, seed: int) -> list[Position]:
    """Half from random games, half boards filled at random: passes, finished games, no discs."""
    game, chance = papamu.load(f"reversi:{side}"), random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        if len(found) % 2:
            bias = chance.choice([0.03, 0.2, 0.5, 0.8])
            cells = ["x" if chance.random() < bias else "o" for _ in range(side * side)]
            for cell in chance.sample(range(side * side), empties):
                cells[cell] = "."
            found.append(game.from_text("".join(cells) + chance.choice([" x", " o"])))
        else:
            position = game.start()
            while position.legal_moves and (position.board == 0).sum() > empties:
                position = position.play(chance.choice(list(position.legal_moves)))
            found.append(position)
    return found


def check(solver: ReversiSolver, position: Position) -> None:
    value, moves = naive_values(position)
    text = position.to_text()
    solution = solver.solve(position.state)
    assert solution.value == value, text
    assert dict(solution.values) == {move: v for move, v in moves.items() if v == value}, text
    assert solution.best == [move for move, v in moves.items() if v == value], text
    whole = solver.solve(position.state, every=True)
    assert whole.value == value, text
    assert dict(whole.values) == moves, text
    assert list(whole.values) == list(moves), text


@pytest.mark.parametrize(
    "side, empties, count",
    [
        *[(4, n, effort(12, 4)) for n in range(effort(11, 8))],
        *[(side, n, effort(12, 3)) for side in (6, 8) for n in range(7)],
        *[(side, n, effort(4, 0)) for side in (6, 8) for n in (7, 8)],
    ],
)
def test_against_plain_minimax(side: int, empties: int, count: int) -> None:
    for position in random_positions(side, empties, count, seed=100 * side + empties):
        check(SOLVERS[side], position)


@pytest.mark.parametrize("side", SIDES)
def test_with_next_to_no_memory(side: int) -> None:
    """Two slots: everything is thrown out at once, and what remains must still be right."""
    for position in random_positions(
        side, effort(10, 7) if side == 4 else effort(8, 6), effort(4, 2), seed=side
    ):
        check(TINY[side], position)


def test_memory_does_not_change_a_deeper_answer() -> None:
    """Deep enough for the table, replacement and successors' bounds, which plain minimax is not."""
    for seed in range(effort(6, 0)):
        (position,) = random_positions(8, 13, 1, seed)
        full, bare = (solvers[8].solve(position.state, every=True) for solvers in (SOLVERS, TINY))
        again = SOLVERS[8].solve(position.state)
        assert (full.value, dict(full.values)) == (bare.value, dict(bare.values))
        assert again.value == full.value
        assert again.best == full.best


def test_4x4_from_the_start() -> None:
    """3 – 11 with two cells empty: White wins by 8 discs, by 10 when the empty cells are the winner's."""
    solution = SOLVERS[4].solve(papamu.load("reversi:4x4").start().state)
    assert solution.value == -10
    assert len(solution.best) == 4
    assert naive_value(TWINS[4], TWINS[4].start()) == (-10, -8)


def perfect_line(side: int) -> list[Position]:
    """All positions of a published perfect game."""
    position = papamu.load(f"reversi:{side}").start()
    line = [position]
    text = FEINSTEIN.split() if side == 6 else [TAKIZAWA[i : i + 2] for i in range(0, len(TAKIZAWA), 2)]
    for place in text:
        if side == 6 and place != "pass":  # in 8×8 coordinates: the 6×6 board is its middle
            place = chr(ord(place[0]) - 1) + str(int(place[1]) - 1)
        if "pass" in position.legal_moves and place != "pass":
            position = position.play("pass")
            line.append(position)
        position = position.play(place)
        line.append(position)
    return line


@pytest.mark.parametrize("side, lead, empties", [(6, -4, effort(20, 8)), (8, 0, effort(16, 8))])
def test_perfect_play_keeps_its_value(side: int, lead: int, empties: int) -> None:
    """Feinstein's game is lost by 4 for Black at every move, Takizawa's is a draw at every move."""
    line = [position for position in perfect_line(side) if (position.board == 0).sum() <= empties]
    for position, then in zip(line, [*line[1:], None], strict=True):
        solution = SOLVERS[side].solve(position.state)
        assert solution.value == (lead if position.player == 0 else -lead)
        if then is not None:
            assert then.move in solution.best
        else:
            assert position.is_over and not solution.values


def test_a_pass_is_a_move() -> None:
    """White cannot move, Black takes the last cell after it: 1 disc turned, then 16 – 0."""
    game = papamu.load("reversi:4x4")
    position = game.from_text("xxo./xxxx/xxxx/xxxx o")
    assert [str(move) for move in position.legal_moves] == ["pass"]
    for every in (False, True):
        solution = SOLVERS[4].solve(position.state, every=every)
        assert solution.value == -16
        assert solution.values == {game.rules.cells: -16}


@pytest.mark.parametrize(
    "text, value",
    [
        ("xxxx/xxxx/oooo/oooo x", 0), ("xxxx/xxxx/xooo/oooo o", -2), ("xx../..../..../.... x", 16),
        ("xx../..../..../.... o", -16), ("x.../..../..../...o o", 0), ("x.../..../...o/...o o", 14),
        ("..../..../..../.... x", 0),
    ],
)  # fmt: skip
def test_finished_games_have_a_value_and_no_moves(text: str, value: int) -> None:
    solution = SOLVERS[4].solve(papamu.load("reversi:4x4").from_text(text).state)
    assert solution.value == value
    assert solution.values == {}
    assert solution.best == []


def test_watching_and_stopping() -> None:
    (position,) = random_positions(8, effort(16, 10), 1, seed=5)
    solver = ReversiSolver(papamu.load("reversi"), megabytes=1)  # type: ignore[arg-type]
    seen: list[int] = []
    solution = solver.solve(position.state, watch=seen.append)
    assert seen and seen == sorted(set(seen))
    assert seen[-1] <= solution.nodes

    def stop(nodes: int) -> None:
        raise KeyboardInterrupt

    fresh = ReversiSolver(papamu.load("reversi"), megabytes=1)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        fresh.solve(position.state, watch=stop)
    after = fresh.solve(position.state)
    assert (after.value, after.best) == (solution.value, solution.best)


def test_what_it_takes() -> None:
    assert [ReversiSolver.fits(papamu.load(f"reversi:{side}")) for side in (4, 6, 8, 10)] == [
        True,
        True,
        True,
        False,
    ]
    assert not ReversiSolver.fits(papamu.load("clobber:4x4"))
    with pytest.raises(PapamuError, match="10x10"):
        ReversiSolver(papamu.load("reversi:10"))  # type: ignore[arg-type]
    with pytest.raises(PapamuError, match="megabytes"):
        ReversiSolver(papamu.load("reversi"), megabytes=-1)  # type: ignore[arg-type]


@jit
def four_bits(word: np.uint64, out: NDArray[np.uint64]) -> None:
    low, high = lowest_bit(word), highest_bit(word)
    out[0], out[1], out[2], out[3] = low, high, below(low), above(high)


def test_bits_beside_a_bit() -> None:
    chance, out = random.Random(1), np.zeros(4, dtype=np.uint64)
    words = [0, 1, 1 << 63, 2**64 - 1, *(chance.getrandbits(64) & chance.getrandbits(64) for _ in range(50))]
    for word in words:
        four_bits(np.uint64(word), out)
        low = min((1 << i for i in range(64) if word >> i & 1), default=0)
        high = max((1 << i for i in range(64) if word >> i & 1), default=0)
        over = sum(1 << i for i in range(64) if high and 1 << i > high)
        assert [int(n) for n in out] == [low, high, max(low - 1, 0), over]


@pytest.mark.parametrize("side", SIDES)
def test_flips_by_rays_are_those_of_the_rules(side: int) -> None:
    rules, rays = papamu.load(f"reversi:{side}").rules, make_rays(side)
    for position in random_positions(side, side * side // 3, effort(50, 5), seed=1):
        own, foe = position.state[0], position.state[1]
        for cell in np.flatnonzero(position.board.ravel() == 0):
            assert flips_by_rays(rays, own, foe, int(cell)) == flips_in_word(rules, own, foe, int(cell))


def test_problems_of_ffo_are_whole() -> None:
    game = papamu.load("reversi")
    for number, (text, best, _) in ffo.PROBLEMS.items():
        position = game.from_text(text)
        assert (position.board == 0).sum() == {40: 20, 41: 22, 42: 22, 43: 23, 44: 23}[number]
        assert all(move in position.legal_moves for move in best)


@pytest.mark.large
@pytest.mark.parametrize("number, found", [(40, "+38 a2"), (41, "+0 h4"), (42, "+6 g2")])
def test_ffo(number: int, found: str, capsys: pytest.CaptureFixture[str]) -> None:
    ffo.main([str(number), "--megabytes", "64"])
    _, row = capsys.readouterr().out.splitlines()
    assert row.split()[:5] == [str(number), *found.split(), *found.split()]


def test_ffo_has_no_other_problems() -> None:
    with pytest.raises(SystemExit):
        ffo.main(["39"])
