"""The one progress bar for everything that takes longer than two seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(what: str, steps: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error; call what it gives with a label as each step begins."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[label]}"),
    )
    console = Console(stderr=True)
    begun = 0
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(what, total=steps, label="")

        def advance(label: str) -> None:
            nonlocal begun
            progress.update(task, completed=begun, label=label)
            if not console.is_terminal:
                console.print(f"{what} {begun + 1}/{steps}: {label}")
            begun += 1

        yield advance
        progress.update(task, completed=steps, label="")
