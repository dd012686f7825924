"""`som:FILE`: plays by self-organizing maps and the values learned on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from papamu.agents.agent import CompiledAgent, Explanation
from papamu.agents.endgame import closing_search
from papamu.agents.model_agent import ModelAgent, board_mismatch
from papamu.core.errors import AgentError
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import play
from papamu.learn.som.best_matching_unit import recall_boards
from papamu.learn.som.model_file import MapModel, load
from papamu.learn.som.retrieval import retrieve_boards
from papamu.learn.som.stages import observe_board
from papamu.learn.som.td_session import Learning, MapSession
from papamu.search.policy import Policy


class SomAgent(ModelAgent[MapModel], CompiledAgent):
    """Maps and values from a file."""

    name = "som"
    title = "the move to the most valuable neuron of a self-organizing map, ties at random"
    source = "Reversi paper, §3 to §7"
    options_declared = (Option("file", "", "the file of maps: som:PATH (made by `papamu maps`)"),)
    takes_file = True

    def read_model(self) -> MapModel:
        """The maps of its file."""
        if not self.options["file"]:
            raise AgentError("som needs a file of maps: write som:PATH (made by `papamu maps`)")
        return load(self.path())

    def refusal(self, game: Game) -> str | None:
        """Maps know the board that they were made for."""
        return board_mismatch(self.model.course.game, game, "its maps were")

    def policy(self, game: Game) -> Policy:
        """Maps and values, with room of its own to look in."""
        return self.model.player()

    def meaning(self, game: Game) -> str:
        """The value of a state."""
        return "the value of the state that the board after the move belongs to"

    def explain(self, position: Position) -> Explanation:
        """With the neuron that wins for the board after each move, and the board that it stands for."""
        found = super().explain(position)
        policy = self.policy_for(position)
        game, course, lookup = position.game, self.model.course, policy.lookup
        boards = np.zeros((len(found.scores), lookup.cells), dtype=np.int8)
        for scored, board in zip(found.scores, boards, strict=True):
            state = position.state.copy()
            play(game.rules, state, int(scored.move))
            observe_board(lookup.counted, game.rules, state, position.player, board)
        back = recall_boards(lookup, boards)
        turned = lookup.turns.reshape(-1, lookup.cells)
        noted = []
        for at, scored in enumerate(found.scores):
            stage, neuron = int(lookup.stage_of[back.numbers[at]]), int(back.neurons[at])
            row, col = divmod(neuron, course.cols)
            stands_for = retrieve_boards(self.model.weights[stage, neuron], self.model.thresholds[stage])
            seen = stands_for[turned[back.ways[at]]]
            if course.inner:  # by the inner product empty squares do not count, and a neuron knows none
                seen = np.where(boards[at] == 0, 0, seen)
            wrong = int(np.count_nonzero(seen != boards[at]))
            differ = (
                "an exact match" if not wrong else f"{wrong} square{'s differ' if wrong > 1 else ' differs'}"
            )
            note = f"neuron {row + 1}, {col + 1} of map {stage + 1}: {differ}"
            noted.append(replace(scored, note=note, board=tuple(seen.tolist())))
        return replace(found, scores=tuple(noted))


def session_against(model: MapModel, course: Learning, opponent: CompiledAgent) -> MapSession:
    """A session that learns on maps against an agent, with the closing search of its course."""
    closing = (lambda game: closing_search(game, course.search)) if course.search else None
    return MapSession(model, course, opponent.policy, closing)
