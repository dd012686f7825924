"""Keys stay the same from version to version, unless the result would change."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from papamu.core.identity import key_fields
from papamu.core.settings import setting


@dataclass(frozen=True)
class Inner:
    lr: float = 0.1
    fresh: bool = setting(False, since="0.2")


@dataclass(frozen=True)
class Outer:
    inner: Inner
    sizes: tuple[int, ...] = (1, 2)


def test_later_settings_count_only_when_they_are_used() -> None:
    assert key_fields(Outer(Inner())) == {"inner": {"lr": 0.1}, "sizes": [1, 2]}
    assert key_fields(Outer(Inner(fresh=True)))["inner"] == {"lr": 0.1, "fresh": True}
    assert asdict(Inner())["fresh"] is False, "files say everything"
