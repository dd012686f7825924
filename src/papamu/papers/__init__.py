"""The published studies, one folder each: their tables with the published figures beside ours."""

from __future__ import annotations

from importlib import import_module

from papamu.errors import PapamuError, listing, nearest
from papamu.lab.paper import Paper

_PAPERS = {"clobber": "papamu.papers.clobber"}


def names() -> list[str]:
    """Which studies there are."""
    return list(_PAPERS)


def find(name: str) -> Paper:
    """The study of this name, or an error that says which there are."""
    if name not in _PAPERS:
        raise PapamuError(f"there is no paper {name!r}{nearest(name, names())}: there are {listing(names())}")
    paper: Paper = import_module(_PAPERS[name]).PAPER
    return paper
