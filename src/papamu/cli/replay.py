"""`papamu replay`: check a game record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record (JSON).")], as_json: AsJson = False
) -> None:
    """Check a game record move by move and show how it ended."""
    from papamu.games.record import Record

    record = Record.load(file)
    last = record.replay()
    if as_json:
        print(record.to_json())
        return
    print(f"{record.game}, {len(record.moves)} moves: {' '.join(record.moves)}\n")
    print(last)
