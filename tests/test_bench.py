"""What the bench reports and how it judges; how fast anything is, no test asks."""

from __future__ import annotations

import pytest

from papamu import PapamuError, bench


def test_a_known_game_however_it_is_spelled() -> None:
    (row,) = bench.run(["clobber"], seconds=0.01, openspiel=False, starts=False)
    assert row.game == "clobber:6x6"
    assert row.measured == "random games"
    assert row.games_per_second is not None and row.games_per_second > 0
    assert row.plies_per_game is not None and 18 < row.plies_per_game < 28  # 22.85 on average
    assert row.target == "at least 20× (aim 40×)"
    assert row.ratio is None and row.holds is None  # nothing to compare with


def test_a_game_without_target() -> None:
    (row,) = bench.run(["clobber:3x3"], seconds=0.01, openspiel=False, starts=False)
    assert row.game == "clobber:3x3"
    assert row.target is None and row.holds is None


@pytest.mark.parametrize(
    "case, rate, ratio, target, holds",
    [
        (bench.Case("x", "y", ratio=20, aim=40), 1.0, 20.0, "at least 20× (aim 40×)", True),
        (bench.Case("x", "y", ratio=20), 1e9, 19.9, "at least 20×", False),
        (bench.Case("x", rate=100_000), 100_000.0, None, "at least 100,000 games/s", True),
        (
            bench.Case("x", rate=1_000, aim=7_400),
            999.0,
            None,
            "at least 1,000 games/s (aim 7,400 games/s)",
            False,
        ),
    ],
)
def test_judgement(case: bench.Case, rate: float, ratio: float | None, target: str, holds: bool) -> None:
    assert bench._judged(case, rate, ratio) == (target, holds)


@pytest.mark.jit
def test_starts() -> None:
    cold, warm = list(bench.run(["clobber:3x3"], seconds=0.01, openspiel=False))[1:]
    assert (cold.measured, warm.measured) == ("cold start", "warm start")
    assert cold.seconds is not None and warm.seconds is not None and cold.seconds > warm.seconds > 0


def test_no_time_to_measure() -> None:
    with pytest.raises(PapamuError, match="above 0"):
        next(bench.run(seconds=0))
