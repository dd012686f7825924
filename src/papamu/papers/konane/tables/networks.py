"""Sections 5 to 7 and 9: networks that are taught, on 4x4, 6x6 and 8x8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from papamu.lab.study import Entry, PaperTable
from papamu.papers.common.published_figures import Figure, published_table
from papamu.papers.konane.parameters import BLACK, WHITE, Match, TaughtNetwork, UnsmoothedCurve, minimax
from papamu.papers.konane.tables.cells import curve_cell, match_cell, taught_cell
from papamu.papers.konane.tables.guesses import GUESSES
from papamu.papers.konane.tables.scale import Size

LEARNING, BEST = "while learning", "best weights"
_VALUES = {
    LEARNING: "late", BEST: "won", "random": "won", "White": "won_white", "Black": "won_black",
    "its best saved": "top_teacher",
}  # fmt: skip
_CURVES = {LEARNING: "curve", BEST: "curve", "White": "", "Black": "", "deep": "", "its best saved": ""}

# Nodes of the hidden layer. The thesis has those of 4x4 and of B on 6x6; the others are guesses of ours.
HIDDEN = {
    ("4x4", "A"): 10, ("4x4", "B"): 10, ("4x4", "C"): 20,
    ("6x6", "A"): 20, ("6x6", "B"): 20, ("6x6", "C"): 40,
    ("8x8", "B"): 40, ("8x8", "C"): 80,
}  # fmt: skip
COMPARING = {("4x4", "B"): 20, ("4x4", "C"): 30, ("6x6", "B"): 40, ("6x6", "C"): 60}

BEST_OF = "The figures are those of the best weights; the curves show all that were saved."
SAVED = "Games won by the weights of that time, without learning"


def small_boards(size: Size) -> tuple[PaperTable, ...]:
    """Sections 5 and 6: networks on 4x4."""

    def plain(row: str) -> TaughtNetwork:
        return taught(size, "4x4", row, 200_000)

    def comparing(row: str) -> TaughtNetwork:
        return taught(size, "4x4", row.removeprefix("comparison, "), 200_000, compares=True)

    def either(row: str) -> TaughtNetwork:
        return comparing(row) if row.startswith("comparison") else plain(row)

    def wide(games: int) -> Callable[[str], TaughtNetwork]:
        return lambda row: replace(taught(size, "4x4", "C", games), hidden=int(row))

    def unsmoothed(figure: Figure) -> Entry:
        cell = curve_cell(UnsmoothedCurve(plain("B"), size.curve_every))
        return Entry(figure.row, figure.column, cell, games=late_games(cell.params.closer))

    by_name = "representation"
    learned = "while learning against Random on 4x4"
    return (
        network_table(size, "5.1", "Best weights against Random on 4x4, and the teacher", plain, by_name),
        network_table(size, "figure-6", f"Representations {learned} (Figures 5 and 6)", plain, by_name),
        replace(
            network_table(size, "figure-7", f"Ten networks of each representation {learned}", plain, by_name),
            repeats=size.repeats,
        ),
        replace(
            network_table(
                size, "figure-8", "Weights saved on the way against the teacher, 4x4", plain, by_name, BEST_OF
            ),
            curve=SAVED,
        ),
        _table(size, "figure-9", f"Representation B {learned}, not smoothed: the end", unsmoothed, by_name),
        network_table(size, "figure-10", f"Comparison networks {learned}", comparing, by_name),
        network_table(
            size, "figure-11", f"Hidden nodes, representation C {learned}, long term", wide(1_000_000),
            "hidden nodes", GUESSES["long"],
        ),
        network_table(
            size, "figure-12", f"Hidden nodes, representation C {learned}", wide(200_000), "hidden nodes"
        ),
        network_table(size, "6", "The best weights against Random by side, 4x4", either, "network \\ it plays"),
    )  # fmt: skip


def larger_boards(size: Size) -> tuple[PaperTable, ...]:
    """Sections 7 and 9: networks on 6x6 and 8x8."""

    def six(row: str) -> TaughtNetwork:
        name = row.removesuffix(", its best saved weights").removeprefix("comparison, ")
        return taught(size, "6x6", name, 1_000_000, compares=row.startswith("comparison"))

    def eight(row: str) -> TaughtNetwork:
        return taught(size, "8x8", row, 400_000)

    def comparing(row: str) -> TaughtNetwork:
        return taught(size, "6x6", row, 1_000_000, compares=True)

    def wide(row: str) -> TaughtNetwork:
        return replace(six("B"), hidden=int(row))

    def fast(row: str) -> TaughtNetwork:
        return replace(six(row), games=size.trained(200_000), lr=0.1, momentum=0.1)

    def deep(row: str) -> TaughtNetwork:
        board, name, depth = row.split(", ")
        games = 200_000 if board == "6x6" else 400_000
        return taught(size, board, name, games, depth=int(depth.removeprefix("depth ")))

    by_name = "representation"
    learned = "while learning against Random"
    guess, rounded = GUESSES["hidden"], GUESSES["round"]
    return (
        network_table(size, "figure-13", f"Representations {learned} on 6x6", six, by_name, guess),
        network_table(size, "figure-14", f"Representations {learned} on 8x8", eight, by_name, guess),
        replace(
            network_table(
                size, "figure-15", "Weights saved on the way against Random, teacher, g and i on 6x6", six,
                "representation \\ against", BEST_OF,
            ),
            chart="columns",
            curve=SAVED,
        ),
        network_table(size, "figure-16", f"Comparison networks {learned} on 6x6", comparing, by_name, guess),
        _one_sided(size),
        network_table(size, "7.4", f"Representation B {learned} on 6x6", wide, "hidden nodes", rounded),
        network_table(
            size, "figure-17", f"Learning rate and momentum 0.1 {learned} on 6x6", fast, "network",
            f"{GUESSES['rate']} {GUESSES['board']}",
        ),
        replace(
            network_table(
                size, "7.5", "Teachers that look ahead: the best weights against Random and them", deep,
                "network \\ against", GUESSES["deep"],
            ),
            chart="columns",
        ),
        network_table(
            size, "9", "Conclusions: the best weights of 6x6 against Random and the teacher", six,
            "network \\ against", f"{rounded} {GUESSES['saved']}",
        ),
    )  # fmt: skip


def _one_sided(size: Size) -> PaperTable:
    """Section 7.3: networks that learn to play one side."""
    seats = {"Black": BLACK, "White": WHITE}

    def entry(figure: Figure) -> Entry:
        row, column, seat = figure.row, figure.column, seats[figure.column]
        if row == "teacher":
            cell = match_cell(Match("6x6", minimax("q"), "random", size.tests, seat))
            return Entry(row, column, cell, published=figure.share, published_games=figure.games)
        params = taught(size, "6x6", "B", 200_000, seat=seat)
        return Entry(row, column, taught_cell(params), "late", figure.share, late_games(params), figure.games)

    title = "Networks that learn one side only, and their teacher, against Random on 6x6"
    return _table(size, "7.3", title, entry, "player \\ it plays")


# -- one table of networks --------------------------------------------------------------------------


def taught(size: Size, board: str, representation: str, games: int, **more: Any) -> TaughtNetwork:
    """A network of the thesis, at this scale."""
    hidden = (COMPARING if more.get("compares") else HIDDEN)[board, representation]
    params = TaughtNetwork(
        board, representation, hidden, size.trained(games), every=size.save_every, tests=size.tests, **more
    )
    return replace(params, every=min(params.every, params.games))


def network_table(
    size: Size, name: str, title: str, params_of: Callable[[str], TaughtNetwork], corner: str, note: str = ""
) -> PaperTable:
    """A table of networks that are taught; a row "teacher" is the teacher itself."""

    def entry(figure: Figure) -> Entry:
        row, column, share = figure.row, figure.column, figure.share
        if row == "teacher":
            cell = match_cell(Match("4x4", minimax("q"), "random", size.tests))
            return Entry(row, column, cell, published=share, published_games=figure.games)
        params = params_of(row)
        saved = row.endswith("best saved weights")
        value = f"top_{column}" if saved else _VALUES.get(column, f"won_{column}")
        curve = "" if saved else _CURVES.get(column, f"curve_{column}")
        games = late_games(params) if column == LEARNING else None
        return Entry(row, column, taught_cell(params), value, share, games, figure.games, curve=curve)

    return _table(size, name, title, entry, corner, note)


def _table(
    size: Size, name: str, title: str, entry: Callable[[Figure], Entry], corner: str, note: str = ""
) -> PaperTable:
    """A table of networks at a scale, with a note on the games that they learn from."""
    note = f"{note} {size.note}".strip()
    return published_table("konane", name, title, entry, size.tests, corner, None, note, size.every_entry)


def late_games(params: TaughtNetwork) -> int:
    """How many games the last tenth of a training has, in whole points of its curve."""
    return max(1, params.games // params.every // 10) * params.every
