"""Boards from search trees: the report's order, what they are worth, files, and `papamu data`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.core.errors import ModelError, PapamuError
from papamu.kernel.jit import JIT
from papamu.learn import board_files
from papamu.learn.tensor_file import write_tensors
from papamu.learn.tree_data import Boards, TreeData, collect_boards
from tests.cli.terminal import Terminal
from tests.effort import effort
from tests.naive import checkers
from tests.naive.report_uct import ReportUct as Naive
from tests.naive.report_uct import preorder

SMALL = TreeData("checkers:4x4,rules=program", rollouts=effort(200, 40), nodes=25, min_visits=3)


def test_boards_are_those_of_the_report_in_its_order() -> None:
    naive = checkers.Checkers(4, rules="program")
    twin = Naive(naive, SMALL.rollouts)
    twin.choose(naive.start())
    assert twin.root is not None
    expected = preorder(twin.root, SMALL.min_visits)[: SMALL.nodes]
    found = collect_boards(SMALL)
    assert found.boards.tolist() == [naive.board(node.state) for node in expected]
    assert found.movers.tolist() == [naive.player(node.state) for node in expected]
    assert found.visits.tolist() == [node.visits for node in expected]
    assert found.utilities[:, 0].tolist() == [node.total / node.visits for node in expected]
    assert (found.utilities[:, 1] == -found.utilities[:, 0]).all()
    assert set(found.players.tolist()) == {0} and found.about["full"] == 0


def test_who_begins_is_drawn_and_the_tree_is_theirs() -> None:
    told = [TreeData("checkers:4x4,first=random", 20, 5, 2, seed=seed) for seed in range(12)]
    players = [int(collect_boards(one).players[0]) for one in told]
    assert set(players) == {0, 1}
    first = collect_boards(told[players.index(1)])
    assert first.movers[0] == 1 and first.visits[0] == 20


@pytest.mark.parametrize("rollout", ["tree", "random"])
@pytest.mark.parametrize("spec", ["clobber:3x4", "blokus:5x5", "reversi:4x4", "checkers:4x4"])
def test_any_game_and_every_order(spec: str, rollout: str) -> None:
    told = TreeData(spec, effort(120, 15), 20, 2, rollout)
    by_order = {
        order: collect_boards(TreeData(spec, told.rollouts, 20, 2, rollout, order))
        for order in ("program", "visits", "random")
    }
    game = papamu.load(spec)
    for found in by_order.values():
        assert found.boards.shape[1:] == (game.rows, game.cols) and 1 <= len(found) <= 20
        assert found.utilities.shape == (len(found), game.num_players)
        assert (found.visits >= 2).all()
    visits = by_order["visits"].visits.tolist()
    assert visits == sorted(visits, reverse=True) and visits[0] == told.rollouts
    assert (by_order["program"].boards[0] == game.start().board).all()


def test_many_trees_grow_all_over_the_game() -> None:
    sims = effort(30, 5)
    one = collect_boards(TreeData("checkers:6x6", sims, 8, 2))
    many = collect_boards(TreeData("checkers:6x6", sims, 40, 2, trees=8, order="visits"))
    assert len(many) <= 40 and many.about["trees"] == 8
    fewest = (many.boards > 0).sum(axis=(1, 2)).min()
    assert fewest < (one.boards > 0).sum(axis=(1, 2)).min()
    assert (
        collect_boards(TreeData("checkers:6x6", sims, 40, 2, trees=8, order="visits")).boards == many.boards
    ).all()


def test_what_cannot_be_has_one_line() -> None:
    with pytest.raises(PapamuError, match="no node has 50 visits: the highest count is 20"):
        collect_boards(TreeData("clobber:3x3", 20, 5, 50))
    with pytest.raises(PapamuError, match="chance"):
        collect_boards(TreeData("checkers:4x4,teleport=0.1", 20, 5, 2, "random"))
    assert len(collect_boards(TreeData("checkers:4x4,teleport=0.1", 20, 5, 2))) == 5
    with pytest.raises(PapamuError, match="did you mean 'visits'"):
        TreeData("clobber:3x3", order="visit")
    with pytest.raises(PapamuError, match="min-visits cannot be 0"):
        TreeData("clobber:3x3", min_visits=0)


def same(one: Boards, other: Boards) -> bool:
    names = ("boards", "movers", "utilities", "visits", "players")
    alike = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)
    return alike and one.game == other.game and one.about == other.about


def test_files(tmp_path: Path) -> None:
    found = collect_boards(SMALL)
    path = tmp_path / "boards.safetensors"
    board_files.save(found, path)
    assert same(board_files.load(path), found)
    write_tensors(path, {"kind": "mlp"}, {})
    with pytest.raises(ModelError, match="holds no boards"):
        board_files.load(path)
    write_tensors(path, {"kind": "boards", "game": "checkers:6x6"}, {"visits": np.zeros(3, dtype=np.int64)})
    with pytest.raises(ModelError, match="damaged"):
        board_files.load(path)
    with pytest.raises(ModelError, match="there is no"):
        board_files.load(tmp_path / "none.safetensors")


def test_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = collect_boards(SMALL)
    path = tmp_path / "boards.parquet"
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        with pytest.raises(PapamuError, match=r"pip install -e '\.\[parquet\]'"):
            board_files.save(found, path, "parquet")
        return
    board_files.save(found, path, "parquet")
    assert same(board_files.load(path), found)
    path.write_bytes(b"nothing")
    with pytest.raises(ModelError, match="damaged"):
        board_files.load(path)


def test_the_command(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "out.safetensors"
    words = f"data checkers:4x4 --rollouts 40 --nodes 1000 --min-visits 2 --out {path}".split()
    seen = terminal(*words)
    assert seen.code == 0, seen.err
    assert "fewer than the 1,000 requested" in seen.out
    facts = json.loads(terminal(*words, "--json").out)
    assert facts["boards"] == len(board_files.load(path)) < facts["wanted"] == 1000
    wrong = terminal("data", "checkers:4x4", "--rollouts", "10", "--min-visits", "11")
    assert wrong.code == 2 and wrong.err.strip().splitlines()[-1].endswith("the highest count is 10")
    if not JIT:
        return  # to fill a tree takes too long in the interpreter
    small = terminal("data", "checkers:8x8", "--rollouts", "200", "--megabytes", "1", "--out", str(path))
    assert small.code == 0 and "the tree was full" in small.out
