"""Deleted runs: moved to `trash` in the folder of runs, where they can be taken back from; one in use stays."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from pathlib import Path

from papamu.core.errors import BusyError
from papamu.core.files import make_folder
from papamu.core.locks import hold
from papamu.training.progress import GOING, read_progress

TRASH = "trash"


def move_to_trash(runs: Path, folder: Path | None, files: Iterable[Path]) -> Path:
    """Move a run's folder and the files about it to a new place in the trash; says where that is."""
    place = runs / TRASH / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{secrets.token_hex(3)}"
    if folder is not None and folder.is_dir():
        if (read_progress(folder) or {}).get("state") in GOING:
            raise BusyError("this run is in progress in a terminal: stop it there first")
        with hold(folder / "training"):  # says who works in it
            make_folder(place)
            folder.rename(place / folder.name)
    make_folder(place)
    for path in files:
        if path.is_file():
            path.rename(place / path.name)
    return place
