"""How soon a person sees something: the first paint of a page, and the reply to a move.

Not a test of the suite: `make load` runs it before the crowd comes, best on an idle machine. Everything is
measured in the browser: the paint as it reports it, the reply from the click to the frame that shows it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.web.live_server import browser, chromium, middle, served

OPENINGS = 10  # of each page, every one with an empty cache
PAGES = {"the shelf": "", "a new game": "new/blokus", "a study": "papers/clobber"}
GAMES = ("clobber:6x6", "reversi:8x8", "konane:8x8")  # a move and a reply are one ply each
AGENT = "mc:playouts=20"
MOVES = 8  # of each game
WATCH = """window.seen = new Promise(done => {
    const board = document.querySelector('.board'), ply = Number(board.dataset.ply);
    let began = 0;
    board.addEventListener('pointerup', event => { began = event.timeStamp; }, { capture: true });
    new MutationObserver((_, watch) => {
        if (Number(board.dataset.ply) < ply + 2) return;
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - began));
    }).observe(board, { attributes: true });
})"""


def paints(chrome: Any, address: str, route: str) -> list[float]:
    """Milliseconds to the first paint of anything, each time in a new browser profile."""
    found = []
    for _ in range(OPENINGS):
        context = chrome.new_context()
        page = context.new_page()
        page.goto(f"{address}/#/{route}")
        page.wait_for_selector("main h1")
        found.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        context.close()
    return found


def replies(chrome: Any, address: str, game: str) -> list[float]:
    """Milliseconds from a click that makes a move to the frame that shows the agent's reply to it."""
    context = chrome.new_context(reduced_motion="reduce")
    page = context.new_page()
    seats = [{"kind": "person", "name": "You"}, {"kind": "agent", "spec": AGENT}]
    form = {"game": game, "seats": seats, "seed": 1}
    table = page.request.post(f"{address}/api/tables", data=form).json()
    page.goto(f"{address}/#/table/{table['id']}")
    found: list[float] = []
    for _ in range(MOVES + 1):
        page.wait_for_selector(".board[data-may=true]")
        view = page.request.get(f"{address}/api/tables/{table['id']}").json()["position"]
        path = _plain_move(view)
        page.evaluate(f"() => {{ {WATCH}; }}")
        for cell in path:
            page.mouse.click(*middle(page, cell, view["cols"]))
        found.append(page.evaluate("() => window.seen"))
    context.close()
    return found[1:]  # the first time something is compiled


def _plain_move(view: Any) -> list[int]:
    """The cells to click for a move that could not go on (else the page asks whether to stop)."""
    paths: list[list[int]] = [move["path"] for move in view["legal"]]
    return next(one for one in paths if not any(one == other[: len(one)] for other in paths if other != one))


def _say(what: str, found: list[float]) -> None:
    print(f"  {what}: median {statistics.median(found):.0f} ms, longest {max(found):.0f} ms", flush=True)


def main() -> None:
    """Measure, and say it."""
    if chromium() is None:
        sys.exit("There is no Chromium here: nothing can be measured (on Debian: apt-get install chromium).")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), 2) as address, browser() as chrome:
        print(f"First paint, {OPENINGS} times with an empty cache:")
        for name, route in PAGES.items():
            _say(name, paints(chrome, address, route))
        print(f"From a click to the reply of {AGENT} on the board, {MOVES} moves each:")
        for game in GAMES:
            _say(game, replies(chrome, address, game))


if __name__ == "__main__":
    main()
