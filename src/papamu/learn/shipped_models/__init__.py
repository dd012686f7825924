"""Networks that are played by their names: those that ship with Papamu (`puct:model=checkers`, `mlp:blokus`), and those
that a user has saved (`papamu.save_model`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from papamu.core.errors import ModelError, listing, nearest
from papamu.core.files import user_folder

SUFFIX = ".safetensors"


@cache
def shipped_models() -> dict[str, Path]:
    """The files of those that ship with Papamu, by name."""
    return _models_in(Path(__file__).parent)


def user_models() -> dict[str, Path]:
    """The files of those that this user has saved, by name."""
    return _models_in(user_models_folder())


def user_models_folder() -> Path:
    """Where they are: `models` in the user's data folder (`PAPAMU_HOME`)."""
    return user_folder("data") / "models"


def named_models() -> dict[str, Path]:
    """All that have a name; a shipped one cannot be replaced by a user's."""
    return {**user_models(), **shipped_models()}


def model_path(named: str) -> Path:
    """The file of a model: by its name, wherever its file is (shipped ones first); or its path."""
    path, known = Path(named), named_models()
    if named in known:
        return known[named]
    if path.is_file() or path.suffix or path.parent != Path():  # whoever reads it says what is wrong
        return path
    raise ModelError(
        f"there is no model file {named!r}{nearest(named, known)}: by name there are {listing(known)}"
    )


def _models_in(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}")) if not path.name.startswith(".")}
