"""The figures of the checkers report as tables: its tree, its networks, what improves them, and our own networks.

At the scale `laptop` there are fewer games on large boards and fewer seeds; `smoke` has next to nothing of everything.

What is here:

    beyond        Beyond the report: networks worth guiding a tree, for its game and for two others
    cells         The work of the report as cells; the unit of cost is a second
    guesses       How games are judged, and what the report does not say and we had to guess; see
                  docs/papers/checkers.md
    improvements  Why the report's networks win only half of their games: what lifts them, one change at a time
    networks      The report's three networks (§7): how they learn, and how they play
    scale         The sizes of the report's experiments at each scale
    tree          The report's tree against the baseline (§4, §6)
"""

from __future__ import annotations

from functools import cache

from papamu.lab.study import PaperTable
from papamu.papers.checkers.tables import networks, tree
from papamu.papers.checkers.tables.beyond import beyond
from papamu.papers.checkers.tables.improvements import improvements
from papamu.papers.checkers.tables.scale import Size


@cache
def tables(scale: str) -> tuple[PaperTable, ...]:
    """All tables at a scale."""
    size = Size(scale)
    return (
        tree.results(size),
        tree.nodes(size),
        tree.score(size),
        tree.pieces_left(size),
        tree.results_by_rules(size),
        tree.child_selections(size),
        networks.errors(size),
        networks.tree_nn(size),
        networks.tree_nn_nodes(size),
        improvements(size),
        beyond(size),
    )
