"""Things by name: games, agents, studies. What is built in is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from papamu.core import plugins
from papamu.core.errors import SpecError, listing, nearest

T = TypeVar("T")


def import_if_there(module: str) -> bool:
    """Import a module; False if there is none of this name. A module that breaks while it is imported raises."""
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # it is there, and needs something that is not
        return False
    return True


def check_complete(thing: type, kind: str, attributes: Iterable[str]) -> None:
    """Refuse a class that lacks something which people or commands will ask for."""
    missing = [name for name in attributes if not hasattr(thing, name)]
    missing += [f"{name}()" for name in sorted(getattr(thing, "__abstractmethods__", ()))]
    if missing:
        raise SpecError(f"the {kind} {getattr(thing, 'name', thing.__name__)!r} has no {listing(missing)}")


class Registry(Generic[T]):
    """What there is of one kind: the built-in ones, and those that a user adds."""

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, str],
        aliases: Mapping[str, str] | None = None,
        pluggable: bool = True,
    ) -> None:
        self.kind = kind  # "game", for error lines
        self.pluggable = pluggable  # can a plug-in add one?
        self.built_in = built_in  # name: "module:attribute"
        self.aliases = aliases or {}
        self.added: dict[str, T] = {}

    def names(self) -> list[str]:
        """All names, built-in ones first."""
        plugins.load_all()
        return [*self.built_in, *self.added]

    def add(self, name: str, thing: T) -> None:
        """Make one more known; a built-in name is refused."""
        if name in self.built_in:
            raise SpecError(f"{name!r} is a built-in {self.kind}: choose another name")
        self.added[name] = thing

    def find(self, name: str) -> T:
        """The one of this name, or an error that says which there are."""
        name = self.aliases.get(name, name)
        plugins.load_all()
        if name in self.added:
            return self.added[name]
        if name not in self.built_in:
            close = nearest(name, self.names())
            hint = f" ({plugins.HINT})" if self.pluggable and not close else ""
            raise SpecError(
                f"there is no {self.kind} {name!r}{close}: there are {listing(self.names())}{hint}"
            )
        module, _, attribute = self.built_in[name].partition(":")
        found: T = getattr(import_module(module), attribute)
        return found
