"""Hints and reviews in a real browser: equal moves, true bars, proofs; a first curve, accuracy, whose mistakes."""

from __future__ import annotations

import re
from typing import Any

import pytest

import papamu
from tests.web.browser_fixtures import Json, Table, or_skip, spoken

or_skip()

HINT = "section[aria-label=Hint]"


def finished(spec: str, seed: int) -> list[str]:
    """The moves of a random game."""
    position, mover = papamu.load(spec).start(), papamu.agent("random", seed=seed)
    while not position.is_over:
        position = position.play(mover.choose(position))
    return [str(at.move) for at in position.line[1:]]


def reviewed(page: Any, address: str, spec: str, moves: list[str], **more: Any) -> tuple[Table, Json]:
    """The review of a finished game on the page, when all is known; and the same from the server."""
    table = Table(page, address, spec, moves=moves, **more)
    made = page.request.post(f"{address}/api/reviews", data={"table": table.id}).json()
    page.goto(f"{address}/#/review/{made['id']}")
    page.wait_for_selector(".curve", state="attached")
    page.wait_for_selector("progress", state="detached")
    return table, page.request.get(f"{address}/api/reviews/{made['id']}").json()


# -- hints --------------------------------------------------------------------------------------


def test_reversis_first_hint_shows_four_equal_moves(page: Any, address: str) -> None:
    """They are mirror images: no number, no order and no word may tell them apart."""
    Table(page, address, "reversi:8x8")
    page.keyboard.press("h")
    page.wait_for_selector(".scores button")
    text = page.inner_text(HINT)
    assert "Good moves: d3, c4, f5, e6" in text and "mirror images" in text
    assert "Best" not in text and "Good moves: d3, c4, f5, e6" in spoken(page)
    assert page.locator(".scores .rank").all_inner_texts() == ["1."] * 4
    assert len(set(page.locator(".scores button > span:last-child").all_inner_texts())) == 1
    assert page.locator(".heat.best").count() == 4 == page.locator(".arrow-ring").count()
    # The bars are on the scale from lost to won: the first move of a game is near the middle.
    widths = page.locator(".scores .bar i").evaluate_all(
        "bars => bars.map(bar => parseFloat(bar.style.width))"
    )
    assert len(set(widths)) == 1 and 25 < widths[0] < 75


def test_the_bars_are_the_shares_and_not_stretched(page: Any, address: str) -> None:
    Table(page, address, "clobber:4x4", moves=["a4b4"], seats=[{"kind": "person", "name": "You"}] * 2)
    with page.expect_response("**/api/explain") as answered:
        page.keyboard.press("h")
    shares = [one["share"] for one in answered.value.json()["scores"] if one["tried"]]
    page.wait_for_selector(".scores button")
    widths = page.locator(".scores .bar i").evaluate_all(
        "bars => bars.map(bar => parseFloat(bar.style.width))"
    )
    assert widths == pytest.approx([100 * share for share in shares[: len(widths)]], abs=0.1)


def test_a_hint_says_what_is_proved(page: Any, address: str) -> None:
    Table(page, address, "clobber:1x4")
    page.keyboard.press("h")
    page.wait_for_selector(".scores button")
    for _ in range(200):  # the solver is compiled at first, and the hint does not wait for it
        if "Proved" in page.inner_text(HINT):
            break
        page.keyboard.press("h")
        page.wait_for_timeout(500)
        page.wait_for_selector(".scores button")
    assert "Good moves: a1b1, c1b1" in page.inner_text(HINT)
    assert page.locator(".scores button > span:last-child").all_inner_texts() == ["wins", "wins", "loses"]
    assert page.locator(".scores .rank").all_inner_texts() == ["1.", "1.", "3."]


def test_another_adviser_is_under_details(page: Any, address: str) -> None:
    Table(page, address, "reversi:4x4")
    page.keyboard.press("h")
    page.wait_for_selector(".scores button")
    assert not page.is_visible(f"{HINT} [aria-label=Agent]")
    assert "uct" not in page.inner_text(HINT)  # names for people; the spec is under details
    page.click(f"{HINT} summary")
    page.select_option(f"{HINT} [aria-label=Agent]", "mc:playouts=20")
    page.wait_for_function(
        "document.querySelector('[aria-label=Hint]').innerText.includes('20 random playouts')"
    )
    page.select_option(f"{HINT} [aria-label=Agent]", "")
    page.wait_for_function(
        "!document.querySelector('[aria-label=Hint]').innerText.includes('20 random playouts')"
    )


# -- reviews ------------------------------------------------------------------------------------


def test_moves_are_numbered_as_in_the_move_list(page: Any, address: str) -> None:
    moves = finished("clobber:3x4", 3)
    reviewed(page, address, "clobber:3x4", moves)
    assert len(moves) > 4
    for ply in range(1, len(moves) + 1):
        page.click(f".moves [aria-label='Move {ply}: {moves[ply - 1]}']")
        number = f"{(ply + 1) // 2}. {'… ' * (ply % 2 == 0)}"
        page.wait_for_function(
            "start => document.querySelector('.words').textContent.startsWith(start)", arg=number
        )
        assert page.inner_text(".words").startswith(f"{number}{moves[ply - 1]}")
    numbers = page.locator(".moves .number").all_inner_texts()
    assert numbers == [f"{at + 1}." for at in range((len(moves) + 1) // 2)]
    for text in page.locator(".mistakes button").all_inner_texts():
        assert re.search(r"\b[0-9]+\. (… )?[a-c][0-9]", text)


def test_ones_own_mistakes_are_not_mixed_with_the_opponents(page: Any, address: str) -> None:
    # Both go wrong in this game.
    seed = next(
        seed for seed in range(20) if {one.player for one in wrong(finished("clobber:3x4", seed))} == {0, 1}
    )
    moves = finished("clobber:3x4", seed)
    _, review = reviewed(page, address, "clobber:3x4", moves)
    by_player = [
        sum(1 for one in review["plies"] if one["mistake"] and one["player"] == seat) for seat in (0, 1)
    ]
    assert page.locator(".mistakes button").count() == by_player[0] > 0
    shown = page.locator(".curve [class^=dot-]")
    assert shown.count() == by_player[0] == page.locator(".moves :is(.slip, .mistake, .blunder)").count()
    page.click("[data-whose=all]")
    assert shown.count() == sum(by_player) == page.locator(".mistakes button").count()
    assert page.locator("[aria-label=Mistakes] h3").all_inner_texts() == ["You (Black)", "White: random"]
    assert page.locator(".mistakes").nth(1).locator("button").count() == by_player[1] > 0
    page.click("[data-whose='0']")
    assert shown.count() == by_player[0]
    # Every mark that is drawn has its line in the legend.
    kinds = set(
        page.locator(".curve [class^=dot-]").evaluate_all("all => all.map(one => one.getAttribute('class'))")
    )
    keys = page.locator(".legend [class^=dot-]").evaluate_all(
        "all => all.map(one => one.getAttribute('class'))"
    )
    assert keys == ["dot-slip", "dot-mistake", "dot-blunder"] and kinds <= set(keys)
    words = page.inner_text(".legend")
    for part in (
        "Slip",
        "Mistake",
        "Blunder",
        "Who is ahead",
        "The position on the board",
        "The move played",
    ):
        assert part in words


def wrong(moves: list[str]) -> list[Any]:
    position = papamu.load("clobber:3x4").start()
    for move in moves:
        position = position.play(move)
    review = papamu.review(position)
    found = [review.move(ply) for ply in range(len(moves))]
    return [one for one in found if one is not None and one.mistake]


def test_the_accuracy_of_each_player_with_what_it_means(page: Any, address: str) -> None:
    _, review = reviewed(page, address, "clobber:3x4", finished("clobber:3x4", 3))
    shown = page.locator(".accuracy td").all_inner_texts()
    assert shown == [f"{int(100 * share + 0.5)} %" for share in review["accuracy"]]
    assert "the share of moves that were no slip, mistake or blunder" in page.inner_text(
        "[aria-label=Players]"
    )


def test_the_first_look_is_drawn_at_once_and_then_refined(page: Any, address: str) -> None:
    moves = finished("clobber:3x4", 3)
    table = Table(page, address, "clobber:3x4", moves=moves)
    made = page.request.post(f"{address}/api/reviews", data={"table": table.id}).json()
    rough = [True]

    def answer(route: Any) -> None:
        found = route.fetch().json()
        if rough[0]:  # as it is after the first look
            found |= {"plies": [None] * len(moves), "done": 0, "finished": False, "accuracy": [None, None]}
            found["curve"] = [0.1] * len(moves) + [1.0]
        route.fulfill(json=found)

    page.route("**/api/reviews/*", answer)
    page.goto(f"{address}/#/review/{made['id']}")
    page.wait_for_selector(".curve .value.rough", state="attached")
    assert page.locator(".curve .value:not(.rough)").count() == 0 == page.locator(".mistakes button").count()
    assert "being refined" in page.inner_text(".legend")
    assert page.locator(".accuracy td").all_inner_texts() == ["–", "–"]
    rough[0] = False
    page.wait_for_selector("progress", state="detached")
    assert page.locator(".curve .value.rough").count() == 0 < page.locator(".curve .value").count()
    assert "being refined" not in page.inner_text(".legend")
