"""Networks at tables of four: what they see, what a game is worth to them, one network a seat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.agents.baselines import RandomAgent
from papamu.agents.mlp import MlpAgent
from papamu.core.errors import PapamuError
from papamu.games.registry import load
from papamu.kernel.random import stream
from papamu.learn.encodings.contract import difference, encode, sight
from papamu.learn.encodings.registry import encoding
from papamu.learn.mlp import model_file as model
from papamu.learn.mlp.network import all_weights
from papamu.learn.online.course import EACH_OTHER, ITSELF, Course
from papamu.learn.online.result_targets import lead_of
from papamu.learn.online.session import Session
from papamu.learn.online.update_rule import update_rule_of
from tests.effort import effort

BOARD = "blokus:7x7"
REPORT = Course(
    BOARD, (6, 6), "sigmoid", bias=False, encoding="owners", start="unit", lr=0.8, target=1.0, lost=0.0,
    worth="score", divisor=89.0, seat=EACH_OTHER, games=effort(12, 4), every=effort(4, 2), seed=2,
)  # fmt: skip


def played(course: Course) -> Session:
    session = Session(course, RandomAgent().policy)
    session.run()
    return session


def dense(encoding_name: str, position: papamu.Position, viewer: int) -> np.ndarray:  # type: ignore[type-arg]
    game = position.game
    chosen = encoding(game, encoding_name)
    room = sight(game, chosen)
    many = encode(chosen, game.rules, position.state, viewer, room)
    values = np.zeros(chosen.inputs)
    np.add.at(values, room.active[:many], room.amounts[:many])
    return values


@pytest.mark.parametrize("name", ["owners", "players", "turned", "cells", "2x2", "others:3x3", "others:2x3"])
def test_what_a_move_changes_is_what_the_whole_board_says(name: str) -> None:
    game = load(BOARD)
    chosen = encoding(game, name)
    room, rng = sight(game, chosen), np.random.default_rng(1)
    position = game.start()
    while not position.is_over:
        me = position.player
        moves = position.legal_moves
        move = int(moves[int(rng.integers(len(moves)))])
        before = dense(name, position, me)
        encode(chosen, game.rules, position.state, me, room)
        many = difference(chosen, game.rules, position.state, move, me, room)
        np.add.at(before, room.which[:many], room.by[:many])
        position = position.play(move)
        assert np.array_equal(before, dense(name, position, me))


def test_owners_are_numbers_whoever_looks() -> None:
    position = load(BOARD).start()
    for _ in range(6):
        position = position.play(position.legal_moves[-1])
    seen = [dense("owners", position, viewer) for viewer in range(4)]
    assert all(np.array_equal(seen[0], other) for other in seen)
    assert np.array_equal(seen[0], position.board.ravel())


def test_planes_of_players_begin_with_the_own() -> None:
    position = load(BOARD).start()
    for _ in range(4):
        position = position.play(position.legal_moves[-1])
    for viewer in range(4):
        planes = dense("players", position, viewer).reshape(4, -1)
        for later in range(4):
            assert np.array_equal(planes[later], position.board.ravel() == 1 + (viewer + later) % 4)
        assert dense("turned", position, viewer)[0] == 1.0  # everybody began in the upper left corner


def test_the_reports_ranking_example() -> None:
    final = np.array([45.0, 56.0, 42.0, 69.0])
    assert [lead_of(final, 4, seat) for seat in range(4)] == [-24, -13, -27, 13]


def test_scores_and_leads_as_targets() -> None:
    """What is written into the trajectory of a game, brought to the range of the targets."""
    for worth, lost in (("score", 0.0), ("lead", -1.0)):
        session = Session(replace(REPORT, worth=worth, lost=lost, games=1), RandomAgent().policy)
        session.step(1)
        counted, came = session.trajectory.scores, session.trajectory.outcome
        targets = [lost + (1.0 - lost) * (one + 1) / 2 for one in came]
        leads = [lead_of(counted, 4, seat) for seat in range(4)]
        assert np.allclose(targets, (counted if worth == "score" else leads) / np.float64(89))


def test_a_step_away_is_the_same_step_backwards() -> None:
    towards, away = update_rule_of(REPORT, 0.8), update_rule_of(replace(REPORT, away=True), 0.8)
    assert away == towards._replace(alpha=-towards.alpha)


def test_four_networks_differ_and_play_from_one_file(tmp_path: Path) -> None:
    session = played(REPORT)
    weights = all_weights(session.policy.net)
    assert weights.shape[0] == 4
    assert len({row.tobytes() for row in weights}) == 4
    seen = session.curve[-1].seen
    assert {"score1", "rank4", "first2", "error3", "change4"} <= set(seen)
    assert sum(seen[f"rank{seat}"] for seat in range(1, 5)) == pytest.approx(10)
    path = tmp_path / "four.safetensors"
    session.model().save(path)
    kept = model.load(path)
    assert np.array_equal(all_weights(kept.net), weights)
    assert kept.digest == session.model().digest
    again = papamu.match(BOARD, f"mlp:{path}", "random", "random", "random", games=4, seed=1)
    here = papamu.match(BOARD, MlpAgent.of(session.model()), *[RandomAgent()] * 3, games=4, seed=1)
    assert np.array_equal(again.scores, here.scores)


@pytest.mark.parametrize("seat", [EACH_OTHER, ITSELF])
@pytest.mark.parametrize("way", ["results", "td"])
def test_who_was_stopped_ends_as_if_not(tmp_path: Path, seat: int, way: str) -> None:
    course = replace(REPORT, seat=seat, way=way, lam=0.5 if way == "td" else 0.0, explore=0.1)
    whole, first, second = played(course), *[Session(course, RandomAgent().policy) for _ in range(2)]
    first.step(1)
    first.save(tmp_path / "kept.safetensors")
    second.resume(tmp_path / "kept.safetensors")
    second.run()
    assert np.array_equal(all_weights(second.policy.net), all_weights(whole.policy.net))
    assert second.curve == whole.curve


def test_td_of_a_seat_learns_from_its_own_boards_backwards() -> None:
    """λ = 1 without exploration is the result, from the last board to the first: the order alone differs."""
    session = played(replace(REPORT, way="td", lam=1.0, seat=ITSELF, games=1, every=0, lr=0.0))
    told = session.curve[-1].seen
    results = played(replace(REPORT, seat=ITSELF, games=1, every=0, lr=0.0)).curve[-1].seen
    for name in told:
        assert told[name] == pytest.approx(results[name], abs=1e-6)


@pytest.mark.parametrize(
    "change, line",
    [
        ({"divisor": 0.0}, "scores need a divisor"),
        ({"worth": "result"}, "scores need a divisor, and results have none"),
        ({"worth": "scores"}, "did you mean 'score'"),
        ({"momentum": 0.1}, "no momentum"),
        ({"best": True}, "best needs an opponent"),
    ],
)
def test_mistakes_are_named(change: dict[str, object], line: str) -> None:
    with pytest.raises(PapamuError, match=line):
        replace(REPORT, **change)  # type: ignore[arg-type]


def test_turned_needs_start_cells() -> None:
    with pytest.raises(PapamuError, match="turned needs a game with start cells"):
        encoding(load("clobber:4x4"), "turned")


def test_streams_of_four_are_one() -> None:
    """The first seat's network starts as a lone one does."""
    alone = Session(replace(REPORT, seat=0), RandomAgent().policy).policy.net.weights
    four = Session(REPORT, RandomAgent().policy).policy.net
    assert np.array_equal(all_weights(four)[0], alone)
    assert stream(2, 0).shape == stream(2, 1).shape
