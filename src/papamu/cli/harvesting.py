"""`papamu data`: grow trees, write their boards, and say what there was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console

from papamu.cli.explaining import say
from papamu.cli.keeping import check_place
from papamu.cli.progress import bar
from papamu.games.registry import load as load_game
from papamu.learn import board_files
from papamu.learn.harvest import Boards, Harvest, harvest


def run(told: Harvest, out: Path | None, format: str, as_json: bool) -> None:
    """Make the boards and write them."""
    board_files.check_format(format)
    game = load_game(told.game)
    path = out or Path(f"data-{game.name}-seed{told.seed}.{format}")
    check_place(path)
    with bar("growing", 1.0, weighed=True) as progress:
        found = harvest(told, lambda share: progress.weigh(share, 1.0))
    board_files.save(found, path, format)
    facts = _facts(told, found, path)
    if as_json:
        print(json.dumps(facts, ensure_ascii=False, allow_nan=False))
        return
    console = Console(highlight=False)
    for line in _lines(told, found, path):
        say(console, line)


def _facts(told: Harvest, found: Boards, path: Path) -> dict[str, Any]:
    return {
        "file": str(path),
        "game": found.game,
        "boards": len(found),
        "wanted": told.nodes,
        "players": sorted({int(one) for one in found.players}),
        "visits": [int(found.visits.min()), int(found.visits.max())],
        **found.about,
    }


def _lines(told: Harvest, found: Boards, path: Path) -> list[str]:
    about = found.about
    trees = "a tree" if told.trees == 1 else f"{told.trees:,} trees"
    lines = [
        f"{found.game}: {trees} of {told.rollouts:,} rollouts, {about['nodes']:,} nodes, "
        f"{about['eligible']:,} of them with {told.min_visits:,} visits or more"
    ]
    if len(found) < told.nodes:
        lines.append(
            f"That is fewer than the {told.nodes:,} that were asked for: all {len(found):,} are written"
        )
    if about["full"]:
        full = "the tree was" if told.trees == 1 else f"{about['full']:,} trees were"
        lines.append(
            f"With {told.megabytes:,g} megabytes {full} full: the rest was played at random and not stored "
            "(--megabytes)"
        )
    lines.append(f"wrote {len(found):,} boards to {path}")
    return lines
