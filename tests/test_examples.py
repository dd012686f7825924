"""Every script in `examples/` runs as it stands, in a folder of the test's own, and does what it promises.

The notebook among them is run cell by cell in `tests/test_notebook.py`; code in documents is in `tests/docs`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import papamu

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"

# Those that other tests run: where, and a line of that file which is only there as long as it does.
RUN_ELSEWHERE = {
    "breakthrough.py": ("tests/test_plugins_everywhere.py", 'FILES = ("breakthrough",'),
    "ffo.py": ("tests/search/test_solve_reversi.py", "ffo.main([str(number)"),
    "hopeful_agent.py": ("tests/test_plugins_everywhere.py", '"hopeful_agent")'),
    "konane_edges.py": ("tests/test_plugins_everywhere.py", '"konane_edges",'),
    "notebook.py": ("tests/test_notebook.py", '"notebook.py"'),
}
RUN_HERE: set[str] = set()

Test = Callable[..., None]


def runs(script: str) -> Callable[[Test], Test]:
    """Marks the test that runs a script."""
    RUN_HERE.add(script)
    return lambda test: test


def run(script: str, *arguments: str, folder: Path) -> str:
    """What a script prints. It begins in an empty folder, and what it keeps for the user is kept there too."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *arguments],
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
        env=os.environ | {"PAPAMU_HOME": str(folder / "home"), "COLUMNS": "200"},
    )  # fmt: skip
    assert done.returncode == 0, f"{script} {' '.join(arguments)}: {done.stderr}"
    return done.stdout


def files(folder: Path) -> set[str]:
    """Everything that was written, by its path in the folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def games_won(agent: str, said: str) -> list[tuple[int, int, int]]:
    """Games won, drawn and lost by an agent, in each match that was printed."""
    found = re.findall(rf"^{re.escape(agent)} +(\d+) +(\d+) +(\d+) +\d+\.\d %", said, re.MULTILINE)
    return [(int(won), int(drawn), int(lost)) for won, drawn, lost in found]


def test_every_script_is_run_by_a_test() -> None:
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert scripts == RUN_HERE | RUN_ELSEWHERE.keys(), (
        "a script that no test runs, or a test without its script"
    )
    assert not RUN_HERE & RUN_ELSEWHERE.keys()
    for script, (file, line) in RUN_ELSEWHERE.items():
        assert line in (ROOT / file).read_text(encoding="utf-8"), f"{file} does not run {script} any more"


# -- games and proofs -------------------------------------------------------------------------------------


@runs("nim.py")
def test_a_game_of_your_own(tmp_path: Path) -> None:
    assert "positions checked" in run("nim.py", folder=tmp_path)


@runs("never_loses.py")
def test_who_never_loses(tmp_path: Path) -> None:
    assert "it never loses" in run("never_loses.py", "clobber:2x4", "solve", folder=tmp_path)
    assert "lines are not won" in run("never_loses.py", "clobber:2x5", "first", folder=tmp_path)
    second_player_wins = run("never_loses.py", "clobber:2x3", "solve", folder=tmp_path)
    assert "lines are not won" in second_player_wins


# -- everyday jobs ----------------------------------------------------------------------------------------


@runs("learning_curve.py")
@pytest.mark.large
def test_three_seeds_and_their_mean_curve(tmp_path: Path) -> None:
    said = run("learning_curve.py", "--game", "clobber:4x4", "--games", "3000", folder=tmp_path)
    assert len(re.findall(r"^ +[123]  random +1000 ", said, re.MULTILINE)) == 3, (
        "a row of test games per seed"
    )
    csv, picture = tmp_path / "runs" / "learning_curve.csv", tmp_path / "runs" / "learning_curve.svg"
    table = np.genfromtxt(csv, delimiter=",", names=True)
    assert table.dtype.names == ("games", "mean", "seed_1", "seed_2", "seed_3")
    seeds = np.array([table[f"seed_{seed}"] for seed in (1, 2, 3)])
    assert np.allclose(table["mean"], seeds.mean(axis=0), atol=1e-5) and (seeds.std(axis=0) > 0).any()
    assert table["games"][-1] == 3000
    assert table["mean"][-10:].mean() > 0.75 > table["mean"][0], "they have learned"
    assert picture.read_text(encoding="utf-8").count("<polyline") == 4, "three seeds and their mean"
    assert {name.partition("/")[0] for name in files(tmp_path)} == {"runs"}


@runs("td_learning.py")
@pytest.mark.large
def test_td_learning_beats_chance(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    said = run("td_learning.py", "--games", "1500", folder=tmp_path)
    ((before, *_),), ((after, drawn, lost),) = games_won("untrained", said), games_won("td", said)
    assert after + drawn + lost == 400
    assert after > 230 > before, "of 400; equal players win more than 230 in one of 800 matches"
    assert not files(tmp_path)


@runs("labelled_positions.py")
@pytest.mark.large
def test_labelled_positions_can_be_read_again(tmp_path: Path) -> None:
    said = run("labelled_positions.py", "60", folder=tmp_path)
    assert "<60 positions of reversi:8x8, valued by minimax:depth=6>" in said
    assert files(tmp_path) == {"runs/positions.npz"}
    game = papamu.load("reversi")
    with np.load(tmp_path / "runs" / "positions.npz") as saved:
        positions = [game.from_text(str(text)) for text in saved["texts"]]
        assert len(set(positions)) == 60 and saved["planes"].dtype == np.float32
        assert (saved["planes"] == [position.planes() for position in positions]).all()
        values = papamu.agent("minimax:depth=6", seed=1).values(positions)
        assert (saved["labels"] == values).all() and len(set(values)) > 20


@runs("tournament.py")
@pytest.mark.large
def test_a_tournament_with_own_players(tmp_path: Path) -> None:
    said = run("tournament.py", "--games", "20", folder=tmp_path)
    rows = re.findall(r"│ (\d) │ (\S+) +│ +([+-]\d+) │", said)
    assert {name for _, name, _ in rows} == {"careful", "few_replies", "first", "random", "mc:playouts=20"}
    elo = {name: int(rating) for _, name, rating in rows}
    assert elo["mc:playouts=20"] > elo["few_replies"] > elo["random"] < elo["careful"]
    assert "mc:playouts=20 is first with" in said
    records = [papamu.Record.load(path) for path in (tmp_path / "runs" / "tournament").iterdir()]
    assert len(records) == len(files(tmp_path)) == 80, "its games against four others, and nothing else"
    assert all("mc:playouts=20" in record.players for record in records)


@runs("game_review.py")
@pytest.mark.large
def test_a_review_finds_the_move_that_lost(tmp_path: Path) -> None:
    said = run("game_review.py", folder=tmp_path)
    assert "reviewed by solve, 4 mistakes" in said
    played = re.search(
        r"^Here (\w+) played (\w+) \(-1\.00\); (\w+) was better \(\+1\.00\)\.$", said, re.MULTILINE
    )
    assert played is not None
    player, worse, better = played.groups()
    record = papamu.match("clobber:4x5", "mc:playouts=20", "random", games=2, seed=3).records()[0]
    before = next(one.parent for one in record.replay().line if one.parent and str(one.move) == worse)
    assert str(before) in said and f"{player} to move" in said
    values = {move: papamu.agent("solve").values(before.play(move))[0] for move in (worse, better)}
    assert values == {worse: 1.0, better: -1.0}, "for the opponent, who moves next"

    record.save(tmp_path / "game.json")
    estimated = run("game_review.py", "game.json", "--agent", "mc:playouts=50", folder=tmp_path)
    assert f"{len(record.moves)} moves reviewed by mc" in estimated
    assert files(tmp_path) == {"game.json"}


@runs("saved_model.py")
@pytest.mark.large
def test_a_saved_model_plays_by_name_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    said = run("saved_model.py", "--name", "clever", "--positions", "4000", "--games", "200", folder=tmp_path)
    in_python, in_shell = games_won("mlp:clever", said)
    assert in_python == in_shell and sum(in_python) == 200, "the same games in Python and in the shell"
    assert in_python[0] > 120
    written = files(tmp_path)
    assert "home/models/clever.safetensors" in written
    assert {name.partition("/")[0] for name in written} == {"home", "runs"}
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    again = papamu.match("clobber:4x4", "mlp:clever", "random", games=200)
    assert round(again.tally().score * 200) == in_python[0]


@runs("published_table.py")
@pytest.mark.large
def test_a_published_table(tmp_path: Path) -> None:
    said = run("published_table.py", folder=tmp_path)
    assert "51.4 / 46.0" in said and "These figures can neither agree nor disagree" in said
    assert re.search(r"^5\.1 +is only tried +2 ", said, re.MULTILINE), "the row of the agreement"
    assert {name.partition("/")[0] for name in files(tmp_path)} == {"runs"}
