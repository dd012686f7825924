"""Every figure of README and of the studies' pages agrees with the committed CSV files (docs/claims.toml)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from papamu import papers
from tests.docs.claims import FIGURE, Claims, figures_of, plain, shown_as, value_of
from tests.docs.pages import ROOT

CLAIMS = Claims.read()
PAGE = "docs/papers/made-up.md"


@pytest.mark.parametrize("page", CLAIMS.pages)
def test_figures_agree(page: str) -> None:
    assert CLAIMS.check(page, (ROOT / page).read_text(encoding="utf-8")).faults == []


def test_the_studies_and_readme_are_covered() -> None:
    pages = {f"docs/papers/{name}.md" for name in papers.names() if name != "adaptive"}
    assert pages | {"README.md", "docs/adaptive.md"} <= set(CLAIMS.complete)


def test_most_figures_come_from_the_files() -> None:
    """Else the declared sources would be a way around the test."""
    computed = declared = 0
    for kind, entry in CLAIMS.entries:
        if kind == "tables":
            cells = [one for expressions in entry["cells"] for one in expressions]
            computed += len(entry["rows"]) * sum(not one.startswith("@") for one in cells)
        elif kind == "claims":
            computed += sum(not one.startswith("@") for one in entry["values"])
            declared += sum(one.startswith("@") for one in entry["values"])
    assert computed > 1000
    assert computed > 3 * declared


# -- would a wrong figure be noticed? ------------------------------------------------------------


def faults(text: str, **content: Any) -> list[str]:
    """What a made-up claims file says of a made-up page about the Konane thesis."""
    entries = {
        kind: [{"page": PAGE, "study": "konane", **entry} for entry in content.get(kind, [])]
        for kind in ("claims", "tables", "declared")
    }
    names = [{"pattern": r"\b95 %(?=:)"}]
    sources = {"published": "printed in the study"}
    complete = {"pages": [PAGE]}
    return (
        Claims({"sources": sources, "names": names, "complete": complete, **entries}).check(PAGE, text).faults
    )


C_ENDS = "won('figure-6', 'C', 'while learning')"  # 80.455


def test_a_right_figure_is_let_through() -> None:
    claim = {"text": "C ends at «80» %, about «80.5»", "values": [C_ENDS, C_ENDS]}
    assert (
        faults(
            "# 9 heads\n\nSo C ends at\n**80** %, about 80.5 (`x=7`, 8×8).\n\n    code 5\n", claims=[claim]
        )
        == []
    )


@pytest.mark.parametrize(
    ("text", "entry", "fault"),
    [
        # 80.455 is 80: not 81, by rounding it to 80.5 first
        ("C ends at 81 %", {"text": "C ends at «81» %", "values": [C_ENDS]}, "shows 81"),
        ("C ends at 80 %", {"text": "C stops at «80» %", "values": [C_ENDS]}, "0 times in the page"),
        ("at 80 %, at 80 %", {"text": "at «80» %", "values": [C_ENDS]}, "2 times in the page"),
        ("C ends at 80 %", {"text": "C ends at «80» %", "values": []}, "1 figures and 0 values"),
        (
            "at 80 %",
            {"text": "at «80» %", "values": ["won('figure-6', 'Z', 'while learning')"]},
            "LookupError",
        ),
        (
            "at 80 %",
            {"text": "at «80» %", "values": ["won('none', 'C', 'while learning')"]},
            "FileNotFoundError",
        ),
        ("at 80 %", {"text": "at «80» %", "values": ["nonsense"]}, "NameError"),
        ("at 80 %", {"text": "at «80» %", "values": ["@hearsay"]}, "not one of the sources"),
    ],
)
def test_a_wrong_claim_is_noticed(text: str, entry: dict[str, Any], fault: str) -> None:
    assert any(fault in one for one in faults(text, claims=[entry]))


def test_a_figure_without_a_source_is_noticed() -> None:
    assert faults("Nothing to see in 8×8, `--games 100`, version2 or 2e-9.") == []
    (found,) = faults("It won 12.5 % (95 %: …).")
    assert "nothing accounts for 12.5" in found
    declared = {"source": "published", "text": "It won 12.5 %"}
    assert faults("It won 12.5 % of games.", declared=[declared]) == []
    assert len(faults("It won 12.5 % of 300 games.", declared=[declared])) == 1
    assert faults("It won 12.5 % of 300 games.", declared=[declared | {"to": "games"}]) == []
    assert faults("It won 12.5 %.", declared=[declared | {"to": "nowhere"}])
    assert faults("It won a few games.", declared=[declared | {"text": "a few"}])
    assert faults("It won 12.5 %", declared=[declared | {"source": "hearsay"}])


def test_a_wrong_table_is_noticed() -> None:
    table = {
        "header": "| network | ends at |",
        "rows": ["A", "B"],
        "cells": [[], ["won('figure-6', row, 'while learning')"]],
    }
    page = "| network | ends at |\n| --- | ---: |\n| A | 49.8 % |\n| B | **66.6** % |\n\n| another | 7 |\n"
    other = {"source": "published", "text": "| another | 7 |"}
    assert faults(page, tables=[table], declared=[other]) == []
    for wrong, fault in (
        (page.replace("66.6", "66.5"), "shows 66.5"),
        (page.replace("66.6", "about"), "0 figures and 1 values"),
        (page.replace("| B |", "| B | 1 |"), "66.6"),
        (page.replace("| B | **66.6** % |\n", ""), "no row for B"),
        (page.replace("| B |", "| A | 49.8 |\n| B |"), "more rows than are named"),
        (page.replace("ends at", "stops at"), "0 times in the page"),
    ):
        assert any(fault in one for one in faults(wrong, tables=[table], declared=[other])), wrong


def test_rounding_is_once_and_half_up() -> None:
    assert [shown_as(Decimal("49.65"), like) for like in ("1", "1.0", "1.00")] == ["50", "49.7", "49.65"]
    assert shown_as(Decimal("80.455"), "81") == "80"
    assert shown_as(Decimal("0.5"), "9") == "1" and shown_as(Decimal("-2.5"), "−9") == "−3"
    assert shown_as(Decimal("1344.2"), "9,999") == "1,344"
    assert shown_as(Decimal("99"), "~9") == "~99" and shown_as(Decimal("4"), "±3") == "±4"
    assert shown_as(Decimal("8.9"), "nine") == "nine" and shown_as(Decimal("3"), "Four") == "Three"


def test_expressions() -> None:
    assert value_of("ours('figure-6', 'C', 'while learning')", "konane") == Decimal("0.80455")
    assert value_of("of('clobber', 'theirs')('beyond', '6x6', 'Random')", "konane") == Decimal("81.82")
    assert value_of("max(shares('figure-7', 'C', 'while learning'))", "konane") == Decimal("0.80455")
    assert value_of("agreement('5.16').deaths.ours_only", "clobber") == 2
    assert value_of("len(own_tables('checkers'))", "konane") == 7


def test_what_a_figure_is() -> None:
    text = "1,234.5 of −7 in ~9 % at ±0.1: 5.4, (12) 3–5 but 8×8 2e-9 10⁻³ x1 1st v2.0.1 3.14.15"
    assert FIGURE.findall(text) == ["1,234.5", "−7", "~9", "±0.1", "5.4", "12", "3", "5"]
    assert [shown for _, shown in figures_of(plain("2. item 7\n\n| 8 | `9` |\n"), [])] == ["7", "8"]
