"""Figures of the documents, computed again from the committed CSV files: `docs/claims.toml` says which is which.

The file has these kinds of entries.

- `[[claims]]`: a `page`, a `text` that occurs once in it, with each figure between « and », and for each figure in
  turn where it comes from (`values`): an expression over the CSV files of a study (the page's own, if `study` does
  not name another), or one of the `sources` with an @ before it, such as `@published`.
- `[[tables]]`: a Markdown table of a page, found by its `header`. For each of its rows `rows` has the name that `row`
  stands for in the expressions of `cells`: a list for each column, an expression for each figure in a cell.
- `[[declared]]`: a text all of whose figures have one `source` other than a CSV file. Of a long text only the beginning
  (`text`) and the end (`to`) are written down.
- `[sets]`: lists that expressions use by name.
- `[[names]]`: patterns of numbers that are no figures: boards, tables, sections, 95 % of an interval.

A figure is any number in prose or in a table, outside code, headings and addresses (`FIGURE`); numbers written as
words can be claimed too. Expressions give exact decimals; each is rounded once, half up, to the digits that are shown.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, partial
from pathlib import Path
from typing import Any

from papamu import papers
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.entry_result import EntryResult
from tests.docs.pages import ROOT, lines_of, without_inline_code

CLAIMS = ROOT / "docs" / "claims.toml"
FOLDER = ROOT / "docs" / "papers"

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


@cache
def lines_of_table(study: str, table: str) -> tuple[Mapping[str, str], ...]:
    """The lines of a study's CSV file."""
    with (FOLDER / study / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


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
    return sorted(path.stem for path in (FOLDER / study).glob("*.csv"))


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
    lines = lines_of_table(study, table)
    results = []
    for entry, line in zip(declared.entries, lines, strict=True):
        assert (entry.row, entry.column) == (line["row"], line["column"])
        results.append(
            EntryResult(
                entry=entry,
                shares=tuple(map(float, line["shares"].split())),
                states=tuple(line["states"].split(" ")),
                games=int(line["games"]),
                published_games=int(line["published_games"] or 0),
                seconds=float(line["seconds"]),
                curves=(),
                unit=declared.unit,
            )
        )
    return Comparison(declared, tuple(results))


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


def value_of(expression: str, study: str, row: str = "", sets: Mapping[str, Any] | None = None) -> Decimal:
    """The exact value of an expression. The claims file is ours: it may use Python."""
    value = eval(expression, {"__builtins__": {}, "row": row} | words_for(study) | dict(sets or {}))
    if value is None:
        raise LookupError(f"{expression}: no value")
    return (
        value if isinstance(value, Decimal) else Decimal(repr(value) if isinstance(value, float) else value)
    )


def shown_as(value: Decimal, like: str) -> str:
    """The value as the page shows it: rounded once, half up, to as many decimals as `like` has."""
    if like.lower() in WORDS:
        whole = int(value.quantize(Decimal(1), ROUND_HALF_UP))
        word = WORDS[whole] if 0 <= whole < len(WORDS) else str(whole)
        return word.capitalize() if like[0].isupper() else word
    decimals = len(like.partition(".")[2])
    number = value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
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
        self.complete: list[str] = content.get("complete", {}).get("pages", [])
        self.entries = [
            *(("claims", entry) for entry in content.get("claims", [])),
            *(("tables", entry) for entry in content.get("tables", [])),
            *(("declared", entry) for entry in content.get("declared", [])),
        ]
        self.names = [re.compile(entry["pattern"]) for entry in content.get("names", [])]

    @classmethod
    def read(cls, path: Path = CLAIMS) -> Claims:
        """The claims of a file."""
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    @property
    def pages(self) -> list[str]:
        """The pages that any entry is about, and those that must be covered."""
        return sorted({entry["page"] for _, entry in self.entries} | set(self.complete))

    def check(self, page: str, text: str) -> Found:
        """Every entry of a page against its text and the CSV files; and the figures that none accounts for."""
        told = plain(text)
        result = Found()
        for kind, entry in self.entries:
            if entry["page"] == page:
                one = {"claims": self._claim, "tables": self._table, "declared": self._declared}[kind](
                    entry, told
                )
                result.faults.extend(f"{page}: {fault}" for fault in one.faults)
                result.covered.update(one.covered)
        if page in self.complete:
            for start, figure in figures_of(told, self.names):
                if start not in result.covered:
                    around = told[max(0, start - 60) : start + 40]
                    result.faults.append(f"{page}: nothing accounts for {figure} in “…{around}…”")
        return result

    def _study(self, entry: Mapping[str, Any]) -> str:
        return str(entry.get("study", Path(entry["page"]).stem))

    def _claim(self, entry: Mapping[str, Any], told: str) -> Found:
        marked = " ".join(str(entry["text"]).split())
        text, shown, values = _MARKED.sub(r"\1", marked), _MARKED.findall(marked), entry["values"]
        if told.count(text) != 1:
            return Found([f"{told.count(text)} times in the page: “{text}”"])
        if len(shown) != len(values):
            return Found([f"{len(shown)} figures and {len(values)} values: “{text}”"])
        faults: list[str] = []
        covered: set[int] = set()
        begin, past = told.index(text), 0
        for found, expression in zip(_MARKED.finditer(marked), values, strict=True):
            covered.add(begin + found.start() - past)
            past += 2
            faults += self._compare(found[1], expression, self._study(entry), text)
        return Found(faults, covered)

    def _table(self, entry: Mapping[str, Any], told: str) -> Found:
        header = " ".join(str(entry["header"]).split())
        if told.count(header) != 1:
            return Found([f"{told.count(header)} times in the page: the table “{header}”"])
        faults: list[str] = []
        covered: set[int] = set()
        known = figures_of(told, self.names)
        names = iter(entry["rows"])
        begin = told.index(header) + len(header)
        for start, cells in _rows(told, begin, header.count("|") - 1):
            name = next(names, None)
            if name is None:
                faults.append(f"the table “{header}” has more rows than are named")
                break
            at = start
            for shown, expressions in zip(cells, entry["cells"], strict=True):
                figures = [(place, figure) for place, figure in known if at <= place < at + len(shown)]
                wanted = expressions[: len(figures)] if entry.get("may_lack") else expressions
                if len(figures) != len(wanted):
                    faults.append(
                        f"{name}: {len(figures)} figures and {len(wanted)} values in “{shown.strip()}”"
                    )
                for (place, figure), expression in zip(figures, wanted, strict=False):
                    covered.add(place)
                    where = f"{header} {name}"
                    faults += self._compare(figure, expression, self._study(entry), where, name)
                at += len(shown) + 1
        faults += [f"the table “{header}” has no row for {name}" for name in names]
        return Found(faults, covered)

    def _declared(self, entry: Mapping[str, Any], told: str) -> Found:
        text = " ".join(str(entry["text"]).split())
        faults = [] if entry["source"] in self.sources else [f"{entry['source']} is not one of the sources"]
        if told.count(text) != 1:
            return Found([*faults, f"{told.count(text)} times in the page: “{text}”"])
        begin = told.index(text)
        end = told.find(" ".join(str(entry.get("to", "")).split()), begin + len(text))
        if end < 0:
            return Found([*faults, f"“{entry['to']}” does not follow “{text}”"])
        end += len(str(entry.get("to", "")))
        inside = {start for start, _ in figures_of(told, self.names) if begin <= start < end}
        if not inside:
            faults.append(f"no figure in “{text}”")
        return Found(faults, inside)

    def _compare(self, shown: str, expression: str, study: str, where: str, row: str = "") -> Iterator[str]:
        if expression.startswith("@"):
            if expression[1:] not in self.sources:
                yield f"{expression[1:]} is not one of the sources"
            return
        try:
            right = shown_as(value_of(expression, study, row, self.sets), shown)
        except Exception as error:  # an expression can go wrong in any way; all are faults of the claims file
            yield f"{expression}: {error!r}"
            return
        if right != shown:
            yield f"shows {shown}, {expression} is {right}: “{where}”"


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
