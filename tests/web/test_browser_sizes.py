"""The board on every screen: seen whole without scrolling, and large boards brought closer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser_fixtures import Finger, Table, open_page, or_skip

or_skip()

PERSON = {"kind": "person", "name": "You"}
SIZES: dict[str, Any] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "landscape": {"viewport": {"width": 667, "height": 375}, "is_mobile": True, "has_touch": True},
    "zoomed": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "is_mobile": True, "has_touch": True},
}


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_board_is_seen_without_scrolling(chrome: Any, address: str, size: str) -> None:
    page, errors = open_page(chrome, **SIZES[size])
    for game in ("clobber:6x6", "checkers:8x8", "blokus:20x20"):
        seats = [PERSON] * (4 if game.startswith("blokus") else 2)
        Table(page, address, game, seats=seats)
        parts = [".board", ".status"] + [".tray"] * game.startswith("blokus")
        for part in parts:
            box = page.locator(part).bounding_box()
            screen = page.viewport_size
            assert box["y"] >= 0 and box["x"] >= 0, (game, part)
            assert box["y"] + box["height"] <= screen["height"], (game, part)
            assert box["x"] + box["width"] <= screen["width"], (game, part)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    page.context.close()
    assert errors == []


def cell_width(table: Table) -> float:
    return table.where(1)[0] - table.where(0)[0]


def test_a_very_large_board_comes_closer_and_is_moved_about(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:32x32", seats=[PERSON] * 2)
    whole, box = cell_width(table), page.locator(".board").bounding_box()
    page.click("[data-do=closer]")
    assert cell_width(table) > 1.4 * whole
    assert page.locator(".board").bounding_box() == box
    spot = table.where(15 * 32 + 15)
    page.mouse.move(*spot)
    page.mouse.wheel(0, -200)
    page.wait_for_function(
        "width => document.querySelector('.board-svg').viewBox.baseVal.width < width", arg=1400
    )
    now = table.where(15 * 32 + 15)
    assert abs(now[0] - spot[0]) < 3 and abs(now[1] - spot[1]) < 3, "what is under the pointer stays there"
    other = next(cell for cell in (15 * 32 + 15, 15 * 32 + 16) if table.view()["cells"][cell] == 2)
    before, (x, y) = table.where(0), table.where(other)  # not one's own stone: that would be carried
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 5)
    page.mouse.move(x + 60, y + 10)
    page.mouse.up()
    assert table.where(0)[0] == pytest.approx(before[0] + 60, abs=2)
    assert table.now()["line"] == []
    page.focus(".board")
    for _ in range(6):
        page.keyboard.press("-")
    assert cell_width(table) == pytest.approx(whole, abs=0.1)
    table.click(0, 1)
    table.shows(1)


def test_two_fingers_bring_a_board_closer_and_one_moves_it(chrome: Any, address: str) -> None:
    page, errors = open_page(chrome, **SIZES["phone"])
    table = Table(page, address, "blokus:20x20", seats=[PERSON] * 4)
    whole = cell_width(table)
    x, y = table.where(10 * 20 + 10)
    finger = Finger(page)
    finger.down((x - 30, y), (x + 30, y))
    finger.spread((x - 60, y), (x + 60, y))
    finger.spread((x - 90, y), (x + 90, y))
    finger.up()
    assert cell_width(table) > 1.8 * whole
    assert page.evaluate("visualViewport.scale") == 1
    before = table.where(0)
    finger.down((x, y))
    finger.move((x + 20, y + 20), (x + 60, y + 50))
    finger.up()
    after = table.where(0)
    assert after[0] > before[0] + 25 and after[1] > before[1] + 20
    assert page.evaluate("scrollY") == 0
    page.context.close()
    assert errors == []


def test_a_board_with_wide_cells_stays_as_it_is(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:6x6", seats=[PERSON] * 2)
    whole = cell_width(table)
    assert page.is_hidden(".zoom")
    page.mouse.move(*table.where(14))
    page.mouse.wheel(0, -200)
    page.focus(".board")
    page.keyboard.press("+")
    assert cell_width(table) == pytest.approx(whole, abs=0.1)
