"""Which games there are, by name. A game's module is imported when the game is first asked for."""

from __future__ import annotations

from papamu.games.game import Game
from papamu.naming import Registry
from papamu.spec import parse

_BUILT_IN = {
    "clobber": "papamu.games.clobber:ClobberGame",
    "checkers": "papamu.games.checkers:CheckersGame",
    "reversi": "papamu.games.reversi:ReversiGame",
    "blokus": "papamu.games.blokus:BlokusGame",
    "konane": "papamu.games.konane:KonaneGame",
}
_ALSO_KNOWN_AS = {"othello": "reversi", "draughts": "checkers"}
_games: Registry[type[Game]] = Registry("game", _BUILT_IN, _ALSO_KNOWN_AS)


def names() -> list[str]:
    """The names of all games, built-in ones first."""
    return _games.names()


def is_built_in(name: str) -> bool:
    """Does a new process know this game too?"""
    return name in _BUILT_IN


def register(game: type[Game]) -> type[Game]:
    """Make a game of your own known by its name; usable as a class decorator."""
    _games.add(game.name, game)
    return game


def find(name: str) -> type[Game]:
    """The class of a game's name, or an error that says which games there are."""
    return _games.find(name)


def load(text: str) -> Game:
    """The game of a spec: `load("clobber:6x6,cannibal=true")`."""
    spec = parse(text)
    return find(spec.name).from_spec(spec)
