"""The command line in a process of its own, as a person meets it."""

from __future__ import annotations

import subprocess
import sys


def papamu(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run(
        [sys.executable, "-m", "papamu", *arguments],
        input=typed, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def answer(*arguments: str, typed: str = "") -> str:
    """What a command that succeeds prints."""
    done = papamu(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout
