"""The project's one jit decorator, and the choice between two ways to use Numba.

Every compiled function of the project is made here, so that all of them share one set of options:
they release the GIL, divide like NumPy (no zero check), allocate nothing unless they say so, and are
kept on disk (see `cache`).

- `numba_fast` builds on parts of Numba that are its own business. Kernels compile in half the time and run faster.
- `numba_plain` uses nothing but Numba's documented interface. The same results, slower.

The fast way is taken if those parts are as expected; `PAPAMU_PLAIN_NUMBA=1` chooses the plain one, `=0` the fast one
without a look. With `NUMBA_DISABLE_JIT=1` the decorator returns the function itself: the same rules then run in the
interpreter, step in a debugger and count in coverage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

import numba

from papamu.kernel import cache, compile_notice

if TYPE_CHECKING:
    from papamu.kernel.generic import GenericFunction

JIT: bool = not numba.config.DISABLE_JIT

if JIT:
    compile_notice.install()

F = TypeVar("F", bound=Callable[..., Any])


def _is_fast() -> bool:
    """Can the private parts of Numba be used? If not, one line says why."""
    asked = os.environ.get("PAPAMU_PLAIN_NUMBA", "")
    if asked:
        return asked == "0"
    from papamu.kernel import numba_check

    problem = numba_check.problem()
    if problem is None:
        return True
    print(
        f"papamu: Numba {numba.__version__} is not as expected ({problem}): kernels are compiled the plain way,"
        f" with the same results but slower; {numba_check.ADVICE}",
        file=sys.stderr,
    )
    os.environ["PAPAMU_PLAIN_NUMBA"] = "1"  # processes started from this one need not find out again
    return False


FAST: bool = JIT and _is_fast()  # may kernels be made of Numba's own parts and of LLVM's?


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, allocates: bool = False, inline: bool = True) -> Callable[[F], F]: ...
def jit(function: Any = None, *, allocates: bool = False, inline: bool = True) -> Any:
    """Compile a kernel: typed by its arguments, cached on disk, callable without the GIL.

    Kernels allocate nothing unless they say so. Without reference counting their records of
    arrays cost nothing to pass and everything is inlined: Clobber plays 2.4 times as fast. What is
    large and rarely called says `inline=False`, which keeps compilation short.
    """
    if function is None:
        return lambda kernel: _compile(kernel, allocates, inline)
    return _compile(function, allocates, inline)


def _compile(function: F, allocates: bool, inline: bool) -> F:
    if not JIT:
        return function
    cache.note_source(function)
    if FAST:
        from papamu.kernel import numba_fast

        return cast(F, numba_fast.compile_kernel(function, allocates, inline))
    from papamu.kernel import numba_plain

    return cast(F, numba_plain.compile_kernel(function))


def let_kernels_dispatch(function: GenericFunction[Any, Any]) -> None:
    """Let compiled code call a generic function: typing picks the implementation by the record's class."""
    if FAST:
        from papamu.kernel import numba_fast

        numba_fast.let_kernels_dispatch(function)
    elif JIT:
        from papamu.kernel import numba_plain

        numba_plain.let_kernels_dispatch(function)


def compile_as_written(function: F, text: Callable[..., Any] | None = None) -> None:
    """Let compiled code call a plain function: Numba compiles it, or `text` in its place.

    For functions that the interpreter should run as they are, also when there is a JIT.
    """
    if FAST:
        from papamu.kernel import numba_fast

        numba_fast.compile_as_written(function, text or function)
    elif JIT:
        from papamu.kernel import numba_plain

        numba_plain.compile_as_written(function, text or function)
