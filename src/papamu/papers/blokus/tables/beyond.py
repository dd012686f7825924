"""Beyond the report: what makes a tree search strong, and how long it thinks."""

from __future__ import annotations

from papamu.lab.run.cell import Cell
from papamu.lab.study import Entry, PaperTable
from papamu.papers.blokus.parameters import LEARNED
from papamu.papers.blokus.tables.cells import search_cell
from papamu.papers.blokus.tables.guesses import EVEN
from papamu.papers.blokus.tables.ladder import ladder_cells
from papamu.papers.blokus.tables.scale import Size

# What makes a tree search strong: its spec, and whether the ladder's last network orders its moves.
_FEW, _MANY = 300, 3000  # simulations
SEARCHES: tuple[tuple[str, str, bool], ...] = (
    ("random rollouts", f"uct:sims={_FEW},c=0.3", False),
    ("rollouts of large pieces first", f"uct:sims={_FEW},c=0.3,rollout=large", False),
    ("few moves, in greedy's order", f"uct:sims={_FEW},c=0.3,widen=1,rollout=large", False),
    ("few moves, in the network's order", f"uct:sims={_FEW},c=0.3,widen=1,rollout=large", True),
    ("random rollouts again", f"uct:sims={_FEW},c=0.3,widen=1", True),
    ("the network judges, no rollouts", f"uct:sims={_FEW},c=0.3,widen=1,rollout=none", True),
    (f"{_MANY:,} simulations", f"uct:sims={_MANY},c=0.3,widen=1,rollout=large", True),
)
RIVALS = {"three learned": LEARNED, "three greedy": "greedy"}


def search_cells(size: Size) -> list[tuple[str, str, Cell]]:
    """Name, rivals and cell of each search player; all wait for the network of the ladder's last step."""
    _, last = ladder_cells(size)[-1]
    cells = []
    for name, spec, ordered in SEARCHES:
        sims = _MANY if f"sims={_MANY}" in spec else _FEW
        for rivals, agent in RIVALS.items():
            cell = search_cell(last.params, spec, sims, ordered, agent, size.search_games)
            cells.append((name, rivals, cell))
    return cells


def beyond(size: Size) -> PaperTable:
    """Games won by each search player."""
    entries = tuple(Entry(name, rivals, cell, curve="") for name, rivals, cell in search_cells(size))
    return PaperTable(
        "beyond", "What makes a tree search strong? Games won", entries, size.search_games, 0,
        "search \\ against", note=f"{EVEN} The learned rivals, and the network that orders moves, are the "
        "ladder's last step. Without rollouts nothing is random: there, the first piece of each player is "
        "placed at random.",
    )  # fmt: skip


def thinking_time(size: Size) -> PaperTable:
    """Milliseconds per move of each search player."""
    entries = tuple(Entry(name, rivals, cell, "ms", curve="") for name, rivals, cell in search_cells(size))
    return PaperTable(
        "thinking", "How long the tree search thinks about a move", entries, 0, 0, "search \\ against",
        unit="milliseconds",
    )  # fmt: skip
