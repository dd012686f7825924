"""The import of PyTorch, in one place: only when it is needed, with a clear error where it is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

from papamu.core.errors import PapamuError

_MISSING = (
    "convolutional networks need PyTorch, which is not installed: "
    "install it from your clone: .venv/bin/python -m pip install -e '.[torch]'"
)


def torch_missing() -> str | None:
    """Why there is no PyTorch here, or nothing; without the two seconds that importing it takes."""
    return None if find_spec("torch") else _MISSING


def import_torch() -> Any:
    """PyTorch, set to one thread: whoever calls it has threads of their own, one for each core."""
    try:
        import torch as found
    except ImportError:
        raise PapamuError(_MISSING) from None
    found.set_num_threads(1)
    return found


def adopt_thread_count() -> None:
    """In a thread that has just begun: let PyTorch, if it is loaded, use as many threads as it was set to.

    It takes that number over when it is asked for it. Until then its linear layers have a thread per core, which wait
    for each other: on a busy machine 100 games of a small network took 1.8 to 5.0 s of the processor, then 0.14 s.
    """
    found = sys.modules.get("torch")
    if found is not None:
        found.get_num_threads()
