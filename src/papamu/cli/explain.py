"""`papamu explain`: what an agent thinks of each legal move."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, MoveTexts, PositionText, RandomMoves


@app.command()
def explain(
    spec: GameSpec,
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="An agent like minimax:depth=3; see `papamu agents`.")
    ],
    position: PositionText = None,
    moves: MoveTexts = None,
    random: RandomMoves = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed for random starts, random moves and the agent.")] = 0,
    top: Annotated[
        int | None, typer.Option(min=1, help="Number of moves in the table (default: 10; with --json: all).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what an agent thinks of each legal move.

    The moves are listed in a table, the best first, and marked on the board.
    """
    from papamu.agents.opponents import read_agent
    from papamu.cli.output import explanation_table
    from papamu.cli.terminal_game.interrupt import leave
    from papamu.games.position_setup import set_up
    from papamu.games.registry import load
    from papamu.kernel.random import stream

    game = load(spec)
    explainer = read_agent(agent, game, from_start=False)
    reached = set_up(game, position, (moves or "").split(), random, seed)
    explainer.begin(game, stream(seed, 1))
    try:
        if as_json:
            print(json.dumps(explanation_table.facts(reached, explainer, top)))
        else:
            explanation_table.show(reached, explainer, top or 10)
    except KeyboardInterrupt:
        leave(130)
