"""The report's tree against the baseline (§4, §6)."""

from __future__ import annotations

from papamu.lab.study import Entry, PaperTable
from papamu.papers.checkers.parameters import PROGRAM, TEXT
from papamu.papers.checkers.tables.cells import tree_cell
from papamu.papers.checkers.tables.guesses import GUESSES, JUDGED
from papamu.papers.checkers.tables.scale import Size
from papamu.papers.common.published_figures import figures

ENDINGS = ("won", "tied", "lost")
_RULES = {
    "as published: program, teleport": (PROGRAM, 0.1),
    "program": (PROGRAM, 0.0),
    "text, teleport": (TEXT, 0.1),
    "text": (TEXT, 0.0),
}


def results(size: Size) -> PaperTable:
    """§6: games won, tied and lost by the tree."""
    printed = {(one.row, one.column): one for one in figures("checkers", "tree")}
    entries = []
    for board in size.boards:
        for ending in ENDINGS:
            figure = printed.get((board, ending))
            share, games = (None, 0) if figure is None else (figure.share, figure.games)
            cell, value = tree_cell(size, board), f"{ending}_published"
            entries.append(Entry(board, ending, cell, value, share, size.tree_games[board], games, curve=""))
    title = "The tree against the baseline (§6): games won, tied and lost by the tree"
    return PaperTable("tree", title, tuple(entries), 100, 100, "board", note=f"{JUDGED} {GUESSES['sims']}")


def nodes(size: Size) -> PaperTable:
    """§6: nodes per game."""
    printed = {one.column: one.share for one in figures("checkers", "nodes")}
    entries = []
    for board in size.boards:
        cell = tree_cell(size, board)
        entries.append(Entry("mean of all games", board, cell, "nodes", curve="nodes_curve"))
        entries.append(Entry("last game", board, cell, "nodes_last", printed.get(board), curve=""))
    return PaperTable(
        "nodes", "Nodes that the tree makes in a game (§6)", tuple(entries), 0, 0, "nodes \\ board",
        unit="nodes", curve="Nodes of each game", chart="columns", along="game",
    )  # fmt: skip


def score(size: Size) -> PaperTable:
    """§6: games won by each player so far."""
    entries = []
    for board in size.boards:
        cell = tree_cell(size, board)
        entries.append(Entry(board, "tree", cell, "wins", curve="wins_curve"))
        entries.append(Entry(board, "baseline", cell, "losses", curve="losses_curve"))
    return PaperTable(
        "score", "“Two Players Score” (§6): games won by each player so far", tuple(entries), 0, 0,
        "board \\ player", unit="games", curve="Games won so far", chart="columns", along="game", note=JUDGED,
    )  # fmt: skip


def pieces_left(size: Size) -> PaperTable:
    """Pieces of both players at the end of a game."""
    entries = [
        Entry(board, who, tree_cell(size, board), f"pieces_{who}", curve="")
        for board in size.boards
        for who in ("tree", "baseline")
    ]
    title = "Pieces left at the end of a game, on average"
    return PaperTable("pieces", title, tuple(entries), 0, 0, "board \\ player", unit="pieces")


def results_by_rules(size: Size) -> PaperTable:
    """The same games under the rules of the program and of the text, with and without teleport."""
    entries = []
    for name, (rules, teleport) in _RULES.items():
        for board in size.boards:
            cell = tree_cell(size, board, rules, teleport)
            for ending in ENDINGS:
                row = f"{board}, {name}"
                entries.append(Entry(row, ending, cell, ending, games=size.tree_games[board], curve=""))
            entries.append(
                Entry(
                    row, "won, as judged there", cell, "won_published", games=size.tree_games[board], curve=""
                )
            )
    return PaperTable(
        "rules", "The tree against the baseline under all rules, judged by the end of the game",
        tuple(entries), 100, 0, "board, rules",
        note=f"{GUESSES['sims']} The text's rules have kings, the program has none.",
    )  # fmt: skip


def child_selections(size: Size) -> PaperTable:
    """§4: the three ways to select a child."""
    entries = [
        Entry(
            board,
            select,
            tree_cell(size, board, select=select),
            "won",
            games=size.tree_games[board],
            curve="",
        )
        for board in size.boards
        for select in ("uct", "exploit", "explore")
    ]
    title = "The three child selections (§4): games won by the tree"
    note = "With each of them the move with the highest U is played. Judged by the end of the game."
    return PaperTable("selection", title, tuple(entries), 100, 0, "board \\ selection", note=note)
