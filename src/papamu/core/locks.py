"""File locks: one process at a time works on a file, and a killed process holds nothing.

The system's lock on a side file (`NAME.lock`) vanishes with the process. Its text says who holds it. It
is a POSIX record lock, not `flock`: forked workers inherit the latter, and those that outlive a killed
run would keep its file locked.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from papamu.core.errors import BusyError, StoreError

_held: set[str] = set()  # a record lock does not keep its own process out
_guard = threading.Lock()  # for that set
_PAUSE = 0.02  # seconds between two tries of one who waits


@contextmanager
def hold(path: Path, wait: float = 0.0) -> Iterator[None]:
    """Be the one that works on this file, of all processes and threads. Who is not first waits, then says who is."""
    side = Path(os.path.realpath(path) + ".lock")
    until = time.monotonic() + wait
    while True:
        try:
            handle = _enter(path, side)
            break
        except BusyError:
            if time.monotonic() >= until:
                raise
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        _release(side, handle)
        _held.discard(str(side))


def _enter(path: Path, side: Path) -> int:
    with _guard:
        if str(side) in _held:
            raise BusyError(f"{str(path)!r} is already open in this process")
        _held.add(str(side))
    try:
        return _take(path, side)
    except BaseException:
        _held.discard(str(side))
        raise


def _take(path: Path, side: Path) -> int:
    while True:
        try:
            handle = os.open(side, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise StoreError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
        try:
            _lock(handle)
            # The holder before may have removed the file between our opening and locking it.
            if sys.platform == "win32" or _still_there(handle, side):
                os.ftruncate(handle, 0)
                os.write(handle, f"process {os.getpid()} since {time.strftime('%Y-%m-%d %H:%M:%S')}".encode())
                return handle
        except (BlockingIOError, PermissionError):
            holder = os.pread(handle, 200, 0) if hasattr(os, "pread") else os.read(handle, 200)
            os.close(handle)
            who = " ".join(holder.decode("utf-8", "replace").split()) or "another process"
            raise BusyError(f"{str(path)!r} is in use by {who}: wait for it, or give another file") from None
        except OSError as error:
            os.close(handle)
            raise StoreError(f"cannot lock {str(path)!r}: {error.strerror or error}") from None
        os.close(handle)


def _still_there(handle: int, side: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(side))
    except FileNotFoundError:
        return False


def _release(side: Path, handle: int) -> None:
    if sys.platform != "win32":  # there a file that is open cannot be removed: it stays, unlocked
        side.unlink(missing_ok=True)
    os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # behind the text: a locked byte cannot be read
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
