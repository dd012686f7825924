"""An agent that plays by maps and by what it has learned on them: som:FILE."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from papamu.agents.agent import CompiledAgent, Explanation
from papamu.agents.learned import made_for_another
from papamu.agents.modelled import Modelled
from papamu.agents.wrappers import closing_search
from papamu.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import play
from papamu.learn import map_model
from papamu.learn.map_learning import Learning, MapSession
from papamu.learn.map_model import MapModel
from papamu.learn.retrieval import retrieved
from papamu.learn.stages import see
from papamu.learn.winners import recalled
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
        return map_model.load(self.path())

    def refusal(self, game: Game) -> str | None:
        """Maps know the board that they were made for."""
        return made_for_another(self.model.course.game, game, "its maps were")

    def policy(self, game: Game) -> Policy:
        """Maps and values, with room of its own to look in."""
        return self.model.player()

    def meaning(self, game: Game) -> str:
        """The value of a state."""
        return "the value of the state that the board after the move belongs to"

    def explain(self, position: Position) -> Explanation:
        """With the neuron that wins for the board after each move, and the board that it stands for."""
        found = super().explain(position)
        policy = self.sit(position)
        game, course, eyes = position.game, self.model.course, policy.eyes
        boards = np.zeros((len(found.scores), eyes.cells), dtype=np.int8)
        for scored, board in zip(found.scores, boards, strict=True):
            state = position.state.copy()
            play(game.rules, state, int(scored.move))
            see(eyes.counted, game.rules, state, position.player, board)
        back = recalled(eyes, boards)
        turned = eyes.turns.reshape(-1, eyes.cells)
        noted = []
        for at, scored in enumerate(found.scores):
            stage, neuron = int(eyes.stage_of[back.numbers[at]]), int(back.neurons[at])
            row, col = divmod(neuron, course.cols)
            stands_for = retrieved(self.model.weights[stage, neuron], self.model.thresholds[stage])
            seen = stands_for[turned[back.ways[at]]]
            if course.inner:  # by the inner product empty squares do not count, and a neuron knows none
                seen = np.where(boards[at] == 0, 0, seen)
            wrong = int(np.count_nonzero(seen != boards[at]))
            differ = (
                "all as it is" if not wrong else f"{wrong} square{'s differ' if wrong > 1 else ' differs'}"
            )
            note = f"neuron {row + 1}, {col + 1} of map {stage + 1}: {differ}"
            noted.append(replace(scored, note=note, board=tuple(seen.tolist())))
        return replace(found, scores=tuple(noted))


def session_against(model: MapModel, told: Learning, opponent: CompiledAgent) -> MapSession:
    """Somebody who learns on maps against an agent, with the closing search that it is told."""
    closing = (lambda game: closing_search(game, told.search)) if told.search else None
    return MapSession(model, told, opponent.policy, closing)
