"""Model files of multi-layer perceptrons: weights, course and results in one self-describing file.

The format is safetensors (https://github.com/huggingface/safetensors): plain numbers, and a header with
texts. Loading one runs no code. The header's `papamu` entry is JSON: game, encoding, layers, how it was
trained and how it did. Tensors `layer0`, `layer1` … have one row for each node they come from (the bias
node last) and one column for each node they go to. Networks that learned against each other are in one file:
`seat1.layer0` and so on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError, PapamuError
from papamu.core.files import write_whole
from papamu.games.game import Game
from papamu.learn.encodings.contract import Encoding
from papamu.learn.encodings.registry import encoding, neighbourhoods
from papamu.learn.mlp.comparison_network import new_comparison_policy
from papamu.learn.mlp.network import Mlp, all_weights, matrix, new_mlp
from papamu.learn.mlp.value_policy import new_value_policy
from papamu.learn.online.course import EACH_OTHER, Course
from papamu.learn.tensor_file import read_tensors, to_bytes, wrong_kind
from papamu.search.policy import Policy

KIND = "mlp"


@dataclass(frozen=True, repr=False)
class Model:
    """A network, the course it took, and what is known about it."""

    course: Course
    net: Mlp
    facts: Mapping[str, Any] = field(default_factory=dict)  # results, curve, command: whatever JSON has
    extra: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # a checkpoint's other numbers

    @property
    def digest(self) -> str:
        """A short name for what it plays like: its weights, and what they are the weights of."""
        course = self.course
        made = json.dumps([course.encoding, course.hidden, course.activations, course.bias])
        made += "near" * course.near + "compares" * course.compares
        return hashlib.sha256(made.encode() + all_weights(self.net).tobytes()).hexdigest()[:12]

    def __repr__(self) -> str:
        layers = "-".join(str(size) for size in self.net.sizes)
        return (
            f"<Model of {self.course.game}: {layers} nodes, encoding {self.course.encoding}, {self.digest}>"
        )

    def to_bytes(self) -> bytes:
        """The content of its file."""
        about = {"kind": KIND, "course": asdict(self.course), "facts": dict(self.facts)}
        return to_bytes(about, {**_tensors(self.net), **self.extra})

    def save(self, path: str | Path) -> None:
        """Write its file, whole or not at all."""
        write_whole(path, self.to_bytes())


def _tensors(net: Mlp) -> dict[str, NDArray[np.float32]]:
    """The weights of each layer by name, as views."""
    alone = len(net.bank) == 1
    return {
        f"layer{k}" if alone else f"seat{seat + 1}.layer{k}": matrix(net, k, of)
        for seat, of in enumerate(all_weights(net))
        for k in range(net.layers)
    }


def build_network(course: Course, game: Game) -> tuple[Encoding, Mlp]:
    """The encoding and the network (with weights of zero) of a course."""
    seats = game.num_players if course.seat == EACH_OTHER else 1
    cells = encoding(game, course.encoding)
    inputs = cells.inputs * (2 if course.compares else 1)
    first = [game.rules.cells] * course.near
    wired = neighbourhoods(game, cells) if course.near else None
    sizes = [inputs, *first, *course.hidden, 1]
    return cells, new_mlp(sizes, course.activations, course.bias, course.momentum > 0, wired, seats)


def network_policy(course: Course, game: Game, encoding: Encoding, net: Mlp) -> Policy:
    """The policy of a network, which is not copied."""
    return (new_comparison_policy if course.compares else new_value_policy)(game, encoding, net)


def load(path: str | Path) -> Model:
    """The model of a file, or an error that says what is wrong with it."""
    about, tensors = read_tensors(path)
    if about.get("kind", KIND) != KIND:
        raise wrong_kind("network", path, about)
    return _read(Path(path), about, tensors)


def _read(path: Path, about: dict[str, Any], tensors: dict[str, NDArray[Any]]) -> Model:
    from papamu.games.registry import load as load_game

    try:
        fields = {**about["course"], "hidden": tuple(about["course"]["hidden"])}
        course = Course(**fields)
        _, net = build_network(course, load_game(course.game))
        for name, rows in _tensors(net).items():
            found = tensors.pop(name)
            if found.shape != rows.shape or found.dtype != np.float32:
                raise ModelError(
                    f"{str(path)!r} is damaged: {name.replace('layer', 'layer ')} is not what its header says"
                )
            rows[:] = found
        net.worn[0] = -1
    except ModelError:
        raise
    except PapamuError as error:
        raise ModelError(f"{str(path)!r} cannot be used here: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise ModelError(f"{str(path)!r} is not a Papamu model, or is damaged: {error!r}") from None
    return Model(course, net, about.get("facts", {}), tensors)
