"""`papamu games`: the list of games."""

from __future__ import annotations

import json

from papamu.cli import app
from papamu.cli.options import AsJson


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games, their sizes and options."""
    from papamu.cli.output import game_list

    if as_json:
        print(json.dumps(game_list.facts(), indent=2))
    else:
        game_list.show()
