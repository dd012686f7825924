"""The command line, as a person meets it: in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.kernel.jit import JIT


def papamu(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "papamu", *arguments],
        input=typed, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def answer(*arguments: str, typed: str = "") -> str:
    done = papamu(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_names_every_command() -> None:
    text = answer("--help")
    for command in (
        "games",
        "rules",
        "show",
        "perft",
        "agents",
        "explain",
        "play",
        "replay",
        "bench",
        "warm",
    ):
        assert f"\n  {command} " in text
        assert "Usage" in answer(command, "--help")


def test_version() -> None:
    import papamu as package

    assert answer("--version") == f"papamu {package.__version__}\n"


def test_games() -> None:
    text = answer("games")
    rows = json.loads(answer("games", "--json"))
    assert [row["name"] for row in rows] == ["clobber", "checkers", "reversi", "blokus", "konane"]
    assert all(row["name"] in text for row in rows)


@pytest.mark.parametrize("game", ["clobber", "checkers", "reversi", "blokus", "konane"])
def test_rule_cards(game: str) -> None:
    text = answer("rules", game)
    assert "Notation" in text
    assert "Sizes" in text


def test_perft_as_json() -> None:
    rows = json.loads(answer("perft", "reversi", "--depth", "3", "--json"))
    assert rows == [{"depth": 1, "nodes": 4}, {"depth": 2, "nodes": 12}, {"depth": 3, "nodes": 56}]


def test_perft_for_people() -> None:
    assert answer("perft", "clobber:3x3", "--depth", "2").split() == ["1", "12", "2", "88"]
    divided = answer("perft", "reversi:4x4", "--depth", "2", "--divide")
    assert divided.split()[-2:] == ["total", "12"]
    assert json.loads(answer("perft", "reversi:4x4", "--depth", "2", "--divide", "--json"))[0]["nodes"] == 3
    assert answer("perft", "clobber:1x2", "--depth", "1", "--position", "ox,x").split() == ["1", "1"]
    assert "1,469" in answer("perft", "checkers", "--depth", "4", "--turns")


def test_show(tmp_path: Path) -> None:
    assert "legal moves: a2a1, a2b2" in answer("show", "clobber:2x2")
    shown = json.loads(answer("show", "clobber:2x2", "--moves", "a2a1", "--json"))
    assert (shown["position"], shown["player"], shown["legal"]) == (".o/xx,o", 1, ["b2b1"])
    picture = tmp_path / "board.svg"
    answer("show", "konane:6x6", "--random", "7", "--svg", str(picture))
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_game_from_the_first_word_to_the_last(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = f"help\nhint\n1\nundo\n1\nsave {record}\nquit\n"
    text = answer("play", "clobber:4x4", "--vs", "random", "--seed", "5", typed=typed)
    assert "Black: human (you), moves first" in text
    assert f"Saved to {record}." in text
    assert text.rstrip().endswith("Goodbye.")
    assert "2 moves" in answer("replay", str(record))
    text = answer("play", "blokus:6x6", "--vs", "random", "--seed", "5", "--seat", "4", typed="1\n" * 30)
    assert "wins (Blue" in text or "win (Blue" in text


def test_no_input_at_all_ends_cleanly() -> None:
    assert "Goodbye" in answer("play")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "klobber"], "did you mean 'clobber'"),
        (["perft", "clobber:0x9"], "possible are"),
        (["perft", "checkers,teleport=1"], "name like"),
        (["perft", "checkers:8x8,teleport=1"], "chance"),
        (["show", "reversi", "--position", "xx"], "8 rows of 8"),
        (["show", "reversi", "--moves", "f5 f5"], "not legal"),
        (["show", "reversi", "--svg", "/nowhere/at/all.svg"], "cannot write"),
        (["replay", "/nowhere/at/all.json"], "cannot read"),
        (["play", "clobber", "--seat", "3"], "no seat 3"),
        (["play", "clobber", "--vs", "greddy"], "did you mean 'greedy'"),
        (["explain", "clobber", "mc", "--moves", "zz"], "no clobber move"),
        (["agents", "klobber"], "no game 'klobber'"),
        (["bench", "klobber"], "no game 'klobber'"),
        (["bench", "clobber", "--only", "unct"], "did you mean 'uct'"),
        (["warm", "klobber"], "no game 'klobber'"),
        (["perft", "clobber", "--depth", "0"], "depth"),
        (["play", "clobber", "--seed", "-1"], "seed"),
        (["perft", "checkers", "--divide", "--turns"], "does not go with"),
        (["perft"], "GAME"),
        (["perfd"], "perft"),
        (["show", "clobber:start=x\no"], "no cell"),
    ],
)
def test_mistakes_get_one_clear_line(arguments: list[str], says: str) -> None:
    done = papamu(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("papamu: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not JIT, reason="without the JIT there is nothing to compile")
def test_warm_compiles_with_a_progress_line_for_each_job() -> None:
    done = papamu("warm", "clobber:3x3", "--no-agents")
    assert done.returncode == 0
    assert "compiling 3/3: clobber:3x3: perft" in done.stderr
    assert "Compiled code is kept in" in done.stdout


def test_bench_as_json() -> None:
    rows = json.loads(answer("bench", "clobber:3x3", "--seconds", "0.05", "--no-starts", "--json"))
    assert rows[0]["game"] == "clobber:3x3"
    assert rows[0]["rate"] > 0
    assert rows[0]["unit"] == "games/s"


def test_bench_for_people() -> None:
    head, row, last = answer("bench", "clobber:3x3", "--seconds", "0.05", "--only", "random").splitlines()
    assert head.split()[:3] == ["game", "measured", "ours"]
    assert row.startswith("clobber:3x3 ") and "games/s" in row and row.endswith("none")
    assert last == "targets: 0 hold, 0 missed, 0 not judged"
