"""The errors that a user can cause: each says what is wrong and what is allowed.

Everything here is a `ValueError`, so callers who do not care which can catch that; the command
line turns any `PapamuError` into one line and exit code 2.
"""

from __future__ import annotations

from collections.abc import Iterable


class PapamuError(ValueError):
    """Something a person asked for cannot be done; the text says what can."""


class SpecError(PapamuError):
    """A game or agent spelling (`clobber:6x6,cannibal=true`) that cannot be understood."""


class SizeError(SpecError):
    """A board size the game does not have."""


class AgentError(PapamuError):
    """An agent that cannot play this game, or did what it must not."""


class MoveError(PapamuError):
    """A move text that cannot be read."""


class IllegalMoveError(MoveError):
    """A readable move that the rules do not allow here."""


class PositionError(PapamuError):
    """A position text that cannot be read, or that describes no position of this game."""


class RecordError(PapamuError):
    """A game record that is damaged or does not replay."""


class StoreError(PapamuError):
    """Finished pieces of long work that cannot be kept or read (see `store`)."""


class BusyError(StoreError):
    """Somebody else works on a file: it can be waited for."""


class ModelError(PapamuError):
    """A model file that cannot be read, or that was made for something else."""


def nearest(name: str, allowed: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for a near miss, nothing otherwise."""
    from difflib import get_close_matches  # here, because every start would pay for it

    close = get_close_matches(name.lower(), list(allowed), n=1, cutoff=0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def listing(items: Iterable[str], most: int = 20) -> str:
    """Names for an error line, cut short when there are many."""
    names = list(items)
    shown = ", ".join(names[:most])
    return shown + (f", … ({len(names)} in all)" if len(names) > most else "")
