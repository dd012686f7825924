"""What comes out of a training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from papamu.agents.agent import Agent
from papamu.agents.registry import agent as make_agent
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.training.request import TrainRequest


@dataclass(frozen=True)
class TrainingRun:
    """A finished training."""

    request: TrainRequest
    folder: Path
    file: Path  # the model file: in the folder, or where the request wanted it
    model: Any  # mlp.Model, som.MapModel or AlphaZeroModel
    fresh: bool  # trained now (or continued), not found finished

    @property
    def course(self) -> Any:
        """Its course."""
        return self.model.course

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the model file tells of the training."""
        found: Mapping[str, Any] = self.model.facts
        return found

    @property
    def curve(self) -> list[Any]:
        """The learning curve."""
        found: list[Any] = self.facts.get("curve", [])
        return found

    @property
    def test(self) -> dict[str, Any] | None:
        """The result of the test games; none if there were none."""
        return self.facts.get("test")

    @property
    def spec(self) -> str:
        """How the trained player is written in every command, like `mlp:runs/train-…/model.safetensors`."""
        return played_as(read_tensors(self.file)[0], str(self.file)) or ""

    @property
    def agent(self) -> Agent:
        """The trained player."""
        return make_agent(self.spec)

    def summary(self) -> dict[str, Any]:
        """Everything but the weights, for JSON."""
        return {**self.facts, "model": str(self.file), "course": asdict(self.course)}
