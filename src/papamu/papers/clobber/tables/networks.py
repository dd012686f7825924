"""Tables 5.4 to 5.17: networks that learn, on 4x4, 4x5 and 6x6."""

from __future__ import annotations

import re
from collections.abc import Callable

from papamu.lab.study import Entry, PaperTable
from papamu.papers.clobber.parameters import MonteCarloTest, Training
from papamu.papers.clobber.tables.cells import monte_carlo_cell, training_cell
from papamu.papers.clobber.tables.guesses import GUESSES
from papamu.papers.clobber.tables.scale import Size
from papamu.papers.common.published_figures import Figure, published_table

# How often Pick First wins as Black against Random. A dead network plays the same moves.
DEAD = {"4x4": 0.341482, "4x5": 0.511002, "6x6": 0.33656}  # exact by enumeration; 6x6: Table 5.1


def rates_by_targets(
    size: Size, name: str, board: str, hidden: tuple[int, ...], activation: str = "relu", note: str = ""
) -> PaperTable:
    """Learning rates by targets: most tables of the thesis."""

    def entry(figure: Figure) -> Entry:
        lr, target = float(figure.row), float(figure.column)
        params = Training(
            board, hidden, lr, target, activation, games=size.trained(1_000_000), tests=size.tests
        )
        return Entry(short(lr), short(target), training_cell(params), published=figure.share)

    title = f"Neural Network vs. Random on a {board} board{_structure(hidden, activation)}"
    return _table(size, name, title, entry, size.tests, "learning rate \\ target", DEAD[board], note)


def longer_training(
    size: Size, name: str, board: str, hidden: tuple[int, ...], lr: float, target: float, note: str = ""
) -> PaperTable:
    """The best parameters of a table with many more games; published in words."""

    def entry(figure: Figure) -> Entry:
        games = size.trained(int(figure.row))
        params = Training(board, hidden, lr, target, games=games, tests=size.tests)
        return Entry(f"{int(figure.row):,} games", "won", training_cell(params), published=figure.share)

    title = (
        f"Learning for longer on a {board} board{_structure(hidden, 'relu')}, "
        f"lr {short(lr)}, target {short(target)} (in words)"
    )
    return _table(size, name, title, entry, size.tests, "learned from", DEAD[board], note)


def more_nodes(size: Size, name: str, board: str, lr: float, target: float) -> PaperTable:
    """More hidden nodes with one set of parameters; published in words."""

    def entry(figure: Figure) -> Entry:
        games = 1_000_000 if figure.column == "won" else int(figure.column)
        params = Training(board, (int(figure.row),), lr, target, games=size.trained(games), tests=size.tests)
        column = "won" if figure.column == "won" else f"{games:,} games"
        return Entry(figure.row, column, training_cell(params), published=figure.share)

    title = f"More hidden nodes on a {board} board, lr {short(lr)}, target {short(target)} (in words)"
    return _table(size, name, title, entry, size.tests, "hidden nodes", DEAD[board])


def temporal_rates(size: Size) -> PaperTable:
    """Table 5.15."""

    def entry(figure: Figure) -> Entry:
        params = _training_in_row(size, figure.row, tau=float(figure.column))
        return Entry(figure.row, figure.column, training_cell(params), published=figure.share)

    title = "Neural Network vs. Random using different Temporal Learning rates on a 6x6 board"
    return _table(size, "5.15", title, entry, size.tests, "parameters \\ temporal rate", DEAD["6x6"])


def against_monte_carlo(size: Size) -> PaperTable:
    """Table 5.17."""

    def entry(figure: Figure) -> Entry:
        cell = monte_carlo_cell(MonteCarloTest(_training_in_row(size, figure.row), size.met))
        return Entry(figure.row, figure.column, cell, f"won_{figure.column}", figure.share)

    title = "Neural Network vs. Monte Carlo on a 6x6 board, after learning against Random"
    return _table(size, "5.17", title, entry, size.met, "parameters \\ playouts", note=GUESSES["network"])


def _training_in_row(size: Size, row: str, tau: float = 0.0) -> Training:
    """The parameters that the name of a row of Table 5.15 or 5.17 gives."""
    match = re.fullmatch(r"(\d+) hidden, target (\S+), lr ([^, ]+)(, Leaky ReLU|, ReLU)?", row)
    assert match is not None, row
    hidden, target, lr, kind = match.groups()
    activation = "leaky-relu" if kind == ", Leaky ReLU" else "relu"
    return Training(
        "6x6", (int(hidden),), float(lr), float(target), activation, tau, size.trained(1_000_000), size.tests
    )


def _table(
    size: Size,
    name: str,
    title: str,
    entry: Callable[[Figure], Entry],
    games: int,
    corner: str,
    dead: float | None = None,
    note: str = "",
) -> PaperTable:
    """A table of networks at a scale, with a note on the games that they learn from."""
    note = f"{note} {size.note}".strip()
    return published_table("clobber", name, title, entry, games, corner, dead, note, size.every_entry)


def _structure(hidden: tuple[int, ...], activation: str) -> str:
    layers = f" with {len(hidden)} hidden layers" if len(hidden) > 1 else f" with {hidden[0]} hidden nodes"
    return layers + (", using Leaky ReLU" if activation == "leaky-relu" else "")


def short(number: float) -> str:
    """2e-7 rather than 0.0000002 or 2e-07, and 150 rather than 150.0."""
    if number >= 1e-3:
        return f"{number:g}"
    mantissa, _, exponent = f"{number:e}".partition("e")
    return f"{float(mantissa):g}e{int(exponent)}"
