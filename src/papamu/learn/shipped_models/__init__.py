"""The networks that ship with Papamu, each played by its name: `puct:model=checkers`, `mlp:blokus`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from papamu.core.errors import ModelError, listing, nearest

_SUFFIX = ".safetensors"


@cache
def shipped_models() -> dict[str, Path]:
    """Their files, by name."""
    return {path.stem: path for path in sorted(Path(__file__).parent.glob(f"*{_SUFFIX}"))}


def model_path(named: str) -> Path:
    """The file of a model: the name of one of ours, wherever one is; or its path."""
    path, ours = Path(named), shipped_models()
    if named in ours:
        return ours[named]
    if path.is_file() or path.suffix or path.parent != Path():  # whoever reads it says what is wrong
        return path
    raise ModelError(
        f"there is no model file {named!r}{nearest(named, ours)}: shipped with Papamu are {listing(ours)}"
    )
