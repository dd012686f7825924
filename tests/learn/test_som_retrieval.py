"""Boards from neurons: thresholds by hand, and what comes back from the winners of a map."""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.kernel.symmetry import permute
from papamu.learn.som.best_matching_unit import new_winner_lookup, recall_boards
from papamu.learn.som.retrieval import retrieve_boards
from papamu.learn.som.stages import random_boards, symmetry_tables
from papamu.learn.som.thresholds import fixed_thresholds, statistical_thresholds

FOUR = papamu.load("reversi:4x4")
ONE_STAGE = ((0, 12),)


# -- thresholds --------------------------------------------------------------------------------------


def test_a_threshold_parts_discs_and_empty_cells() -> None:
    weights = np.array([[0.51, -0.51, 0.5, -0.5, 0.0], [1.0, -1.0, 0.2, 0.7, -0.7]], dtype=np.float32)
    assert retrieve_boards(weights, fixed_thresholds(5, 0.5)).tolist() == [
        [1, -1, 0, 0, 0],
        [1, -1, 0, 1, -1],
    ]
    each = np.array([0.6, 0.6, 0.1, 0.1, 0.7], dtype=np.float32)
    assert retrieve_boards(weights, each).tolist() == [[0, 0, 1, -1, 0], [1, -1, 1, 1, 0]]


def test_zero_leaves_no_doubt() -> None:
    """Of the IP-SOM: whatever is not exactly zero is a disc."""
    weights = np.array([[1e-6, -1e-6, 0.0, -0.0]], dtype=np.float32)
    assert retrieve_boards(weights, fixed_thresholds(4, 0.0)).tolist() == [[1, -1, 0, 0]]


def test_statistical_thresholds_by_hand() -> None:
    """68 % of a normal distribution lie within one standard deviation, 95 % within two, all within six."""
    weights = np.array(
        [[0.5, 0.1, 0.2, 0.5], [-0.5, -0.1, -0.2, -0.5]], dtype=np.float32
    )  # deviation: the same
    shown = np.ones((10_000, 4), dtype=np.int8)
    for cell, empty in enumerate((6827, 9545, 10_000, 0)):
        shown[:empty, cell] = 0
    found = statistical_thresholds(weights, shown)
    assert found[:2].tolist() == pytest.approx([0.5, 0.2], rel=1e-3)
    assert found[2] > 5 * 0.2 and np.isfinite(found[2])  # never a disc
    assert found[3] == 0.0  # never empty


@pytest.mark.parametrize("threshold", [-0.1, 1.0, float("nan")])
def test_impossible_thresholds_are_refused(threshold: float) -> None:
    with pytest.raises(PapamuError, match=r"a threshold cannot be .*: valid values are 0 to below 1"):
        fixed_thresholds(4, threshold)


# -- what comes back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("inner", [True, False])
def test_a_map_that_stores_a_board_knows_it_from_all_eight_sides(inner: bool) -> None:
    """§4: the board is turned until the one retrieved from the winner is the board itself."""
    shown = random_boards(FOUR, (5, 7), 40, seed=1)
    stored = next(
        row for row in shown if len({permute(table, row).tobytes() for table in symmetry_tables(FOUR)}) == 8
    )
    rng = np.random.default_rng(3)
    weights = rng.uniform(-0.3, 0.3, (1, 6, 16)).astype(np.float32)
    weights[0, 4] = 0.9 * stored
    thresholds = fixed_thresholds(16, 0.0 if inner else 0.5)[None, :]
    eyes = new_winner_lookup(FOUR, ONE_STAGE, weights, thresholds, inner)
    turned = np.array([permute(table, stored) for table in symmetry_tables(FOUR)])
    found = recall_boards(eyes, turned)
    assert found.neurons.tolist() == [4] * 8
    assert sorted(found.ways.tolist()) == list(range(8))
    for way, row in zip(found.ways, turned, strict=True):
        assert (permute(symmetry_tables(FOUR)[way], row) == stored).all()
    assert found.wrong.sum() == found.discs.sum() == 0
    assert (found.numbers == np.count_nonzero(stored) - 4).all()


def test_recalled_by_hand() -> None:
    """One neuron, which has discs of its own on cells 0, 5 and 6 and of the other's on 10."""
    weights = np.zeros((1, 1, 16), dtype=np.float32)
    weights[0, 0, [0, 5, 6]], weights[0, 0, 10] = 0.9, -0.9
    weights[0, 0, 1] = 0.3  # below the threshold
    shown = np.zeros((1, 16), dtype=np.int8)
    shown[0, [5, 10]], shown[0, [6, 9, 1]] = 1, -1
    plain = recall_boards(
        new_winner_lookup(FOUR, ONE_STAGE, weights, fixed_thresholds(16, 0.5)[None], False, nearest=False),
        shown,
    )
    assert (plain.neurons[0], plain.ways[0], plain.numbers[0]) == (0, 0, 1)
    assert plain.wrong[0] == 5  # 0 too many; 6 and 10 of the wrong colour; 9 and 1 missing
    assert plain.discs[0] == 4  # 0 has no disc on the board that was shown
    same = recall_boards(
        new_winner_lookup(FOUR, ONE_STAGE, weights, fixed_thresholds(16, 0.2)[None], False, nearest=False),
        shown,
    )
    assert (same.wrong[0], same.discs[0]) == (5, 4)  # 1 comes back, in the wrong colour
    assert (
        recall_boards(
            new_winner_lookup(FOUR, ONE_STAGE, weights, fixed_thresholds(16, 0.95)[None], False, False), shown
        ).wrong[0]
        == 5
    )


def test_the_inner_product_looks_at_occupied_cells_only() -> None:
    """A neuron with more discs than the board stands for it all the same, but not by the distance."""
    weights = np.zeros((1, 2, 16), dtype=np.float32)
    weights[0, 1, :8], weights[0, 1, 8:] = 0.9, -0.9
    shown = np.zeros((1, 16), dtype=np.int8)
    shown[0, [0, 3]], shown[0, [9, 15]] = 1, -1
    inner = recall_boards(
        new_winner_lookup(FOUR, ONE_STAGE, weights, fixed_thresholds(16, 0.0)[None], True), shown
    )
    assert (inner.neurons[0], inner.ways[0], inner.discs[0], inner.wrong[0]) == (1, 0, 0, 12)
    euclid = recall_boards(
        new_winner_lookup(FOUR, ONE_STAGE, weights, fixed_thresholds(16, 0.0)[None], False), shown
    )
    assert (euclid.neurons[0], euclid.discs[0]) == (0, 4)


def test_each_board_goes_to_the_map_of_its_stage() -> None:
    weights = np.zeros((2, 3, 16), dtype=np.float32)
    weights[0, 1], weights[1, 2] = 0.5, 0.5
    eyes = new_winner_lookup(FOUR, ((0, 2), (3, 12)), weights, np.zeros((2, 16), dtype=np.float32), True)
    shown = np.zeros((3, 16), dtype=np.int8)
    for row, standing in zip(shown, (6, 7, 4), strict=True):
        row[:standing] = 1
    found = recall_boards(eyes, shown)
    assert found.numbers.tolist() == [2, 3, 0]
    assert found.neurons.tolist() == [1, 2, 1]
