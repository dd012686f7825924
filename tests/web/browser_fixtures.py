"""A page in a real browser for tests: fixtures, and a table on it that is played by clicks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tests.web.live_server import browser, chromium, middle, served

PATIENCE = 120_000  # milliseconds: the first use of an agent compiles it
Json = dict[str, Any]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    with browser() as opened:
        yield opened


def open_page(chrome: Any, **more: Any) -> tuple[Any, list[str]]:
    """A page that moves nothing, and the errors that it meets."""
    calm = {"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce"}
    context = chrome.new_context(**(calm | more))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page, errors


@pytest.fixture
def page(chrome: Any) -> Iterator[Any]:
    opened, errors = open_page(chrome)
    yield opened
    opened.context.close()
    assert errors == []


class Table:
    """A table on a page, and what the server says about it."""

    def __init__(self, page: Any, address: str, game: str, **more: Any) -> None:
        self.page, self.address = page, address
        seats = more.pop("seats", [{"kind": "person", "name": "You"}, {"kind": "agent", "spec": "random"}])
        answer = page.request.post(
            f"{address}/api/tables", data={"game": game, "seats": seats, "seed": 1, **more}
        )
        assert answer.ok, answer.text()
        self.id = answer.json()["id"]
        page.goto(f"{address}/#/table/{self.id}")
        page.wait_for_selector(".board[data-ply]")

    def now(self) -> Json:
        return self.page.request.get(f"{self.address}/api/tables/{self.id}").json()  # type: ignore[no-any-return]

    def view(self) -> Json:
        return self.now()["position"]  # type: ignore[no-any-return]

    def shows(self, ply: int) -> None:
        """Wait until the page has got there, and listens again if the move was its own."""
        self.page.wait_for_function(
            """ply => {
                const board = document.querySelector('.board');
                return Number(board.dataset.ply) >= ply && board.ariaBusy !== 'true';
            }""",
            arg=ply,
        )

    def my_turn(self) -> bool:
        """Wait until somebody may move here, or the game is over: then not."""
        found = self.page.wait_for_selector(".board[data-may=true], .board[data-over=true]")
        return found.get_attribute("data-over") != "true"  # type: ignore[no-any-return]

    def where(self, cell: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        return middle(self.page, cell, self.view()["cols"])

    def click(self, *cells: int) -> None:
        for cell in cells:
            self.page.mouse.click(*self.where(cell))

    def status(self) -> str:
        return self.page.inner_text(".status")  # type: ignore[no-any-return]

    def play_to_the_end(self, make: Any) -> int:
        """Make moves by `make(move, view)` until it is over; how many it took."""
        chooser, moves = random.Random(3), 0
        while self.my_turn():
            view = self.view()
            make(chooser.choice(view["legal"]), view)
            self.shows(view["ply"] + 1)
            moves += 1
            assert moves < 200
        self.page.wait_for_selector(".status.ended")
        return moves


class Finger:
    """One finger on a page that knows touch: what `page.touchscreen` cannot do, which only taps."""

    def __init__(self, page: Any) -> None:
        self._page, self._wire = page, page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        self._wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
        # A browser hands on where a finger is once a frame.
        self._page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")

    def down(self, *points: tuple[float, float]) -> None:
        """Put it down; several points are several fingers."""
        self._send("touchStart", *points)

    def move(self, *points: tuple[float, float]) -> None:
        """Move it to one point after another."""
        for point in points:
            self._send("touchMove", point)

    def spread(self, *points: tuple[float, float]) -> None:
        """Move several fingers at once."""
        self._send("touchMove", *points)

    def up(self) -> None:
        """Lift it."""
        self._send("touchEnd")

    def tap(self, where: str | tuple[float, float]) -> None:
        """Tap at a place, or on an element."""
        if isinstance(where, str):
            element = self._page.locator(where)
            element.scroll_into_view_if_needed()
            box = element.bounding_box()
            where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.down(where)
        self.up()


def or_skip() -> None:
    """Skip a module where there is no browser, or nothing to serve pages with."""
    if find_spec("playwright") is None:
        pytest.skip("playwright is not installed (pip install -e '.[dev]')", allow_module_level=True)
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        pytest.skip(
            "the server's packages are not installed (pip install -e '.[web]')", allow_module_level=True
        )
    if chromium() is None:
        pytest.skip("no Chromium was found (apt install chromium)", allow_module_level=True)


def spoken(page: Any) -> str:
    """What a screen reader says; both regions at once, for they take turns."""
    return "".join(page.locator(".unseen[aria-live]").all_text_contents())


def by_clicks(table: Table) -> Any:
    """How a move is made with a mouse."""

    def make(move: Json, view: Json) -> None:
        path = move["path"]
        if not path:
            table.page.click(".status button")
            return
        table.click(path[0], *path[-1:] * (len(path) > 1))
        stop = table.page.locator(".status button:has-text('Stop here')")
        if stop.count():
            stop.click()

    return make


def begin(page: Any) -> None:
    """Send the form of a new game, as soon as it can be sent, and wait for the board."""
    page.wait_for_selector("button[type=submit]:enabled")
    page.click("button[type=submit]")
    page.wait_for_selector(".board[data-may=true]")
