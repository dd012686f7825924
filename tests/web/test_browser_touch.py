"""Fingers and pointers on a board in a real browser: taps, dragging, no cursor, and a board that stays where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser_fixtures import Finger, Table, open_page, or_skip

or_skip()

PERSON = {"kind": "person", "name": "You"}
FIRST = {"kind": "agent", "spec": "first"}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(chrome: Any) -> Iterator[Any]:
    """A page on a phone."""
    opened, errors = open_page(chrome, has_touch=True, is_mobile=True, viewport=PHONE)
    yield opened
    opened.context.close()
    assert errors == []


def test_after_a_finger_there_is_no_cursor_box(phone: Any, address: str) -> None:
    table = Table(phone, address, "clobber:4x5", seats=[PERSON, FIRST])
    phone.touchscreen.tap(*table.where(0))
    phone.wait_for_selector(".picked")
    assert phone.locator(".cursor").count() == 0
    phone.touchscreen.tap(*table.where(1))
    table.shows(2)
    phone.touchscreen.tap(*table.where(19))  # nothing that can be taken
    assert phone.locator(".cursor").count() == 0
    transparent = "rgba(0, 0, 0, 0)"
    flash = "getComputedStyle(document.querySelector('.board')).webkitTapHighlightColor"
    assert phone.evaluate(flash) == transparent


def test_after_the_mouse_the_cursor_box_goes_and_keys_bring_it_back(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:4x5", seats=[PERSON] * 2)
    page.focus(".board")
    page.keyboard.press("ArrowRight")
    assert page.locator(".cursor").count() == 1
    table.click(0)
    assert page.locator(".cursor").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".cursor").count() == 1


def middle_of(page: Any, selector: str) -> tuple[float, float]:
    """Where the middle of an element is on the screen."""
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 12 and abs(one[1] - other[1]) < 12


def test_a_stone_is_dragged_by_finger(phone: Any, address: str) -> None:
    table = Table(phone, address, "checkers:6x6", seats=[PERSON] * 2)
    move = table.view()["legal"][0]
    start, end = (table.where(cell) for cell in (move["path"][0], move["path"][-1]))
    finger = Finger(phone)
    finger.down(start)
    finger.move(((start[0] + end[0]) / 2, start[1]), end)
    assert near(middle_of(phone, ".lifted"), end), "the stone is under the finger"
    assert phone.locator(".landing").count() == 1
    assert phone.evaluate("scrollY") == 0
    finger.up()
    table.shows(1)
    assert table.now()["line"][0]["text"] == move["text"]


def test_a_stone_dropped_elsewhere_returns(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:4x5", seats=[PERSON] * 2)
    here, there = table.where(0), table.where(7)
    page.mouse.move(*here)
    page.mouse.down()
    page.mouse.move(*there)
    assert near(middle_of(page, ".lifted"), there)
    page.mouse.up()
    assert page.locator(".lifted, .picked").count() == 0
    assert near(middle_of(page, ".layer-pieces .piece >> nth=-1"), here)
    assert table.now()["line"] == []


def test_konane_stops_where_the_stone_is_dropped(page: Any, address: str) -> None:
    table = Table(page, address, "konane:2x6", position="xo.o.x/......,x", seats=[PERSON] * 2)
    page.mouse.move(*table.where(0))
    page.mouse.down()
    page.mouse.move(*table.where(2))
    page.mouse.up()
    table.shows(1)
    assert table.now()["line"][0]["text"] == "a2-c2"


def test_pieces_of_blokus_are_dragged_from_the_tray(phone: Any, address: str) -> None:
    table = Table(phone, address, "blokus:duo", seats=[PERSON] * 2)
    start = table.view()["starts"][0]
    finger = Finger(phone)
    finger.down(middle_of(phone, "[data-piece='X']"))
    x, y = middle_of(phone, "[data-piece='X']")
    finger.move((x, y - 20))
    assert phone.is_visible(".floating")
    spot = table.where(start + 2 * 14)  # it floats above the finger
    finger.move(spot)
    assert phone.inner_text(".fit") == "It fits here"
    assert phone.is_hidden(".floating")
    finger.up()
    table.shows(1)
    finger.down(middle_of(phone, "[data-piece='I5']"))
    x, y = middle_of(phone, "[data-piece='I5']")
    finger.move((x, y - 20), (x, y - 2))
    finger.up()  # not on the board: it is put back
    assert phone.locator(".held").count() == 0


def test_pieces_of_blokus_are_dragged_with_the_mouse(page: Any, address: str) -> None:
    table = Table(page, address, "blokus:duo", seats=[PERSON] * 2)
    page.mouse.move(*middle_of(page, "[data-piece='X']"))
    page.mouse.down()
    page.mouse.move(*table.where(0))
    page.mouse.move(*table.where(table.view()["starts"][0]))
    page.mouse.up()
    table.shows(1)


# Where everything on the page is that was there before a move.
PLACES = """() => Object.fromEntries(
    ['.board', '.status', '.seats', '.actions', '.moves', '.tray', '.tray-pieces', '.rules', '.stepper'].map(one => {
        const box = document.querySelector(one)?.getBoundingClientRect();
        return [one, box && [box.left, box.top, box.width].map(Math.round).join(' ')];
    }))"""


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", ["konane:4x5", "blokus:6x6,players=2"])
def test_nothing_moves_when_a_move_is_made(chrome: Any, address: str, game: str, size: Any) -> None:
    page, errors = open_page(chrome, viewport=size)
    table = Table(page, address, game, seats=[PERSON, FIRST])
    page.wait_for_selector(".rules")
    page.evaluate(
        f"""window.places = [];
            const note = () => window.places.push(JSON.stringify(({PLACES})()));
            const look = new MutationObserver(note);
            look.observe(document.querySelector('main'), {{childList: true, subtree: true}});
            note()"""
    )
    for _ in range(2):
        view = table.view()
        if "tray" in view:
            page.click(f"[data-piece='{view['legal'][0]['piece']}']")
            page.click("[data-do=place]")
        else:
            path = view["legal"][0]["path"]
            table.click(path[0], *path[-1:] * (len(path) > 1))
        table.shows(view["ply"] + 2)
        assert table.my_turn()
    assert len(set(page.evaluate("window.places"))) == 1
    page.context.close()
    assert errors == []
