"""Digests of objects: the same only for what does the same."""

from __future__ import annotations

import doctest
import functools
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from papamu.core import object_digest as module
from papamu.core.object_digest import DigestError, object_digest

SCRIPT = """
import functools, math
import numpy as np
from papamu.core.object_digest import object_digest

K = {k}
WORDS = {{"one", "two", "three", "four"}}

def helper(x):
    return x + K

class Thing:
    size = 3
    def __init__(self): self.words = WORDS; self.table = {{"b": 1, "a": np.arange(3)}}
    def value(self, x): return helper(x) in self.words

print(object_digest([Thing(), Thing, helper, lambda x: Thing().value(x), functools.partial(helper, 2), math.sin]))
"""


class Box:
    """Something with an attribute."""

    def __init__(self, content: Any) -> None:
        self.content = content


def same(one: object, other: object) -> bool:
    return object_digest(one) == object_digest(other)


def adder(n: int) -> Callable[[int], int]:
    return lambda x: x + n


def from_text(text: str) -> Any:
    """A function as it would be typed at a prompt."""
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(text, space)
    return space["f"]


def test_example() -> None:
    assert doctest.testmod(module).failed == 0


def test_values_and_containers() -> None:
    assert same([1, (2.5, "a"), {3, 4}, None], [1, (2.5, "a"), {4, 3}, None])
    assert same(np.arange(4), np.arange(4)) and not same(np.arange(4), np.arange(4.0))
    assert not same(np.arange(4), np.arange(4).reshape(2, 2))
    for one, other in (
        (1, 1.0),
        (1, True),
        ("1", 1),
        ([1], (1,)),
        ([[1], 2], [[1, 2]]),
        ({"a": 1}, {"a": 2}),
    ):
        assert not same(one, other), (one, other)
    assert same(Box([1, {"x": 2}]), Box([1, {"x": 2}])) and not same(Box(1), Box(2))
    assert not same(OrderedDict(a=1), {"a": 1})


def test_functions_count_with_all_that_they_use() -> None:
    assert same(adder(1), adder(1)) and not same(adder(1), adder(2))
    assert same(functools.partial(pow, 2), functools.partial(pow, 2))
    assert not same(functools.partial(pow, 2), functools.partial(pow, 3))
    assert same(Box(1).__init__, Box(1).__init__) and not same(Box(1).__init__, Box(2).__init__)
    texts = [
        "def f(x): return x + 1",
        "def f(x): return x + 2",  # a constant
        "def f(x, y=1): return x + y",
        "def f(x, y=2): return x + y",  # a default
        "k = 1\ndef f(x): return x + k",
        "k = 2\ndef f(x): return x + k",  # a global
        "def g(x): return x\ndef f(x): return g(x)",
        "def g(x): return -x\ndef f(x): return g(x)",  # a function that it calls
        "def g(x): return x\ndef f(x): return [g(y) for y in x]",
        "def g(x): return -x\ndef f(x): return [g(y) for y in x]",  # within another
        "import math\ndef f(x): return math.sin(x)",
        "import math\ndef f(x): return math.cos(x)",
    ]
    digests = [object_digest(from_text(text)) for text in texts]
    assert len(set(digests)) == len(texts)
    assert digests == [object_digest(from_text(text)) for text in texts]
    elsewhere = object_digest(from_text("\n\n\nunused = 3\ndef f(x): return x + 1"))
    assert elsewhere == digests[0], "what it does not use says nothing"


def test_functions_that_call_each_other_come_to_an_end() -> None:
    text = "def g(x): return f(x) if x else {}\ndef f(x): return g(x - 1)"
    assert same(from_text(text.format(0)), from_text(text.format(0)))
    assert not same(from_text(text.format(0)), from_text(text.format(1)))
    ring: list[Any] = []
    ring.append(ring)
    assert object_digest(ring)


def test_classes_count_with_their_attributes_and_methods() -> None:
    def kind(size: int, n: int) -> type:
        class Local:
            limit = size

            def value(self) -> int:
                return n

            @property
            def double(self) -> int:
                return 2 * n

        return Local

    assert same(kind(1, 1), kind(1, 1)) and same(kind(1, 1)(), kind(1, 1)())
    assert not same(kind(1, 1), kind(2, 1)) and not same(kind(1, 1)(), kind(1, 2)())
    assert same(dict, dict) and not same(dict, list)


def test_networks_count_with_their_weights() -> None:
    torch = pytest.importorskip("torch")

    def network(seed: int, width: int = 3) -> Any:
        torch.manual_seed(seed)
        return torch.nn.Sequential(torch.nn.Linear(2, width), torch.nn.ReLU(), torch.nn.Linear(width, 1))

    assert same(network(1), network(1)) and not same(network(1), network(2))
    assert not same(network(1), network(1, 4))
    changed = network(1)
    with torch.no_grad():
        changed[2].bias += 1
    assert not same(network(1), changed)
    assert same(torch.zeros(2, dtype=torch.bfloat16), torch.zeros(2, dtype=torch.bfloat16))
    assert not same(torch.zeros(2), torch.zeros(2, dtype=torch.float64))


def test_what_cannot_be_told_is_refused(tmp_path: Path) -> None:
    file = (tmp_path / "a").open("w")
    for opaque in (threading.Lock(), file, (x for x in [1])):
        with pytest.raises(DigestError, match="cannot be distinguished from another"):
            object_digest(Box(opaque))
    with pytest.raises(DigestError, match="Box's attribute content is a generator"):
        object_digest(Box(x for x in [1]))
    file.close()


def test_the_same_in_every_process(tmp_path: Path) -> None:
    found = []
    for k, seed in ((1, "1"), (1, "2"), (2, "1")):
        (tmp_path / "script.py").write_text(SCRIPT.format(k=k))
        done = subprocess.run(
            [sys.executable, str(tmp_path / "script.py")],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        found.append(done.stdout)
    assert found[0] == found[1] != found[2]
