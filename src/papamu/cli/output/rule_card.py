"""The rule card of `papamu rules`: rules, options, sizes and the board at the start."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from papamu.games.game import Game


def show(game: Game) -> None:
    """Print it, at most 100 columns wide."""
    console = Console(width=min(100, Console().width))
    console.rule(Text(f"{game.title}  {game}", style="bold"), align="left")
    console.print(Padding(game.card, (1, 0)), markup=False)
    if game.options_declared:
        console.print(_options(game))
    console.print(f"\nSizes: {game.sizes}.", markup=False, highlight=False)
    console.print(f"The start of {game}:\n", markup=False, highlight=False)
    console.print(str(game.start(seed=0)), markup=False, highlight=False)


def _options(game: Game) -> Table:
    table = Table("option", "takes", "default", "meaning", box=None, header_style="bold", pad_edge=False)
    for option in game.options_declared:
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        table.add_row(option.name, option.allowed, default or "–", option.help)
    return table
