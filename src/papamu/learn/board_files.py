"""Board files: boards with a search tree's values, as safetensors, or as parquet for other programs.

Tensors, or columns: `boards` (cell codes as the first player sees them), `movers`, `utilities` (one a
player), `visits`, `players` (for whom the tree was grown).
"""

from __future__ import annotations

import io
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError, PapamuError, listing, nearest
from papamu.core.files import write_whole
from papamu.games.registry import load as load_game
from papamu.learn.tensor_file import FORMAT, read_tensors, to_bytes, wrong_kind
from papamu.learn.tree_data import Boards

KIND = "boards"
FORMATS = ("safetensors", "parquet")
_TYPES = {
    "boards": np.int8, "movers": np.int8, "utilities": np.float64, "visits": np.int64, "players": np.int8,
}  # fmt: skip


def check_format(name: str) -> None:
    """Refuse a format that there is not, or that needs what is not installed."""
    if name not in FORMATS:
        raise PapamuError(
            f"there is no format {name!r}{nearest(name, FORMATS)}: there are {listing(FORMATS)}"
        )
    if name == "parquet":
        _parquet()


def save(found: Boards, path: str | Path, format: str = "safetensors") -> None:
    """Write boards to a file, whole or not at all."""
    check_format(format)
    about = {"kind": KIND, "game": found.game, "about": found.about}
    numbers = {name: getattr(found, name) for name in _TYPES}
    if format == "safetensors":
        write_whole(path, to_bytes(about, numbers))
        return
    arrow, parquet = _parquet()
    flat = {name: arrow.array(list(array.reshape(len(found), -1))) for name, array in numbers.items()}
    flat |= {name: arrow.array(numbers[name]) for name in ("movers", "visits", "players")}
    table = arrow.table(flat).replace_schema_metadata({"papamu": json.dumps({"format": FORMAT, **about})})
    out = io.BytesIO()
    parquet.write_table(table, out)
    write_whole(path, out.getvalue())


def load(path: str | Path) -> Boards:
    """The boards of a file (parquet by its ending), or an error that says what is wrong with it."""
    path = Path(path)
    about, numbers = _read_parquet(path) if path.suffix == ".parquet" else read_tensors(path)
    if about.get("kind") != KIND:
        raise wrong_kind("boards", path, about)
    try:
        game = load_game(about["game"])
        count = len(numbers["visits"])
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(_TYPES, (count,))
        shapes |= {"boards": (count, game.rows, game.cols), "utilities": (count, game.num_players)}
        arrays = {name: numbers[name].reshape(shapes[name]) for name in _TYPES}
        wrong = [name for name, array in arrays.items() if array.dtype != _TYPES[name]]
        if wrong or not np.isfinite(arrays["utilities"]).all():
            raise ModelError(f"{str(path)!r} is damaged: {', '.join(wrong) or 'utilities'} are not numbers")
        return Boards(str(game), **arrays, about=dict(about.get("about", {})))
    except ModelError:
        raise
    except PapamuError as error:
        raise ModelError(f"{str(path)!r} cannot be used here: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{str(path)!r} holds no boards, or is damaged: {error!r}") from None


def _read_parquet(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    arrow, parquet = _parquet()
    if not path.is_file():
        raise ModelError(f"there is no file {str(path)!r}")
    try:
        table = parquet.read_table(path)
        about = json.loads((table.schema.metadata or {})[b"papamu"])
        numbers = {
            name: np.array(table.column(name).to_pylist(), dtype=kind) for name, kind in _TYPES.items()
        }
    except (arrow.ArrowException, KeyError, TypeError, ValueError, OSError) as error:
        words = " ".join(str(error).split())
        raise ModelError(f"{str(path)!r} holds no boards, or is damaged ({words:.120})") from None
    return about, numbers


def _parquet() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise PapamuError(
            "parquet needs pyarrow, which is not installed: use --format safetensors, "
            "or install it from your clone: .venv/bin/python -m pip install -e '.[parquet]'"
        ) from None
