"""What the opponent does after one's move, in a real browser: hops, replies one after another, what is read aloud."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest

from tests.web.browser_fixtures import Table, open_page, or_skip, spoken

or_skip()

PERSON = {"kind": "person", "name": "You"}
FIRST = {"kind": "agent", "spec": "first"}
# Milliseconds; the page's own are 400 and 250, but a busy machine notes the first of two moments late.
SEEN, HOP = 250, 100


def test_the_opponents_second_hop_is_not_played_for_it(page: Any, address: str) -> None:
    """The answer to one's own move comes late: when the opponent is already between its two hops."""
    posted: list[str] = []
    page.on("request", lambda one: posted.append(one.url) if one.url.endswith("/move") else None)
    table = Table(
        page,
        address,
        "checkers:6x6",
        position="2...../....../1...../...1../....../.....1,1",
        seats=[PERSON, FIRST],
        pace_ms=700,
    )

    def late(route: Any) -> None:
        answer = route.fetch()
        while len(table.now()["line"]) < 2:
            time.sleep(0.05)
        route.fulfill(response=answer)

    page.route("**/move", late)
    table.click(12, 7)
    table.shows(3)
    assert [move["player"] for move in table.now()["line"]] == [0, 1, 1]
    assert len(posted) == 1
    assert page.locator("#toast.bad").count() == 0


def test_ones_own_hop_that_must_follow_is_made(page: Any, address: str) -> None:
    table = Table(
        page,
        address,
        "checkers:6x6",
        position="4...../....../....2./....../..2.../.1....,1",
        seats=[PERSON, FIRST],
    )
    table.click(31, 21)  # only the first landing
    table.shows(2)
    assert [move["player"] for move in table.now()["line"]][:2] == [0, 0]


# -- one after another ------------------------------------------------------------------------

# Whenever another number of moves is on the board: when, and which move came last.
WATCH = """() => {
    window.seen = [];
    const board = document.querySelector('.board');
    const look = () => {
        const ply = Number(board.dataset.ply);
        if (window.seen.at(-1)?.ply !== ply) window.seen.push({ply, at: performance.now()});
    };
    new MutationObserver(look).observe(board, {attributes: true});
    addEventListener('pointerup', () => window.released = performance.now(), true);
    look();
}"""


def lively(chrome: Any) -> tuple[Any, list[str]]:
    """A page on which things move."""
    return open_page(chrome, reduced_motion="no-preference")


def gaps(page: Any) -> list[float]:
    """The milliseconds between the moves that were shown."""
    times = [one["at"] for one in page.evaluate("window.seen")]
    return [after - before for before, after in pairwise(times)]


def test_the_reply_waits_until_ones_own_move_was_seen(chrome: Any, address: str) -> None:
    """The answer and the news of the reply come at the same moment."""
    page, errors = lively(chrome)
    news: list[Any] = []

    def through(line: Any) -> None:
        line.connect_to_server().on_message(lambda text: news.append((line, text)))

    page.route_web_socket("**/api/ws", through)
    table = Table(page, address, "clobber:4x5", seats=[PERSON, FIRST])

    def late(route: Any) -> None:
        answer = route.fetch()
        while len(table.now()["line"]) < 2:
            time.sleep(0.05)
        route.fulfill(response=answer)
        page.wait_for_timeout(100)  # the news is through, too
        for line, text in news:
            line.send(text)

    page.route("**/move", late)
    page.evaluate(WATCH)
    table.click(0, 1)
    table.shows(2)
    assert [one["ply"] for one in page.evaluate("window.seen")] == [0, 1, 2]
    assert gaps(page)[1] >= SEEN
    page.context.close()
    assert errors == []


def test_every_reply_is_shown_and_read_aloud(chrome: Any, address: str) -> None:
    page, errors = lively(chrome)
    table = Table(page, address, "blokus:10x10", seats=[PERSON, FIRST, FIRST, FIRST])
    page.evaluate(WATCH)
    page.focus("[data-piece='I5']")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    table.shows(4)
    assert [one["ply"] for one in page.evaluate("window.seen")] == [0, 1, 2, 3, 4]
    assert min(gaps(page)[1:]) >= SEEN
    said, players = spoken(page), table.view()["players"]
    told = [said.index(f"{players[move['player']]} {move['text']}.") for move in table.now()["line"]]
    assert told == sorted(told), "four moves, none replaced by the next"
    page.context.close()
    assert errors == []


def test_a_double_jump_of_the_opponent_is_seen_hop_by_hop(chrome: Any, address: str) -> None:
    page, errors = lively(chrome)
    position = "2...../....../1...../...1../....../.....1,1"
    table = Table(page, address, "checkers:6x6", position=position, seats=[PERSON, FIRST])
    page.evaluate(WATCH)
    table.click(12, 7)
    table.shows(3)
    assert [one["ply"] for one in page.evaluate("window.seen")] == [0, 1, 2, 3]
    assert gaps(page)[2] >= HOP
    page.context.close()
    assert errors == []


def test_whoever_wants_no_motion_does_not_wait(page: Any, address: str) -> None:
    table = Table(page, address, "blokus:10x10", seats=[PERSON, FIRST, FIRST, FIRST])
    page.focus("[data-piece='I5']")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    table.shows(4)
    assert page.evaluate("document.getAnimations().length") == 0
    said = spoken(page)
    assert all(move["text"] in said for move in table.now()["line"])


# -- at once ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cells", "pieces"),
    [("clobber:3x4", (0, 1), 11), ("reversi:4x4", (1,), 5), ("konane:4x4", (0,), 15)],
)
def test_ones_own_move_is_drawn_before_the_server_answers(
    page: Any, address: str, game: str, cells: tuple[int, ...], pieces: int
) -> None:
    table = Table(page, address, game, seats=[PERSON, FIRST])
    held: list[Any] = []
    page.route("**/move", lambda route: held.append(route))
    table.click(*cells)
    page.wait_for_selector(".board[data-ply='1']")
    assert page.locator(".board-svg .piece").count() == pieces
    assert page.locator("#toast.shown").count() == 0
    held[0].continue_()
    table.shows(2)


def test_a_move_that_is_refused_is_taken_back(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:3x4", seats=[PERSON, FIRST])
    page.route("**/move", lambda route: route.fulfill(status=400, json={"detail": "not now"}))
    table.click(0, 1)
    page.wait_for_selector("#toast.bad:has-text('not now')")
    page.wait_for_selector(".board[data-ply='0'][data-may=true]")
    assert page.locator(".board-svg .piece").count() == 12
