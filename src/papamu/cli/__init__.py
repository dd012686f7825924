"""The command line: `papamu --help`.

Commands import what they need when they run, so that help answers at once. A person's mistake
ends in one line and exit code 2; everything else is a bug and may show its traceback.
"""

from __future__ import annotations

import sys

import typer

from papamu.errors import PapamuError

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
    from papamu.cli import (  # noqa: F401  (registers the commands)
        agent_commands,
        arena_commands,
        commands,
        data_commands,
        lab_commands,
        learn_commands,
        map_commands,
        web_commands,
    )

    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        sys.exit(app(standalone_mode=False))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # `papamu perft … | head`
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        said = _mistake(error)
        if said is None:
            raise
        print("papamu:", " ".join(said.split()), file=sys.stderr)
        sys.exit(2)


def _mistake(error: Exception) -> str | None:
    """What a person did wrong: our own errors, and those of the parser of arguments."""
    if isinstance(error, PapamuError):
        return str(error)
    format_message = getattr(error, "format_message", None)
    return None if format_message is None else f"{format_message()} (see --help)"
