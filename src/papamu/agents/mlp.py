"""`mlp:FILE`: plays by a value network from a model file."""

from __future__ import annotations

from typing import Any, ClassVar

from papamu.agents.agent import CompiledAgent
from papamu.agents.model_agent import ModelAgent, board_mismatch
from papamu.core.errors import AgentError, ModelError
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.learn.encodings import registry as encodings
from papamu.learn.mlp.model_file import Model, build_network, load, network_policy
from papamu.learn.mlp.network import copy_weights
from papamu.search.policy import Policy


class MlpAgent(ModelAgent[Model], CompiledAgent):
    """A value network from a model file."""

    name = "mlp"
    title = "the move after which a trained network values the board highest, the first in a tie"
    source = "Clobber thesis, §4.4"
    options_declared = (
        Option(
            "file", "", "the model file: mlp:PATH (made by `papamu train`), or the name of a shipped model"
        ),
    )
    takes_file = True
    deterministic = True

    compares: ClassVar[bool] = False  # networks that compare two boards, or those that value one

    def read_model(self) -> Model:
        """The network of its file."""
        if not self.options["file"]:
            raise AgentError(
                f"{self.name} needs a model file: write {self.name}:PATH (made by `papamu train`)"
            )
        found = load(self.path())
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
        return board_mismatch(self.model.course.game, game, "its network was")

    def parts(self, game: Game) -> tuple[Any, ...]:
        """Its encoding too."""
        return *super().parts(game), *encodings.sources(game, self.model.course.encoding)

    def policy(self, game: Game) -> Policy:
        """The network with room of its own to think in."""
        encoding, net = build_network(self.model.course, load_game(self.model.course.game))
        copy_weights(net, self.model.net)
        return network_policy(self.model.course, game, encoding, net)

    @property
    def judged(self) -> tuple[float, float]:
        """What a lost and a won game are worth to its network."""
        course = self.model.course
        return -course.target if course.lost is None else course.lost, course.target

    @property
    def value_bounds(self) -> tuple[float, float] | None:
        """The targets of lost and won games; of two boards that are compared it only says which is better."""
        return None if self.compares else self.judged

    def meaning(self, game: Game) -> str:
        """The network's output."""
        return f"the network's value of the board after the move (a won game: {self.model.course.target:g})"
