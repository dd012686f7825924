"""Every size that the form of a new game names can be played on the page: one limit for both."""

from __future__ import annotations

import re

import pytest

from papamu.core.errors import PapamuError
from papamu.games import registry
from papamu.web.limits import MOST_CELLS
from papamu.web.tables.position_view import view
from papamu.web.validation import read_game


@pytest.mark.parametrize("name", ["blokus", "checkers", "clobber", "konane", "reversi"])
def test_every_size_that_is_offered_can_be_played(name: str) -> None:
    kind = registry.find(name)
    named = re.findall(r"\d+x\d+", kind.sizes)  # what the form says: "1x2 to 32x32"
    assert named
    for size in [*named, *kind.sizes_offered()]:
        game = read_game(f"{name}:{size}")
        assert view(game.start())["rows"] == game.rows


def test_no_game_needs_a_higher_limit() -> None:
    assert max(int(rows) * int(cols) for rows, cols in _largest()) == MOST_CELLS


def test_larger_boards_are_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.web.validation.MOST_CELLS", 24)  # as a game from outside may have them
    with pytest.raises(PapamuError, match=r"^clobber:5x5 has 25 cells: the limit here is 24$"):
        read_game("clobber:5x5")


def _largest() -> list[tuple[str, ...]]:
    return [
        tuple(size)
        for name in registry.names()
        for size in re.findall(r"(\d+)x(\d+)", registry.find(name).sizes)
    ]
