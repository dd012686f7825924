"""The base class of agents that play by a model: it is read once from its file, for an agent and all its clones."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from papamu.agents.agent import Agent
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.learn.shipped_models import model_path


class HasDigest(Protocol):
    """What a model must say of itself."""

    @property
    def digest(self) -> str:
        """A short name for what it plays like."""


M = TypeVar("M", bound=HasDigest)


class ModelAgent(Agent, Generic[M]):
    """An agent with a model."""

    _model: M | None = None

    @abstractmethod
    def read_model(self) -> M:
        """Its model, from the file that its options name."""

    def path(self, option: str = "file") -> Path:
        """The file that an option names."""
        return model_path(str(self.options[option]))

    @property
    def model(self) -> M:
        """Its model, read when it is first needed."""
        if self._model is None:
            self._model = self.read_model()
        return self._model

    @classmethod
    def of(cls, model: M, /, **options: Any) -> Self:
        """An agent with this model, which need not be in a file."""
        made = cls(options)
        made._model = model
        return made

    @property
    def identity(self) -> str:
        """A file may be written anew: the model itself says which player this is."""
        return f"{self} {self.model.digest}"

    def clone(self) -> Self:
        """Another one with the same model, which is read once."""
        return type(self).of(self.model, **self.options)


def board_mismatch(spec: str, game: Game, what: str) -> str | None:
    """Why a model that was made for one board does not play this one, or nothing."""
    made_for = load_game(spec)
    named = (made_for.name, made_for.rows, made_for.cols, made_for.size_text)
    another_graph = not game.size_text and made_for != game
    if named != (game.name, game.rows, game.cols, game.size_text) or another_graph:
        return f"{what} made for {made_for}"
    if made_for.num_players != game.num_players:
        return f"{what} made for {made_for}, with {made_for.num_players} players"
    return None
