"""Where compiled code is kept between runs.

Numba looks at a function's own file to decide whether its cached machine code is still good. It
does not notice an edit in *another* file, and would go on running the old rule. So the cache lives
in a per-user folder named by a hash of the package's sources (but for the rooms that have no kernels
and that no kernel's module imports). Code that comes from outside the package (a student's own game)
adds its file's hash to the key of every entry.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from papamu.core import files

_PACKAGE = Path(__file__).resolve().parent.parent
_NO_KERNELS = ("cli", "lab", "papers", "training", "web")  # `test_cache.py` looks that it stays so
_KEEP_DAYS = 14  # folders of other versions are removed when unused for that long
_KEEP_FOLDERS = 4
_KEEP_PLAIN = 16  # folders of other outside files: a process that runs beside this one may use one of them
_foreign: dict[str, str] = {}


def user_folder() -> Path:
    """The per-user folder for everything that can be made again (`PAPAMU_CACHE` moves it)."""
    return files.user_folder("cache")


@cache
def sources_hash() -> str:
    """A hash of every Python file of the package that can change a kernel, names included."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(_PACKAGE.rglob("*.py")):
        if path.relative_to(_PACKAGE).parts[0] in _NO_KERNELS:
            continue
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(path.read_bytes())
    # Checked kernels must never be taken for unchecked ones.
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()


def compiled_folder() -> Path:
    """The folder for machine code made from exactly these sources."""
    return user_folder() / "compiled" / sources_hash()


def subfolder(file: str) -> str | None:
    """Where the kernels of a file of the package are kept, wherever the package lies; none for other files."""
    path = Path(file).resolve()
    return "_".join(path.relative_to(_PACKAGE).parent.parts) or "." if _PACKAGE in path.parents else None


def plain_folder() -> Path | None:
    """The folder for machine code made from these sources and the outside files loaded now (see `numba_plain`).

    None where nothing can be kept: Numba would then look for a place of its own, which no source is part of.
    """
    outside = hashlib.blake2b(repr(foreign_sources()).encode(), digest_size=8).hexdigest()
    folder = compiled_folder() / "plain" / outside
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(folder, _KEEP_PLAIN)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def prepare() -> None:
    """Make the folder for these sources and drop old ones."""
    folder = compiled_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(folder)
    except OSError:
        pass  # a read-only home: kernels are then compiled in memory, once a process


def _prune(current: Path, keep: int = _KEEP_FOLDERS) -> None:
    import shutil  # here, because every start would pay for it

    others = [p for p in current.parent.iterdir() if p.is_dir() and p != current]
    others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    oldest = time.time() - _KEEP_DAYS * 86_400
    for index, folder in enumerate(others):
        if index >= keep or folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def compiling(path: Path) -> Iterator[None]:
    """Hold the lock of a kernel: others that need it wait, and then find it compiled.

    The browser app's processes, and the tests', need the same kernels at the same moment. A lock of the system ends
    with its process. Where there is none (Windows, a read-only folder) each compiles for itself.
    """
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(f"{path}.lock", "wb")  # noqa: SIM115  (closed below)
    except (ImportError, OSError):
        yield
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks
        yield


def note_source(function: Any) -> str:
    """Remember the file of a function that comes from outside the package, as it is now; its hash.

    It is read again each time: a notebook imports an edited file anew.
    """
    file = function.__code__.co_filename
    path = Path(file)
    if _PACKAGE in path.parents:
        return ""
    try:
        _foreign[file] = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    except OSError:  # typed at a prompt: its text has no file, so it is never the same twice
        _foreign[file] = os.urandom(8).hex()
    return _foreign[file]


def foreign_sources() -> tuple[str, ...]:
    """The hashes of all files outside the package that have kernels: what is in them counts, not where they lie."""
    return tuple(sorted(set(_foreign.values())))


def foreign_digest() -> str:
    """All of them in one short text; nothing if there are none."""
    return (
        hashlib.blake2b(" ".join(foreign_sources()).encode(), digest_size=8).hexdigest() if _foreign else ""
    )
