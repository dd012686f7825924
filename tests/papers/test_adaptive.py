"""The proof that adaptive agents settle, as a study of the laboratory: small enough for a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from papamu.core.errors import AgentError
from papamu.lab.compare.comparison import compare
from papamu.lab.compare.sentences import sentence, tables_that
from papamu.lab.compare.verdicts import verdict
from papamu.lab.run.cell import Cell, CellContext, Work
from papamu.lab.run.runner import Outcome
from papamu.lab.study import Aim, Entry, PaperTable
from papamu.papers import find
from papamu.papers.adaptive.parameters import AdaptiveGames, FullStrengthGames
from papamu.papers.adaptive.tables.scale import GAMES, STEPS
from papamu.papers.adaptive.work.simulated_people import play_adaptive_games, play_full_strength_games


def task(seed: int = 1) -> CellContext:
    return CellContext(seed, Path("unused"), lambda share: None)


@pytest.mark.jit
def test_it_settles_against_random() -> None:
    for share in (0.5, 0.7):
        found = [
            play_adaptive_games(
                AdaptiveGames("clobber:5x5", "mc:playouts=20", "random", share, 120), task(seed)
            )
            for seed in range(4)
        ]
        assert sum(one["won"] for one in found) / 4 == pytest.approx(share, abs=0.06)
    assert (
        play_full_strength_games(FullStrengthGames("clobber:5x5", "mc:playouts=20", "random", 60), task())[
            "won"
        ]
        > 0.85
    )


def test_a_person_is_the_same_with_the_same_seed() -> None:
    told = AdaptiveGames("clobber:3x3", "mc:playouts=2", "random", games=10, settling=4, every=5)
    first, again, other = (
        play_adaptive_games(told, task()),
        play_adaptive_games(told, task()),
        play_adaptive_games(told, task(2)),
    )
    assert first == again != other
    assert [point[0] for point in first["curve"]] == [5, 10]
    assert first["games"] == 6
    assert 0.0 <= first["won"] <= 1.0


def test_four_players_go_round() -> None:
    told = AdaptiveGames("blokus:5x5", "mc:playouts=1", "random", games=4, settling=0, every=4)
    found = play_adaptive_games(told, task())
    assert found["won"] == found["curve"][0][1]
    assert (6 * found["won"] * 4) == pytest.approx(round(6 * found["won"] * 4))  # sixths of games


def test_who_cannot_be_compiled_cannot_be_simulated() -> None:
    for base, person in (("uct:ms=5", "random"), ("mc", "uct:ms=5")):
        with pytest.raises(AgentError, match="cannot be compiled"):
            play_adaptive_games(
                AdaptiveGames("clobber:3x3", base, person, games=2, settling=0, every=1), task()
            )


def test_the_proof_is_what_the_issue_asks_for() -> None:
    tables = find("adaptive").tables("paper")
    by_name = {table.name: table for table in tables}
    assert set(GAMES) <= set(by_name)
    for name in GAMES:
        table = by_name[name]
        assert table.rows == list(STEPS) and len(STEPS) == 8
        assert (STEPS[0], STEPS[-1]) == ("random", "uct:sims=5000")
        assert table.repeats == 10
        assert table.aim == Aim(0.06, "at full strength")
        told = table.entries[0].cell.params
        assert (told.games, told.settling, told.share, table.entries[0].published) == (120, 20, 0.5, 0.5)
    assert {game.split(":")[0] for game in GAMES.values()} == set(GAMES)


# -- judging an aim ---------------------------------------------------------------------------


def judged(shares: dict[str, tuple[float, float]]) -> str:
    """What is said of rows with these figures: settled, and at full strength."""
    entries, outcomes = [], {}
    for row, figures in shares.items():
        for column, share in zip(("score", "full"), figures, strict=True):
            cell = Cell(Work.of("none:none"), FullStrengthGames(row, column, "", 1))
            entries.append(Entry(row, column, cell, published=0.5 if column == "score" else None))
            outcomes[cell.key] = Outcome({"won": share}, 1.0, "here", "now")
    table = PaperTable("t", "", tuple(entries), 100, 0, aim=Aim(0.06, "full"))
    found = compare(table, outcomes)
    assert found.only_games
    assert sentence(found).startswith(f"t {verdict(found)}: ")
    return sentence(found)


def test_an_aim_holds_if_every_row_in_reach_is_near() -> None:
    assert judged({"a": (0.56, 0.9), "b": (0.44, 0.5)}) == (
        "t holds: 2 of 2 entries within 6 points of the target; furthest from it a / score (56.0 %)."
    )
    assert "t does not hold: 1 of 2" in judged({"a": (0.57, 0.9), "b": (0.5, 0.9)})
    beyond = judged({"a": (0.5, 0.9), "b": (0.3, 0.4)})
    assert "t holds: 1 of 1" in beyond
    assert beyond.endswith("out of reach even at full strength: b.")
    assert judged({"b": (0.3, 0.4)}).startswith("t is out of reach: 0 of 0")
    assert tables_that("holds", 2) == "tables hold"
