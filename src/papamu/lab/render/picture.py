"""A picture that a study shows beside its tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """One SVG."""

    name: str  # of its file, without the ending
    title: str
    svg: str
    group: str = ""  # the heading that it stands under, with others
