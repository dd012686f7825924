"""Numba used the plain way: `njit`, `overload` and the cache directory, all of them its documented interface.

The same results as the fast way. It takes longer, because every kernel that others call gets machine code and a
file of its own, is compiled again for every constant it is called with, and counts references.

Numba's cache looks at a function's own file only. So the folder's name says what else the code was made from: the
package's sources, and the outside files that are loaded. When another of these is loaded, all kernels
move on to another folder; what is compiled already stays in memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numba
from numba.extending import overload

from papamu.kernel import cache

if TYPE_CHECKING:
    from papamu.kernel.generic import GenericFunction

_OPTIONS = {"nogil": True, "error_model": "numpy"}
_kernels: list[Any] = []
_keyed_by: list[object] = []  # the outside files by which the kernels are kept now


def compile_kernel(function: Callable[..., Any]) -> Any:
    """An ordinary Numba function with its place on disk."""
    kernel = numba.njit(**_OPTIONS)(function)
    _kernels.append(kernel)
    outside = cache.foreign_sources()
    if _keyed_by == [outside]:
        _keep_on_disk([kernel])
    else:
        _keyed_by[:] = [outside]
        _keep_on_disk(_kernels)
    return kernel


def _keep_on_disk(kernels: list[Any]) -> None:
    folder = cache.plain_folder()
    if folder is None:
        return  # a read-only home: compiled in memory, once for each process
    with _numba_cache_in(str(folder)):
        for kernel in kernels:
            try:
                kernel.enable_caching()  # what `njit(cache=True)` does, at a time of our choice
            except (RuntimeError, AttributeError):
                pass  # no file to key it by (typed at a prompt): compiled for this session only


@contextmanager
def _numba_cache_in(folder: str) -> Iterator[None]:
    """NUMBA_CACHE_DIR for a moment: Numba reads it when a function's place is chosen."""
    before, before_environment = numba.config.CACHE_DIR, os.environ.get("NUMBA_CACHE_DIR")
    numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"] = folder
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
        del os.environ["NUMBA_CACHE_DIR"]
        if before_environment is not None:
            os.environ["NUMBA_CACHE_DIR"] = before_environment


def let_kernels_dispatch(function: GenericFunction[Any, Any]) -> None:
    """Let compiled code call a generic function: typing picks the implementation by the record's class."""

    @overload(function, jit_options=dict(_OPTIONS), strict=False)
    def implementation(*args: Any, **keywords: Any) -> Any:
        record = getattr(args[0], "instance_class", None)
        return None if record is None else function.find(record).py_func  # type: ignore[attr-defined]


def compile_as_written(function: Callable[..., Any], text: Callable[..., Any]) -> None:
    """Let compiled code call a plain function: `text` is what is compiled for it."""

    @overload(function, jit_options=dict(_OPTIONS), strict=False)
    def as_written(*args: Any, **keywords: Any) -> Any:
        return text
