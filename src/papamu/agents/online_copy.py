"""`learning+mlp:FILE`, `learning+som:FILE`: plays a copy of the model that keeps learning from one person's games.

Every person has their own copy of the model, which begins as the one in the file and is changed by their
games alone, as the Reversi paper means it. Without a person (in matches) it plays as its `player` has taught
it so far, or as the file says, and learns nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from papamu.agents import person_store
from papamu.agents.agent import Agent, Ending
from papamu.agents.mlp import MlpAgent
from papamu.agents.som import SomAgent
from papamu.agents.wrapper import Wrapper
from papamu.core.errors import AgentError
from papamu.core.files import make_folder
from papamu.core.locks import hold
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.kernel.random import Stream
from papamu.learn.mlp.model_file import Model
from papamu.learn.mlp.model_file import load as load_network
from papamu.learn.online.learn_from_record import games_learned_from, learn_from_game, learning_refusal
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.model_file import load as load_maps
from papamu.search.policy import Policy


class LearningAgent(Wrapper):
    """A model that learns from its person."""

    name = "learning"
    title = "keeps learning from its games with you; each player gets a copy of the model behind the +"
    source = "Reversi paper, §1"
    options_declared = (
        Option("player", "", "the player whose copy it uses (default: that of `papamu play --player`)"),
    )
    wraps_files = True
    deterministic = True  # as the model behind it

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        super().__init__(options, inner)
        if not isinstance(self.other, SomAgent | MlpAgent):
            raise AgentError(
                f"learning needs a model that can learn, and {self.other} is not one: "
                "write learning+som:FILE or learning+mlp:FILE"
            )
        self.learner: SomAgent | MlpAgent = self.other
        named = str(self.options["player"])
        self.player = person_store.check_name(named) if named else ""
        self._met = False
        self._begun: Model | MapModel | None = None  # the model of the file

    @property
    def first(self) -> Model | MapModel:
        """The model as it is in the file."""
        if self._begun is None:
            self._begun = self.learner.model
            reason = learning_refusal(self._begun)
            if reason:
                raise AgentError(f"{self} cannot learn: {reason}")
        return self._begun

    @property
    def copy(self) -> Path:
        """Where the person's copy is kept."""
        return (
            person_store.person_folder(self.player) / f"{self.learner.name}-{self.first.digest}.safetensors"
        )

    def _recall(self) -> None:
        """Play with the person's copy, if there is one."""
        first = self.first
        if self.player and not self._met:
            person_store.check_known(self.player)
        if self.player and self.copy.is_file():
            kept = _load(self.learner, self.copy)
            if type(kept) is not type(first) or kept.course != first.course:
                raise AgentError(f"{str(self.copy)!r} is a copy of another model: remove it")
            self.learner._model = kept

    def refusal(self, game: Game) -> str | None:
        """As the model says, and models that cannot learn are refused."""
        self.first  # noqa: B018
        return super().refusal(game)

    def policy(self, game: Game) -> Policy:
        """The policy of the person's copy."""
        self._recall()
        return self.inner_policy(game)

    def begin(self, game: Game, rng: Stream) -> None:
        """A new game, with what was learned from the last."""
        super().begin(game, rng)
        self._game = None  # sit down anew: the policy has the weights of before

    @property
    def identity(self) -> str:
        """What it has learned so far decides how it plays."""
        self._recall()
        return super().identity

    def meet(self, person: str) -> None:
        """From now on it learns, from this person unless its option names another."""
        super().meet(person)
        self.player = self.player or person_store.check_name(person)
        self._met = True
        self._recall()  # a damaged copy is better found before the game

    def end(self, ending: Ending) -> tuple[str, ...]:
        """Learn from the game, if a person played it."""
        said = super().end(ending)
        if not (self._met and ending.people):
            return said
        line = ending.position.line
        mine = [after.state for before, after in pairwise(line) if before.player == ending.seat]
        result = list(ending.position.returns)
        if ending.gave_up and not ending.position.is_over:
            result = [-1.0 if seat in ending.gave_up else 1.0 for seat in range(len(result))]
        make_folder(self.copy.parent)
        with hold(self.copy):
            self._recall()  # another game with the same person may have ended meanwhile
            learned = learn_from_game(self.learner.model, mine, ending.seat, result)
            learned.save(self.copy)
        self.learner._model = learned
        person_store.update_person(
            self.player, lambda person: person
        )  # known from now on, also if nobody rates them
        games = games_learned_from(learned)
        return (
            *said,
            f"It has learned from {'this game' if games == 1 else f'{games} games'} with {self.player}.",
        )

    def meaning(self, game: Game) -> str:
        """As the model behind it."""
        return self.learner.meaning(game)


def _load(learner: Agent, path: Path) -> Model | MapModel:
    return load_maps(path) if isinstance(learner, SomAgent) else load_network(path)
