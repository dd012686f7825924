"""The options as Markdown tables, for the documentation: made from the courses, so that they are never out of date.

python -m papamu.training.option_tables train      (alphazero, maps, data; presets)
"""

from __future__ import annotations

from collections.abc import Iterable

from papamu.core.errors import PapamuError, listing, nearest
from papamu.games import registry
from papamu.learn.tree_settings import TreeData
from papamu.training.map_options import map_options
from papamu.training.options import ALPHAZERO, MLP, Option, options_from, train_options
from papamu.training.presets.registry import PRESETS, preset_text


def option_table(options: Iterable[Option], learner: str, paper: str = "") -> str:
    """A table of options, with their defaults and, if it is named, what a paper used."""
    default_head = "with `--preset none`" if learner == MLP else "default"
    heads = ["option", "what it is", default_head, *([paper] if paper else [])]
    lines = [_row(heads), _row(["---"] * len(heads))]
    for option in options:
        default = option.default_text_of(learner)
        cells = [
            f"`{option.flag}`",
            _cell(option.help),
            f"`{default}`" if default else "",
            option.limits.paper,
        ]
        lines.append(_row(cells[: len(heads)]))
    return "\n".join(lines)


def preset_table(games: Iterable[str]) -> str:
    """What each preset of these games is."""
    lines = [_row(["game", *PRESETS]), _row(["---"] * (1 + len(PRESETS)))]
    for game in games:
        lines.append(_row([game, *(_cell(preset_text(game, name)) for name in PRESETS)]))
    return "\n".join(lines)


def table(name: str) -> str:
    """The table of this name."""
    tables = {
        "train": lambda: option_table(_of(MLP), MLP, "Clobber thesis"),
        "alphazero": lambda: option_table(_of(ALPHAZERO), ALPHAZERO),
        "maps": lambda: option_table(map_options().values(), "som", "Reversi paper"),
        "data": lambda: option_table(options_from([TreeData]), "", "checkers report"),
        "presets": lambda: preset_table([*registry.names(), "any other"]),
    }
    if name not in tables:
        raise PapamuError(f"there is no table {name!r}{nearest(name, tables)}: there are {listing(tables)}")
    return tables[name]()


def _of(learner: str) -> list[Option]:
    return [option for option in train_options().values() if learner in option.defaults]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
