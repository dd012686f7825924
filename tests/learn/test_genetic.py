"""The genetic algorithm: the best never gets lost, known optima are found, the same seed lives the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.kernel.random import stream
from papamu.learn.som.genetic import GeneticSettings, Numbers, evolve
from papamu.learn.som.retrieval import retrieve_boards
from papamu.learn.som.thresholds import genetic_thresholds
from tests.effort import effort


def ones(numbers: Numbers) -> NDArray[np.float64]:
    return np.array([float(int(number).bit_count()) for number in numbers])


@settings(max_examples=effort(25, 5))
@given(
    st.integers(2, 9),
    st.integers(1, 8),
    st.integers(1, 64),
    st.floats(0, 1),
    st.floats(0, 1),
    st.integers(0, 99),
)
def test_fitness_never_falls_and_is_that_of_the_answer(
    population: int, generations: int, bits: int, crossover: float, mutation: float, seed: int
) -> None:
    asked: list[Numbers] = []

    def fitness(numbers: Numbers) -> NDArray[np.float64]:
        asked.append(numbers)
        return -np.abs(numbers.astype(np.float64) - 0.3 * 2.0**bits)

    habits = GeneticSettings(population, generations, crossover, mutation)
    best, history = evolve(fitness, bits, habits, stream(seed))
    assert history == sorted(history) and len(history) == generations + 1
    assert fitness(np.array([best], dtype=np.uint64))[0] == history[-1]
    everyone = np.concatenate(asked)
    assert int(everyone.max()) < 2**bits
    assert best in everyone.tolist() and history[-1] == fitness(everyone).max()


def test_it_counts_ones() -> None:
    """32 bits: a random number has 16 ones, the best of thirty perhaps 22."""
    best, history = evolve(ones, 32, GeneticSettings(generations=100), stream(1))
    assert history[0] < 24 < 29 <= history[-1] == best.bit_count()


def test_it_improves_on_whom_it_begins_with() -> None:
    habits = GeneticSettings(population=10, generations=20)
    first = 2**31 + 5
    target = float(0.7 * 2**32)

    def fitness(numbers: Numbers) -> NDArray[np.float64]:
        return -np.abs(numbers.astype(np.float64) - target)

    _, history = evolve(fitness, 32, habits, stream(3), first)
    assert history[0] >= fitness(np.array([first], dtype=np.uint64))[0]
    assert history[-1] > history[0]
    best, history = evolve(fitness, 32, habits, stream(3), int(target))
    assert best == int(target) and len(set(history)) == 1  # nobody is better: it survives


def test_the_same_seed_lives_the_same() -> None:
    habits = GeneticSettings(population=6, generations=5)
    assert evolve(ones, 40, habits, stream(1)) == evolve(ones, 40, habits, stream(1))
    assert evolve(ones, 40, habits, stream(1)) != evolve(ones, 40, habits, stream(2))
    assert evolve(ones, 32, GeneticSettings(12, 8), stream(7))[0] == 1936703485  # compiled and interpreted


def test_without_mixing_and_mutation_only_the_first_ones_live() -> None:
    asked: list[int] = []

    def fitness(numbers: Numbers) -> NDArray[np.float64]:
        asked.extend(numbers.tolist())
        return ones(numbers)

    evolve(fitness, 20, GeneticSettings(8, 10, crossover=0.0, mutation=0.0), stream(4))
    assert set(asked) == set(asked[:8])
    evolve(fitness, 1, GeneticSettings(4, 3, crossover=1.0), stream(4))  # one bit cannot be mixed


# -- thresholds --------------------------------------------------------------------------------------


def test_a_threshold_with_a_known_optimum_is_found() -> None:
    """Empty cells have weights up to 0.3, discs from 0.4 on: every threshold between brings all back."""
    weights = np.array([[0.1], [0.3], [-0.3], [0.4], [0.9], [-0.5]], dtype=np.float32)
    boards = np.array([[0], [0], [0], [1], [1], [-1]], dtype=np.int8)
    winners = np.arange(6)
    for first in (0.0, 0.95):
        start = np.array([first], dtype=np.float32)
        found, curve = genetic_thresholds(weights, boards, winners, start, stream(1), discs_only=False)
        assert 0.3 <= found[0] < 0.4 and curve[-1] == 1.0 >= curve[0]
        assert (retrieve_boards(weights, found) == boards).all()


def test_fitness_of_a_threshold_is_the_share_that_comes_back() -> None:
    rng = np.random.default_rng(2)
    weights = rng.uniform(-1, 1, (40, 3)).astype(np.float32)
    boards = rng.integers(-1, 2, (200, 3)).astype(np.int8)
    winners = rng.integers(0, 40, 200)
    first = np.full(3, 0.5, dtype=np.float32)
    for discs_only in (True, False):
        found, curve = genetic_thresholds(weights, boards, winners, first, stream(5), discs_only=discs_only)
        right = retrieve_boards(weights, found)[winners] == boards
        before = retrieve_boards(weights, first)[winners] == boards
        counted = boards != 0 if discs_only else np.ones_like(right)
        assert curve[-1] == pytest.approx(right[counted].mean())
        assert curve == sorted(curve) and curve[-1] >= before[counted].mean()


def test_where_no_disc_ever_stands_the_first_threshold_stays() -> None:
    weights, first = np.ones((2, 2), dtype=np.float32), np.array([0.25, 0.75], dtype=np.float32)
    boards = np.array([[0, 1], [0, 1]], dtype=np.int8)
    found, _ = genetic_thresholds(weights, boards, np.array([0, 1]), first, stream(1), GeneticSettings(4, 2))
    assert found[0] == 0.25


@pytest.mark.parametrize(
    "change, said",
    [
        ({"population": 1}, "a population has two or more"),
        ({"generations": 0}, "lives a generation or more"),
        ({"rivals": 0}, "has a rival or more"),
        ({"crossover": 1.5}, "crossover cannot be 1.5: valid values are 0 to 1"),
        ({"mutation": -0.1}, "mutation cannot be -0.1"),
        ({"mutation": float("nan")}, "mutation cannot be nan"),
    ],
)
def test_impossible_habits_are_refused(change: dict[str, float], said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        GeneticSettings(**change)  # type: ignore[arg-type]


@pytest.mark.parametrize("bits", [0, 65])
def test_impossible_chromosomes_are_refused(bits: int) -> None:
    with pytest.raises(PapamuError, match=f"chromosomes cannot have {bits} bits: valid values are 1 to 64"):
        evolve(ones, bits, GeneticSettings(), stream(1))
