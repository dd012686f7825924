"""Files that are written whole or not at all, and the folders for a user's own files."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Literal

from papamu.core.errors import PapamuError

RUNS = Path("runs")  # the default folder of runs
_MOVED_BY = {"cache": "PAPAMU_CACHE", "data": "PAPAMU_HOME"}
_ON_MAC = {"cache": "Caches", "data": "Application Support"}
_ON_LINUX = {"cache": ("XDG_CACHE_HOME", ".cache"), "data": ("XDG_DATA_HOME", ".local/share")}


def user_folder(kind: Literal["cache", "data"]) -> Path:
    """The per-user folder for what can be made again, or for what cannot (`PAPAMU_CACHE`, `PAPAMU_HOME`)."""
    if chosen := os.environ.get(_MOVED_BY[kind]):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
        return base / "papamu" / ("data" if kind == "data" else "")
    if sys.platform == "darwin":
        return Path.home() / "Library" / _ON_MAC[kind] / "papamu"
    variable, usual = _ON_LINUX[kind]
    return Path(os.environ.get(variable) or Path.home() / usual) / "papamu"


def runs_folder(chosen: str | os.PathLike[str] | None = None) -> Path:
    """The folder of all runs: the chosen one, else `PAPAMU_RUNS`, else `runs/` in the current folder."""
    return Path(chosen if chosen is not None else os.environ.get("PAPAMU_RUNS") or RUNS)


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file, whole or not at all: until it is complete, an older one stays as it was.

    A link is followed. What is no file (`/dev/stdout`, a pipe) cannot be replaced and is simply written to.
    """
    path = Path(path)
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise PapamuError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    except ValueError as error:  # a NUL in the name, a character that UTF-8 does not have
        raise PapamuError(f"cannot write {str(path)!r}: {error}") from None


def check_writable(path: str | Path | None) -> None:
    """Refuse a file that could not be written (none: nothing to check): before hours of work, not after."""
    if path is None:
        return
    folder = Path(path).absolute().parent
    if Path(path).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        write_whole(path, b"")  # names what is wrong


def make_folder(path: str | Path) -> None:
    """Make a folder and those above it, if they are not there."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PapamuError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def _replace(path: Path, data: bytes) -> None:
    # A name of this thread's own: two that write the same file must not take each other's half away.
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else a power loss after the renaming could leave an empty file
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
