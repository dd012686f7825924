"""What a residual network sees of a position, where it speaks of moves, and the board turned around."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.blokus.pieces import NAMES
from papamu.games.clobber.graph import GraphClobberGame
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.symmetry import permute, symmetries
from papamu.learn.convnet.alphazero.course import shape_for
from papamu.learn.convnet.alphazero.planes import look, turns_here, turns_of, view_of
from tests.effort import effort

Array = np.ndarray[Any, Any]


def picture(position: Position, table: Array | None = None) -> Array:
    """[plane, row, column]"""
    game = position.game
    view, cells = view_of(game), game.rules.cells
    out = np.full((cells, view.planes), 9, dtype=np.float32)
    room = np.zeros(cells, dtype=np.int8), np.zeros(cells, dtype=np.int64)
    turn = np.arange(cells, dtype=np.int64) if table is None else table
    look(view, game.rules, position.state, turn, *room, out)
    return np.moveaxis(out.reshape(game.rows, game.cols, view.planes), 2, 0)


def drawn(plane: Array) -> str:
    """`x.|.x`: where it is 1."""
    assert set(np.unique(plane)) <= {0, 1}
    return "|".join("".join("x" if cell else "." for cell in row) for row in plane)


def walk(game: Game, seed: int, plies: int) -> list[Position]:
    """A random game."""
    chooser = np.random.default_rng(seed)
    found = [game.start(seed=seed)]
    while not found[-1].is_over and len(found) < plies:
        moves = [int(move) for move in found[-1].legal_moves]
        found.append(found[-1].play(int(chooser.choice(moves)), seed=int(chooser.integers(2**31))))
    return [position for position in found if not position.is_over]


# -- known positions ------------------------------------------------------------------------------


def test_clobber() -> None:
    game = papamu.load("clobber:2x3")
    black, white = (picture(game.from_text(f"xo./.ox,{side}")) for side in "xo")
    assert [drawn(plane) for plane in black] == ["x..|..x", ".x.|.x.", "xxx|xxx", "...|..."]
    assert [drawn(plane) for plane in white] == [".x.|.x.", "x..|..x", "xxx|xxx", "xxx|xxx"]


def test_konane_and_reversi() -> None:
    konane = picture(papamu.load("konane:2x2").from_text("xo/.x,x"))
    assert [drawn(plane) for plane in konane] == ["x.|.x", ".x|..", "xx|xx", "..|.."]
    start = papamu.load("reversi:4x4").start()
    seen = [drawn(plane) for plane in picture(start)]
    own, other = ("....|..x.|.x..|....", "....|.x..|..x.|....")
    assert seen == [own, other, "|".join(["xxxx"] * 4), "|".join(["...."] * 4)]
    after = start.play(start.legal_moves[0])
    assert (picture(after)[:2] == [after.seen_by(1) == 1, after.seen_by(1) == 2]).all()


CHECKERS = "..4./.1.2/2.3./.1.3"


def test_checkers_the_first_player_sees_the_board_as_it_lies() -> None:
    game = papamu.load("checkers:4x4,quiet=80")
    seen = picture(game.from_text(CHECKERS + ",1,quiet=20"))
    assert [drawn(plane) for plane in seen[:7]] == [
        "....|.x..|....|.x..",  # own men
        "....|...x|x...|....",
        "....|....|..x.|...x",  # own kings
        "..x.|....|....|....",
        "xxxx|xxxx|xxxx|xxxx",
        "....|....|....|....",  # not the second player
        "....|....|....|....",  # nobody must go on jumping
    ]
    assert (seen[7] == 0.25).all()  # 20 of 80 quiet plies


def test_checkers_the_second_player_sees_it_turned_around() -> None:
    game = papamu.load("checkers:4x4")
    seen = picture(game.from_text(CHECKERS + ",2"))
    assert [drawn(plane) for plane in seen] == [
        "....|...x|x...|....",
        "..x.|....|..x.|....",
        "....|....|....|.x..",
        "x...|.x..|....|....",
        "xxxx|xxxx|xxxx|xxxx",
        "xxxx|xxxx|xxxx|xxxx",
        "....|....|....|....",
        "....|....|....|....",
    ]


def test_blokus_pieces_used_by_four() -> None:
    game = papamu.load("blokus:5x5")
    position = game.start()
    moves = dict.fromkeys(range(4), position)
    used: dict[int, str] = {}
    for who in range(4):
        assert position.player == who
        moves[who] = position
        move = position.legal_moves[who]
        used[who] = str(move).split(":")[0]
        position = position.play(move)
    viewer = position.player
    seen = picture(position)
    assert len(seen) == 4 + 4 + 4 * 21
    for turn in range(4):
        who = (viewer + turn) % 4
        assert (seen[turn] == (position.board == who + 1)).all()
        pieces = seen[8 + 21 * turn : 8 + 21 * (turn + 1)]
        assert [NAMES[at] for at in range(21) if pieces[at].all()] == [used[who]]
        assert pieces.sum() == 25  # all of a plane, or nothing
    second = picture(moves[1])
    assert (second[4] == 1).all() and (second[5] == 1).all() and not second[6:8].any()
    assert second[8 + 21 * 3 :].sum() == 25  # the first player comes last in the second's eyes
    two = papamu.load("blokus:7x7,players=2")
    assert view_of(two).planes == 2 + 2 + 2 * 21


# -- where moves are spoken of ----------------------------------------------------------------------


SPECS = [
    "clobber:3x4",
    "clobber:1x6",
    "checkers:4x4",
    "checkers:8x8",
    "checkers:6x6,teleport=0.2,first=random",
    "checkers:6x6,rules=program",
    "konane:4x4",
    "konane:5x3,opening=any",
    "reversi:4x4",
    "reversi:6x6",
    "blokus:6x5",
    "blokus:6x6,players=2",
]


@pytest.mark.parametrize("spec", SPECS)
def test_every_legal_move_has_a_number_of_its_own(spec: str) -> None:
    game = papamu.load(spec)
    view = view_of(game)
    numbers = game.rules.cells * view.voices + view.beside
    assert view.places.shape == (game.num_players, game.facts.actions)
    assert view.places.min() >= 0 and view.places.max() < numbers
    seats = set()
    for seed in range(effort(6, 2)):
        for position in walk(game, seed, effort(60, 12)):
            places = [int(view.places[position.player, move]) for move in position.legal_moves]
            assert len(set(places)) == len(places)
            seen = picture(position)
            assert seen.min() >= 0 and seen.max() <= 1
            assert seen[: view.codes].sum() == (position.board > 0).sum()
            seats.add(position.player)
    assert seats == set(range(game.num_players))


def test_a_number_belongs_to_the_cell_that_it_speaks_of() -> None:
    """A cell's numbers stand together, where the move begins as its player sees it."""
    checkers = papamu.load("checkers:6x6")
    view = view_of(checkers)
    first, second = ([view.places[who, m] for m in checkers.start().legal_moves] for who in (0, 1))
    assert len(first) == len(second) > 0
    for position in walk(checkers, 3, 10):
        for move in position.legal_moves:
            cell = int(move) >> 3
            seen = 35 - cell if position.player else cell
            assert int(view.places[position.player, move]) // view.voices == seen
            assert picture(position)[[0, 2], seen // 6, seen % 6].sum() == 1  # a piece of one's own
    konane = papamu.load("konane:4x4")
    view = view_of(konane)
    for position in walk(konane, 1, 8):
        for move in position.legal_moves:
            name = str(move).split("-")[0]
            assert view.places[position.player, move] // view.voices == konane.find_cell(name)
    reversi = papamu.load("reversi:4x4")
    view = view_of(reversi)
    assert (view.voices, view.beside) == (1, 1)
    assert int(view.places[1, reversi.read_move("pass") or 0]) == 16  # behind all cells
    blokus = papamu.load("blokus:5x5")
    view = view_of(blokus)
    move = blokus.read_move("I3:b2,c2,d2")
    assert move is not None
    assert view.places[0, move] // view.voices == blokus.find_cell("b2")


def test_men_of_both_players_move_up() -> None:
    """Mirror images of one position, seen from both seats, are alike but for the seat; so are the moves."""
    game = papamu.load("checkers:6x6")
    view = view_of(game)
    for position in walk(game, 5, 24):
        board = position.board
        swapped = np.array([0, 2, 1, 4, 3])[np.maximum(board, 0)][::-1, ::-1]
        extras = game.extras(position.state)
        if "from" in extras:
            extras["from"] = str(19 - int(extras["from"]))
        other = Position(game, game.state_from(swapped.astype(np.int8), 1 - position.player, extras))
        one, two = picture(position), picture(other)
        assert (np.delete(one, 5, axis=0) == np.delete(two, 5, axis=0)).all()
        assert (one[5] == position.player).all() and (two[5] == other.player).all()
        places = [{int(view.places[at.player, move]) for move in at.legal_moves} for at in (position, other)]
        assert places[0] == places[1]


def test_the_piece_that_must_go_on_jumping() -> None:
    game = papamu.load("checkers:6x6")
    start = game.from_text("....../...2../....../.2..../1...../......,1")
    jump = start.play(start.legal_moves[0])
    assert "from" in jump.to_text() and jump.player == 0
    forced = picture(jump)[6]
    assert drawn(forced) == "......|......|..x...|......|......|......"
    turned = game.from_text("....../.....2/....1./....../..1.../......,2")
    jump = turned.play(turned.legal_moves[0])
    assert "from" in jump.to_text() and jump.player == 1
    assert drawn(picture(jump)[6]) == drawn(forced)


# -- the board turned and mirrored ------------------------------------------------------------------


def turned(position: Position, table: Array) -> Position:
    """The same position on a board that was turned, through its text."""
    game = position.game
    extras = game.extras(position.state)
    made = game.state_from(permute(table, position.board), game.turn(position.state), extras)
    return game.from_text(Position(game, made).to_text())


@pytest.mark.parametrize(
    "spec",
    [
        "clobber:3x3",
        "clobber:3x4",
        "konane:4x4",
        "konane:4x6",
        "reversi:4x4",
        "blokus:5x5",
        "blokus:6x6,players=2",
    ],
)
def test_turning_changes_nothing_but_the_place(spec: str) -> None:
    game = papamu.load(spec)
    turns = turns_of(game)
    assert len(turns.tables) == len(symmetries(game.rows, game.cols)) > 1
    assert (np.sort(turns.moves, axis=1) == np.arange(game.facts.actions)).all()  # none is lost
    used = set()
    for seed in range(effort(3, 1)):
        for position in walk(game, seed, effort(30, 10)):
            ways = turns_here(game, turns, position.state)
            assert ways & 1
            for way, table in enumerate(turns.tables):
                if not ways >> way & 1:
                    continue
                used.add(way)
                other = turned(position, table)
                assert (picture(other) == picture(position, table)).all()
                expected = {int(turns.moves[way, move]) for move in position.legal_moves}
                assert {int(move) for move in other.legal_moves} == expected
                move = position.legal_moves[seed % len(position.legal_moves)]
                after, there = position.play(move), other.play(int(turns.moves[way, move]))
                assert (after.scores, after.is_over) == (there.scores, there.is_over)
                assert (permute(table, after.board) == there.board).all()
                assert after.player == there.player
    assert used == set(range(len(turns.tables)))


def test_which_ways_keep_the_meaning() -> None:
    konane = papamu.load("konane:4x4")
    turns = turns_of(konane)
    start = konane.start()
    kept = [
        table for way, table in enumerate(turns.tables) if turns_here(konane, turns, start.state) >> way & 1
    ]
    corners = {tuple(table[[0, 15]]) for table in kept}
    assert len(kept) == 4 and corners == {(0, 15), (15, 0)}  # the black corners
    assert turns_here(konane, turns, start.play(start.legal_moves[0]).state) == 255
    blokus = papamu.load("blokus:5x5")
    turns = turns_of(blokus)
    positions = walk(blokus, 1, 6)
    ways = [turns_here(blokus, turns, position.state).bit_count() for position in positions[:5]]
    assert ways == [1, 1, 2, 2, 8]  # the corners of those who have not begun keep their places
    duo = papamu.load("blokus:6x6,players=2")
    assert (
        turns_here(duo, turns_of(duo), duo.start().state).bit_count() == 2
    )  # the diagonal of the two starts
    checkers = papamu.load("checkers:6x6")
    assert len(turns_of(checkers).tables) == 1
    assert turns_here(checkers, turns_of(checkers), checkers.start().state) == 1


# -- games of one's own, and what has no board --------------------------------------------------------


def test_one_network_for_all_sizes() -> None:
    def same(*specs: str) -> bool:
        return len({shape_for(papamu.load(spec), 8, 1) for spec in specs}) == 1

    assert same("clobber:3x3", "clobber:5x6", "clobber:10x10")
    assert same("checkers:6x6", "checkers:14x14,teleport=0.1")
    assert same("reversi:4x4", "reversi:8x8")
    assert not same("konane:4x4", "konane:8x8")  # longer jumps
    assert not same("blokus:6x6", "blokus:6x6,players=2")


def test_a_graph_is_refused_in_a_line() -> None:
    graph = GraphClobberGame({"a": "black", "b": "white"}, [("a", "b")])
    with pytest.raises(PapamuError, match="not a graph"):
        view_of(graph)


OWN = """
import json
import nim, papamu
from papamu.learn.convnet.alphazero.planes import turns_of, view_of
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from tests.learn.test_planes import drawn, picture
game = papamu.load("nim:1x7")
view = view_of(game)
seen = [drawn(plane) for plane in picture(game.start().play("take2"))]
print(json.dumps([view.planes, view.voices, view.beside, len(turns_of(game).tables), seen]))
print(json.dumps(AlphaZeroCourse("nim:1x7").shape()))
"""


def test_a_game_of_ones_own() -> None:
    """In a process of its own: it would be known to all later tests."""
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root / "examples"), str(root), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", OWN], capture_output=True, text=True, check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
    )  # fmt: skip
    known, shape = map(json.loads, done.stdout.splitlines())
    assert known == [4, 1, 0, 1, ["xxxxx..", ".......", "x" * 7, "x" * 7]]
    assert shape == [4, 1, 0, 1, 32, 3]
