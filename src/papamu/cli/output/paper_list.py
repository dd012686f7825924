"""The list of `papamu papers`: each study with its tables and scales."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.lab.compare.verdicts import verdict
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.study import SCALES, Paper
from papamu.papers.common.shipped_results import shipped_comparisons


def show(papers: Iterable[Paper]) -> None:
    """For people."""
    console = Console(highlight=False)
    for paper in papers:
        console.print(Text.assemble((paper.name, "bold"), f"  {paper.title}"))
        console.print(Text(f"{paper.author}, {paper.where}, {paper.year}\n", style="dim"))
        console.print(Text(f"{paper.abstract}\n"))
        console.print(_tables(paper))
        console.print()
        console.print(_scales(paper))
        console.print(Text(f"\npapamu reproduce {paper.name} --scale smoke", style="dim"))


def _tables(paper: Paper) -> Table:
    listed = Table("table", "contents", box=None, header_style="bold", pad_edge=False)
    listed.add_column("entries", justify="right")
    listed.add_column("Papamu's result")
    for found in shipped_comparisons(paper.name):
        table = found.table
        listed.add_row(Text(table.name), Text(table.title), str(len(table.entries)), str(verdict(found)))
    return listed


def _scales(paper: Paper) -> Table:
    scales = Table("scale", box=None, header_style="bold", pad_edge=False)
    scales.add_column("pieces of work", justify="right")
    scales.add_column("on two cores")
    for scale in SCALES:
        scales.add_row(scale, f"{len(Reproduction.of(paper, scale).cells):,}", Text(paper.minutes[scale]))
    return scales
