"""`comparison:FILE`: plays by a network that compares two boards, from a model file."""

from __future__ import annotations

from papamu.agents.mlp import MlpAgent
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.learn.mlp.model_file import Model


class ComparisonAgent(MlpAgent):
    """A comparison network from a model file."""

    name = "comparison"
    title = "compares the boards after its moves in pairs with a trained network, and keeps the better one"
    source = "Konane thesis, §5.2"
    options_declared = (
        Option("file", "", "the model file: comparison:PATH (made by `papamu train --compares`)"),
    )
    compares = True

    def meaning(self, game: Game) -> str:
        """The network's output beside the chosen move."""
        return (
            "1 for the move it keeps; for the others, how much the network prefers them to it (0.5: as good)"
        )


def network_agent(model: Model) -> MlpAgent:
    """The agent that plays a network, whether it values boards or compares them."""
    return (ComparisonAgent if model.course.compares else MlpAgent).of(model)
