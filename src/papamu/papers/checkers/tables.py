"""The figures of the report as tables: its tree against the baseline, its networks, and what was wrong with them.

Three scales: `paper` is the published size (networks with ten seeds, where the report has one); `laptop` plays
fewer games on large boards and takes fewer seeds; `smoke` has next to nothing of all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.learn.convnet.report_course import EVAL, PLANES, RIGHT, NetCourse, published
from papamu.learn.harvest import RANDOM, Harvest
from papamu.papers.checkers.parameters import PROGRAM, TEXT, Guided, Series, spec
from papamu.papers.published import figures

SERIES = "papamu.papers.checkers.work:play_series"
GUIDED = "papamu.papers.checkers.work:play_guided"

SIMS = {"6x6": 500, "8x8": 500, "10x10": 200, "12x12": 100, "14x14": 100}
_SECONDS = {"6x6": 0.01, "8x8": 0.05, "10x10": 0.1, "12x12": 0.2, "14x14": 0.6}  # of a game
_RULES = {
    "as published: program, teleport": (PROGRAM, 0.1),
    "program": (PROGRAM, 0.0),
    "text, teleport": (TEXT, 0.1),
    "text": (TEXT, 0.0),
}
_VERSIONS = (1, 2, 3)
_NN_BOARD = "10x10"
_ENDINGS = ("won", "tied", "lost")

JUDGED = (
    "Judged as in the program: on the board before the last action, so that a capture that ends the game "
    "does not count. Player 1 is the baseline, player 2 the tree; who begins is drawn."
)
GUESSES = {
    "sims": "Rollouts a move: 500 on 6x6 and 8x8, 200 on 10x10, 100 above.",
    "padding": "Without padding nothing is left of 10x10 in versions 1 and 2 (kernel 3): padding 1 for both, as "
    "the final program has it for version 2.",
    "player": "The network answers for the player who began the data tree, which is drawn, and plays player 2: "
    "with every second seed it prefers what is good for its opponent.",
}


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    games: dict[str, int]  # by board
    sims: Callable[[int], int]  # rollouts a move, when so many are published
    data: Harvest
    epochs: int
    train: int
    guided: int  # games of a network
    seeds: int  # of networks
    steps: int  # seeds of the steps that mend them
    many: int  # how many trees and boards those are given, in hundreds

    @property
    def boards(self) -> tuple[str, ...]:
        """In the report's order."""
        return tuple(self.games)


_DATA = Harvest(f"checkers:{_NN_BOARD},rules={PROGRAM},first=random")
SCALES = {
    "paper": Scale(dict.fromkeys(SIMS, 100), lambda sims: sims, _DATA, 500, 500, 100, 10, 5, 40),
    "laptop": Scale(
        {"6x6": 100, "8x8": 100, "10x10": 50, "12x12": 20, "14x14": 10}, lambda sims: sims,
        _DATA, 500, 500, 100, 3, 2, 10,
    ),
    "smoke": Scale(
        {"6x6": 4, "8x8": 2}, lambda sims: 10,
        replace(_DATA, rollouts=200, nodes=40, min_visits=2), 3, 20, 2, 1, 1, 0,
    ),
}  # fmt: skip


def series(size: Scale, board: str, rules: str = PROGRAM, teleport: float = 0.1, select: str = "uct") -> Cell:
    """Games of the tree against the baseline."""
    params = Series(board, size.sims(SIMS[board]), rules, teleport, select, games=size.games[board])
    slower = 3.0 if rules == TEXT else 1.0
    return Cell(SERIES, params, cost=1.0 + slower * params.games * _SECONDS[board])


def guided(size: Scale, course: NetCourse, data: Harvest, counted: bool = False) -> Cell:
    """A network that learns and plays."""
    params = Guided(course, data, spec(_NN_BOARD, PROGRAM, 0.1), size.guided, counted)
    learning = course.epochs * (course.train / 500) * (0.03 if course.version == 1 else 0.012)
    growing = 1.0 + 2e-5 * data.rollouts * data.trees
    return Cell(GUIDED, params, cost=growing + learning + params.games * (0.8 if counted else 0.05))


@cache
def tables(scale: str) -> tuple[Table, ...]:
    """All tables at a scale: the report's tree, its networks, then what mends them."""
    size = SCALES[scale]
    return (
        _tree(size),
        _nodes(size),
        _score(size),
        _pieces(size),
        _rules(size),
        _selection(size),
        _errors(size),
        _tree_nn(size),
        _nn_nodes(size),
        _why(size),
    )


# -- the tree -------------------------------------------------------------------------------------


def _tree(size: Scale) -> Table:
    printed = {(one.row, one.column): one for one in figures("checkers", "tree")}
    entries = []
    for board in size.boards:
        for ending in _ENDINGS:
            said = printed.get((board, ending))
            share, games = (None, 0) if said is None else (said.share, said.games)
            cell, value = series(size, board), f"{ending}_published"
            entries.append(Entry(board, ending, cell, value, share, size.games[board], games, curve=""))
    title = "The tree against the baseline (§6): games won, tied and lost by the tree"
    return Table("tree", title, tuple(entries), 100, 100, "board", note=f"{JUDGED} {GUESSES['sims']}")


def _nodes(size: Scale) -> Table:
    printed = {one.column: one.share for one in figures("checkers", "nodes")}
    entries = []
    for board in size.boards:
        cell = series(size, board)
        entries.append(Entry("mean of all games", board, cell, "nodes", curve="nodes_curve"))
        entries.append(Entry("last game", board, cell, "nodes_last", printed.get(board), curve=""))
    return Table(
        "nodes", "Nodes that the tree makes in a game (§6)", tuple(entries), 0, 0, "\\ board",
        unit="nodes", curve="Nodes of each game", chart="columns", along="game",
    )  # fmt: skip


def _score(size: Scale) -> Table:
    entries = []
    for board in size.boards:
        cell = series(size, board)
        entries.append(Entry(board, "tree", cell, "wins", curve="wins_curve"))
        entries.append(Entry(board, "baseline", cell, "losses", curve="losses_curve"))
    return Table(
        "score", "“Two Players Score” (§6): games won by each player so far", tuple(entries), 0, 0,
        "board \\ player", unit="games", curve="Games won so far", chart="columns", along="game", note=JUDGED,
    )  # fmt: skip


def _pieces(size: Scale) -> Table:
    entries = [
        Entry(board, who, series(size, board), f"pieces_{who}", curve="")
        for board in size.boards
        for who in ("tree", "baseline")
    ]
    title = "Pieces left at the end of a game, on average"
    return Table("pieces", title, tuple(entries), 0, 0, "board \\ player", unit="pieces")


def _rules(size: Scale) -> Table:
    entries = []
    for name, (rules, teleport) in _RULES.items():
        for board in size.boards:
            cell = series(size, board, rules, teleport)
            for ending in _ENDINGS:
                row = f"{board}, {name}"
                entries.append(Entry(row, ending, cell, ending, games=size.games[board], curve=""))
            entries.append(
                Entry(row, "won, as judged there", cell, "won_published", games=size.games[board], curve="")
            )
    return Table(
        "rules", "The tree against the baseline under all rules, judged by the end of the game", tuple(entries),
        100, 0, "board, rules", note=f"{GUESSES['sims']} The text's rules have kings, the program has none.",
    )  # fmt: skip


def _selection(size: Scale) -> Table:
    entries = [
        Entry(board, select, series(size, board, select=select), "won", games=size.games[board], curve="")
        for board in size.boards
        for select in ("uct", "exploit", "explore")
    ]
    title = "The three child selections (§4): games won by the tree"
    note = "With each of them the move with the highest U is played. Judged by the end of the game."
    return Table("selection", title, tuple(entries), 100, 0, "board \\ selection", note=note)


# -- the networks ---------------------------------------------------------------------------------


def _published(size: Scale, version: int) -> Cell:
    course = published(version, size.data.game, 0, epochs=size.epochs, train=size.train)
    return guided(size, course, size.data, counted=True)


def _errors(size: Scale) -> Table:
    entries = []
    for version in _VERSIONS:
        cell = _published(size, version)
        for what in ("train", "test"):
            name = "training error" if what == "train" else "test error"
            entries.append(Entry(name, f"version {version}", cell, f"{what}_error", curve=f"{what}_curve"))
    return Table(
        "cnn", "The three networks (§7): mean squared errors at the end of training", tuple(entries), 0, 0,
        "\\ network", unit="pieces²", curve="Mean squared error", chart="columns", along="epoch",
        repeats=size.seeds, note=GUESSES["padding"],
    )  # fmt: skip


def _tree_nn(size: Scale) -> Table:
    printed = {(one.row, one.column): one for one in figures("checkers", "tree-nn")}
    entries = []
    for version in _VERSIONS:
        row = f"version {version}"
        for ending in _ENDINGS:
            said = printed.get((row, ending))
            share, games = (None, 0) if said is None else (said.share, said.games)
            cell, value = _published(size, version), f"{ending}_published"
            entries.append(Entry(row, ending, cell, value, share, size.guided, games, curve=""))
    title = "Tree+NN against the baseline (§7): games won, tied and lost by Tree+NN"
    note = f"{JUDGED} {GUESSES['player']}"
    return Table("tree-nn", title, tuple(entries), size.guided, 100, "network", note=note, repeats=size.seeds)


def _nn_nodes(size: Scale) -> Table:
    printed = {one.column: one.share for one in figures("checkers", "nn-nodes")}
    entries = []
    for version in _VERSIONS:
        cell, column = _published(size, version), f"version {version}"
        entries.append(Entry("mean of all games", column, cell, "nodes", curve="nodes_curve"))
        entries.append(Entry("last game", column, cell, "nodes_last", printed.get(column), curve=""))
    return Table(
        "nn-nodes", "Nodes that Tree+NN makes in a game (§7)", tuple(entries), 0, 0, "\\ network",
        unit="nodes", curve="Nodes of each game", chart="columns", along="game", repeats=size.seeds,
        note="Every rollout of Tree+NN is the same line to the end of the game, so only the first makes nodes.",
    )  # fmt: skip


# -- why they only reach a half -------------------------------------------------------------------


def _why(size: Scale) -> Table:
    """One change at a time, each on top of those before it."""
    entries = []
    for version in _VERSIONS:
        course = published(version, size.data.game, 0, epochs=size.epochs, train=size.train)
        data = size.data
        for name, change in _STEPS:
            course, data = change(size, course, data)
            cell = guided(size, course, data)
            entries.append(Entry(name, f"version {version}", cell, "won", games=size.guided, curve=""))
    title = "What lifts Tree+NN: each row changes one thing more; games won against the baseline"
    return Table(
        "why", title, tuple(entries), size.guided, 0, "change \\ network", repeats=size.steps,
        note="Judged by the end of the game. Seeds, and so the trees of a column, are the same in all rows.",
    )  # fmt: skip
