"""Boards of the game that the networks play when they have learned: at three points, as in the report."""

from __future__ import annotations

from papamu.errors import StoreError
from papamu.games.drawing import board_svg
from papamu.games.registry import load
from papamu.lab.picture import Picture
from papamu.lab.reproduction import Reproduction, cells_of
from papamu.lab.running import finished
from papamu.papers.blokus.making import VARIANTS
from papamu.papers.blokus.parameters import GAME, Learned

_POINTS = {"opening": 1 / 3, "middle": 2 / 3, "end": 1.0}


def pictures(of: Reproduction) -> list[Picture]:
    """Of the variants that are done, with the first seed."""
    try:
        done = finished(of.folder)
    except StoreError:
        return []
    names = {changes: name for name, changes in VARIANTS.items()}
    game, found = load(GAME), []
    for cell in cells_of(of.tables):
        params = cell.params
        if not isinstance(params, Learned) or params.changes not in names or cell.key not in done:
            continue
        moves, name = done[cell.key].result["moves"], names[params.changes]
        place = list(VARIANTS).index(name) + 1
        for point, share in _POINTS.items():
            position = game.start()
            for move in moves[: round(share * len(moves))]:
                position = position.play(int(move))
            scores = "/".join(str(score) for score in position.scores)
            title = f"{name}, {point}: {scores} squares"
            found.append(
                Picture(f"variant-{place}-{point}", title, board_svg(position, 360), f"The last game, {name}")
            )
    return found
