"""The pages in a real browser: whole games by clicks, keys and touch, reconnecting, review, training."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import papamu
from tests.served import browser, chromium, middle, served

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed (pip install 'papamu[dev]')", allow_module_level=True)
if find_spec("fastapi") is None or find_spec("uvicorn") is None:
    pytest.skip(
        "the server's packages are not installed (pip install 'papamu[web]')", allow_module_level=True
    )
if chromium() is None:
    pytest.skip("no Chromium was found (apt install chromium)", allow_module_level=True)

PATIENCE = 120_000  # milliseconds: the first use of an agent compiles it
Json = dict[str, Any]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="module")
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


def spoken(page: Any) -> str:
    """What a screen reader says; both regions at once, for they take turns."""
    return "".join(page.locator(".unseen[aria-live]").all_text_contents())


def by_clicks(table: Table) -> Any:
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


# -- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["clobber:3x4", "konane:4x5", "reversi:4x4", "checkers:4x4"])
def test_a_whole_game_by_clicks(page: Any, address: str, game: str) -> None:
    table = Table(page, address, game)
    assert table.play_to_the_end(by_clicks(table)) > 0
    now = table.now()
    assert now["over"] and now["result"]["text"] in table.status()
    assert page.locator(".moves button").count() == len(now["line"])
    assert page.locator(".board-svg .piece").count() == sum(code > 0 for code in now["position"]["cells"])


def test_a_whole_game_by_keyboard_alone(page: Any, address: str) -> None:
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
    assert "won" in spoken(page)


def turned_to(page: Any, view: Json, move: Json) -> None:
    """Turn and flip the held piece until it lies as this move has it."""
    wanted = {tuple(square) for square in view["pieces"][move["piece"]]["turns"][move["turn"]]}
    for press in ("r", "r", "r", "f", "r", "r", "r", "r"):
        held = page.evaluate(
            """() => [...document.querySelectorAll('.held .tile')].map(tile =>
                tile.getAttribute('transform').match(/-?[0-9.]+/g).map(number => Math.floor(number / 100)))"""
        )
        top, left = min(y for _, y in held), min(x for x, _ in held)
        if {(y - top, x - left) for x, y in held} == wanted:
            return
        page.keyboard.press(press)
    pytest.fail(f"{move['text']} cannot be turned to")


def test_blokus_is_turned_and_placed_to_the_end(page: Any, address: str) -> None:
    table = Table(page, address, "blokus:6x6,players=2")

    def make(move: Json, view: Json) -> None:
        page.click(f"[data-piece='{move['piece']}']")
        turned_to(page, view, move)
        squares = view["pieces"][move["piece"]]["turns"][move["turn"]]
        middle = [max(square[axis] for square in squares) // 2 for axis in (0, 1)]
        spot = move["at"] + middle[0] * view["cols"] + middle[1]
        page.mouse.move(*table.where(spot))
        assert page.inner_text(".fit") == "It fits here"
        table.click(spot)

    assert table.play_to_the_end(make) > 1
    assert page.locator(".layer-pieces .tile").count() == sum(code > 0 for code in table.view()["cells"])


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
    assert page.evaluate(where).startswith("One move on")  # there is nothing before the first


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
    page.wait_for_selector("button[type=submit]:enabled")
    page.click("button[type=submit]")
    page.wait_for_selector(".board[data-may=true]")
    assert page.locator(".board-svg .piece").count() == 20


def test_what_was_typed_outlives_another_size(page: Any, address: str) -> None:
    page.goto(f"{address}/#/new/clobber")
    page.fill("[aria-label='Name of the person who plays Black']", "Ann")
    page.select_option("select[data-seat='1']", "other")
    page.fill("[aria-label='Spec of the agent who plays White']", "uct:sims=7")
    with page.expect_response("**/api/agents**"):
        page.check("input[name=size][value='4x5']", force=True)
    page.wait_for_selector("button[type=submit]:enabled")
    page.click("button[type=submit]")
    page.wait_for_selector(".board[data-may=true]")
    seats = page.request.get(address + "/api/tables/" + page.url.rsplit("/", 1)[1]).json()["seats"]
    assert [seat["name"] or seat["spec"] for seat in seats] == ["Ann", "uct:sims=7"]


@pytest.mark.parametrize(
    ("route", "says"),
    [
        ("#/nonsense", "no such page"),
        ("#/%E0%A4%A", "no such page"),
        ("mistyped", "no such page"),
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
    page.click("text=To the games")
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
    page.click("text=Play on from here")
    page.select_option("select[data-seat='1']", "person")
    page.wait_for_selector("button[type=submit]:enabled")
    page.click("button[type=submit]")
    page.wait_for_selector(".board[data-may=true]")
    assert page.locator(".board-svg .piece").count() == 15


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


# -- learning from it -------------------------------------------------------------------------


def test_hints_are_heat_on_the_board(page: Any, address: str) -> None:
    Table(page, address, "reversi:4x4")
    page.keyboard.press("h")
    page.wait_for_selector(".scores button")
    assert page.locator(".heat").count() == 4 == page.locator(".scores button").count()
    assert "playouts" in page.inner_text("section[aria-label=Hint]")
    page.hover(".scores button >> nth=2")
    assert page.locator(".heat").count() == 4  # the list is gone through with the heat in sight
    page.select_option("[aria-label='Whose opinion']", "other")
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
    page.wait_for_function("document.querySelector('.words').textContent.startsWith('2.')")
    page.wait_for_selector("[data-do=against] option[value=random]", state="attached")
    page.select_option("[data-do=against]", "random")
    page.click("[data-do=play-on]")
    page.wait_for_selector(".board[data-may]")
    seats = page.request.get(address + "/api/tables/" + page.url.rsplit("/", 1)[1]).json()["seats"]
    assert sorted(seat["spec"] or seat["kind"] for seat in seats) == ["person", "random"]


def test_a_game_of_four_is_reviewed_with_a_line_for_each(page: Any, address: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    person = {"kind": "person", "name": "You"}
    table = Table(page, address, "blokus:8x8", seats=[person] * 4)
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
    told = page.inner_text("dialog")
    assert "Published" in told and "papamu reproduce clobber 5.1" in told
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
    page.click("summary:has-text('More')")
    page.fill("[data-field=own-game]", "clobber:2x3")
    page.fill("[data-field=games]", "300")
    page.click("[data-do=train]")
    page.wait_for_selector(".badge.finished")
    page.wait_for_selector(".chart .main-svg")
    page.click("text=Play against it")
    page.wait_for_selector("button[type=submit]:enabled")
    assert page.input_value("select[data-seat='1']").startswith("mlp:")
    page.go_back()
    page.wait_for_selector("text=Tested without learning: it won")


@pytest.mark.large
def test_a_table_of_a_paper_is_made_again_and_found(page: Any, address: str) -> None:
    page.goto(f"{address}/#/papers/clobber")
    page.click("[data-table='5.1']")
    page.wait_for_selector(".badge.finished")
    page.click("text=See it beside the published")
    page.wait_for_selector("a[aria-current]:has-text('smoke')")
    page.wait_for_selector("#table-5\\.1 >> text=Ours are from the runs on this machine.")
    page.goto(f"{address}/#/papers/clobber")
    page.wait_for_selector("a[aria-current]:has-text('paper')")  # what is documented is still there


# -- for everybody ----------------------------------------------------------------------------


def test_a_page_whose_answer_comes_late_does_not_paint_over_the_next(page: Any, address: str) -> None:
    held: list[Any] = []
    page.route("**/api/papers/clobber", lambda route: held.append(route))
    page.goto(f"{address}/#/papers/clobber")
    page.wait_for_function("document.querySelector('main')?.textContent.includes('Looking')")
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
