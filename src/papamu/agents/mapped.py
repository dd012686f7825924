"""An agent that plays by maps and by what it has learned on them: som:FILE."""

from __future__ import annotations

from papamu.agents.agent import CompiledAgent
from papamu.agents.learned import made_for_another
from papamu.agents.modelled import Modelled
from papamu.agents.wrappers import closing_search
from papamu.errors import AgentError
from papamu.games.game import Game
from papamu.learn import map_model
from papamu.learn.map_learning import Learning, MapSession
from papamu.learn.map_model import MapModel
from papamu.search.policy import Policy
from papamu.spec import Option


class SomAgent(Modelled[MapModel], CompiledAgent):
    """Maps and values from a file."""

    name = "som"
    title = "the move to the most valuable neuron of a self-organizing map, one of equal ones"
    source = "Reversi paper, §3 to §7"
    options_declared = (Option("file", "", "the file of maps: som:PATH (`papamu maps` makes them)"),)
    takes_file = True

    def read_model(self) -> MapModel:
        """The maps of its file."""
        if not self.options["file"]:
            raise AgentError("som needs a file of maps: write som:PATH (`papamu maps` makes them)")
        return map_model.load(str(self.options["file"]))

    def refusal(self, game: Game) -> str | None:
        """Maps know the board that they were made for."""
        return made_for_another(self.model.course.game, game, "its maps were")

    def policy(self, game: Game) -> Policy:
        """Maps and values, with room of its own to look in."""
        return self.model.player()

    def meaning(self, game: Game) -> str:
        """The value of a state."""
        return "the value of the state that the board after the move belongs to"


def session_against(model: MapModel, told: Learning, opponent: CompiledAgent) -> MapSession:
    """Somebody who learns on maps against an agent, with the closing search that it is told."""
    closing = (lambda game: closing_search(game, told.search)) if told.search else None
    return MapSession(model, told, opponent.policy, closing)
