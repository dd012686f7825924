"""Numba made faster: what this project changes in Numba's own classes.

None of it is Numba's documented interface, so a release may change it. `EXPECTED` lists what is relied on;
`numba_check` compares it with the Numba that is installed before anything here is used.

| changed | why |
| --- | --- |
| the disk cache (`_SourceAwareCache`, `_Files`, `_Locator`) | our folder, keyed by outside files |
| inner kernels (`_Inside`, `_Part`) | no machine code of their own: halves a cold start |
| the dispatcher (`_Kernel`) | constants do not cause separate compilations |
| calls (`_let_kernels_call`) | a call of a generic function is a call of its kernel, typed once |
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from numba.core import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUTargetOptions
from numba.core.pythonapi import PythonAPI
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.typing.templates import AbstractTemplate, infer_global

from papamu.kernel import cache, portable

if TYPE_CHECKING:
    from papamu.kernel.generic import GenericFunction

# What is overridden, called or replaced below: where it is, and the names of its arguments (None: not a function).
EXPECTED: tuple[tuple[Any, str, str | None], ...] = (
    (UserProvidedCacheLocator, "__init__", "self py_func py_file"),
    (UserProvidedCacheLocator, "from_function", "py_func py_file"),
    (UserProvidedCacheLocator, "get_suitable_cache_subpath", "py_file"),
    (UserProvidedCacheLocator, "get_source_stamp", "self"),
    (CompileResultCacheImpl, "_locator_classes", None),
    (CompileResultCacheImpl, "rebuild", "self target_context payload"),
    (CompileResultCacheImpl, "filename_base", None),
    (CompileResultCacheImpl, "locator", None),
    (FunctionCache, "_impl_class", None),
    (FunctionCache, "_save_overload", "self sig data"),
    (FunctionCache, "_index_key", "self sig codegen"),
    (FunctionCache, "load_overload", "self sig target_context"),
    (FunctionCache, "_load_overload", "self sig target_context"),
    (FunctionCache, "_guard_against_spurious_io_errors", "self"),
    (IndexDataCacheFile, "__init__", "self cache_path filename_base source_stamp"),
    (JITCodeLibrary, "_optimize_final_module", "self"),
    (JITCodeLibrary, "_finalize_final_module", "self"),
    (JITCodeLibrary, "_finalize_dynamic_globals", "self"),
    (JITCodeLibrary, "_verify_declare_only_symbols", "self"),
    (JITCPUCodegen, "_library_class", None),
    (JITCPUCodegen, "set_env", "self env_name env"),
    (CPUDispatcher, "__init__", "self py_func locals targetoptions pipeline_class"),
    (CPUDispatcher, "compile", "self sig"),
    (CPUDispatcher, "get_call_template", "self args kws"),
    (CPUDispatcher, "get_overload", "self sig"),
    (types.Dispatcher, "get_call_type", "self context args kws"),
    (types.Dispatcher, "get_overload", "self sig"),
    (AbstractTemplate, "get_impl_key", "self sig"),
    (PythonAPI, "long_as_voidptr", "self numobj"),  # handles
    (type(rtsys), "initialize", "self ctx"),
    (CPUTargetOptions, "forceinline", None),
    (CPUTargetOptions, "_nrt", None),
    (CPUTargetOptions, "no_cfunc_wrapper", None),
    (CPUTargetOptions, "no_cpython_wrapper", None),
)


# Every kernel that Python has called in this process, with its records: what a first use compiles, or loads from disk.
ENTRIES: list[str] = []


class _Locator(UserProvidedCacheLocator):
    """Our folder, whatever Numba's own setting was when it was first imported."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._own = cache.subfolder(py_file)
        self.subfolder = self._own or self.get_suitable_cache_subpath(py_file)
        self._cache_path = str(cache.compiled_folder() / self.subfolder)

    def get_source_stamp(self) -> Any:
        """When the file was changed; for the package's own the name of the folder is enough, wherever it lies."""
        return "" if self._own else super().get_source_stamp()

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
    _portable = False  # is it about code for many processors?

    def index_name(self, sig: Any) -> str:
        """One index for each choice of records: reading one that knows them all would import every game.

        And one for each choice of outside files: their records are not there for who has not imported them.
        """
        records = [arg.instance_class.__name__ for arg in sig if hasattr(arg, "instance_class")]
        outside = [cache.foreign_digest()] if cache.foreign_sources() else []
        return ".".join([self._impl.filename_base, *records, *outside])

    def _for_record(self, sig: Any, came_along: Path | None = None) -> None:
        stamp = self._impl.locator.get_source_stamp()
        path = self._cache_path if came_along is None else str(came_along / self._impl.locator.subfolder)
        self._portable = came_along is not None or portable.is_building()
        self._cache_file = IndexDataCacheFile(path, self.index_name(sig), stamp)

    def _save_overload(self, sig: Any, data: Any) -> None:
        self._for_record(sig)
        with suppress(AttributeError, ImportError):  # as in `load_overload`: then it is kept in memory only
            super()._save_overload(sig, data)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        signature, processor, code = super()._index_key(sig, codegen)
        if self._portable:
            processor = portable.TARGET
        return signature, processor, code, cache.foreign_sources()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba would first load all it knows about types: a quarter of a warm start, for nothing.

        Machine code needs none of it; what compiles loads it when it comes to that.
        """
        found = self._load_from(None, sig, target_context)
        came_along = None if found is not None or portable.is_building() else portable.compiled_folder()
        return found if came_along is None else self._load_from(came_along, sig, target_context)

    def _load_from(self, came_along: Path | None, sig: Any, target_context: Any) -> Any:
        """From the user's cache, or from code that came along (see `portable`)."""
        self._for_record(sig, came_along)
        # An index may name a record of an outside file that this process does not have (yet).
        with suppress(AttributeError, ImportError), self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
        return None  # an error was swallowed: it is compiled


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

    def compile(self, sig: Any) -> Any:
        """Load it from disk or compile it; of several processes that need it at the same time, one compiles."""
        if not isinstance(self._cache, _SourceAwareCache):
            return super().compile(sig)
        args = sig if isinstance(sig, tuple) else sig.args
        ENTRIES.append(self._cache.index_name(args))
        with cache.compiling(Path(self._cache._cache_path) / self._cache.index_name(args)):
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._inside.get_call_template([types.unliteral(arg) for arg in args], kws)

    def get_overload(self, sig: Any) -> Any:
        return self._inside.get_overload(sig)


def compile_kernel(function: Callable[..., Any], allocates: bool, inline: bool) -> Any:
    """A dispatcher for a kernel, with its place on disk."""
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
    return dispatcher


def let_kernels_dispatch(function: GenericFunction[Any, Any]) -> None:
    """Let compiled code call a generic function: typing picks the implementation by the record's class."""

    def implementation(args: Any) -> Any:
        record = getattr(args[0], "instance_class", None)
        return None if record is None else function.find(record)

    _let_kernels_call(function, implementation)


def compile_as_written(function: Callable[..., Any], text: Callable[..., Any]) -> None:
    """Let compiled code call a plain function: `text` is what is compiled for it."""
    kernel = compile_kernel(text, allocates=False, inline=True)
    _let_kernels_call(function, lambda _: kernel)


def _let_kernels_call(function: Any, kernel_for: Callable[[Any], Any]) -> None:
    """Calls of `function` in compiled code become calls of the kernel for these types of arguments."""

    class Template(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            kernel = kernel_for(args)
            if kernel is None:
                return None
            chosen = types.Dispatcher(kernel)
            plain = [types.unliteral(arg) for arg in args]
            signature = chosen.get_call_type(self.context, plain, kws)
            _overloads[signature.args] = chosen.get_overload(signature)
            return signature

        def get_impl_key(self, sig: Any) -> Any:
            return _overloads[sig.args]

    _overloads: dict[Any, Any] = {}
    infer_global(function, types.Function(Template))
