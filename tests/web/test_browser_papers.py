"""Papers, charts and their weight in a real browser: figures from the first minute, curves for every reader."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser_fixtures import open_page, or_skip

or_skip()

SIZES = {  # 640×400 is a laptop at 200 %
    name: {"viewport": {"width": width, "height": height}}
    for name, width, height in (
        ("laptop", 1280, 800),
        ("phone", 390, 844),
        ("landscape", 667, 375),
        ("zoomed", 640, 400),
    )
}


def table_card(page: Any, name: str) -> Any:
    page.wait_for_selector(".study")
    return page.locator(f"[id='table-{name}']")


# -- figures ----------------------------------------------------------------------------------


def test_after_installing_the_figures_are_there(page: Any, address: str) -> None:
    page.goto(f"{address}/#/papers/clobber")
    card = table_card(page, "5.4")
    ours = page.locator(".study .ours").all_inner_texts()
    assert len(ours) > 600 and "–" not in ours
    said = page.inner_text("main")
    assert "What we found" in said and "Where it disagrees" in said and "418 of 613" in said
    assert "came with Papamu" in card.inner_text()
    assert card.locator("[data-source=package]").count() == 1
    assert page.get_by_text("Not computed").count() == 0


def test_how_long_a_table_takes_is_on_its_button(page: Any, address: str) -> None:
    page.goto(f"{address}/#/papers/clobber")
    card = table_card(page, "5.14")
    again = card.locator("button[data-table='5.14']")
    assert again.inner_text() == "Reproduce this table (about 20 seconds)"
    assert "not whether the figures agree" in card.inner_text()
    card.locator("select").select_option("paper")
    assert again.inner_text() == "Reproduce this table (about 47 min)"


def test_pictures_are_loaded_when_they_are_asked_for(page: Any, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/#/papers/konane")
    card = table_card(page, "figure-6")
    assert not [url for url in asked if "/pictures/figure" in url]
    card.get_by_text("Show the curves").click()
    picture = card.locator("img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("one => one.complete && one.naturalWidth > 100", arg=picture.element_handle())
    assert "figure-6" in picture.get_attribute("alt")


# -- charts -----------------------------------------------------------------------------------


def test_a_chart_for_every_reader(page: Any, address: str) -> None:
    page.goto(f"{address}/#/papers/konane")
    card = table_card(page, "figure-4")
    card.get_by_text("Show the curves").click()
    chart = card.locator("svg.line-chart")
    chart.wait_for()
    assert "from" in chart.get_attribute("aria-label") and chart.locator("path").count() > 1
    value = card.locator(".chart-value")
    chart.focus()
    page.keyboard.press("ArrowRight")  # the last point of the first line
    first = value.inner_text()
    page.keyboard.press("ArrowLeft")
    assert "%" in first and value.inner_text() not in ("", first)
    page.keyboard.press("Escape")
    assert value.inner_text() == ""
    box = chart.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    assert "%" in value.inner_text()
    lines = chart.locator("path").count()
    name = card.locator(".chart-legend button").first
    name.click()
    assert name.get_attribute("aria-pressed") == "false" and chart.locator("path").count() < lines
    card.locator(".chart-table summary").click()
    card.locator(".chart-table td").first.wait_for()
    assert card.locator(".chart-table td").count() >= 3 * 8


def test_an_exported_page_draws_its_charts(page: Any, tmp_path: Any) -> None:
    from papamu.lab.render.training_page import training_page

    points = [{"games": 100 * at, "won": at / 20, "dead": 0.0} for at in range(1, 11)]
    path = tmp_path / "curve.html"
    path.write_text(training_page("a network", {"games": "1,000"}, points, "Games won."), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("svg.line-chart circle")
    page.focus("svg.line-chart")
    page.keyboard.press("End")
    assert page.inner_text(".chart-value") == "games won: 50.0 % at 1,000 games learned from"


# -- weight -----------------------------------------------------------------------------------


@pytest.mark.parametrize("route", ["", "papers", "papers/konane", "ladder", "watch", "new/blokus", "lab"])
def test_a_page_weighs_little(chrome: Any, address: str, route: str) -> None:
    page, errors = open_page(chrome)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    came: list[float] = []
    wire.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
    page.goto(f"{address}/#/{route}")
    page.wait_for_selector("main h1")
    page.wait_for_load_state("networkidle")
    page.context.close()
    assert errors == [] and len(came) > 5
    assert sum(came) < 400_000, f"{sum(came):,.0f} bytes"


# -- for everybody ----------------------------------------------------------------------------

# What axe-core would say: scrolling regions that no key reaches, headers without words, links and buttons without a
# name, names that do not contain what is written on them.
FAULTS = """() => {
    const faults = [];
    const seen = (one) => one.checkVisibility();
    const plain = (text) => text.toLowerCase().replace(/[^a-z0-9 ]/g, ' ').replace(/ +/g, ' ').trim();
    for (const one of document.querySelectorAll('body *')) {
        if (!(one instanceof HTMLElement) || !seen(one)) continue;
        const style = getComputedStyle(one);
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY) &&
            (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
        const reached = one.tabIndex >= 0 || one.querySelector('a[href], button, input, select, [tabindex="0"]');
        if (scrolls && !reached) faults.push(`no key scrolls <${one.tagName} ${one.className}>`);
        if (one.tagName === 'TH' && !one.textContent.trim()) faults.push('a header without words');
        if (!one.matches('a[href], button') || one.closest('[aria-hidden=true]')) continue;
        const label = one.getAttribute('aria-label');
        if (!(label ?? one.innerText).trim()) faults.push(`no name: ${one.outerHTML.slice(0, 60)}`);
        if (label && !plain(label).includes(plain(one.innerText))) faults.push(`${one.innerText} is called ${label}`);
    }
    return faults;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_names_headers_and_scrolling(chrome: Any, address: str, size: str) -> None:
    page, errors = open_page(chrome, **SIZES[size])
    for route in ("", "papers", "papers/clobber", "papers/blokus", "ladder", "watch", "new/clobber"):
        page.goto(f"{address}/#/{route}")
        page.wait_for_load_state("networkidle")
        page.wait_for_selector("main h1")
        assert page.evaluate(FAULTS) == [], route
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), route
    page.context.close()
    assert errors == []
