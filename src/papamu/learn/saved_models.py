"""Networks of one's own as models with names: `papamu.save_model` and `papamu.load_model`.

A model is a multi-layer perceptron with one output. It values the board after a move, as the player who has just moved
sees it; the agent `mlp:NAME` plays the move with the highest value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError, PapamuError
from papamu.core.files import make_folder
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.learn.mlp import model_file
from papamu.learn.mlp.choices import ACTIVATIONS, check_activation
from papamu.learn.mlp.model_file import Model, build_network
from papamu.learn.mlp.network import Mlp, matrix
from papamu.learn.online.course import Course
from papamu.learn.shipped_models import SUFFIX, model_path, shipped_models, user_models_folder
from papamu.learn.tensor_file import played_as, read_tensors

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")
_IN_TORCH = {"ReLU": "relu", "Sigmoid": "sigmoid", "Tanh": "tanh", "Identity": "linear"}
_SLOPES = {0.01: "leaky-relu", 0.1: "leakier-relu"}  # of LeakyReLU
_WITHOUT_EFFECT = ("Dropout", "Flatten")  # when it plays
_KINDS = (
    "a torch.nn.Sequential of Linear layers, a list of (weights, biases, activation), or a model of Papamu"
)

Array = NDArray[np.float32]


class Layer(NamedTuple):
    """One layer: [inputs, nodes] weights, [nodes] biases, and the name of its activation."""

    weights: Array
    biases: Array | None
    activation: str


@runtime_checkable
class Savable(Protocol):
    """A model that came out of a training."""

    facts: Any
    course: Any

    def save(self, path: Path, /) -> None:
        """Write its file."""


def save_model(
    name: str,
    network: Any,
    game: Game | str | None = None,
    encoding: str | None = None,
    *,
    won: float = 1.0,
    lost: float | None = None,
) -> str:
    """Give a network of your own a name under which it plays everywhere; returns the agent: `mlp:NAME`.

    `network` is a `torch.nn.Sequential` of `Linear` layers with `ReLU`, `LeakyReLU` (slope 0.01 or 0.1), `Sigmoid`,
    `Tanh` or nothing between them; or a list of `(weights, biases, activation)` with weights [inputs, nodes], biases
    or `None`, and `relu`, `leaky-relu`, `leakier-relu`, `sigmoid`, `conx`, `tanh` or `linear`; or a trained model
    such as `run.model` (which has its game and encoding with it), or the run itself.

    `encoding` is how a board becomes inputs, as in `papamu train --encoding`. `C` has two planes, one after the other:
    1 for the stones of the player who has just moved, then 1 for all others. The output is the value of
    the board to that player; `won` and `lost` are its values of a won and a lost game (by default 1 and −1, or 0 for a
    sigmoid).

    The file is in `models/` of your data folder (`PAPAMU_HOME`); an older one of the same name is replaced.

        >>> import numpy as np, papamu
        >>> layers = [(np.ones((72, 4)), np.zeros(4), "relu"), (np.ones((4, 1)), None, "tanh")]
        >>> papamu.save_model("td", layers, game="konane:6x6", encoding="C")
        'mlp:td'
        >>> papamu.agent("mlp:td")
        papamu.agent('mlp:td')
        >>> papamu.save_model("td", layers, game="konane:4x4", encoding="C")
        Traceback (most recent call last):
        papamu.core.errors.ModelError: the network has 72 inputs, and encoding C of konane:4x4 gives 32
    """
    _check_name(name)
    if isinstance(getattr(network, "model", None), Savable):
        network = network.model  # a run
    model = network
    if not isinstance(network, Savable):
        if game is None:
            raise ModelError(
                "which game does the network play? Give game= and encoding=, like game='clobber:6x6'"
            )
        model = _model_of(network, game, encoding or Course.encoding, won, lost)
    elif game is not None or encoding is not None:
        raise ModelError(f"{network!r:.80} has its game and encoding with it: leave game= and encoding= out")
    folder = user_models_folder()
    make_folder(folder)
    path = folder / f"{name}{SUFFIX}"
    model.save(path)
    return played_as(read_tensors(path)[0], name) or ""


def load_model(name: str | Path) -> Model:
    """The network of a name or a file: its course, its weights (`net`), and what is known of it (`facts`).

    >>> import numpy as np, papamu
    >>> papamu.save_model("flat", [(np.ones((9, 1)), None, "linear")], game="clobber:3x3", encoding="cells")
    'mlp:flat'
    >>> papamu.load_model("flat")
    <Model of clobber:3x3: 9-1 nodes, encoding cells, ...>
    """
    return model_file.load(model_path(str(name)))


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ModelError(f"a model cannot be called {name!r:.80}: a name has letters, digits, - and _ only")
    if name in shipped_models():
        raise ModelError(f"a model called {name!r} ships with Papamu: take another name")


def _model_of(network: Any, game: Game | str, encoding: str, won: float, lost: float | None) -> Model:
    loaded = load_game(game) if isinstance(game, str) else game
    layers = layers_of(network)
    course = _course(layers, loaded, encoding, won, lost)
    inputs, net = build_network(course, loaded)
    if inputs.inputs != len(layers[0].weights):
        raise ModelError(
            f"the network has {len(layers[0].weights):,} inputs, and encoding {encoding} of {loaded} gives "
            f"{inputs.inputs:,}"
        )
    for number, layer in enumerate(layers):
        rows = matrix(net, number)
        rows[: len(layer.weights)] = layer.weights
        if course.bias:
            rows[-1] = 0.0 if layer.biases is None else layer.biases
    return Model(course, net, {"made_by": "papamu.save_model"})


def _course(layers: Sequence[Layer], game: Game, encoding: str, won: float, lost: float | None) -> Course:
    """A course that describes the network: it says nothing of how it learned."""
    *hidden, last = layers
    if lost is None:
        lost = 0.0 if ACTIVATIONS[last.activation][0] == ACTIVATIONS["sigmoid"][0] else -won
    try:
        return Course(
            str(game),
            hidden=tuple(layer.weights.shape[1] for layer in hidden),
            activation=",".join(layer.activation for layer in hidden) or last.activation,
            output=last.activation,
            bias=any(layer.biases is not None for layer in layers),
            encoding=encoding,
            target=won,
            lost=lost,
        )
    except PapamuError as error:
        raise ModelError(f"this network cannot be saved: {error}") from None


# -- layers -----------------------------------------------------------------------------------------------


def layers_of(network: Any) -> list[Layer]:
    """The layers of a network, or an error that says what cannot be expressed."""
    if isinstance(network, Mlp):
        layers = list(_layers_of_mlp(network))
    elif type(network).__module__.partition(".")[0] == "torch" or hasattr(network, "state_dict"):
        layers = _layers_of_torch(network)
    elif isinstance(network, Sequence) and not isinstance(network, str):
        layers = [_layer(number, one) for number, one in enumerate(network, start=1)]
    else:
        raise ModelError(f"a network is {_KINDS}, not {type(network).__name__}")
    if not layers:
        raise ModelError("the network has no layers")
    for before, after in pairwise(layers):
        if before.weights.shape[1] != len(after.weights):
            sizes = f"{before.weights.shape[1]:,} nodes are followed by {len(after.weights):,} inputs"
            raise ModelError(f"the layers do not fit together: {sizes}")
    if layers[-1].weights.shape[1] != 1:
        raise ModelError(
            f"the network has {layers[-1].weights.shape[1]:,} outputs: one that values boards has 1"
        )
    if not all(np.isfinite(layer.weights).all() for layer in layers):
        raise ModelError("the network has weights that are no numbers: it has diverged")
    return layers


def _layer(number: int, given: Any) -> Layer:
    try:
        weights, biases, activation = given
        weights = np.array(weights, dtype=np.float32)
        biases = None if biases is None else np.array(biases, dtype=np.float32).ravel()
    except (TypeError, ValueError):
        raise ModelError(
            f"layer {number} is not (weights, biases, activation) with arrays of numbers"
        ) from None
    if weights.ndim != 2 or (biases is not None and len(biases) != weights.shape[1]):
        raise ModelError(f"layer {number} needs weights [inputs, nodes], and as many biases as nodes")
    return Layer(weights, biases, check_activation(str(activation)))


def _layers_of_mlp(net: Mlp) -> Iterator[Layer]:
    if len(net.bank) > 1 or len(net.wired) > 1:
        raise ModelError(
            "networks with one set of weights per seat, or with a local layer, are saved as a model"
        )
    names = {(kind, np.float32(below)): name for name, (kind, below) in ACTIVATIONS.items()}
    for number in range(net.layers):
        rows, inputs = matrix(net, number), int(net.sizes[number])
        name = names[int(net.kinds[number]), np.float32(net.below[number])]
        yield Layer(rows[:inputs].copy(), rows[-1].copy() if net.bias else None, name)


def _layers_of_torch(network: Any) -> list[Layer]:
    layers: list[Layer] = []
    activated = True  # the last layer has its activation
    for module in _modules(network):
        kind = type(module).__name__
        if kind == "Linear":
            biases = None if module.bias is None else _numbers(module.bias)
            layers.append(Layer(_numbers(module.weight).T, biases, "linear"))
            activated = False
        elif kind in _IN_TORCH or kind == "LeakyReLU":
            if activated:
                raise ModelError(f"{kind} does not follow a Linear layer: it cannot be expressed as a model")
            layers[-1] = layers[-1]._replace(activation=_activation(module))
            activated = True
    return layers


def _modules(network: Any) -> Iterator[Any]:
    """The modules of a Sequential in their order, those within others too."""
    if type(network).__name__ == "Sequential":
        for module in network:
            yield from _modules(module)
    elif type(network).__name__ in ("Linear", *_IN_TORCH, "LeakyReLU", *_WITHOUT_EFFECT):
        yield network
    else:
        kind = type(network).__name__
        raise ModelError(
            f"{kind} cannot be expressed as a model: a Sequential of Linear, {_torch_names()} can"
        )


def _activation(module: Any) -> str:
    kind = type(module).__name__
    if kind != "LeakyReLU":
        return _IN_TORCH[kind]
    slope = float(module.negative_slope)
    if slope not in _SLOPES:
        raise ModelError(f"LeakyReLU with slope {slope:g} cannot be expressed: possible are 0.01 and 0.1")
    return _SLOPES[slope]


def _torch_names() -> str:
    return ", ".join((*_IN_TORCH, "LeakyReLU"))


def _numbers(parameter: Any) -> Array:
    return np.array(parameter.detach().cpu().numpy(), dtype=np.float32)
