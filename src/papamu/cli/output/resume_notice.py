"""What long work prints about itself: where it is kept, and the command that resumes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from papamu.core import plugins


@contextmanager
def resume_notice(path: Path, begun: bool, what: str = "games") -> Iterator[None]:
    """Print it before the work, and again if the work is stopped."""
    from papamu.arena.plugin_sources import earlier_versions

    console = Console(stderr=True, highlight=False)
    command = plugins.command_line([word for word in sys.argv[1:] if word != "--again"])
    if not begun and (older := earlier_versions(path)):
        names = " or ".join(plugins.file_names()) or "code of your own"
        console.print(
            Text(
                f"{names}, or what it imports, has changed: begun from scratch (the older result stays in {older[-1]})"
            )
        )
    place = f"{'Going on with' if begun else 'Keeping'} {path}"
    if console.is_terminal:
        console.print(Text(f"{place}. After a stop, go on with:\n  {command}", style="dim"))
    else:
        console.print(Text(f"{place}; after a stop, go on with: {command}"), soft_wrap=True)
    try:
        yield
    except KeyboardInterrupt:
        console.print(Text(f"\nStopped; finished {what} are kept. Go on with:\n  {command}"), soft_wrap=True)
        raise
