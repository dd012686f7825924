"""A position as JSON: everything that a page needs to draw it, to play on and to read it aloud.

`view` is pure: it looks at the position (and at the one before, for what the last move did) and at nothing
else. The page knows no rules: which cells may be clicked in which order is said here, see `web.paths`.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from papamu.games import rules as contract
from papamu.games.drawing import board_lines, look_of, status
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.web.paths import blokus_pieces, chains, path, placement

Json = dict[str, Any]

_SEATS = {"checkers": ("Black", "White")}  # by the colours drawn; the game itself says Player 1 and 2
_STONES = {"stones": "stone", "konane": "stone", "discs": "disc", "checkers": "man", "squares": "tile"}
_NUMBER = re.compile(r"[0-9]+")


def view(position: Position) -> Json:
    """The position as the page needs it."""
    game = position.game
    cells = position.board.ravel().tolist()
    alone = game.num_players == 1
    seen: Json = {
        "game": str(game),
        "name": game.name,
        "title": game.title,
        "rows": game.rows,
        "cols": game.cols,
        "look": _look(game),
        "players": seats(game),
        "cells": cells,
        "codes": _codes(game),
        "dark": [cell for cell, code in enumerate(cells) if code < 0],
        "names": _names(game, cells),
        "from_top": game.rows_from_top,
        "player": position.player,
        "colour": _colour(position),
        "over": position.is_over,
        "winner": _winners(position),
        "returns": list(position.returns) if position.is_over else None,
        "scores": list(position.scores) if alone or look_of(game).counts else None,
        "status": sentence(game, status(position)),
        "legal": _legal(position),
        "chains": chains(position),
        "last": _last(position),
        "ply": len(position.line) - 1,
        "text": sentence(game, "\n".join(board_lines(position))),
        "position": position.to_text(),
        "shape": _shape(game),
    }
    return seen | _blokus(position) if game.name == "blokus" else seen


# -- words ------------------------------------------------------------------------------------


def seats(game: Game) -> list[str]:
    """What the seats are called on the page."""
    if game.num_players == 1:
        return ["Solitaire"]
    return list(_SEATS.get(game.name, [game.player_name(seat) for seat in range(game.num_players)]))


def sentence(game: Game, text: str) -> str:
    """A text of the game with the page's names of the seats."""
    for theirs, ours in zip(game.player_names, _SEATS.get(game.name, ()), strict=False):
        text = text.replace(theirs, ours)
    return text


def _codes(game: Game) -> Json:
    """What stands on a cell with each code: whose, what kind, and its name for a screen reader."""
    colours = _SEATS.get(game.name, game.player_names)
    kind = _STONES.get(game.name if game.name == "konane" else game.style, "stone")
    codes: Json = {
        "-1": {"owner": None, "kind": "hole", "name": "not played on"},
        "0": {"owner": None, "kind": "empty", "name": "empty"},
    }
    for owner, colour in enumerate(colours):
        codes[str(owner + 1)] = {"owner": owner, "kind": kind, "name": f"{colour.lower()} {kind}"}
        if kind == "man":
            codes[str(owner + 3)] = {"owner": owner, "kind": "king", "name": f"{colour.lower()} king"}
    return codes


def _names(game: Game, cells: list[int]) -> list[str]:
    """The cells as the notation names them."""
    name = getattr(game, "number", game.cell_name)
    return [str(name(cell)) if code >= 0 else "" for cell, code in enumerate(cells)]


def _look(game: Game) -> Json:
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
    if game.name == "blokus":
        return [
            {"n": int(move), "text": str(move), **placement(game, int(move))._asdict()}
            for move in position.legal_moves
        ]
    before = position.board.ravel()
    after = np.empty_like(before)
    found = []
    for move in position.legal_moves:
        state = position.state.copy()
        contract.play(game.rules, state, int(move))
        contract.observe(game.rules, state, 0, after)
        cells = path(game, int(move))
        taken = np.flatnonzero((before != after) & (before > 0)).tolist()
        takes = [cell for cell in taken if len(cells) < 2 or cell != cells[0]]
        found.append({"n": int(move), "text": str(move), "path": cells, "takes": takes})
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
        "path": path(position.game, int(position.move)),
        "changes": [{"cell": cell, "from": int(old[cell]), "to": int(new[cell])} for cell in changed],
        "event": event,
        "event_path": _event_path(position.game, event),
    }


def _event_path(game: Game, event: str | None) -> list[int]:
    """Checkers: from where to where a piece was teleported."""
    cells = [game.cell(int(number)) for number in _NUMBER.findall(event)] if event else []  # type: ignore[attr-defined]
    return [cell for cell in cells if cell is not None]


# -- boards of their own ----------------------------------------------------------------------


def _shape(game: Game) -> Json | None:
    """Graph Clobber: where the vertices are (0 … 1) and which are joined."""
    layout = getattr(game, "layout", None)
    if layout is None:
        return None
    edges = [[int(a), int(b)] for a, b in game.edges]  # type: ignore[attr-defined]
    return {"vertices": np.round(layout, 4).tolist(), "edges": edges}


def _blokus(position: Position) -> Json:
    """The pieces in hand, the start cells, and who cannot place any more."""
    game: Any = position.game
    left = [game.pieces_left(position.state, seat) for seat in range(game.num_players)]
    stuck = game.extras(position.state).get("stuck", "")
    return {
        "tray": left,
        "pieces": blokus_pieces(),
        "starts": [int(cell) for cell in game.rules.start],
        "stuck": [int(number) - 1 for number in stuck],
    }
