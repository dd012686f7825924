"""Training sessions: they learn, they repeat, they resume; what they leave is a model file that plays."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents.baselines import RandomAgent
from papamu.agents.comparison import network_agent
from papamu.core.errors import AgentError, ModelError, PapamuError
from papamu.learn.mlp import model_file as model
from papamu.learn.mlp.diagnosis import ALIVE, DEAD, DIVERGED, EXPLODED
from papamu.learn.mlp.network import matrix
from papamu.learn.online.course import EACH_IN_TURN, ITSELF, Course
from papamu.learn.online.session import Session
from tests.effort import effort
from tests.naive import mlp as naive

SMALL = Course("clobber:3x3", (8,), lr=1e-4, target=10.0, games=300, seed=3)


def trained(course: Course) -> Session:
    session = Session(course, RandomAgent().policy)
    session.run()
    return session


def fingerprint(session: Session) -> str:
    return hashlib.sha256(session.policy.net.weights.tobytes()).hexdigest()[:16]


def test_a_network_learns_to_beat_random() -> None:
    """A cell of Table 5.4, cut short: the thesis comes to 97 % after a million games."""
    course = Course("clobber:4x4", (20,), lr=2e-4, target=10.0, games=effort(50_000, 300), seed=1)
    session = trained(course)
    assert session.curve[-1].games == course.games
    if effort(1, 0):
        first, last = session.curve[0].won, session.curve[-1].won
        assert last > 0.85 and last > first + 0.1


@pytest.mark.parametrize(
    "change, expected",
    [
        ({}, "771657e228e2587e"),
        ({"activation": "leaky-relu", "tau": 0.1, "hidden": (8, 5)}, "ce88f2b73e830dbe"),
        ({"momentum": 0.5, "explore": 0.2, "seat": -1, "bias": False, "start": "he"}, "2d317532ae67707d"),
    ],
)
def test_the_same_course_gives_the_same_weights_compiled_and_interpreted(
    change: dict[str, object], expected: str
) -> None:
    course = replace(SMALL, games=40, **change)  # type: ignore[arg-type]
    assert fingerprint(trained(course)) == expected
    assert fingerprint(trained(replace(course, seed=4))) != expected


def test_steps_of_any_size_give_the_same_network() -> None:
    whole = trained(SMALL)
    session = Session(SMALL, RandomAgent().policy)
    sizes = iter([1, 7, 30, 2, 100] * 100)
    while not session.is_finished:
        session.step(next(sizes))
    assert fingerprint(session) == fingerprint(whole)
    assert session.curve == whole.curve


@pytest.mark.parametrize("momentum", [0.0, 0.9])
def test_a_checkpoint_goes_on_as_if_nothing_had_happened(tmp_path: Path, momentum: float) -> None:
    course = replace(SMALL, momentum=momentum)
    whole = trained(course)
    path = tmp_path / "checkpoint.safetensors"
    session = Session(course, RandomAgent().policy)
    for _ in range(7):
        session.step(37)
        session.save(path)
        session = Session(course, RandomAgent().policy)
        session.resume(path)
    session.run()
    assert fingerprint(session) == fingerprint(whole)
    assert session.curve == whole.curve
    with pytest.raises(ModelError, match="another course"):
        Session(replace(course, lr=1.0), RandomAgent().policy).resume(path)
    whole.model().save(path)
    with pytest.raises(ModelError, match="not a checkpoint"):
        Session(course, RandomAgent().policy).resume(path)


def test_a_model_file_says_what_it_is_and_plays(tmp_path: Path) -> None:
    session = trained(SMALL)
    path = tmp_path / "net.safetensors"
    session.model({"command": "papamu train …"}).save(path)
    kept = model.load(path)
    assert kept.course == SMALL
    assert kept.facts["command"] == "papamu train …" and kept.facts["games"] == 300
    assert (kept.net.weights == session.policy.net.weights).all()
    player = papamu.agent(f"mlp:{path}")
    assert str(player) == f"mlp:{path}"
    results = papamu.match("clobber:3x3", player, "random", games=20, fixed_seats=True)
    again = papamu.match("clobber:3x3", network_agent(kept), "random", games=20, fixed_seats=True)
    assert (results.prints == again.prints).all()
    for spec in ("clobber:3x4", "clobber:4x4", "konane:4x4"):
        with pytest.raises(AgentError, match="its network was made for clobber:3x3"):
            papamu.match(spec, player, "random", games=2)
    explained = player.explain(papamu.load("clobber:3x3").start())
    assert "a won game: 10" in explained.meaning
    assert player.choose(papamu.load("clobber:3x3").start()) == explained.scores[0].move


def test_two_networks_meet_as_two() -> None:
    """They have one name; what they are is their weights."""
    one = network_agent(trained(SMALL).model())
    other = network_agent(trained(replace(SMALL, seed=9)).model())
    assert one.identity != other.identity
    met = papamu.match("clobber:3x3", one, other, games=2, opening_plies=0)
    swapped = papamu.match("clobber:3x3", other, one, games=2, opening_plies=0)
    assert (met.returns == swapped.returns[::-1, ::-1]).all()
    alone = papamu.match("clobber:3x3", one, one.clone(), games=2, opening_plies=0)
    assert (met.prints != alone.prints).any()


def test_a_file_written_anew_is_another_player(tmp_path: Path) -> None:
    """Matches are kept by their players: games of the old network must not be taken for the new one's."""
    path = tmp_path / "net.safetensors"
    trained(SMALL).model().save(path)
    one = papamu.agent(f"mlp:{path}").identity
    trained(replace(SMALL, seed=9)).model().save(path)
    assert papamu.agent(f"mlp:{path}").identity != one


def test_a_wrapper_is_who_is_behind_it(tmp_path: Path) -> None:
    """Else games of an old network behind a + would be taken for the new one's, and two for one."""
    path = tmp_path / "net.safetensors"
    trained(SMALL).model().save(path)
    specs = [f"noisy:p=0.0+mlp:{path}", f"endgame:plies=1+noisy:p=0.0+mlp:{path}"]
    ones = [papamu.agent(spec) for spec in specs]
    known = [one.identity for one in ones]
    assert [str(one) for one in ones] == specs
    trained(replace(SMALL, seed=9)).model().save(path)
    others = [papamu.agent(spec) for spec in specs]
    assert all(other.identity != one for other, one in zip(others, known, strict=True))
    met = papamu.match("clobber:3x3", ones[0], others[0], games=2, opening_plies=0)
    alone = papamu.match("clobber:3x3", ones[0], ones[0].clone(), games=2, opening_plies=0)
    assert (met.prints != alone.prints).any()
    assert papamu.agent("noisy:p=0.5+mc:playouts=2").identity == "noisy:p=0.5+mc:playouts=2"


def test_the_same_weights_with_another_activation_are_another_player() -> None:
    net = Session(SMALL, RandomAgent().policy).policy.net
    digests = {model.Model(replace(SMALL, activation=name), net).digest for name in ("relu", "tanh", "relu")}
    assert len(digests) == 2


@pytest.mark.parametrize("name", ["a,b.safetensors", "a+b.safetensors", "lr=1,x+y=z.safetensors"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    trained(replace(SMALL, games=1)).model().save(path)
    for spec in (f"mlp:{path}", f"noisy+mlp:{path}"):
        player = papamu.agent(spec)
        assert str(player) == spec
        assert papamu.match("clobber:3x3", player, "random", games=2).games == 2
    assert str(papamu.agent(f"mlp:file={path}")) == f"mlp:{path}"


def test_a_network_of_one_graph_does_not_play_another(tmp_path: Path) -> None:
    graphs = []
    for name, edges in (("line", ["ab", "bc", "cd"]), ("ring", ["ab", "bc", "cd", "da"])):
        graph = tmp_path / f"{name}.json"
        colours = {"a": "black", "b": "white", "c": "black", "d": "white"}
        graph.write_text(json.dumps({"vertices": colours, "edges": [list(edge) for edge in edges]}))
        graphs.append(f"clobber:graph={graph}")
    player = network_agent(trained(replace(SMALL, game=graphs[0], games=1)).model())
    player.check(papamu.load(graphs[0]))
    for spec in (graphs[1], "clobber:1x4"):
        with pytest.raises(AgentError, match="its network was made for clobber:graph="):
            player.check(papamu.load(spec))


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    from safetensors.numpy import save

    good = trained(replace(SMALL, games=1)).model().to_bytes()
    path = tmp_path / "net.safetensors"
    about = json.dumps({"format": 99})
    other = save({"layer0": np.zeros(3, dtype=np.float32)}, {"papamu": about})
    wrong = model.Model(replace(SMALL, hidden=(9,)), trained(SMALL).policy.net).to_bytes()
    for content, said in [
        (b"", "not a model file, or is damaged"),
        (good[: len(good) // 2], "not a model file, or is damaged"),
        (good[:-4], "not a model file, or is damaged"),
        (b"PK\x03\x04 a zip file", "not a model file, or is damaged"),
        (bytes(save({"a": np.zeros(3, dtype=np.float32)})), "not a Papamu model"),
        (bytes(save({"a": np.zeros(3, dtype=np.float32)}, {"papamu": "{"})), "not a Papamu model"),
        (bytes(other), "format 99"),
        (good.replace(b'\\"hidden\\": [8]', b'\\"hidden\\": 1e9'), "not a Papamu model"),
        (wrong, "layer 0 is not what its header says"),
    ]:
        path.write_bytes(content)
        with pytest.raises(ModelError, match=said):
            model.load(path)
    with pytest.raises(ModelError, match="there is no model file"):
        model.load(tmp_path / "nothing.safetensors")
    with pytest.raises(AgentError, match="mlp needs a model file"):
        papamu.agent("mlp").check(papamu.load("clobber:3x3"))
    with pytest.raises(ModelError, match="there is no model file 'a,b'"):
        papamu.agent("mlp:a,b").check(papamu.load("clobber:3x3"))


def test_a_dead_network_plays_like_pick_first() -> None:
    session = Session(replace(SMALL, activation="relu", games=100), RandomAgent().policy)
    session.policy.net.weights[:] = -1.0
    session.step(100)
    assert session.state == DEAD and session.died_at == 100
    dead = network_agent(session.model())
    one = papamu.match("clobber:3x3", dead, "random", games=50, fixed_seats=True)
    other = papamu.match("clobber:3x3", "first", "random", games=50, fixed_seats=True)
    assert (one.prints == other.prints).all()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # interpreted, NumPy says that it overflows: it shall
def test_a_network_that_overflows_stops_as_diverged() -> None:
    course = replace(SMALL, activation="linear", lr=1.0, target=1e30, games=1000)
    session = trained(course)
    assert session.state == DIVERGED
    assert session.done < 1000
    assert session.died_at == session.done
    assert all(0 <= point.won <= 1 for point in session.curve)
    json.dumps(session.model().facts, allow_nan=False)  # no table gets a NaN from it


def test_a_dead_network_stops_early_if_that_is_wanted(tmp_path: Path) -> None:
    course = replace(SMALL, games=1000)
    path = tmp_path / "checkpoint.safetensors"
    session = Session(course, RandomAgent().policy)
    session.policy.net.weights[:] = -1.0
    session.run(stop_dead=True)
    assert session.state == DEAD and session.done == session.died_at == 100
    session.save(path)
    session = Session(course, RandomAgent().policy)
    session.resume(path)
    session.run(stop_dead=True)
    assert session.done == 100


def test_the_doctor_says_the_same_after_a_stop(tmp_path: Path) -> None:
    """A run that is killed in its test has learned already: its last look is all that is known."""
    path = tmp_path / "checkpoint.safetensors"
    session = Session(replace(SMALL, activation="linear", lr=0.0, games=100), RandomAgent().policy)
    session.policy.net.weights[:] *= 1e5
    session.run()
    assert session.health is not None and session.health.largest > EXPLODED * 10.0
    session.save(path)
    again = Session(session.course, RandomAgent().policy)
    again.resume(path)
    assert again.health == session.health


def test_dead_nodes_are_counted_by_layer() -> None:
    session = Session(replace(SMALL, hidden=(8, 4)), RandomAgent().policy)
    matrix(session.policy.net, 0)[:, :2] = -1.0
    matrix(session.policy.net, 1)[:, 0] = -1.0
    session.step(300)
    while not session.curve:
        session.step(300)
    assert session.health is not None
    first, second = session.health.dead
    assert first >= 0.25 and second >= 0.25 and session.health.state == ALIVE


def test_each_layer_may_have_its_own_activation() -> None:
    course = replace(SMALL, hidden=(8, 5), activation="relu,tanh", output="sigmoid")
    assert course.activations == ["relu", "tanh", "sigmoid"]
    assert replace(course, output="").activations == ["relu", "tanh", "tanh"]
    assert trained(course).done == course.games


@pytest.mark.parametrize(
    "change, said",
    [
        ({"hidden": (0,)}, "hidden nodes cannot be 0"),
        ({"hidden": (20, 10**7)}, "hidden nodes"),
        ({"activation": "relo"}, "did you mean 'relu'"),
        ({"output": "softmax"}, "no activation 'softmax'"),
        ({"start": "ones"}, "start cannot be 'ones'"),
        ({"encoding": "cell"}, "did you mean 'cells'"),
        ({"way": "tds"}, "did you mean 'td'"),
        ({"loss": "logistic"}, "needs a sigmoid output"),
        ({"lam": 2.0}, "lam cannot be 2"),
        ({"lam": 0.5}, "lam belongs to way=td"),
        ({"way": "td", "tau": 0.1}, "tau belongs to way=results"),
        ({"wild": 0.5}, "plays itself"),
        ({"activation": "relu,tanh"}, "1 hidden layers have as many activations"),
        ({"lr": float("nan")}, "lr cannot be nan"),
        ({"lr": -1.0}, "lr cannot be -1"),
        ({"target": float("inf")}, "target cannot be inf"),
        ({"tau": -2.0}, "tau cannot be -2"),
        ({"momentum": 1.5}, "momentum cannot be 1.5"),
        ({"games": 0}, "games cannot be 0"),
        ({"hidden": (10**400,)}, "hidden nodes cannot be 1000"),
        ({"lr_end": 0.0}, "lr_end cannot be 0"),
        ({"seat": 2}, "seat cannot be 2 at clobber:3x3"),
        ({"seat": -4}, "seat cannot be -4"),
    ],
)
def test_impossible_courses_are_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        Session(replace(SMALL, **change), RandomAgent().policy)  # type: ignore[arg-type]


OWN = Course(
    "clobber:3x4", (8,), "leaky-relu", "sigmoid", encoding="2x2", start="he", lr=0.1, lr_end=0.01, target=1.0,
    lost=0.0, loss="logistic", way="td", lam=0.3, explore=0.2, wild=0.5, seat=ITSELF, games=2000, seed=2,
)  # fmt: skip


@pytest.mark.parametrize("seat", [ITSELF, EACH_IN_TURN, 0])
@pytest.mark.parametrize("way, lam", [("td", 0.0), ("td", 0.7), ("td", 1.0), ("results", 0.0)])
def test_what_is_taught_is_what_the_formulas_say(way: str, lam: float, seat: int) -> None:
    """Play a game, then teach it here and to the slow twin: the same weights."""
    tau, wild = (0.1 if way == "results" else 0.0), (0.5 if seat == ITSELF else 0.0)
    course = replace(OWN, way=way, lam=lam, seat=seat, tau=tau, wild=wild, games=1000, explore=0.4)
    session = Session(course, RandomAgent().policy)
    for _ in range(5):
        net, trajectory = session.policy.net, session.trajectory
        twin = [[[float(w) for w in row] for row in matrix(net, layer)] for layer in range(net.layers)]
        steps = int(trajectory.tally[2])
        session._learn(1)
        steps = int(trajectory.tally[2]) - steps
        rows = np.zeros((steps, int(net.sizes[0])))
        for step in range(steps):
            for k in range(trajectory.many[step]):
                rows[step, trajectory.which[step, k]] += trajectory.by[step, k]
        _teach_the_twin(twin, course, rows, session)
        for layer in range(net.layers):
            np.testing.assert_allclose(matrix(net, layer), twin[layer], atol=1e-5)


def _teach_the_twin(twin: list[naive.Layer], course: Course, rows: Any, session: Session) -> None:
    names, trajectory = course.activations, session.trajectory

    def value(row: Any) -> float:
        return naive.forward(twin, names, True, row)[0][-1][0]

    def teach(row: Any, target: float, alpha: float) -> None:
        slope = naive.slope("sigmoid", naive.forward(twin, names, True, row)[1][-1][0])
        # The logistic loss leaves the output's slope out: a step so much longer with it.
        naive.learn(twin, names, True, row, target, alpha / slope)

    worth = [(1 + trajectory.returns[trajectory.mover[step]]) / 2 for step in range(len(rows))]
    if course.way == "results":
        for step, row in enumerate(rows):
            teach(row, worth[step], 0.1 * 1.1**step)
        return
    target = worth[-1]
    for step in reversed(range(len(rows))):
        teach(rows[step], target, 0.1)
        said = value(rows[step])
        target = (
            float(trajectory.best_value[step])
            if trajectory.exploratory[step]
            else (1 - course.lam) * said + course.lam * target
        )
        if step and trajectory.mover[step] != trajectory.mover[step - 1]:
            target = 1 - target


def test_a_network_that_plays_itself_learns_to_beat_random() -> None:
    course = replace(OWN, game="clobber:4x4", encoding="3x3", lr=0.25, games=effort(10_000, 100))
    session = trained(course)
    assert session.curve[-1].games == session.course.games
    if effort(1, 0):
        assert (
            session.curve[-1].won > 0.85 and session.curve[-1].won > session.curve[0].won + 0.1
        )  # both colours
    assert session.rate == pytest.approx(0.01, rel=1e-6)
    with pytest.raises(PapamuError, match="plays itself in games for two or more"):
        Session(replace(OWN, game="clobber:3x3,solitaire=any"), RandomAgent().policy)


def test_a_session_of_self_play_resumes(tmp_path: Path) -> None:
    course = replace(OWN, games=300)
    whole = trained(course)
    path = tmp_path / "checkpoint.safetensors"
    session = Session(course, RandomAgent().policy)
    for _ in range(4):
        session.step(61)
        session.save(path)
        session = Session(course, RandomAgent().policy)
        session.resume(path)
    session.run()
    assert fingerprint(session) == fingerprint(whole) and session.curve == whole.curve
