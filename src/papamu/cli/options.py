"""Arguments and options that several commands have, each declared once; options made from settings of dataclasses."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from papamu.core import plugins
from papamu.training.options import Option

GameSpec = Annotated[str, typer.Argument(metavar="GAME", help="A game like clobber:6x6; see `papamu games`.")]
GameSpecs = Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Only these games.")]
AgentSpecs = Annotated[
    list[str], typer.Argument(metavar="AGENT…", help="Agents like mc:playouts=50; see `papamu agents`.")
]
PaperName = Annotated[str, typer.Argument(metavar="PAPER", help="A study; see `papamu papers`.")]

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]

# Which position (show, explain, solve).
PositionText = Annotated[str | None, typer.Option(help="Use this position text instead of the start.")]
MoveTexts = Annotated[str | None, typer.Option(help="Moves to play first, separated by spaces.")]
RandomMoves = Annotated[
    int, typer.Option(min=0, max=10_000, help="Number of random moves to play after that.")
]

# Games between agents (match, tournament, statistics), and long work in general.
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
OpeningPlies = Annotated[
    int | None,
    typer.Option(
        "--opening-plies",
        min=0,
        max=200,
        help="Random plies at the start, each opening different (default: 0, or 4 if all agents are deterministic).",
    ),
]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="Threads; the results are the same for any number.")]
GameRuns = Annotated[
    Path, typer.Option(envvar="PAPAMU_RUNS", help="Folder where games are saved as they are played.")
]
Again = Annotated[bool, typer.Option("--again", help="Discard the saved games and play from scratch.")]
Runs = Annotated[Path, typer.Option(envvar="PAPAMU_RUNS", help="Folder of all runs.")]
CsvFolder = Annotated[Path | None, typer.Option("--csv", help="Write one CSV file per table to this folder.")]

# -- options made from settings (train, maps, data) ------------------------------------------------------------

_ENVIRONMENT = {"runs": "PAPAMU_RUNS"}
_METAVARS = {int: "N", float: "X", str: "TEXT", Path: "PATH"}


def with_options(options: Iterable[Option]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a function with `**options` these options; those that are not given are None."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        written = inspect.signature(function, eval_str=True)
        own = [one for one in written.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        made = [_parameter(option) for option in options]
        parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (*own, *made)]
        function.__signature__ = written.replace(parameters=parameters)  # type: ignore[attr-defined]
        function.__annotations__ = {one.name: one.annotation for one in parameters}
        return function

    return decorate


def _parameter(option: Option) -> inspect.Parameter:
    flags = [option.flag]
    if option.kind is bool:
        flags = [f"{option.flag}/{option.flag.replace('--', '--no-', 1)}"]
    info = typer.Option(
        *flags,
        help=option.help.replace("`", "") + option.default_help,
        show_default=False,
        envvar=_ENVIRONMENT.get(option.name),
        metavar=_METAVARS.get(option.kind),
        rich_help_panel=option.limits.group or None,
    )
    annotation: Any = Annotated[option.kind | None, info]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


class GroupedCommand(TyperCommand):
    """A command whose help lists options under headings."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options by heading; those without one come last."""
        arguments, others = "Arguments", "Other options"
        groups: dict[str, list[tuple[str, str]]] = {arguments: []}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is not None:
                usual = arguments if one.param_type_name == "argument" else others
                heading = getattr(one, "rich_help_panel", None) or usual
                groups.setdefault(heading, []).append(record)
        last = groups.pop(others, [])
        for heading, records in {**groups, others: last}.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def given(values: dict[str, Any]) -> dict[str, Any]:
    """The options that were really given."""
    return {name: value for name, value in values.items() if value is not None}


def command_line() -> str:
    """What was typed, for the file that comes out of it."""
    return plugins.command_line(sys.argv[1:])
