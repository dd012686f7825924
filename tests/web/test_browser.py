"""Playing in a real browser by mouse and keys, and how moves feel; whole games are in test_browser_whole_games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser_fixtures import Json, Table, open_page, or_skip, spoken

or_skip()


# -- keys and pieces --------------------------------------------------------------------------


def test_the_board_is_reached_and_played_by_keyboard_alone(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:2x4")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('board')"):
            break
    else:
        pytest.fail("the board cannot be reached by Tab")

    def cursor() -> tuple[int, int]:
        box = page.locator(".cursor")
        y, x = (float(box.get_attribute(axis)) for axis in "yx")
        return int(y) // 100, int(x) // 100

    def go(cell: int, cols: int) -> None:
        row, col = cursor()
        to_row, to_col = divmod(cell, cols)
        for key, times in (
            ("ArrowDown", to_row - row),
            ("ArrowUp", row - to_row),
            ("ArrowRight", to_col - col),
            ("ArrowLeft", col - to_col),
        ):
            for _ in range(max(0, times)):
                page.keyboard.press(key)
        page.keyboard.press("Enter")

    def make(move: Json, view: Json) -> None:
        start, end = move["path"]
        go(start, view["cols"])
        page.keyboard.press("Escape")  # lets go, and can be taken up again
        assert page.locator(".picked").count() == 0
        page.keyboard.press("Enter")
        assert page.locator(".picked").count() == 1
        go(end, view["cols"])

    assert table.play_to_the_end(make) > 0
    assert "You won" in spoken(page) or "You lost" in spoken(page)


def test_blokus_says_why_a_piece_does_not_fit(page: Any, address: str) -> None:
    table = Table(page, address, "blokus:10x10,players=2", seats=[{"kind": "person", "name": "You"}] * 2)
    start = table.view()["starts"][0]
    page.click("[data-piece='I4']")
    page.mouse.move(*table.where(start - 20))
    assert "must cover" in page.inner_text(".fit")
    assert page.is_disabled("[data-do=place]")
    page.mouse.move(*table.where(0))
    assert "outside" in page.inner_text(".fit")
    page.mouse.move(*table.where(start))
    before = page.inner_html(".held")
    page.click("[data-do=rotate]")
    assert page.inner_html(".held") != before
    page.click("[data-do=place]")
    table.shows(1)
    page.click("[data-piece='O']")
    page.mouse.move(*table.where(start))
    assert "lies on another piece" in page.inner_text(".fit")
    page.keyboard.press("Escape")
    assert page.locator(".held").count() == 0


def test_blokus_by_keyboard_alone(page: Any, address: str) -> None:
    table = Table(page, address, "blokus:duo", seats=[{"kind": "person", "name": "You"}] * 2)
    on_board = "document.activeElement.classList.contains('board')"
    page.focus("[data-piece='F']")
    page.keyboard.press("Enter")
    assert page.evaluate(on_board)  # the arrows move what was taken
    before = page.inner_html(".held")
    page.keyboard.press("ArrowRight")
    assert page.inner_html(".held") != before
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.piece") == "F"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    table.shows(1)


# -- how moves feel ---------------------------------------------------------------------------


def test_konane_stops_or_jumps_on(page: Any, address: str) -> None:
    both = [{"kind": "person", "name": "You"}] * 2
    table = Table(page, address, "konane:2x6", position="xo.o.x/......,x", seats=both)
    table.click(0, 2)
    assert "Stop here" in table.status()
    table.click(4)  # on
    table.shows(1)
    assert table.now()["line"][0]["text"] == "a2-e2"
    page.keyboard.press("u")
    page.wait_for_selector(".board[data-ply='0']")
    table.click(0, 2, 2)  # a second click stops
    table.shows(1)
    assert table.now()["line"][0]["text"] == "a2-c2"


def test_a_double_jump_of_checkers_is_one_click_on_the_last_square(page: Any, address: str) -> None:
    both = [{"kind": "person", "name": "You"}] * 2
    position = "4...../....../....2./....../..2.../.1....,1"
    table = Table(page, address, "checkers:6x6", position=position, seats=both)
    assert "must jump" in table.status()
    table.click(31, 11)
    table.shows(2)
    assert [move["player"] for move in table.now()["line"]] == [0, 0]


def test_a_stone_can_be_dragged(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:3x4", seats=[{"kind": "person", "name": "You"}] * 2)
    page.mouse.move(*table.where(0))
    page.mouse.down()
    page.mouse.move(*table.where(1))
    page.mouse.up()
    table.shows(1)
    assert table.now()["line"][0]["text"] == "a3b3"


def test_discs_turn_over_unless_one_wants_it_calm(page: Any, chrome: Any, address: str) -> None:
    both = [{"kind": "person", "name": "You"}] * 2
    lively, errors = open_page(chrome, reduced_motion="no-preference")
    moving = "document.getAnimations().filter(one => one.effect.target.closest('.board')).length"
    for one, turns in ((page, False), (lively, True)):
        table = Table(one, address, "reversi:4x4", seats=both)
        one.evaluate(
            f"""window.seen = 0;
                const look = new MutationObserver(() => window.seen = Math.max(window.seen, {moving}));
                const all = {{attributes: true, subtree: true, childList: true}};
                look.observe(document.querySelector('.board'), all)"""
        )
        table.click(1)
        table.shows(1)
        one.wait_for_function("document.querySelectorAll('.board-svg .piece').length === 5")
        assert (one.evaluate("window.seen") > 0) == turns
    lively.context.close()
    assert errors == []


def test_undo_swap_resign_and_a_look_back(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:3x4")
    table.click(0, 1)
    table.shows(2)
    page.keyboard.press("[")
    page.wait_for_selector(".board[data-ply='1']")
    assert "earlier position" in table.status()
    page.keyboard.press("]")
    page.wait_for_selector(".board[data-ply='2']")
    page.click("[data-do=undo]")
    page.wait_for_selector(".board[data-ply='0']")
    page.click("[data-do=more]")
    page.click("dialog [data-do=swap]")
    table.shows(1)  # Black is an agent now, and moves
    assert [seat["kind"] for seat in table.now()["seats"]] == ["agent", "person"]
    assert table.my_turn()
    page.click("[data-do=more]")
    page.click("dialog [data-do=flag]")
    page.click("dialog button:has-text('Give up')")
    page.wait_for_selector(".status.ended")
    assert "resigned" in table.status()


def test_whoever_uses_keys_stays_where_they_were(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:3x4", seats=[{"kind": "person", "name": "You"}] * 2)
    for first, cells in enumerate(((0, 1), (4, 5), (2, 3))):
        table.click(*cells)
        table.shows(first + 1)
    where = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.dataset.do"
    page.focus("[data-do=undo]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-ply='2']")
    assert page.evaluate(where) == "undo"
    page.focus("[aria-label^='One move back']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-ply='1']")
    assert page.evaluate(where).startswith("One move back")
    page.focus("[aria-label='First position']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-ply='0']")
    assert page.evaluate(where).startswith("One move forward")  # there is nothing before the first


# -- together ---------------------------------------------------------------------------------


def test_two_tabs_agree_and_a_lost_connection_catches_up(page: Any, address: str) -> None:
    lines: list[Any] = []

    def through(line: Any) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/api/ws", through)
    table = Table(page, address, "clobber:3x4", seats=[{"kind": "person", "name": "You"}] * 2)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".board[data-may=true]")
    table.click(0, 1)
    other.wait_for_selector(".board[data-ply='1']")
    lines[-1].close()
    move = table.view()["legal"][0]
    page.request.post(f"{address}/api/tables/{table.id}/move", data={"n": move["n"]})
    table.shows(2)
    assert len(lines) == 2
    page.wait_for_selector("#offline", state="hidden")
    assert other.inner_text(".moves") == page.inner_text(".moves")
