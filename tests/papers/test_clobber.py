"""The Clobber thesis as data: what it prints, and the work that makes each figure again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from papamu.core.errors import PapamuError
from papamu.lab.run.cell import Cell, CellContext
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import Outcome, run
from papamu.lab.study import SCALES, PaperTable
from papamu.papers import find
from papamu.papers.clobber.parameters import Match, MonteCarloTest, PatternNetwork, Training
from papamu.papers.clobber.tables.cells import PLAY_MONTE_CARLO, TRAIN, TRAIN_PATTERNS
from papamu.papers.clobber.tables.networks import DEAD, short
from papamu.papers.clobber.work.matches import play
from papamu.papers.clobber.work.networks import train
from papamu.papers.common.published_figures import figures
from papamu.training import loop

# Table: entries, and the sum of all wins. Added up from the thesis's text by another script than the one
# that made the files.
SUMS = {
    "5.1": (32, 1633417), "5.2": (16, 15087), "5.3": (16, 15749), "5.4": (24, 1727046),
    "5.5": (32, 2288807), "5.6": (32, 1308253), "5.7": (48, 2939754), "5.8": (48, 2011555),
    "5.9": (48, 3331976), "5.10": (48, 3282293), "5.11": (48, 3357690), "5.12": (48, 3296427),
    "5.13": (48, 3339540), "5.14": (36, 1646083), "5.15": (16, 907576), "5.16": (48, 3223319),
    "5.17": (12, 6393),
}  # fmt: skip
WORDS = {"10m": [0.99, 0.99], "20m": [0.73], "hidden-4x5": [0.96, 0.97, 0.99, 0.98, 0.51]}
WORDS["hidden-6x6"] = [0.78, 0.77, 0.89, 0.33, 0.83]


def table(name: str, scale: str = "paper") -> PaperTable:
    (found,) = Reproduction.of(find("clobber"), scale, [name]).tables
    return found


@pytest.mark.parametrize("name", SUMS)
def test_published_counts(name: str) -> None:
    printed = figures("clobber", name)
    assert (len(printed), round(sum(one.share * one.games for one in printed))) == SUMS[name]
    assert len({(one.row, one.column) for one in printed}) == len(printed)


@pytest.mark.parametrize("name", WORDS)
def test_what_is_said_in_words(name: str) -> None:
    assert [one.share for one in figures("clobber", name)] == WORDS[name]
    assert all(one.games == 0 and one.note for one in figures("clobber", name))


@pytest.mark.parametrize(
    "name, row, column, share",
    [
        ("5.1", "Random (black) vs Pick First (white)", "6x6", 0.6646),
        ("5.3", "8x8", "20", 0.993),
        ("5.4", "2e-5", "150", 0.97955),  # misprinted in the text as 97,584
        ("5.5", "2e-5", "350", 0.51190),
        ("5.6", "2e-8", "1000", 0.64526),
        ("5.8", "2e-12", "10", 0.49344),
        ("5.13", "2e-7", "1000", 0.87),
        ("5.13", "2e-8", "1000", 0.87),
        ("5.15", "200 hidden, target 1000.0, lr 2e-8", "0.001", 0.64263),
        ("5.16", "2e-6", "150", 0.81820),
        ("5.17", "200 hidden, target 1000.0, lr 2e-7, ReLU", "10", 0.599),
    ],
)
def test_figures_stand_where_the_thesis_has_them(name: str, row: str, column: str, share: float) -> None:
    found = [entry for entry in table(name).entries if (entry.row, entry.column) == (row, column)]
    assert [entry.published for entry in found] == [share]


def test_odd_figures_have_a_note() -> None:
    odd = {(name, one.row, one.column) for name in SUMS for one in figures("clobber", name) if one.note}
    assert odd == {
        ("5.4", "0.00002", "150.0"),
        ("5.13", "2e-8", "1000.0"),
        ("5.13", "2e-7", "1000.0"),
    }


def test_tables_of_the_whole_thesis() -> None:
    *tables, beyond = find("clobber").tables("paper")
    assert {one.name for one in tables} == {*SUMS, *WORDS}
    assert beyond.beyond and [entry.published for entry in beyond.entries] == [0.97955, 0.99, 0.8182, 0.537]
    for one in tables:
        expected = SUMS[one.name][0] if one.name in SUMS else len(WORDS[one.name])
        assert len(one.entries) == expected
        assert len({(entry.row, entry.column) for entry in one.entries}) == expected
        assert all(entry.published is not None for entry in one.entries)
        assert one.published_games == (0 if one.name in WORDS else figures("clobber", one.name)[0].games)


def test_work_at_the_published_size() -> None:
    cells = Reproduction.of(find("clobber"), "paper").cells
    kinds = Counter(type(cell.params).__name__ for cell in cells)
    assert kinds == {"Training": 537, "MonteCarloTest": 3, "Match": 64, "PatternNetwork": 3}
    games = Counter(cell.params.games for cell in cells if isinstance(cell.params, Training))
    assert games == {1_000_000: 530, 2_000_000: 1, 5_000_000: 4, 10_000_000: 1, 20_000_000: 1}
    assert {cell.params.tests for cell in cells if isinstance(cell.params, Training)} == {100_000}
    assert all(cell.cost > 0 for cell in cells)


def test_our_own_network_is_judged_by_the_games_that_it_played() -> None:
    told = [(entry.value, entry.games, entry.published_games) for entry in table("beyond").entries]
    assert told == [
        ("won", 100_000, 100_000),
        ("won", 100_000, 0),  # “~99 %”
        ("won", 100_000, 100_000),
        ("won_50", 1000, 1000),
    ]


def test_three_seeds_are_three_times_the_work_and_the_first_seed_comes_first() -> None:
    one = Reproduction.of(find("clobber"), "smoke").cells
    three = Reproduction.of(find("clobber"), "smoke", seeds=3).cells
    assert three[: len(one)] == one
    assert len({cell.key for cell in three}) == 3 * len(one)


def test_each_scale_has_every_table_and_other_work() -> None:
    names = [one.name for one in find("clobber").tables("paper")]
    keys = {scale: {cell.key for cell in Reproduction.of(find("clobber"), scale).cells} for scale in SCALES}
    for scale in SCALES:
        assert [one.name for one in find("clobber").tables(scale)] == names
    assert not keys["smoke"] & keys["paper"]
    # Random players take no time, so the laptop plays all of the thesis's games with them.
    assert {key.split("-")[0] for key in keys["laptop"] & keys["paper"]} == {"Match"}
    assert len(keys["smoke"]) <= 2 * len(names)


def test_laptop_learns_from_a_twentieth() -> None:
    for small, large in zip(table("hidden-6x6", "laptop").entries, table("hidden-6x6").entries, strict=True):
        assert 20 * small.cell.params.games == large.cell.params.games
    assert "a twentieth" in table("hidden-6x6", "laptop").note
    assert "a twentieth" not in table("hidden-6x6").note + table("5.2", "laptop").note


@pytest.mark.parametrize("scale", SCALES)
def test_networks_that_meet_monte_carlo_learned_as_in_the_other_tables(scale: str) -> None:
    meetings = [cell.params for cell in cells_of([table("5.17", scale)])]
    assert all(isinstance(meeting, MonteCarloTest) for meeting in meetings)
    assert {entry.value for entry in table("5.17").entries} == {"won_5", "won_10", "won_20", "won_50"}
    if scale == "smoke":
        return
    leaky = {cell.params for cell in cells_of([table("5.16", scale)])}
    nodes = {cell.params for cell in cells_of([table("hidden-6x6", scale)])}
    assert [meeting.training in leaky for meeting in meetings] == [True, True, False]
    assert meetings[2].training in nodes


def test_parameters_are_those_of_the_thesis() -> None:
    told = {entry.row + entry.column: entry.cell.params for entry in table("5.7").entries}
    assert told["2e-9500"] == Training("4x5", (20, 20), 2e-9, 500.0)
    leaky = table("5.16").entries[0].cell
    assert leaky.work == TRAIN
    assert leaky.params == Training("6x6", (100,), 2e-9, 1.0, "leaky-relu")
    assert table("5.15").entries[0].cell.params == Training("6x6", (100,), 2e-6, 200.0, tau=0.1)
    assert table("5.2").entries[1].cell.params == Match("4x4", "mc:playouts=10", "random", 4000)
    assert table("5.1").entries[8].cell.params == Match("4x4", "first", "random", 100_000)


def test_dead_networks_win_like_pick_first() -> None:
    assert (table("5.4").dead, table("5.5").dead, table("5.6").dead) == tuple(DEAD.values())
    assert [table(name).dead for name in ("5.1", "5.2", "5.3", "5.17")] == [None] * 4


@pytest.mark.parametrize(
    "number, text", [(2e-12, "2e-12"), (2e-7, "2e-7"), (1.0, "1"), (0.0001, "1e-4"), (1000.0, "1000")]
)
def test_short_numbers(number: float, text: str) -> None:
    assert short(number) == text


def test_the_first_picks_always_win_the_same(tmp_path: Path) -> None:
    heard: list[float] = []
    for board, won in (("4x4", 0.0), ("4x5", 1.0)):
        task = CellContext(seed=5, scratch=tmp_path / board, report=heard.append)
        assert play(Match(board, "first", "first", 6), task) == {"won": won, "games": 6}
    assert heard[-1] == 1.0


def test_a_match_is_the_share_of_black_and_its_result_is_plain_json(tmp_path: Path) -> None:
    params = Match("4x4", "mc:playouts=2", "random", 40)
    told = [CellContext(seed=7, scratch=tmp_path / name, report=lambda share: None) for name in "ab"]
    first, second = (play(params, task) for task in told)
    assert first == second == json.loads(json.dumps(first))
    assert first["won"] > 0.5  # as White it would be less, as random about half


TINY = Training("3x3", (4,), 1e-4, 10.0, games=300, tests=20)
CELLS = [
    Cell(TRAIN, TINY),
    Cell(PLAY_MONTE_CARLO, MonteCarloTest(TINY, games=2)),
    Cell(TRAIN_PATTERNS, PatternNetwork("3x3", "2x2", (4,), games=1, tests=10, meetings=2)),
]


def results(outcomes: dict[str, Outcome]) -> list[dict[str, Any]]:
    return [outcome.result for outcome in outcomes.values()]


def test_networks_learn_and_are_tested_the_same_in_any_number_of_processes(tmp_path: Path) -> None:
    one = run(CELLS, tmp_path / "one", {}, seed=3)
    assert results(one) == results(run(CELLS, tmp_path / "two", {}, seed=3, jobs=2))
    learned, met, own = results(one)
    assert learned["games"] == 20 and 0 <= learned["won"] <= 1 and learned["state"] in ("alive", "dead")
    assert [games for games, _, _ in learned["curve"]] == [100, 200, 300]
    assert met["curve"] == learned["curve"]  # the very same network, which then meets Monte Carlo
    assert {"won_5", "won_10", "won_20", "won_50"} <= set(met) and met["games"] == 2
    assert {"won", "won_50", "state"} <= set(own)


def test_a_network_that_is_stopped_goes_on_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "straight").mkdir()
    straight = train(TINY, CellContext(5, tmp_path / "straight", lambda share: None))
    monkeypatch.setattr(loop, "SAVE_EVERY", -1.0)
    heard: list[float] = []

    def stop(share: float) -> None:
        heard.append(share)
        if len(heard) in (1, 2):
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            train(TINY, CellContext(5, tmp_path, stop))
    assert train(TINY, CellContext(5, tmp_path, stop)) == straight
    assert heard == [pytest.approx(0.9 * done / 3) for done in (1, 2, 3)]  # nothing was learned twice


def test_unknown_names_have_one_line() -> None:
    with pytest.raises(PapamuError, match=r"no table '5\.44' \(did you mean '5\.4'\?\)"):
        Reproduction.of(find("clobber"), "paper", ["5.44"])
    with pytest.raises(PapamuError, match=r"no scale 'labtop' \(did you mean 'laptop'\?\)"):
        Reproduction.of(find("clobber"), "labtop")
    with pytest.raises(PapamuError, match="no paper 'chess'"):
        find("chess")


def test_commands_can_be_typed() -> None:
    made = Reproduction.of(find("clobber"), "paper", ["5.4"], seeds=3, seed=2, runs=Path("my runs"))
    assert (
        made.command("5.4")
        == made.command()
        == ("papamu reproduce clobber 5.4 --scale paper --seeds 3 --seed 2 --runs 'my runs'")
    )
    assert made.command(verb="report").startswith("papamu report clobber --scale paper")
    assert made.folder == Path("my runs/reproduce-clobber-seed2")
    assert Reproduction.of(find("clobber"), "smoke").command() == "papamu reproduce clobber --scale smoke"


def test_looking_at_the_tables_loads_nothing_heavy() -> None:
    code = (
        "import sys; from papamu.papers import find; find('clobber').tables('paper');"
        "heavy = {'numba', 'numpy', 'torch'} & set(sys.modules); print(heavy); assert not heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
