"""What long work says about itself: where it is kept, and the line that goes on with it after a stop."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from papamu.files import write_whole


def check_place(path: Path | None) -> None:
    """Say what is wrong with the place of a file before hours of work."""
    if path is not None and (path.is_dir() or not os.access(path.absolute().parent, os.W_OK)):
        write_whole(path, b"")


@contextmanager
def keeping(path: Path, begun: bool, what: str = "games") -> Iterator[None]:
    """Say it before the work, and again if it is stopped."""
    console = Console(stderr=True, highlight=False)
    line = shlex.join(["papamu", *[word for word in sys.argv[1:] if word != "--again"]])
    kept = f"{'Going on with' if begun else 'Keeping'} {path}"
    if console.is_terminal:
        console.print(Text(f"{kept}. After a stop, go on with:\n  {line}", style="dim"))
    else:
        console.print(Text(f"{kept}; after a stop, go on with: {line}"), soft_wrap=True)
    try:
        yield
    except KeyboardInterrupt:
        console.print(Text(f"\nStopped; finished {what} are kept. Go on with:\n  {line}"), soft_wrap=True)
        raise
