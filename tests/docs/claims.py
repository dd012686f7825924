"""Figures of the documents, computed again from the committed CSV files: `docs/claims.toml` says which is which.

The file has a block `[[pages]]` for each page, or for each study that a page speaks of: the `page`, the `study` whose
CSV files its expressions read (if not that of the page's own name), and whether it must be `complete`, so that no
figure of it may lack a source. In a block stand

- `claims`: lists of a text and of values. The text occurs once in the page; each figure in it stands between « and ».
  For each figure in turn there is a value: an expression over the CSV files, or one of the `sources` with an @ before
  it, such as `@published`. A value that begins with a * is a list, and stands for several figures.
- `declared`: for each source texts all of whose figures come from there. Of a long text only its beginning and its end
  are written down, as a list of two.
- `tables`: Markdown tables of the page, each found by its `header`. For each of its rows `rows` has the name that
  `row` stands for in the expressions of `cells`: a list for each column, an expression for each figure in a cell.
  With `may_lack` a cell may show fewer figures than there are expressions.

Besides there are `[sources]`, what the sources mean; `[sets]`, lists that expressions use by name; and `[[names]]`,
patterns of numbers that are no figures: boards, tables, sections, 95 % of an interval.

A figure is any number in prose or in a table, outside code, headings and addresses (`FIGURE`); numbers written as
words can be claimed too. Expressions give exact decimals; each is rounded once, half up, to the digits that are shown,
by the function that rounds the tables (`papamu.lab.compare.decimals`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import Any

from papamu import papers
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.decimals import exact, half_up
from papamu.papers.common.shipped_results import result_rows, result_tables, shipped_comparison
from tests.docs.pages import ROOT, lines_of, without_inline_code

CLAIMS = ROOT / "docs" / "claims.toml"

# A number: digits, perhaps grouped by commas, perhaps with decimals and a sign; not a part of a word, of a larger
# number, of a product (8×8, 2×10⁻³) or of an exponent.
FIGURE = re.compile(
    r"(?<![\w.×^/·])(?<!\d,)(?<!e-)[−+±~-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w×^·⁻]|[.,]\d)"
)
WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen",
)  # fmt: skip
_MARKED = re.compile(r"«([^»]*)»")


# -- pages ---------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """The prose and tables of a page in one line: no code blocks, headings, numbers of list items, bold, addresses.

    Paragraphs and tables are parted by ¶.
    """
    lines = []
    for line in lines_of(text):
        if line.kind in ("prose", "table"):
            lines.append(re.sub(r"^(\s*)\d+\. ", r"\1", line.text))
        elif line.kind == "blank":
            lines.append("¶")
    joined = re.sub(r"\]\([^)]*\)", "]", "\n".join(lines).replace("**", ""))
    return " ".join(joined.split())


def figures_of(text: str, names: Sequence[re.Pattern[str]]) -> list[tuple[int, str]]:
    """The figures of a page (as `plain` gives it): where each is, and how it is shown."""
    masked = without_inline_code(text)
    skipped = [found.span() for name in names for found in name.finditer(masked)]
    return [
        (found.start(), found[0])
        for found in FIGURE.finditer(masked)
        if not any(start <= found.start() and found.end() <= end for start, end in skipped)
    ]


# -- the CSV files -------------------------------------------------------------------------------


def lines_of_table(study: str, table: str) -> Sequence[Mapping[str, str]]:
    """The lines of a study's CSV file."""
    if found := result_rows(study, table):
        return found
    raise LookupError(f"there is no {study}/results/{table}.csv")


def cell(study: str, what: str, table: str, row: str, column: str) -> Decimal:
    """One figure of one entry."""
    found = [line for line in lines_of_table(study, table) if (line["row"], line["column"]) == (row, column)]
    if len(found) != 1:
        raise LookupError(f"{study}/{table}.csv has {len(found)} lines {row!r} / {column!r}")
    return Decimal(found[0][what])


def column(
    study: str, what: str, table: str, row: str | None = None, column: str | None = None
) -> list[Decimal]:
    """The figures of a table, or of one of its rows or columns, where there are any."""
    found = [
        Decimal(line[what])
        for line in lines_of_table(study, table)
        if line[what] and row in (None, line["row"]) and column in (None, line["column"])
    ]
    if not found:
        raise LookupError(f"{study}/{table}.csv has nothing under {what} for {row!r} / {column!r}")
    return found


def shares(study: str, table: str, row: str, column: str) -> list[Decimal]:
    """The figures of all seeds of an entry."""
    for line in lines_of_table(study, table):
        if (line["row"], line["column"]) == (row, column):
            return [Decimal(one) for one in line["shares"].split()]
    raise LookupError(f"{study}/{table}.csv has no line {row!r} / {column!r}")


def tables_of(study: str) -> list[str]:
    """The names of a study's tables."""
    return result_tables(study)


def everything(study: str, what: str) -> list[Decimal]:
    """All figures of a study under one heading, but for `beyond`, which only repeats the mark to pass."""
    lines = [line for table in tables_of(study) if table != "beyond" for line in lines_of_table(study, table)]
    return [Decimal(line[what]) for line in lines if line[what]]


def own_tables(study: str) -> list[str]:
    """Tables without a published figure of their own."""
    return [
        table
        for table in tables_of(study)
        if table == "beyond" or not any(line["published"] for line in lines_of_table(study, table))
    ]


@cache
def agreement(study: str, table: str) -> Comparison:
    """What `papamu report` makes of a table: how many entries agree, rank correlations, dead networks."""
    declared = next(one for one in papers.find(study).tables("paper") if one.name == table)
    places = [(line["row"], line["column"]) for line in lines_of_table(study, table)]
    assert places == [(entry.row, entry.column) for entry in declared.entries]
    return shipped_comparison(study, declared)


def words_for(study: str) -> dict[str, Any]:
    """What expressions may use. Rates are in per cent: `won`, `theirs`, `lower`, `upper`."""
    one: Callable[[str], Callable[..., Decimal]] = lambda what: partial(cell, study, what)  # noqa: E731
    percent: Callable[[str], Callable[..., Decimal]] = (  # noqa: E731
        lambda what: lambda *place: 100 * cell(study, what, *place)
    )
    return {
        "ours": one("ours"), "published": one("published"), "seconds": one("seconds"), "games": one("games"),
        "low": one("low"), "high": one("high"),
        "won": percent("ours"), "theirs": percent("published"), "lower": percent("low"), "upper": percent("high"),
        "all_ours": partial(column, study, "ours"), "all_published": partial(column, study, "published"),
        "all_z": partial(column, study, "z"), "all_seconds": partial(column, study, "seconds"),
        "differences": partial(column, study, "difference"),
        "shares": partial(shares, study), "agreement": partial(agreement, study),
        "mean": lambda values: sum(values, Decimal(0)) / len(values),
        "of": words_of_another, "everything": everything, "tables_of": tables_of, "own_tables": own_tables,
        "Decimal": Decimal,
        "min": min, "max": max, "sum": sum, "len": len, "abs": abs, "sorted": sorted, "zip": zip, "set": set,
    }  # fmt: skip


def words_of_another(study: str, word: str) -> Any:
    """A word of another study: of('konane', 'won')('beyond', '6x6', 'Random')."""
    return words_for(study)[word]


def evaluate(expression: str, study: str, row: str = "", sets: Mapping[str, Any] | None = None) -> Any:
    """What an expression gives. The claims file is ours: it may use Python."""
    return eval(expression, {"__builtins__": {}, "row": row} | words_for(study) | dict(sets or {}))


def as_decimal(value: Any) -> Decimal:
    """A number as a decimal."""
    if value is None:
        raise LookupError("no value")
    return Decimal(value) if isinstance(value, int) else exact(value)


def shown_as(value: Decimal, like: str) -> str:
    """The value as the page shows it: rounded once, half up, to as many decimals as `like` has."""
    if like.lower() in WORDS:
        whole = int(half_up(value))
        word = WORDS[whole] if 0 <= whole < len(WORDS) else str(whole)
        return word.capitalize() if like[0].isupper() else word
    number = half_up(value, len(like.partition(".")[2]))
    grouped = f"{abs(number):,}" if "," in like else str(abs(number))
    lead = like[0] if like[0] in "~±+" else ""
    minus = "" if number >= 0 or lead == "±" else ("−" if "−" in like else "-")
    return f"{lead}{minus}{grouped}"


# -- the claims ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What a check of one entry gives: its faults, and the places of the figures that it accounts for."""

    faults: list[str] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)


class Claims:
    """The claims file, or one made up for a test."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.sources: Mapping[str, str] = content.get("sources", {})
        self.sets: Mapping[str, Any] = content.get("sets", {})
        self.names = [re.compile(entry["pattern"]) for entry in content.get("names", [])]
        self.blocks: Sequence[Mapping[str, Any]] = content["pages"]
        self.complete = sorted({block["page"] for block in self.blocks if block.get("complete")})
        self.pages = sorted({block["page"] for block in self.blocks})

    @classmethod
    def read(cls, path: Path = CLAIMS) -> Claims:
        """The claims of a file."""
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    def check(self, page: str, text: str) -> Found:
        """Every entry of a page against its text and the CSV files; and the figures that none accounts for."""
        told = plain(text)
        parts = [
            part
            for block in self.blocks
            if block["page"] == page
            for part in self._parts(block, str(block.get("study", Path(page).stem)), told)
        ]
        faults = [f"{page}: {fault}" for part in parts for fault in part.faults]
        covered = {place for part in parts for place in part.covered}
        for start, figure in figures_of(told, self.names) if page in self.complete else []:
            if start not in covered:
                around = told[max(0, start - 60) : start + 40]
                faults.append(f"{page}: nothing accounts for {figure} in “…{around}…”")
        return Found(faults, covered)

    def _parts(self, block: Mapping[str, Any], study: str, told: str) -> Iterator[Found]:
        for text, *values in block.get("claims", []):
            yield self._claim(" ".join(text.split()), values, study, told)
        for table in block.get("tables", []):
            yield self._table(table, study, told)
        for source, texts in block.get("declared", {}).items():
            if source not in self.sources:
                yield Found([f"{source} is not one of the sources"])
            for text in texts:
                yield self._declared(*([text] if isinstance(text, str) else text), told=told)

    def _claim(self, marked: str, values: Sequence[str], study: str, told: str) -> Found:
        text, shown = _MARKED.sub(r"\1", marked), _MARKED.findall(marked)
        if told.count(text) != 1:
            return Found([f"{told.count(text)} times in the page: “{text}”"])
        begin = told.index(text)
        # Each pair of marks before a figure is not in the page.
        places = [begin + found.start() - 2 * before for before, found in enumerate(_MARKED.finditer(marked))]
        return Found(self._compare(shown, values, study, text), set(places))

    def _table(self, table: Mapping[str, Any], study: str, told: str) -> Found:
        header = " ".join(str(table["header"]).split())
        if told.count(header) != 1:
            return Found([f"{told.count(header)} times in the page: the table “{header}”"])
        result = Found()
        known = figures_of(told, self.names)
        names = iter(table["rows"])
        for start, cells in _rows(told, told.index(header) + len(header), header.count("|") - 1):
            name = next(names, None)
            if name is None:
                return Found([*result.faults, f"the table “{header}” has more rows than are named"])
            at = start
            for cell, expressions in zip(cells, table["cells"], strict=True):
                figures = {place: figure for place, figure in known if at <= place < at + len(cell)}
                values = expressions[: len(figures)] if table.get("may_lack") else expressions
                where = f"{cell.strip()} in {header} {name}"
                result.faults.extend(self._compare(list(figures.values()), values, study, where, name))
                result.covered.update(figures)
                at += len(cell) + 1
        return Found(
            [*result.faults, *(f"the table “{header}” has no row for {name}" for name in names)],
            result.covered,
        )

    def _declared(self, text: str, to: str = "", *, told: str) -> Found:
        text, to = " ".join(text.split()), " ".join(to.split())
        if told.count(text) != 1:
            return Found([f"{told.count(text)} times in the page: “{text}”"])
        begin = told.index(text)
        end = told.find(to, begin + len(text))
        if end < 0:
            return Found([f"“{to}” does not follow “{text}”"])
        inside = {start for start, _ in figures_of(told, self.names) if begin <= start < end + len(to)}
        return Found([] if inside else [f"no figure in “{text}”"], inside)

    def _compare(
        self, shown: Sequence[str], values: Sequence[str], study: str, where: str, row: str = ""
    ) -> list[str]:
        """How figures that are shown differ from their values."""
        try:
            exact = [one for value in values for one in self._exact(value, study, row)]
        except Exception as error:  # an expression can go wrong in any way; all are faults of the claims file
            return [f"{error!r}: “{where}”"]
        if len(shown) != len(exact):
            return [f"{len(shown)} figures and {len(exact)} values: “{where}”"]
        right = [
            one if value is None else shown_as(value, one) for one, value in zip(shown, exact, strict=True)
        ]
        return [
            f"shows {one}, and it is {is_}: “{where}”"
            for one, is_ in zip(shown, right, strict=True)
            if one != is_
        ]

    def _exact(self, value: str, study: str, row: str) -> list[Decimal | None]:
        """The values that a value stands for; None where the source is not a CSV file."""
        if value.startswith("@"):
            if value[1:] not in self.sources:
                raise LookupError(f"{value[1:]} is not one of the sources")
            return [None]
        if value.startswith("*"):
            return [as_decimal(one) for one in evaluate(value[1:], study, row, self.sets)]
        return [as_decimal(evaluate(value, study, row, self.sets))]


def _rows(told: str, begin: int, columns: int) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table in a page that is one line: where each begins, and its cells."""
    at = begin
    while told[at : at + 2] == " |":
        at += 2
        bars = [match.start() for match in re.finditer(r"\|", told[at:])][:columns]
        if len(bars) < columns:
            return
        row = told[at : at + bars[-1]]
        if not re.fullmatch(r"[\s:|-]+", row):
            yield at, row.split("|")
        at += bars[-1] + 1
