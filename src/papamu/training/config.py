"""Options of a training as a TOML file: `papamu train --config FILE.toml`, `--save-config FILE.toml`.

    game = "reversi:8x8"
    learner = "mlp"
    hidden = "64,16"
    lr = 0.05

A saved file holds every option that decides the result, so that it names the very same run.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.files import write_whole
from papamu.training.options import read_value, result_options, train_options
from papamu.training.request import Request

_OTHERS = ("game", "learner", "preset")


def read_config(path: Path) -> dict[str, Any]:
    """The options in a file; unknown ones are refused."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PapamuError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PapamuError(f"{str(path)!r} is not a TOML file: {error}") from None
    names = (*_OTHERS, *train_options())
    for name, value in found.items():
        if name.replace("-", "_") not in names:
            raise PapamuError(
                f"{str(path)!r}: there is no option {name!r}{nearest(name, names)}: {_there_are(names)}"
            )
        if name in _OTHERS and not isinstance(value, str):
            raise PapamuError(f"{str(path)!r}: {name} cannot be {value!r:.40}: it takes a text")
    try:
        options = {name.replace("-", "_"): value for name, value in found.items()}
        return {
            name: value if name in _OTHERS else read_value(name, value) for name, value in options.items()
        }
    except PapamuError as error:
        raise PapamuError(f"{str(path)!r}: {error}") from None


def _there_are(names: tuple[str, ...]) -> str:
    return f"there are {listing(names, 100)}"


def save_config(request: Request, path: Path) -> None:
    """Write the complete course of a request, whole or not at all."""
    write_whole(path, to_toml({"game": request.course.game, **result_options(request)}))


def to_toml(values: Mapping[str, Any]) -> str:
    """Plain values as TOML; a text as JSON is a text of TOML, and so is a number of Python."""
    lines = ["# Options of a Papamu training: papamu train --config FILE.toml"]
    for name, value in values.items():
        if isinstance(value, bool):
            text = str(value).lower()
        elif isinstance(value, str):
            text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        else:
            text = repr(value)
        lines.append(f"{name} = {text}")
    return "\n".join(lines) + "\n"
