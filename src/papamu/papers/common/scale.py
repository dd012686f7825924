"""The sizes of a study as a table: one line per quantity, with its value at each scale.

    class Size(Scale):
        #                   paper    laptop   smoke
        games = Quantity(   5_000,     600,      4)  # that the networks learn from
        tests = Quantity(   1_000,     200,      4)  # games without learning

`Size("smoke").games` is then 4, and a type checker knows that it is an `int`. `paper` is the published size, `laptop`
takes minutes, and `smoke` shows in seconds that everything works.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Self, TypeVar, overload

T = TypeVar("T")


@dataclass(frozen=True)
class Scale:
    """The sizes of a study at one scale; each study lists its quantities in a class `Size` of its own."""

    name: str  # "paper", "laptop" or "smoke"


class Quantity(Generic[T]):
    """One size, with its value at each scale."""

    def __init__(self, paper: T, laptop: T, smoke: T) -> None:
        """Keep the three values."""
        self.values = {"paper": paper, "laptop": laptop, "smoke": smoke}

    @overload
    def __get__(self, size: None, owner: type[Scale]) -> Self: ...
    @overload
    def __get__(self, size: Scale, owner: type[Scale]) -> T: ...
    def __get__(self, size: Scale | None, owner: type[Scale]) -> Self | T:
        """The value at the scale of the sizes it is read from."""
        return self if size is None else self.values[size.name]


# -- numbers that depend on the published number ------------------------------------------------------

OfPublished = Callable[[int], int]  # our number, given the published one


def published(number: int) -> int:
    """As many as published."""
    return number


def divided_by(divisor: int) -> OfPublished:
    """A part of the published number."""
    return lambda number: number // divisor


def always(ours: int) -> OfPublished:
    """The same number, whatever is published."""
    return lambda number: ours
