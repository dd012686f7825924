"""Values of states: equations 7, 8 and 9 of the Reversi paper by hand, then in games."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
import pytest

import papamu
from papamu.kernel.jit import JIT
from papamu.learn.som import td_values as td
from papamu.learn.som.best_matching_unit import new_winner_lookup
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.td_session import Learning, MapSession
from papamu.learn.som.td_values import (
    MapPolicy,
    StateTrajectory,
    TdRule,
    count_states,
    new_map_policy,
    new_state_trajectory,
)
from papamu.papers.reversi.work.map_values import session_of
from tests.effort import effort

FOUR = papamu.load("reversi:4x4")
COURSE = MapCourse("reversi:4x4", "1-6,7-12", 2, 4, data=(9, 9), first=(9, 9), second=(9, 9))
HALF = TdRule(td.TD0, 0.5, 0.5, 0.5, 0.0, 10.0, -10.0, -1.0, 0)  # numbers that are good to reckon with


def model(winner: str = "inner") -> MapModel:
    """Maps of nobody: neurons drawn at random tell boards apart too."""
    weights = np.random.default_rng(1).uniform(-1, 1, (2, 8, 16)).astype(np.float32)
    thresholds = np.full((2, 16), 0.0 if winner == "inner" else 0.4, dtype=np.float32)
    return MapModel(replace(COURSE, winner=winner), weights, thresholds)


def player(values: list[float], states: list[int]) -> tuple[MapPolicy, StateTrajectory]:
    """A policy to which the first states are worth this, and a diary of a game through these states."""
    policy, notes = model().player(), new_state_trajectory(FOUR)
    policy.values[: len(values)] = values
    notes.states[: len(states)] = states
    return policy, notes


# -- each equation by hand ---------------------------------------------------------------------------


def test_td_0_by_hand() -> None:
    """Equation 7, α = γ = ½: states 0, 1, 2 worth 4, 8, 2; every move costs 1, the end brings 10."""
    policy, notes = player([4.0, 8.0, 2.0, 7.0], [0, 1, 2])
    td._learn_step(policy, HALF, notes, 0, HALF.move, 8.0)  # 4 + ½ (−1 + 4 − 4)
    td._learn_step(policy, HALF, notes, 1, HALF.move, 2.0)  # 8 + ½ (−1 + 1 − 8)
    td._learn_step(policy, HALF, notes, 2, HALF.won, 0.0)  # 2 + ½ (10 + 0 − 2)
    assert policy.values[:4].tolist() == [3.5, 4.0, 6.0, 7.0]


def test_td_lambda_by_hand() -> None:
    """Equation 9, α = γ = λ = ½: traces fall to a quarter with each step."""
    policy, notes = player([4.0, 8.0, 2.0, 7.0], [0, 1, 2])
    told = HALF._replace(way=td.TD)
    td._learn_step(policy, told, notes, 0, told.move, 8.0)  # δ = −1 + 4 − 4 = −1
    assert policy.values[:4].tolist() == [3.5, 8.0, 2.0, 7.0]
    td._learn_step(policy, told, notes, 1, told.move, 2.0)  # δ = −1 + 1 − 8 = −8; e = ¼, 1
    assert policy.values[:4].tolist() == [3.5 - 1.0, 4.0, 2.0, 7.0]
    td._learn_step(policy, told, notes, 2, told.won, 0.0)  # δ = 10 − 2 = 8; e = 1/16, ¼, 1
    assert policy.values[:4].tolist() == [2.75, 5.0, 6.0, 7.0]
    assert notes.traces[:3].tolist() == [0.0625, 0.25, 1.0]


def test_td_lambda_adds_the_traces_of_a_state_that_comes_again() -> None:
    """Equation 9's last line: e(s) = γ λ e(s) + 1 if s = s_t; here s is 0 twice, with e = 1 + 1/16."""
    policy, notes = player([4.0, 8.0], [0, 1, 0])
    told = HALF._replace(way=td.TD)
    td._learn_step(policy, told, notes, 0, told.move, 8.0)  # 0: 3.5
    td._learn_step(policy, told, notes, 1, told.move, 3.5)  # δ = −1 + 1.75 − 8 = −7.25
    assert policy.values[:2].tolist() == [3.5 - 0.90625, 8 - 3.625]
    now = policy.values[0]
    td._learn_step(policy, told, notes, 2, told.lost, 0.0)
    delta = -10.0 - now
    assert policy.values[0] == pytest.approx(now + 0.5 * delta * (1 + 1 / 16))
    assert policy.values[1] == pytest.approx(4.375 + 0.5 * delta / 4)


def test_td_lambda_with_no_lambda_is_td_0() -> None:
    rng = np.random.default_rng(1)
    values, states = rng.normal(size=6).tolist(), rng.integers(0, 6, 9).tolist()
    found = []
    for told in (HALF, HALF._replace(way=td.TD, lam=0.0)):
        policy, notes = player(values, states)
        for page in range(9):
            onward = policy.values[states[page + 1]] if page < 8 else 0.0
            td._learn_step(policy, told, notes, page, 0.5, onward)
        found.append(policy.values.copy())
    assert found[0] == pytest.approx(found[1])


def test_monte_carlo_by_hand() -> None:
    """Equation 8: R_1 = 10 − 2, R_2 = 10 − 1, R_3 = 10, each divided by its t."""
    policy, notes = player([4.0, 8.0, 2.0, 7.0], [0, 1, 2])
    td._learn_game(policy, HALF._replace(way=td.MC), notes, 3, 10.0)
    assert policy.values[:4].tolist() == [4 + 8 / 1, 8 + 9 / 2, pytest.approx(2 + 10 / 3), 7.0]
    assert policy.visits[:4].tolist() == [1, 1, 1, 0]
    policy, notes = player([4.0, 8.0], [0, 1, 0])  # a state that comes again is learned again
    td._learn_game(policy, HALF._replace(way=td.MC), notes, 3, -10.0)
    assert policy.values[:2].tolist() == [pytest.approx(4 - 12 - 10 / 3), 8 - 11 / 2]
    assert policy.visits[:2].tolist() == [2, 1]


def test_means_by_hand() -> None:
    policy, notes = player([0.0, 0.0], [0, 1])
    for last in (10.0, 10.0, -10.0):
        td._learn_game(policy, HALF._replace(way=td.MEAN), notes, 2, last)
    assert policy.values[:2].tolist() == [pytest.approx((9 + 9 - 11) / 3), pytest.approx(10 / 3)]
    assert policy.visits[:2].tolist() == [3, 3]


def test_states_of_both_kinds_of_maps() -> None:
    """A state is the neuron (and its map), by the inner product the neuron and the number of the board."""
    told = model()
    eyes = new_winner_lookup(FOUR, COURSE.spans, told.weights, told.thresholds, True)
    assert count_states(eyes, by_number=True) == 8 * 13
    assert count_states(eyes, by_number=False) == 8 * 2
    assert len(new_map_policy(FOUR, eyes, True).values) == 8 * 13


# -- in games ----------------------------------------------------------------------------------------


def session(seat: int = 1, start: MapModel | None = None, **told: object) -> MapSession:
    return session_of(start or model(), Learning(seat=seat, **told))  # type: ignore[arg-type]


def of_number(policy: MapPolicy, number: int, numbers: np.ndarray) -> np.ndarray:
    """What belongs to the boards of this number."""
    return numbers.reshape(-1, policy.lookup.neurons)[number]


def test_a_game_is_a_chain_of_states_from_its_own_moves() -> None:
    """White's first board has number 2, the next one 4 unless somebody passes; each counts once a game."""
    games = effort(500, 20)
    made = session(way="mc", games=games, epsilon=1.0)
    made.run()
    visits = made.policy.visits
    assert of_number(made.policy, 2, visits).sum() == games
    assert visits.sum() == made.trajectory.tally[3] and of_number(made.policy, 0, visits).sum() == 0
    assert of_number(made.policy, 1, visits).sum() == 0
    assert of_number(made.policy, 12, visits).sum() > 0.4 * games


def test_epsilon_is_how_often_it_does_not_play_its_best() -> None:
    """White has three first moves, whatever Black did: of each way to answer one."""
    games = effort(3_000, 40)
    wild = session(way="mc", games=games, epsilon=1.0)
    wild.run()
    first = of_number(wild.policy, 2, wild.policy.visits)
    states = np.flatnonzero(first)
    assert len(states) >= 2  # else this test says nothing
    best, shares = int(states[-1]), first / games
    for epsilon in (0.0, 0.3):
        made = session(way="mc", games=games, epsilon=epsilon)
        of_number(made.policy, 2, made.policy.values)[best] = 1e12
        made.run()
        others = 1 - of_number(made.policy, 2, made.policy.visits)[best] / games
        expected = epsilon * (1 - shares[best])
        assert abs(others - expected) <= (effort(3, 25) / 100 if epsilon else 0)


def test_rewards_come_from_the_end_of_the_game() -> None:
    """With α = 1 and the last state's value the reward: ±1000, or 0 of a draw."""
    made = session(way="td0", games=effort(400, 15), alpha=1.0, gamma=0.0, epsilon=1.0, move=0.0)
    made.run()
    assert set(made.policy.values.tolist()) <= {1000.0, -1000.0, 0.0}
    assert {1000.0, -1000.0} <= set(made.policy.values.tolist())
    assert made.won == (made.trajectory.tally[1] + made.trajectory.tally[2] / 2) / made.trajectory.tally[0]


@pytest.mark.parametrize(
    "way, expected",
    [
        ("td0", "9c92a963e2c3e1ca"),
        ("mc", "24532dc398b7fae6"),
        ("td", "d4c04a21726b0a81"),
        ("mean", "385c4cfba2e18bd7"),
    ],
)
def test_the_same_learning_compiled_and_interpreted(way: str, expected: str) -> None:
    """On both kinds of maps: fingerprints written down once."""
    made = hashlib.sha256()
    for winner in ("inner", "euclid"):
        told = session(0, model(winner=winner), way=way, games=8, epsilon=0.2, lam=0.6)
        told.run()
        made.update(told.policy.values.tobytes() + told.trajectory.tally.tobytes())
    assert made.hexdigest()[:16] == expected


def test_the_closing_search_plays_in_its_place() -> None:
    """4×4 is won for White: who searches all of it wins every game, whatever its values say."""
    if JIT:
        made = session(way="td", games=30, search=12, epsilon=1.0)
        made.run()
        assert made.won == 1.0
        assert made.policy.values.max() > 0  # and its moves are learned from as all others
        return
    # Interpreted, one move at a time: what it plays is as good as the best there is.
    rng = np.random.default_rng(1)
    made = session(way="td", search=4, epsilon=0.0)
    looked = 0
    while looked < 10:
        position = FOUR.start()
        while not position.is_over and np.count_nonzero(np.array(position.board) == 0) > 3:
            position = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))])
        if position.is_over:
            continue
        made.trajectory.state[:] = position.state
        move = td._own_move(
            made.policy, FOUR.rules, made.learning.rewards, made.trajectory, made.closes, 0, made.rng
        )
        values = {move: worth(position.play(move), position.player) for move in position.legal_moves}
        assert values[move] == max(values.values())
        looked += 1


def worth(position: papamu.Position, me: int) -> float:
    """By plain recursion."""
    if position.is_over:
        return float(np.sign(position.returns[me]))
    found = [worth(position.play(move), me) for move in position.legal_moves]
    return max(found) if position.player == me else min(found)


@pytest.mark.parametrize("way, least", [("td0", 0.7), ("mc", 0.8), ("td", 0.8), ("mean", 0.9)])
def test_each_way_learns_to_beat_random(way: str, least: float) -> None:
    """Without learning it would be 0.6: White has the better side of 4×4."""
    made = session(way=way, games=effort(20_000, 10))
    made.run()
    assert made.done == made.learning.games == made.curve[-1][0]
    if JIT:
        assert made.won > least


@pytest.mark.skipif(JIT, reason="compiled, the number of pages is fixed")
def test_moves_beyond_the_last_page_are_not_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(td, "MOST_STEPS", 3)
    made = session(way="mc", games=5, epsilon=1.0)
    made.run()
    assert made.policy.visits.sum() == 3 * 5 < made.trajectory.tally[3]
    assert of_number(made.policy, 12, made.policy.visits).sum() == 0
