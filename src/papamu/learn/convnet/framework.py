"""The one door to PyTorch: only what needs it imports it, and who has not got it is told how to get it."""

from __future__ import annotations

from typing import Any

from papamu.errors import PapamuError


def torch() -> Any:
    """PyTorch, set to one thread: whoever calls it has threads of their own, one for each core."""
    try:
        import torch as found
    except ImportError:
        raise PapamuError(
            "convolutional networks need PyTorch, which is not installed: pip install 'papamu[torch]'"
        ) from None
    found.set_num_threads(1)
    return found
