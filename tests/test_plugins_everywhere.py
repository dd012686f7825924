"""A sixth game, an evaluation and an agent as files outside the package, in every command.

They are the files of `examples/`, copied so that they can be edited. The browser is in `web/test_plugins_page.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = ("breakthrough", "konane_edges", "hopeful_agent")
GAME = "breakthrough:5x3"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("own")
    for name in FILES:
        shutil.copy(ROOT / "examples" / f"{name}.py", found)
    return found


def papamu(
    folder: Path, *words: str, typed: str = "", compiled: bool = True
) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with all three files; trainings of a few games are not worth compiling."""
    named = [word for name in FILES for word in ("--plugin", f"{name}.py")]
    done = subprocess.run(
        [sys.executable, "-m", "papamu", *named, *words],
        cwd=folder, input=typed, capture_output=True, text=True, timeout=600, check=False,
        env=os.environ | {"COLUMNS": "200", "PAPAMU_PLUGINS": "", "PAPAMU_HOME": str(folder / "home")}
        | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"}),
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done


COMMANDS = {
    "games": (["games"], "breakthrough"),
    "rules": (["rules", "breakthrough"], "Who first reaches the opposite row wins"),
    "perft": (["perft", "breakthrough:6x6", "--depth", "3"], "4,308"),
    "show": (["show", GAME, "--random", "3", "--seed", "1"], "6 legal moves"),
    "agents": (["agents", GAME], "hopeful"),
    "evaluations": (["agents", "konane:4x4"], "edges"),
    "explain": (["explain", GAME, "minimax:eval=mobility,depth=1", "--json"], "\"evaluation 'mobility'"),
    "explain own": (
        ["explain", "konane:4x4", "minimax:eval=edges,depth=1", "--json"],
        "\"evaluation 'edges'",
    ),
    "match": (["match", GAME, "hopeful", "random", "--games", "4"], "hopeful"),
    "match eval": (
        ["match", "konane:4x4", "ab:eval=edges,depth=2,ms=0", "random", "--games", "4"],
        "eval=edges",
    ),
    "tournament": (["tournament", GAME, "hopeful", "random", "first", "--games", "2"], "hopeful"),
    "solve": (["solve", GAME], "Black wins"),
    "ladder": (["ladder", GAME], "breakthrough"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_knows_them(folder: Path, name: str) -> None:
    words, said = COMMANDS[name]
    assert said in papamu(folder, *words).stdout


def test_a_game_in_the_terminal(folder: Path) -> None:
    done = papamu(
        folder, "play", GAME, "--vs", "hopeful", "--seat", "1", "--seed", "1", typed="a2a3\nhint\nquit\n"
    )
    assert "a2a3" in done.stdout and "hopeful" in done.stdout


def test_training_with_an_own_teacher_and_its_network_plays(folder: Path) -> None:
    teach = ["train", "konane:4x4", "--teacher", "minimax:eval=edges,depth=1", "--target", "1", "--lost", "0"]
    made = papamu(
        folder, *teach, "--activation", "sigmoid", "--games", "5", "--tests", "2", "--json", compiled=False
    )
    assert "eval=edges" in json.loads(made.stdout)["teacher"]
    own = papamu(
        folder, "train", GAME, "--preset", "fast", "--games", "5", "--tests", "2", "--json", compiled=False
    )
    model = json.loads(own.stdout)["model"]
    assert "mlp" in papamu(folder, "match", GAME, f"mlp:{model}", "random", "--games", "4").stdout


def test_a_changed_rule_never_shows_an_old_result(folder: Path) -> None:
    match = ["match", GAME, "random", "random", "--games", "40", "--json"]
    train = ["train", GAME, "--preset", "fast", "--games", "10", "--tests", "4", "--json"]
    runs = [
        json.loads(papamu(folder, *match).stdout),
        json.loads(papamu(folder, *train, compiled=False).stdout),
    ]
    path = folder / "breakthrough.py"
    text = path.read_text(encoding="utf-8")
    try:  # who moved last now loses
        path.write_text(
            text.replace(
                "out[loser] = -1.0\n    out[1 - loser] = 1.0", "out[loser] = 1.0\n    out[1 - loser] = -1.0"
            )
        )
        changed, trained = papamu(folder, *match), papamu(folder, *train, compiled=False)
    finally:
        path.write_text(text, encoding="utf-8")
    assert "has changed: starting from scratch" in changed.stderr and "has changed" in trained.stderr
    before, after = runs[0]["wins"], json.loads(changed.stdout)["wins"]
    assert before == after[::-1] != after
    assert json.loads(trained.stdout)["model"] != runs[1]["model"]
    assert "Resuming" in papamu(folder, *match).stderr, "the old rule finds its old games"
