"""Networks with a teacher (Konane thesis): scaling, every move learned, comparison, the best weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents.baselines import RandomAgent
from papamu.agents.comparison import ComparisonAgent, network_agent
from papamu.agents.registry import agent, compiled_agent
from papamu.core.errors import ModelError, PapamuError
from papamu.kernel.random import stream
from papamu.learn.encodings.contract import encode, sight
from papamu.learn.mlp import model_file as model
from papamu.learn.mlp.network import learn, matrix, new_mlp
from papamu.learn.online.best_weights import WINDOW, BestWeights, note_game
from papamu.learn.online.course import Course
from papamu.learn.online.session import Session
from papamu.learn.online.teacher import learn_from_teacher, teacher_share
from papamu.learn.online.update_rule import TEACHER, UpdateRule
from papamu.search.evaluations.contract import MOST, WON, evaluation_share
from papamu.search.evaluations.konane import LETTERS, konane_function
from papamu.search.policy import think
from tests.effort import effort
from tests.naive import mlp as naive

TEACHER_Q = "minimax:eval=q,depth=1"
COURSE = Course(
    "konane:4x4",
    (6,),
    activation="conx",
    encoding="C",
    start="small",
    lr=0.1,
    momentum=0.01,
    target=1.0,
    lost=0.0,
    way="teacher",
    seat=-1,
    games=240,
    every=80,
    best=True,
    seed=5,
)
COMPARES = replace(COURSE, encoding="B", compares=True)


def session_of(course: Course, teacher: str = TEACHER_Q) -> Session:
    return Session(course, RandomAgent().policy, compiled_agent(teacher).policy)


def trained(course: Course) -> Session:
    session = session_of(course)
    session.run()
    return session


# -- scaling ----------------------------------------------------------------------------------------


def test_a_ratio_becomes_the_share_of_both_counts() -> None:
    rules = papamu.load("konane:8x8").rules
    for own, theirs in [(1, 1), (3, 1), (2, 7), (0, 4)]:
        for letter, weight in (("e", 1), ("k", 1), ("q", 1), ("f", 3), ("l", 3), ("r", 3)):
            share = evaluation_share(konane_function(letter), rules, own / (weight * theirs))
            assert share == pytest.approx(own / (own + weight * theirs))
    assert evaluation_share(konane_function("q"), rules, MOST) == pytest.approx(1.0)


@pytest.mark.parametrize("letter", LETTERS)
def test_shares_keep_the_order_and_lie_between_lost_and_won(letter: str) -> None:
    rules = papamu.load("konane:8x8").rules
    function = konane_function(letter)
    values = {1: range(-20, 1), 2: range(-20, 21), 3: range(-60, 21)}.get(function.form, range(21))
    shares = [evaluation_share(function, rules, float(value)) for value in values]
    assert all(0 <= share <= 1 for share in shares)
    assert all(low < high for low, high in pairwise(shares))
    if function.form in (2, 3):
        assert evaluation_share(function, rules, 0.0) == 0.5


def test_proven_ends_are_won_or_lost_whatever_the_function_says() -> None:
    game = papamu.load("konane:4x4")
    for letter in "qahi":
        teacher = compiled_agent(f"minimax:eval={letter},depth=2,ends=result").policy(game)
        assert (
            teacher_share(teacher, game.rules, WON) == 1.0 and teacher_share(teacher, game.rules, -WON) == 0.0
        )
        assert 0 < teacher_share(teacher, game.rules, -1.0 if letter == "h" else 1.0) < 1


def test_the_rate_falls_alike_however_often_the_curve_has_a_point() -> None:
    course = replace(COURSE, lr_end=0.001, games=effort(1000, 200), every=0, best=False)
    whole, coarse = session_of(course), session_of(replace(course, every=course.games))
    rates = []
    for session in (whole, coarse):
        seen = []
        while not session.is_finished:
            seen.append((session.done, session.rate))
            session.step(50)
        rates.append(seen)
    assert rates[0] == rates[1]
    assert len({rate for _, rate in rates[0]}) == course.games // 100
    assert (whole.policy.net.weights == coarse.policy.net.weights).all()


# -- every move at every turn -----------------------------------------------------------------------


def test_it_learns_of_every_move_at_every_turn_as_a_plain_loop_does() -> None:
    """The same games by hand: positions of the library, a network of lists, minimax's own explanation."""
    course = replace(COURSE, games=6)
    session = session_of(course)
    net = session.policy.net
    layers = [matrix(net, k).astype(float).tolist() for k in range(net.layers)]
    speeds = [[[0.0] * len(row) for row in layer] for layer in layers]
    teacher, rng, learned = agent(TEACHER_Q), stream(course.seed, 1), 0
    for number in range(course.games):
        position = session.game.start()
        while not position.is_over:
            if position.player == number % 2:
                said = {score.move: score.value for score in teacher.explain(position).scores}
                values = []
                for move in position.legal_moves:
                    row = _c_row(position.play(move), position.player)
                    target = said[move] / (1 + said[move])
                    values.append(naive.learn(layers, ["conx"] * 2, True, row, target, 0.1, 0.01, speeds))
                    learned += 1
                position = position.play(position.legal_moves[int(np.argmax(values))])
            else:
                position = position.play(
                    int(think(session.opponent, session.game.rules, position.state, rng, False))
                )
    session.step(course.games)
    assert learned == session.trajectory.tally[2]
    for k, layer in enumerate(layers):
        assert matrix(net, k) == pytest.approx(np.array(layer), abs=1e-5)


def _c_row(position: papamu.Position, viewer: int) -> list[float]:
    cells = position.seen_by(viewer).ravel().tolist()
    return [float(code == 1) for code in cells] + [float(code == 2) for code in cells]


def test_a_network_comes_near_its_teacher() -> None:
    """A comparison network rises quickly (Figure 10)."""
    session = trained(replace(COMPARES, hidden=(20,), lr=0.05, games=effort(20_000, 200), every=0))
    if effort(1, 0):
        assert session.curve[-1].won > 0.72 and session.curve[-1].won > session.curve[0].won + 0.1


def test_who_can_teach() -> None:
    assert session_of(COURSE, "mc:playouts=2").done == 0
    with pytest.raises(PapamuError, match="this agent cannot teach: minimax"):
        session_of(COURSE, "uct:sims=2")
    with pytest.raises(PapamuError, match="way=teacher needs a teacher"):
        Session(COURSE, RandomAgent().policy)
    for change, said in [
        ({"compares": True, "way": "td"}, "needs a teacher"),
        ({"compares": True, "lost": None}, "target=1 and lost=0"),
        ({"compares": True, "output": "tanh"}, "sigmoid output"),
        ({"compares": True, "near": True}, "near is for networks that value one board"),
        ({"seat": -2, "best": False}, "does not play itself"),
        ({"seat": -2, "way": "td"}, "best needs an opponent to win against"),
        ({"games": 10**7, "every": 1}, "every is too small"),
        ({"near": 10**9}, "near is true or false"),
        ({"way": "teachers"}, "did you mean 'teacher'"),
    ]:
        with pytest.raises(PapamuError, match=said):
            replace(COURSE, **change)  # type: ignore[arg-type]


# -- comparison -------------------------------------------------------------------------------------


@pytest.mark.parametrize("even", [False, True])
def test_a_comparison_is_learned_in_both_orders(even: bool) -> None:
    """A turn with two moves by hand: 1 for the better board first, then 0 for it second; 0.5 for equals."""
    session = session_of(replace(COMPARES, momentum=0.0))
    game, net = session.game, session.policy.net
    for position in _walks(game):
        moves = list(position.legal_moves)
        values = {score.move: score.value for score in agent(TEACHER_Q).explain(position).scores}
        if len(moves) == 2 and (values[moves[0]] == values[moves[1]]) == even:
            break
    share = 0.5 if even else float(values[moves[0]] > values[moves[1]])
    cells = session.policy.encoding
    room = sight(game, cells)
    by_hand = new_mlp([32, 6, 1], ["conx", "conx"])
    by_hand.weights[:] = net.weights
    rows = []
    for move in moves:
        many = encode(cells, game.rules, position.play(move).state, position.player, room)
        rows.append((room.active[:many].copy(), room.amounts[:many].copy()))
    for first, target in ((0, share), (1, 1 - share)):
        which = np.concatenate([rows[first][0], 16 + rows[1 - first][0]])
        by = np.concatenate([rows[first][1], rows[1 - first][1]])
        learn(by_hand, which, by, len(which), np.float32(target), np.float32(0.1), np.float32(0), 0)
    zero, one = np.float32(0), np.float32(1)
    rule = UpdateRule(TEACHER, np.float32(0.1), one, zero, zero, zero, zero, 0, 0.0, 0, 0.0)
    tally = np.zeros(3, dtype=np.int64)
    learn_from_teacher(session.policy, session.teaches, game.rules, rule, position.state, tally, stream(1))
    assert tally[2] == 2
    assert net.weights == pytest.approx(by_hand.weights, abs=1e-7)


def _walks(game: papamu.Game) -> Iterator[papamu.Position]:
    """Positions of some random games, after the opening."""
    for seed in range(100):
        position, rng = game.start(), np.random.default_rng(seed)
        while not position.is_over:
            if "todo" not in position.to_text():
                yield position
            position = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))])


def test_what_it_keeps_beats_what_came_before() -> None:
    """The chosen move is found again by comparing as the text says: the best so far with the next."""
    session = trained(COMPARES)
    player = network_agent(session.model())
    assert isinstance(player, ComparisonAgent)
    position = session.game.start()
    seen = 0
    while not position.is_over:
        rows = [_b_row(position.play(move), position.player) for move in position.legal_moves]
        best = 0
        for index in range(1, len(rows)):
            layers = [matrix(session.policy.net, k).astype(float).tolist() for k in range(2)]
            values, _ = naive.forward(layers, ["conx"] * 2, True, rows[best] + rows[index])
            best = index if values[-1][0] < 0.5 else best
        assert player.choose(position) == position.legal_moves[best]
        explained = player.explain(position)
        assert explained.scores[0].move == position.legal_moves[best] and explained.scores[0].value == 1.0
        seen += len(rows)
        position = position.play(position.legal_moves[best])
    assert seen > 8


def _b_row(position: papamu.Position, viewer: int) -> list[float]:
    filled = (position.seen_by(0).ravel() != 0).astype(float)
    black = np.indices((4, 4)).sum(axis=0).ravel() % 2 == 0
    halves = [filled[black].tolist(), filled[~black].tolist()]
    return [*halves[viewer], *halves[1 - viewer]]


def test_files_know_which_kind_they_are(tmp_path: Path) -> None:
    values, compares = tmp_path / "values.safetensors", tmp_path / "compares.safetensors"
    session_of(COURSE).model().save(values)
    session_of(COMPARES).model().save(compares)
    game = papamu.load("konane:4x4")
    agent(f"mlp:{values}").check(game)
    agent(f"comparison:{compares}").check(game)
    with pytest.raises(ModelError, match="compares two boards: play it as comparison:"):
        agent(f"mlp:{compares}").check(game)
    with pytest.raises(ModelError, match="values one board: play it as mlp:"):
        agent(f"comparison:{values}").check(game)


# -- the best weights -------------------------------------------------------------------------------


def test_the_best_weights_are_those_of_the_best_hundred_games() -> None:
    """Against a plain window over a made-up row of games; of equal times the first counts."""
    net = new_mlp([2, 1], ["sigmoid"])
    room = BestWeights(
        np.zeros(WINDOW, np.int64), np.zeros(2, np.int64), np.zeros(len(net.weights), np.float32)
    )
    won = (np.random.default_rng(1).random(600) < np.linspace(0.2, 0.7, 600)).astype(int).tolist()
    for games, one in enumerate(won, start=1):
        net.weights[:] = games
        note_game(room, net, games, one)
        if games < WINDOW:
            assert room.high.tolist() == [0, 0]
    sums = [sum(won[end - WINDOW : end]) for end in range(WINDOW, len(won) + 1)]
    assert room.high.tolist() == [max(sums), WINDOW + sums.index(max(sums))]
    assert (room.weights == room.high[1]).all()


def test_a_session_keeps_its_best_weights_through_a_stop(tmp_path: Path) -> None:
    def seen(session: Session) -> dict[str, float]:
        return {"weight": float(session.policy.net.weights[0])}

    whole = session_of(COURSE)
    whole.watch = seen
    whole.run()
    assert [point.games for point in whole.curve] == [80, 160, 240]
    assert whole.curve[0].seen["weight"] != whole.curve[1].seen["weight"]
    path, session = tmp_path / "checkpoint.safetensors", session_of(COURSE)
    while not session.is_finished:
        session.watch = seen
        session.step(33)
        session.save(path)
        session = session_of(COURSE)
        session.resume(path)
    assert session.curve == whole.curve
    assert session.best_game == whole.best_game >= WINDOW
    best: Any = whole.best_model()
    assert (session.best_model().net.weights == best.net.weights).all()
    assert (best.net.weights != whole.policy.net.weights).any() or whole.best_game == COURSE.games
    assert best.facts["best_at"] == whole.best_game


# -- a layer that sees neighbours -------------------------------------------------------------------


def test_nodes_of_the_near_layer_never_see_beyond_their_neighbours(tmp_path: Path) -> None:
    session = trained(replace(COURSE, near=True, games=60))
    net = session.policy.net
    assert net.sizes.tolist() == [32, 16, 6, 1]
    first = matrix(net, 0)
    row, col = np.divmod(np.arange(16), 4)
    apart = np.abs(row[:, None] - row) + np.abs(col[:, None] - col)
    for plane in (first[:16], first[16:32]):
        assert (plane[apart > 1] == 0).all() and (plane[apart <= 1] != 0).all()
    assert (first[32] != 0).all()  # the bias node
    path = tmp_path / "near.safetensors"
    session.model().save(path)
    assert (model.load(path).net.weights == net.weights).all()
