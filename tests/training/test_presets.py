"""Presets: valid for every game, played for a moment on small boards, and overridden by what is given."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.agents.registry import compiled_agent
from papamu.core.errors import PapamuError
from papamu.games import registry
from papamu.learn.mlp.model_file import build_network
from papamu.training.presets.registry import PRESETS, choose, options_of, preset_of

SMALL = ["clobber:3x4", "konane:4x4", "reversi:4x4", "checkers:6x6", "blokus:5x5"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("spec", [*registry.names(), *SMALL])
def test_presets_are_valid(spec: str, preset: str) -> None:
    request = choose({"game": spec, "preset": preset})
    game = registry.load(spec)
    build_network(request.course, game)  # its encoding fits
    compiled_agent(request.rival).check(game)
    assert preset_of(game, preset).__doc__


LEARNED = ["clobber:3x4", "blokus:5x5"]  # one of each recipe
LEARN = """
import sys
from pathlib import Path
from papamu.training.presets.registry import choose
from papamu.training.train import train
for spec in sys.argv[2:]:
    run = train(choose({"game": spec, "preset": "fast", "games": 2, "tests": 0, "runs": Path(sys.argv[1])}))
    print(spec, run.facts["games"])
"""


def test_fast_presets_learn(tmp_path: Path) -> None:
    """In the interpreter: each is compiled for itself, which takes far longer than these games."""
    done = subprocess.run(
        [sys.executable, "-c", LEARN, str(tmp_path), *LEARNED],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:-1] == [f"{spec} 2" for spec in LEARNED]


def test_what_is_given_beats_the_preset() -> None:
    course = choose({"game": "reversi:4x4", "preset": "fast", "games": 10, "hidden": "5"}).course
    assert (course.games, course.hidden, course.encoding) == (10, (5,), "3x3,1x8")
    against = choose({"game": "reversi:4x4", "preset": "fast", "opponent": "random"})
    assert against.opponent == "random" and against.course.wild == 0
    taught = choose(
        {"game": "konane:4x4", "preset": "fast", "teacher": "minimax:eval=q", "opponent": "random"}
    )
    assert taught.course.way == "teacher" and taught.course.lam == 0


def test_without_a_preset_nothing_changes() -> None:
    plain = choose({"game": "clobber:4x4"})
    assert plain.course == type(plain.course)("clobber:4x4") and plain.tests == 100_000
    assert options_of(registry.load("clobber:4x4"), "thesis")["lr"] == plain.course.lr


def test_unknown_presets_and_games_that_have_none() -> None:
    with pytest.raises(PapamuError, match=r"there is no preset 'fats' .did you mean 'fast'"):
        choose({"game": "clobber", "preset": "fats"})
    with pytest.raises(PapamuError, match="the preset fast is a course of --learner mlp"):
        choose({"game": "clobber", "preset": "fast", "learner": "alphazero"})
    with pytest.raises(PapamuError, match="which game"):
        choose({"preset": "fast"})
