"""Things by name: games, agents, studies. What is built in is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Generic, TypeVar

from papamu.errors import SpecError, listing, nearest

T = TypeVar("T")


class Registry(Generic[T]):
    """What there is of one kind: the built-in ones, and those that a user adds."""

    def __init__(
        self, kind: str, built_in: Mapping[str, str], aliases: Mapping[str, str] | None = None
    ) -> None:
        self.kind = kind  # "game", for error lines
        self.built_in = built_in  # name: "module:attribute"
        self.aliases = aliases or {}
        self.added: dict[str, T] = {}

    def names(self) -> list[str]:
        """All names, built-in ones first."""
        return [*self.built_in, *self.added]

    def add(self, name: str, thing: T) -> None:
        """Make one more known; a built-in name is refused."""
        if name in self.built_in:
            raise SpecError(f"{name!r} is a built-in {self.kind}: choose another name")
        self.added[name] = thing

    def find(self, name: str) -> T:
        """The one of this name, or an error that says which there are."""
        name = self.aliases.get(name, name)
        if name in self.added:
            return self.added[name]
        if name not in self.built_in:
            close = nearest(name, self.names())
            raise SpecError(f"there is no {self.kind} {name!r}{close}: there are {listing(self.names())}")
        module, _, attribute = self.built_in[name].partition(":")
        found: T = getattr(import_module(module), attribute)
        return found
