"""What keys of kept results are made of, so that a result is found again by every later version.

A key must change exactly when the result would. So it holds not the version of the package but `RESULTS`, and it
leaves out settings that came later as long as they have their default, which does what was done before there were any.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

RESULTS = "0.1.0"  # of games and learning: another one begins everything anew, so change it only when numbers change

SINCE = "since"  # in a field's metadata: the version that brought it


def key_fields(value: Any) -> Any:
    """As `dataclasses.asdict`, without the settings that came later and have their default."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            one.name: key_fields(getattr(value, one.name))
            for one in fields(value)
            if not (one.metadata.get(SINCE) and getattr(value, one.name) == one.default)
        }
    if isinstance(value, list | tuple):
        return [key_fields(part) for part in value]
    if isinstance(value, dict):
        return {key: key_fields(part) for key, part in value.items()}
    return value
