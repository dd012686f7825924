"""The import of PyTorch, in one place: only when it is needed, with a clear error where it is missing."""

from __future__ import annotations

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
