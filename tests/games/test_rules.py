"""The rules one by one, in small positions that show each of them."""

from __future__ import annotations

import pytest

import papamu
from papamu.games.position import Position


def at(spec: str, text: str) -> Position:
    return papamu.load(spec).from_text(text)


def moves(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves]


# -- Clobber ----------------------------------------------------------------------------------------


def test_clobber_lists_cell_by_cell_up_left_down_right() -> None:
    assert moves(at("clobber:3x3", ".o./oxo/.o.,x")) == ["b2b3", "b2a2", "b2b1", "b2c2"]
    assert moves(at("clobber:2x3", "xox/o.o,x")) == ["a2a1", "a2b2", "c2b2", "c2c1"]


def test_clobber_has_no_moves_onto_empty_own_or_around_the_edge() -> None:
    assert moves(at("clobber:2x3", "x.o/oxx,x")) == ["a2a1", "b1a1", "c1c2"]
    assert moves(at("clobber:2x3", "..x/o..,x")) == []


def test_clobber_cannibals_take_their_own() -> None:
    position = at("clobber:1x3,cannibal=true", "xx.,x")
    assert moves(position) == ["a1b1", "b1a1"]
    assert position.play("a1b1").scores == (1, 0)
    assert moves(at("clobber:1x3", "xx.,x")) == []


def test_clobber_is_won_by_the_last_to_move() -> None:
    over = at("clobber:1x3", "xo.,o").play("b1a1")
    assert over.is_over
    assert over.returns == (-1, 1)


def test_solitaire_clobber() -> None:
    position = at("clobber:1x4,solitaire=alternate", "xoxo,x")
    assert position.game.num_players == 1
    after = position.play("a1b1")
    assert after.player == 0
    assert moves(after) == ["d1c1"], "White moves now"
    assert moves(at("clobber:1x4,solitaire=any", ".xxo,x")) == ["c1d1", "d1c1"]
    best = after.play("d1c1")
    assert moves(best) == ["b1c1"]
    assert best.play("b1c1").returns == (1,)
    assert best.play("b1c1").scores == (1,)
    stuck = at("clobber:1x4,solitaire=any", "x.xx,x")
    assert stuck.is_over
    assert stuck.returns == pytest.approx((1 - 2 * 2 / 3,))


# -- Checkers ---------------------------------------------------------------------------------------


def test_checkers_start_and_squares() -> None:
    position = papamu.load("checkers:8x8").start()
    assert position.scores == (12, 12)
    assert moves(position) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert position.board[0].tolist() == [2, -1, 2, -1, 2, -1, 2, -1]
    assert papamu.load("checkers:4x4").start().scores == (2, 2)


def checkers(spec: str, pieces: dict[str, str], mover: int, extra: str = "") -> Position:
    """A position by PDN squares: `{"1": "8 3", "2": "14"}`; codes 3 and 4 are kings."""
    game = papamu.load(f"checkers:{spec}")
    board = game.start().board * 0
    for code, squares in pieces.items():
        for square in squares.split():
            board.flat[game.cell(int(square))] = int(code)  # type: ignore[attr-defined]
    return game.from_text(f"{game.board_text(board)},{mover}{extra}")


def test_checkers_must_jump_and_men_only_forward() -> None:
    # 6x6: square 8 sees 11 and 12 ahead, 5 and 6 behind it.
    assert moves(checkers("6x6", {"1": "8 1", "2": "11"}, 1)) == ["8x13"], "a jump is forced"
    assert moves(checkers("6x6", {"1": "8 1", "2": "11 13"}, 1)) == ["8-12", "1-4", "1-5"], (
        "no room behind it"
    )
    assert moves(checkers("6x6", {"1": "8", "2": "5"}, 1)) == ["8-11", "8-12"], "men do not jump backward"
    assert moves(checkers("6x6", {"3": "8", "2": "5"}, 1)) == ["8x1"], "kings do"
    assert moves(checkers("6x6", {"1": "8", "2": "11"}, 2)) == ["11x6"]


def test_checkers_the_same_piece_goes_on() -> None:
    position = checkers("8x8", {"1": "9 4", "2": "14 23"}, 1)
    assert moves(position) == ["9x18"]
    first = position.play("9x18")
    assert first.player == 0, "the turn is not over"
    assert moves(first) == ["18x27"]
    assert first.to_text().endswith(",1,from=18")
    second = first.play("18x27")
    assert second.player == 1
    assert second.scores == (2, 0)


def test_checkers_who_goes_on_by_the_text_and_by_the_program() -> None:
    pieces = {"1": "9 12", "2": "14 16"}
    by_text = checkers("8x8", pieces, 1)
    assert moves(by_text) == ["9x18", "12x19"]
    assert by_text.play("9x18").player == 1, "the other piece's jump does not prolong the turn"
    by_program = checkers("8x8,rules=program", pieces, 1).play("9x18")
    assert by_program.player == 0
    assert moves(by_program) == ["12x19"], "any piece must go on"


def test_checkers_a_man_is_crowned_and_its_jump_ends_there() -> None:
    pieces = {"1": "10", "2": "13 14"}
    after = checkers("6x6", pieces, 1).play("10x17")
    assert after.board[0, 2] == 3
    assert after.player == 1, "a new king does not go on jumping"
    program = checkers("6x6,rules=program", pieces, 1).play("10x17")
    assert program.board[0, 2] == 1, "the program crowns nobody"
    assert checkers("6x6", {"1": "13"}, 1).play("13-16").board[0, 0] == 3
    assert checkers("6x6", {"2": "4"}, 2).play("4-1").board[5, 1] == 4
    king = checkers("6x6", {"3": "10", "2": "13 14"}, 1).play("10x17")
    assert moves(king) == ["17x12"], "one that was a king before goes on"


def test_checkers_kings_go_both_ways_in_order() -> None:
    assert moves(checkers("6x6", {"3": "11"}, 1)) == ["11-13", "11-14", "11-7", "11-8"]
    assert moves(checkers("6x6", {"4": "11"}, 2)) == ["11-7", "11-8", "11-13", "11-14"]


def test_checkers_more_pieces_win_when_the_mover_is_stuck() -> None:
    equal = {"1": "1", "2": "4"}
    assert checkers("6x6", equal, 2).is_over
    assert checkers("6x6", equal, 2).returns == (0, 0)
    assert checkers("6x6,win=moves", equal, 2).returns == (1, -1)
    more = {"1": "1 2 3", "2": "4 5 6 7"}
    assert checkers("6x6", more, 2).returns == (-1, 1)
    assert checkers("6x6,win=moves", more, 2).returns == (1, -1)


@pytest.mark.parametrize("win", ["pieces", "moves"])
def test_checkers_quiet_plies_end_the_game_by_count(win: str) -> None:
    pieces = {"3": "16", "4": "1 3"}
    position = checkers(f"6x6,quiet=3,win={win}", pieces, 1)
    for number in range(3):
        assert not position.is_over
        position = position.play(position.legal_moves[0])
        assert f"quiet={number + 1}" in position.to_text()
    assert position.is_over
    assert position.returns == (-1, 1)
    never = checkers("6x6,quiet=0", pieces, 1)
    there_and_back = never.play("16-13").play("1-4").play("13-16").play("4-1")
    assert there_and_back == never, "0 means never, and nothing is counted"


def test_checkers_captures_and_mens_moves_are_not_quiet() -> None:
    assert (
        "quiet" not in checkers("6x6", {"3": "18", "1": "4", "4": "3"}, 1, ",quiet=5").play("4-7").to_text()
    )
    assert "quiet" not in checkers("6x6", {"3": "8", "2": "11"}, 1, ",quiet=5").play("8x13").to_text()
    assert checkers("6x6", {"3": "8", "4": "3"}, 1, ",quiet=5").play("8-11").to_text().endswith("quiet=6")


# -- Reversi ----------------------------------------------------------------------------------------


def test_reversi_starts_and_flips() -> None:
    position = papamu.load("reversi").start()
    assert moves(position) == ["d3", "c4", "f5", "e6"]
    after = position.play("f5")
    assert after.scores == (4, 1)
    assert after.board[4].tolist() == [0, 0, 0, 1, 1, 1, 0, 0]


def test_reversi_flips_all_directions_to_the_edge_and_never_around_it() -> None:
    star = at("reversi:6x6", "x.x.x./.ooo../xo.ox./.ooo../x.x.x./......,x")
    assert star.play("c3").scores == (17, 0)
    wrap = at("reversi:4x4", "..xo/o..x/..../....,x")
    assert "b2" not in moves(wrap)


def test_reversi_passes_are_moves() -> None:
    position = at("reversi:4x4", "xo../..../..../xo..,o")
    assert moves(position) == ["pass"]
    assert position.play("pass").player == 0
    assert not position.is_over
    over = at("reversi:4x4", "xx../..../..../....,o")
    assert over.is_over
    assert over.returns == (1, -1)


# -- Konane -----------------------------------------------------------------------------------------


def test_konane_opening() -> None:
    position = papamu.load("konane:8x8").start()
    assert moves(position) == ["a8", "d5", "e4", "h1"]
    assert moves(position.play("a8")) == ["b8", "a7"]
    assert moves(position.play("d5")) == ["d6", "c5", "e5", "d4"]
    assert moves(papamu.load("konane:8x8,opening=corners").start()) == ["a8", "h1"]
    assert len(moves(papamu.load("konane:8x8,opening=any").start())) == 32
    assert moves(papamu.load("konane:5x5").start()) == ["a5", "e5", "c3", "a1", "e1"]


def test_konane_jumps_may_stop_anywhere_in_one_line() -> None:
    row = at("konane:1x7", "xo.o.o.,x")
    assert moves(row) == ["a1-c1", "a1-e1", "a1-g1"]
    assert row.play("a1-c1").board.tolist() == [[0, 0, 1, 2, 0, 2, 0]]
    assert row.play("a1-g1").scores == (1, 0)
    assert moves(at("konane:1x7", "xo.oo..,x")) == ["a1-c1"]
    corner = at("konane:3x3", "xo./..o/...,x")
    assert moves(corner) == ["a3-c3"], "no turning in one move"
    order = at("konane:5x5", "...../..o../.oxo./..o../.....,x")
    assert moves(order) == ["c3-c5", "c3-a3", "c3-c1", "c3-e3"]


def test_konane_who_cannot_move_loses() -> None:
    over = at("konane:1x4", "x..o,x")
    assert over.is_over
    assert over.returns == (-1, 1)


# -- Blokus -----------------------------------------------------------------------------------------


def test_blokus_seats_and_skips() -> None:
    for seats, corners in (("seed", "a20 t1 a1 t20"), ("clockwise", "a20 t20 t1 a1")):
        position = papamu.load(f"blokus:20x20,seats={seats}").start()
        for corner in corners.split():
            position = position.play(f"1:{corner}")
        assert position.player == 0
        assert position.scores == (1, 1, 1, 1)


def test_blokus_touches_corners_never_edges() -> None:
    position = papamu.load("blokus:duo").start().play("1:e10").play("1:j5")
    legal = position.legal_moves
    assert "2:f9,f8" in legal or "2:f9,g9" in legal
    assert "2:f10,g10" not in legal, "touches the edge of an own piece"
    assert "2:a1,b1" not in legal, "touches no own corner"
    assert all(not str(move).startswith("1:") for move in legal), "each piece is placed once"
