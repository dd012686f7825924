"""Tables of the report's networks: how they learn, how they play, and what lifts them above a half."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.learn.convnet.report_course import EVAL, PLANES, RIGHT, NetCourse, published
from papamu.learn.harvest import RANDOM, Harvest
from papamu.papers.checkers.making import ENDINGS, GUESSES, JUDGED, Scale, guided
from papamu.papers.published import figures

_VERSIONS = (1, 2, 3)


def _published(size: Scale, version: int) -> Cell:
    course = published(version, size.data.game, 0, epochs=size.epochs, train=size.train)
    return guided(size, course, size.data, counted=True)


def errors(size: Scale) -> Table:
    entries = []
    for version in _VERSIONS:
        cell = _published(size, version)
        for what in ("train", "test"):
            name = "training error" if what == "train" else "test error"
            entries.append(Entry(name, f"version {version}", cell, f"{what}_error", curve=f"{what}_curve"))
    return Table(
        "cnn", "The three networks (§7): mean squared errors at the end of training", tuple(entries), 0, 0,
        "error \\ network", unit="pieces²", curve="Mean squared error", chart="columns", along="epoch",
        repeats=size.seeds, note=GUESSES["padding"],
    )  # fmt: skip


def tree_nn(size: Scale) -> Table:
    printed = {(one.row, one.column): one for one in figures("checkers", "tree-nn")}
    entries = []
    for version in _VERSIONS:
        row = f"version {version}"
        for ending in ENDINGS:
            said = printed.get((row, ending))
            share, games = (None, 0) if said is None else (said.share, said.games)
            cell, value = _published(size, version), f"{ending}_published"
            entries.append(Entry(row, ending, cell, value, share, size.guided, games, curve=""))
    title = "Tree+NN against the baseline (§7): games won, tied and lost by Tree+NN"
    note = f"{JUDGED} {GUESSES['player']}"
    return Table("tree-nn", title, tuple(entries), size.guided, 100, "network", note=note, repeats=size.seeds)


def tree_nn_nodes(size: Scale) -> Table:
    printed = {one.column: one.share for one in figures("checkers", "nn-nodes")}
    entries = []
    for version in _VERSIONS:
        cell, column = _published(size, version), f"version {version}"
        entries.append(Entry("mean of all games", column, cell, "nodes", curve="nodes_curve"))
        entries.append(Entry("last game", column, cell, "nodes_last", printed.get(column), curve=""))
    return Table(
        "nn-nodes", "Nodes that Tree+NN makes in a game (§7)", tuple(entries), 0, 0, "nodes \\ network",
        unit="nodes", curve="Nodes of each game", chart="columns", along="game", repeats=size.seeds,
        note="Every rollout of Tree+NN is the same line to the end of the game: only the first makes nodes.",
    )  # fmt: skip


# -- why they only reach a half -------------------------------------------------------------------


def _many(size: Scale, data: Harvest) -> Harvest:
    """Trees from positions of random games: a few rollouts each instead of many in one tree."""
    trees = max(2, size.boards_learned // 10)
    return replace(data, trees=trees, rollouts=max(20, data.rollouts // 50))


_SIGNED = "right sign"
Told = tuple[NetCourse, Harvest]
_RATES = {1: 5e-4, 2: 1e-3, 3: 1e-3}  # higher ones run away
_STEPS: tuple[tuple[str, Callable[[Scale, NetCourse, Harvest], Told]], ...] = (
    ("as published", lambda size, course, data: (course, data)),
    (_SIGNED, lambda size, course, data: (replace(course, perspective=RIGHT), data)),
    ("batch norm as learned", lambda size, course, data: (replace(course, batchnorm=EVAL), data)),
    ("boards shuffled", lambda size, course, data: (replace(course, mixed=True), data)),
    ("many trees, all over the game", lambda size, course, data: (course, _many(size, data))),
    (
        "random rollouts",
        lambda size, course, data: (course, replace(data, rollout=RANDOM, c=1.41)),
    ),
    (
        "many more boards, in batches, rate 0.001",
        lambda size, course, data: (
            replace(course, train=size.boards_learned * 9 // 10, batch=100, epochs=size.rounds, lr=1e-3),
            replace(data, nodes=size.boards_learned, order=RANDOM),
        ),
    ),
    ("own and enemy planes", lambda size, course, data: (replace(course, inputs=PLANES), data)),
    (
        "32 features of 3x3",
        lambda size, course, data: (
            replace(
                course,
                hidden=32,
                kernel=3,
                padding=1,
                pool_padding=1,
                lr=min(course.lr, _RATES[course.version]),
            ),
            data,
        ),
    ),
)


def mending(size: Scale) -> Table:
    """One change at a time, each on top of those before it."""
    entries = []
    for version in _VERSIONS:
        course = published(version, size.data.game, 0, epochs=size.epochs, train=size.train)
        data = size.data
        for name, change in _STEPS:
            course, data = change(size, course, data)
            cells = {name: guided(size, course, data)}
            if name == _SIGNED or name == _STEPS[-1][0]:
                cells[f"{name}; and the answers to its moves"] = guided(size, course, data, plies=2)
            entries += [
                Entry(row, f"version {version}", cell, "won", games=size.guided, curve="")
                for row, cell in cells.items()
            ]
    title = "What lifts Tree+NN: each row changes one thing more; games won against the baseline"
    return Table(
        "why", title, tuple(entries), size.guided, 0, "change \\ network", repeats=size.steps,
        note="Judged by the end of the game. Seeds, and so the trees of a column, are the same in all rows. "
        "Rows with “answers” look one ply further with the network of the row above; they are no step for "
        "those below.",
    )  # fmt: skip
