"""Agents that play by what was learned: a model file, of a network that values boards or compares them."""

from __future__ import annotations

from typing import ClassVar

from papamu.agents.agent import CompiledAgent
from papamu.agents.modelled import Modelled
from papamu.errors import AgentError, ModelError
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.learn import model
from papamu.learn.mlp import take_weights
from papamu.learn.model import Model, network, player
from papamu.search.policy import Policy
from papamu.spec import Option


def made_for_another(spec: str, game: Game, what: str) -> str | None:
    """Why something that was made for one board does not play this one, or nothing."""
    made_for = load_game(spec)
    named = (made_for.name, made_for.rows, made_for.cols, made_for.size_text)
    another_graph = not game.size_text and made_for != game
    if named != (game.name, game.rows, game.cols, game.size_text) or another_graph:
        return f"{what} made for {made_for}"
    if made_for.num_players != game.num_players:
        return f"{what} made for {made_for}, with {made_for.num_players} players"
    return None


class MlpAgent(Modelled[Model], CompiledAgent):
    """A value network from a model file."""

    name = "mlp"
    title = "the move after which a trained network values the board most, the first of equal ones"
    source = "Clobber thesis, §4.4"
    options_declared = (
        Option("file", "", "the model file: mlp:PATH (`papamu train` makes them), or the name of ours"),
    )
    takes_file = True
    deterministic = True

    compares: ClassVar[bool] = False  # networks that compare two boards, or those that value one

    def read_model(self) -> Model:
        """The network of its file."""
        if not self.options["file"]:
            raise AgentError(
                f"{self.name} needs a model file: write {self.name}:PATH (`papamu train` makes them)"
            )
        found = model.load(self.path())
        if found.course.compares != self.compares:
            does, other = (
                ("compares two boards", "comparison")
                if found.course.compares
                else ("values one board", "mlp")
            )
            raise ModelError(f"the network of {str(self.options['file'])!r} {does}: play it as {other}:PATH")
        return found

    def refusal(self, game: Game) -> str | None:
        """A network plays the board that it was made for."""
        return made_for_another(self.model.course.game, game, "its network was")

    def policy(self, game: Game) -> Policy:
        """The network with room of its own to think in."""
        encoding, net = network(self.model.course, load_game(self.model.course.game))
        take_weights(net, self.model.net)
        return player(self.model.course, game, encoding, net)

    @property
    def judged(self) -> tuple[float, float]:
        """What a lost and a won game are worth to its network."""
        course = self.model.course
        return -course.target if course.lost is None else course.lost, course.target

    def meaning(self, game: Game) -> str:
        """The network's output."""
        return f"the network's value of the board after the move (a won game: {self.model.course.target:g})"


class ComparisonAgent(MlpAgent):
    """A comparison network from a model file."""

    name = "comparison"
    title = "compares the boards after its moves two by two with a trained network, and keeps the better one"
    source = "Konane thesis, §5.2"
    options_declared = (
        Option("file", "", "the model file: comparison:PATH (`papamu train --compares` makes them)"),
    )
    compares = True

    def meaning(self, game: Game) -> str:
        """The network's output beside the chosen move."""
        return (
            "1 for the move it keeps; of others, how far the network prefers them to that one (0.5: as good)"
        )


def player_of(model: Model) -> MlpAgent:
    """The agent that plays a network, whether it values boards or compares them."""
    return (ComparisonAgent if model.course.compares else MlpAgent).of(model)
