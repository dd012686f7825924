"""Whole games of all five in a real browser: by mouse, by touch and by keyboard, without one error on the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser_fixtures import Finger, Json, Table, by_clicks, open_page, or_skip

or_skip()

GAMES = ("clobber:3x4", "konane:4x5", "reversi:4x4", "checkers:4x4", "blokus:6x6,players=2")
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAYS: dict[str, Json] = {"mouse": {}, "touch": PHONE | {"reduced_motion": "no-preference"}, "keyboard": {}}

# Every error that is shown from now on.
LISTEN = """() => {
    window.refused = [];
    const toast = document.getElementById('toast');
    new MutationObserver(() => toast.className.includes('bad') && window.refused.push(toast.textContent))
        .observe(toast, {attributes: true});
}"""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(chrome: Any, address: str, game: str, way: str) -> None:
    page, errors = open_page(chrome, **WAYS[way])
    table = Table(page, address, game)
    page.evaluate(LISTEN)
    hand: dict[str, Any] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard}
    assert table.play_to_the_end(hand[way](table).make) > 0
    now = table.now()
    assert table.status().startswith(("You won", "You lost", "Draw"))
    assert page.locator(".moves button").count() == len(now["line"])
    page.wait_for_function(
        "count => document.querySelectorAll('.layer-pieces .piece').length === count",
        arg=sum(code > 0 for code in now["position"]["cells"]),
    )
    assert page.evaluate("window.refused") == []
    page.context.close()
    assert errors == []


class Hand:
    """How a move is made."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page

    def make(self, move: Json, view: Json) -> None:
        """Make this move."""
        if "tray" in view:
            self.lay(move, view)
        elif move["path"]:
            self.step(move["path"], view)
        else:
            self.press(".status button")

    def lay(self, move: Json, view: Json) -> None:
        """Take a piece, turn it until it lies as wanted, and put it there."""
        self.press(f"[data-piece='{move['piece']}']")
        wanted = {tuple(square) for square in view["pieces"][move["piece"]]["turns"][move["turn"]]}
        for tool in ("rotate", "rotate", "rotate", "mirror", "rotate", "rotate", "rotate", "rotate"):
            squares = self.held()
            top, left = min(y for y, _ in squares), min(x for _, x in squares)
            if {(y - top, x - left) for y, x in squares} == wanted:
                break
            self.turn(tool)
        else:
            pytest.fail(f"{move['text']} cannot be turned to")
        self.put(move["at"], view)

    def held(self) -> list[list[int]]:
        """The squares under the piece in hand: row and column."""
        return self.page.evaluate(  # type: ignore[no-any-return]
            """[...document.querySelectorAll('.held .tile')].map(tile =>
                tile.getAttribute('transform').match(/-?[0-9.]+/g).map(one => Math.floor(one / 100)).reverse())"""
        )

    def shift(self, at: int, view: Json) -> tuple[int, int]:
        """How far the piece in hand is from its upper left cell: down and right."""
        row, col = divmod(at, view["cols"])
        squares = self.held()
        return row - min(y for y, _ in squares), col - min(x for _, x in squares)


class Mouse(Hand):
    """Clicks."""

    def press(self, where: str) -> None:
        self.page.click(where)

    def step(self, path: list[int], view: Json) -> None:
        by_clicks(self.table)({"path": path}, view)

    def turn(self, tool: str) -> None:
        self.page.click(f"[data-do={tool}]")

    def put(self, at: int, view: Json) -> None:
        self.page.mouse.move(*self.table.where(view["cols"] + 1))
        down, right = self.shift(at, view)
        spot = (down + 1) * view["cols"] + right + 1
        self.page.mouse.move(*self.table.where(spot))
        assert self.page.inner_text(".fit") == "It fits here"
        self.table.click(spot)


class Touch(Hand):
    """Taps, and stones dragged by a finger in turn."""

    drags = False

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.finger = Finger(self.page)

    def press(self, where: str) -> None:
        self.finger.tap(where)

    def step(self, path: list[int], view: Json) -> None:
        places = [self.table.where(cell) for cell in (path[0], *path[-1:] * (len(path) > 1))]
        self.drags = len(path) > 1 and not self.drags
        if self.drags:
            self.finger.down(places[0])
            self.finger.move(places[1])
            self.finger.up()
        else:
            for place in places:
                self.finger.tap(place)
        if self.page.locator(".status button:has-text('Stop here')").count():
            self.finger.tap(".status button")

    def turn(self, tool: str) -> None:
        self.finger.tap(f"[data-do={tool}]")

    def put(self, at: int, view: Json) -> None:
        (x, y), step = self.table.where(view["cols"] * 2 + 2), self.table.where(1)[0] - self.table.where(0)[0]
        self.finger.down((x, y))
        down, right = self.shift(at, view)
        self.finger.move((x + right * step, y + down * step))
        self.finger.up()
        assert self.page.inner_text(".fit") == "It fits here"
        self.finger.tap("[data-do=place]")


class Keyboard(Hand):
    """Keys alone."""

    def press(self, where: str) -> None:
        self.page.focus(where)
        self.page.keyboard.press("Enter")

    def step(self, path: list[int], view: Json) -> None:
        self.page.focus(".board")
        for cell in (path[0], *path[-1:] * (len(path) > 1)):
            self.go(*divmod(cell, view["cols"]))
            self.page.keyboard.press("Enter")
        if "Stop here" in self.table.status():
            self.page.keyboard.press("Enter")

    def go(self, row: int, col: int) -> None:
        """Move the cursor there; in Checkers the keys step over the light squares."""
        for _ in range(40):
            if not self.page.locator(".cursor").count():
                self.page.keyboard.press("ArrowDown")
            box = self.page.locator(".cursor")
            at = [int(float(box.get_attribute(axis)) + 46) // 100 for axis in "yx"]
            if at == [row, col]:
                return
            down, right = row - at[0], col - at[1]
            key = ("Down" if down > 0 else "Up") if down else ("Right" if right > 0 else "Left")
            self.page.keyboard.press(f"Arrow{key}")
        pytest.fail(f"the cursor does not reach {row}, {col}")

    def turn(self, tool: str) -> None:
        self.page.keyboard.press({"rotate": "r", "mirror": "f"}[tool])

    def put(self, at: int, view: Json) -> None:
        down, right = self.shift(at, view)
        for key, times in (("Down", down), ("Up", -down), ("Right", right), ("Left", -right)):
            for _ in range(max(0, times)):
                self.page.keyboard.press(f"Arrow{key}")
        assert self.page.inner_text(".fit") == "It fits here"
        self.page.keyboard.press("Enter")
