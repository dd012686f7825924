"""A line of text for people, printed as it is."""

from __future__ import annotations

from rich.console import Console


def print_line(console: Console, text: str, style: str | None = None, markup: bool = False) -> None:
    """Print it without markup, colours of its own or hard line breaks."""
    console.print(text, style=style, markup=markup, highlight=False, soft_wrap=True)
