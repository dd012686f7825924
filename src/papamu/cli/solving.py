"""`papamu solve`: the exact value of a position, the best moves, nodes and time."""

from __future__ import annotations

import json
import sys

from papamu.cli.showing import reach
from papamu.errors import PapamuError, listing
from papamu.games.position import Move, Position
from papamu.games.registry import load
from papamu.search.solution import Solution
from papamu.search.solvers import solver, warm_up


def run(
    spec: str, position: str | None, moves: str | None, every: bool, megabytes: int, as_json: bool
) -> None:
    """Solve and say."""
    game = load(spec)
    at = reach(game, position, (moves or "").split(), 0, 0)
    if at.is_over:
        raise PapamuError(f"the game is over here: {' '.join(map(str, at.returns))}")
    found = _solved(at, every, megabytes)
    if as_json:
        print(json.dumps(_facts(at, found)))
        return
    print(at, end="\n\n")
    print(f"{_said(at, found.value)}")
    best = [str(Move(game, move)) for move in found.best]
    print(f"Best move{'s' if len(best) > 1 else ''}: {listing(best, 60)}")
    if every:
        for move, value in sorted(found.values.items(), key=lambda pair: -pair[1]):
            print(f"  {Move(game, move)!s:<12} {value:+g}")
    print(f"{found.nodes:,} nodes, {found.seconds:.2f} s")


def _solved(at: Position, every: bool, megabytes: int) -> Solution:
    from rich.console import Console

    wise = solver(at.game, megabytes)
    warm_up(at.game)  # compiles, if it must: that is not solving
    with Console(stderr=True).status("solving …") as status:

        def watch(nodes: int) -> None:
            status.update(f"solving … {nodes:,} nodes")

        return wise.solve(at.state, every, watch if sys.stderr.isatty() else None)


def _said(at: Position, value: float) -> str:
    """Who wins, in words."""
    mover = at.game.player_name(at.player)
    if value == 0:
        return f"{mover} is to move: a draw."
    other = at.game.player_name(1 - at.player) if at.game.num_players == 2 else "nobody"
    by = f" by {abs(value):g} discs (empty squares go to the winner)" if at.game.name == "reversi" else ""
    return f"{mover} is to move: {mover if value > 0 else other} wins{by}."


def _facts(at: Position, found: Solution) -> dict[str, object]:
    winner = None
    if found.value != 0:
        winner = at.player if found.value > 0 else 1 - at.player
    return {
        "game": str(at.game),
        "position": at.to_text(),
        "to_move": at.player,
        "value": found.value,
        "winner": winner,
        "best": [str(Move(at.game, move)) for move in found.best],
        "values": {str(Move(at.game, move)): value for move, value in found.values.items()},
        "nodes": found.nodes,
        "seconds": found.seconds,
    }
