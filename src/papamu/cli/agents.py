"""`papamu agents`: the list of agents."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson


@app.command()
def agents(
    spec: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Show which agents play this game, and its evaluations."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the agents and their options, for all games or one."""
    from papamu.cli.output import agent_list
    from papamu.games.registry import load

    game = load(spec) if spec else None
    if as_json:
        print(json.dumps(agent_list.facts(game), indent=2))
    else:
        agent_list.show(game)
