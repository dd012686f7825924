"""Runs of version 0.1.0, found by the commands that began them.

0.1.0 had no presets: what its commands did not say was as in `--preset none`. Today it is as in the preset `fast`. So
where a run of 0.1.0 is in the folder, the same command still means that run: a stopped one resumes, a finished one is
found. Everywhere else the command means what it means today.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError
from papamu.training.presets.registry import NONE, choose
from papamu.training.progress import read_progress
from papamu.training.request import AlphaZeroRequest, MlpRequest
from papamu.training.run_folder import CHECKPOINT, MODEL
from papamu.training.train import folder_of


def choose_or_find(options: Mapping[str, Any], command: str = "") -> MlpRequest | AlphaZeroRequest:
    """The request of these options, or that of a run of 0.1.0 that the same command has begun."""
    if options.get("preset") is None:
        try:
            earlier = choose({**options, "preset": NONE}, command)
            if _was_begun_without_presets(folder_of(earlier)):
                return earlier
        except PapamuError:
            pass  # it means nothing without a preset: what is wrong is said below
    return choose(options, command)


def _was_begun_without_presets(folder: Path) -> bool:
    if not any((folder / name).is_file() for name in (MODEL, CHECKPOINT)):
        return False
    known = read_progress(folder)
    return known is None or "--preset" not in str(known.get("command"))
