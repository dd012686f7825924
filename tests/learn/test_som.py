"""The self-organizing map: equations 1 to 6 of the Reversi paper by hand, then against a slow twin."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papamu.core.errors import PapamuError
from papamu.games.rules import Codes
from papamu.kernel.random import stream
from papamu.learn.som.choices import HOODS, WINNERS
from papamu.learn.som.network import (
    BLOCK,
    Som,
    TrainingPhase,
    errors,
    learn_boards,
    look,
    reach,
    set_weights,
    sigma,
    som,
    start,
    weights_of,
)
from tests.effort import effort
from tests.naive import som as naive


def map_of(size: tuple[int, int], weights: object, winner: str) -> Som:
    rows = np.array(weights, dtype=np.float32)
    made = som(*size, rows.shape[1], winner)
    set_weights(made, rows)
    return made


def board(*codes: int) -> Codes:
    return np.array(codes, dtype=np.int8)


def step(made: Som, told: TrainingPhase, t: int, shown: Codes) -> None:
    """One step with this very board."""
    learn_boards(made, told, t, 1, shown[None, :], stream(1))


def hood_of(size: tuple[int, int], centre: int, told: TrainingPhase, t: int) -> list[float]:
    """h_ci: how far neurons with no weight on a cell move towards a disc there."""
    weights = np.zeros((size[0] * size[1], 2))
    weights[centre, 0] = 0.5  # so it wins
    made = map_of(size, weights, "inner")
    step(made, told, t, board(1, 1))
    return [float(weight) for weight in weights_of(made)[:, 1]]


# -- each equation by hand ---------------------------------------------------------------------------


def test_winner_by_distance_and_by_inner_product() -> None:
    """Equations 5 and 6: (1, 0) is 0.5 away from (0.5, 0) and 0.9 from (1, 0.9); products 0.5 and 1."""
    weights = [[0.5, 0.0], [1.0, 0.9]]
    assert look(map_of((1, 2), weights, "euclid"), board(1, 0)) == 0
    assert look(map_of((1, 2), weights, "inner"), board(1, 0)) == 1
    assert look(map_of((1, 2), weights, "euclid"), board(1, 1)) == 1
    assert look(map_of((1, 2), weights, "euclid"), board(0, -1)) == 0  # √1.25 and √4.61
    assert look(map_of((1, 2), weights, "inner"), board(-1, 0)) == 0  # −0.5 and −1


def test_scores_are_what_the_equations_compare() -> None:
    """‖w − x‖² = ‖x‖² − 2 (w·x − ½ ‖w‖²)."""
    made = map_of((1, 2), [[0.5, 0.0], [1.0, 0.5]], "euclid")
    look(made, board(1, -1))
    assert made.scores[:2].tolist() == [0.5 - 0.125, 0.5 - 0.625]
    made = map_of((1, 2), [[0.5, 0.0], [1.0, 0.5]], "inner")
    look(made, board(1, -1))
    assert made.scores[:2].tolist() == [0.5, 0.5]


@pytest.mark.parametrize("winner", WINNERS)
def test_of_equal_neurons_the_first_wins(winner: str) -> None:
    weights = np.zeros((3 * BLOCK, 2))
    weights[[BLOCK + 8, BLOCK + 9, 2 * BLOCK + 1]] = 0.75
    made = map_of((3, BLOCK), weights, winner)
    assert look(made, board(1, 1)) == BLOCK + 8
    assert look(made, board(0, 0)) == 0  # nothing stands there: nobody is nearer, by the product
    weights[0] = -0.75
    assert look(map_of((3, BLOCK), weights, winner), board(-1, -1)) == 0


def test_an_update_goes_part_of_the_way() -> None:
    """Equation 1: with h = 0.25 the weights 0.2, −1, 0.5 come to 0.4, −0.5, 0.375 for the board 1, 1, 0."""
    made = map_of((1, 1), [[0.2, -1.0, 0.5]], "euclid")
    step(made, TrainingPhase(100, 0.25, 1.0, 1.0, HOODS.index("step")), 0, board(1, 1, 0))
    assert weights_of(made)[0].tolist() == pytest.approx([0.4, -0.5, 0.375])
    assert made.half[0] == pytest.approx(0.5 * (0.16 + 0.25 + 0.140625))


def test_the_step_neighbourhood() -> None:
    """Equation 2: α within the radius, which goes from 2 to 1 while α goes from 0.1 to 0."""
    told = TrainingPhase(10, 0.1, 2.0, 1.0, HOODS.index("step"))
    assert hood_of((1, 7), 3, told, 0) == pytest.approx([0, 0.1, 0.1, 0.1, 0.1, 0.1, 0])
    assert hood_of((1, 7), 3, told, 5) == pytest.approx([0, 0, 0.05, 0.05, 0.05, 0, 0])  # radius 1.5
    assert hood_of((1, 7), 0, told, 5) == pytest.approx([0.05, 0.05, 0, 0, 0, 0, 0])
    assert reach(told, 5) == 1.5 and reach(told, 0) == 2.0
    # In the plane a radius of 1 has no corners, one of 1.5 has (√2 = 1.41…).
    cross = [0, 0.1, 0, 0.1, 0.1, 0.1, 0, 0.1, 0]
    assert hood_of((3, 3), 4, told._replace(radius=1.0), 0) == pytest.approx(cross)
    assert hood_of((3, 3), 4, told._replace(radius=1.5), 0) == pytest.approx([0.1] * 9)


def test_the_gaussian_neighbourhood() -> None:
    """Equation 3: r = 1 and t = 0 have σ = 2: 0.1 exp(−1/8) for the next neuron, 0.1 exp(−4/8) after it."""
    near, far = 0.1 * math.exp(-1 / 8), 0.1 * math.exp(-4 / 8)
    told = TrainingPhase(10, 0.1, 1.0, 1.0, HOODS.index("gauss"))
    assert (near, far) == (pytest.approx(0.0882497), pytest.approx(0.0606531))
    assert hood_of((1, 5), 2, told, 0) == pytest.approx([0, near, 0.1, near, 0])
    assert hood_of((1, 5), 2, told._replace(hood=HOODS.index("wide")), 0) == pytest.approx(
        [far, near, 0.1, near, far]
    )
    # t = 5: α = 0.05, σ = 1.5
    assert hood_of((1, 5), 2, told, 5)[1] == pytest.approx(0.05 * math.exp(-1 / 4.5))
    # corners: ‖r_c − r_i‖² = 2
    assert hood_of((3, 3), 4, told._replace(radius=1.5), 0)[0] == pytest.approx(0.1 * math.exp(-2 / 12.5))


def test_the_width_of_the_neighbourhood() -> None:
    """Equation 4: r = 50 has σ = 51 at first, 26 in the middle, and 1 in the end."""
    told = TrainingPhase(1000, 0.1, 50.0, 3.0, HOODS.index("gauss"))
    assert [sigma(told, t) for t in (0, 500, 1000)] == [51.0, 26.0, 1.0]
    assert [reach(told, t) for t in (0, 500, 1000)] == [50.0, 26.5, 3.0]


def test_errors_by_hand() -> None:
    """(1, 1) is nearest to neuron 0, then to 2, which is no neighbour; (0, −1) to 1, all others beside it."""
    made = map_of((1, 3), [[1.0, 0.5], [0.0, -0.25], [0.0, 0.5]], "euclid")
    out = np.zeros(2)
    errors(made, np.array([board(1, 1), board(0, -1)]), out)
    assert out.tolist() == [(0.5 + 0.75) / 2, 0.5]
    errors(map_of((1, 1), [[0.0, 0.0]], "inner"), np.array([board(1, -1)]), out)
    assert out.tolist() == [pytest.approx(math.sqrt(2)), 0.0]  # one neuron tears nothing


def test_neighbours_in_the_plane_include_corners() -> None:
    weights = np.full((9, 1), -1.0)
    out = np.zeros(2)
    for second, torn in ((1, 0), (4, 0), (3, 0), (2, 1), (6, 1), (8, 1)):
        weights[:] = -1.0
        weights[0], weights[second] = 1.0, 0.5
        errors(map_of((3, 3), weights, "inner"), board(1)[None, :], out)
        assert out[1] == torn


# -- against the slow twin ---------------------------------------------------------------------------


@settings(max_examples=effort(60, 6))
@given(
    st.sampled_from([(1, 1), (1, 9), (3, 3), (5, 7), (6, 11)]),
    st.integers(1, 17),
    st.sampled_from(WINNERS),
    st.sampled_from(HOODS),
    st.integers(0, 2**32 - 1),
)
def test_steps_are_those_of_the_slow_twin(
    size: tuple[int, int], cells: int, winner: str, hood: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.uniform(-1, 1, (size[0] * size[1], cells)).astype(np.float32)
    made, slow = map_of(size, weights, winner), weights.astype(np.float64).tolist()
    told = TrainingPhase(20, 0.5, 3.0, 1.0, HOODS.index(hood))
    for t in (0, 3, 11, 19):
        shown = rng.integers(-1, 2, cells).astype(np.int8)
        c = naive.winner(slow, shown.tolist(), winner == "inner")
        if shown.any():  # else all are equal by the product
            assert look(made, shown) == c
        step(made, told, t, shown)
        slow = naive.step(
            slow, shown.tolist(), naive.neighbourhood(size, c, hood, 0.5, 3.0, 1.0, t, told.steps)
        )
        assert weights_of(made) == pytest.approx(np.array(slow), abs=1e-5)
    boards = rng.integers(-1, 2, (5, cells)).astype(np.int8)
    if winner == "euclid" and len(slow) > 1:
        out = np.zeros(2)
        errors(made, boards, out)
        assert out[0] == pytest.approx(naive.errors(size, slow, boards.tolist())[0], abs=1e-5)


def test_torn_boards_are_those_of_the_slow_twin() -> None:
    rng = np.random.default_rng(5)
    weights, boards = rng.uniform(-1, 1, (35, 6)).astype(np.float32), rng.integers(-1, 2, (40, 6))
    out = np.zeros(2)
    errors(map_of((5, 7), weights, "euclid"), boards.astype(np.int8), out)
    slow = naive.errors((5, 7), weights.astype(np.float64).tolist(), boards.tolist())
    assert 0 < slow[1] < 1
    assert out.tolist() == pytest.approx(slow)


# -- the whole ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", WINNERS)
def test_a_map_puts_a_row_of_boards_in_order(winner: str) -> None:
    """Three discs that move along a row of ten cells: a line of neurons learns them from end to end."""
    boards = np.array([[int(k <= cell < k + 3) for cell in range(10)] for k in range(8)], dtype=np.int8)
    made = som(1, 8, 10, winner)
    start(made, stream(2))
    before, after = np.zeros(2), np.zeros(2)
    errors(made, boards, before)
    steps = 1_500
    learn_boards(made, TrainingPhase(steps, 0.5, 8.0, 1.0, HOODS.index("gauss")), 0, steps, boards, stream(3))
    errors(made, boards, after)
    assert after[0] < before[0] / 2
    assert after[1] == 0
    if winner == "euclid":  # the product likes long weights, wherever they are
        order = [look(made, shown) for shown in boards]
        assert order in (sorted(order), sorted(order, reverse=True)) and len(set(order)) >= 6


def test_weights_come_back_as_they_were_given() -> None:
    weights = np.random.default_rng(1).uniform(-1, 1, (45, 7)).astype(np.float32)
    made = map_of((5, 9), weights, "euclid")
    assert (weights_of(made) == weights).all()
    assert made.half[:45] == pytest.approx(0.5 * (weights**2).sum(axis=1))
    assert np.isinf(made.half[45:]).all()  # who does not exist never wins


@pytest.mark.parametrize(
    "size, winner, said",
    [
        ((0, 5), "inner", "a map cannot have 0x5 neurons: valid sizes are 1x1 and up to 250,000 in all"),
        ((501, 500), "inner", "a map cannot have 501x500 neurons"),
        ((2, 2), "iner", "winner cannot be 'iner' .did you mean 'inner'.*: there are euclid, inner"),
    ],
)
def test_impossible_maps_are_refused(size: tuple[int, int], winner: str, said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        som(*size, 4, winner)
