"""Tensor files: safetensors with a JSON header that says what they hold.

The format is https://github.com/huggingface/safetensors.

Loading one runs no code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu import __version__
from papamu.core.errors import ModelError
from papamu.core.files import write_whole

FORMAT = 1
_PLAYED = {"mlp": "mlp:", "cnn": "cnn:", "som": "som:", "residual": "puct:model="}  # by kind


def to_bytes(about: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]) -> bytes:
    """The content of a file with these numbers."""
    from safetensors.numpy import save

    whole = {name: np.ascontiguousarray(numbers) for name, numbers in tensors.items()}
    header = {"format": FORMAT, "papamu": __version__, **about}
    return bytes(save(whole, {"papamu": json.dumps(header, allow_nan=False)}))


def write_tensors(path: str | Path, about: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write a file, whole or not at all."""
    write_whole(path, to_bytes(about, tensors))


def read_tensors(path: str | Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file says of itself, and its numbers; or an error that says what is wrong with it."""
    from safetensors import SafetensorError, safe_open

    path = Path(path)
    if not path.is_file():
        raise ModelError(f"there is no model file {str(path)!r}")
    try:
        with safe_open(path, framework="np") as opened:
            text = (opened.metadata() or {}).get("papamu")
            tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError, TypeError, KeyError) as error:
        words = " ".join(str(error).split())
        raise ModelError(f"{str(path)!r} is not a model file, or is damaged ({words})") from None
    if text is None:
        raise ModelError(f"{str(path)!r} is not a Papamu model: its header has no entry 'papamu'")
    try:
        about = json.loads(text)
        format = about["format"]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ModelError(f"{str(path)!r} is not a Papamu model, or is damaged: {error!r}") from None
    if format != FORMAT:
        raise ModelError(f"{str(path)!r} has format {format}, this version of Papamu reads {FORMAT}")
    return about, tensors


def played_as(about: Mapping[str, Any], named: str) -> str | None:
    """How the agent is written that plays a model of this name, by what its file says; none plays boards."""
    kind, course = about.get("kind", "mlp"), about.get("course")  # the first models did not say their kind
    if kind == "mlp" and isinstance(course, dict) and course.get("compares"):
        return f"comparison:{named}"
    return _PLAYED[kind] + named if isinstance(kind, str) and kind in _PLAYED else None


def wrong_kind(what: str, path: str | Path, about: dict[str, Any]) -> ModelError:
    """The error of a file that holds something else, with who plays that."""
    kind = about.get("kind", "mlp")
    player = played_as(about, "PATH")
    hint = f" (play it as {player})" if player else ""
    return ModelError(f"{str(path)!r} holds no {what}: it is marked as {kind!r:.40}{hint}")
