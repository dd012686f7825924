"""The matches of Tables 5.1 to 5.3. The networks are in `networks.py`."""

from __future__ import annotations

from typing import Any

from papamu.arena.api import match
from papamu.lab.run.cell import CellContext
from papamu.papers.clobber.parameters import Match


def play(params: Match, context: CellContext) -> dict[str, Any]:
    """Play the match; the share of games that Black won. Kept as it goes, so that a stop costs little."""
    results = match(
        f"clobber:{params.board}",
        params.black,
        params.white,
        games=params.games,
        seed=context.seed,
        fixed_seats=True,
        opening_plies=0,  # Pick First against Pick First is one game, played again and again, as published
        runs=context.scratch,
        report=lambda done, games: context.report(done / games),
    )
    return {"won": results.tally().score, "games": results.games}
