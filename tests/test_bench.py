"""What the bench reports and how it judges; how fast anything is, no test asks."""

from __future__ import annotations

import pytest

from papamu import PapamuError, bench
from papamu.bench import Case, Goal, Row, startup
from papamu.bench import matches as working
from papamu.bench import minimax as looking
from papamu.bench import playouts as playing
from papamu.bench.cases import SIMS
from papamu.games.registry import load
from papamu.search.evaluations.contract import evaluate
from papamu.search.evaluations.konane import konane_function
from papamu.search.exact.reversi.ffo_positions import PROBLEMS
from papamu.search.mcts import uct
from tests.effort import effort


def test_a_known_game_however_it_is_spelled() -> None:
    (row,) = bench.run(["clobber"], seconds=0.01, others=False, only=["random"])
    assert row.game == "clobber:6x6"
    assert row.measured == "random games"
    assert row.rate is not None and row.rate > 0
    assert row.unit == "games/s"
    assert row.plies_per_game is not None and 18 < row.plies_per_game < 28  # 22.85 on average
    assert (row.target, row.aim) == ("at least 20×", "40×")
    assert row.ratio is None and row.holds is None and row.aim_holds is None  # nothing to compare with


def test_a_game_without_target() -> None:
    (row,) = bench.run(["clobber:3x3"], seconds=0.01, others=False, only=["random", "match", "solve"])
    assert row.game == "clobber:3x3"
    assert row.target is None and row.holds is None and row.aim is None


@pytest.mark.parametrize(
    "goal, row, target, holds, aim, aim_holds",
    [
        (Goal("ratio", 20, 40), Row("x", "y", ratio=20.0), "at least 20×", True, "40×", False),
        (Goal("ratio", 20), Row("x", "y", rate=1e9, ratio=19.9), "at least 20×", False, None, None),
        (Goal("ratio", 20, 40), Row("x", "y", rate=1e9, unit="games/s"), "at least 20×", None, "40×", None),
        (
            Goal("rate", 100_000, 200_000),
            Row("x", "y", rate=200_000.0, unit="games/s"),
            "at least 100,000 games/s",
            True,
            "200,000 games/s",
            True,
        ),
        (
            Goal("rate", None, 7_400),
            Row("x", "y", rate=7_399.0, unit="simulations/s"),
            None,
            None,
            "7,400 simulations/s",
            False,
        ),
        (Goal("seconds", 60, 10), Row("x", "y", seconds=10.0), "under 60 s", True, "10 s", False),
        (Goal("seconds", 0.5), Row("x", "y", seconds=0.5), "under 0.5 s", False, None, None),
    ],
)  # fmt: skip
def test_judgement(
    goal: Goal, row: Row, target: str | None, holds: bool | None, aim: str | None, aim_holds: bool | None
) -> None:
    judged = goal.judge(row)
    assert (judged.target, judged.holds, judged.aim, judged.aim_holds) == (target, holds, aim, aim_holds)
    assert (judged.game, judged.ratio, judged.rate) == (row.game, row.ratio, row.rate)


def test_a_search_is_so_many_simulations_from_an_empty_tree() -> None:
    search = playing.OurSearch(load("clobber:3x3"))
    search.play(effort(3, 1))
    assert uct.simulations(search.policy) == SIMS


@pytest.mark.large
def test_simulations_of_any_game_if_they_are_asked_for() -> None:
    (row,) = bench.run(["clobber:3x3"], seconds=0.01, others=False, only=["uct"])
    assert (row.measured, row.unit, row.target) == ("uct, 5,000 sims", "simulations/s", None)
    assert row.rate is not None and row.rate > 0


def test_minimax_searches_the_same_nodes_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "POSITIONS", effort(64, 3))
    search = looking.Looking(load("konane:8x8"), "q", 2)
    search.play(1)
    once = search.nodes
    search.play(2)
    assert search.nodes == once > len(search.states)
    row = looking.compare(Case("konane:4x4", "minimax", evaluation="q", depth=2), seconds=0.01)
    assert (row.measured, row.unit, row.target) == ("minimax, 2 plies", "nodes/s", None)
    assert row.rate is not None and row.rate > 0


def test_what_is_counted_when_evaluations_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "POSITIONS", effort(64, 3))
    counts = looking.Counts(load("konane:8x8"))
    counts.play(2)
    rules = counts.rules
    by_hand = sum(
        evaluate(konane_function(own), rules, state, at & 1)
        + evaluate(konane_function(theirs), rules, state, at & 1)
        for at, state in enumerate(counts.states)
        for own, theirs in ("gh", "mn")
    )
    assert counts.total == 2 * by_hand
    (row,) = bench.run(["konane"], seconds=0.01, others=False, only=["evaluate"])
    assert (row.game, row.measured, row.unit) == ("konane:8x8", "moves, movable", "boards/s")
    assert (row.target, row.aim) == ("at least 10,000,000 boards/s", "20,000,000 boards/s")


def test_a_match() -> None:
    row = working.match(Case("clobber:3x3", "match", Goal("seconds", 1e9)), games=10)
    assert (row.measured, row.unit, row.target, row.holds) == (
        "10 games",
        "games/s",
        "under 1,000,000,000 s",
        True,
    )
    assert row.seconds is not None and row.seconds > 0
    assert row.rate == pytest.approx(10 / row.seconds)


def test_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("konane:4x4", "solve", Goal("seconds", 1000))
    monkeypatch.setattr(working, "MEGABYTES", 4)
    row = working.solve(case)
    assert (row.measured, row.holds) == ("solve", True)
    assert row.seconds is not None and row.nodes is not None and row.seconds > 0 and row.nodes > 0
    monkeypatch.setattr(working, "peak_megabytes", lambda: 4097.0)  # quick, but with too much memory
    assert working.solve(case).holds is False


def test_cases_are_possible() -> None:
    for case in bench.CASES:
        game = load(case.spec)
        assert case.kind in bench.KINDS
        assert case.problem is None or game.from_text(PROBLEMS[case.problem][0])


@pytest.mark.jit
def test_starts() -> None:
    cold, warm = bench.run(["clobber:3x3"], seconds=0.01, others=False, only=["starts"])
    assert (cold.measured, warm.measured) == ("cold start", "warm start")
    assert (cold.target, warm.target) == ("under 6 s", "under 0.5 s")
    assert cold.seconds is not None and warm.seconds is not None and cold.seconds > warm.seconds > 0


def test_cold_replies_are_those_of_every_level_that_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def run(code: str, cache: str, *words: str) -> float:
        asked.append(words)
        return 1.0

    monkeypatch.setattr(startup, "_run", run)
    rows = list(bench.run(["blokus"], seconds=0.01, others=False, only=["replies"]))
    assert [row.measured for row in rows][:3] == [
        "cold Beginner",
        "cold Easy",
        "cold Medium",
    ]
    assert len(rows) == len(asked) and ("blokus", "mc:playouts=20") in asked


@pytest.mark.parametrize(
    "games, seconds, only, says",
    [
        (None, 0, None, "above 0"),
        (None, 1, ["unct"], "did you mean 'uct'"),
        (["clobber:3x3"], 1, ["solve"], "nothing to solve"),
    ],
)
def test_mistakes(games: list[str] | None, seconds: float, only: list[str] | None, says: str) -> None:
    with pytest.raises(PapamuError, match=says):
        next(bench.run(games, seconds, only=only))
