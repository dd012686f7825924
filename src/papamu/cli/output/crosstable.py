"""The crosstable of `papamu tournament` in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from papamu.arena.crosstable import Crosstable


def show(table: Crosstable, written: Iterable[Path]) -> None:
    """The table, its notes, and the files that were written."""
    console = Console(highlight=False)
    table.print(console)
    for file in written:
        console.print(Text(f"wrote {file}"))
