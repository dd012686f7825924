"""`human`: a person at the terminal. Only `papamu play` can ask one for a move."""

from __future__ import annotations

from papamu.agents.agent import Agent
from papamu.core.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Move, Position


class HumanAgent(Agent):
    """A person at the terminal."""

    name = "human"
    title = "a human at the terminal (in `papamu play`)"
    source = "checkers report, Blokus report"

    def refusal(self, game: Game) -> str | None:
        """Whoever asks this is not `papamu play`."""
        return "a human plays in `papamu play` only, and alone"

    def choose(self, position: Position) -> Move:
        """Nobody can be asked here."""
        raise AgentError("a human plays in `papamu play` only")
