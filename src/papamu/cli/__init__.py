"""The command line: `papamu --help`. One file per command, named after it.

A command reads its options, calls the library and prints what comes back. What several commands print with is
in `output/`, the game of `papamu play` in `terminal_game/`, options that several commands have in `options.py`.

Help must answer at once, so a command's file imports nothing heavy: what it needs, its function imports when
it runs. A user's mistake ends in one line and exit code 2; everything else is a bug and may show its traceback.

What is here:

    agents          `papamu agents`: the list of agents
    bench           `papamu bench`: measure speed
    data            `papamu data`: grow search trees, and write their boards as training data
    explain         `papamu explain`: what an agent thinks of each legal move
    games           `papamu games`: the list of games
    ladder          `papamu ladder`: the ratings of the browser app's agents
    maps            `papamu maps`: train self-organizing maps, and learn values on them
    match           `papamu match`: games between agents, and which of them is stronger
    options         Arguments and options that several commands have, each declared once; options made from settings
                    of dataclasses
    papers          `papamu papers`: the list of studies
    perft           `papamu perft`: count positions ply by ply
    play            `papamu play`: a game in the terminal
    players         `papamu players`: the players known to adaptive opponents
    replay          `papamu replay`: check a game record
    report          `papamu report`: one page with the finished results of a study
    reproduce       `papamu reproduce`: the tables of a study, next to the published ones
    rules           `papamu rules`: a game's rule card
    serve           `papamu serve`: the browser app
    show            `papamu show`: a position
    solve           `papamu solve`: the exact value of a position, the best moves, nodes and time
    statistics      `papamu statistics`: statistics of Blokus games
    tournament      `papamu tournament`: every agent against every other
    train           `papamu train`: train a network by playing games, test it, and save it
    warm            `papamu warm`: compile ahead of time
    output/         What commands print with: lists, tables, the progress bar, and the line that resumes long work
    terminal_game/  The game of `papamu play`: menu, seats, the game itself, what a player can type, hints
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated

import typer

from papamu import __version__
from papamu.core import plugins
from papamu.core.errors import PapamuError

# The commands' modules, in the order of `papamu --help`.
COMMANDS = (
    "games", "rules", "perft", "warm", "bench", "show", "replay",
    "agents", "explain", "play", "players",
    "match", "tournament", "statistics", "solve",
    "data", "papers", "reproduce", "report", "train", "maps",
    "serve", "ladder",
)  # fmt: skip

app = typer.Typer(
    name="papamu",
    help="A laboratory for learning board games: Clobber, Checkers, Reversi, Blokus and Konane.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line."""
    load_commands()
    try:
        words, files = plugins.split(sys.argv[1:])
        plugins.use(files)
        sys.argv[1:] = words or ["--help"]
        sys.exit(app(standalone_mode=False, prog_name="papamu"))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # `papamu perft … | head`
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        message = _mistake(error)
        if message is None:
            raise
        print("papamu:", " ".join(message.split()), file=sys.stderr)
        sys.exit(2)


def load_commands() -> None:
    """Import every command's module: each registers its command with `app`."""
    for name in COMMANDS:
        import_module(f"papamu.cli.{name}")


def _mistake(error: Exception) -> str | None:
    """The message for a user's mistake: a `PapamuError`, or an error of the argument parser; else nothing."""
    if isinstance(error, PapamuError):
        return str(error)
    format_message = getattr(error, "format_message", None)
    return None if format_message is None else f"{format_message()} (see --help)"


def _print_version(asked: bool) -> None:
    if asked:
        print(f"papamu {__version__}")
        raise typer.Exit


@app.callback()
def _global_options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
    plugin: Annotated[  # taken out of the line before it is parsed, so that it may stand anywhere
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="FILE",
            help="Load your own games, agents or evaluations from a Python file (may be repeated; "
            "also PAPAMU_PLUGINS).",
        ),
    ] = None,
) -> None:
    """Papamu: a laboratory for learning board games."""
