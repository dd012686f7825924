"""Ratings: known strengths come back, error bars hold, and what must not matter does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from papamu.arena.ratings import Ratings, bradley_terry, plackett_luce
from papamu.arena.statistics import Floats, elo, expected
from papamu.core.errors import PapamuError

NAMES = ["a", "b", "c", "d", "e"]
TRUE = np.array([300.0, 120.0, 0.0, -70.0, -350.0])


def elos(ratings: Ratings) -> Floats:
    return np.array([agent.elo for agent in ratings.agents])


def round_robin(rng: np.random.Generator, true: Floats, games: int, draws: float = 0.0) -> Floats:
    """Points of everyone from everyone; so large a share of games is drawn in any case."""
    count = len(true)
    points = np.zeros((count, count))
    for i in range(count):
        for j in range(i):
            drawn = rng.binomial(games, draws)
            won = rng.binomial(games - drawn, expected(true[i] - true[j]))
            points[i, j], points[j, i] = won + drawn / 2, games - drawn - won + drawn / 2
    return points


def race(rng: np.random.Generator, true: Floats, seats: list[int]) -> list[list[int]]:
    """One game: places are drawn one after the other, as the model says."""
    left, order = list(seats), []
    while left:
        weights = 10 ** (true[left] / 400)
        seat = rng.choice(len(left), p=weights / weights.sum())
        order.append([left.pop(int(seat))])
    return order


def by_hunter(points: Floats, prior: float, steps: int = 20_000) -> Floats:
    """Hunter's algorithm, slow and obvious: each strength is its points over what it met."""
    count = len(points)
    games = points + points.T
    strengths = np.ones(count)
    for _ in range(steps):
        met = (games / (strengths[:, None] + strengths)).sum(axis=1) + prior / (strengths + 1)
        strengths = (points.sum(axis=1) + prior / 2) / met
    found = 400 * np.log10(strengths)
    return np.asarray(found - found.mean())


@pytest.mark.parametrize("prior", [0.0, 1.0])
def test_the_same_as_by_hunters_algorithm(prior: float) -> None:
    points = round_robin(np.random.default_rng(1), TRUE, 30)
    assert elos(bradley_terry(NAMES, points, prior=prior)) == pytest.approx(
        by_hunter(points, prior), abs=1e-4
    )


def test_two_agents_have_the_elo_of_their_score() -> None:
    ratings = bradley_terry(["a", "b"], [[0, 75], [25, 0]], prior=0, anchor="b")
    a, b = ratings.agents
    assert a.elo == pytest.approx(elo(0.75))
    assert (b.elo, b.low, b.high) == (0, 0, 0)
    # the logarithm of the odds has variance 1 / (n p q)
    half = 1.959964 * 400 / math.log(10) / math.sqrt(100 * 0.75 * 0.25)
    assert (a.high - a.elo, a.elo - a.low) == pytest.approx((half, half))
    assert (a.games, a.score) == (100, 0.75)
    assert ratings.notes == ()


def test_known_strengths_come_back_within_their_bars() -> None:
    rng = np.random.default_rng(2)
    held = wide = 0.0
    runs = 100
    for _ in range(runs):
        ratings = bradley_terry(NAMES, round_robin(rng, TRUE, 60))
        held += sum(r.low <= t <= r.high for r, t in zip(ratings.agents, TRUE - TRUE.mean(), strict=True))
        wide += ratings.agents[2].high - ratings.agents[2].low
    assert 0.92 < held / (runs * len(TRUE)) < 0.98
    assert 50 < wide / runs < 120
    many = bradley_terry(NAMES, round_robin(rng, TRUE, 20_000))
    assert elos(many) == pytest.approx(TRUE - TRUE.mean(), abs=6)


def test_bars_of_drawn_games_are_not_too_narrow() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(100):
        ratings = bradley_terry(NAMES, round_robin(rng, np.zeros(5), 60, draws=0.5))
        held += sum(agent.low <= 0 <= agent.high for agent in ratings.agents)
    assert held / 500 > 0.96


def test_places_of_four_give_known_strengths_back() -> None:
    rng = np.random.default_rng(4)
    held, runs = 0, 40
    for _ in range(runs):
        games = [race(rng, TRUE, list(rng.permutation(5)[:4])) for _ in range(150)]
        ratings = plackett_luce(NAMES, games)
        held += sum(r.low <= t <= r.high for r, t in zip(ratings.agents, TRUE - TRUE.mean(), strict=True))
    assert 0.89 < held / (runs * 5) <= 1
    assert elos(ratings) == pytest.approx(TRUE - TRUE.mean(), abs=90)
    assert ratings.ranked[0].name == "a"


@pytest.mark.parametrize("anchor", [None, "b"])
def test_two_player_plackett_luce_is_bradley_terry(anchor: str | None) -> None:
    points = round_robin(np.random.default_rng(5), TRUE, 12, draws=0.2)
    games: list[list[list[int]]] = []
    for i in range(5):
        for j in range(i):
            draw = [] if points[i, j] % 1 == 0 else [[[i, j]]]
            games += [[[i], [j]]] * int(points[i, j]) + [[[j], [i]]] * int(points[j, i]) + draw
    one, other = bradley_terry(NAMES, points, anchor=anchor), plackett_luce(NAMES, games, anchor=anchor)
    for left, right in zip(one.agents, other.agents, strict=True):
        assert (left.name, left.games) == (right.name, right.games)
        assert (left.elo, left.low, left.high, left.score) == pytest.approx(
            (right.elo, right.low, right.high, right.score), abs=1e-5
        )


def test_ties_are_the_mean_of_all_orders() -> None:
    base: list[list[list[int]]] = [[[0], [1], [2], [3]], [[3], [1], [0], [2]], [[2], [0], [3], [1]]]
    tied: list[list[list[int]]] = [[[2], [0, 1, 3]]] * 6
    orders = [[0, 1, 3], [0, 3, 1], [1, 0, 3], [1, 3, 0], [3, 0, 1], [3, 1, 0]]
    spelled = [[[2], *([agent] for agent in order)] for order in orders]
    one, other = plackett_luce(NAMES[:4], base + tied), plackett_luce(NAMES[:4], base + spelled)
    assert elos(one) == pytest.approx(elos(other), abs=1e-6)
    everyone = plackett_luce(NAMES[:4], [[[0, 1, 2, 3]]])
    assert elos(everyone) == pytest.approx(np.zeros(4), abs=1e-9)
    assert [agent.score for agent in everyone.agents] == [0.25] * 4


def test_an_agent_on_two_seats() -> None:
    """Of twice two seats, the first place is a's with probability g_a / (g_a + g_b)."""
    rng = np.random.default_rng(6)
    games = [race(rng, np.array([200.0, 0.0]), [0, 0, 1, 1]) for _ in range(2000)]
    ratings = plackett_luce(["a", "b"], games, anchor="b")
    assert ratings.agents[0].elo == pytest.approx(200, abs=20)
    assert ratings.agents[0].score == pytest.approx(expected(200) / 2, abs=0.02)


def test_the_order_of_agents_does_not_matter() -> None:
    points = round_robin(np.random.default_rng(7), TRUE, 8)
    order = [3, 0, 4, 1, 2]
    one = bradley_terry(NAMES, points)
    other = bradley_terry([NAMES[i] for i in order], points[np.ix_(order, order)])
    assert [agent.name for agent in one.ranked] == [agent.name for agent in other.ranked]
    for left, right in zip(one.ranked, other.ranked, strict=True):
        assert (left.elo, left.low, left.high) == pytest.approx((right.elo, right.low, right.high))


def test_who_wins_everything_is_rated_all_the_same() -> None:
    points = np.array([[0, 500, 500], [0, 0, 250], [0, 250, 0]], np.float64)
    ratings = bradley_terry(["all", "b", "c"], points)
    top = ratings.agents[0]
    assert 1100 < top.elo - ratings.agents[1].elo < 1500, "some two thousand to one"
    assert top.high - top.low > 5 * (ratings.agents[1].high - ratings.agents[1].low) / 4
    assert all(map(math.isfinite, (top.low, top.high)))
    assert any("all won every game" in note for note in ratings.notes)
    with pytest.raises(PapamuError, match="no finite ratings without the prior: all won every game"):
        bradley_terry(["all", "b", "c"], points, prior=0)


def test_agents_that_never_met() -> None:
    points = np.zeros((5, 5))
    points[0, 1], points[1, 0], points[2, 3], points[3, 2] = 6, 4, 9, 1
    ratings = bradley_terry(NAMES, points)
    assert np.isfinite([(r.elo, r.low, r.high) for r in ratings.agents]).all()
    assert "3 groups of agents never met" in ratings.notes[0]
    assert "a, b | c, d | e" in ratings.notes[0]
    assert ratings.agents[4].games == 0 and ratings.agents[4].score == 0
    assert ratings.agents[4].high - ratings.agents[4].low > 1000, "nothing is known about it"
    with pytest.raises(PapamuError, match="never met"):
        bradley_terry(NAMES, points, prior=0)
    # Two groups, joined by games in one direction only: every agent won and lost something.
    points = np.array([[0, 5, 1, 0], [5, 0, 0, 1], [0, 0, 0, 5], [0, 0, 5, 0]], np.float64)
    assert bradley_terry(NAMES[:4], points).notes == ()
    with pytest.raises(PapamuError, match="never lost a point to the others"):
        bradley_terry(NAMES[:4], points, prior=0)


def test_forty_agents_of_very_different_strength() -> None:
    true = np.linspace(1500, -1500, 40)
    names = [f"agent {n}" for n in range(40)]
    ratings = bradley_terry(names, round_robin(np.random.default_rng(8), true, 20))
    off = elos(ratings) - true
    assert np.abs(off).max() < 250
    assert np.corrcoef(elos(ratings), true)[0, 1] > 0.99


def test_what_is_no_table() -> None:
    with pytest.raises(PapamuError, match="no agent 'x' to anchor"):
        bradley_terry(["a", "b"], [[0, 1], [1, 0]], anchor="x")
    for points in ([[0, 1]], [[0, -1], [1, 0]], [[0, math.nan], [1, 0]]):
        with pytest.raises(ValueError):
            bradley_terry(["a", "b"], points)
    with pytest.raises(ValueError):
        bradley_terry(["a", "a"], [[0, 1], [1, 0]])
    for ranking in ([[0], [2]], [[0], []], [[-1], [0]]):
        with pytest.raises(ValueError):
            plackett_luce(["a", "b"], [ranking])
    assert bradley_terry([], np.zeros((0, 0))).agents == ()
    alone = bradley_terry(["a"], [[7]]).agents[0]
    assert (alone.elo, alone.low, alone.high, alone.games) == (0, 0, 0, 0)
