"""The program itself: help, version, and mistakes in one line, in a process of its own."""

from __future__ import annotations

import pytest

import papamu as package
from papamu.cli import COMMANDS, app, load_commands
from tests.cli.process import answer, papamu
from tests.cli.terminal import Terminal

COMMAND_NAMES = (
    "games", "rules", "perft", "warm", "bench", "show", "replay", "agents", "explain", "play", "players",
    "match", "tournament", "statistics", "solve", "data", "papers", "reproduce", "report", "train", "maps",
    "serve", "ladder",
)  # fmt: skip


def test_help_names_every_command() -> None:
    lines = answer("--help").partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in lines] == list(COMMAND_NAMES)
    assert not [line for line in lines if line.endswith("...")], "a summary is one short line"


@pytest.mark.parametrize("command", COMMAND_NAMES)
def test_every_command_explains_itself(command: str, terminal: Terminal) -> None:
    seen = terminal(command, "--help")
    assert seen.code == 0
    assert f"Usage: papamu {command} [OPTIONS]" in seen.out


def test_a_command_is_in_the_file_of_its_name() -> None:
    load_commands()
    modules = {command.callback.__module__ for command in app.registered_commands if command.callback}
    assert modules == {f"papamu.cli.{name}" for name in COMMANDS}


def test_version() -> None:
    assert answer("--version") == f"papamu {package.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "klobber"], "did you mean 'clobber'"),
        (["perft", "clobber:0x9"], "valid sizes are"),
        (["perft", "checkers,teleport=1"], "name like"),
        (["perft", "checkers:8x8,teleport=1"], "chance"),
        (["show", "reversi", "--position", "xx"], "8 rows of 8"),
        (["show", "reversi", "--moves", "f5 f5"], "not legal"),
        (["show", "reversi", "--svg", "/nowhere/at/all.svg"], "cannot write"),
        (["replay", "/nowhere/at/all.json"], "cannot read"),
        (["play", "clobber", "--seat", "3"], "no seat 3"),
        (["play", "clobber", "--vs", "greddy"], "did you mean 'greedy'"),
        (["explain", "clobber", "mc", "--moves", "zz"], "not a clobber move"),
        (["agents", "klobber"], "no game 'klobber'"),
        (["bench", "klobber"], "no game 'klobber'"),
        (["bench", "clobber", "--only", "unct"], "did you mean 'uct'"),
        (["warm", "klobber"], "no game 'klobber'"),
        (["perft", "clobber", "--depth", "0"], "depth"),
        (["play", "clobber", "--seed", "-1"], "seed"),
        (["perft", "checkers", "--divide", "--turns"], "cannot be combined with"),
        (["perft"], "GAME"),
        (["perfd"], "perft"),
        (["show", "clobber:start=x\no"], "not a cell"),
    ],
)
def test_mistakes_get_one_clear_line(arguments: list[str], says: str) -> None:
    done = papamu(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("papamu: ")
    assert len(done.stderr.splitlines()) == 1
