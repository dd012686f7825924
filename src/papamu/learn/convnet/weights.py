"""Weights of PyTorch modules as arrays by name, for files, copies and comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError
from papamu.learn.convnet.torch_import import import_torch

Weights = Mapping[str, NDArray[Any]]


def weights_of(net: Any) -> dict[str, NDArray[Any]]:
    """A copy of a module's numbers, but for counts that nothing depends on."""
    return {
        name: tensor.detach().numpy().copy()
        for name, tensor in net.state_dict().items()
        if not name.endswith("num_batches_tracked")
    }


def put_weights(net: Any, weights: Weights) -> None:
    """Give a module these numbers, or say that they are not its own."""
    found = import_torch()
    own = weights_of(net)
    wrong = set(own) ^ set(weights)
    wrong |= {name for name in own if name in weights and own[name].shape != weights[name].shape}
    if wrong:
        some = ", ".join(sorted(wrong)[:3]) + ", …" * (len(wrong) > 3)
        raise ModelError(f"these are not the weights of a network of this course: {some}")
    numbers = {name: found.from_numpy(np.array(one)) for name, one in weights.items()}
    net.load_state_dict({**net.state_dict(), **numbers})


def under(numbers: Weights, prefix: str) -> dict[str, NDArray[Any]]:
    """Those whose names begin like this, by the rest of their names."""
    return {name.removeprefix(prefix): array for name, array in numbers.items() if name.startswith(prefix)}
