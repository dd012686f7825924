"""How long something took or will take, for people."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """In seconds, minutes or hours, as exact as one wants to know it."""
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
