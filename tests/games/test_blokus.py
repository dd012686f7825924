"""Blokus: the kernels against the slow twin, known counts, texts, symmetries, and every error line."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import papamu
from papamu.core.errors import IllegalMoveError, MoveError, PositionError, SizeError, SpecError
from papamu.games import rules as contract
from papamu.games.blokus import pieces
from papamu.games.blokus.game import BlokusGame
from papamu.games.position import Position
from papamu.kernel.jit import JIT
from papamu.kernel.random import stream
from papamu.kernel.symmetry import permute
from papamu.search.playout import random_games
from tests.naive.blokus import NAME_OF
from tests.naive.blokus import Blokus as NaiveBlokus


def load(spec: str) -> BlokusGame:
    game = papamu.load(spec)
    assert isinstance(game, BlokusGame)
    return game


def naive(game: BlokusGame) -> NaiveBlokus:
    options = game.options
    return NaiveBlokus(game.rows, game.cols, int(options["players"]), options["seats"], options["score"])


def random_line(game: BlokusGame, seed: int, plies: int = 1000) -> list[Position]:
    """The positions of a random game."""
    rng = stream(seed)
    line = [game.start()]
    while not line[-1].is_over and len(line) <= plies:
        state = line[-1].state.copy()
        move = contract.random_move(game.rules, state, rng)
        contract.play(game.rules, state, move)
        line.append(Position(game, state))
    return line


def allows(position: Position, text: str) -> bool:
    move = position.game.read_move(text)
    assert move is not None
    return move in position.legal_moves


# -- pieces and counts --------------------------------------------------------------------------


def test_pieces() -> None:
    assert len(pieces.NAMES) == 21 and pieces.ALL_SQUARES == 89
    assert len(pieces.ORIENTATIONS) == 91 and len(pieces.REACHES) == 414
    assert {frozenset(squares): pieces.NAMES[piece] for piece, squares in pieces.ORIENTATIONS} == NAME_OF


@pytest.mark.parametrize(
    "spec, placements, first_moves",
    [("blokus", 30_433, 58), ("blokus:duo", 13_729, 414), ("blokus:5x5", 958, 58)],
)
def test_known_counts(spec: str, placements: int, first_moves: int) -> None:
    game = load(spec)
    assert pieces.placements(game.rows, game.cols) == placements
    assert len(game.start().legal_moves) == first_moves
    assert game.facts.actions == 91 * game.rows * game.cols
    assert first_moves <= game.facts.max_moves <= placements


def test_every_player_has_58_first_moves() -> None:
    position = load("blokus").start()
    for player in range(4):
        assert position.player == player and len(position.legal_moves) == 58
        position = position.play(position.legal_moves[0])


# -- the twin -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, games",
    [
        ("blokus", 3),
        ("blokus:20x20,seats=clockwise,score=official", 1),
        ("blokus:duo", 6),
        ("blokus:duo,score=official", 2),
        ("blokus:5x5", 20),
        ("blokus:8x8", 8),
        ("blokus:8x8,players=2,score=official", 6),
        ("blokus:10x12,seats=clockwise", 4),
        ("blokus:12x10,players=2", 4),
        ("blokus:5x26,score=official", 4),
        ("blokus:26x5", 4),
    ],
)
def test_agrees_with_the_naive_twin(spec: str, games: int) -> None:
    game = load(spec)
    twin = naive(game)
    chooser = random.Random(spec)
    for _ in range(games if JIT else -(-games // 4)):
        position, state = game.start(), twin.start()
        while True:
            moves = twin.moves(state)
            assert sorted(str(move) for move in position.legal_moves) == moves
            assert len(set(position.legal_moves)) == len(moves)
            assert position.board.tolist() == twin.board(state)
            assert position.player == twin.player(state)
            assert list(position.scores) == twin.scores(state)
            assert position.is_over == twin.is_over(state)
            assert list(position.returns) == pytest.approx(twin.returns(state))
            if not moves:
                break
            move = chooser.choice(moves)
            position, state = position.play(move), twin.play(state, move)
        assert contract.random_move(game.rules, position.state, stream(1)) == contract.NONE


def test_all_pieces_placed() -> None:
    """On a board of one's own: 15 for all pieces, and 5 more if the single square comes last."""
    game = load("blokus:26x26,score=official")
    ends = Counter[float]()
    for seed in range(300):
        for last_is_single in (False, True):
            position = _alone(game, seed, last_is_single)
            if position.state[game.rules.used] == (1 << 21) - 1:
                ends[position.scores[0]] += 1
                twin = naive(game)
                last1 = (0,) if last_is_single else ()
                assert twin.scores(twin.from_board(position.board.tolist(), 0, last1)) == list(
                    position.scores
                )
                assert game.from_text(position.to_text()) == position
        if len(ends) == 2:
            break
    assert set(ends) == {15, 20}


def _alone(game: BlokusGame, seed: int, last_is_single: bool) -> Position:
    """Player 1 places at random; the others are taken to be stuck. The single square is first or last."""
    chooser = random.Random(seed)
    rules = game.rules
    state = game.new_state()
    out = np.empty(rules.max_moves, dtype=np.int64)
    while True:
        state[rules.status] = np.uint64(int(state[rules.status]) & ~3 | 0b1110_0000)
        n = contract.legal_moves(rules, state, out)
        singles = [int(move) for move in out[:n] if move < rules.cells]
        others = [int(move) for move in out[:n] if move >= rules.cells]
        wanted = others or singles if last_is_single else singles or others
        if not wanted:
            # Nobody else has placed, so as a position the others must be free to move.
            state[rules.status] = np.uint64(int(state[rules.status]) & 0b1111_0000_0000 | 0b0001_0001)
            return Position(game, state)
        contract.play(rules, state, chooser.choice(wanted))


def test_the_single_square_is_remembered_only_where_it_counts() -> None:
    position = load("blokus:8x8,score=official").start().play("1:a8")
    assert position.to_text().endswith(",2")


# -- contract functions -------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["blokus:9x8", "blokus:9x9,players=2"])
def test_observe_and_changes(spec: str) -> None:
    game = load(spec)
    players = game.num_players
    cells, codes = np.empty(8, dtype=np.int64), np.empty(8, dtype=np.int8)
    line = random_line(game, 3)
    for before, after in pairwise(line):
        move = next(m for m in before.legal_moves if before.play(m) == after)
        for viewer in range(players):
            n = contract.changes(game.rules, before.state, int(move), viewer, cells, codes)
            board = before.seen_by(viewer).ravel()
            board[cells[:n]] = codes[:n]
            assert (board == after.seen_by(viewer).ravel()).all()
            owners = after.board
            seen = np.where(owners == 0, 0, 1 + (owners - 1 - viewer) % players)
            assert (after.seen_by(viewer) == seen).all()


@pytest.mark.parametrize("spec, plies", [("blokus:8x8", 6), ("blokus:duo", 1), ("blokus", 17)])
def test_random_move_is_uniform(spec: str, plies: int) -> None:
    game = load(spec)
    position = random_line(game, 11, plies)[plies]
    moves = [int(move) for move in position.legal_moves]
    assert len(moves) > 10
    draws = (200 if JIT else 5) * len(moves)
    rng = stream(7)
    state = position.state.copy()
    found = Counter(int(contract.random_move(game.rules, state, rng)) for _ in range(draws))
    assert set(found) <= set(moves)
    expected = draws / len(moves)
    chi_square = sum((found[move] - expected) ** 2 / expected for move in moves)
    freedom = len(moves) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
    assert (state == position.state).all()


@pytest.mark.large
@pytest.mark.skipif(not JIT, reason="too many games for the interpreter")
def test_random_games() -> None:
    """Means of 20,000 games, and the first to move does best."""
    game = load("blokus")
    state, out, total = game.new_state(), np.zeros(4), np.zeros(4)
    plies = random_games(game.rules, state, stream(2), 20_000, out, total)
    assert plies / 20_000 == pytest.approx(59.05, abs=0.15)
    assert list(total) == sorted(total, reverse=True)
    assert total.sum() == pytest.approx(0, abs=1e-6)


# -- specs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, text",
    [
        ("blokus", "blokus:20x20"),
        ("blokus:8", "blokus:8x8"),
        ("blokus:duo", "blokus:duo"),
        ("blokus:DUO,players=2", "blokus:duo"),
        ("blokus:14x14,players=2", "blokus:duo"),
        ("blokus:14x14", "blokus:14x14"),
        ("blokus:duo,score=official", "blokus:duo,score=official"),
        ("blokus:10x12,players=2", "blokus:10x12,players=2"),
        ("blokus:seats=clockwise", "blokus:20x20,seats=clockwise"),
    ],
)
def test_specs(spec: str, text: str) -> None:
    game = load(spec)
    assert str(game) == text
    assert load(text) == game
    assert game.num_players == len(game.player_names) == len(game.alphabet) - 1


@pytest.mark.parametrize(
    "spec, error, line",
    [
        ("blokus:4x8", SizeError, "blokus has no 4x8 board: valid sizes are 5x5 to 26x26, or duo"),
        ("blokus:8x27", SizeError, "blokus has no 8x27 board"),
        (
            "blokus:trio",
            SpecError,
            "blokus: 'trio' is not a size: write blokus:RxC (5x5 to 26x26, or duo for 14x14 and two players)",
        ),
        ("blokus:duo,8x8", SpecError, "blokus: duo sets the size (14x14); give no other with it"),
        ("blokus:duo,players=4", SpecError, "blokus: duo is for two players, not players=4"),
        ("blokus:players=3", SpecError, "blokus: players=3 is not possible: it takes 4 or 2"),
        (
            "blokus:duo,seats=clockwise",
            SpecError,
            "blokus: seats=clockwise is only possible with four players",
        ),
        ("blokus:score=best", SpecError, "blokus: score=best is not possible: it takes squares or official"),
        ("blokus:seat=seed", SpecError, "blokus has no option 'seat' (did you mean 'seats'?)"),
    ],
)
def test_refused_specs(spec: str, error: type[Exception], line: str) -> None:
    with pytest.raises(error) as caught:
        papamu.load(spec)
    assert str(caught.value).startswith(line)


# -- moves --------------------------------------------------------------------------------------


def test_move_texts() -> None:
    game = load("blokus")
    start = game.start()
    text = "V5:a20,a19,a18,b18,c18"
    move = game.read_move(text)
    assert move is not None and game.move_text(move) == text == game.move_example
    for other in ("v5:C18,b18,A18,a19,a20", "a18,a19,a20,b18,c18", "V5: a20, a19, a18, b18, c18"):
        assert game.read_move(other) == move
        assert allows(start, other)
    for move in start.legal_moves:
        assert game.read_move(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "V5",
        "V5:",
        "L5:a20,a19,a18,b18,c18",  # another piece
        "2:a20,a18",  # not connected
        "2:a20,a20",
        "1:a21",
        "1:u20",
        "X9:a20",
        "I5:a20,a19,a18,a17,a16,a15",
        "a20-a19",
    ],
)
def test_unreadable_moves(text: str) -> None:
    start = load("blokus").start()
    assert start.game.read_move(text) is None
    with pytest.raises(
        MoveError, match=r"is not a blokus move: write it like V5:a20,a19,a18,b18,c18; legal: 1:a20, "
    ):
        start.play(text)


def test_illegal_moves() -> None:
    game = load("blokus:8x8")
    start = game.start()
    with pytest.raises(IllegalMoveError, match=r"'1:b8' is not legal here: .*start square a8; legal: 1:a8, "):
        start.play("1:b8")
    across = 64 * next(n for n, o in enumerate(pieces.ORIENTATIONS) if pieces.NAMES[o.piece] == "I5") + 63
    with pytest.raises(IllegalMoveError, match=r"'I5:h1,"):
        start.play(across)
    with pytest.raises(IllegalMoveError, match=r"move 99999 is not legal"):
        start.play(99_999)
    end = random_line(game, 1)[-1]
    with pytest.raises(IllegalMoveError, match="the game is over"):
        end.play("1:a8")


def test_later_pieces_touch_corners_and_no_edges() -> None:
    position = load("blokus:8x8").start()
    for move in ("2:a8,b8", "1:h1", "1:a1", "1:h8"):
        position = position.play(move)
    assert position.player == 0
    assert allows(position, "1:c7")  # a corner
    assert not allows(position, "1:c8")  # an edge
    assert not allows(position, "1:b7")
    assert not allows(position, "1:e5")  # nothing
    assert not allows(position, "2:c7,c6")  # used
    assert allows(position, "I3:c7,c6,c5")


def test_pieces_left() -> None:
    game = load("blokus:8x8")
    position = game.start().play("V3:a8,a7,b7")
    assert game.pieces_left(position.state, 0) == [name for name in pieces.NAMES if name != "V3"]
    assert game.pieces_left(position.state, 1) == list(pieces.NAMES)


# -- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["blokus", "blokus:duo", "blokus:8x8", "blokus:9x7,players=2", "blokus:5x5"])
def test_texts_make_the_same_position(spec: str) -> None:
    game = load(spec)
    for seed in range(6 if JIT else 1):
        for position in random_line(game, seed):
            again = game.from_text(position.to_text())
            assert again == position
            assert again.to_text() == position.to_text()


def test_a_text_passes_over_who_cannot_place() -> None:
    """As the twin does; who is to move in a finished game stays as written."""
    game = load("blokus:5x5")
    twin = naive(game)
    for seed in range(20 if JIT else 4):
        line = random_line(game, seed)
        for position in line[-4:]:
            for turn in range(4):
                text = f"{game.board_text(position.board)},{turn + 1}"
                again, slow = game.from_text(text), twin.from_board(position.board.tolist(), turn)
                assert again.player == slow.player and again.is_over == slow.over
                assert sorted(str(move) for move in again.legal_moves) == twin.moves(slow)


def test_the_end_is_known() -> None:
    game = load("blokus:5x5")
    end = random_line(game, 4)[-1]
    assert end.is_over and len(end.legal_moves) == 0
    assert "stuck=1234" in end.to_text()


E5 = "/".join(["....."] * 5)


@pytest.mark.parametrize(
    "spec, text, line",
    [
        ("blokus:5x5", "", "blokus:5x5: an empty text is not a position"),
        ("blokus:5x5", "...../.....,1", "blokus:5x5: a board is 5 rows of 5"),
        (
            "blokus:5x5",
            E5.replace(".", "x", 1) + ",1",
            "blokus:5x5: 'x' is not a cell: a board is written with . 1 2 3 4",
        ),
        ("blokus:5x5", E5, "blokus:5x5: the board must be followed by who moves, one of 1, 2, 3, 4"),
        (
            "blokus:5x5,players=2",
            E5 + ",3",
            "blokus:5x5,players=2: the board must be followed by who moves, one of 1, 2",
        ),
        ("blokus:5x5,players=2", E5.replace(".", "3", 1) + ",1", "blokus:5x5,players=2: '3' is not a cell"),
        ("blokus:5x5", E5 + ",1,passes=2", "blokus:5x5: a position has no field 'passes'"),
        ("blokus:5x5", E5 + ",1,stuck=5", "blokus:5x5: stuck=5 must name players, each once, from 1234"),
        ("blokus:5x5", E5 + ",1,stuck=", "blokus:5x5: stuck= must name players, each once, from 1234"),
        ("blokus:5x5", E5 + ",1,last1=22", "blokus:5x5: last1=22 must name players, each once, from 1234"),
        (
            "blokus:5x5",
            E5 + ",1,last1=2",
            "blokus:5x5: last1=2 is not possible: it says whose last piece",
        ),
        ("blokus:5x5", E5 + ",1,stuck=2", "blokus:5x5: stuck=2 is not possible: that player can place"),
        (
            "blokus:5x5",
            "11111/1..../...../...../.....,1",
            "blokus:5x5: player 1 has 6 connected squares at a5, but no piece has more than 5",
        ),
        (
            "blokus:5x5",
            "1.1../...../...../...../.....,2",
            "blokus:5x5: player 1 has the piece 1 twice, at a5 and c5",
        ),
        (
            "blokus:5x5",
            ".1.../...../...../...../....2,3",
            "blokus:5x5: player 1 has squares, but none on the start cell a5",
        ),
        (  # on another corner, which a symmetry allows only if everybody's corner moves along
            "blokus:5x5",
            "1..../2..../...../...../.....,3",
            "blokus:5x5: player 2 has squares, but none on the start cell e1",
        ),
    ],
)
def test_refused_positions(spec: str, text: str, line: str) -> None:
    with pytest.raises(PositionError) as caught:
        load(spec).from_text(text)
    assert str(caught.value).startswith(line)


def test_letters_for_empty_cells() -> None:
    game = load("blokus:5x5")
    assert game.from_text("0-_../" + E5[6:] + ",1") == game.start()
    assert game.from_text("10-_./" + E5[6:] + ",2") == game.start().play("1:a5")


# -- symmetries ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, counts",
    [
        ("blokus:8x8", [1, 1, 2, 2, 8]),  # two opposite corners leave a mirror between them
        ("blokus:duo", [2, 2, 8]),
        ("blokus:8x9", [1, 1, 1, 1, 4]),
        ("blokus:8x9,players=2", [1, 1, 4]),
    ],
)
def test_symmetries_keep_the_start_cells_to_come(spec: str, counts: list[int]) -> None:
    game = load(spec)
    line = random_line(game, 5)
    assert [len(game.symmetries(position.state)) for position in line[: len(counts)]] == counts


@pytest.mark.parametrize("spec, seed", [("blokus:8x8", 1), ("blokus:duo", 2), ("blokus:7x9", 3)])
def test_symmetric_positions_mean_the_same(spec: str, seed: int) -> None:
    game = load(spec)
    for position in random_line(game, seed)[:: 3 if JIT else 9]:
        tables = game.symmetries(position.state)
        images = position.symmetries()
        assert images[0] == position and len(images) <= len(tables)
        for image in images:
            assert image.player == position.player
            assert image.scores == position.scores and image.is_over == position.is_over
            assert game.from_text(image.to_text()) == image
            assert set(image.symmetries()) == set(images)
        for table in tables:
            image = next(i for i in images if (i.board == permute(table, position.board)).all())
            assert {_moved(game, int(move), table) for move in position.legal_moves} == {
                int(move) for move in image.legal_moves
            }


def _moved(game: BlokusGame, move: int, table: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> int:
    """The move that a symmetry makes of a move."""
    name, _, cells = game.move_text(move).partition(":")
    moved = [game.cell_name(int(table[game.find_cell(cell)])) for cell in cells.split(",")]
    number = game.read_move(f"{name}:{','.join(moved)}")
    assert number is not None
    return number
