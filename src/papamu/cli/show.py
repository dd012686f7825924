"""`papamu show`: a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, MoveTexts, PositionText, RandomMoves
from papamu.core.errors import listing

if TYPE_CHECKING:
    from papamu.games.position import Position


@app.command()
def show(
    spec: GameSpec,
    position: PositionText = None,
    moves: MoveTexts = None,
    random: RandomMoves = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed for random starts and moves.")] = 0,
    svg: Annotated[Path | None, typer.Option(help="Write a drawing to this SVG file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a position: its board, its text and its legal moves."""
    from papamu.core.files import write_whole
    from papamu.games.position_setup import set_up
    from papamu.games.registry import load

    reached = set_up(load(spec), position, (moves or "").split(), random, seed)
    if svg is not None:
        write_whole(svg, reached._repr_svg_() + "\n")
        return
    if as_json:
        print(json.dumps(_facts(reached)))
        return
    print(reached, reached.to_text(), sep="\n\n")
    count = len(reached.legal_moves)
    print(f"\n{count} legal move{'' if count == 1 else 's'}: {listing(map(str, reached.legal_moves), 60)}")


def _facts(position: Position) -> dict[str, Any]:
    """Everything about a position, for JSON."""
    return {
        "game": str(position.game),
        "position": position.to_text(),
        "board": position.board.tolist(),
        "player": position.player,
        "over": position.is_over,
        "returns": position.returns,
        "scores": position.scores,
        "legal": [str(move) for move in position.legal_moves],
    }
