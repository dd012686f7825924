"""Handles in compiled code: a type whose value is the address of a record as compiled code sees it.

A handle's record keeps the addresses of its arrays. Whoever made it keeps these alive (`handle.bind`); kernels count
no references, so nothing else of an array is looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, register_model, unbox
from numpy.typing import NDArray

from papamu.kernel.jit import jit


class Handle(types.Type):
    """The type of a handle: it knows the type of its record."""

    def __init__(self, record: types.Type) -> None:
        self.record = record
        super().__init__(name=f"Handle({record})")

    @property
    def instance_class(self) -> type:
        """The record's class: cached code is kept by it."""
        found: type = self.record.instance_class
        return found


@register_model(Handle)
class _HandleModel(models.PrimitiveModel):
    def __init__(self, manager: Any, handle: Any) -> None:
        super().__init__(manager, handle, ir.IntType(8).as_pointer())


@unbox(Handle)
def _unbox_handle(handle: Any, number: Any, context: Any) -> NativeValue:
    return NativeValue(context.pyapi.long_as_voidptr(number))


@intrinsic
def opened(typing_context: Any, handle: Any) -> Any:
    """The record behind a handle, in a kernel; a record is itself."""
    if not isinstance(handle, Handle):
        return handle(handle), lambda context, builder, signature, given: given[0]
    record = handle.record

    def load(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        native = context.get_value_type(record)
        return builder.load(builder.bitcast(given[0], native.as_pointer()))

    return record(handle), load


@intrinsic
def _store(typing_context: Any, record: Any, address: Any) -> Any:
    """Write a record to an address, if it is not 0; how many bytes it takes."""

    def store(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        native = context.get_value_type(record)
        with builder.if_then(cgutils.is_not_null(builder, given[1])):
            builder.store(given[0], builder.inttoptr(given[1], native.as_pointer()))
        return context.get_constant(types.int64, context.get_abi_sizeof(native))

    return types.int64(record, types.uint64), store


@jit
def _written(record: Any, address: Any) -> Any:
    return _store(record, address)


def stored(record: Any) -> NDArray[np.uint64]:
    """Memory that holds a record as compiled code sees it."""
    size = int(_written(record, np.uint64(0)))
    memory = np.zeros(-(-size // 8), dtype=np.uint64)
    _written(record, np.uint64(memory.ctypes.data))
    return memory
