"""The published studies, one folder each: their tables with the published figures beside ours."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.naming import Registry

_papers: Registry[Paper] = Registry(
    "paper",
    {
        name: f"papamu.papers.{name}:PAPER"
        for name in ("clobber", "konane", "reversi", "checkers", "blokus", "adaptive")
    },
)


def names() -> list[str]:
    """Which studies there are."""
    return _papers.names()


def find(name: str) -> Paper:
    """The study of this name, or an error that says which there are."""
    return _papers.find(name)
