"""Which evaluations each game has, by name; the first is what an agent uses if none is named.

A built-in game's evaluations are registered by the file of its name in this folder, which is imported when
they are first asked for. A game without such a file has the general ones. Others come from anywhere:

    @papamu.register_evaluation("konane", "mine")
    def mine(rules, state, viewer):
        return mobility(rules, state, viewer) - 2.0 * mobility(rules, state, 1 - viewer)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from papamu.core.errors import SpecError, listing, nearest
from papamu.games.game import Game
from papamu.games.registry import find, import_part
from papamu.search.evaluations.contract import Evaluation

F = TypeVar("F", bound=Callable[..., Any])

ANY = "*"  # registers for all games
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # what may stand behind `eval=`


Make = Callable[[Game], Evaluation]


@dataclass(frozen=True)
class Registered:
    """One evaluation: how its record is made for a game, and what it is for."""

    make: Make
    fits: Callable[[Game], bool] | None = None  # can it be used for this game? If it does not say, for any
    judges_ends: bool = False  # does it judge finished games itself, instead of their result?
    first: bool = False  # is it what an agent uses if none is named?
    source: Any = None  # the function or class that comes from outside the package


_own: dict[str, dict[str, Registered]] = {}  # by game: what the package has
_added: dict[str, dict[str, Registered]] = {}  # by game, or for ANY: what comes from outside


def _registered(
    record: Any, judges_ends: bool = False, first: bool = False, source: Any = None
) -> Registered:
    """A record class is made by its `of(game)`, or without arguments; its `fits(game)` may refuse games."""
    make: Make = getattr(record, "of", lambda _: record())
    return Registered(make, getattr(record, "fits", None), judges_ends, first, source)


def register_own(game: str, name: str, record: type | Registered) -> None:
    """For the files of this folder: a game that registers any has these and no general ones."""
    _own.setdefault(game, {})[name] = record if isinstance(record, Registered) else _registered(record)


def register_evaluation(
    game: str, name: str, *, judges_ends: bool = False, first: bool = False
) -> Callable[[F], F]:
    """Decorator: make an evaluation of your own known, as `eval=NAME` for every agent that takes one.

    It stands before a function `(rules, state, viewer)` that says what a position is worth to `viewer`. It is
    a kernel: compiled, and written as CONTRIBUTING says of kernels. Or before a record (a `NamedTuple`) for
    which `evaluate` is registered, if it needs tables: its class method `of(game)` makes it, if it has one.

    `game` is a game's name, or `*` for every game. With `judges_ends` it also judges finished games, with
    `first` it is what agents use if none is named. The same name again replaces the one before.

    >>> import papamu
    >>> from papamu.games.rules import mobility
    >>> @papamu.register_evaluation("konane", "moves-left")
    ... def moves_left(rules, state, viewer):
    ...     return float(mobility(rules, state, viewer))
    >>> position = papamu.load("konane:4x4").start()
    >>> papamu.agent("minimax:eval=moves-left,depth=1").choose(position) in position.legal_moves
    True
    """
    if not _NAME.fullmatch(name):
        raise SpecError(f"{name!r} cannot be the name of an evaluation: it takes letters, digits, - and _")
    games = ANY if game == ANY else find(game).name
    if name in _of_package(games):
        raise SpecError(f"{name!r} is a built-in evaluation of {games}: choose another name")

    def add(thing: F) -> F:
        source = getattr(thing, "py_func", thing)  # itself, unless it was compiled already
        found = _registered(_record(games, name, thing), judges_ends, first, source)
        _added.setdefault(games, {})[name] = found
        return thing

    return add


def _record(game: str, name: str, thing: Any) -> type:
    """The record of what was decorated: itself, or one made for a plain function."""
    if isinstance(thing, type):
        if not (issubclass(thing, tuple) and hasattr(thing, "_fields")):
            raise SpecError(f"{thing.__name__} is not an evaluation: it takes a function or a NamedTuple")
        return thing
    from papamu.search.evaluations.plain_function import record_for

    return record_for(game, name, thing)


def _of_package(game: str) -> dict[str, Registered]:
    """What the package has for a game of this name."""
    from papamu.search.evaluations.general import Material, Mobility

    import_part("papamu.search.evaluations", game)
    return _own.get(game) or {"material": _registered(Material), "mobility": _registered(Mobility)}


def available(game: Game) -> dict[str, Registered]:
    """The evaluations of a game by name, the first one first."""
    found = {**_of_package(game.name), **_added.get(ANY, {}), **_added.get(game.name, {})}
    found = {name: one for name, one in found.items() if one.fits is None or one.fits(game)}
    return dict(sorted(found.items(), key=lambda pair: not pair[1].first))


def chosen(game: Game, name: str) -> str:
    """The evaluation's name, the game's own first one if it is not given."""
    names = list(available(game))
    if name and name not in names:
        raise SpecError(
            f"{game.name} has no evaluation {name!r}{nearest(name, names)}: it has {listing(names)}"
        )
    return name or names[0]


def make(game: Game, name: str) -> Evaluation:
    """The evaluation of this name (or the game's first)."""
    return available(game)[chosen(game, name)].make(game)


def judges_ends(game: Game, name: str) -> bool:
    """Does it judge finished games itself? Konane's functions do, as in the thesis."""
    return available(game)[chosen(game, name)].judges_ends


def sources(game: Game, name: str) -> tuple[Any, ...]:
    """The function or class behind it, if it comes from outside the package: results hang on its text."""
    source = available(game)[chosen(game, name)].source
    return () if source is None else (source,)
