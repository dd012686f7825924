"""README is short, and what it counts is counted here again from the committed CSV files."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import papamu

ROOT = Path(__file__).parent.parent
STUDIES = ("Clobber thesis", "Konane thesis", "Reversi paper", "Blokus report", "Checkers report")


def rows(table: Path) -> list[dict[str, str]]:
    with open(table, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables(study: str) -> dict[str, list[dict[str, str]]]:
    folder = ROOT / "src" / "papamu" / "papers" / study.split()[0].lower() / "results"
    return {path.stem: rows(path) for path in sorted(folder.glob("*.csv"))}


def published(table: list[dict[str, str]]) -> list[tuple[float, float]]:
    return [(float(row["published"]), float(row["ours"])) for row in table if row["published"]]


def compared(study: str) -> list[tuple[float, float]]:
    """Published and ours; the study's best that `beyond` repeats is not compared with the same thing."""
    return [pair for name, table in tables(study).items() if name != "beyond" for pair in published(table)]


def shares(study: str) -> list[tuple[float, float]]:
    return [pair for pair in compared(study) if max(pair) <= 1]


def within_five(pairs: list[tuple[float, float]]) -> int:
    return sum(abs(ours - theirs) <= 0.05 + 1e-9 for theirs, ours in pairs)


def ours_alone(study: str) -> list[str]:
    return [name for name, table in tables(study).items() if name == "beyond" or not published(table)]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_it_is_short() -> None:
    lines = read("README.md").splitlines()
    assert len(lines) <= 140
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []


def test_the_table_of_studies() -> None:
    found = {}
    for line in read("README.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for study in STUDIES:
            if line.startswith("|") and study in cells[0]:
                found[study] = cells[1:]
    assert list(found) == list(STUDIES)
    for study, (count, added, figures, agree) in found.items():
        own = len(ours_alone(study))
        assert (count, added) == (f"{len(tables(study)) - own}", f"{own}")
        assert figures == f"{len(compared(study))}"
        assert agree == f"{within_five(shares(study))} of {len(shares(study))}"


def test_the_counts_in_words() -> None:
    readme, answers = read("README.md"), read("docs/faq.md")
    every = [table for study in STUDIES for table in tables(study).values()]
    alone = [name for study in STUDIES for name in ours_alone(study)]
    empty = [table for table in every if not published(table)]
    assert f"{sum(len(compared(study)) for study in STUDIES):,} published figures" in readme
    assert f"Do all {len(every)} tables" in answers
    assert f"{len(alone)} are Papamu's own: {len(empty)} hold no published number" in answers
    assert len(alone) - len(empty) == 3 and "and three `beyond` tables" in answers
    agree, of = (
        sum(within_five(shares(study)) for study in STUDIES),
        sum(len(shares(study)) for study in STUDIES),
    )
    assert f"{agree:,} of {of:,} published percentages" in readme
    assert f"{agree:,} of {of:,} published percentages" in answers
    for study in ("Clobber thesis", "Konane thesis", "Reversi paper", "Checkers report"):
        (line,) = [line for line in answers.splitlines() if line.startswith(f"| {study} |")]
        assert set(re.findall(r"`([^`]+)`", line)) == set(ours_alone(study))
    blokus = tables("Blokus report")
    assert set(blokus) - set(ours_alone("Blokus report")) == {"last-game", "observations"}


def test_table_5_1_on_the_page_of_its_thesis() -> None:
    shown = {}
    for line in read("docs/papers/clobber.md").split("## Table 5.1 in full")[1].splitlines():
        if line.startswith("| ") and " – " in line and not line.startswith("| Black –"):
            players, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            shown[players] = cells
    expected: dict[str, list[str]] = {}
    for row in tables("Clobber thesis")["5.1"]:
        players = row["row"].replace(" (black) vs ", " – ").removesuffix(" (white)")
        digits = 0 if players == "Pick First – Pick First" else 1
        cell = " (".join(f"{100 * float(row[side]):.{digits}f}" for side in ("ours", "published")) + ")"
        expected.setdefault(players, []).append(cell)
    assert shown == expected


def test_the_entry_to_cite() -> None:
    entry = read("CITATION.cff")
    assert f"\nversion: {papamu.__version__}\n" in entry
    assert f"Papamu {papamu.__version__}" in read("README.md")
    pages = [" ".join(read(f"docs/papers/{study.split()[0].lower()}.md").split()) for study in STUDIES]
    titles = re.findall(r'^    title: "(.*)"$', entry, re.MULTILINE)
    assert len(titles) == len(STUDIES)
    assert all(any(title in page for page in pages) for title in titles)
