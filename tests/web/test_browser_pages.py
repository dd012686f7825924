"""The other pages in a real browser: shelf, records, hints, review, matches, lab, papers; for everybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import papamu
from tests.web.browser_fixtures import Table, begin, by_clicks, open_page, or_skip, spoken

or_skip()


# -- from the shelf, records, links -----------------------------------------------------------


def test_a_newcomer_plays_with_one_click(page: Any, address: str) -> None:
    page.goto(address)
    page.focus("[data-play=clobber]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-may=true]")
    assert "Your move" in page.inner_text(".status")
    assert page.locator(".movable").count() > 0
    page.wait_for_selector(".rules[open] >> text=Goal:")  # beside the board, until one knows them
    page.click("summary:has-text('How to play')")
    # The browser reports the change a moment later: a reload before that forgets it.
    page.wait_for_function("localStorage.getItem('papamu-rules-clobber') === 'false'")
    page.reload()
    page.wait_for_selector(".rules:not([open])")
    page.goto(f"{address}/#/")
    page.focus("[data-play=clobber]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-may=true]")
    assert page.evaluate("document.activeElement.id") == "main"  # not lost: Tab goes on to the board
    page.goto(f"{address}/#/")
    page.wait_for_selector(".recent a")  # and finds the game again


def test_a_game_by_choice(page: Any, address: str) -> None:
    page.goto(f"{address}/#/new/clobber")
    page.check("input[name=size][value='4x5']", force=True)
    page.select_option("select[data-seat='1']", "random")
    begin(page)
    assert page.locator(".board-svg .piece").count() == 20


def test_what_was_typed_outlives_another_size(page: Any, address: str) -> None:
    page.goto(f"{address}/#/new/clobber")
    page.fill("[aria-label='Player name for Black']", "Ann")
    page.select_option("select[data-seat='1']", "other")
    page.fill("[aria-label='Agent spec for White']", "uct:sims=7")
    with page.expect_response("**/api/agents**"):
        page.check("input[name=size][value='4x5']", force=True)
    begin(page)
    seats = page.request.get(address + "/api/tables/" + page.url.rsplit("/", 1)[1]).json()["seats"]
    assert [seat["name"] or seat["spec"] for seat in seats] == ["Ann", "uct:sims=7"]


@pytest.mark.parametrize(
    ("route", "says"),
    [
        ("#/nonsense", "This page does not exist"),
        ("#/%E0%A4%A", "This page does not exist"),
        ("mistyped", "This page does not exist"),
        ("#/table/xyz", "There is no table"),
        ("#/review/xyz", "There is no review"),
        ("#/ladder/chess", "There is no game chess"),
        ("#/position?game=reversi&position=zzz", "Reversi:8x8: a board is 8 rows"),
    ],
)
def test_a_wrong_address_says_so_and_leads_on(page: Any, address: str, route: str, says: str) -> None:
    page.goto(f"{address}/{route}")
    page.wait_for_selector("main [role=alert]")
    assert says in page.inner_text("main")
    page.click("text=Back to the games")
    page.wait_for_selector(".game-card")


def test_a_page_that_is_left_for_a_wrong_address_listens_no_more(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:3x4", seats=[{"kind": "person", "name": "You"}] * 2)
    table.click(0, 1)
    table.shows(1)
    page.goto(f"{address}/#/nonsense")
    page.wait_for_selector("main [role=alert]")
    page.keyboard.press("u")
    page.wait_for_load_state("networkidle")
    assert len(table.now()["line"]) == 1


def test_records_and_links(page: Any, address: str, tmp_path: Path) -> None:
    table = Table(page, address, "konane:4x4", seats=[{"kind": "person", "name": "You"}] * 2)
    first = table.view()["legal"][0]
    table.click(first["path"][0])
    table.shows(1)
    page.click("[data-do=more]")
    with page.expect_download() as waiting:
        page.click("dialog [data-do=save]")
    file = tmp_path / "game.json"
    waiting.value.save_as(file)
    assert json.loads(file.read_text())["moves"] == [first["text"]]
    page.goto(f"{address}/#/")
    with page.expect_file_chooser() as chooser:
        page.click("button:has-text('Load a game')")
    chooser.value.set_files(file)
    page.wait_for_selector(".board[data-ply='1']")
    position = page.request.get(address + "/api/tables/" + page.url.rsplit("/", 1)[1]).json()["position"]
    page.goto(f"{address}/#/position?game={position['game']}&position={position['position']}")
    page.click("text=Play from here")
    page.select_option("select[data-seat='1']", "person")
    begin(page)
    assert page.locator(".board-svg .piece").count() == 15


# -- learning from it -------------------------------------------------------------------------


def test_hints_are_heat_on_the_board(page: Any, address: str) -> None:
    Table(page, address, "reversi:4x4")
    page.keyboard.press("h")
    page.wait_for_selector(".scores button")
    assert page.locator(".heat").count() == 4 == page.locator(".scores button").count()
    assert "mirror images" in page.inner_text("section[aria-label=Hint]")
    page.hover(".scores button >> nth=2")
    assert page.locator(".heat").count() == 4  # the list is gone through with the heat in sight
    page.click("section[aria-label=Hint] summary")
    page.select_option("section[aria-label=Hint] [aria-label=Agent]", "other")
    page.fill("[aria-label='Spec of the agent']", "minimax:depth=1")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('[aria-label=Hint]').innerText.includes('evaluation')")
    assert page.locator(".heat").count() == 4
    page.fill("[aria-label='Spec of the agent']", "minmax")
    page.keyboard.press("Enter")
    page.wait_for_selector("section[aria-label=Hint] .error:has-text('did you mean')")
    page.keyboard.press("h")
    page.click("section[aria-label=Hint] button:has-text('Hide')")
    assert page.locator(".heat").count() == 0


def test_review_steps_through_and_plays_on(page: Any, address: str) -> None:
    both = [{"kind": "person", "name": "You"}] * 2
    table = Table(page, address, "clobber:2x3", seats=both)
    table.play_to_the_end(by_clicks(table))
    plies = len(table.now()["line"])
    page.click("[data-do=review]")
    page.wait_for_selector(".curve .value", state="attached")
    page.wait_for_selector("progress", state="detached")
    assert page.locator(".moves button").count() == plies
    page.keyboard.press("]")
    page.wait_for_function("document.querySelector('.words').textContent.startsWith('1. …')")
    page.wait_for_selector("[data-do=against] option[value=random]", state="attached")
    page.select_option("[data-do=against]", "random")
    page.click("[data-do=play-on]")
    page.wait_for_selector(".board[data-may]")
    seats = page.request.get(address + "/api/tables/" + page.url.rsplit("/", 1)[1]).json()["seats"]
    assert sorted(seat["spec"] or seat["kind"] for seat in seats) == ["person", "random"]


@pytest.mark.large  # a review plays hundreds of games of Blokus
def test_a_game_of_four_is_reviewed_with_a_line_for_each(page: Any, address: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    person = {"kind": "person", "name": "You"}
    table = Table(page, address, "blokus:5x5", seats=[person] * 4)
    for ply in range(4):
        page.request.post(f"{address}/api/tables/{table.id}/move", data={"n": table.view()["legal"][0]["n"]})
        table.shows(ply + 1)
    page.click("[data-do=more]")
    page.click("dialog [data-do=review]")
    page.wait_for_selector("progress", state="detached")
    page.wait_for_function("document.querySelectorAll('.curve .value').length === 4")
    assert said == []


def test_the_move_that_is_looked_at_is_in_sight(page: Any, address: str) -> None:
    game = papamu.load("clobber:6x6")
    position = game.start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    moves = [str(one.move) for one in position.line[1:]]
    Table(page, address, "clobber:6x6", seats=[{"kind": "person", "name": "You"}] * 2, moves=moves)
    page.click("[aria-label='First position']")
    for _ in range(3):
        page.keyboard.press("]")  # faster than the answers come
    page.wait_for_selector(".board[data-ply='3']")
    page.wait_for_function(
        """() => {
            const list = document.querySelector('.moves').getBoundingClientRect();
            const here = document.querySelector('.moves [aria-current]').getBoundingClientRect();
            return here.top >= list.top - 1 && here.bottom <= list.bottom + 1;
        }"""
    )


def test_a_match_is_found_again(page: Any, address: str) -> None:
    page.goto(f"{address}/#/watch")
    page.check("input[name=size][value='4x5']", force=True)
    page.select_option("select[data-seat='0']", "random")
    page.select_option("select[data-seat='1']", "random")
    page.click("[data-do=match]")
    page.wait_for_selector("h2:has-text('40 of 40')")
    page.goto(f"{address}/#/ladder")
    page.wait_for_selector("main h1:has-text('Ladder')")
    page.goto(f"{address}/#/watch")
    page.wait_for_selector("h2:has-text('40 of 40 games of Clobber 4×5')")


def test_a_figure_of_a_paper_tells_its_command(page: Any, address: str) -> None:
    page.goto(f"{address}/#/papers/clobber")
    page.wait_for_selector(".study")
    page.focus(".study .cell")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    found = page.inner_text("dialog")
    assert "Published" in found and "papamu reproduce clobber 5.1" in found
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0
    assert page.locator(".study .cell[tabindex='0']").count() == page.locator(".study").count()


def test_agents_are_watched_at_a_pace(page: Any, address: str) -> None:
    page.goto(f"{address}/#/watch")
    page.select_option("select[data-seat='0']", "random")
    page.select_option("select[data-seat='1']", "random")
    page.click("[data-do=watch]")
    page.wait_for_selector(".board[data-ply]")
    page.wait_for_function("Number(document.querySelector('.board').dataset.ply) > 0")
    page.click("[data-do=pause]")
    page.wait_for_selector("[data-do=step]")
    page.select_option("select[aria-label=Speed]", "0")
    page.click("[data-do=pause]")
    page.wait_for_selector(".status.ended")


@pytest.mark.large
def test_a_training_is_started_and_watched(page: Any, address: str) -> None:
    page.goto(f"{address}/#/lab")
    page.click("summary:has-text('More options')")
    page.fill("[data-field=own-game]", "clobber:2x3")
    page.fill("[data-field=games]", "300")
    page.click("[data-do=train]")
    page.wait_for_selector(".badge.finished")
    page.wait_for_selector(".chart svg.line-chart")
    page.click("text=Play against it")
    page.wait_for_selector("button[type=submit]:enabled")
    assert page.input_value("select[data-seat='1']").startswith("mlp:")
    page.go_back()
    page.wait_for_selector("text=Final test: it won")


@pytest.mark.large
def test_a_table_of_a_paper_is_made_again_and_found(page: Any, address: str) -> None:
    page.goto(f"{address}/#/papers/clobber")
    page.click("[data-table='5.1']")
    page.wait_for_selector(".badge.finished")
    page.click("text=Compare with the published figures")
    page.wait_for_selector("a[aria-current]:has-text('Quick try')")
    page.wait_for_selector("#table-5\\.1 >> text=Our figures here are from your own run on this machine.")
    page.goto(f"{address}/#/papers/clobber")
    page.wait_for_selector("a[aria-current]:has-text('Published size')")  # what is documented is still there


# -- for everybody ----------------------------------------------------------------------------


def test_a_page_whose_answer_comes_late_does_not_paint_over_the_next(page: Any, address: str) -> None:
    held: list[Any] = []
    page.route("**/api/papers/clobber", lambda route: held.append(route))
    page.goto(f"{address}/#/papers/clobber")
    page.wait_for_function("document.querySelector('main')?.textContent.includes('Loading')")
    table = Table(page, address, "clobber:4x4")
    with page.expect_response("**/api/papers/clobber"):
        held[0].continue_()
    page.wait_for_load_state("networkidle")
    table.shows(0)
    assert page.locator("main h1").all_text_contents() == ["Clobber"]


def test_on_a_phone_nothing_is_cut_off_or_too_small(chrome: Any, address: str) -> None:
    page, errors = open_page(chrome, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    for route in ("", "new/blokus", "watch", "ladder", "lab", "papers", "papers/clobber"):
        page.goto(f"{address}/#/{route}")
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, route
        cut_off = page.evaluate(
            """[...document.querySelectorAll('main :is(button, a.button)')]
                .filter(one => one.offsetParent && !one.closest('.study, .tray-pieces'))
                .filter(one => one.getBoundingClientRect().right > 390 || one.scrollWidth > one.offsetWidth)
                .map(one => one.textContent)"""
        )
        assert cut_off == [], route
    table = Table(page, address, "checkers:8x8", seats=[{"kind": "person", "name": "You"}] * 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """[...document.querySelectorAll('main button, nav a, summary')]
            .filter(one => one.offsetParent && !one.closest('.moves'))
            .map(one => [one.textContent, one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44)
            .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
    )
    assert small == []
    assert table.where(2)[0] - table.where(0)[0] >= 2 * 44  # cells too
    x, y = table.where(table.view()["legal"][0]["path"][0])
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".picked")
    page.touchscreen.tap(*table.where(table.view()["legal"][0]["path"][-1]))
    table.shows(1)
    page.context.close()
    assert errors == []


def test_blokus_by_touch(chrome: Any, address: str) -> None:
    page, errors = open_page(chrome, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    table = Table(page, address, "blokus:duo", seats=[{"kind": "person", "name": "You"}] * 2)
    page.tap("[data-piece='X']")
    page.touchscreen.tap(*table.where(0))
    assert page.is_disabled("[data-do=place]")
    # The piece floats above the finger.
    page.touchscreen.tap(*table.where(table.view()["starts"][0] + 2 * 14))
    assert page.inner_text(".fit") == "It fits here"
    page.tap("[data-do=place]")
    table.shows(1)
    page.context.close()
    assert errors == []


def test_everything_has_a_name_and_there_is_a_text_board(page: Any, address: str) -> None:
    table = Table(page, address, "reversi:4x4")
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, a, input, select')]
            .filter(one => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
            .map(one => one.outerHTML)"""
    )
    assert nameless == []
    assert page.text_content(".text-board") == table.view()["text"]
    assert "Black to move" in page.get_attribute(".board", "aria-label")
    page.click("summary:has-text('Text board')")
    page.fill("input[aria-label='Type a move']", "b1")
    page.keyboard.press("Enter")
    table.shows(1)
    assert "to move" in spoken(page)
