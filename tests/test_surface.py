"""The Python surface: `dir(papamu)` lists it, and every name has a docstring whose example runs."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import papamu
from papamu.agents.agent import Agent, Explanation
from papamu.agents.review import GameReview
from papamu.arena.match import Results
from papamu.arena.tournament import Standings
from papamu.core.errors import PapamuError
from papamu.core.progress_bar import DelayedBar
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.lab.compare.report import Report
from papamu.search.exact.api import SolvedPosition
from papamu.training.result import TrainingRun

ERRORS = {name for name in papamu.__all__ if name.endswith("Error")}
# Errors, the version, and what takes a whole file (a game of one's own: `CONTRIBUTING.md` and examples/nim.py).
WITHOUT_EXAMPLE = ERRORS | {"__version__", "register"}
METHODS = [
    Position.planes,
    Position.afterstates,
    Position.svg,
    Agent.values,
    Agent.random_choice,
    Explanation.to_frame,
    SolvedPosition.to_frame,
    GameReview.to_frame,
    Results.summary,
    Results.records,
    Results.to_frame,
    Standings.to_frame,
    TrainingRun.to_frame,
    Report.to_frame,
]
PROPERTIES = [Position.legal_mask, Game.observation_shape, Game.num_actions]


def examples_of(thing: object, name: str) -> list[doctest.DocTest]:
    """The examples of its own docstring, and of its methods' if it is a class."""
    found = doctest.DocTestFinder(exclude_empty=True).find(thing, name, globs={})
    return [test for test in found if test.examples]


def run_examples(thing: object, name: str) -> int:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in examples_of(thing, name):
        runner.run(test)
    assert runner.failures == 0, name
    return runner.tries


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What examples write is written to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PAPAMU_RUNS", raising=False)


def test_dir_lists_the_surface() -> None:
    assert dir(papamu) == sorted(papamu.__all__)
    for name in papamu.__all__:
        assert getattr(papamu, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        papamu.nothing  # noqa: B018


@pytest.mark.parametrize("name", sorted(set(papamu.__all__) - {"__version__"}))
def test_every_name_has_a_docstring(name: str) -> None:
    assert (getattr(papamu, name).__doc__ or "").strip()


@pytest.mark.parametrize("name", sorted(set(papamu.__all__) - WITHOUT_EXAMPLE))
def test_the_example_of_every_name_runs(name: str) -> None:
    assert run_examples(getattr(papamu, name), name) > 0, f"papamu.{name} has no example"


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__qualname__)
def test_the_examples_of_methods_run(method: object) -> None:
    assert run_examples(method, "method") > 0


def test_the_examples_of_properties_run() -> None:
    for prop in PROPERTIES:
        assert run_examples(getattr(prop, "fget", prop), "property") > 0


def test_an_example_that_is_wrong_is_noticed() -> None:
    def wrong() -> None:
        """
        >>> 1 + 1
        3
        """

    with pytest.raises(AssertionError):
        run_examples(wrong, "wrong")


def test_importing_papamu_loads_nothing_heavy() -> None:
    asked = (
        "import sys, papamu; dir(papamu); print([m for m in ('numpy', 'numba', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# -- positions ------------------------------------------------------------------------------------


def test_positions_are_distinct_unfinished_and_the_same_for_a_seed() -> None:
    sample, again = papamu.positions("clobber:3x4", 60, seed=2), papamu.positions("clobber:3x4", 60, seed=2)
    assert [one.to_text() for one in sample] == [one.to_text() for one in again]
    assert len(set(sample)) == len(sample) == 60
    assert not any(position.is_over for position in sample)
    assert [one.to_text() for one in papamu.positions("clobber:3x4", 60, seed=3)] != [
        one.to_text() for one in sample
    ]
    assert (sample.planes == [position.planes() for position in sample]).all()
    assert sample.labels is None
    assert repr(sample) == "<60 positions of clobber:3x4>"


def test_positions_that_there_are_not_are_refused() -> None:
    with pytest.raises(PapamuError, match=r"different positions of clobber:2x2 .* distinct=False"):
        papamu.positions("clobber:2x2", 100)
    assert len(papamu.positions("clobber:2x2", 100, distinct=False)) == 100
    with pytest.raises(PapamuError, match="at least 1"):
        papamu.positions("clobber:2x2", 0)


def test_labels_are_the_values_of_the_agent() -> None:
    sample = papamu.positions("clobber:3x3", 20, seed=1, label="solve")
    assert sample.labels is not None
    assert sample.labels.tolist() == papamu.agent("solve").values(sample).tolist()
    assert set(sample.labels) == {-1.0, 1.0}
    assert repr(sample) == "<20 positions of clobber:3x3, valued by solve>"


def test_labels_with_a_bar_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[tuple[str, float, float, str]] = []
    monkeypatch.setattr(DelayedBar, "reach", lambda bar, *about: reached.append(about))
    with_bar = papamu.positions("clobber:3x3", 25, label="mc:playouts=4")
    assert reached == [("labelling", done, 25, "positions") for done in (0, 10, 20)]
    without = papamu.positions("clobber:3x3", 25, label="mc:playouts=4", progress=False)
    assert len(reached) == 3 and with_bar.labels is not None and without.labels is not None
    assert with_bar.labels.tolist() == without.labels.tolist()


# -- lists ----------------------------------------------------------------------------------------


def test_available_agents_are_those_that_play() -> None:
    names = {agent.name for agent in papamu.available_agents("clobber:20x20")}
    assert "uct" in names and "solve" in {agent.name for agent in papamu.available_agents()}
    for agent in papamu.available_agents("checkers:8x8,teleport=0.1"):
        assert agent.plays and agent.title
    assert str(papamu.available_games()[0]).startswith("clobber (")


# -- values ---------------------------------------------------------------------------------------


def test_values_are_bounded_for_every_agent_that_has_an_opinion() -> None:
    game = papamu.load("reversi:4x4")
    sample = list(papamu.positions(game, 8, seed=1))
    finished = sample[0]
    while not finished.is_over:
        finished = finished.play(finished.legal_moves[0])
    for spec in ("greedy", "mc:playouts=4", "minimax:depth=3", "uct:sims=30", "ab:depth=2", "solve"):
        values = papamu.agent(spec, seed=1).values([*sample, finished])
        assert values.shape == (9,)
        assert (abs(values) <= 1).all(), spec
        assert values[-1] == finished.returns[finished.player]
    for spec in ("random", "first"):
        with pytest.raises(PapamuError, match="no opinion"):
            papamu.agent(spec).values(sample)
    assert papamu.agent("random").values([]).shape == (0,)


def test_a_proven_result_is_one_and_an_evaluation_is_less() -> None:
    game = papamu.load("reversi:4x4")
    start = game.start()
    deep = papamu.agent("minimax:depth=20", seed=1).values(start)[0]
    assert deep == papamu.agent("solve").values(start)[0] == -1.0  # the second player wins 4x4
    shallow = papamu.agent("minimax:depth=1", seed=1).values(start)[0]
    assert -1 < shallow < 1


def test_minimax_values_are_those_of_its_explanation() -> None:
    for position in papamu.positions("reversi:6x6", 20, seed=5):
        agent = papamu.agent("minimax:depth=3", seed=1)
        assert agent.best_value(position) == max(scored.value for scored in agent.explain(position).scores)


def test_choose_gives_a_move() -> None:
    position = papamu.load("reversi:4x4").start()
    for spec in ("random", "greedy", "mc:playouts=2", "uct:sims=9", "uct:ms=1", "ab:ms=1", "solve", "noisy+uct:sims=5",
                 "endgame+random", "adaptive+uct:sims=9"):  # fmt: skip
        chosen = papamu.agent(spec, seed=1).choose(position)
        assert isinstance(chosen, papamu.Move) and str(chosen) in position.legal_moves, spec


# -- random moves of an agent of one's own --------------------------------------------------------


class Anything(papamu.Agent):
    """A random legal move."""

    name, title = "anything", "for tests"

    def choose(self, position: Position) -> int:
        return self.random_choice(position.legal_moves)


def test_random_choices_come_from_the_game() -> None:
    first, again = (papamu.match("clobber:3x4", Anything(), "random", games=30) for _ in range(2))
    moves = [record.moves for record in first.records()]
    assert moves == [record.moves for record in again.records()]
    assert len(set(moves)) > 20
    agent = Anything()
    assert {agent.random_choice("abc") for _ in range(100)} == {"a", "b", "c"}
