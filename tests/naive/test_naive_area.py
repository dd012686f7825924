"""Quick tests of the naive twins of checkers and Blokus: known counts and small positions made by hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from .blokus import NAME_OF, PIECES, SIZE, Blokus, normal, orientations
from .checkers import Checkers

# ---- checkers


def draw(text: str) -> list[list[int]]:
    """A board from rows of '.', '1'..'4'."""
    return [[0 if x == "." else int(x) for x in row] for row in text.split()]


def perft(game: Checkers, depth: int, whole_turns: bool = False) -> list[int]:
    """Sequences of 1 .. depth plies; a ply is a hop or, with whole_turns, all hops of a turn."""
    level, counts = Counter([game.start()]), []
    for ply in range(1, depth + 1):
        below: Counter = Counter()
        count = 0
        while level:
            s, times = level.popitem()
            for move in game.moves(s):
                goes_on = whole_turns and "x" in move and game.play(s, move).forced is not None
                if goes_on:
                    level[game.play(s, move)] += times
                    continue
                count += times
                if ply < depth:
                    below[game.play(s, move)] += times
        counts.append(count)
        level = below
    return counts


def test_checkers_start() -> None:
    game = Checkers(6)
    code = {"X": -1, "-": 0, "1": 1, "2": 2}
    rows = ["2X2X2X", "X2X2X2", "-X-X-X", "X-X-X-", "1X1X1X", "X1X1X1"]
    assert game.board(game.start()) == [[code[x] for x in row] for row in rows]
    assert game.moves(game.start()) == ["4-7", "5-7", "5-8", "6-8", "6-9"]
    assert game.player(game.start()) == 0 and game.scores(game.start()) == [6, 6]
    other = Checkers(6, first=1)
    assert other.moves(other.start()) == ["13-10", "13-11", "14-11", "14-12", "15-12"]
    assert game.from_board(game.board(game.start()), 0) == game.start()


@pytest.mark.parametrize(
    "n, counts",
    [
        (6, [5, 25, 106, 369, 1271, 4104, 12199]),
        (8, [7, 49, 302, 1469, 7361, 36768]),
        (10, [9, 81, 658, 4265, 26875]),
    ],
)
def test_checkers_perft(n: int, counts: list[int]) -> None:
    assert perft(Checkers(n), len(counts)) == counts


def test_checkers_perft_whole_turns() -> None:
    assert perft(Checkers(8), 7, whole_turns=True) == [7, 49, 302, 1469, 7361, 36768, 179740]


def test_checkers_must_jump_and_go_on() -> None:
    board = draw("...... ...... ..2... ...... ..2... .1...1")
    game = Checkers(6)
    s = game.from_board(board, 0)
    assert game.moves(s) == ["1x8"]
    s = game.play(s, "1x8")
    assert s.player == 0 and s.forced == (3, 3) and game.moves(s) == ["8x13"] and game.scores(s) == [2, 1]
    s = game.play(s, "8x13")
    assert s.player == 1 and s.forced is None and game.is_over(s)
    assert game.returns(s) == [1, -1] == Checkers(6, win="moves").returns(s)


def test_checkers_crown_by_jump_ends_the_turn() -> None:
    board = draw("...... .2.2.. 1..... ...... ...... .....1")
    game = Checkers(6)
    s = game.play(game.from_board(board, 0), "10x17")
    assert game.board(s)[0][2] == 3 and s.player == 1 and s.forced is None  # though it could take (1, 3)
    program = Checkers(6, rules="program")
    s = program.play(program.from_board(board, 0), "10x17")
    assert program.board(s)[0][2] == 1 and s.player == 1 and program.moves(s)
    assert "17" not in [m.split("-")[0] for m in program.moves(program.from_board(program.board(s), 0))]


def test_checkers_program_jumps_on_with_any_piece() -> None:
    board = draw("...... ...... ...... .2.2.. 1.1... ......")
    s = Checkers(6).from_board(board, 0)
    assert Checkers(6).moves(s) == ["4x11", "5x10", "5x12"]
    assert Checkers(6).play(s, "4x11").player == 1
    game = Checkers(6, rules="program")
    s = game.play(game.from_board(board, 0), "4x11")
    assert s.player == 0 and s.must_jump and game.moves(s) == ["5x12"]
    s = game.play(s, "5x12")
    assert s.player == 1 and not s.must_jump and game.is_over(s) and game.returns(s) == [1, -1]


def test_checkers_king_order() -> None:
    board = draw("...... ...... ...... .4.... ...... ......")
    game = Checkers(6)
    assert game.moves(game.from_board(board, 1)) == ["7-4", "7-5", "7-10", "7-11"]
    board[3][1] = 3
    assert game.moves(game.from_board(board, 0)) == ["7-10", "7-11", "7-4", "7-5"]


def test_checkers_quiet() -> None:
    board = draw("3..... ...... ...... ...... ...... .1...4")
    game = Checkers(6, win="moves", quiet=3)
    s = game.from_board(board, 0)
    for move in ("16-13", "3-6", "13-10"):
        assert not game.is_over(s) and game.returns(s) == [0, 0]
        s = game.play(s, move)
    assert s.quiet_count == 3 and game.is_over(s) and game.moves(s) == [] and game.returns(s) == [1, -1]
    s = game.play(game.from_board(board, 0, quiet_count=2), "1-4")  # a man's move
    assert s.quiet_count == 0 and not game.is_over(s)
    endless = Checkers(6, quiet=0)
    assert not endless.is_over(endless.from_board(board, 0, quiet_count=1000))


def test_checkers_teleports() -> None:
    board = draw("....2. .1.... ...... .....1 ...... ......")
    text, program = Checkers(6), Checkers(6, rules="program")
    s = text.from_board(board, 0)
    expected = {((1, 1), b): 1 / 8 for b in [(0, 0), (0, 2), (2, 0), (2, 2)]}
    expected |= {((3, 5), b): 1 / 4 for b in [(2, 4), (4, 4)]}
    assert text.teleports(s, 0) == pytest.approx(expected)
    assert program.teleports(s, 0) == pytest.approx(dict.fromkeys(expected, 1 / 6))
    assert set(text.teleports(s, 1)) == {((0, 4), (1, 3)), ((0, 4), (1, 5))}
    after = text.teleport(s, (1, 1), (0, 2))
    assert after.player == 0 and text.board(after)[0][2] == 3 and text.board(after)[1][1] == 0
    assert program.board(program.teleport(s, (1, 1), (0, 2)))[0][2] == 1
    blocked = Checkers(4)
    assert blocked.teleports(blocked.from_board(draw("1... .1.. ..1. ...1"), 1), 1) == {}


# ---- Blokus


def test_blokus_pieces_are_all_polyominoes() -> None:
    assert len(PIECES) == 21 and sum(SIZE.values()) == 89 and len(NAME_OF) == 91
    fixed = {frozenset([(0, 0)])}
    every = set(fixed)
    for _ in range(4):
        fixed = {
            normal(shape | {(r + dr, c + dc)})
            for shape in fixed
            for r, c in shape
            for dr, dc in [(1, 0), (-1, 0), (0, 1), (0, -1)]
            if (r + dr, c + dc) not in shape
        }
        every |= fixed
    assert set(NAME_OF) == every
    assert all(orientations(shape) == PIECES[name] for shape, name in NAME_OF.items())


def test_blokus_counts() -> None:
    for seats, cells in [
        ("seed", [(0, 0), (19, 19), (19, 0), (0, 19)]),
        ("clockwise", [(0, 0), (0, 19), (19, 19), (19, 0)]),
    ]:
        game = Blokus(seats=seats)
        assert game.start_cells == cells
        assert sum(map(len, game.placements.values())) == 30433
        empty = game.board(game.start())
        assert [len(game.moves(game.from_board(empty, who))) for who in range(4)] == [58] * 4
    assert "V5:a20,a19,a18,b18,c18" in game.moves(game.start())
    duo = Blokus(14, 14, 2)
    assert duo.start_cells == [(4, 4), (9, 9)]
    assert sum(map(len, duo.placements.values())) == 13729
    assert [len(duo.moves(duo.from_board(duo.board(duo.start()), who))) for who in (0, 1)] == [414, 414]


def test_blokus_every_placement_by_the_letter_of_the_rules() -> None:
    """In positions of a random game: each placement is in moves() exactly when the rules say so."""
    game, rng = Blokus(9, 8, 2), random.Random(5)
    s = game.start()
    while not game.is_over(s):
        board, mine = game.board(s), game.player(s) + 1
        own = {(r, c) for r in range(9) for c in range(8) if board[r][c] == mine}
        legal = []
        for name in PIECES:
            for cells in game.placements[name]:
                if name in s.used[mine - 1] or any(board[r][c] for r, c in cells):
                    continue
                if not own:
                    good = game.start_cells[mine - 1] in cells
                else:
                    apart = {(abs(r - i), abs(c - j)) for r, c in cells for i, j in own}
                    good = (1, 1) in apart and (0, 1) not in apart and (1, 0) not in apart
                if good:
                    legal.append(game.text(name, cells))
        assert legal and game.moves(s) == sorted(legal)
        s = game.play(s, rng.choice(legal))
    assert game.moves(s) == []


def test_blokus_random_games() -> None:
    rng = random.Random(3)
    totals, placements, games = [0.0] * 4, 0, 5
    game = Blokus()
    for _ in range(games):
        s = game.start()
        while not game.is_over(s):
            assert game.returns(s) == [0] * 4
            s = game.play(s, rng.choice(game.moves(s)))
            placements += 1
        rebuilt = game.from_board(game.board(s), s.player)
        assert rebuilt.over and rebuilt.used == s.used and game.scores(rebuilt) == game.scores(s)
        assert game.scores(s) == [sum(row.count(who + 1) for row in game.board(s)) for who in range(4)]
        assert sum(game.returns(s)) == pytest.approx(0)
        totals = [a + b for a, b in zip(totals, game.scores(s), strict=True)]
    assert all(50 < total / games < 70 for total in totals) and 52 < placements / games < 65


def test_blokus_skips_players_who_cannot_place() -> None:
    game = Blokus(3, 3, 2)  # both start cells: (0, 0) and (2, 2)
    s = game.play(game.start(), "1:a3")
    assert game.player(s) == 1
    s = game.play(s, "I3:c3,c2,c1")  # leaves a2 b3 (own edges), a1 b1 b2
    assert game.player(s) == 0 and game.moves(s) == ["2:b2,b1", "V3:b2,a1,b1"]
    s = game.play(s, "2:b2,b1")
    assert game.is_over(s) and game.player(s) == 1 and game.returns(s) == [0, 0] and game.scores(s) == [3, 3]
    assert Blokus(3, 3, 2, score="official").scores(s) == [-86, -86]
    s = game.from_board([[0, 0, 0], [0, 2, 2], [0, 2, 2]], 1)  # player 1 has no corner left but a3
    assert game.player(s) == 1 and game.moves(s) == ["1:a3"]
    s = game.from_board([[1, 0, 0], [0, 2, 2], [0, 2, 2]], 1)
    assert game.is_over(s)
    s = game.from_board([[1, 2, 2], [0, 2, 2], [0, 0, 2]], 0)  # player 0 cannot place and is skipped
    assert game.player(s) == 1 and game.moves(s) == ["1:a1"]
    s = game.play(s, "1:a1")
    assert game.is_over(s) and game.scores(s) == [1, 6] and game.returns(s) == [-1, 1]
    assert s.last == ("", "1")


def test_blokus_official_bonus_and_ties() -> None:
    game = Blokus(score="official")
    start = game.start()
    everything = frozenset(PIECES)
    used = (everything, everything, everything - {"1"}, everything - {"1"})
    s = type(start)(start.cells, 0, used, ("1", "2", "X", "X"), True)
    assert game.scores(s) == [20, 15, -1, -1]
    assert game.returns(s) == pytest.approx([1, 1 / 3, -2 / 3, -2 / 3])
    board = game.board(start)
    board[0][0] = 1
    assert game.from_board(board, 1, last1=(0,)).last == ("1", "", "", "")
    with pytest.raises(ValueError):
        game.from_board(board, 1, last1=(1,))
    with pytest.raises(ValueError):
        game.play(start, "1:b20")
