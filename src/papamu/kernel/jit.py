"""The project's one jit decorator.

Every compiled function of the project is made here, so that all of them share one set of options:
they release the GIL, divide like NumPy (no zero check), allocate nothing unless they say so, and are
kept on disk (see `cache`).

With `NUMBA_DISABLE_JIT=1` the decorator returns the function itself: the same rules then run in
the interpreter, step in a debugger and count in coverage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast, overload

import numba
from numba.core import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys

from papamu.kernel import cache

JIT: bool = not numba.config.DISABLE_JIT

F = TypeVar("F", bound=Callable[..., Any])


class _Locator(UserProvidedCacheLocator):
    """Our folder, whatever Numba's own setting was when it was first imported."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        subfolder = self.get_suitable_cache_subpath(py_file)
        self._cache_path = str(cache.compiled_folder() / subfolder)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        return super(UserProvidedCacheLocator, cls).from_function(py_func, py_file)


class _Files(CompileResultCacheImpl):
    _locator_classes: ClassVar[list[type]] = [_Locator]

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Machine code from disk; Numba's allocator is set up only for code that calls it."""
        (_, _, (machine_code, _)), *_ = payload
        if b"NRT_" in machine_code:
            rtsys.initialize(target_context)
        return super().rebuild(target_context, payload)


class _SourceAwareCache(FunctionCache):
    """Numba's disk cache in our folder, keyed also by outside files that define rules."""

    _impl_class = _Files

    def _for_record(self, sig: Any) -> None:
        """One index for each choice of records: reading one that knows them all would import every game."""
        records = [arg.instance_class.__name__ for arg in sig if hasattr(arg, "instance_class")]
        base = ".".join([self._impl.filename_base, *records])
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = IndexDataCacheFile(self._cache_path, base, stamp)

    def _save_overload(self, sig: Any, data: Any) -> None:
        self._for_record(sig)
        super()._save_overload(sig, data)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), cache.foreign_sources())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba would first load all it knows about types: a quarter of a warm start, for nothing.

        Machine code needs none of it; what compiles loads it when it comes to that.
        """
        self._for_record(sig)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
        return None  # the guard swallowed an error


class _Part(JITCodeLibrary):
    """What is compiled into others only: made ready for linking, not into machine code.

    Numba would optimise every function for itself, make machine code of it, and do all that again in each
    of its callers, which have it inside: the time for that grows with the depth of calls.
    """

    def _optimize_final_module(self) -> None:
        pass  # its callers are optimised, with all that is inside them

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _Inside(CPUDispatcher):
    """A kernel as other kernels call it."""

    def compile(self, sig: Any) -> Any:
        codegen = self.targetctx.codegen()
        before = codegen._library_class, codegen.set_env
        codegen._library_class = _Part
        codegen.set_env = lambda *_: None  # an address in machine code that there is none of
        try:
            return super().compile(sig)
        finally:
            codegen._library_class, codegen.set_env = before


class _Kernel(CPUDispatcher):
    """A compiled function that keeps two kinds of machine code.

    Called from Python it has a wrapper and lies in the disk cache. Called from another kernel it
    is compiled into that one: no wrapper, no file of its own, and only once for a type instead of
    once more for every constant it is called with. This halves a cold start.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions={**options, "no_cfunc_wrapper": True})
        inner_options = {**options, "no_cfunc_wrapper": True, "no_cpython_wrapper": True}
        self._inside = _Inside(function, targetoptions=inner_options)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._inside.get_call_template([types.unliteral(arg) for arg in args], kws)

    def get_overload(self, sig: Any) -> Any:
        return self._inside.get_overload(sig)


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
    options = {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline and not allocates,
        "_nrt": allocates,
        "boundscheck": None,  # as NUMBA_BOUNDSCHECK says
    }
    dispatcher = _Kernel(function, options)
    try:
        dispatcher._cache = _SourceAwareCache(function)
    except RuntimeError:
        pass  # no file to key it by (typed at a prompt): compiled for this session only
    return cast(F, dispatcher)
