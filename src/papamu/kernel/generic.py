"""Dispatch on records: one algorithm, compiled once for each game.

A generic function is declared once with its contract, and implemented for each record class
(a `NamedTuple`) by a plain function:

    @generic
    def legal_moves(rules, state, out):
        "Write the legal moves into `out`, return how many."

    @legal_moves.register(Clobber)
    def legal_moves_clobber(rules, state, out): ...

In the interpreter it looks up the class of its first argument, like `functools.singledispatch`.
In compiled code the look-up happens while Numba infers types, so a call costs nothing. The body of
a function declared with `@generic(default=True)` serves the records that do not register their own.

Why not jitted functions as arguments, closures or `jitclass`: none of them ever hits Numba's
disk cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, ParamSpec, TypeVar, overload

from papamu.kernel.jit import jit, let_kernels_dispatch

P = ParamSpec("P")
R = TypeVar("R")


class GenericFunction(Generic[P, R]):
    """A function chosen by the class of its first argument, here and in compiled code."""

    def __init__(self, contract: Callable[P, R], default: Callable[P, R] | None = None) -> None:
        self.__name__ = contract.__name__
        self.__doc__ = contract.__doc__
        self.__wrapped__ = contract
        self.implementations: dict[type, Callable[P, R]] = {}
        self.default = default
        let_kernels_dispatch(self)

    def register(self, record: type) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorator: this function implements the contract for `record`."""

        def add(function: Callable[P, R]) -> Callable[P, R]:
            self.implementations[record] = jit(function)
            return function

        return add

    def find(self, record: type) -> Callable[P, R]:
        """What runs for records of this class."""
        found = self.implementations.get(record, self.default)
        if found is None:
            raise NotImplementedError(f"{record.__name__} does not say how to `{self.__name__}`")
        return found

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.find(type(args[0]))(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<generic {self.__name__} for {[c.__name__ for c in self.implementations]}>"


@overload
def generic(contract: Callable[P, R]) -> GenericFunction[P, R]: ...
@overload
def generic(
    *, default: Literal[True], allocates: bool = False
) -> Callable[[Callable[P, R]], GenericFunction[P, R]]: ...
def generic(contract: Any = None, *, default: bool = False, allocates: bool = False) -> Any:
    """Declare a generic function by its contract; with `default` its body is the default."""
    if contract is None:
        return lambda function: GenericFunction(function, jit(allocates=allocates)(function))
    return GenericFunction(contract)
