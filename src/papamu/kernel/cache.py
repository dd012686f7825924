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
from functools import cache
from pathlib import Path
from typing import Any

from papamu import files

_PACKAGE = Path(__file__).resolve().parent.parent
_NO_KERNELS = ("cli", "lab", "papers", "web")  # `test_cache.py` looks that it stays so
_KEEP_DAYS = 14  # folders of other versions are removed when unused for that long
_KEEP_FOLDERS = 4
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


def prepare() -> None:
    """Make the folder for these sources and drop old ones."""
    folder = compiled_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(folder)
    except OSError:
        pass  # a read-only home: kernels are then compiled in memory, once a process


def _prune(current: Path) -> None:
    import shutil  # here, because every start would pay for it

    others = [p for p in current.parent.iterdir() if p.is_dir() and p != current]
    others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    oldest = time.time() - _KEEP_DAYS * 86_400
    for index, folder in enumerate(others):
        if index >= _KEEP_FOLDERS or folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def note_source(function: Any) -> None:
    """Remember the file of a function that comes from outside the package."""
    file = function.__code__.co_filename
    path = Path(file)
    if file not in _foreign and _PACKAGE not in path.parents:
        try:
            _foreign[file] = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
        except OSError:  # typed at a prompt: its text has no file, so it is never the same twice
            _foreign[file] = os.urandom(8).hex()


def foreign_sources() -> tuple[tuple[str, str], ...]:
    """Files outside the package that registered rules, with their hashes."""
    return tuple(sorted(_foreign.items()))
