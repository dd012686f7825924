"""`papamu rules`."""

from __future__ import annotations

import pytest

from tests.cli.process import answer


@pytest.mark.parametrize("game", ["clobber", "checkers", "reversi", "blokus", "konane"])
def test_rule_cards(game: str) -> None:
    text = answer("rules", game)
    assert "Notation" in text
    assert "Sizes" in text
