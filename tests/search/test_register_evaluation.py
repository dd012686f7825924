"""An evaluation from a file outside the package: an option everywhere, and never an old one after an edit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches, reload
from pathlib import Path
from types import ModuleType

import pytest

import papamu
from papamu.agents.baselines import RandomAgent
from papamu.agents.registry import compiled_agent
from papamu.arena.plugin_sources import outside_sources
from papamu.core.errors import SpecError
from papamu.kernel import cache
from papamu.learn.online.course import Course
from papamu.learn.online.session import Session
from papamu.search.evaluations import registry
from papamu.search.evaluations.contract import evaluate
from tests.cli.terminal import Terminal

GAME = "konane:6x6"
FILE = """
from typing import NamedTuple

import numpy as np

import papamu
from papamu.games.rules import Floats, mobility, scores
from papamu.search.evaluations.contract import evaluate


@papamu.register_evaluation("konane", "mine")
def mine(rules, state, viewer):
    return {sign} * (mobility(rules, state, viewer) - 2 * mobility(rules, state, 1 - viewer))


@papamu.register_evaluation("konane", "weighted", judges_ends=True)
class Weighted(NamedTuple):
    weights: Floats
    out: Floats

    @classmethod
    def of(cls, game):
        return cls(np.full(game.num_players, 3.0), np.zeros(game.num_players))


@evaluate.register(Weighted)
def evaluate_weighted(evaluation, rules, state, viewer):
    scores(rules, state, evaluation.out)
    return evaluation.weights[viewer] * evaluation.out[viewer]


@papamu.register_evaluation("*", "everywhere")
def everywhere(rules, state, viewer):
    return viewer
"""


def write(folder: Path, sign: int = 1) -> Path:
    path = folder / "students_file.py"
    path.write_text(FILE.format(sign=sign), encoding="utf-8")
    os.utime(
        path, (1_000_000_000 + sign, 1_000_000_000 + sign)
    )  # edits within a second: Python looks at times
    return path


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The student's file, imported; forgotten afterwards, also by the cache: later tests have their kernels on disk."""
    before = {game: dict(found) for game, found in registry._added.items()}
    sources = dict(cache._foreign)
    write(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    invalidate_caches()
    yield import_module("students_file")
    del sys.modules["students_file"]
    registry._added.clear()
    registry._added.update(before)
    cache._foreign.clear()
    cache._foreign.update(sources)


def middle() -> papamu.Position:
    """A position with some moves."""
    position = papamu.load(GAME).start()
    for _ in range(6):
        position = position.play(position.legal_moves[0])
    assert len(position.legal_moves) > 2
    return position


def counted(position: papamu.Position, move: papamu.Move) -> tuple[int, int]:
    """The slow way: how many moves the mover and the other would have after a move."""
    after = position.play(move)
    me = position.player
    board = after.to_text().replace(",", " ").split()[0]
    sides = [len(after.game.from_text(f"{board} {letter}").legal_moves) for letter in "xo"]
    return sides[me], sides[1 - me]


def said(agent: str, position: papamu.Position) -> dict[str, float]:
    return {str(one.move): one.value for one in papamu.agent(agent).explain(position).scores}


@pytest.mark.usefixtures("known")
def test_it_is_what_agents_look_at() -> None:
    position = middle()
    expected = {}
    for move in position.legal_moves:
        mine, theirs = counted(position, move)
        expected[str(move)] = float(mine - 2 * theirs)
    assert len(expected) > 1
    assert said("minimax:eval=mine,depth=1,ends=eval", position) == expected
    assert said("greedy:eval=mine", position) == expected
    assert (
        papamu.agent("greedy:eval=mine").explain(position).meaning == "evaluation 'mine' right after the move"
    )


@pytest.mark.usefixtures("known")
def test_matches_are_played_with_it() -> None:
    results = papamu.match(GAME, "ab:eval=mine,ms=0,depth=3", "minimax:eval=mine,depth=1", games=8, seed=1)
    assert results.returns.shape == (8, 2)
    worse = papamu.match(GAME, "ab:eval=mine,ms=0,depth=3", "random", games=40, seed=2)
    assert worse.returns[:, 0].mean() > 0.3


@pytest.mark.usefixtures("known")
def test_the_long_form_and_any_game() -> None:
    game = papamu.load(GAME)
    state = game.start().state
    assert evaluate(registry.make(game, "weighted"), game.rules, state, 1) == 3 * 18
    assert registry.judges_ends(game, "weighted") and not registry.judges_ends(game, "mine")
    for spec in ("clobber:3x3", "reversi:4x4", GAME):
        other = papamu.load(spec)
        assert "everywhere" in registry.available(other)
        found = registry.make(other, "everywhere")
        assert [evaluate(found, other.rules, other.start().state, seat) for seat in (0, 1)] == [0.0, 1.0]
    assert "mine" not in registry.available(papamu.load("clobber:3x3"))


@pytest.mark.usefixtures("known")
def test_commands_list_it_and_take_it(terminal: Terminal) -> None:
    listed = " ".join(terminal("agents", GAME).out.split())
    assert "q (default), a, b, c" in listed and ", mine, " in listed
    explained = terminal("explain", GAME, "minimax:eval=mine,depth=1")
    assert explained.code == 0 and "evaluation 'mine'" in explained.out
    with pytest.raises(SpecError, match=r"no evaluation 'mein' \(did you mean 'mine'\?\).*mine"):
        papamu.match(GAME, "ab:eval=mein", "random", games=2)


@pytest.mark.usefixtures("known")
def test_it_teaches_a_network() -> None:
    course = Course(
        GAME, (4,), "conx", start="small", lr=0.1, target=1.0, lost=0.0, way="teacher", games=40, seed=3
    )

    def weights(teacher: str) -> bytes:
        session = Session(course, RandomAgent().policy, compiled_agent(teacher).policy)
        session.step(20)
        return bytes(session.policy.net.weights.tobytes())

    assert weights("minimax:eval=mine,depth=1") != weights("minimax:eval=q,depth=1")


def test_results_are_kept_under_its_source(known: ModuleType, tmp_path: Path) -> None:
    game = papamu.load(GAME)

    def key(text: str) -> dict[str, str]:
        return outside_sources(game, [papamu.agent(text)])

    assert key("ab") == key("minimax:eval=a") == {}
    before = [key(text) for text in ("ab:eval=mine", "minimax:eval=mine,depth=3", "greedy:eval=weighted")]
    assert all(before)
    write(tmp_path, sign=-1)
    reload(known)
    after = [key(text) for text in ("ab:eval=mine", "minimax:eval=mine,depth=3", "greedy:eval=weighted")]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_an_edited_file_replaces_it(known: ModuleType, tmp_path: Path) -> None:
    """In the same process, as in a notebook."""
    position = middle()
    before = said("minimax:eval=mine,depth=1", position)
    write(tmp_path, sign=-1)
    reload(known)
    after = said("minimax:eval=mine,depth=1", position)
    assert after == {move: -value for move, value in before.items()} and after != before


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import papamu, students_file
start = papamu.load({game!r}).start()
print([(str(one.move), one.value) for one in papamu.agent("minimax:eval=mine,depth=1").explain(start).scores])
results = papamu.match({game!r}, "minimax:eval=mine,depth=1", "random", games=20, seed=4)
print(results.prints.tolist())
"""


def run(folder: Path) -> str:
    script = SCRIPT.format(folder=str(folder), game=GAME)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_new_process_runs_what_the_file_says_now(tmp_path: Path) -> None:
    """Compiled code is found on disk again, unless the file was edited."""
    write(tmp_path)
    first, again = run(tmp_path), run(tmp_path)
    assert first == again
    write(tmp_path, sign=-1)
    assert run(tmp_path) != first
    write(tmp_path)
    assert run(tmp_path) == first


@pytest.mark.usefixtures("known")
def test_the_first_one_can_be_ones_own() -> None:
    game = papamu.load("konane:4x4")
    assert registry.chosen(game, "") == "q"

    @papamu.register_evaluation("konane", "own-first", first=True)
    def own_first(rules, state, viewer):  # type: ignore[no-untyped-def]
        return 0

    assert registry.chosen(game, "") == "own-first"


def test_mistakes_are_said_in_a_line() -> None:
    with pytest.raises(SpecError, match="'q' is a built-in evaluation of konane"):
        papamu.register_evaluation("konane", "q")
    with pytest.raises(SpecError, match=r"no game 'konnane' \(did you mean 'konane'\?\)"):
        papamu.register_evaluation("konnane", "mine")
    with pytest.raises(SpecError, match="cannot be the name"):
        papamu.register_evaluation("konane", "a,b")
    with pytest.raises(SpecError, match=r"\(rules, state, viewer\)"):
        papamu.register_evaluation("konane", "mine")(lambda state: 0.0)
    with pytest.raises(SpecError, match="a function or a NamedTuple"):
        papamu.register_evaluation("konane", "mine")(dict)
