"""`Game`, `Position` and `Move` as people use them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import papamu
from papamu import IllegalMoveError, MoveError, PositionError, SizeError, SpecError

EVERY_GAME = ["clobber:6x6", "checkers:8x8", "reversi:8x8", "blokus:20x20", "konane:8x8"]


@pytest.mark.parametrize("spec", EVERY_GAME)
def test_repr_creates_the_object_again(spec: str) -> None:
    game = papamu.load(spec)
    assert eval(repr(game), {"papamu": papamu}) == game
    position = game.start()
    for _ in range(3):
        position = position.play(position.legal_moves[-1])
        assert eval(repr(position), {"papamu": papamu}) == position


def test_the_public_names() -> None:
    game = papamu.load("clobber:3x4")
    assert (game.name, game.rows, game.cols, game.num_players) == ("clobber", 3, 4, 2)
    assert game.options["cannibal"] is False
    assert (game.facts.chance, game.facts.zero_sum) == (False, True)
    position = game.start()
    assert position.player == 0
    assert not position.is_over
    assert position.returns == (0, 0)
    assert position.scores == (6, 6)
    assert position.board.tolist() == [[1, 2, 1, 2], [2, 1, 2, 1], [1, 2, 1, 2]]
    following = position.play("a3a2")
    assert following.board.tolist() == [[0, 2, 1, 2], [1, 1, 2, 1], [1, 2, 1, 2]]
    assert following.player == 1
    assert following.parent is position
    assert str(following.move) == "a3a2"
    assert following.line == [position, following]
    assert following.seen_by(1).tolist()[0] == [0, 1, 2, 1]


def test_legal_moves_are_lazy_sized_and_iterable() -> None:
    position = papamu.load("clobber:2x2").start()
    moves = position.legal_moves
    assert not position.game.moves, "no move is made before it is asked for"
    assert str(moves[1]) == "a2b2" and len(position.game.moves) == 1
    assert len(moves) == 4
    assert [str(move) for move in moves] == ["a2a1", "a2b2", "b1b2", "b1a1"]
    assert "a2a1" in moves
    assert moves[0] in moves
    assert int(moves[0]) in moves
    assert "a1a2" not in moves
    assert "rubbish" not in moves
    assert None not in moves
    assert [str(move) for move in moves[:2]] == ["a2a1", "a2b2"]
    assert repr(moves) == "<4 legal moves: a2a1, a2b2, b1b2, b1a1>"
    assert repr(moves[0]) == "<a2a1>"


def test_positions_are_values() -> None:
    game = papamu.load("reversi:4x4")
    one, other = game.start().play("d3"), game.start().play("d3")
    assert one == other
    assert len({one, other}) == 1
    assert one != game.start()
    assert one != papamu.load("reversi:6x6").start()
    assert one != "something else"


def test_a_seed_matters_only_where_the_start_is_random() -> None:
    random = papamu.load("clobber:6x6,start=random")
    assert random.start(seed=1) == random.start(seed=1)
    assert len({random.start(seed=seed) for seed in range(20)}) == 20
    assert set(np.unique(random.start(seed=3).board)) == {1, 2}
    assert papamu.load("clobber:6x6").start(seed=1) == papamu.load("clobber:6x6").start(seed=2)
    first = papamu.load("checkers:8x8,first=random")
    assert {first.start(seed=seed).player for seed in range(20)} == {0, 1}
    assert papamu.load("checkers:8x8,first=2").start().player == 1


def test_a_given_start() -> None:
    game = papamu.load("clobber:start=xo./.ox")
    assert str(game) == "clobber:2x3,start=xo./.ox"
    assert game.start().board.tolist() == [[1, 2, 0], [0, 2, 1]]
    assert papamu.load(str(game)) == game


def test_specs_are_written_in_one_way() -> None:
    assert str(papamu.load("othello")) == "reversi:8x8"
    assert str(papamu.load("Checkers:8")) == "checkers:8x8"
    assert str(papamu.load("checkers:8x8,quiet=80,teleport=0.10")) == "checkers:8x8,teleport=0.1"
    assert str(papamu.load("clobber:4x4,cannibal=TRUE")) == "clobber:4x4,cannibal=true"
    assert str(papamu.load("blokus")) == "blokus:20x20"
    assert str(papamu.load("blokus:duo")) == "blokus:duo"


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("clober", SpecError, r"did you mean 'clobber'\?\): there are clobber, checkers"),
        ("", SpecError, "write a name like"),
        ("!:3", SpecError, "write a name like"),
        ("clobber:0x4", SizeError, "valid sizes are 1x2 to 32x32"),
        ("clobber:1x1", SizeError, "valid sizes are"),
        ("clobber:40x40", SizeError, "valid sizes are"),
        ("clobber:1x300", SizeError, "valid sizes are"),
        ("clobber:axb", SpecError, "is not a size"),
        ("clobber:4x4,5x5", SpecError, "'5x5' is not a size"),
        ("clobber:4x4,canibal=true", SpecError, r"did you mean 'cannibal'\?"),
        ("clobber:4x4,cannibal=maybe", SpecError, "it takes true or false"),
        ("clobber:4x4,cannibal=true,cannibal=false", SpecError, "given twice"),
        ("clobber:4x4,start=xo", PositionError, "4 rows of 4"),
        ("clobber:start=xoz", PositionError, "'z' is not a cell"),
        ("clobber:4x4,graph=g.json", SpecError, "give no size"),
        ("clobber:graph=/nowhere/g.json", SpecError, "cannot read the graph"),
        ("checkers:7x7", SizeError, "valid sizes are 4x4, 6x6, 8x8"),
        ("checkers:8x6", SizeError, "even squares"),
        ("checkers:18x18", SizeError, "up to 16x16"),
        ("checkers:8x8,teleport=2", SpecError, "a number from 0 to 1"),
        ("checkers:8x8,teleport=nan", SpecError, "a number from 0 to 1"),
        ("checkers:8x8,teleport=x", SpecError, "a number from 0 to 1"),
        ("checkers:8x8,quiet=-1", SpecError, "a whole number"),
        ("checkers:8x8,quiet=1.5", SpecError, "a whole number"),
        ("checkers:8x8,win=points", SpecError, "pieces or moves"),
        ("reversi:5x5", SizeError, "even squares"),
        ("reversi:8x8,komi=3", SpecError, "it has none"),
        ("konane:0x0", SizeError, "valid sizes are"),
        ("konane:8x8,opening=centre", SpecError, "seed or any or corners"),
        ("blokus:3x3", SizeError, "valid sizes are"),
    ],
)
def test_a_wrong_spec_says_what_is_allowed(spec: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        papamu.load(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "move", "error", "says"),
    [
        ("clobber:3x3", "a1a2", None, ""),
        ("clobber:3x3", "a2a1", IllegalMoveError, "legal: a3a2, a3b3"),
        ("clobber:3x3", "a1a3", MoveError, "write it like a1a2"),
        ("clobber:3x3", "z9z8", MoveError, "write it like a1a2"),
        ("clobber:3x3", "", MoveError, "write it like"),
        ("clobber:3x3", "é1é2", MoveError, "write it like"),
        ("checkers:8x8", "11-15", None, ""),
        ("checkers:8x8", "11x18", IllegalMoveError, "legal: 9-13"),
        ("checkers:8x8", "11-12", MoveError, "11-15"),
        ("checkers:8x8", "33-34", MoveError, "11-15"),
        ("checkers:8x8", "0-4", MoveError, "11-15"),
        ("checkers:8x8", "9~14", MoveError, "11-15"),
        ("reversi", "f5", None, ""),
        ("reversi", "a1", IllegalMoveError, "legal: d3, c4, f5, e6"),
        ("reversi", "pass", IllegalMoveError, "legal: d3"),
        ("reversi", "j5", MoveError, "f5 or pass"),
        ("konane", "d5", None, ""),
        ("konane", "d4", IllegalMoveError, "legal: a8, d5, e4, h1"),
        ("konane", "b4-f4", IllegalMoveError, "legal: a8"),
        ("konane", "b4-c5", MoveError, "b4-f4"),
        ("konane", "b4-c4", MoveError, "b4-f4"),
        ("konane", "a1-b1-c1", MoveError, "b4-f4"),
        ("blokus", "1:a20", None, ""),
        ("blokus", "1:b20", IllegalMoveError, "legal:"),
        ("blokus", "V5:a20", MoveError, "write it like"),
    ],
)
def test_a_wrong_move_names_what_is_legal(
    spec: str, move: str, error: type[Exception] | None, says: str
) -> None:
    position = papamu.load(spec).start()
    if error is None:
        assert position.play(move).player == 1
        return
    with pytest.raises(error, match=says) as caught:
        position.play(move)
    assert "\n" not in str(caught.value)


def test_nothing_is_legal_when_the_game_is_over() -> None:
    over = papamu.load("clobber:1x2").start().play("a1b1")
    assert over.is_over
    assert over.returns == (1, -1)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.play("b1a1")


@pytest.mark.parametrize(
    ("spec", "text", "says"),
    [
        ("clobber:2x2", "", "empty"),
        ("clobber:2x2", "xo/ox", "who moves, one of x, o"),
        ("clobber:2x2", "xo/ox,b", "one of x, o"),
        ("clobber:2x2", "xo/o,x", "2 rows of 2"),
        ("clobber:2x2", "xo?x,x", r"'\?' is not a cell"),
        ("clobber:2x2", "xoox,x,more=1", "no field 'more'"),
        ("clobber:2x2", "xoox,x,more", "cannot read 'more'"),
        ("clobber:2x2,solitaire=any", "xoox,o", "written x"),
        ("konane:2x2", "xo/ox,x,todo=sleep", "open, answer or jump"),
        ("konane:2x2", "xo/ox,o,todo=open", "Black opens"),
        ("checkers:4x4", ".2.2/..../..../1.1.,1", "not played on"),
        ("checkers:4x4", "2.2./..../..../.1.1,1,quiet=-3", "whole number"),
        ("checkers:4x4", "2.2./..../..../.1.1,1,quiet=99999999999", "whole number"),
        ("checkers:4x4", "2.2./..../..../.1.1,1,quiet=81", "the game ends at 80"),
        ("checkers:4x4,quiet=0", "2.2./..../..../.1.1,1,quiet=1", "the game ends at 0"),
        ("checkers:4x4", "1.../..../..../...2,1", "far row"),
        ("checkers:4x4,rules=program", "3.../..../..../...2,1", "no kings"),
        ("clobber:2x2", "xo\no,x", "who moves|2 rows"),
        ("checkers:4x4", "2.2./..../..../.1.1,1,from=1", "continue jumping"),
        ("checkers:4x4", "2.2./..../..../.1.1,1,from=77", "continue jumping"),
        ("checkers:4x4,rules=program", "2.../.1../..../.1.1,1,from=1", "continue jumping"),
    ],
)
def test_a_wrong_position_says_what_is_wrong(spec: str, text: str, says: str) -> None:
    with pytest.raises(PositionError, match=says) as caught:
        papamu.load(spec).from_text(text)
    assert "\n" not in str(caught.value)


def test_texts_that_others_write_are_read_too() -> None:
    ffo = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    position = papamu.load("reversi").from_text(ffo)
    assert position.player == 0
    assert "a2" in position.legal_moves


def test_symmetries_of_a_start() -> None:
    def distinct(spec: str) -> int:
        return len(papamu.load(spec).start().symmetries())

    assert distinct("clobber:4x4") == 2  # turned by a quarter, colours change places
    assert distinct("clobber:3x3") == 1
    assert distinct("reversi") == 2
    assert distinct("checkers") == 1
    assert distinct("blokus") == 1
    assert distinct("konane:6x6") == 1  # only turns that keep the opening stones
    lopsided = papamu.load("clobber:3x3").from_text("x../.../oo.,x")
    assert len(lopsided.symmetries()) == 8
    assert len(papamu.load("clobber:2x3").from_text("x../oo.,x").symmetries()) == 4


def test_symmetric_openings_of_konane_stay_openings() -> None:
    position = papamu.load("konane:6x6").start().play("a6")
    for other in position.symmetries():
        assert other.to_text().endswith(",o,todo=answer")
        assert len(other.legal_moves) == len(position.legal_moves)


def test_chance_is_drawn_by_seed_or_told() -> None:
    game = papamu.load("checkers:8x8,teleport=0.5")
    start = game.start()
    assert start.play("11-15", seed=4) == start.play("11-15", seed=4)
    assert len({start.play("11-15", seed=seed) for seed in range(30)}) > 3
    assert start.play("11-15", event="none").event == "none"
    told = start.play("11-15", event="15~19")
    assert told.event == "15~19"
    assert told.board.ravel()[told.game.cell(19)] == 1  # type: ignore[attr-defined]
    assert told.board.ravel()[told.game.cell(15)] == 0  # type: ignore[attr-defined]
    with pytest.raises(MoveError, match="chance cannot do '1~32'"):
        start.play("11-15", event="1~32")
    with pytest.raises(MoveError, match="chance cannot do"):
        papamu.load("clobber:3x3").start().play("a1a2", event="9~14")
    assert papamu.load("clobber:3x3").start().play("a1a2", event="none").event is None


def test_a_teleport_onto_the_far_row_crowns() -> None:
    text = "....../.1..../....../....../....../.....1,1"
    by_text = papamu.load("checkers:6x6,teleport=0.5").from_text(text).play("3-6", event="13~16")
    assert by_text.board[0, 0] == 3
    by_program = (
        papamu.load("checkers:6x6,rules=program,teleport=0.5").from_text(text).play("3-6", event="13~16")
    )
    assert by_program.board[0, 0] == 1


def test_positions_and_moves_travel() -> None:
    position = papamu.load("reversi:4x4").start()
    later = position.play(position.legal_moves[0])
    for thing in (position, later, position.legal_moves[0]):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing


@pytest.mark.parametrize("wrong", [3.9, None, b"a1a2", [], object()])
def test_what_is_no_move(wrong: object) -> None:
    with pytest.raises(MoveError, match="write it like"):
        papamu.load("clobber:3x3").start().play(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, 1.5, "7"])
def test_what_is_no_seed(wrong: object) -> None:
    with pytest.raises(papamu.PapamuError, match="not a seed"):
        papamu.load("clobber:3x3").start(seed=wrong)  # type: ignore[arg-type]


def test_options_keep_their_digits() -> None:
    game = papamu.load("checkers:8x8,teleport=0.123456789")
    assert str(game) == "checkers:8x8,teleport=0.123456789"
    assert papamu.load(str(game)) == game != papamu.load("checkers:8x8,teleport=0.123457")
    assert papamu.load("clobber:start=XO") == papamu.load("clobber:1x2,start=xo")


def test_equal_positions_have_equal_states() -> None:
    """The same pieces in another order are the same position."""
    start = papamu.load("blokus:duo,score=official").start()
    one = start.play("I3:e10,e9,e8").play("1:j5").play("1:f7").play("2:k6,l6").play("2:d11,c11")
    other = start.play("I3:e10,e9,e8").play("1:j5").play("2:d11,c11").play("2:k6,l6").play("1:f7")
    assert one == other


def test_solitaire_counts_from_the_stones_there_were() -> None:
    stuck = papamu.load("clobber:start=xx.....,solitaire=any").start()
    assert stuck.is_over
    assert stuck.returns == (-1,)
    assert papamu.load("clobber:2x3,solitaire=any").from_text(".../...,x").returns == (1,)


def test_testing_is_at_hand() -> None:
    assert papamu.testing.check_game("clobber:2x2", games=1) > 1  # type: ignore[attr-defined]


def test_str_is_a_board_with_coordinates() -> None:
    assert str(papamu.load("clobber:2x3").start()) == "2 x o x\n1 o x o\n  a b c\nBlack to move"


def test_an_unknown_public_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        papamu.nothing  # type: ignore[attr-defined]  # noqa: B018
