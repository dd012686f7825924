"""Every figure of README and of the studies' pages agrees with the committed CSV files (docs/claims.toml)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from papamu import papers
from papamu.lab.compare.decimals import STORED_DIGITS
from papamu.lab.compare.sentences import sentence
from papamu.lab.render.export import _paragraph, _text, figure, published
from tests.docs.claims import FIGURE, Claims, agreement, evaluate, figures_of, lines_of_table, plain, shown_as
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
    values = [value for block in CLAIMS.blocks for _, *many in block.get("claims", []) for value in many]
    for table in (table for block in CLAIMS.blocks for table in block.get("tables", [])):
        values += len(table["rows"]) * [value for cell in table["cells"] for value in cell]
    computed = sum(not value.startswith("@") for value in values)
    assert computed > 1000
    assert computed > 3 * (len(values) - computed)


@pytest.mark.parametrize("study", papers.names())
def test_generated_tables_show_what_their_files_say(study: str) -> None:
    """Every figure and every sentence, rounded as `papamu report` does it now."""
    page = (ROOT / "docs" / "papers" / f"{study}-tables.md").read_text(encoding="utf-8")
    for table in papers.find(study).tables("paper"):
        (block,) = re.findall(
            rf"^### {re.escape(table.name)}: .*?(?=^### |\Z)", page, re.DOTALL | re.MULTILINE
        )
        assert _paragraph(_text(sentence(agreement(study, table.name)))) in block
        lines = {(line["row"], line["column"]): line for line in lines_of_table(study, table.name)}
        results = {(one.entry.row, one.entry.column): one for one in agreement(study, table.name).results}
        rows = [line for line in block.splitlines() if line.startswith("| ")][2:]
        for row, shown in zip(table.rows, rows, strict=True):
            cells = re.split(r"(?<!\\)\|", shown)[2:-1]
            for column, cell in zip(table.columns, cells, strict=True):
                if (row, column) not in lines:
                    continue
                ours, result = float(lines[row, column]["ours"]), results[row, column]
                if abs(ours) < 10**STORED_DIGITS:  # a file has fewer digits of larger numbers than the page
                    assert f"**{figure(result, ours)}**" in cell, (table.name, row, column)
                if result.entry.published is not None:
                    assert cell.startswith(f" {published(result)} / "), (table.name, row, column)


# -- would a wrong figure be noticed? ------------------------------------------------------------


def faults(text: str, **block: Any) -> list[str]:
    """What a made-up claims file says of a made-up page about the Konane thesis."""
    content = {
        "sources": {"published": "printed in the study"},
        "names": [{"pattern": r"\b95 %(?=:)"}],
        "pages": [{"page": PAGE, "study": "konane", "complete": True, **block}],
    }
    return Claims(content).check(PAGE, text).faults


C_ENDS = "won('figure-6', 'C', 'while learning')"  # 80.455


def test_a_right_figure_is_let_through() -> None:
    page = "# 9 heads\n\nSo C ends at\n**80** %, about 80.5 (`x=7`, 8×8).\n\n    code 5\n"
    assert faults(page, claims=[["C ends at «80» %, about «80.5»", C_ENDS, C_ENDS]]) == []
    assert faults(page, claims=[["C ends at «80» %, about «80.5»", f"*2 * [{C_ENDS}]"]]) == []


@pytest.mark.parametrize(
    ("text", "claim", "fault"),
    [
        # 80.455 is 80: not 81, by rounding it to 80.5 first
        ("C ends at 81 %", ["C ends at «81» %", C_ENDS], "shows 81"),
        ("C ends at 80 %", ["C stops at «80» %", C_ENDS], "0 times in the page"),
        ("at 80 %, at 80 %", ["at «80» %", C_ENDS], "2 times in the page"),
        ("C ends at 80 %", ["C ends at «80» %"], "1 figures and 0 values"),
        ("at 80 %", ["at «80» %", "won('figure-6', 'Z', 'while learning')"], "LookupError"),
        ("at 80 %", ["at «80» %", "won('none', 'C', 'while learning')"], "LookupError"),
        ("at 80 %", ["at «80» %", "nonsense"], "NameError"),
        ("at 80 %", ["at «80» %", "@hearsay"], "not one of the sources"),
        ("at 80 %", ["at «80» %", "agreement('figure-6').order"], "no value"),
    ],
)
def test_a_wrong_claim_is_noticed(text: str, claim: list[str], fault: str) -> None:
    assert any(fault in one for one in faults(text, claims=[claim]))


def test_a_figure_without_a_source_is_noticed() -> None:
    assert faults("Nothing to see in 8×8, `--games 100`, version2 or 2e-9.") == []
    (found,) = faults("It won 12.5 % (95 %: …).")
    assert "nothing accounts for 12.5" in found

    def declare(*texts: Any) -> dict[str, Any]:
        return {"published": list(texts)}

    assert faults("It won 12.5 % of games.", declared=declare("It won 12.5 %")) == []
    assert len(faults("It won 12.5 % of 300 games.", declared=declare("It won 12.5 %"))) == 1
    assert faults("It won 12.5 % of 300 games.", declared=declare(["It won 12.5 %", "games"])) == []
    assert "does not follow" in faults("It won 12.5 %.", declared=declare(["It won 12.5 %", "nowhere"]))[0]
    assert "no figure" in faults("It won a few games.", declared=declare("a few"))[0]
    assert "not one of the sources" in faults("It won 12.5 %", declared={"hearsay": ["12.5"]})[0]


def test_a_wrong_table_is_noticed() -> None:
    table = {
        "header": "| network | ends at |",
        "rows": ["A", "B"],
        "cells": [[], ["won('figure-6', row, 'while learning')"]],
    }
    page = "| network | ends at |\n| --- | ---: |\n| A | 49.8 % |\n| B | **66.6** % |\n\n| another | 7 |\n"
    other = {"published": ["| another | 7 |"]}
    assert faults(page, tables=[table], declared=other) == []
    for wrong, fault in (
        (page.replace("66.6", "66.5"), "shows 66.5"),
        (page.replace("**66.6** %", "about"), "0 figures and 1 values"),
        (page.replace("| B |", "| B 1 |"), "1 figures and 0 values"),
        (page.replace("| B | **66.6** % |\n", ""), "no row for B"),
        (page.replace("| B |", "| A | 49.8 |\n| B |"), "more rows than are named"),
        (page.replace("ends at", "stops at"), "0 times in the page"),
    ):
        assert any(fault in one for one in faults(wrong, tables=[table], declared=other)), wrong


def test_rounding_is_once_and_half_up() -> None:
    assert [shown_as(Decimal("49.65"), like) for like in ("1", "1.0", "1.00")] == ["50", "49.7", "49.65"]
    assert shown_as(Decimal("80.455"), "81") == "80"
    assert shown_as(Decimal("0.5"), "9") == "1" and shown_as(Decimal("-2.5"), "−9") == "−3"
    assert shown_as(Decimal("1344.2"), "9,999") == "1,344"
    assert shown_as(Decimal("99"), "~9") == "~99" and shown_as(Decimal("4"), "±3") == "±4"
    assert shown_as(Decimal("8.9"), "nine") == "nine" and shown_as(Decimal("3"), "Four") == "Three"


def test_expressions() -> None:
    assert evaluate("ours('figure-6', 'C', 'while learning')", "konane") == Decimal("0.80455")
    assert evaluate("of('clobber', 'theirs')('beyond', '6x6', 'Random')", "konane") == Decimal("81.82")
    assert evaluate("max(shares('figure-7', 'C', 'while learning'))", "konane") == Decimal("0.80455")
    assert evaluate("agreement('5.16').deaths.ours_only", "clobber") == 2
    assert evaluate("len(own_tables('checkers'))", "konane") == 7


def test_what_a_figure_is() -> None:
    text = "1,234.5 of −7 in ~9 % at ±0.1: 5.4, (12) 3–5 but 8×8 2e-9 10⁻³ x1 1st v2.0.1 3.14.15"
    assert FIGURE.findall(text) == ["1,234.5", "−7", "~9", "±0.1", "5.4", "12", "3", "5"]
    assert [shown for _, shown in figures_of(plain("2. item 7\n\n| 8 | `9` |\n"), [])] == ["7", "8"]
