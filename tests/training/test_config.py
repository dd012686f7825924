"""Options in a TOML file: what was saved names the very same run; what is typed beats it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from papamu.core.errors import PapamuError
from papamu.training.config import read_config, save_config, to_toml
from papamu.training.presets.registry import choose
from papamu.training.train import folder_of
from tests.cli.terminal import Terminal


@pytest.mark.parametrize(
    "options",
    [
        {"game": "clobber:3x3"},
        {"game": "konane:4x4", "preset": "thesis"},
        {"game": "blokus:5x5", "preset": "thesis", "seed": 7},
        {"game": "reversi:4x4", "preset": "strong", "stop_dead": True},
        {"game": "clobber:3x3", "learner": "alphazero", "sims": 12, "lr": 1e-3},
    ],
)
def test_a_saved_course_is_the_same_run(tmp_path: Path, options: dict[str, object]) -> None:
    request, file = choose(options), tmp_path / "course.toml"
    save_config(request, file)
    again = choose(read_config(file))
    assert again == request and folder_of(again) == folder_of(request)


@pytest.mark.parametrize(
    "text, said",
    [
        ("hiden = '8'", "there is no option 'hiden' (did you mean 'hidden'?)"),
        ("games = 2.5", "games cannot be 2.5: it takes a whole number"),
        ("game = 3", "game cannot be 3: it takes a text"),
        ("games = ", "is not a TOML file"),
        ("[learning]\nlr = 1", "there is no option 'learning'"),
    ],
)
def test_wrong_files(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PapamuError) as error:
        read_config(file)
    assert said in str(error.value) and len(str(error.value).splitlines()) == 1
    with pytest.raises(PapamuError, match="cannot read"):
        read_config(tmp_path / "none.toml")


def test_texts_survive() -> None:
    import tomllib

    values = {"a": 'say "é\\n\x7f"', "b": 2e-05, "c": True, "d": -3, "e": 1e22}
    assert tomllib.loads(to_toml(values)) == values


def test_the_command_line_beats_the_file_and_the_file_the_preset(tmp_path: Path, terminal: Terminal) -> None:
    file, saved = tmp_path / "mine.toml", tmp_path / "all.toml"
    text = 'game = "clobber:2x3"\npreset = "fast"\nhidden = [6]\ngames = 50\nlr-end = 0.01\n'
    file.write_text(text, encoding="utf-8")
    words = [
        "train",
        "--config",
        str(file),
        "--games",
        "10",
        "--tests",
        "2",
        "--runs",
        str(tmp_path),
        "--json",
    ]
    seen = terminal(*words, "--save-config", str(saved))
    assert seen.code == 0, seen.err
    course = json.loads(seen.out)["course"]
    assert (course["games"], course["hidden"], course["lr_end"], course["encoding"]) == (10, [6], 0.01, "3x3")
    again = terminal("train", "--config", str(saved), "--runs", str(tmp_path))
    assert again.code == 0 and "This was trained before" in again.out
    assert terminal("train").code == 2
