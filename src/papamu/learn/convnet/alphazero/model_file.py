"""Model files of AlphaZero networks: the weights, the course they took, and how it went.

Tensors are named as in PyTorch (`stem.weight` …); loading one runs no code, and needs no PyTorch.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from papamu.core.errors import ModelError, PapamuError
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.weights import Weights, put_weights, under
from papamu.learn.tensor_file import read_tensors, write_tensors, wrong_kind

if TYPE_CHECKING:
    from papamu.learn.convnet.alphazero.residual_network import Residual

KIND = "residual"
CHECKPOINT = "zero checkpoint"  # of a network in training, with the accepted one in it
ACCEPTED = "accepted."  # what the names of its weights begin with there


@dataclass(frozen=True, repr=False)
class AlphaZeroModel:
    """A network, and what is known about it."""

    course: AlphaZeroCourse
    weights: Weights
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """A short name for what it plays like."""
        made = hashlib.sha256(repr(self.course.shape()).encode())
        for name in sorted(self.weights):
            made.update(name.encode() + self.weights[name].tobytes())
        return made.hexdigest()[:12]

    def __repr__(self) -> str:
        blocks = f"{self.course.blocks} blocks of {self.course.channels} channels"
        return f"<AlphaZeroModel of {self.course.game}: {blocks}, {self.digest}>"

    def network(self) -> Residual:
        """The network itself, ready to learn."""
        from papamu.learn.convnet.alphazero.residual_network import new_network

        net = new_network(self.course.shape(), 0)
        put_weights(net, self.weights)
        return net

    def save(self, path: str | Path) -> None:
        """Write its file, whole or not at all."""
        about = {"kind": KIND, "course": asdict(self.course), "facts": dict(self.facts)}
        write_tensors(path, about, self.weights)


def load(path: str | Path) -> AlphaZeroModel:
    """The network of a file (of a checkpoint: the one accepted last), or an error that says what is wrong."""
    about, weights = read_tensors(path)
    if about.get("kind") == CHECKPOINT:
        about = {"kind": KIND, "course": about.get("course"), "facts": {"curve": about.get("curve", [])}}
        weights = under(weights, ACCEPTED)
    if about.get("kind") != KIND:
        raise wrong_kind("network that guides a tree", path, about)
    try:
        course = AlphaZeroCourse(**about["course"])
        facts = dict(about.get("facts", {}))
    except PapamuError as error:
        raise ModelError(f"{str(path)!r} cannot be used here: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise ModelError(f"{str(path)!r} is not a Papamu model, or is damaged: {error!r}") from None
    if any(not np.isfinite(numbers).all() for numbers in weights.values() if numbers.dtype.kind == "f"):
        raise ModelError(f"{str(path)!r} is damaged: some of its weights are not numbers")
    return AlphaZeroModel(course, weights, facts)
