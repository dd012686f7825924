"""Every game against its slow twin: equal moves in equal order, successors, scores and results."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import papamu
from papamu.games import rules as contract
from papamu.games.clobber.graph import GraphClobberGame
from papamu.games.position import Position
from tests.effort import effort
from tests.naive.blokus import Blokus
from tests.naive.checkers import Checkers
from tests.naive.clobber import Clobber, GraphClobber
from tests.naive.konane import Konane
from tests.naive.reversi import Reversi

LINE_GAMES: list[tuple[str, Callable[[], Any]]] = [
    ("clobber:1x7", lambda: Clobber(1, 7)),
    ("clobber:4x4", lambda: Clobber(4, 4)),
    ("clobber:4x5", lambda: Clobber(4, 5)),
    ("clobber:8x8", lambda: Clobber(8, 8)),
    ("clobber:7x1", lambda: Clobber(7, 1)),
    ("clobber:9x8", lambda: Clobber(9, 8)),
    ("clobber:10x10", lambda: Clobber(10, 10)),
    ("clobber:16x16", lambda: Clobber(16, 16)),
    ("clobber:1x64", lambda: Clobber(1, 64)),
    ("clobber:1x70", lambda: Clobber(1, 70)),
    ("clobber:70x1", lambda: Clobber(70, 1)),
    ("clobber:5x5,cannibal=true", lambda: Clobber(5, 5, cannibal=True)),
    ("clobber:9x9,cannibal=true", lambda: Clobber(9, 9, cannibal=True)),
    ("clobber:4x6,solitaire=alternate", lambda: Clobber(4, 6, solitaire="alternate")),
    ("clobber:5x4,solitaire=any", lambda: Clobber(5, 4, solitaire="any")),
    ("clobber:9x9,solitaire=any", lambda: Clobber(9, 9, solitaire="any")),
    ("clobber:4x4,solitaire=any,cannibal=true", lambda: Clobber(4, 4, cannibal=True, solitaire="any")),
    ("konane:4x4", lambda: Konane(4, 4)),
    ("konane:6x6", lambda: Konane(6, 6)),
    ("konane:8x8", lambda: Konane(8, 8)),
    ("konane:10x10", lambda: Konane(10, 10)),
    ("konane:5x6", lambda: Konane(5, 6)),
    ("konane:5x5", lambda: Konane(5, 5)),
    ("konane:1x9", lambda: Konane(1, 9)),
    ("konane:16x14", lambda: Konane(16, 14)),
    ("konane:6x6,opening=any", lambda: Konane(6, 6, "any")),
    ("konane:6x8,opening=corners", lambda: Konane(6, 8, "corners")),
    ("reversi:4x4", lambda: Reversi(4)),
    ("reversi:6x6", lambda: Reversi(6)),
    ("reversi:8x8", lambda: Reversi(8)),
    ("reversi:10x10", lambda: Reversi(10)),
    ("reversi:16x16", lambda: Reversi(16)),
    ("checkers:4x4", lambda: Checkers(4)),
    ("checkers:6x6", lambda: Checkers(6)),
    ("checkers:8x8", lambda: Checkers(8)),
    ("checkers:10x10", lambda: Checkers(10)),
    ("checkers:16x16", lambda: Checkers(16)),
    ("checkers:8x8,win=moves", lambda: Checkers(8, win="moves")),
    ("checkers:6x6,quiet=6", lambda: Checkers(6, quiet=6)),
    ("checkers:6x6,quiet=6,win=moves", lambda: Checkers(6, quiet=6, win="moves")),
    ("checkers:8x8,rules=program", lambda: Checkers(8, rules="program")),
    ("checkers:12x12,rules=program", lambda: Checkers(12, rules="program")),
    ("checkers:8x8,first=2", lambda: Checkers(8, first=1)),
]
AREA_GAMES: list[tuple[str, Callable[[], Any]]] = [
    ("blokus:7x7", lambda: Blokus(7, 7)),
    ("blokus:10x8,seats=clockwise", lambda: Blokus(10, 8, seats="clockwise")),
    ("blokus:9x9,players=2,score=official", lambda: Blokus(9, 9, players=2, score="official")),
    ("blokus:duo", lambda: Blokus(14, 14, players=2)),
    ("blokus", lambda: Blokus()),
    ("blokus:20x20,score=official", lambda: Blokus(score="official")),
]


def agree(position: Position, twin: Any, state: Any, in_order: bool = True) -> list[str]:
    """Everything that can be seen is equal; returns the moves."""
    moves, texts = twin.moves(state), [str(move) for move in position.legal_moves]
    assert (texts if in_order else sorted(texts)) == (moves if in_order else sorted(moves)), repr(position)
    assert position.board.tolist() == twin.board(state), repr(position)
    assert position.is_over == twin.is_over(state)
    assert list(position.scores) == twin.scores(state), repr(position)
    assert position.returns == pytest.approx(twin.returns(state)), repr(position)
    if not position.is_over:
        assert position.player == twin.player(state), repr(position)
    return moves


def play_together(spec: str, twin: Any, games: int, in_order: bool) -> None:
    game = papamu.load(spec)
    chooser = random.Random(spec)
    for _ in range(games):
        position, state = game.start(), twin.start()
        moves = agree(position, twin, state, in_order)
        while moves:
            move = chooser.choice(moves)
            position, state = position.play(move), twin.play(state, move)
            moves = agree(position, twin, state, in_order)


@pytest.mark.parametrize(("spec", "make"), LINE_GAMES, ids=[spec for spec, _ in LINE_GAMES])
def test_whole_games(spec: str, make: Callable[[], Any]) -> None:
    large = papamu.load(spec).rules.cells > 100
    play_together(spec, make(), effort(3 if large else 12, 1), in_order=True)


@pytest.mark.parametrize(("spec", "make"), AREA_GAMES, ids=[spec for spec, _ in AREA_GAMES])
def test_whole_games_of_blokus(spec: str, make: Callable[[], Any]) -> None:
    twin = make()
    large = twin.rows * twin.cols > 150
    if large and effort(1, 0) == 0:
        pytest.skip("too slow in the interpreter; the small boards run the same rules")
    play_together(spec, twin, 2 if large else effort(8, 1), in_order=False)


def boards(rows: int, cols: int, codes: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(0, codes), min_size=cols, max_size=cols)
    return st.lists(row, min_size=rows, max_size=rows)


def text_of(game: papamu.Game, board: list[list[int]], turn: int, extra: str = "") -> str:
    return game.board_text(np.array(board, dtype=np.int8)) + "," + game.alphabet[1 + turn] + extra


def one_ply(position: Position, twin: Any, state: Any) -> None:
    for move in agree(position, twin, state):
        agree(position.play(move), twin, twin.play(state, move))


@pytest.mark.parametrize("size", [(1, 8), (3, 5), (8, 8), (9, 9)])
@pytest.mark.parametrize("cannibal", [False, True])
@given(data=st.data(), turn=st.integers(0, 1))
def test_any_clobber_board(size: tuple[int, int], cannibal: bool, data: st.DataObject, turn: int) -> None:
    game = papamu.load(f"clobber:{size[0]}x{size[1]},cannibal={str(cannibal).lower()}")
    board = data.draw(boards(*size, 2))
    twin = Clobber(*size, cannibal=cannibal)
    one_ply(game.from_text(text_of(game, board, turn)), twin, twin.from_board(board, turn))


@pytest.mark.parametrize("size", [(1, 9), (4, 7), (8, 8), (11, 9)])
@given(data=st.data(), turn=st.integers(0, 1))
def test_any_konane_board(size: tuple[int, int], data: st.DataObject, turn: int) -> None:
    game = papamu.load(f"konane:{size[0]}x{size[1]}")
    board = data.draw(boards(*size, 2))
    twin = Konane(*size)
    one_ply(game.from_text(text_of(game, board, turn)), twin, twin.from_board(board, turn))


@pytest.mark.parametrize("side", [4, 6, 8, 10])
@given(data=st.data(), turn=st.integers(0, 1))
def test_any_reversi_board(side: int, data: st.DataObject, turn: int) -> None:
    game = papamu.load(f"reversi:{side}x{side}")
    board = data.draw(boards(side, side, 2))
    twin = Reversi(side)
    one_ply(game.from_text(text_of(game, board, turn)), twin, twin.from_board(board, turn))


@pytest.mark.parametrize("side", [4, 6, 8, 10])
@pytest.mark.parametrize("rules", ["text", "program"])
@given(data=st.data(), turn=st.integers(0, 1), quiet=st.integers(0, 10))
def test_any_checkers_board(side: int, rules: str, data: st.DataObject, turn: int, quiet: int) -> None:
    game = papamu.load(f"checkers:{side}x{side},rules={rules},quiet=10")
    board = data.draw(boards(side, side, 4))
    board = [[code if (r + c) % 2 == 0 else -1 for c, code in enumerate(row)] for r, row in enumerate(board)]
    if rules == "program":  # nobody is crowned
        board = [[code - 2 if code > 2 else code for code in row] for row in board]
    else:  # nobody stays a man on the far row
        board[0] = [3 if code == 1 else code for code in board[0]]
        board[-1] = [4 if code == 2 else code for code in board[-1]]
    twin = Checkers(side, rules=rules, quiet=10)
    position = game.from_text(text_of(game, board, turn, f",quiet={quiet}"))
    one_ply(position, twin, twin.from_board(board, turn, quiet_count=quiet))


@pytest.mark.parametrize("side", [6, 8, 10])
@pytest.mark.parametrize("rules", ["text", "program"])
def test_teleports_have_the_right_odds(side: int, rules: str) -> None:
    """After every turn: the outcomes and their odds, and where each leads."""
    chance = 0.25
    game = papamu.load(f"checkers:{side}x{side},rules={rules},teleport={chance}")
    twin = Checkers(side, rules=rules)
    chooser = random.Random(side)
    for _ in range(effort(4, 1)):
        position, state = game.start(), twin.start()
        while not position.is_over:
            move = chooser.choice(twin.moves(state))
            after = twin.play(state, move)
            row = position.state.copy()
            contract.play(game.rules, row, int(game.read_move(move) or 0))
            outcomes, odds = np.empty(game.rules.max_moves, np.int64), np.empty(game.rules.max_moves)
            n = contract.outcomes(game.rules, row, outcomes, odds)
            found = {game.event_text(int(o)): p for o, p in zip(outcomes[:n], odds[:n], strict=True)}
            if twin.player(after) == twin.player(state):
                assert found == {}, "a turn that goes on is not interrupted"
                position, state = position.play(move), after
                continue
            expected = {
                f"{twin.number(a)}~{twin.number(b)}": chance * p
                for (a, b), p in twin.teleports(after, twin.player(state)).items()
            }
            steps = {
                f"{twin.number(a)}~{twin.number(b)}": (a, b)
                for a, b in twin.teleports(after, twin.player(state))
            }
            expected["none"] = 1 - chance if expected else 1.0
            assert found == pytest.approx(expected)
            event = chooser.choice(sorted(found))
            position = position.play(move, event=event)
            state = after if event == "none" else twin.teleport(after, *steps[event])
            agree(position, twin, state)


def test_drawn_teleports_follow_the_odds() -> None:
    game = papamu.load("checkers:6x6,teleport=0.5")
    start = game.start()
    drawn: dict[str, int] = {}
    games = effort(4000, 400)
    for seed in range(games):
        event = start.play("4-7", seed=seed).event or ""
        drawn[event] = drawn.get(event, 0) + 1
    row = start.state.copy()
    contract.play(game.rules, row, int(game.read_move("4-7") or 0))
    outcomes, odds = np.empty(game.rules.max_moves, np.int64), np.empty(game.rules.max_moves)
    n = contract.outcomes(game.rules, row, outcomes, odds)
    for outcome, p in zip(outcomes[:n], odds[:n], strict=True):
        expected = games * p
        assert abs(drawn.pop(game.event_text(int(outcome)), 0) - expected) < 5 * expected**0.5 + 1
    assert not drawn


GRAPHS = {
    "triangle": (list("abc"), [("a", "b"), ("b", "c"), ("c", "a")]),
    "star": (list("mabcd"), [("m", leaf) for leaf in "abcd"]),
    "petersen": (
        [str(i) for i in range(10)],
        [(str(i), str((i + 1) % 5)) for i in range(5)]
        + [(str(i), str(i + 5)) for i in range(5)]
        + [(str(i + 5), str((i + 2) % 5 + 5)) for i in range(5)],
    ),
    "path": ([f"v{i}" for i in range(70)], [(f"v{i}", f"v{i + 1}") for i in range(69)]),
}


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("cannibal", [False, True])
@pytest.mark.parametrize("solitaire", ["no", "alternate", "any"])
def test_graph_clobber(graph: str, cannibal: bool, solitaire: str) -> None:
    names, edges = GRAPHS[graph]
    chooser = random.Random(graph)
    for _ in range(effort(6, 1)):
        colours = [chooser.randrange(3) for _ in names]
        words = {name: ("empty", "black", "white")[c] for name, c in zip(names, colours, strict=True)}
        game = GraphClobberGame(words, edges, {"cannibal": cannibal, "solitaire": solitaire})
        twin = GraphClobber(names, edges, colours, cannibal, None if solitaire == "no" else solitaire)
        position, state = game.start(), twin.start()
        moves = agree(position, twin, state)
        while moves:
            move = chooser.choice(moves)
            position, state = position.play(move), twin.play(state, move)
            moves = agree(position, twin, state)
