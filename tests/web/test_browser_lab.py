"""The laboratory in a real browser: what happened to a network, names, the trash, others like it, what it learned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from papamu.learn.online.course import Course
from papamu.learn.som.course import MapCourse
from papamu.learn.som.model_file import MapModel
from papamu.training.request import MlpRequest
from papamu.training.train import train
from tests.web.browser_fixtures import open_page, or_skip
from tests.web.live_server import served

or_skip()

DEAD = Course("clobber:2x3", hidden=(4,), lr=1.0, target=100.0, games=600)
WELL = Course(
    "clobber:2x3", hidden=(4,), activation="leaky-relu", lr=1e-3, target=1.0, games=1000, encoding="2x2"
)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with five small runs, by what they are."""
    folder: Path = tmp_path_factory.mktemp("lab")
    courses = {"dead": DEAD, "well": WELL, "named": replace(WELL, seed=2), "unwanted": replace(WELL, seed=3)}
    names = {
        what: train(MlpRequest(course=course, tests=20, runs=folder / "runs")).folder.name
        for what, course in courses.items()
    }
    names["maps"] = "maps-reversi-0123456789ab"
    (folder / "runs" / names["maps"]).mkdir()
    weights = np.random.default_rng(1).uniform(-1, 1, (2, 6, 16)).astype(np.float32)
    course = MapCourse("reversi:4x4", "1-6,7-12", 2, 3, data=(9, 9), first=(9, 9), second=(9, 9))
    maps = MapModel(course, weights, np.zeros((2, 16), dtype=np.float32))
    for file in ("learned-1.safetensors", "learned-1.checkpoint.safetensors"):
        maps.save(folder / "runs" / names["maps"] / file)
    with served(folder) as address:
        yield address, names


def test_the_neurons_of_maps_are_boards_to_look_at(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab")
    page.click(f"a[href*='{names['maps']}']")
    page.wait_for_selector("h1:has-text('Reversi 4×4: self-organizing maps')")
    page.wait_for_selector("h3:has-text('The neurons of its maps')")
    assert [one.get_attribute("alt") for one in page.locator(".lab-map").all()] == [
        "Map 1, moves 0 to 6: its neurons as boards",
        "Map 2, moves 7 to 12: its neurons as boards",
    ]
    page.locator(".lab-map").last.scroll_into_view_if_needed()
    page.wait_for_function("[...document.querySelectorAll('.lab-map')].every(one => one.naturalWidth > 100)")
    found = page.request.get(f"{address}/api/runs/{names['maps']}/insight").json()
    assert all(one["svg"].startswith("<svg") for one in found["maps"])


def test_a_dead_network_is_explained_with_a_picture_and_what_to_try(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab/{names['dead']}")
    page.wait_for_selector("h2:has-text('It rates every move the same: it has stopped learning.')")
    text = page.inner_text("main")
    assert "ReLU" in text and "the network is dead" not in text and "0 % of the units" not in text
    assert page.locator(".health svg[role=img]").count() == 2
    spread = page.get_attribute(".health figure:nth-of-type(2) svg", "aria-label")
    assert spread.startswith("How far apart it rates the moves") and "at the end" in spread
    assert page.locator("[data-do=try-again]").all_inner_texts() == [
        "Try again with the default course (preset fast)",
        "Try again with leaky ReLU",
    ]


@pytest.mark.large
def test_trying_again_starts_it_beside_the_first(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab/{names['dead']}")
    page.click("[data-do=try-again]:has-text('leaky ReLU')")
    page.wait_for_selector("h1:has-text('with leaky ReLU')")
    assert page.url.endswith(f"?with={names['dead']}")
    page.wait_for_selector(".badge.finished")
    page.wait_for_selector("th:has-text('activation')")
    assert page.locator("tr:has-text('activation') td").all_inner_texts() == ["leaky-relu", "relu"]
    assert page.locator("tbody tr").count() == 2, "nothing else differs but the final test"


def test_program_words_are_under_details(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab")
    page.wait_for_selector(".run:has-text('Clobber 2×3: small network')")
    page.click(f".run[href='#/lab/{names['well']}']")
    page.wait_for_selector("text=Final test: it won")
    page.wait_for_selector("text=Share of games won since the previous point.")
    assert "train-clobber-" not in page.inner_text("main")
    page.click("summary:has-text('Details')")
    page.wait_for_selector(f"code:text-is('{names['well']}')")
    page.wait_for_selector("summary:text-is('Log')")


def test_a_run_gets_a_name_and_its_player_has_it(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab/{names['named']}")
    page.fill("[data-field=run-name]", "Ann's first <player>")
    page.fill("[data-field=run-notes]", "Two by two windows.")
    page.click("[data-do=label]")
    page.wait_for_selector('h1:has-text("Ann\'s first <player>")')
    page.goto(f"{address}/#/lab")
    page.wait_for_selector(".run:has-text('Two by two windows.')")
    page.goto(f"{address}/#/new/clobber?game=clobber:2x3&against=mlp:{names['named']}")
    page.wait_for_selector("button[type=submit]:enabled")
    chosen = page.locator("select[data-seat='1'] option:checked").inner_text()
    assert "Ann's first <player>" in chosen and names["named"] not in chosen


def test_deleting_asks_first(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab/{names['unwanted']}")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.click("[data-do=delete]")
    assert "trash" in asked[0]
    assert page.request.get(f"{address}/api/runs/{names['unwanted']}").ok, "it was not meant"
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("[data-do=delete]")
    page.wait_for_url("**/#/lab")
    page.wait_for_selector(".run")
    assert page.locator(f".run[href='#/lab/{names['unwanted']}']").count() == 0


def test_the_form_begins_with_the_default_and_can_be_filled_in_from_a_run(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab")
    page.wait_for_selector("[data-field=preset] option", state="attached")
    assert page.input_value("[data-field=preset]") == "fast" and page.input_value("[data-field=games]") == ""
    assert page.locator("[data-field=preset] option").all_inner_texts() == [
        "fast",
        "strong",
        "clobber-thesis",
        "none",
    ]
    page.goto(f"{address}/#/lab/{names['dead']}")
    page.click("[data-do=fork]")
    page.wait_for_selector("[data-option=lr]")
    assert page.input_value("[data-option=lr]") == "1" and page.input_value("[data-field=games]") == "600"
    page.fill("[data-option=lr]", "0.5")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.click("[data-do=train]")
    form = {"kind": "train", "game": "clobber:2x3", "learner": "mlp", "like": names["dead"], "lr": 0.5}
    assert sent.value.post_data_json == form, "only what was changed"
    page.wait_for_selector(".badge.finished")


def test_two_runs_have_one_chart(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab/{names['well']}")
    page.select_option("[data-do=compare]", names["dead"])
    page.wait_for_selector("th:has-text('What differs')")
    assert {"lr", "encoding"} <= set(page.locator("tbody th").all_inner_texts())
    lines = page.evaluate(
        """async ([one, other]) => {
            const {compared} = await import('/static/js/lab_compare.js');
            const facts = async id => (await fetch(`/api/runs/${id}`)).json();
            const [first, second] = [await facts(one), await facts(other)];
            return compared(first, second).map(chart => chart.lines.map(line => [line.name, line.x.length]));
        }""",
        [names["well"], names["dead"]],
    )
    assert lines == [
        [["Clobber 2×3: small network (this)", 10], ["Clobber 2×3: small network (the other)", 6]]
    ]


def test_what_it_learned_is_shown(page: Any, lab: Any) -> None:
    address, names = lab
    page.goto(f"{address}/#/lab/{names['well']}")
    page.wait_for_selector("figcaption:has-text('What the first moves are worth to it')")
    page.wait_for_selector("svg.pattern")
    page.wait_for_selector("text=Unit")
    shown = page.locator(".lab-unit img").first
    shown.scroll_into_view_if_needed()
    assert shown.evaluate("async image => { await image.decode(); return image.naturalWidth }") > 100
    page.goto(f"{address}/#/lab/{names['dead']}")
    page.wait_for_selector("text=All first moves are worth the same to it.")
    page.wait_for_selector("svg.heat")


def test_how_they_think_moves_only_where_motion_is_welcome(chrome: Any, page: Any, lab: Any) -> None:
    address, _ = lab
    page.goto(f"{address}/#/lab")
    page.wait_for_selector("svg.thinking circle")
    assert page.locator("svg.thinking").count() == 3
    assert page.locator("button:has-text('Play')").count() == 0
    lively, errors = open_page(chrome, reduced_motion="no-preference")
    lively.goto(f"{address}/#/lab")
    lively.wait_for_selector("svg.thinking circle")
    whole = lively.locator("svg.thinking").nth(1).locator("circle").count()
    lively.locator("button:has-text('Play')").nth(1).click()
    assert lively.locator("svg.thinking").nth(1).locator("circle").count() < whole
    lively.wait_for_function(
        "n => document.querySelectorAll('svg.thinking')[1].querySelectorAll('circle').length === n", arg=whole
    )
    lively.context.close()
    assert errors == []


@pytest.mark.parametrize("width, height", [(390, 844), (667, 375), (640, 400)])
def test_nothing_is_cut_off_on_small_screens(chrome: Any, lab: Any, width: int, height: int) -> None:
    address, names = lab
    small, errors = open_page(chrome, viewport={"width": width, "height": height})
    for route in ("lab", f"lab/{names['dead']}?with={names['well']}", f"lab/{names['well']}"):
        small.goto(f"{address}/#/{route}")
        small.wait_for_selector("main h1")
        small.wait_for_load_state("networkidle")
        assert small.evaluate("document.documentElement.scrollWidth") <= width, route
    small.context.close()
    assert errors == []
