"""The commands that show games: what there is, how it is played, that it is right and fast."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from papamu import __version__
from papamu.cli import app
from papamu.errors import PapamuError, listing

GameSpec = Annotated[str, typer.Argument(metavar="GAME", help="A game like clobber:6x6; see `papamu games`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print figures as JSON.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"papamu {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")
    ] = False,
) -> None:
    """Papamu: a laboratory for learning board games."""


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games, their sizes and options."""
    from papamu.games import registry

    found = [registry.find(name) for name in registry.names()]
    if as_json:
        rows = [
            {
                "name": game.name,
                "default": str(registry.load(game.name)),
                "sizes": game.sizes,
                "options": {option.name: option.allowed for option in game.options_declared},
            }
            for game in found
        ]
        print(json.dumps(rows, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "default", "sizes", "options", box=None, header_style="bold", pad_edge=False)
    for game in found:
        options = " ".join(f"{option.name}=" for option in game.options_declared)
        table.add_row(game.name, str(registry.load(game.name)), game.sizes, options)
    console = Console()
    console.print(table)
    console.print("\nA game is written name:size,option=value — for example clobber:5x6,cannibal=true.")
    console.print("`papamu rules GAME` shows its rule card, `papamu play GAME` plays it.")


@app.command()
def rules(spec: GameSpec) -> None:
    """Show a game's rule card: the rules, its options, its notation."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from papamu.games.registry import load

    game = load(spec)
    console = Console(width=min(100, Console().width))
    console.rule(Text(f"{game.title}  {game}", style="bold"), align="left")
    console.print(Padding(game.card, (1, 0)), markup=False)
    if game.options_declared:
        table = Table("option", "takes", "default", "meaning", box=None, header_style="bold", pad_edge=False)
        for option in game.options_declared:
            default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
            table.add_row(option.name, option.allowed, default or "–", option.help)
        console.print(table)
    console.print(f"\nSizes: {game.sizes}.", markup=False, highlight=False)
    console.print(f"The start of {game}:\n", markup=False, highlight=False)
    console.print(str(game.start(seed=0)), markup=False, highlight=False)


@app.command()
def perft(
    spec: GameSpec,
    depth: Annotated[int, typer.Option(min=1, max=30, help="How many plies.")] = 5,
    divide: Annotated[bool, typer.Option(help="Show the count behind each first move.")] = False,
    turns: Annotated[
        bool, typer.Option(help="Count a whole turn as one ply (checkers' usual perft).")
    ] = False,
    position: Annotated[str | None, typer.Option(help="Start from this position text.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count the positions that lie so many plies ahead (the usual proof of the rules)."""
    from time import perf_counter

    from papamu.games import perft as counting
    from papamu.games.registry import load

    game = load(spec)
    start = game.from_text(position) if position else game.start(seed=0)
    if divide and turns:
        raise PapamuError("--divide counts plies, so it does not go with --turns")
    if divide:
        parts = counting.divide(start, depth)
        if as_json:
            print(json.dumps([{"move": move, "nodes": nodes} for move, nodes in parts]))
            return
        total = 0
        for move, nodes in parts:
            total += nodes
            print(f"{move:<16} {nodes:>20,}", flush=True)
        print(f"{'total':<16} {total:>20,}")
    elif as_json:
        counts = counting.perft(start, depth, turns)
        print(json.dumps([{"depth": at, "nodes": nodes} for at, nodes in enumerate(counts, start=1)]))
    else:
        began = perf_counter()
        for at in range(1, depth + 1):  # line by line, so that something is seen while it counts
            print(f"{at:>3} {counting.perft(start, at, turns)[-1]:>20,}", flush=True)
        print(f"{perf_counter() - began:.2f} s", file=sys.stderr)


@app.command()
def warm(
    specs: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Only these games.")] = None,
    agents: Annotated[bool, typer.Option(help="Also agents, matches and solvers, which take most.")] = True,
) -> None:
    """Compile now what would be compiled at its first use: minutes for all games, once."""
    from papamu import warming
    from papamu.cli.progress import bar

    jobs = warming.jobs(specs or None, agents)
    with bar("compiling", len(jobs)) as progress:
        for label, job in jobs:
            progress.step(label)
            job()
    from papamu.kernel.cache import compiled_folder

    print(f"Compiled code is kept in {compiled_folder()}.")


@app.command()
def bench(
    specs: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Only these games.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=600, help="Seconds of play per measurement.")] = 1.0,
    starts: Annotated[bool, typer.Option(help="Also measure cold and warm starts.")] = True,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Only this: random, uct, minimax, evaluate, match, solve, train, update or starts "
            "(may be repeated).",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure speed on one core, beside OpenSpiel where it is installed: games, searches, solvers, starts."""
    from papamu.cli.benching import show

    show(specs or None, seconds, starts, only or None, as_json)


@app.command()
def show(
    spec: GameSpec,
    position: Annotated[str | None, typer.Option(help="This position text instead of the start.")] = None,
    moves: Annotated[str | None, typer.Option(help="Moves to play first, separated by spaces.")] = None,
    random: Annotated[int, typer.Option(min=0, max=10_000, help="So many random moves after that.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="For random starts and moves.")] = 0,
    svg: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a position: its board, its text and its legal moves."""
    from papamu.cli.showing import facts, reach
    from papamu.files import write_whole
    from papamu.games.registry import load

    reached = reach(load(spec), position, (moves or "").split(), random, seed)
    if svg is not None:
        write_whole(svg, reached._repr_svg_() + "\n")
        return
    if as_json:
        print(json.dumps(facts(reached)))
        return
    print(reached, reached.to_text(), sep="\n\n")
    count = len(reached.legal_moves)
    print(f"\n{count} legal move{'' if count == 1 else 's'}: {listing(map(str, reached.legal_moves), 60)}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record (JSON).")], as_json: AsJson = False
) -> None:
    """Check a game record move by move and show how it ended."""
    from papamu.games.record import Record

    record = Record.load(file)
    last = record.replay()
    if as_json:
        print(record.to_json())
        return
    print(f"{record.game}, {len(record.moves)} moves: {' '.join(record.moves)}\n")
    print(last)
