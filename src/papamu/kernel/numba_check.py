"""Is the installed Numba one whose private parts can be used? Asked once, before the first kernel is made.

First the names: everything that `numba_fast` overrides must be there, with the arguments it knows (half a
millisecond). A Numba that this project was never tried with must also pass `numba_probe` in a process of its
own: names do not say everything, and LLVM does not raise exceptions, it ends the process. The answer is kept
with the compiled code.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tempfile
from typing import Any

import numba

from papamu.kernel import cache

TRIED = ((0, 62), (0, 68))  # the first and the last release line that all tests were run with
ADVICE = 'for full speed: pip install "numba>=0.62,<0.69"'
_SECONDS = 120  # for a probe: it takes three


def problem() -> str | None:
    """What is not as expected, in words; None: nothing."""
    try:
        from papamu.kernel import numba_fast

        found = _mismatch(numba_fast.EXPECTED)
    except Exception as error:  # whatever a release that nobody knows yet does
        return " ".join(f"{type(error).__name__}: {error}".split())
    return found or (None if _is_tried() else _probed())


def _mismatch(expected: tuple[tuple[Any, str, str | None], ...]) -> str | None:
    for owner, name, arguments in expected:
        part = getattr(owner, name, None)
        if part is None:
            return f"{owner.__name__}.{name} is missing"
        if arguments is not None and list(inspect.signature(part).parameters) != arguments.split():
            return f"{owner.__name__}.{name} takes other arguments"
    return None


def _is_tried() -> bool:
    numbers = tuple(int(number) for number in numba.__version__.split(".")[:2] if number.isdigit())
    return TRIED[0] <= numbers <= TRIED[1]


def _probed() -> str | None:
    """What came of the probe, now or when it was made for these sources and this Numba."""
    kept = cache.compiled_folder() / f"numba-{numba.__version__}.txt"
    try:
        return kept.read_text(encoding="utf-8") or None
    except OSError:
        pass  # not yet
    answer = _probe()
    try:
        kept.write_text(answer or "", encoding="utf-8")
    except OSError:
        pass  # a read-only home
    return answer


def _probe() -> str | None:
    """Twice: what the first process compiled and kept, the second loads."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PAPAMU_PLAIN_NUMBA": "0",
            "PAPAMU_CACHE": folder,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        for _ in range(2):
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "papamu.kernel.numba_probe"],
                    env=environment, capture_output=True, timeout=_SECONDS, check=False,
                )  # fmt: skip
            except (OSError, subprocess.TimeoutExpired):
                return "a trial of it could not be run"
            if done.returncode != 0:
                return "a trial of it failed"
    return None
