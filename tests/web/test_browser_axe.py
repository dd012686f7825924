"""axe-core finds nothing on any page, at laptop, phone, landscape phone and 200 %: names, labels, contrast, focus."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser_fixtures import Table, open_page, or_skip
from tests.web.test_browser_sizes import SIZES

or_skip()
pytest.importorskip("axe_playwright_python", reason="axe comes with `make test`")

ROUTES = {
    "home": ("", ".game-card"),
    "a new game": ("new/blokus", "button[type=submit]:enabled"),
    "watch": ("watch", "main h1"),
    "ladder": ("ladder/clobber", "table"),
    "lab": ("lab", "main h1"),
    "papers": ("papers", "main h1"),
    "a paper": ("papers/konane", "table"),
    "no page": ("nothing", "main h1"),
}


def violations(page: Any) -> list[str]:
    """What axe-core finds: the rule, and where."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:150]} ({len(one['nodes'])})" for one in found]


@pytest.mark.parametrize("size", SIZES)
def test_pages(chrome: Any, address: str, size: str) -> None:
    page, errors = open_page(chrome, **SIZES[size])
    found = {}
    for name, (route, there) in ROUTES.items():
        page.goto(f"{address}/#/{route}")
        page.wait_for_selector(there)
        page.wait_for_load_state("networkidle")
        found[name] = violations(page)
    page.context.close()
    assert {name: some for name, some in found.items() if some} == {}
    assert errors == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["clobber:4x4", "blokus:8x8,players=2"])
def test_tables(chrome: Any, address: str, game: str, size: str) -> None:
    page, errors = open_page(chrome, **SIZES[size])
    table = Table(page, address, game)
    page.wait_for_selector(".board[data-may=true]")
    found = {"playing": violations(page)}
    page.request.post(f"{address}/api/tables/{table.id}/resign", data={})
    page.wait_for_selector(".board[data-over=true]")
    found["ended"] = violations(page)
    page.context.close()
    assert {name: some for name, some in found.items() if some} == {}
    assert errors == []


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_review_and_a_hint(chrome: Any, address: str, size: str) -> None:
    page, errors = open_page(chrome, **SIZES[size])
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    table = Table(page, address, "clobber:3x4", seats=seats)
    for _ in range(2):
        view = page.request.get(f"{address}/api/tables/{table.id}").json()["position"]
        page.request.post(f"{address}/api/tables/{table.id}/move", data={"n": view["legal"][0]["n"]})
    page.wait_for_selector(".board[data-ply='2']")
    page.keyboard.press("h")
    page.wait_for_selector(".good-moves")
    found = {"hint": violations(page)}
    review = page.request.post(f"{address}/api/reviews", data={"table": table.id}).json()
    page.goto(f"{address}/#/review/{review['id']}")
    page.wait_for_selector("main svg")
    found["review"] = violations(page)
    page.context.close()
    assert {name: some for name, some in found.items() if some} == {}
    assert errors == []


def test_axe_is_there(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".game-card")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any(one.startswith("button-name") for one in violations(page))
