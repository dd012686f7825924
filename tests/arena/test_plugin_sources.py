"""Results never outlive the code they came from: games, evaluations and agents of one's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import papamu
from papamu.arena.plan import Plan

ROOT = Path(__file__).parents[2]
AGENT = """
import papamu

@papamu.register_agent
class Mine(papamu.Agent):
    name = "mine"
    title = "always the same place in the list"

    def choose(self, position):
        return position.legal_moves[{place}]
"""


class Deep(papamu.Agent):
    """An agent object with something that its spec does not say."""

    name = "deep"
    title = "for this test"

    def __init__(self, depth: int) -> None:
        super().__init__()
        self.depth = depth

    def choose(self, position: papamu.Position) -> int:
        return position.legal_moves[0]


def match(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    words = ["match", "clobber:3x3", "mine", "first", "--games", "4", "--runs", str(folder / "runs"), *more]
    return subprocess.run(
        [sys.executable, "-m", "papamu", "--plugin", str(folder / "mine.py"), *words],
        env=dict(os.environ), capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_a_changed_agent_is_played_anew_and_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(AGENT.format(place=0))
    first = match(tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Saving to" in first.stderr
    again = match(tmp_path)
    assert "Resuming" in again.stderr
    (tmp_path / "mine.py").write_text(AGENT.format(place=-1))
    changed = match(tmp_path)
    assert "Saving to" in changed.stderr and "Resuming" not in changed.stderr
    assert "mine.py, or a file it imports, has changed" in " ".join(changed.stderr.split())
    assert len(list((tmp_path / "runs").glob("match-clobber-*.sqlite"))) == 2
    (tmp_path / "mine.py").write_text(AGENT.format(place=0))
    assert "Resuming" in match(tmp_path).stderr, "the old code finds its old result"


def test_the_line_that_goes_on_names_the_plug_in(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(AGENT.format(place=0))
    done = match(tmp_path)
    assert f"papamu --plugin {tmp_path / 'mine.py'} match clobber:3x3" in " ".join(done.stderr.split())


def test_agents_that_come_along_have_nothing_to_add() -> None:
    game = papamu.load("clobber:3x3")
    plan = Plan.make(game, [papamu.agent("endgame+uct:sims=5"), papamu.agent("minimax:depth=1")])
    assert "sources" not in plan.about()


def test_agent_objects_of_one_name_are_told_apart() -> None:
    game = papamu.load("clobber:3x3")
    about = [Plan.make(game, [Deep(depth), papamu.agent("first")]).about() for depth in (3, 3, 5)]
    assert about[0] == about[1]
    assert about[0]["agents"] == about[2]["agents"] and about[0]["sources"] != about[2]["sources"]
