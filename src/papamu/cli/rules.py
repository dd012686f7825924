"""`papamu rules`: a game's rule card."""

from __future__ import annotations

from papamu.cli import app
from papamu.cli.options import GameSpec


@app.command()
def rules(spec: GameSpec) -> None:
    """Show a game's rule card: the rules, its options, its notation."""
    from papamu.cli.output import rule_card
    from papamu.games.registry import load

    rule_card.show(load(spec))
