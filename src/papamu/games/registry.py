"""Which games there are, by name. A game's module is imported when the game is first asked for."""

from __future__ import annotations

from papamu.core.registry import Registry, check_complete, import_if_there
from papamu.core.spec import parse
from papamu.games.game import Game

_BUILT_IN = {
    "clobber": "papamu.games.clobber.game:ClobberGame",
    "checkers": "papamu.games.checkers.game:CheckersGame",
    "reversi": "papamu.games.reversi.game:ReversiGame",
    "blokus": "papamu.games.blokus.game:BlokusGame",
    "konane": "papamu.games.konane.game:KonaneGame",
}
_ALSO_KNOWN_AS = {"othello": "reversi", "draughts": "checkers"}
_games: Registry[type[Game]] = Registry("game", _BUILT_IN, _ALSO_KNOWN_AS)


def names() -> list[str]:
    """The names of all games, built-in ones first."""
    return _games.names()


def is_built_in(name: str) -> bool:
    """Does a new process know this game too?"""
    return name in _BUILT_IN


def import_part(of: str, name: str, file: str = "") -> None:
    """Import what a package has for a built-in game: the module `of.NAME` (or `of.NAME.file`), which registers it.

    So nobody lists games: the file has the game's name. A game from elsewhere registers all of its own.
    """
    if is_built_in(name):
        import_if_there(".".join(part for part in (of, name, file) if part))


def register(game: type[Game]) -> type[Game]:
    """Make a game of your own known by its name; usable as a class decorator."""
    check_complete(game, "game", ("name", "title", "card", "default_size", "sizes", "move_example"))
    _games.add(game.name, game)
    return game


def find(name: str) -> type[Game]:
    """The class of a game's name, or an error that says which games there are."""
    return _games.find(name)


def load(text: str) -> Game:
    """The game of a spec: its name, size and options.

    >>> import papamu
    >>> papamu.load("clobber:5x6,cannibal=true")
    papamu.load('clobber:5x6,cannibal=true')
    """
    spec = parse(text)
    return find(spec.name).from_spec(spec)
