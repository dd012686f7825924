"""Learning on maps: stopped, killed and resumed it is the same; what cannot be learned is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.core.errors import ModelError, PapamuError
from papamu.learn.som import model_file as map_model
from papamu.learn.som import td_session as map_learning
from papamu.learn.som.map_training import MapCourse, MapTraining
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.network import weights_of
from papamu.learn.som.td_session import Learning, MapSession
from papamu.papers.reversi.work.map_values import session_of
from tests.effort import effort

COURSE = MapCourse(
    "reversi:4x4", "1-6,7-12", 2, 4, data=(9, 9), first=(5_000, 9), second=(9, 9), alphas=(0.3, 0.05)
)
TOLD = Learning(way="td", seat=1, games=effort(2_000, 24), epsilon=0.2)
ROOT = Path(__file__).parents[2]


def model() -> MapModel:
    weights = np.random.default_rng(1).uniform(-1, 1, (2, 8, 16)).astype(np.float32)
    return MapModel(COURSE, weights, np.zeros((2, 16), dtype=np.float32))


def same(one: MapSession, other: MapSession) -> bool:
    pairs = [
        (one.policy.values, other.policy.values), (one.policy.visits, other.policy.visits),
        (one.trajectory.tally, other.trajectory.tally), (one.rng, other.rng),
    ]  # fmt: skip
    return all((a == b).all() for a, b in pairs) and one.curve == other.curve


def test_portions_of_any_size_are_the_same_learning() -> None:
    whole = session_of(model(), TOLD)
    whole.run()
    made, sizes = session_of(model(), TOLD), iter([1, 7, 3, 100, 2] * TOLD.games)
    while made.done < TOLD.games:
        made.step(next(sizes))
    assert same(made, whole)
    points = min(map_learning.POINTS, TOLD.games)
    assert [point[0] for point in whole.curve] == [k * TOLD.games // points for k in range(1, points + 1)]
    won = sum(point[1] * TOLD.games / points for point in whole.curve)
    assert won == pytest.approx(whole.trajectory.tally[1])


class StopError(Exception):
    pass


@pytest.mark.parametrize("way", ["td", "mean"])
def test_learning_that_is_stopped_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_learning, "_FIRST", 5)
    told = replace(TOLD, way=way)
    whole, path = session_of(model(), told), tmp_path / "checkpoint.safetensors"
    whole.run()
    heard: list[int] = []

    def stop(session: MapSession) -> None:
        heard.append(session.done)
        if len(heard) % 4 == 0:
            raise StopError

    stops = 0
    while True:
        made = session_of(model(), told)
        try:
            made.run(stop, path, every=-1.0)
            break
        except StopError:
            stops += 1
    assert stops >= 3
    assert same(made, whole)
    assert heard == sorted(set(heard))  # no game was played twice


def test_checkpoints_of_other_learning_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.safetensors"
    made = session_of(model(), TOLD)
    made.step(3)
    made.save(path)
    turned = replace(model(), weights=model().weights[:, ::-1].copy())
    for start, told in [
        (model(), replace(TOLD, alpha=0.3)),
        (model(), replace(TOLD, seed=2)),
        (turned, TOLD),
        (replace(model(), thresholds=np.full((2, 16), 0.1, dtype=np.float32)), TOLD),
        (replace(model(), nearest=False), TOLD),
        (replace(model(), course=replace(COURSE, winner="euclid")), TOLD),
    ]:
        with pytest.raises(
            ModelError, match="was made by other learning: give another folder to start from scratch"
        ):
            session_of(start, told).run(keep=path)
    made.learned().save(path)
    with pytest.raises(ModelError, match="is not a checkpoint, or is damaged: KeyError"):
        session_of(model(), TOLD).run(keep=path)


def test_what_was_learned_is_a_model_that_plays_on(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    made = session_of(model(), TOLD)
    made.run()
    made.learned({"note": "here"}).save(path)
    kept = map_model.load(path)
    assert kept.facts["learning"]["way"] == "td" and kept.facts["note"] == "here" and not kept.extra
    assert kept.values is not None and (kept.values == made.policy.values).all()
    again = session_of(kept, TOLD)  # begins with what was learned
    assert again.done == 0 and (again.policy.values == made.policy.values).all()


# -- killed ------------------------------------------------------------------------------------------

KILLED = """
from pathlib import Path
from tests.learn.test_som_td_session import *
keep = Path({keep!r})
map_learning._FIRST = 3
if {learns}:
    session_of(model(), replace(TOLD, games=10**9)).run(keep=keep, every=-1.0)
else:
    MapTraining(COURSE, 0).run(keep=keep, every=-1.0)
"""


def kill_after_a_checkpoint(keep: Path, learns: bool) -> None:
    """Run it in a process of its own, and kill that one as soon as it has written down where it is.

    There it runs in the interpreter: what it has done is the same, and nothing has to be compiled again.
    """
    program = KILLED.format(keep=str(keep), learns=learns)
    path = os.pathsep.join([str(Path(papamu.__file__).parent.parent), str(ROOT)])
    env = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    begun = subprocess.Popen([sys.executable, "-c", program], env=env)
    try:
        while begun.poll() is None and not keep.is_file():
            try:
                begun.wait(0.02)
            except subprocess.TimeoutExpired:
                pass
    finally:
        begun.kill()
        assert begun.wait() == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_killed_process_leaves_a_map_to_go_on_with(tmp_path: Path) -> None:
    keep = tmp_path / "map.checkpoint"
    kill_after_a_checkpoint(keep, learns=False)
    kept, straight = MapTraining(COURSE, 0), MapTraining(COURSE, 0)
    kept.resume(keep)
    assert 0 < kept.done < kept.total
    kept.step(100)
    while straight.done < kept.done:
        straight.step(kept.done - straight.done)
    assert (weights_of(kept.som) == weights_of(straight.som)).all() and kept.curve == straight.curve


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_killed_process_leaves_values_to_go_on_with(tmp_path: Path) -> None:
    keep = tmp_path / "checkpoint.safetensors"
    kill_after_a_checkpoint(keep, learns=True)
    told = replace(TOLD, games=10**9)
    kept, straight = session_of(model(), told), session_of(model(), told)
    kept.resume(keep)
    assert 0 < kept.done < told.games
    kept.step(3)
    while straight.done < kept.done:
        straight.step(kept.done - straight.done)
    assert same(kept, straight)


# -- what cannot be learned --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, said",
    [
        ({"way": "tdd"}, "way cannot be 'tdd' .did you mean 'td'.*: there are td0, mc, td, mean"),
        ({"lam": 1.1}, "lam cannot be 1.1: valid values are 0 to 1"),
        ({"lam": -0.1}, "lam cannot be -0.1"),
        ({"epsilon": 2.0}, "epsilon cannot be 2: valid values are 0 to 1"),
        ({"epsilon": float("nan")}, "epsilon cannot be nan"),
        ({"alpha": -1.0}, "alpha cannot be -1"),
        ({"gamma": 1.5}, "gamma cannot be 1.5"),
        ({"won": float("inf")}, "won cannot be inf: a reward is a number"),
        ({"move": float("nan")}, "move cannot be nan"),
        ({"games": 0}, "games cannot be 0: valid values are 1 to 1,000,000,000,000"),
        ({"search": 21}, "search cannot be 21: valid values are 0 to 20"),
        ({"seat": 2}, "seat cannot be 2 at reversi:4x4: valid values are 0 to 1"),
        ({"seat": -1}, "seat cannot be -1"),
    ],
)
def test_impossible_learning_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(PapamuError, match=said) as caught:
        session_of(model(), Learning(**change))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_defaults_are_those_of_the_paper() -> None:
    """Table 3, and §5: α 0.4, γ 0.9998, λ 0.8, ε 0.1; 1000 for a win, −1000 for a loss, −0.0001 a move."""
    told = Learning()
    assert (told.alpha, told.gamma, told.lam, told.epsilon) == (0.4, 0.9998, 0.8, 0.1)
    assert (told.won, told.lost, told.move, told.games, told.seat) == (1000, -1000, -0.0001, 1_000_000, 0)
