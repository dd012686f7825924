"""What an object is, as a digest: values, arrays, functions with what they close over, classes, networks.

Two objects have the same digest only if they do the same, in this process or the next. So functions and classes of
somebody's own count with their code and with all that it uses; those of libraries, and of Papamu, with their names.
What cannot be told (a lock, an open file, a generator) is refused.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import re
import sys
import types
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import PurePath
from typing import Any

import numpy as np

from papamu.core import source_fingerprint as sources
from papamu.core.errors import PapamuError

Known = Callable[[object], object | None]

_ATOMS = (
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    bytearray,
    range,
    type(...),
    type(NotImplemented),
)
_NAMED_ONLY = (types.MemberDescriptorType, types.GetSetDescriptorType, types.WrapperDescriptorType)


class DigestError(PapamuError):
    """It cannot be told what something is; the text says what."""


def object_digest(value: object, known: Known = lambda value: None, where: str = "it") -> str:
    """The digest of a value, or `DigestError`. `known` may say what stands for an object: a text, a tuple of others.

    >>> object_digest({"a": 1, "b": [2.5]}) == object_digest({"b": [2.5], "a": 1})
    True
    """
    try:
        return _Digest(known).of(value, where).hex()
    except RecursionError:
        raise DigestError(f"{where} is nested too deeply") from None


class _Digest:
    """One look at a value; what was seen before counts as that, so that circles end."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.seen: dict[int, int] = {}
        self.alive: list[object] = []  # an id is an object's own only as long as it lives

    def of(self, value: object, where: str) -> bytes:
        """The digest of one thing; `where` says which it is, for an error."""
        if isinstance(value, Enum):
            return self._join("enum", where, type(value), value.name)
        if isinstance(value, _ATOMS):
            return self._leaf(type(value).__name__, repr(value).encode())
        if isinstance(value, PurePath | re.Pattern | np.dtype | np.generic | slice):
            return self._leaf(type(value).__name__, repr(value).encode())
        if type(value) is tuple:
            return self._join("tuple", where, *value)
        if type(value) in (set, frozenset):
            return self._leaf("set", b"".join(sorted(self.of(one, where) for one in value)))  # type: ignore[attr-defined]
        if id(value) in self.seen:
            return self._leaf("seen", str(self.seen[id(value)]).encode())
        self.seen[id(value)] = len(self.seen)
        self.alive.append(value)
        stands_for = self.known(value)
        if stands_for is not None:
            return self._join("known", where, stands_for)
        return self._of_object(value, where)

    def _of_object(self, value: Any, where: str) -> bytes:
        if type(value) is list:
            return self._join("list", where, *value)
        if type(value) is dict:
            return self._of_items(value.items(), where)
        if isinstance(value, np.ndarray):
            content = value.tolist() if value.dtype.hasobject else np.ascontiguousarray(value).tobytes()
            return self._join("array", where, str(value.dtype), value.shape, content)
        if _is_tensor(value):
            return self._join("tensor", where, str(value.dtype), tuple(value.shape), _tensor_bytes(value))
        if isinstance(value, types.ModuleType):
            return self._of_module(value, where)
        if isinstance(value, types.CodeType):
            return self._of_code(value, where)
        if isinstance(value, _NAMED_ONLY) or sources.is_library(value):
            return self._leaf("name", f"{getattr(value, '__module__', '')}.{value.__qualname__}".encode())
        return self._of_code_bearer(value, where)

    def _of_code_bearer(self, value: Any, where: str) -> bytes:
        """Functions, methods, classes; anything else by what pickling would take."""
        if isinstance(value, types.FunctionType):
            return self._of_function(value, where)
        if isinstance(value, types.MethodType):
            return self._join("method", where, value.__func__, value.__self__)
        if isinstance(value, functools.partial):
            return self._join("partial", where, value.func, value.args, value.keywords)
        if isinstance(value, property):
            return self._join("property", where, value.fget, value.fset, value.fdel)
        if isinstance(value, classmethod | staticmethod):
            return self._join("method of a class", where, value.__func__)
        if isinstance(value, types.BuiltinMethodType) and value.__self__ is not None:
            return self._join("built-in method", where, value.__name__, value.__self__)
        if isinstance(value, type):
            return self._of_class(value, where)
        compiled = getattr(value, "py_func", None)  # Numba's
        if isinstance(compiled, types.FunctionType):
            return self._join("compiled", where, compiled)
        return self._of_instance(value, where)

    def _of_function(self, function: types.FunctionType, where: str) -> bytes:
        name = f"function {function.__name__}"
        cells = {
            variable: cell.cell_contents
            for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
            if not _is_empty(cell)
        }
        space = function.__globals__
        used = {one: space[one] for one in sorted(_global_names(function.__code__)) if one in space}
        return self._leaf(
            "function",
            self._of_code(function.__code__, where)
            + self._join("defaults", where, function.__defaults__, function.__kwdefaults__)
            + self._of_items(cells.items(), f"{name}, variable")
            + self._of_items(used.items(), f"{name}, global"),
        )

    def _of_code(self, code: types.CodeType, where: str) -> bytes:
        constants = tuple(code.co_consts)
        return self._join(
            "code", where, code.co_code, constants, code.co_names, code.co_varnames, code.co_flags
        )

    def _of_class(self, kind: type, where: str) -> bytes:
        content = {
            name: value
            for name, value in vars(kind).items()
            if callable(value)
            or isinstance(value, property | classmethod | staticmethod)
            or not (name.startswith("__") or name == "_abc_impl")
        }
        bases = self._join("bases", where, *kind.__bases__)
        return self._leaf(
            "class", bases + self._of_items(content.items(), f"class {kind.__name__}, attribute")
        )

    def _of_module(self, module: types.ModuleType, where: str) -> bytes:
        """A library by its name, somebody's own module by its text and that of what it imports."""
        text = sources.fingerprint_of_module(module)
        return self._join("module", where, module.__name__, text)

    def _of_instance(self, value: Any, where: str) -> bytes:
        try:
            reduced = value.__reduce_ex__(4)
        except Exception:  # whatever it is: a lock, an open file, a generator
            reduced = None
        if isinstance(reduced, str):
            return self._join("global", where, type(value), reduced)
        if not isinstance(reduced, tuple):
            raise DigestError(
                f"{where} is a {type(value).__name__}, which cannot be distinguished from another"
            )
        make, given, state, items, pairs = (*reduced, None, None, None)[:5]
        attributes = state.items() if isinstance(state, dict) else [("", state)]
        return self._leaf(
            "object",
            self._join("made", where, type(value), make, given)
            + self._of_items(attributes, f"{type(value).__name__}'s attribute")
            + self._join("items", where, *(items or ()))
            + self._of_items(pairs or (), where),
        )

    def _of_items(self, items: Iterable[tuple[object, object]], where: str) -> bytes:
        """Names and values, whatever their order."""
        keyed = sorted(((self.of(name, where), name, value) for name, value in items), key=lambda one: one[0])
        return self._leaf(
            "items", b"".join(key + self.of(value, f"{where} {name}") for key, name, value in keyed)
        )

    def _join(self, kind: str, where: str, *parts: object) -> bytes:
        return self._leaf(kind, b"".join(self.of(part, where) for part in parts))

    @staticmethod
    def _leaf(kind: str, content: bytes) -> bytes:
        return hashlib.sha256(f"{kind}\0{len(content)}\0".encode() + content).digest()


def _is_empty(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is cell  # never: it only asks whether there is something
    except ValueError:
        return True


def _global_names(code: types.CodeType) -> set[str]:
    """The global names that a function and those inside it read."""
    names = {
        str(one.argval) for one in dis.get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    return names.union(*(_global_names(part) for part in code.co_consts if isinstance(part, types.CodeType)))


def _is_tensor(value: object) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def _tensor_bytes(tensor: Any) -> bytes:
    import torch

    flat = tensor.detach().cpu().contiguous().reshape(-1)
    return bytes(flat.view(torch.uint8).numpy().tobytes())
