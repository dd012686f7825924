"""The Konane thesis as data and as work: what it prints, what we make again, and that it can be run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from papamu.lab.run.cell import Cell, CellContext
from papamu.lab.run.reproduction import cells_of
from papamu.lab.study import Entry, PaperTable
from papamu.papers import find
from papamu.papers.common.published_figures import figures
from papamu.papers.konane.parameters import BLACK, WHITE, Match, TaughtNetwork, TdNetwork, UnsmoothedCurve
from papamu.papers.konane.tables.cells import PLAY
from papamu.papers.konane.tables.evaluations import PLAYERS
from papamu.papers.konane.work.networks import course_of, teach_network

PAPER = find("konane")
TABLES = {table.name: table for table in PAPER.tables("paper")}


def entries(name: str) -> dict[tuple[str, str], Entry]:
    return {(entry.row, entry.column): entry for entry in TABLES[name].entries}


# -- what is printed --------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_round_robins_are_printed_whole(depth: int) -> None:
    """Both sides of a pair make a hundred, and the averages are those of the rows, as in Table 1."""
    printed = {(one.row, one.column): one.share for one in figures("konane", str(1 + depth))}
    levels = {(one.row, one.column): one.share for one in figures("konane", "1")}
    assert len(printed) == 12 * 12
    for row in PLAYERS:
        shares = [printed[row, other] or 0.0 for other in PLAYERS if other != row]
        assert printed[row, "average"] == pytest.approx(sum(shares) / 11, abs=2e-4)
        assert levels[row, f"level {depth}"] == pytest.approx(printed[row, "average"], abs=2e-4)
        for other in PLAYERS:
            if other != row:
                assert (printed[row, other] or 0.0) + (printed[other, row] or 0.0) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "name, row, column, share",
    [
        ("1", "q", "average", 0.6196),
        ("2", "q", "g", 0.80),
        ("2", "i", "q", 0.59),
        ("5", "h", "p", 0.14),
        ("5.1", "A", "best weights", 0.72),
        ("5.1", "B", "best weights", 0.76),
        ("5.1", "C", "best weights", 0.85),
        ("5.1", "teacher", "best weights", 0.83),
        ("figure-10", "C", "while learning", 0.80),
        ("6", "C", "White", 1.0),
        ("7.3", "network", "White", 0.90),
        ("7.3", "network", "Black", 0.76),
        ("7.3", "teacher", "White", 0.87),
        ("7.3", "teacher", "Black", 0.78),
        ("7.5", "8x8, C, depth 2", "best weights", 0.87),
    ],
)
def test_figures_stand_where_the_thesis_has_them(name: str, row: str, column: str, share: float) -> None:
    assert entries(name)[row, column].published == pytest.approx(share)


# -- what is made again -----------------------------------------------------------------------------


def test_every_table_and_figure_is_there() -> None:
    pictures = [f"figure-{number}" for number in (4, *range(6, 18))]  # 5 is the first half of 6
    assert set(TABLES) == {*"12345", "5.1", "6", "7.3", "7.4", "7.5", "8", "9", "beyond", *pictures}
    for scale in ("smoke", "laptop"):
        assert [table.name for table in PAPER.tables(scale)] == list(TABLES)


def test_a_pair_plays_once_for_both_of_its_entries() -> None:
    table = entries("3")
    mine, theirs = table["g", "q"], table["q", "g"]
    assert mine.cell.key == theirs.cell.key and (mine.value, theirs.value) == ("won", "lost")
    pairs = cells_of([TABLES[name] for name in "12345"])
    assert len(pairs) == 4 * 66
    assert {cell.params.games for cell in pairs} == {1_000}


def test_parameters_are_those_of_the_thesis() -> None:
    told = entries("5.1")["C", "best weights"].cell.params
    assert told == TaughtNetwork("4x4", "C", 20, 200_000)
    course = course_of(told, 1)
    assert (course.lr, course.momentum, course.every, course.best) == (0.01, 0.01, 5_000, True)
    assert entries("figure-10")["B", "while learning"].cell.params.hidden == 20
    assert entries("figure-10")["C", "while learning"].cell.params.hidden == 30
    hidden = [entry.cell.params.hidden for entry in TABLES["figure-12"].entries]
    assert hidden == [12, 14, 16, 18, 20, 22, 24, 26, 28]
    assert [entry.cell.params.hidden for entry in TABLES["7.4"].entries] == [14, 20, 26]
    seats = {column: entry.cell.params.seat for (_, column), entry in entries("7.3").items()}
    assert seats == {"Black": BLACK, "White": WHITE}
    assert entries("figure-13")["A", "while learning"].cell.params.games == 1_000_000
    assert entries("figure-14")["C", "while learning"].cell.params.games == 400_000
    assert {entry.cell.params.lr for entry in TABLES["figure-17"].entries} == {0.1}
    assert entries("7.5")["6x6, C, depth 4", "best weights"].cell.params.depth == 4
    assert TABLES["figure-7"].repeats == 10


def test_networks_of_several_tables_learn_once() -> None:
    """Figure 6, Figure 8, and section 5.1 speak of the same networks; Figure 9 of one of them."""
    keys = [{entry.cell.key for entry in TABLES[name].entries} for name in ("figure-6", "figure-8")]
    assert keys[0] == keys[1] < {entry.cell.key for entry in TABLES["5.1"].entries}
    raw = TABLES["figure-9"].entries[0].cell
    same = entries("figure-6")["B", "while learning"].cell
    assert isinstance(raw.params, UnsmoothedCurve) and raw.seed(1) == same.seed(1)


def test_our_own_network_has_no_teacher() -> None:
    for entry in TABLES["beyond"].entries:
        assert isinstance(entry.cell.params, TdNetwork)
    assert TABLES["beyond"].beyond


# -- it runs ----------------------------------------------------------------------------------------


def test_a_match_counts_both_sides_and_seats(tmp_path: Path) -> None:
    def result(**told: Any) -> dict[str, Any]:
        cell = Cell(PLAY, Match("4x4", "minimax:eval=q,depth=1", **told))
        return cell.execute(CellContext(1, tmp_path, lambda share: None))

    found = result(second="random", games=20)
    assert found["won"] + found["lost"] == pytest.approx(1.0)
    assert result(second="random", games=20, seat=WHITE)["won"] == 1.0  # who answers wins on 4x4
    assert result(second="minimax:eval=q,depth=1", games=4, seat=BLACK)["won"] == 0.0


def test_a_network_is_told_with_all_its_opponents(tmp_path: Path) -> None:
    told = TaughtNetwork("4x4", "C", 4, 100, every=50, tests=4)
    found = teach_network(told, CellContext(3, tmp_path, lambda share: None))
    assert {"won", "won_teacher", "won_g", "won_i", "won_black", "won_white", "late"} <= set(found)
    for name in ("curve", "curve_random", "curve_teacher", "curve_g", "curve_i"):
        assert [games for games, _, _ in found[name]] == [50, 100]
    assert found["best_at"] == 100


def test_scales_are_smaller_and_smaller() -> None:
    def work(table: PaperTable) -> float:
        return sum(cell.cost for cell in cells_of([table]))

    for name, paper in TABLES.items():
        laptop, smoke = (
            next(table for table in PAPER.tables(scale) if table.name == name)
            for scale in ("laptop", "smoke")
        )
        assert work(smoke) < work(laptop) <= work(paper)
