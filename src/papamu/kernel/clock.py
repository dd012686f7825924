"""A clock that compiled code can read: ticks of the processor's own counter.

Compiled matches use it to say how long each player thought. A tick has no fixed length: whoever reads it
compares with a clock on the wall. Where there is no such counter it stands still, and so it does for kernels that
are compiled the plain way: Numba itself has no clock.
"""

from __future__ import annotations

import platform
import time
from typing import Any

from papamu.kernel.jit import FAST, compile_as_written

_MACHINE = platform.machine().lower()


def ticks() -> int:
    """What the counter says now."""
    return time.perf_counter_ns()


def _standing_still() -> int:
    return 0


if FAST:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _counter(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            if _MACHINE in ("x86_64", "amd64"):
                kind = ir.FunctionType(word, [])
                read = builder.module.declare_intrinsic("llvm.readcyclecounter", [], kind)
                return builder.call(read, [])
            if _MACHINE in ("arm64", "aarch64"):
                kind = ir.FunctionType(word, [])
                return builder.asm(kind, "mrs $0, cntvct_el0", "=r", [], True)
            return word(0)

        return types.int64(), generate

    @overload(ticks)
    def _ticks() -> Any:
        return lambda: _counter()

else:
    compile_as_written(ticks, _standing_still)
