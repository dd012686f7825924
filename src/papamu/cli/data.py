"""`papamu data`: grow search trees, and write their boards as training data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, given, with_options
from papamu.learn.tree_settings import RANDOM, TreeData
from papamu.training.options import options_from

if TYPE_CHECKING:
    from papamu.learn.tree_data import Boards

_UCT_C = 1.41  # exploration constant of ordinary UCT, if not given


@app.command()
@with_options(options_from([TreeData]))
def data(
    spec: GameSpec,
    out: Annotated[Path | None, typer.Option(help="The file (default: data-GAME-seedS.safetensors).")] = None,
    format: Annotated[str, typer.Option(help="safetensors, or parquet (needs pyarrow).")] = "safetensors",
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Grow a search tree and write its boards as training data.

    Each board comes with the player to move, the mean result of each player, and its visits. Boards with few
    visits are skipped.
    """
    from rich.console import Console

    from papamu.cli.output.line import print_line
    from papamu.core.files import check_writable
    from papamu.core.progress_bar import progress_bar
    from papamu.games.registry import load
    from papamu.learn import board_files
    from papamu.learn.tree_data import collect_boards

    chosen = given(options)
    if chosen.get("rollout") == RANDOM:
        chosen.setdefault("c", _UCT_C)
    settings = TreeData(spec, **chosen)
    board_files.check_format(format)
    path = out or Path(f"data-{load(spec).name}-seed{settings.seed}.{format}")
    check_writable(path)
    with progress_bar("growing", 1.0, weighed=True) as progress:
        found = collect_boards(settings, lambda share: progress.weigh(share, 1.0))
    board_files.save(found, path, format)
    if as_json:
        print(json.dumps(_facts(settings, found, path), ensure_ascii=False, allow_nan=False))
        return
    console = Console(highlight=False)
    for line in _lines(settings, found, path):
        print_line(console, line)


def _facts(settings: TreeData, found: Boards, path: Path) -> dict[str, Any]:
    return {
        "file": str(path),
        "game": found.game,
        "boards": len(found),
        "wanted": settings.nodes,
        "players": sorted({int(one) for one in found.players}),
        "visits": [int(found.visits.min()), int(found.visits.max())],
        **found.about,
    }


def _lines(settings: TreeData, found: Boards, path: Path) -> list[str]:
    about = found.about
    trees = "a tree" if settings.trees == 1 else f"{settings.trees:,} trees"
    lines = [
        f"{found.game}: {trees} of {settings.rollouts:,} rollouts, {about['nodes']:,} nodes, "
        f"{about['eligible']:,} of them with {settings.min_visits:,} visits or more"
    ]
    if len(found) < settings.nodes:
        lines.append(f"That is fewer than the {settings.nodes:,} requested: all {len(found):,} are written")
    if about["full"]:
        full = "the tree was" if settings.trees == 1 else f"{about['full']:,} trees were"
        lines.append(
            f"With {settings.megabytes:,g} megabytes {full} full: the rest was played at random and not stored "
            "(--megabytes)"
        )
    lines.append(f"wrote {len(found):,} boards to {path}")
    return lines
