"""What would be printed on a terminal, as plain text: for results that print the same in Python."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100


def plain_text(show: Callable[[Console], None]) -> str:
    """The text that `show` prints on a console, without colours and spaces at the ends of lines."""
    from rich.console import Console

    out = StringIO()
    show(Console(file=out, width=WIDTH, highlight=False, color_system=None, force_terminal=False))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
