"""Explanations in an agent's own terms: what an evaluation counts, and the board that a map sees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.agents.som import SomAgent
from papamu.kernel.symmetry import permute
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.stages import symmetry_tables


def notes(spec: str, agent: str, *moves: str) -> dict[str, str]:
    """What is noted of each move."""
    position = papamu.load(spec).start()
    for move in moves:
        position = position.play(move)
    return {str(scored.move): scored.note for scored in papamu.agent(agent).explain(position).scores}


@pytest.mark.parametrize(
    ("spec", "agent", "moves", "move", "said"),
    [
        ("reversi:4x4", "greedy", [], "b1", "squares worth -140 against -40"),
        ("reversi:4x4", "greedy:eval=discs", [], "b1", "points 4 against 1"),
        ("reversi:4x4", "minimax:eval=mobility", [], "b1", "right after it moves 3 against 3"),
        ("clobber:2x3", "greedy:eval=material", [], "a2a1", "points 3 against 2"),
        ("checkers:4x4", "greedy", [], "1-3", "men 2 against 2"),
        ("konane:4x4", "greedy:eval=a", ["a4"], "a3", "pieces 7 against 7"),
        ("blokus:5x5,players=2", "greedy", [], "1:b4", "squares 1 against 0, 4 open corners"),
    ],
)
def test_what_an_evaluation_counts(spec: str, agent: str, moves: list[str], move: str, said: str) -> None:
    found = notes(spec, agent, *moves)
    assert found.get(move) == said, found


def test_kings_are_counted_where_there_are_any() -> None:
    position = papamu.load("checkers:4x4").from_text("..4./..../1.../.1..,1")
    scored = papamu.agent("greedy").explain(position).scores
    assert {one.note for one in scored} >= {"men 2 against 0, kings 0 against 1"}


@pytest.fixture
def map_of_one_board() -> tuple[MapModel, list[int]]:
    """A map that knows one board by heart, turned; and that board as it lies after the first legal move."""
    game = papamu.load("reversi:4x4")
    after = np.array(game.start().play(game.start().legal_moves[0]).board).ravel()
    mine = np.where(after == 1, 1, np.where(after == 2, -1, 0))
    weights = np.random.default_rng(3).uniform(-0.1, 0.1, (1, 6, 16)).astype(np.float32)
    weights[0, 4] = 0.9 * permute(symmetry_tables(game)[3], mine)
    course = MapCourse("reversi:4x4", stages="1-12", rows=2, cols=3, data=(9,), first=(9,), second=(9,))
    return MapModel(course, weights, np.zeros((1, 16), dtype=np.float32)), mine.tolist()


def test_the_board_of_the_winning_neuron(map_of_one_board: tuple[MapModel, list[int]]) -> None:
    model, board = map_of_one_board
    start = papamu.load("reversi:4x4").start()
    found = SomAgent.of(model).explain(start)
    scored = next(one for one in found.scores if one.move == start.legal_moves[0])
    assert scored.note == "neuron 2, 2 of map 1: an exact match"
    assert list(scored.board) == board


def test_the_page_is_told(map_of_one_board: tuple[MapModel, list[int]], tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    from tests.web.web_client import server

    model, board = map_of_one_board
    (tmp_path / "runs" / "models").mkdir(parents=True)
    model.save(tmp_path / "runs" / "models" / "small.safetensors")
    with server(tmp_path) as client:
        told = client.post("/api/explain", json={"game": "reversi:4x4", "agent": "som:small"}).json()
        assert board in [one["board"] for one in told["scores"]]
        told = client.post("/api/explain", json={"game": "reversi:4x4", "agent": "greedy"}).json()
        assert {one["note"] for one in told["scores"]} == {"squares worth -140 against -40"}
