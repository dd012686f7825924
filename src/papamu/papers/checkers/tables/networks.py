"""The report's three networks (§7): how they learn, and how they play."""

from __future__ import annotations

from papamu.lab.run.cell import Cell
from papamu.lab.study import Entry, PaperTable
from papamu.learn.convnet.checkers_report.course import published
from papamu.papers.checkers.tables.cells import network_cell
from papamu.papers.checkers.tables.guesses import GUESSES, JUDGED
from papamu.papers.checkers.tables.scale import Size
from papamu.papers.checkers.tables.tree import ENDINGS
from papamu.papers.common.published_figures import figures

VERSIONS = (1, 2, 3)


def _published_cell(size: Size, version: int) -> Cell:
    course = published(version, size.data.game, 0, epochs=size.epochs, train=size.train)
    return network_cell(size, course, size.data, counted=True)


def errors(size: Size) -> PaperTable:
    """Training and test errors."""
    entries = []
    for version in VERSIONS:
        cell = _published_cell(size, version)
        for what in ("train", "test"):
            name = "training error" if what == "train" else "test error"
            entries.append(Entry(name, f"version {version}", cell, f"{what}_error", curve=f"{what}_curve"))
    return PaperTable(
        "cnn", "The three networks (§7): mean squared errors at the end of training", tuple(entries), 0, 0,
        "error \\ network", unit="pieces²", curve="Mean squared error", chart="columns", along="epoch",
        repeats=size.network_seeds, note=GUESSES["padding"],
    )  # fmt: skip


def tree_nn(size: Size) -> PaperTable:
    """Games won, tied and lost by Tree+NN."""
    printed = {(one.row, one.column): one for one in figures("checkers", "tree-nn")}
    entries = []
    for version in VERSIONS:
        row = f"version {version}"
        for ending in ENDINGS:
            figure = printed.get((row, ending))
            share, games = (None, 0) if figure is None else (figure.share, figure.games)
            cell, value = _published_cell(size, version), f"{ending}_published"
            entries.append(Entry(row, ending, cell, value, share, size.network_games, games, curve=""))
    title = "Tree+NN against the baseline (§7): games won, tied and lost by Tree+NN"
    note = f"{JUDGED} {GUESSES['player']}"
    return PaperTable(
        "tree-nn",
        title,
        tuple(entries),
        size.network_games,
        100,
        "network",
        note=note,
        repeats=size.network_seeds,
    )


def tree_nn_nodes(size: Size) -> PaperTable:
    """Nodes per game."""
    printed = {one.column: one.share for one in figures("checkers", "nn-nodes")}
    entries = []
    for version in VERSIONS:
        cell, column = _published_cell(size, version), f"version {version}"
        entries.append(Entry("mean of all games", column, cell, "nodes", curve="nodes_curve"))
        entries.append(Entry("last game", column, cell, "nodes_last", printed.get(column), curve=""))
    return PaperTable(
        "nn-nodes", "Nodes that Tree+NN makes in a game (§7)", tuple(entries), 0, 0, "nodes \\ network",
        unit="nodes", curve="Nodes of each game", chart="columns", along="game", repeats=size.network_seeds,
        note="Every rollout of Tree+NN is the same line to the end of the game: only the first makes nodes.",
    )  # fmt: skip
