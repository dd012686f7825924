"""An agent that plays by maps and by what it has learned on them: som:FILE."""

from __future__ import annotations

from papamu.agents.agent import CompiledAgent
from papamu.agents.learned import made_for_another
from papamu.agents.wrappers import closing_search
from papamu.errors import AgentError
from papamu.games.game import Game
from papamu.learn import map_model
from papamu.learn.map_learning import Learning, MapSession
from papamu.learn.map_model import MapModel
from papamu.search.policy import Policy
from papamu.spec import Option


class SomAgent(CompiledAgent):
    """Maps and values from a file."""

    name = "som"
    title = "the move to the most valuable neuron of a self-organizing map, one of equal ones"
    source = "Reversi paper, §3 to §7"
    options_declared = (Option("file", "", "the file of maps: som:PATH (`papamu maps` makes them)"),)
    takes_file = True

    _model: MapModel | None = None

    @property
    def model(self) -> MapModel:
        """Its maps, read when they are first needed."""
        if self._model is None:
            if not self.options["file"]:
                raise AgentError("som needs a file of maps: write som:PATH (`papamu maps` makes them)")
            self._model = map_model.load(str(self.options["file"]))
        return self._model

    def refusal(self, game: Game) -> str | None:
        """Maps know the board that they were made for."""
        return made_for_another(self.model.course.game, game, "its maps were")

    def policy(self, game: Game) -> Policy:
        """Maps and values, with room of its own to look in."""
        return self.model.player()

    def meaning(self, game: Game) -> str:
        """The value of a state."""
        return "the value of the state that the board after the move belongs to"

    @classmethod
    def of(cls, model: MapModel) -> SomAgent:
        """An agent with these maps, which need not be in a file."""
        made = cls({"file": ""})
        made._model = model
        return made

    @property
    def identity(self) -> str:
        """A file may be written anew: maps and values say which player this is."""
        return f"{self} {self.model.digest}"

    def clone(self) -> SomAgent:
        """Another one with the same maps, which are read once."""
        twin = type(self)(self.options)
        twin._model = self.model
        return twin


def session_against(model: MapModel, told: Learning, opponent: CompiledAgent) -> MapSession:
    """Somebody who learns on maps against an agent, with the closing search that it is told."""
    closing = (lambda game: closing_search(game, told.search)) if told.search else None
    return MapSession(model, told, opponent.policy, closing)
