"""The ladder: which changes make the report's networks beat greedy players, one on top of the other."""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.run.cell import Cell
from papamu.lab.study import Entry, PaperTable
from papamu.learn.online.course import ITSELF
from papamu.papers.blokus.parameters import Changes
from papamu.papers.blokus.tables.cells import training_cell
from papamu.papers.blokus.tables.guesses import EVEN
from papamu.papers.blokus.tables.scale import Size

# Each step of the ladder is one change more, on top of those before it.
_SIGMOID = (("hidden", ()), ("activation", "linear"), ("output", "sigmoid"), ("start", "small"))
STEPS: tuple[tuple[str, Changes], ...] = (
    ("the report's networks", ()),
    ("one network for all seats", (("seat", ITSELF),)),
    ("bias", (("bias", True),)),
    ("planes, relative to the player", (("encoding", "players"),)),
    ("the board turned to the own corner", (("encoding", "turned"),)),
    (
        "one hidden layer of 50 leaky ReLUs, rate 0.003",
        (
            ("hidden", (50,)),
            ("activation", "leakier-relu"),
            ("output", "sigmoid"),
            ("start", "he"),
            ("lr", 0.003),
        ),
    ),
    ("logistic loss", (("loss", "logistic"),)),
    ("TD(0.7) instead of results", (("way", "td"), ("lam", 0.7))),
    ("windows of 3x3, others alike", (("encoding", "others:3x3"),)),
    ("no hidden layer", _SIGMOID),
    ("target: placement", (("worth", "result"), ("divisor", 0.0))),
    ("rate 0.01, falling to 0.0001", (("lr", 0.01), ("lr_end", 0.0001))),
    ("a random move now and then (5 %)", (("explore", 0.05),)),
    ("the pieces that are placed", (("encoding", "others:3x3+pieces"),)),
    ("where the squares lie, the board turned", (("encoding", "others:3x3+pieces+turned"),)),
)
LONGER = 5  # times as many games: the last step


def ladder_cells(size: Size) -> list[tuple[str, Cell]]:
    """The steps with their cells; the first of them is the report's own network, which other tables have too."""
    cells, changes = [], dict[str, object]()
    for name, more in STEPS:
        changes |= dict(more)
        games = size.step_games if changes else size.games
        cells.append((name, training_cell(games, size.tests, tuple(changes.items()))))
    longer = replace(training_cell(LONGER * size.step_games, size.tests, tuple(changes.items())), early=True)
    return [*cells, (f"{LONGER} times as many games", longer)]


def ladder(size: Size) -> PaperTable:
    """Games won after each step."""
    entries = tuple(
        Entry(name, rivals, cell, value, games=size.tests, curve="")
        for name, cell in ladder_cells(size)
        for rivals, value in (("three random", "won"), ("three greedy", "won_greedy"))
    )
    return PaperTable(
        "ladder", "Which step makes the learned player beat greedy? Each row changes one thing more", entries,
        size.tests, 0, "change \\ against", chart="rows", note=EVEN,
    )  # fmt: skip
