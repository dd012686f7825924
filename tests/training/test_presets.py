"""Presets: valid for every game, played for a moment on small boards, and overridden by what is given."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from papamu.agents.registry import compiled_agent
from papamu.core.errors import PapamuError
from papamu.games import registry
from papamu.learn.mlp.model_file import build_network
from papamu.training.command import short_words
from papamu.training.earlier_runs import choose_or_find
from papamu.training.options import options_in, train_options
from papamu.training.presets.registry import PRESETS, choose, options_of, preset_names, preset_of
from papamu.training.train import folder_of

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


@pytest.mark.parametrize("spec", [*registry.names(), *SMALL, "clobber:3x3,solitaire=any"])
def test_without_options_it_is_the_fast_preset(spec: str) -> None:
    request = choose({"game": spec})
    assert request == choose({"game": spec, "preset": "fast"}) and request.course.way == "td"
    build_network(request.course, registry.load(spec))
    assert choose({"game": spec, "hidden": "5"}).course == replace(request.course, hidden=(5,))
    assert shlex.join(short_words(request)) == f"train {registry.load(spec)}", "what it says can be typed"


def test_only_without_any_preset_the_options_have_their_own_defaults() -> None:
    plain = choose({"game": "clobber:4x4", "preset": "none"})
    assert plain.course == type(plain.course)("clobber:4x4") and plain.tests == 100_000
    assert options_of(registry.load("clobber:4x4"), "thesis")["lr"] == plain.course.lr
    assert choose({"game": "clobber", "learner": "alphazero"}) == choose(
        {"game": "clobber", "learner": "alphazero", "preset": "none"}
    )


@pytest.mark.parametrize(
    "given, opponent",
    [
        ({"seat": 0}, "random"),
        ({"best": True}, "random"),
        ({"teacher": "minimax:eval=q"}, "random"),
        ({"way": "results"}, "self"),
        ({"tau": 0.1}, "self"),
        ({"output": "linear"}, "self"),
        ({"output": "linear", "target": 150.0}, "self"),
        ({"opponent": "mc:playouts=2"}, "mc:playouts=2"),
    ],
)
def test_the_preset_gives_way_to_what_is_given(given: dict[str, Any], opponent: str) -> None:
    request = choose({"game": "konane:4x4", **given})
    assert request.opponent == opponent
    made = options_in(request)
    assert {name: made.get(name) for name in given} == given
    words = short_words(request)
    assert choose({"game": "konane:4x4", **read_words(words[2:])}) == request, words


def read_words(words: list[str]) -> dict[str, Any]:
    """Options of a command line, as far as these tests write them."""
    found: dict[str, Any] = {}
    while words:
        flag, *words = words
        name = flag.removeprefix("--").replace("-", "_")
        kind = str if name == "preset" else train_options()[name].kind
        if kind is bool:
            found[name] = True
        else:
            found[name], *words = kind(words[0]), *words[1:]
    return found


def test_a_target_that_a_probability_cannot_reach_is_refused() -> None:
    with pytest.raises(PapamuError, match=r"--target 150 needs another output.*add --preset none"):
        choose({"game": "clobber", "target": 150.0})


def test_the_studies_own_courses_have_the_names_of_the_studies() -> None:
    for spec, name in (
        ("clobber", "clobber-thesis"),
        ("konane", "konane-thesis"),
        ("blokus", "blokus-report"),
    ):
        assert choose({"game": spec, "preset": name}) == choose({"game": spec, "preset": "thesis"})
        assert name in preset_names(spec)
    with pytest.raises(PapamuError, match=r"there is no preset 'clobber-thesis'.*fast, strong, thesis, none"):
        choose({"game": "reversi", "preset": "clobber-thesis"})


def test_a_run_of_0_1_0_is_found_by_its_command(tmp_path: Path) -> None:
    given = {"game": "clobber:3x3", "hidden": "8", "runs": tmp_path}
    old = folder_of(choose({**given, "preset": "none"}))
    assert folder_of(choose_or_find(given)) != old, "there is nothing from 0.1.0"
    old.mkdir()
    (old / "checkpoint.safetensors").touch()
    assert folder_of(choose_or_find(given)) == old
    assert folder_of(choose_or_find({**given, "preset": "fast"})) != old
    about = {"state": "stopped", "command": "papamu train clobber:3x3 --preset none --hidden 8"}
    (old / "progress.json").write_text(json.dumps(about), encoding="utf-8")
    assert folder_of(choose_or_find(given)) != old, "it was begun with a preset's name"


def test_unknown_presets_and_games_that_have_none() -> None:
    with pytest.raises(PapamuError, match=r"there is no preset 'fats' .did you mean 'fast'"):
        choose({"game": "clobber", "preset": "fats"})
    with pytest.raises(PapamuError, match="the preset fast is a course of --learner mlp"):
        choose({"game": "clobber", "preset": "fast", "learner": "alphazero"})
    with pytest.raises(PapamuError, match="which game"):
        choose({"preset": "fast"})
