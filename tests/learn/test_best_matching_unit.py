"""Winners: by what a move changes, of the board itself, and by NumPy, they are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import papamu
from papamu.games.rules import Codes, play
from papamu.kernel.jit import JIT
from papamu.kernel.symmetry import permute
from papamu.learn.som.best_matching_unit import (
    WinnerLookup,
    new_winner_lookup,
    recall_boards,
    set_board,
    winner_after,
    winner_of,
)
from papamu.learn.som.retrieval import retrieve_boards
from papamu.learn.som.stages import (
    last_number,
    new_board_counter,
    observe_board,
    stage_table,
    symmetry_tables,
)
from tests.effort import effort

# Each game is compiled anew, which takes longer than the test: the others are looked at in the interpreter.
OTHERS = ["clobber:3x4", "konane:4x4", "checkers:6x6", "blokus:5x5"]
GAMES = ["reversi:4x4", "reversi:6x6", *([] if JIT else OTHERS)]


def eyes_of(game: Any, seed: int, neurons: int, inner: bool, nearest: bool) -> tuple[WinnerLookup, Any, Any]:
    rng = np.random.default_rng(seed)
    last, cells = last_number(game), game.rules.cells
    weights = rng.uniform(-1, 1, (2, neurons, cells)).astype(np.float32)
    thresholds = np.full((2, cells), 0.0 if inner else 0.4, dtype=np.float32)
    spans = ((0, last // 2), (last // 2 + 1, last))
    return new_winner_lookup(game, spans, weights, thresholds, inner, nearest), weights, thresholds


def slow_winner(
    game: Any, weights: Any, thresholds: Any, inner: bool, nearest: bool, board: Codes
) -> tuple[int, int]:
    """The neuron, and how the board was turned, as §4 says; weights in units of 2⁻¹⁵."""
    units = np.rint(weights.astype(np.float64) * 2**15).clip(1 - 2**15, 2**15 - 1)
    half = 0.0 if inner else np.rint((weights.astype(np.float64) ** 2).sum(axis=1) * 2**14)
    stands_for = retrieve_boards(weights, thresholds)
    best: tuple[float, int, int] | None = None
    for way, table in enumerate(symmetry_tables(game)):
        turned = permute(table, board)
        scores = units @ turned.astype(np.float64) - half
        neuron = int(scores.argmax())
        looked_at = turned != 0 if inner else np.ones(len(turned), dtype=bool)
        if (stands_for[neuron] == turned)[looked_at].all():
            return neuron, way
        found = (float(scores[neuron]), -neuron, -way)
        if best is None or (nearest and found[:2] > best[:2]):
            best = found
    assert best is not None
    return -best[1], -best[2]


@pytest.mark.parametrize("inner, nearest", [(True, True), (False, True), (True, False)])
@pytest.mark.parametrize("spec", GAMES)
def test_winners_after_moves_are_those_of_the_boards(spec: str, inner: bool, nearest: bool) -> None:
    game = papamu.load(spec)
    eyes, weights, thresholds = eyes_of(game, 1, 37, inner, nearest)
    afresh, _, _ = eyes_of(game, 1, 37, inner, nearest)
    count, board = new_board_counter(game), np.zeros(game.rules.cells, dtype=np.int8)
    stages = stage_table(((0, count.last // 2), (count.last // 2 + 1, count.last)))
    rng = np.random.default_rng(2)
    position, looked = game.start(seed=1), 0
    while looked < effort(400, 40):
        if position.is_over:
            position = game.start(seed=1)
        me = position.player
        number = set_board(eyes, game.rules, position.state, me)
        for move in position.legal_moves:
            after, neuron = winner_after(eyes, game.rules, position.state, me, number, move)
            way = int(eyes.turn[0])
            state = position.state.copy()
            play(game.rules, state, move)
            assert (after, neuron) == tuple(winner_of(afresh, game.rules, state, me))
            assert after == observe_board(count, game.rules, state, me, board)
            stage = stages[after]
            assert (neuron, way) == slow_winner(
                game, weights[stage], thresholds[stage], inner, nearest, board
            )
            looked += 1
        # A step to anywhere: a player looks before every move of its own, not after those of others.
        position = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))], seed=1)


def test_boards_in_any_order_have_their_winners() -> None:
    """What was looked at before does not show."""
    game = papamu.load("reversi:6x6")
    eyes, weights, thresholds = eyes_of(game, 4, 20, True, True)
    rng = np.random.default_rng(1)
    shown = rng.integers(-1, 2, (effort(60, 6), 36)).astype(np.int8)
    shown[:, :20] *= rng.integers(0, 2, (len(shown), 1), dtype=np.int8)  # some of them early ones
    found = recall_boards(eyes, shown)
    again = recall_boards(eyes, shown[::-1].copy())
    assert (found.neurons == again.neurons[::-1]).all() and (found.ways == again.ways[::-1]).all()
    for board, number, neuron, way in zip(shown, found.numbers, found.neurons, found.ways, strict=True):
        stage = int(number > 16)
        assert (neuron, way) == slow_winner(game, weights[stage], thresholds[stage], True, True, board)


def test_neurons_that_do_not_exist_never_win() -> None:
    """Rows are filled up to whole vectors; a board that everybody scores far below zero shows it."""
    game = papamu.load("reversi:4x4")
    weights = np.full((1, 3, 16), -1.0, dtype=np.float32)
    eyes = new_winner_lookup(game, ((0, 12),), weights, np.zeros((1, 16), dtype=np.float32), True)
    assert recall_boards(eyes, np.ones((1, 16), dtype=np.int8)).neurons.tolist() == [0]
