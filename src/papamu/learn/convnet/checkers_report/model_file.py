"""Model files of the checkers report's networks (kind `cnn`): one tensor for each of PyTorch's, by name.

The header says game, course, for which player the values are, with which version of PyTorch it was made, and
how training went. It is read without PyTorch; only who values boards needs it.
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
from papamu.games.registry import load as load_game
from papamu.learn.convnet.checkers_report.course import BATCH, CODES, PUBLISHED, ReportCourse, course_of
from papamu.learn.convnet.checkers_report.inputs import Inputs, inputs_of
from papamu.learn.convnet.checkers_report.networks import build_network
from papamu.learn.convnet.torch_import import import_torch
from papamu.learn.convnet.weights import Weights, put_weights, under
from papamu.learn.tensor_file import read_tensors, to_bytes, wrong_kind

KIND = "cnn"
_PART = 4096  # boards that are valued at once, where it makes no difference
_OURS = "weights."  # before PyTorch's own names, so that a checkpoint's other numbers are told apart


@dataclass(frozen=True)
class ReportModel:
    """A network, the course it took, and what is known about it."""

    course: ReportCourse
    weights: Weights  # by PyTorch's names
    player: int  # of inputs=codes: for whom the values are
    facts: Mapping[str, Any] = field(default_factory=dict)  # curves, data, command: whatever JSON has
    extra: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # a checkpoint's other numbers

    @property
    def digest(self) -> str:
        """A short name for what it plays like."""
        made = hashlib.sha256(json.dumps([asdict(self.course), self.player], sort_keys=True).encode())
        for name in sorted(self.weights):
            made.update(name.encode() + np.ascontiguousarray(self.weights[name]).tobytes())
        return made.hexdigest()[:12]

    def to_bytes(self) -> bytes:
        """The content of its file."""
        about = {
            "kind": KIND,
            "game": self.course.game,
            "course": asdict(self.course),
            "player": self.player,
            "facts": dict(self.facts),
        }
        return to_bytes(about, {**{_OURS + name: one for name, one in self.weights.items()}, **self.extra})

    def save(self, path: str | Path) -> None:
        """Write its file, whole or not at all."""
        write_whole(path, self.to_bytes())

    def valuer(self) -> BoardValuer:
        """Who values boards with it; needs PyTorch."""
        return BoardValuer(self)


class BoardValuer:
    """A network that is ready to value boards."""

    def __init__(self, model: ReportModel) -> None:
        self.course, self.player = model.course, model.player
        self.game = load_game(model.course.game)
        self._torch = import_torch()
        self._net = build_network(model.course, self.game)
        put_weights(self._net, model.weights)
        self._net.train(model.course.batchnorm == BATCH)

    def values(self, boards: NDArray[np.int8], movers: NDArray[np.int8], viewer: int) -> NDArray[np.float32]:
        """What these boards (codes as the first player sees them) are worth to this player."""
        out = self.raw(inputs_of(self.game, self.course.inputs, boards, movers, viewer))
        turned = (
            self.course.inputs == CODES and self.course.perspective != PUBLISHED and viewer != self.player
        )
        return -out if turned else out

    def raw(self, inputs: Inputs) -> NDArray[np.float32]:
        """The network's outputs; with `batchnorm=batch` they depend on which boards come together."""
        part = len(inputs) if self.course.batchnorm == BATCH else _PART
        with self._torch.inference_mode():
            parts = [
                self._net(self._torch.from_numpy(inputs[at : at + part])).numpy()[:, 0]
                for at in range(0, len(inputs), max(1, part))
            ]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)


def load(path: str | Path) -> ReportModel:
    """The network of a file, or an error that says what is wrong with it."""
    about, tensors = read_tensors(path)
    if about.get("kind") != KIND:
        raise wrong_kind("convolutional network", path, about)
    try:
        course = course_of(about["course"])
        course.check(load_game(course.game))
        player = int(about["player"])
        if not 0 <= player < load_game(course.game).num_players:
            raise ModelError(f"{str(path)!r} is damaged: there is no player {player}")
        weights = under(tensors, _OURS)
        if not all(np.isfinite(one).all() for one in weights.values()):
            raise ModelError(f"{str(path)!r} is damaged: not all of its weights are numbers")
        extra = {name: one for name, one in tensors.items() if not name.startswith(_OURS)}
        return ReportModel(course, weights, player, about.get("facts", {}), extra)
    except ModelError:
        raise
    except PapamuError as error:
        raise ModelError(f"{str(path)!r} cannot be used here: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{str(path)!r} is not a Papamu model, or is damaged: {error!r}") from None
