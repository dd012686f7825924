"""The matches of Tables 5.1 to 5.3. (What learns is in `training.py`.)"""

from __future__ import annotations

from typing import Any

from papamu.arena.api import match
from papamu.lab.experiment import Task
from papamu.papers.clobber.parameters import Match


def play(params: Match, task: Task) -> dict[str, Any]:
    """Play the match; the share of games that Black won. Kept as it goes, so that a stop costs little."""
    results = match(
        f"clobber:{params.board}",
        params.black,
        params.white,
        games=params.games,
        seed=task.seed,
        fixed_seats=True,
        opening_plies=0,  # Pick First against Pick First is one game, played again and again, as published
        runs=task.scratch,
        report=lambda done, games: task.report(done / games),
    )
    return {"won": results.tally().score, "games": results.games}
