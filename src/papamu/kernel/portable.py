"""Compiled code that comes along: made once for a kind of processor, and used wherever the sources are the same.

A release compiles everything for `x86-64-v3`, which PCs since about 2015 can run, into a folder
(`papamu warm --into FOLDER`). There it is kept under the hash of the sources, like the user's own cache. Where that
folder lies in the package as `_compiled`, or `PAPAMU_COMPILED` names it, a kernel that the user's cache does not have
is taken from it: nothing is compiled. Other processors, other versions of Python and Numba, and edited sources find
nothing there and compile as ever.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from papamu.kernel.cache import sources_hash

TARGET = "x86-64-v3"
_FEATURES = (
    "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "cx16",
    "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave",
)  # fmt: skip
_BUILDING = "PAPAMU_PORTABLE"
_PLACE = "PAPAMU_COMPILED"
_PACKAGE = Path(__file__).resolve().parent.parent


def is_building() -> bool:
    """Is this process compiling code to come along?"""
    return os.environ.get(_BUILDING) == "1"


def building_environment(folder: Path) -> dict[str, str]:
    """The variables of processes that compile into a folder; set before Numba is imported."""
    return {
        _BUILDING: "1",
        "PAPAMU_CACHE": str(folder),
        "NUMBA_CPU_NAME": TARGET,
        "NUMBA_CPU_FEATURES": ",".join(f"+{feature}" for feature in _FEATURES),
    }


@cache
def compiled_folder() -> Path | None:
    """Where code for exactly these sources came along, if there is any and this processor can run it."""
    place = Path(os.environ.get(_PLACE) or _PACKAGE / "_compiled")
    found = place / "compiled" / sources_hash()
    return found if found.is_dir() and _can_run() else None


def _can_run() -> bool:
    import llvmlite.binding

    features = llvmlite.binding.get_host_cpu_features()
    return all(features.get(feature) for feature in _FEATURES)
