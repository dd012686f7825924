"""Ladder, matches and forms in a real browser: names for people, points that mean something."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.browser_fixtures import or_skip

or_skip()

SPEC = re.compile(r"\w+:\w+=|megabytes|playouts=|sims=")  # what only programs say


@pytest.mark.parametrize("game", ["clobber", "blokus"])
def test_the_ladder_speaks_to_people(page: Any, address: str, game: str) -> None:
    page.goto(f"{address}/#/ladder/{game}")
    page.wait_for_selector(".rungs tbody tr")
    said = page.inner_text("main")
    assert not SPEC.search(said), SPEC.search(said)
    beginner = page.locator(".rungs tr", has_text="Beginner").locator("td").all_inner_texts()
    assert beginner[2] == "0"
    assert page.locator(".rungs tbody tr").first.locator("strong").inner_text() == "Expert"
    assert "Random moves have 0 points" in said and "Expert thinks by the clock" in said
    assert all(page.locator(".rungs th").all_inner_texts())
    page.click("[aria-label='Play against Strong']")
    page.wait_for_selector("select[data-seat='1']")
    chosen = page.locator("select[data-seat='1'] option:checked").inner_text()
    assert chosen.startswith("Strong")


def test_a_match_names_its_players(page: Any, address: str) -> None:
    page.goto(f"{address}/#/watch")
    page.check("input[name=size][value='4x5']", force=True)
    page.select_option("select[data-seat='0']", "mc:playouts=20")
    page.select_option("select[data-seat='1']", "random")
    page.fill("[aria-label='Number of games in the match']", "10")
    page.click("[data-do=match]")
    page.wait_for_selector("h2:has-text('10 of 10')")
    said = page.locator("section .card", has_text="10 of 10").inner_text()
    assert "Medium" in said and "Beginner" in said and not SPEC.search(said) and "Elo" not in said


def test_why_a_level_is_not_there(page: Any, address: str) -> None:
    page.goto(f"{address}/#/new/clobber")
    page.wait_for_selector("select[data-seat='1']")
    perfect = page.locator("select[data-seat='1'] option", has_text="Perfect").text_content()
    assert "This board is too large to solve exactly." in perfect
    assert not SPEC.search(" ".join(page.locator("select[data-seat='1'] option").all_text_contents()))
