"""Sections 5 to 7 and 9: networks that are taught, on 4x4, 6x6 and 8x8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from papamu.lab.paper import Entry, Table
from papamu.papers.konane.costs import match, raw, teach
from papamu.papers.konane.making import GUESSES, Scale, late_games, networks, table, told
from papamu.papers.konane.parameters import BLACK, WHITE, Match, Raw, Taught, minimax
from papamu.papers.published import Figure

BEST_OF = "The figures are those of the best weights; the curves show all that were saved."
SAVED = "Games won by the weights of that time, without learning"


def small_boards(size: Scale) -> tuple[Table, ...]:
    def plain(row: str) -> Taught:
        return told(size, "4x4", row, 200_000)

    def comparing(row: str) -> Taught:
        return told(size, "4x4", row.removeprefix("comparison, "), 200_000, compares=True)

    def either(row: str) -> Taught:
        return comparing(row) if row.startswith("comparison") else plain(row)

    def wide(games: int) -> Callable[[str], Taught]:
        return lambda row: replace(told(size, "4x4", "C", games), hidden=int(row))

    def unsmoothed(figure: Figure) -> Entry:
        cell = raw(Raw(plain("B"), size.raw))
        return Entry(figure.row, figure.column, cell, games=late_games(cell.params.closer))

    by_name = "representation"
    learned = "while learning against Random on 4x4"
    return (
        networks(size, "5.1", "Best weights against Random on 4x4, and the teacher", plain, by_name),
        networks(size, "figure-6", f"Representations {learned} (Figures 5 and 6)", plain, by_name),
        replace(
            networks(size, "figure-7", f"Ten networks of each representation {learned}", plain, by_name),
            repeats=10 if size.whole else 2,
        ),
        replace(
            networks(
                size, "figure-8", "Weights saved on the way against the teacher, 4x4", plain, by_name, BEST_OF
            ),
            curve=SAVED,
        ),
        table(size, "figure-9", f"Representation B {learned}, not smoothed: the end", unsmoothed, by_name),
        networks(size, "figure-10", f"Comparison networks {learned}", comparing, by_name),
        networks(
            size, "figure-11", f"Hidden nodes, representation C {learned}, long term", wide(1_000_000),
            "hidden nodes", GUESSES["long"],
        ),
        networks(
            size, "figure-12", f"Hidden nodes, representation C {learned}", wide(200_000), "hidden nodes"
        ),
        networks(size, "6", "The best weights against Random by side, 4x4", either, "network \\ it plays"),
    )  # fmt: skip


def larger_boards(size: Scale) -> tuple[Table, ...]:
    def six(row: str) -> Taught:
        name = row.removesuffix(", its best saved weights").removeprefix("comparison, ")
        return told(size, "6x6", name, 1_000_000, compares=row.startswith("comparison"))

    def eight(row: str) -> Taught:
        return told(size, "8x8", row, 400_000)

    def comparing(row: str) -> Taught:
        return told(size, "6x6", row, 1_000_000, compares=True)

    def wide(row: str) -> Taught:
        return replace(six("B"), hidden=int(row))

    def fast(row: str) -> Taught:
        return replace(six(row), games=size.trained(200_000), lr=0.1, momentum=0.1)

    def deep(row: str) -> Taught:
        board, name, depth = row.split(", ")
        games = 200_000 if board == "6x6" else 400_000
        return told(size, board, name, games, depth=int(depth.removeprefix("depth ")))

    by_name = "representation"
    learned = "while learning against Random"
    guess, rounded = GUESSES["hidden"], GUESSES["round"]
    return (
        networks(size, "figure-13", f"Representations {learned} on 6x6", six, by_name, guess),
        networks(size, "figure-14", f"Representations {learned} on 8x8", eight, by_name, guess),
        replace(
            networks(
                size, "figure-15", "Weights saved on the way against Random, teacher, g and i on 6x6", six,
                "representation \\ against", BEST_OF,
            ),
            chart="columns",
            curve=SAVED,
        ),
        networks(size, "figure-16", f"Comparison networks {learned} on 6x6", comparing, by_name, guess),
        _one_sided(size),
        networks(size, "7.4", f"Representation B {learned} on 6x6", wide, "hidden nodes", rounded),
        networks(
            size, "figure-17", f"Learning rate and momentum 0.1 {learned} on 6x6", fast, "network",
            f"{GUESSES['rate']} {GUESSES['board']}",
        ),
        replace(
            networks(
                size, "7.5", "Teachers that look ahead: the best weights against Random and them", deep,
                "network \\ against", GUESSES["deep"],
            ),
            chart="columns",
        ),
        networks(
            size, "9", "Conclusions: the best weights of 6x6 against Random and the teacher", six,
            "network \\ against", f"{rounded} {GUESSES['saved']}",
        ),
    )  # fmt: skip


def _one_sided(size: Scale) -> Table:
    seats = {"Black": BLACK, "White": WHITE}

    def entry(figure: Figure) -> Entry:
        row, column, seat = figure.row, figure.column, seats[figure.column]
        if row == "teacher":
            cell = match(Match("6x6", minimax("q"), "random", size.tests, seat))
            return Entry(row, column, cell, published=figure.share, published_games=figure.games)
        params = told(size, "6x6", "B", 200_000, seat=seat)
        return Entry(row, column, teach(params), "late", figure.share, late_games(params), figure.games)

    title = "Networks that learn one side only, and their teacher, against Random on 6x6"
    return table(size, "7.3", title, entry, corner="player \\ it plays")
