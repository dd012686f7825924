"""The written playthroughs come out again, letter by letter."""

from __future__ import annotations

import pytest

from papamu.kernel.jit import JIT
from tests.games.playthrough import FOLDER, SPECS, playthrough


@pytest.mark.parametrize("name", SPECS)
def test_playthrough(name: str) -> None:
    if not JIT and SPECS[name] in ("blokus:20x20", "blokus:duo"):
        pytest.skip("too slow in the interpreter; the 8x8 board runs the same rules")
    assert playthrough(SPECS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_file_is_played() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SPECS)
