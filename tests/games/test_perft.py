"""Move generators against node counts in text files."""

from __future__ import annotations

from pathlib import Path

import pytest

import papamu
from papamu.games.perft import divide, perft
from tests.effort import effort

MOST_NODES = effort(300_000_000, 3_000)  # compiled: every count in the files


def lines() -> list[tuple[str, bool, list[int]]]:
    found = []
    for path in sorted((Path(__file__).parent / "perft").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                spec, _, counts = line.rpartition(": ")
                game, _, turns = spec.partition(" ")
                found.append((game, turns == "turns", [int(count) for count in counts.split()]))
    return found


@pytest.mark.parametrize(("spec", "turns", "counts"), lines(), ids=lambda value: str(value)[:32])
def test_counts(spec: str, turns: bool, counts: list[int]) -> None:
    depth = len(counts)
    while sum(counts[:depth]) > MOST_NODES and depth > 1:
        depth -= 1
    assert perft(papamu.load(spec).start(), depth, turns) == counts[:depth]


def test_divide_adds_up() -> None:
    start = papamu.load("reversi:6x6").start()
    behind = dict(divide(start, 4))
    assert list(behind) == [str(move) for move in start.legal_moves]
    assert sum(behind.values()) == perft(start, 4)[-1]


def test_divide_of_one_ply_is_one_each() -> None:
    assert {nodes for _, nodes in divide(papamu.load("clobber:3x3").start(), 1)} == {1}


def test_chance_is_refused() -> None:
    with pytest.raises(papamu.PapamuError, match="chance"):
        perft(papamu.load("checkers:6x6,teleport=0.1").start(), 2)


def test_a_depth_of_nothing_is_refused() -> None:
    with pytest.raises(papamu.PapamuError, match="1 or more"):
        perft(papamu.load("clobber:3x3").start(), 0)
