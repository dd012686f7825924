"""What the vectors written by hand are worth: each function of `kernel.vectors` beside its own plain loops.

    python -m papamu.bench.vectors

Both are compiled by the project's decorator and run in turn; the figure is the least of some rounds, in
nanoseconds of process time for one call. Sizes are those of the learners: a hidden layer of 20 or 100 nodes after
2 or all 36 cells of a board, a block of 32 neurons with 64 weights each, a map of 50×50 neurons.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from papamu.kernel import vectors
from papamu.kernel.jit import jit

_ROUNDS = 15
_CALLS = 20_000

# The same loops once more, as kernels of their own.
_add_rows = jit(vectors.add_rows)
_add_units = jit(vectors.add_units)
_bent_dot = jit(vectors.bent_dot)
_best_after = jit(vectors.best_after)
_change_rows = jit(vectors.change_rows)
_dot = jit(vectors.dot)
_largest = jit(vectors.largest)
_pull_rows = jit(vectors.pull_rows)

_TIMES = """
@jit
def {name}(times, first, {names}):
    total = 0.0
    for k in range(times):
        found = {function}({call})
        {add}
    return total
"""


def _repeated(function: str, arguments: int, shifted: int | None, gives: bool) -> Callable[..., Any]:
    """A kernel that calls a function so often; `shifted`: that argument is another place each time."""
    names = [f"a{k}" for k in range(arguments)]
    call = [f"{name} + (k & first)" if k == shifted else name for k, name in enumerate(names)]
    text = _TIMES.format(
        name="times_" + function.replace(".", "_"),
        names=", ".join(names),
        function=function,
        call=", ".join(call),
        add="total += found" if gives else "pass",
    )
    room: dict[str, Any] = {**globals()}
    exec(text, room)
    return room["times_" + function.replace(".", "_")]  # type: ignore[no-any-return]


def _cases() -> list[tuple[str, str, tuple[Any, ...], int | None, bool]]:
    """Name, sizes in words, arguments, which of them is shifted, whether it returns a number."""
    rng = np.random.default_rng(1)

    def row(size: int, largest: float = 1.0) -> Any:
        return (largest * rng.random(size)).astype(np.float32)

    cases: list[tuple[str, str, tuple[Any, ...], int | None, bool]] = []
    for n in (20, 100):
        cases.append(("dot", f"{n}", (row(n + 8), 0, row(n + 8), 3, n), 1, True))
        half = np.float32(0.5)
        cases.append(
            (
                "bent_dot",
                f"{n}",
                (row(n), row(4 * n + 8), 0, half, n, -half, 2 * n, n, np.float32(0.01)),
                2,
                True,
            )
        )
    for stride, many in ((24, 2), (104, 2), (104, 36), (32, 34)):
        which, by = rng.permutation(64)[:many].astype(np.int64), row(many, 1e-9)
        words = f"{many} rows of {stride}"
        cases.append(
            ("add_rows", words, (row(stride), row(64 * stride), stride, which, by, many), None, False)
        )
        small = np.float32(1e-9)
        change = (row(64 * stride), stride, which, by, many, small, row(stride))
        cases.append(("change_rows", words, change, None, False))
    cases.append(
        ("pull_rows", "64 rows of 32", (row(2048), 32, row(32, 0.1), row(64), 64, row(32)), None, False)
    )
    cases.append(("largest", "32", (row(32), 32), None, True))
    for many in (3, 8):
        stride = 2528
        root, units = np.zeros(stride + 8, np.int32), rng.integers(-3000, 3000, 64 * stride).astype(np.int16)
        which, by = rng.permutation(64)[:many].astype(np.int64), rng.integers(-2, 3, many).astype(np.int32)
        words = f"{many} rows of {stride}"
        arguments = (root, 0, units, 0, stride, which, by, many)
        cases.append(("best_after", words, arguments, 1, True))
        cases.append(("add_units", words, arguments, None, False))
    return cases


def _nanoseconds(run: Callable[..., Any], arguments: tuple[Any, ...], calls: int) -> float:
    began = time.process_time()
    run(calls, 1, *arguments)
    return (time.process_time() - began) / calls * 1e9


def main() -> None:
    """Print a line for each function and size."""
    for name, words, arguments, shifted, gives in _cases():
        calls = _CALLS // 20 if "2528" in words else _CALLS
        by_hand, loops = (
            _repeated(function, len(arguments), shifted, gives)
            for function in (f"vectors.{name}", f"_{name}")
        )
        found = []
        for _ in range(_ROUNDS):
            found.append([_nanoseconds(run, arguments, calls) for run in (by_hand, loops)])
        best = np.min(found[1:], axis=0)  # the first compiles
        print(f"{name:12} {words:18} {best[0]:8.1f} ns   plain loops {best[1]:8.1f} ns")


if __name__ == "__main__":
    main()
