"""Boards of the game that the networks play when they have learned: at three points, as in the report."""

from __future__ import annotations

from papamu.core.errors import StoreError
from papamu.games.drawing import board_svg
from papamu.games.registry import load
from papamu.lab.render.picture import Picture
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.run.runner import finished
from papamu.papers.blokus.parameters import GAME
from papamu.papers.blokus.tables.networks import LAST_GAME
from papamu.papers.blokus.tables.variants import VARIANTS

_POINTS = {"opening": 1 / 3, "middle": 2 / 3, "end": 1.0}


def draw_pictures(reproduction: Reproduction) -> list[Picture]:
    """Of the variants that are done, with the first seed."""
    try:
        done = finished(reproduction.folder)
    except StoreError:
        return []
    last = {
        entry.column: entry.cell
        for table in reproduction.tables
        if table.name == LAST_GAME
        for entry in table.entries
    }
    game, drawn = load(GAME), []
    for place, name in enumerate(VARIANTS, start=1):
        if name not in last or last[name].key not in done:
            continue
        moves = done[last[name].key].result["moves"]
        for point, share in _POINTS.items():
            position = game.start()
            for move in moves[: round(share * len(moves))]:
                position = position.play(int(move))
            scores = "/".join(str(score) for score in position.scores)
            title = f"{name}, {point}: {scores} squares"
            drawn.append(
                Picture(f"variant-{place}-{point}", title, board_svg(position, 360), f"The last game, {name}")
            )
    return drawn
