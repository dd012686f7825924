"""`papamu solve`: the exact value of a position, the best moves, nodes and time."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, MoveTexts, PositionText
from papamu.core.errors import PapamuError, listing

if TYPE_CHECKING:
    from papamu.games.position import Position
    from papamu.search.exact.contract import Solution


@app.command()
def solve(
    spec: GameSpec,
    position: PositionText = None,
    moves: MoveTexts = None,
    every: Annotated[
        bool, typer.Option("--every", help="Show the exact value of every move, not only of the best.")
    ] = False,
    megabytes: Annotated[
        int, typer.Option(min=1, max=10**6, help="Memory limit for stored positions.")
    ] = 1024,
    as_json: AsJson = False,
) -> None:
    """Solve a position exactly: who wins, the best moves, nodes and time."""
    from papamu.games.position_setup import set_up
    from papamu.games.registry import load

    reached = set_up(load(spec), position, (moves or "").split(), 0, 0)
    if reached.is_over:
        raise PapamuError(f"the game is over here: {' '.join(map(str, reached.returns))}")
    solution = _solve(reached, every, megabytes)
    if as_json:
        print(json.dumps(_facts(reached, solution)))
    else:
        _show(reached, solution, every)


def _solve(position: Position, every: bool, megabytes: int) -> Solution:
    from rich.console import Console

    from papamu.search.exact.registry import solver, warm_up

    chosen = solver(position.game, megabytes)
    warm_up(position.game)  # compiles, if it must: that is not solving
    with Console(stderr=True).status("solving …") as status:

        def watch(nodes: int) -> None:
            status.update(f"solving … {nodes:,} nodes")

        return chosen.solve(position.state, every, watch if sys.stderr.isatty() else None)


def _show(position: Position, solution: Solution, every: bool) -> None:
    from papamu.games.position import Move

    print(position, end="\n\n")
    print(_verdict(position, solution.value))
    best = [str(Move(position.game, move)) for move in solution.best]
    print(f"Best move{'s' if len(best) > 1 else ''}: {listing(best, 60)}")
    if every:
        for move, value in sorted(solution.values.items(), key=lambda pair: -pair[1]):
            print(f"  {Move(position.game, move)!s:<12} {value:+g}")
    print(f"{solution.nodes:,} nodes, {solution.seconds:.2f} s")


def _verdict(position: Position, value: float) -> str:
    """Who wins, in words."""
    from papamu.search.exact.registry import counts

    game = position.game
    mover = game.player_name(position.player)
    if value == 0:
        return f"{mover} is to move: a draw."
    other = game.player_name(1 - position.player) if game.num_players == 2 else "nobody"
    counted, note = counts(game)
    by = f" by {abs(value):g} {counted}{f' ({note})' * bool(note)}" if counted else ""
    return f"{mover} is to move: {mover if value > 0 else other} wins{by}."


def _facts(position: Position, solution: Solution) -> dict[str, object]:
    from papamu.games.position import Move

    winner = None
    if solution.value != 0:
        winner = position.player if solution.value > 0 else 1 - position.player
    return {
        "game": str(position.game),
        "position": position.to_text(),
        "to_move": position.player,
        "value": solution.value,
        "winner": winner,
        "best": [str(Move(position.game, move)) for move in solution.best],
        "values": {str(Move(position.game, move)): value for move, value in solution.values.items()},
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
