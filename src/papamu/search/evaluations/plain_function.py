"""An evaluation that is a plain function `(rules, state, viewer)`: a record for it, so that it can be dispatched on.

The record has no fields; its class alone says which function is meant. It is kept here under a name with the
hash of the function's file, because compiled code is found again on disk by its records' names.
"""

from __future__ import annotations

import builtins
import inspect
from collections import namedtuple
from collections.abc import Callable
from types import FunctionType
from typing import Any

from papamu.core.errors import SpecError
from papamu.games.rules import Rules
from papamu.kernel.bits import State
from papamu.kernel.cache import note_source
from papamu.kernel.jit import jit
from papamu.search.evaluations.contract import Evaluation, evaluate


def _function(rules: Rules, state: State, viewer: int) -> float:
    """Stands for the student's function: each copy of the template below has its own."""
    raise NotImplementedError


def _evaluate(evaluation: Evaluation, rules: Rules, state: State, viewer: int) -> float:
    return float(_function(rules, state, viewer))


def record_for(game: str, name: str, function: Callable[..., Any]) -> type:
    """A record class for which `evaluate` calls this function."""
    plain = getattr(function, "py_func", function)  # decorated by `jit` already?
    if not isinstance(plain, FunctionType) or len(inspect.signature(plain).parameters) != 3:
        raise SpecError(f"the evaluation {name!r} must be a function of three: (rules, state, viewer)")
    spelled = "".join(letter if letter.isalnum() else "_" for letter in f"{game}_{name}")
    title = f"Evaluation_{spelled}_{note_source(plain)}"
    record = namedtuple(title, (), module=__name__)  # type: ignore[misc]
    record.__doc__ = plain.__doc__
    globals()[title] = record  # where it is found by its name
    # A copy of the template with a global of its own: a closure would never be found on disk again.
    compiled = jit(plain) if function is plain else function
    space = {"__builtins__": builtins, "__name__": __name__, "_function": compiled}
    evaluate.register(record)(FunctionType(_evaluate.__code__, space, f"evaluate_{spelled}"))
    return record
