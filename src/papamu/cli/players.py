"""`papamu players`: the players known to adaptive opponents."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson


@app.command()
def players(
    forget: Annotated[
        str | None, typer.Option(metavar="NAME", help="Delete everything stored about this player.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the players known to adaptive opponents, with ratings."""
    from papamu.agents import person_store
    from papamu.cli.output import player_list

    if forget is not None:
        person_store.forget_person(forget)
        print(f"Forgot {person_store.check_name(forget)}.")
    elif as_json:
        print(json.dumps(player_list.facts(), indent=2, ensure_ascii=False))
    else:
        player_list.show()
