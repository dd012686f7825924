"""Names and endings for people in a real browser: how it ended for you, what comes next, who sat there."""

from __future__ import annotations

from typing import Any

import pytest

import papamu
from tests.web.browser_fixtures import Json, Table, or_skip, spoken

or_skip()

PERSON = {"kind": "person", "name": "You"}
MEDIUM = {"kind": "agent", "spec": "mc:playouts=20"}


def play_out(page: Any, address: str, game: str, moves: list[str], **more: Any) -> Table:
    """A table with a game that was played elsewhere to its end."""
    table = Table(page, address, game, moves=moves, **more)
    page.wait_for_selector(".status.ended")
    return table


def seats(page: Any, address: str) -> list[Json]:
    name = page.url.rsplit("/", 1)[1]
    return page.request.get(f"{address}/api/tables/{name}").json()["seats"]  # type: ignore[no-any-return]


# -- endings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "says", "why"),
    [
        ([PERSON, MEDIUM], "You won", "You made the last move."),
        ([MEDIUM, PERSON], "You lost", "Medium made the last move."),
        ([PERSON, PERSON], "Black won", "Black made the last move."),
    ],
)
def test_the_end_in_words_for_the_one_who_played(
    page: Any, address: str, order: list[Json], says: str, why: str
) -> None:
    table = play_out(page, address, "clobber:1x2", ["a1b1"], seats=order)
    page.wait_for_function("text => document.querySelector('.status').innerText.includes(text)", arg=why)
    assert table.status().splitlines()[0] == says
    assert "wins" not in page.inner_text("main")


def test_a_game_lost_on_the_page_says_where_it_turned(page: Any, address: str) -> None:
    """Black wins Clobber 2×4; after these moves each of Black's moves is answered by White's last one."""
    moves = ["a2a1", "b2b1", "c2d2", "c1d1"]
    board = papamu.load("clobber:2x4")
    line = [board.start()]
    for move in moves:
        line.append(line[-1].play(move))
    solved = [papamu.solve(position).value for position in line[:4]]
    (blunder,) = [
        ply for ply in (0, 2) if solved[ply] == 1 and solved[ply + 1] == 1
    ]  # the opponent wins after it
    table = Table(page, address, "clobber:2x4", moves=moves, seats=[PERSON, MEDIUM])
    table.click(*table.view()["legal"][0]["path"])
    page.wait_for_selector(".status.ended")
    assert table.status().splitlines()[0] == "You lost"
    page.wait_for_selector("[data-do=turning]")
    said = page.inner_text(".turning")
    better = {
        str(move) for move in line[blunder].legal_moves if papamu.solve(line[blunder].play(move)).value == -1
    }
    assert said.startswith(
        f"The turning point was your move {blunder // 2 + 1}. {moves[blunder]}. Better was "
    )
    assert said.removesuffix("Show it").split()[-1].rstrip(".") in better
    assert page.is_visible("text=Next level up: Strong")  # the names of the levels are still known
    page.click("[data-do=turning]")
    page.wait_for_selector(f".board[data-ply='{blunder + 1}']")
    page.click("[data-do=review]")  # the same review goes on
    page.wait_for_selector(".mistakes [data-ply]")


def test_the_score_says_by_how_much(page: Any, address: str) -> None:
    position = papamu.load("reversi:4x4").start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    moves = [str(one.move) for one in position.line[1:]]
    black, white = position.scores
    assert black != white
    for at, order in enumerate(([PERSON, MEDIUM], [MEDIUM, PERSON])):
        table = play_out(page, address, "reversi:4x4", moves, seats=order)
        word = "won" if (black > white) == (at == 0) else "lost"
        assert table.status().splitlines() == [
            f"You {word} by {abs(black - white)}",
            f"Black {black}, White {white}",
        ]


def test_a_draw_is_a_draw(page: Any, address: str) -> None:
    position = "xxoo/xxoo/xxoo/xxoo,x"
    table = Table(page, address, "reversi:4x4", position=position, seats=[PERSON, MEDIUM])
    assert table.status().splitlines()[0] == "Draw"


def test_whoever_gives_up_has_lost(page: Any, address: str) -> None:
    table = Table(page, address, "clobber:3x4", seats=[PERSON, MEDIUM])
    page.click("[data-do=more]")
    page.click("dialog [data-do=flag]")
    page.click("dialog button:has-text('Give up')")
    page.wait_for_selector(".status.ended")
    assert table.status().splitlines() == ["You lost", "You resigned."]
    assert page.locator("[data-do=retry]").count() == 0
    assert "You lost" in spoken(page)


def test_after_a_game_there_is_a_next_one(page: Any, address: str) -> None:
    table = play_out(page, address, "clobber:1x4", ["a1b1", "d1c1", "b1c1"], seats=[PERSON, MEDIUM])
    page.wait_for_selector("[data-do=level-up]:has-text('Strong')")
    page.click("[data-do=retry]")
    page.wait_for_selector(".board[data-ply='2'][data-may=true]")
    table = play_out(page, address, "clobber:1x4", ["a1b1", "d1c1", "b1c1"], seats=[PERSON, MEDIUM])
    ended = page.url
    page.click("[data-do=level-up]")
    page.wait_for_selector(".board[data-ply='0'][data-may=true]")
    assert [seat["name"] for seat in seats(page, address)] == ["You", "Strong"]
    page.goto(ended)
    page.click("[data-do=switch]")
    page.wait_for_function("url => location.href !== url", arg=ended)
    page.wait_for_selector(".board[data-ply]")
    assert [seat["kind"] for seat in seats(page, address)] == ["agent", "person"]
    page.goto(ended)
    page.click("[data-do=again]:has-text('Rematch')")
    page.wait_for_function("url => location.href !== url", arg=ended)
    page.wait_for_selector(".board[data-may=true]")
    assert [seat["kind"] for seat in seats(page, address)] == ["person", "agent"]
    assert table.now()["over"]


# -- names ------------------------------------------------------------------------------------


def test_levels_have_names_and_specs_are_details(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    Table(page, address, "clobber:3x4", seats=[PERSON, MEDIUM])
    page.wait_for_selector(".seat >> text=Medium")
    assert "mc:" not in page.inner_text("main")
    page.click("summary:has-text('Details')")
    assert "mc:playouts=20" in page.inner_text("main")


def test_a_long_name_is_wrapped_not_cut(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    long = {"kind": "person", "name": "Wilhelmina Featherstonehaugh"}
    Table(page, address, "clobber:3x4", seats=[long, {"kind": "agent", "spec": "noisy:p=0.3+uct:sims=77"}])
    cut = page.evaluate(
        """[...document.querySelectorAll('.seat .who, .seat .what')]
            .filter(one => one.scrollWidth > one.offsetWidth || getComputedStyle(one).textOverflow === 'ellipsis'
                && getComputedStyle(one).overflow !== 'visible')
            .map(one => one.textContent)"""
    )
    assert cut == []


def test_an_agent_that_cannot_play_here_is_named_without_its_spec(page: Any, address: str) -> None:
    page.goto(f"{address}/#/new/clobber")
    page.wait_for_selector("button[type=submit]:enabled")
    page.check("input[name=size][value='10x10']", force=True)
    option = page.wait_for_selector("select[data-seat='1'] option:disabled", state="attached")
    assert "This board is too large to solve exactly." in option.text_content()
    assert "solve" not in option.text_content().split("–")[0]
    assert "megabytes" not in page.inner_text("main")


# -- a game at my level -----------------------------------------------------------------------


def test_one_tap_finds_an_opponent_at_my_level(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".game-card")
    cards, buttons = page.locator(".game-card").count(), page.locator("[data-level]").count()
    assert cards == buttons == 5
    assert page.locator("text=Find my level").count() == 0
    page.click("[data-level=clobber]")
    page.wait_for_selector(".board[data-may=true]")
    first, other = seats(page, address)
    assert first["name"].startswith("Player ") and other["spec"].startswith("adaptive")
    assert page.inner_text(".seat >> nth=0").startswith("You")
    page.click("[data-do=more]")
    page.click("dialog [data-do=person]")
    page.fill("dialog input", "Ann")
    page.keyboard.press("Enter")
    page.wait_for_selector(".seat >> text=Ann")
    page.goto(f"{address}/#/")
    page.click("[data-level=reversi]")
    page.wait_for_selector(".seat >> text=Ann")
    assert seats(page, address)[0]["name"] == first["name"], (
        "what was learned before the name was given stays"
    )
