"""A position as JSON: everything that a page needs to draw it, to play on and to read it aloud.

`view` is pure: it looks at the position (and at the one before, for what the last move did) and at nothing
else. The page knows no rules and no game: which cells may be clicked in which order is said here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.games import rules as contract
from papamu.games.drawing import board_lines, look_of, status
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.web.tables.click_paths import chains

Json = dict[str, Any]


def view(position: Position) -> Json:
    """The position as the page needs it."""
    game = position.game
    cells = position.board.ravel().tolist()
    alone = game.num_players == 1
    legal = _legal(position)
    seen: Json = {
        "game": str(game),
        "name": game.name,
        "title": game.title,
        "rows": game.rows,
        "cols": game.cols,
        "look": look_facts(game),
        "players": seats(game),
        "cells": cells,
        "codes": _codes(game),
        "dark": [cell for cell, code in enumerate(cells) if code < 0],
        "names": _names(game, cells),
        "from_top": game.rows_from_top,
        "opposite": game.players_opposite,
        "hops": game.hops,
        "player": position.player,
        "colour": _colour(position),
        "over": position.is_over,
        "winner": _winners(position),
        "returns": list(position.returns) if position.is_over else None,
        "scores": list(position.scores) if alone or look_of(game).counts else None,
        "status": sentence(game, status(position)),
        "legal": legal,
        "advice": game.advice(position.state) or _advice(position, legal),
        "chains": chains(position),
        "last": _last(position),
        "ply": len(position.line) - 1,
        "text": sentence(game, "\n".join(board_lines(position))),
        "position": position.to_text(),
        "shape": _shape(game),
    }
    return seen | _hands(position)


# -- words ------------------------------------------------------------------------------------


def seats(game: Game) -> list[str]:
    """What the seats are called on the page."""
    if game.num_players == 1:
        return ["Solitaire"]
    return list(game.seat_names or (game.player_name(seat) for seat in range(game.num_players)))


def sentence(game: Game, text: str) -> str:
    """A text of the game with the page's names of the seats."""
    for theirs, ours in zip(game.player_names, game.seat_names, strict=False):
        text = text.replace(theirs, ours)
    return text


def _codes(game: Game) -> Json:
    """What stands on a cell with each code: whose, what kind, and its name for a screen reader."""
    colours = game.seat_names or game.player_names
    kind = look_of(game).piece
    codes: Json = {
        "-1": {"owner": None, "kind": "hole", "name": "not played on"},
        "0": {"owner": None, "kind": "empty", "name": "empty"},
    }
    for owner, colour in enumerate(colours):
        codes[str(owner + 1)] = {"owner": owner, "kind": kind, "name": f"{colour.lower()} {kind}"}
        if len(game.alphabet) > 1 + len(colours):
            codes[str(owner + 1 + len(colours))] = {
                "owner": owner,
                "kind": "king",
                "name": f"{colour.lower()} king",
            }
    return codes


def _names(game: Game, cells: list[int]) -> list[str]:
    """The cells as the notation names them."""
    return [game.cell_label(cell) if code >= 0 else "" for cell, code in enumerate(cells)]


def look_facts(game: Game) -> Json:
    """The colours of `games.drawing`, so that a board is the same here, in notebooks and in the docs."""
    look = look_of(game)
    return {
        "name": look.name,
        "frame": look.frame,
        "label": look.label,
        "field": list(look.field),
        "line": look.line,
        "colours": [list(colours) for colours in look.colours],
        "mark": look.mark,
    }


# -- whose turn, who won ----------------------------------------------------------------------


def _colour(position: Position) -> int | None:
    """Which stones may move: mostly the player's; in solitaire it changes, or any may."""
    if position.game.options.get("solitaire") == "any":
        return None
    return position.game.turn(position.state)


def _winners(position: Position) -> list[int] | None:
    """The seats that won: none in a draw, nothing while the game goes on or where one plays alone."""
    if not position.is_over or position.game.num_players == 1:
        return None
    best = max(position.returns) - 1e-9
    winners = [seat for seat, value in enumerate(position.returns) if value >= best]
    return winners if len(winners) < position.game.num_players else []


# -- moves ------------------------------------------------------------------------------------


def _legal(position: Position) -> list[Json]:
    game = position.game
    if game.tray(position.state) is not None:
        return [
            {"n": int(move), "text": str(move), **game.placement(int(move))._asdict()}
            for move in position.legal_moves
        ]
    before = position.board.ravel().tolist()
    changed, codes = np.empty(len(before), dtype=np.int64), np.empty(len(before), dtype=np.int8)
    found: list[Json] = []
    known: set[tuple[int, ...]] = set()
    for move in position.legal_moves:
        # What it changes, before chance does anything: the page draws it without waiting for an answer. (To play each
        # move and look at the whole board took seconds on the largest boards.)
        count = contract.changes(game.rules, position.state, int(move), 0, changed, codes)
        changes = sorted(
            [cell, code]
            for cell, code in zip(changed[:count].tolist(), codes[:count].tolist(), strict=True)
            if code != before[cell]
        )
        cells = game.click_path(position.state, int(move))
        if tuple(cells) in known:
            cells = []  # clicked like another one (a choice of pieces, say): it gets a button
        known.add(tuple(cells))
        takes = [cell for cell, _ in changes if before[cell] > 0 and (len(cells) < 2 or cell != cells[0])]
        found.append({"n": int(move), "text": str(move), "path": cells, "takes": takes, "changes": changes})
    return found


def _last(position: Position) -> Json | None:
    """What the last move did, and what chance did after it."""
    before = position.parent
    if before is None or position.move is None:
        return None
    old, new = before.board.ravel(), position.board.ravel()
    changed = np.flatnonzero(old != new).tolist()
    event = None if position.event in (None, "none") else position.event
    return {
        "n": int(position.move),
        "text": str(position.move),
        "player": before.player,
        "path": position.game.click_path(before.state, int(position.move)),
        "changes": [{"cell": cell, "from": int(old[cell]), "to": int(new[cell])} for cell in changed],
        "event": event,
        "event_path": position.game.event_path(event) if event else [],
    }


def _advice(position: Position, legal: list[Json]) -> str:
    """What to do with a click: moves of one cell put a piece there or take one away, others begin at a piece."""
    clicked = [move["path"] for move in legal if move.get("path")]
    if not clicked:
        return ""
    if any(len(path) > 1 for path in clicked):
        return "Pick one of the marked pieces."
    piece = look_of(position.game).piece
    if all(position.board.ravel()[path[0]] > 0 for path in clicked):
        return f"Take away one of the marked {piece}s."
    return f"Put a {piece} on one of the dots."


# -- boards of their own ----------------------------------------------------------------------


def _shape(game: Game) -> Json | None:
    """Graph Clobber: where the vertices are (0 … 1) and which are joined."""
    layout = getattr(game, "layout", None)
    if layout is None:
        return None
    edges = [[int(a), int(b)] for a, b in game.edges]  # type: ignore[attr-defined]
    return {"vertices": np.round(layout, 4).tolist(), "edges": edges}


def _hands(position: Position) -> Json:
    """Where pieces are laid: those in hand, the start cells, and who cannot place any more."""
    tray = position.game.tray(position.state)
    if tray is None:
        return {}
    return {
        "tray": tray.left,
        "pieces": {
            name: {"turns": [[list(square) for square in way] for way in ways]}
            for name, ways in tray.shapes.items()
        },
        "starts": list(position.game.start_cells),
        "stuck": tray.stuck,
    }
