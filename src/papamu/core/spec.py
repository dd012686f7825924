"""The spelling of games and agents: `name:word,key=value,…`.

It needs no quoting in a shell, and it is parsed against declared options, never evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from papamu.core.errors import SpecError, listing, nearest

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{0,18})?(e-?[0-9]{1,3})?")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class Option:
    """One declared option: its default says which kind of value it takes."""

    name: str
    default: bool | int | float | str
    help: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    @property
    def allowed(self) -> str:
        """What may stand behind the `=`, in words."""
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return "a text"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:,} to {self.high:,}"
        return kind if self.low is None else f"{kind}, {self.low:,} or more"

    def read(self, owner: str, text: str) -> bool | int | float | str:
        """The value of this text, or an error that says what is allowed."""
        value = self._value(text)
        if value is None:
            raise SpecError(f"{owner}: {self.name}={text} is not possible: it takes {self.allowed}")
        return value

    def _value(self, text: str) -> bool | int | float | str | None:
        if self.choices:
            return text if text in self.choices else None
        if isinstance(self.default, bool):
            return {"true": True, "false": False}.get(text.lower())
        if isinstance(self.default, str):
            return text
        whole = isinstance(self.default, int)
        if not (_WHOLE if whole else _NUMBER).fullmatch(text):
            return None
        number = int(text) if whole else float(text)
        below = self.low is not None and not number >= self.low
        above = self.high is not None and not number <= self.high
        return None if below or above else number


@dataclass(frozen=True)
class Spec:
    """A parsed spelling: a name, plain words, and `key=value` options as texts."""

    name: str
    words: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


def parse(text: str) -> Spec:
    """Split `name:word,key=value,…` into its parts."""
    name, _, rest = text.strip().partition(":")
    name = name.strip().lower()
    if not _NAME.fullmatch(name):
        raise SpecError(f"{text!r} is not a spec: write a name like 'clobber:6x6,cannibal=true'")
    words: list[str] = []
    options: dict[str, str] = {}
    for part in (p.strip() for p in rest.split(",")):
        key, equals, value = part.partition("=")
        if equals and key in options:
            raise SpecError(f"{name}: {key} is given twice")
        if equals:
            options[key] = value
        elif part:
            words.append(part)
    return Spec(name, tuple(words), options)


def read_options(owner: str, declared: Iterable[Option], given: Mapping[str, str]) -> dict[str, Any]:
    """All declared options with the given or the default values."""
    by_name = {option.name: option for option in declared}
    for key in given:
        if key not in by_name:
            known = f"it has {listing(by_name)}" if by_name else "it has none"
            raise SpecError(f"{owner} has no option {key!r}{nearest(key, by_name)}: {known}")
    return {
        name: option.read(owner, given[name]) if name in given else option.default
        for name, option in by_name.items()
    }


def value_text(value: object) -> str:
    """How a value is written behind the `=`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
