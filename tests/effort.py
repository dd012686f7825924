"""How much a test does: all of it compiled, a small part interpreted."""

from __future__ import annotations

from papamu.kernel.jit import JIT


def effort(compiled: int, interpreted: int) -> int:
    """A number of games, positions or nodes."""
    return compiled if JIT else interpreted
