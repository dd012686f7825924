"""Settings: fields of a dataclass that declare which values they take, and are explained by the docstring below them.

    @dataclass(frozen=True)
    class Course:
        lr: float = setting(2e-5, low=0, high=1e6)
        \"\"\"α, the learning rate.\"\"\"

        def __post_init__(self) -> None:
            check_settings(self)

An option of a learner is declared here and nowhere else: the command line, the browser's form, error lines and the
tables of the documentation are made from `settings_of`. Nothing heavy is imported, because `--help` needs all of it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.identity import SINCE

T = TypeVar("T")

_KEY = "papamu"  # of our metadata in a field


@dataclass(frozen=True)
class Limits:
    """Which values a setting takes, and where it belongs."""

    low: float | None = None
    high: float | None = None
    above: float | None = None  # as `low`, but not that number itself
    choices: tuple[str, ...] = ()
    label: str = ""  # what error lines call it; nothing: its name
    paper: str = ""  # what the study used, for the tables of the documentation
    group: str = ""  # under which heading the command line's help lists it

    def refuse(self, name: str, value: Any) -> None:
        """Raise an error if this is not a possible value."""
        name = self.label or name
        if self.choices:
            if value not in self.choices:
                raise PapamuError(
                    f"{name} cannot be {value!r:.60}{nearest(str(value), self.choices)}: "
                    f"there are {listing(self.choices)}"
                )
            return
        low = -float("inf") if self.low is None else self.low
        high = float("inf") if self.high is None else self.high
        bounded = self.low is not None or self.high is not None or self.above is not None
        too_small = self.above is not None and not value > self.above
        if bounded and (too_small or not low <= value <= high):  # nor is it possible if it is not a number
            raise PapamuError(f"{name} cannot be {_given(value)}: {self.allowed}")

    @property
    def allowed(self) -> str:
        """Which values are possible, in words."""
        if self.choices:
            return f"there are {listing(self.choices)}"
        if self.above is not None:
            end = "" if self.high is None else f", at most {_shown(self.high)}"
            return f"valid values are numbers above {_shown(self.above)}{end}"
        if self.low is None or self.high is None:
            return f"valid values are numbers from {_shown(self.low or 0)}"
        return f"valid values are {_shown(self.low)} to {_shown(self.high)}"


@dataclass(frozen=True)
class Setting:
    """One field of a dataclass, with everything that is declared about it."""

    name: str
    kind: type  # bool, int, float, str or tuple
    item: type  # of a tuple: what it is made of; else the same as `kind`
    default: Any  # MISSING: it must be given
    optional: bool  # may it be None?
    help: str
    limits: Limits


def setting(
    default: T,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    choices: tuple[str, ...] = (),
    label: str = "",
    paper: str = "",
    group: str = "",
    since: str = "",
) -> T:
    """A field with this default that takes only these values; `since` names the version that brought it."""
    limits = Limits(low, high, above, choices, label, paper, group)
    made: T = field(default=default, metadata={_KEY: limits, SINCE: since})
    return made


def check_settings(of: Any) -> None:
    """Refuse a value that has the wrong type or lies outside the declared limits."""
    cls: type = type(of)
    for one in settings_of(cls):
        value = getattr(of, one.name)
        if value is None and one.optional:
            continue
        _check_kind(one, value)
        for part in value if one.kind is tuple else (value,):
            one.limits.refuse(one.name, part)


def _check_kind(one: Setting, value: Any) -> None:
    name = one.limits.label or one.name
    if one.kind is bool and not isinstance(value, bool):
        raise PapamuError(f"{name} is true or false, not {value!r:.20}")
    parts = value if one.kind is tuple and isinstance(value, tuple | list) else (value,)
    if one.item is int and not all(_is_whole(part) for part in parts):
        raise PapamuError(f"{name} cannot be {value!r:.40}: it takes a whole number")
    if one.item is float and not all(isinstance(part, Real) and not isinstance(part, bool) for part in parts):
        raise PapamuError(f"{name} cannot be {value!r:.40}: it takes a number")
    if one.kind is str and not isinstance(value, str):
        raise PapamuError(f"{name} cannot be {value!r:.40}: it takes a text")


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _shown(bound: float) -> str:
    return f"{bound:,}" if isinstance(bound, Integral) else f"{bound:g}"


def _given(value: float) -> str:
    return f"{value}"[:20] if isinstance(value, Integral) else f"{value:g}"


@cache
def settings_of(cls: type) -> tuple[Setting, ...]:
    """All fields of a dataclass, in their order."""
    hints = get_type_hints(cls)
    docs = docstrings(cls)
    found = []
    for one in fields(cls):
        kind, item, optional = _kind(hints[one.name])
        default = one.default if one.default_factory is MISSING else one.default_factory()
        found.append(
            Setting(
                one.name,
                kind,
                item,
                default,
                optional,
                docs.get(one.name, ""),
                one.metadata.get(_KEY, Limits()),
            )
        )
    return tuple(found)


def _kind(hint: Any) -> tuple[type, type, bool]:
    """The type of a field, of what a tuple is made of, and whether it may be None."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kinds = [part for part in parts if part is not type(None)]
    kind = get_origin(kinds[0]) or kinds[0]
    item = get_args(kinds[0])[0] if kind is tuple else kind
    return kind, item, len(kinds) < len(parts)


@cache
def docstrings(cls: type) -> Mapping[str, str]:
    """The docstring below each field, as one line; of inherited fields too."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        for node in ast.walk(_parsed(base.__module__)):
            if isinstance(node, ast.ClassDef) and node.name == base.__name__:
                found |= _below_fields(node)
    return found


@cache
def _parsed(module: str) -> ast.AST:
    file = getattr(sys.modules.get(module), "__file__", None)
    if module.partition(".")[0] == "builtins" or file is None:
        return ast.Module([], [])
    try:
        return ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError):  # a package without its sources has no texts to show
        return ast.Module([], [])


def _below_fields(node: ast.ClassDef) -> dict[str, str]:
    found = {}
    for one, below in zip(node.body, node.body[1:], strict=False):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                found[one.target.id] = " ".join(str(below.value.value).split())
    return found
