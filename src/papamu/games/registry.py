"""Which games there are, by name. A game's module is imported when the game is first asked for."""

from __future__ import annotations

from importlib import import_module

from papamu.errors import SpecError, listing, nearest
from papamu.games.game import Game
from papamu.spec import parse

_BUILT_IN = {
    "clobber": "papamu.games.clobber:ClobberGame",
    "checkers": "papamu.games.checkers:CheckersGame",
    "reversi": "papamu.games.reversi:ReversiGame",
    "blokus": "papamu.games.blokus:BlokusGame",
    "konane": "papamu.games.konane:KonaneGame",
}
_ALSO_KNOWN_AS = {"othello": "reversi", "draughts": "checkers"}
_added: dict[str, type[Game]] = {}


def names() -> list[str]:
    """The names of all games, built-in ones first."""
    return [*_BUILT_IN, *_added]


def is_built_in(name: str) -> bool:
    """Does a new process know this game too?"""
    return name in _BUILT_IN


def register(game: type[Game]) -> type[Game]:
    """Make a game of your own known by its name; usable as a class decorator."""
    if game.name in _BUILT_IN:
        raise SpecError(f"{game.name!r} is a built-in game: choose another name")
    _added[game.name] = game
    return game


def find(name: str) -> type[Game]:
    """The class of a game's name, or an error that says which games there are."""
    name = _ALSO_KNOWN_AS.get(name, name)
    if name in _added:
        return _added[name]
    if name not in _BUILT_IN:
        raise SpecError(f"there is no game {name!r}{nearest(name, names())}: there are {listing(names())}")
    module, _, attribute = _BUILT_IN[name].partition(":")
    found: type[Game] = getattr(import_module(module), attribute)
    return found


def load(text: str) -> Game:
    """The game of a spec: `load("clobber:6x6,cannibal=true")`."""
    spec = parse(text)
    return find(spec.name).from_spec(spec)
