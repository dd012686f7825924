"""Why the report's networks win only half of their games: what lifts them, one change at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from papamu.lab.study import Entry, PaperTable
from papamu.learn.convnet.checkers_report.course import EVAL, PLANES, RIGHT, ReportCourse, published
from papamu.learn.tree_data import RANDOM, TreeData
from papamu.papers.checkers.tables.cells import network_cell
from papamu.papers.checkers.tables.networks import VERSIONS
from papamu.papers.checkers.tables.scale import Size


def _many_trees(size: Size, data: TreeData) -> TreeData:
    """Trees from positions of random games: a few rollouts each instead of many in one tree."""
    trees = max(2, size.more_boards // 10)
    return replace(data, trees=trees, rollouts=max(20, data.rollouts // 50))


_SIGNED = "right sign"
CourseAndData = tuple[ReportCourse, TreeData]
_RATES = {1: 5e-4, 2: 1e-3, 3: 1e-3}  # higher ones run away
_CHANGES: tuple[tuple[str, Callable[[Size, ReportCourse, TreeData], CourseAndData]], ...] = (
    ("as published", lambda size, course, data: (course, data)),
    (_SIGNED, lambda size, course, data: (replace(course, perspective=RIGHT), data)),
    ("batch norm as learned", lambda size, course, data: (replace(course, batchnorm=EVAL), data)),
    ("boards shuffled", lambda size, course, data: (replace(course, mixed=True), data)),
    ("many trees, all over the game", lambda size, course, data: (course, _many_trees(size, data))),
    (
        "random rollouts",
        lambda size, course, data: (course, replace(data, rollout=RANDOM, c=1.41)),
    ),
    (
        "many more boards, in batches, rate 0.001",
        lambda size, course, data: (
            replace(course, train=size.more_boards * 9 // 10, batch=100, epochs=size.more_epochs, lr=1e-3),
            replace(data, nodes=size.more_boards, order=RANDOM),
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


def improvements(size: Size) -> PaperTable:
    """One change at a time, each on top of those before it."""
    entries = []
    for version in VERSIONS:
        course = published(version, size.data.game, 0, epochs=size.epochs, train=size.train)
        data = size.data
        for name, change in _CHANGES:
            course, data = change(size, course, data)
            cells = {name: network_cell(size, course, data)}
            if name == _SIGNED or name == _CHANGES[-1][0]:
                cells[f"{name}; and the answers to its moves"] = network_cell(size, course, data, plies=2)
            entries += [
                Entry(row, f"version {version}", cell, "won", games=size.network_games, curve="")
                for row, cell in cells.items()
            ]
    title = "What lifts Tree+NN: each row changes one thing more; games won against the baseline"
    return PaperTable(
        "why", title, tuple(entries), size.network_games, 0, "change \\ network", repeats=size.change_seeds,
        note="Judged by the end of the game. Seeds, and so the trees of a column, are the same in all rows. "
        "Rows with “answers” look one ply further with the network of the row above; they are no step for "
        "those below.",
    )  # fmt: skip
