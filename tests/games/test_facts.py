"""Published and computed facts: solved boards, exact probabilities, rates between random players."""

from __future__ import annotations

from functools import cache
from math import ceil

import numpy as np
import pytest

import papamu
from papamu.games.position import Position
from papamu.kernel.jit import JIT
from papamu.kernel.random import stream
from papamu.lab.compare.seed_statistics import errors_apart
from papamu.papers import find
from papamu.search.playout import random_games
from tests.effort import effort

compiled_only = pytest.mark.skipif(
    not JIT, reason="needs thousands of games, which take hours in the interpreter"
)


@cache
def wins(position: Position) -> bool:
    """Does the player to move win, by plain search?"""
    return any(not wins(position.play(move)) for move in position.legal_moves)


@cache
def fewest(position: Position) -> int:
    """Solitaire: the fewest stones that can be left."""
    return min((fewest(position.play(move)) for move in position.legal_moves), default=position.scores[0])


@pytest.mark.parametrize(
    ("spec", "first_wins"),
    [
        *[(f"clobber:2x{n}", n % 3 != 0) for n in range(1, effort(7, 4))],
        ("clobber:3x3", True), ("clobber:3x4", False),
        *[(f"clobber:1x{n}", n not in (5, 6, 7, 11)) for n in range(2, effort(13, 8))],
        ("clobber:2x2,cannibal=true", True), ("clobber:2x3,cannibal=true", False),
        ("clobber:2x4,cannibal=true", True), ("clobber:3x3,cannibal=true", True),
        ("konane:4x4", False),
    ],
)  # fmt: skip
def test_solved_boards(spec: str, first_wins: bool) -> None:
    assert wins(papamu.load(spec).start()) is first_wins


@pytest.mark.parametrize("order", ["alternate", "any"])
@pytest.mark.parametrize("n", range(2, effort(12, 9)))
def test_solitaire_clobber_in_a_row(order: str, n: int) -> None:
    assert fewest(papamu.load(f"clobber:1x{n},solitaire={order}").start()) == ceil(n / 4) + (n % 4 == 3)


def test_konane_rows_have_their_published_values() -> None:
    """A row open at its right end is worth 0, 1, -1, 2, -2, … moves to Black: who wins moving last."""
    for n in range(1, 8):
        value = (n // 2) * (1 if n % 2 == 0 else -1)
        row = "".join("xo"[i % 2] for i in range(n)) + "." * n
        game = papamu.load(f"konane:1x{2 * n}")
        black_first, white_first = (wins(game.from_text(f"{row},{mover}")) for mover in "xo")
        assert black_first is (value > 0)
        assert white_first is (value < 0)


def test_takizawas_perfect_game_of_reversi_is_a_draw() -> None:
    text = (
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
        "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    )
    position = papamu.load("reversi").start()
    for place in (text[i : i + 2] for i in range(0, len(text), 2)):
        if "pass" in position.legal_moves:
            position = position.play("pass")
        position = position.play(place)
    assert position.is_over
    assert position.scores == (32, 32)
    assert position.returns == (0, 0)


def test_a_perfect_line_on_6x6_reversi() -> None:
    """Feinstein's line, in 8×8 coordinates: the 6×6 board is its middle."""
    text = (
        "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 pass f2 g2"
    )
    position = papamu.load("reversi:6x6").start()
    for place in text.split():
        if place != "pass":
            place = chr(ord(place[0]) - 1) + str(int(place[1]) - 1)
        position = position.play(place)
    assert position.is_over
    assert position.scores == (16, 20)


@cache
def black_wins_at_random(position: Position) -> float:
    """The probability that Black wins between uniformly random players, by full enumeration."""
    if position.is_over:
        return float(position.returns[0] > 0)
    return float(np.mean([black_wins_at_random(position.play(move)) for move in position.legal_moves]))


@compiled_only
@pytest.mark.parametrize("spec", ["konane:4x4", "reversi:4x4", "clobber:3x3", "checkers:4x4,quiet=6"])
def test_random_games_follow_the_exact_probability(spec: str) -> None:
    game, games = papamu.load(spec), 100_000
    exact = black_wins_at_random(game.start())
    rng, state, out = stream(1), game.new_state(), np.zeros(2)
    won = 0
    for _ in range(games):
        total = np.zeros(2)
        random_games(game.rules, state, rng, 1, out, total)
        won += total[0] > 0
    assert abs(won / games - exact) < 4 * (exact * (1 - exact) / games) ** 0.5 + 1e-9


@compiled_only
@pytest.mark.parametrize(
    ("size", "black", "white", "exact"),
    [
        ("4x4", "random", "random", 0.513308382), ("4x5", "random", "random", 0.563065142),
        ("4x4", "first", "random", 0.341482), ("4x5", "first", "random", 0.511002),
        ("5x5", "first", "random", 0.472497), ("4x4", "random", "first", 0.475257),
        ("4x5", "random", "first", 0.619159), ("5x5", "random", "first", 0.684464),
    ],
)  # fmt: skip
def test_exact_probabilities_of_clobber(size: str, black: str, white: str, exact: float) -> None:
    games = 1_000_000
    won = papamu.match(f"clobber:{size}", black, white, games=games, fixed_seats=True).tally().score
    assert abs(won - exact) < 4 * (exact * (1 - exact) / games) ** 0.5


@compiled_only
def test_table_5_1_of_the_clobber_thesis() -> None:
    (table,) = [one for one in find("clobber").tables("paper") if one.name == "5.1"]
    for entry in table.entries:
        told = entry.cell.params
        played = papamu.match(
            f"clobber:{told.board}", told.black, told.white, games=20_000, fixed_seats=True, opening_plies=0
        )
        ours = played.tally().score
        if told.black == told.white == "first":
            assert ours == entry.published, f"Pick First against Pick First on {told.board}"
        else:
            assert entry.published is not None
            apart = errors_apart(ours, 20_000, entry.published, 100_000)
            assert abs(apart) < 4, f"{told.board}: {ours:.3%} against {entry.published:.3%}"


@compiled_only
@pytest.mark.parametrize(
    ("spec", "black", "white", "within"),
    [
        ("konane:6x6", 48.6, 51.4, 0.5), ("konane:8x8", 49.5, 50.5, 0.7),
        ("reversi:8x8", 45.4, 50.2, 0.5),
    ],
)  # fmt: skip
def test_rates_between_random_players(spec: str, black: float, white: float, within: float) -> None:
    game = papamu.load(spec)
    wins = np.zeros(2)
    rng, state, out = stream(1), game.new_state(), np.zeros(2)
    games = 60_000
    for _ in range(games):
        total = np.zeros(2)
        random_games(game.rules, state, rng, 1, out, total)
        wins += total > 0
    assert 100 * wins / games == pytest.approx([black, white], abs=within)


@compiled_only
@pytest.mark.parametrize(("spec", "low", "high"), [
    ("checkers:6x6,rules=program", 13.0, 14.5), ("checkers:6x6", 0.0, 0.3),
    ("checkers:10x10,rules=program", 3.6, 5.0), ("checkers:10x10", 0.0, 0.1),
])  # fmt: skip
def test_ties_tell_the_authors_program_from_their_text(spec: str, low: float, high: float) -> None:
    game = papamu.load(spec + ",teleport=0.1,first=random,quiet=0")
    rng, state, out = stream(1), game.new_state(), np.zeros(2)
    games, ties = 20_000, 0
    for _ in range(games):
        total = np.zeros(2)
        random_games(game.rules, state, rng, 1, out, total)
        ties += total[0] == 0
    assert low <= 100 * ties / games <= high


def test_konane_opening_is_the_seeds() -> None:
    """In its numbering, column from the left and row from the bottom: (1,8), (8,1), (4,5), (5,4)."""
    assert {str(move) for move in papamu.load("konane:8x8").start().legal_moves} == {"a8", "h1", "d5", "e4"}


def test_the_konane_thesis_figure_2() -> None:
    """Its example: (6,5) may jump to (6,7), (8,5), (4,5), (2,5) and (6,3)."""
    stones = {"f5": "x", "f6": "o", "g5": "o", "e5": "o", "c5": "o", "f4": "o"}
    game = papamu.load("konane:8x8")
    rows = ["".join(stones.get(f"{'abcdefgh'[c]}{8 - r}", ".") for c in range(8)) for r in range(8)]
    moves = {str(move) for move in game.from_text("/".join(rows) + ",x").legal_moves}
    assert moves == {"f5-f7", "f5-h5", "f5-d5", "f5-b5", "f5-f3"}


def test_the_checkers_reports_first_actions() -> None:
    """Its printed list for 6×6: (4,0)→(3,1), (4,2)→(3,1), (4,2)→(3,3), (4,4)→(3,3), (4,4)→(3,5)."""
    game = papamu.load("checkers:6x6")

    def cell(row: int, col: int) -> int:
        return game.number(row * 6 + col)  # type: ignore[attr-defined,no-any-return]

    pairs = [((4, 0), (3, 1)), ((4, 2), (3, 1)), ((4, 2), (3, 3)), ((4, 4), (3, 3)), ((4, 4), (3, 5))]
    expected = [f"{cell(*a)}-{cell(*b)}" for a, b in pairs]
    assert [str(move) for move in game.start().legal_moves] == expected
