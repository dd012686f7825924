"""Screenshots of the browser app for README.md and the docs: `python -m tests.web.screenshots` makes them again.

It starts a server of its own, plays the positions shown and writes `docs/pictures/web-*.png`. The boards on
the shelf of games (`web/static/pictures/`) are those of `make pictures`, copied.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import papamu
from papamu.games.registry import load
from tests.web.live_server import browser, chromium, served

ROOT = Path(papamu.__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
SHELF = Path(papamu.__file__).parent / "web" / "static" / "pictures"
PERSON = {"kind": "person", "name": "You"}
OPPONENT = {"kind": "agent", "spec": "mc:playouts=20", "name": "Medium"}


class Camera:
    """A browser in front of a server."""

    def __init__(self, chrome: Any, address: str, folder: Path) -> None:
        self.chrome, self.address, self.folder = chrome, address, folder

    @contextmanager
    def page(self, width: int = 1100, height: int = 720, **more: Any) -> Iterator[Any]:
        """A page of a size."""
        context = self.chrome.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **more
        )
        context.set_default_timeout(180_000)
        page = context.new_page()
        yield page
        context.close()

    def table(self, page: Any, game: str, plies: int, seed: int = 4) -> str:
        """A table where a random game has gone so far; its id."""
        position, draw = load(game).start(seed=1), random.Random(seed)
        moves: list[str] = []
        while len(moves) < plies and not position.is_over:
            moves.append(str(draw.choice(position.legal_moves)))
            position = position.play(moves[-1])
        seats = [PERSON] + [OPPONENT] * (position.game.num_players - 1)
        form = {"game": game, "seats": seats, "moves": moves, "seed": 1}
        made = page.request.post(f"{self.address}/api/tables", data=form).json()
        page.goto(f"{self.address}/#/table/{made['id']}")
        page.wait_for_selector(".board[data-ply]")
        return str(made["id"])

    def shoot(self, page: Any, name: str) -> None:
        """Keep what is seen."""
        page.evaluate("window.scrollTo(0, 0)")
        page.wait_for_timeout(400)  # fonts and pictures
        page.screenshot(path=self.folder / f"web-{name}.png")
        print(f"web-{name}.png", flush=True)


def home(camera: Camera) -> None:
    """The shelf."""
    with camera.page(height=680) as page:
        page.goto(camera.address)
        page.wait_for_selector(".game-card")
        page.wait_for_load_state("networkidle")
        camera.shoot(page, "home")


def hints(camera: Camera) -> None:
    """A Reversi with an opinion on each move."""
    with camera.page() as page:
        camera.table(page, "reversi:8x8", 12)
        page.keyboard.press("h")
        page.wait_for_selector(".scores button")
        camera.shoot(page, "hints")


def blokus(camera: Camera) -> None:
    """A piece held over the board."""
    with camera.page() as page:
        camera.table(page, "blokus:20x20", 24)
        page.click(".tray-pieces button:not(.stuck)")
        camera.shoot(page, "blokus")


def review(camera: Camera) -> None:
    """Where a game turned."""
    with camera.page() as page:
        name = camera.table(page, "clobber:4x5", 40, seed=2)
        form = {"table": name, "agent": "uct:sims=20000"}
        made = page.request.post(f"{camera.address}/api/reviews", data=form).json()
        page.goto(f"{camera.address}/#/review/{made['id']}")
        page.wait_for_selector(".curve .value", state="attached")
        page.wait_for_selector("progress", state="detached")
        if page.locator(".mistakes button").count():
            page.click(".mistakes button >> nth=-1")
        camera.shoot(page, "review")


def dark(camera: Camera) -> None:
    """At night."""
    with camera.page(color_scheme="dark") as page:
        camera.table(page, "konane:8x8", 10)
        camera.shoot(page, "dark")


def phone(camera: Camera) -> None:
    """In the hand."""
    with camera.page(390, 760, is_mobile=True, has_touch=True) as page:
        camera.table(page, "checkers:8x8", 10)
        camera.shoot(page, "phone")


def main() -> int:
    """All of them, or those named."""
    if chromium() is None:
        print("no Chromium was found (apt install chromium)", file=sys.stderr)
        return 2
    for picture in SHELF.glob("*.svg"):
        if (PICTURES / picture.name).is_file():
            shutil.copyfile(PICTURES / picture.name, picture)
    scenes = {scene.__name__: scene for scene in (home, hints, blokus, review, dark, phone)}
    wanted = sys.argv[1:] or list(scenes)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, browser() as chrome:
        camera = Camera(chrome, address, PICTURES)
        for name in wanted:
            scenes[name](camera)
    return 0


if __name__ == "__main__":
    sys.exit(main())
