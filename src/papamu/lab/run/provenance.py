"""Where a result comes from: which machine, and which code."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from pathlib import Path

from papamu import __version__


@cache
def machine() -> str:
    """This machine in a few words, for the reader of a report."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            models = [line.partition(":")[2] for line in lines if line.startswith("model name")]
        processor = " ".join(models[0].split())
    except (OSError, IndexError):
        pass  # only Linux has it, and not on every processor
    return f"{processor}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


@cache
def source() -> str:
    """The commit of this code if it lies in a checkout of its own repository, else its version."""
    version = f"papamu {__version__}"
    home = Path(__file__).parents[2]
    if _git(home, "ls-files", "--error-unmatch", "__init__.py") is None:  # installed
        return version
    commit = _git(home, "rev-parse", "--short=12", "HEAD")
    if commit is None:
        return version
    changed = _git(home, "status", "--porcelain", "--untracked-files=no", "--", ".")
    return f"{version}, commit {commit}{' with changes' if changed else ''}"


def _git(folder: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
