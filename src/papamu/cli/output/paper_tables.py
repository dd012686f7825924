"""Tables of a reproduction in the terminal: published above, ours below."""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.cli.output.report_summary import show_written
from papamu.core.durations import duration
from papamu.lab.compare.comparison import NEAR, Comparison
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.report import Report
from papamu.lab.compare.sentences import sentence
from papamu.lab.render.export import figure, mark, published

_COLOURED = " Coloured where they are more than 5 points apart."


def show_reproduction(report: Report, csv: Path | None) -> None:
    """All tables, where their CSV files are, and the command that makes the page."""
    console = Console(highlight=False)
    show(report, console)
    show_written(console, [csv / "*.csv" if csv else None])
    command = f"{report.reproduction.command(verb='report')} --open"
    console.print(Text(f"One page with the learning curves: {command}", style="dim"), soft_wrap=True)


def show(report: Report, console: Console) -> None:
    """What must be known first, all tables, then what they say."""
    trial = report.reproduction.trial
    if report.warning:
        console.print(Text(report.warning + "\n", style="bold"))
    for judged in report.comparisons:
        console.print(Text.assemble((judged.table.name, "bold"), f"  {judged.table.title}"))
        console.print(_table(judged, console.width))
    console.print(
        Text(
            "In each entry: published above, ours below, in per cent (games won), unless the title says "
            f"otherwise; † dead, ‡ diverged.{'' if trial else _COLOURED}\n",
            style="dim",
        )
    )
    for judged in report.comparisons:
        console.print(Text(f"• {sentence(judged)}"))
    machines = ", ".join(report.machines)
    console.print(Text(f"\n{duration(report.seconds[''])} of one worker in all, on {machines}", style="dim"))


def _table(judged: Comparison, width: int) -> Table:
    table = judged.table
    by_place = {(found.entry.row, found.entry.column): found for found in judged.results}
    view = Table(box=box.SIMPLE_HEAD, padding=0)
    view.add_column(Text(table.corner.replace(" \\ ", " \\\n")), max_width=max(12, width // 3))
    for column in table.columns:
        view.add_column(Text(column), justify="right", no_wrap=True)
    for row in table.rows:
        view.add_row(Text(row), *[_entry(judged, by_place.get((row, column))) for column in table.columns])
    return view


def _entry(judged: Comparison, found: EntryResult | None) -> Text:
    if found is None:
        return Text("")
    text = Text("" if judged.picture else f"{published(found)}\n", style="dim")
    if not found.done:
        return text.append("–")
    style = "not dim bold"
    far = not judged.trial and not found.unit and found.difference is not None
    if far and abs(found.difference or 0.0) > NEAR:
        style += " magenta" if (found.difference or 0.0) > 0 else " yellow"
    return text.append(figure(found, found.mean) + mark(found, judged.table.dead), style)
