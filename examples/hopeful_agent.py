"""An agent of your own in ten lines: it leaves the opponent as few moves as it can.

    papamu --plugin examples/hopeful_agent.py match clobber:6x6 hopeful random --games 200
    papamu --plugin examples/hopeful_agent.py play clobber:6x6 --vs hopeful

It plays every game, in the browser too. See "Add an agent" in CONTRIBUTING.md.
"""

from __future__ import annotations

import papamu


@papamu.register_agent
class HopefulAgent(papamu.Agent):
    """Few moves for the opponent; of equal moves any."""

    name = "hopeful"
    title = "leaves the opponent as few moves as it can"

    def choose(self, position: papamu.Position) -> papamu.Move:
        """The move after which there are the fewest; draw with `random_choice`, or games do not repeat."""
        left = [len(position.play(move).legal_moves) for move in position.legal_moves]
        best = [move for move, n in zip(position.legal_moves, left, strict=True) if n == min(left)]
        return self.random_choice(best)
