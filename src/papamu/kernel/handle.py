"""Records behind a handle: what is called often from Python must not take its record apart at every call.

Numba unboxes a record field by field, 3 µs for the rules of a game. Here that is done once: the record is stored as
compiled code sees it, and a kernel is called with the address. `bind` gives the function to call:

    @jit
    def step(handle, state, move): rules = opened(handle) ...

    call = bind(step, rules, STATE, NUMBER)
    call(state, 3)

The bound function does not look at the types of its arguments, so callers must give what they declared: arrays are
C-contiguous and of the declared type. With the JIT off, or the plain way (see `jit`), the record itself is passed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba
from numba import types

from papamu.kernel.jit import FAST, jit

WORDS = types.uint64[::1]  # a state
NUMBERS = types.int64[::1]  # moves, tables of cells
CODES = types.int8[::1]
PICTURES = types.float32[:, :, ::1]
NUMBER = types.int64

if FAST:
    from papamu.kernel.numba_handle import Handle, stored
    from papamu.kernel.numba_handle import opened as opened
else:

    @jit
    def opened(handle: Any) -> Any:
        """The record behind a handle, in a kernel."""
        return handle


def bind(kernel: Callable[..., Any], record: Any, *arguments: Any) -> Callable[..., Any]:
    """A kernel with its first argument given: this record. The other ones have the declared types."""
    if not FAST:
        return partial(kernel, record)
    given = [typed if isinstance(typed, types.Type) else numba.typeof(typed) for typed in arguments]
    entry = kernel.compile((Handle(numba.typeof(record)), *given))  # type: ignore[attr-defined]
    memory = stored(record)
    call = partial(entry, memory.ctypes.data)
    call.__dict__["keeps"] = record, memory  # the arrays of the record, as long as somebody can call it
    return call
