"""The figures of the report as tables: its tree against the baseline here, its networks in `networks.py`,
ours in `beyond.py`.

Three scales: `paper` is the published size (networks with ten seeds, where the report has one); `laptop`
plays fewer games on large boards and takes fewer seeds; `smoke` has next to nothing of all of it.
"""

from __future__ import annotations

from functools import cache

from papamu.lab.paper import Entry, Table
from papamu.papers.checkers.beyond import beyond
from papamu.papers.checkers.making import ENDINGS, GUESSES, JUDGED, SCALES, Scale, series
from papamu.papers.checkers.networks import errors, mending, tree_nn, tree_nn_nodes
from papamu.papers.checkers.parameters import PROGRAM, TEXT
from papamu.papers.published import figures

_RULES = {
    "as published: program, teleport": (PROGRAM, 0.1),
    "program": (PROGRAM, 0.0),
    "text, teleport": (TEXT, 0.1),
    "text": (TEXT, 0.0),
}


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
        errors(size),
        tree_nn(size),
        tree_nn_nodes(size),
        mending(size),
        beyond(size.networks, size.taught, size.met),
    )


def _tree(size: Scale) -> Table:
    printed = {(one.row, one.column): one for one in figures("checkers", "tree")}
    entries = []
    for board in size.boards:
        for ending in ENDINGS:
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
        "nodes", "Nodes that the tree makes in a game (§6)", tuple(entries), 0, 0, "nodes \\ board",
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
            for ending in ENDINGS:
                row = f"{board}, {name}"
                entries.append(Entry(row, ending, cell, ending, games=size.games[board], curve=""))
            entries.append(
                Entry(row, "won, as judged there", cell, "won_published", games=size.games[board], curve="")
            )
    return Table(
        "rules", "The tree against the baseline under all rules, judged by the end of the game",
        tuple(entries), 100, 0, "board, rules",
        note=f"{GUESSES['sims']} The text's rules have kings, the program has none.",
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
