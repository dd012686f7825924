"""What long work prints about itself: where it is saved, and the command that resumes it."""

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
        names = " or ".join(plugins.file_names()) or "your own code"
        console.print(
            Text(
                f"{names}, or a file it imports, has changed: starting from scratch "
                f"(the older result stays in {older[-1]})"
            )
        )
    place = f"{'Resuming' if begun else 'Saving to'} {path}"
    if console.is_terminal:
        console.print(Text(f"{place}. After a stop, resume with:\n  {command}", style="dim"))
    else:
        console.print(Text(f"{place}; after a stop, resume with: {command}"), soft_wrap=True)
    try:
        yield
    except KeyboardInterrupt:
        console.print(
            Text(f"\nStopped; finished {what} are saved. Resume with:\n  {command}"), soft_wrap=True
        )
        raise
