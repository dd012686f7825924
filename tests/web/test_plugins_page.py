"""A game, an evaluation and an agent from files outside the package on the page: moves, hints, training."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser_fixtures import Json, Table, by_clicks, or_skip
from tests.web.live_server import served

or_skip()

ROOT = Path(__file__).parents[2]
GAME = "breakthrough:5x3"
PATIENCE = 240.0


@pytest.fixture(scope="module")
def own_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    files = [
        str(ROOT / "examples" / f"{name}.py") for name in ("breakthrough", "konane_edges", "hopeful_agent")
    ]
    with served(tmp_path_factory.mktemp("own"), plugins=os.pathsep.join(files)) as found:
        yield found


def asked(page: Any, address: str, path: str) -> Any:
    answer = page.request.get(f"{address}{path}")
    assert answer.ok, answer.text()
    return answer.json()


def test_the_shelf_shows_it(page: Any, own_address: str) -> None:
    page.goto(own_address)
    page.wait_for_selector("text=Breakthrough")
    agents = asked(page, own_address, f"/api/agents?game={GAME}")
    offered = {one["spec"]: one["ok"] for one in agents}
    assert offered["hopeful"] and offered["mc:playouts=20"], "listed, and honest"


def test_a_whole_game_by_clicks_against_an_own_agent(page: Any, own_address: str) -> None:
    table = Table(
        page,
        own_address,
        GAME,
        seats=[{"kind": "person", "name": "You"}, {"kind": "agent", "spec": "hopeful"}],
    )
    assert table.play_to_the_end(by_clicks(table)) > 2
    now: Json = table.now()
    assert now["over"] and table.status().startswith(("You won", "You lost"))


def test_hints_on_an_own_game_and_with_an_own_evaluation(page: Any, own_address: str) -> None:
    table = Table(page, own_address, GAME)
    page.keyboard.press("h")
    page.wait_for_selector(".scores button")
    assert page.locator(".scores button").count() == len(table.view()["legal"])
    for game, spec in ((GAME, "uct:sims=50"), ("konane:4x4", "minimax:eval=edges,depth=2")):
        answer = page.request.post(
            f"{own_address}/api/explain", data={"game": game, "agent": spec}, timeout=PATIENCE * 1000
        )
        assert answer.ok, answer.text()
        assert len(answer.json()["scores"]) > 1


def test_a_network_learns_it_on_the_page_and_plays(page: Any, own_address: str) -> None:
    form = {"kind": "train", "game": GAME, "preset": "fast", "games": 30, "tests": 4}
    answer = page.request.post(f"{own_address}/api/runs", data=form)
    assert answer.ok, answer.text()
    name, end = answer.json()["id"], time.monotonic() + PATIENCE
    while (run := asked(page, own_address, f"/api/runs/{name}"))["state"] == "running":
        assert time.monotonic() < end, run
        time.sleep(0.2)
    assert run["state"] == "finished", run
    trained = [
        one
        for one in asked(page, own_address, f"/api/agents?game={GAME}")
        if one["says"] == "trained in one of your runs"
    ]
    assert trained and trained[0]["ok"]
    seats = [{"kind": "person", "name": "You"}, {"kind": "agent", "spec": trained[0]["spec"]}]
    table = Table(page, own_address, GAME, seats=seats)
    make = by_clicks(table)
    make(table.view()["legal"][0], table.view())
    table.shows(2)
