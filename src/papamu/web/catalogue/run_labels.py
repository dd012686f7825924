"""Names and notes that people give their runs: `label.json` in the run's folder, so that it goes where the run goes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError
from papamu.core.files import write_whole
from papamu.games import registry
from papamu.games.registry import load

FILE = "label.json"
LEARNERS = {
    "mlp": "small network",
    "alphazero": "tree search with a network",
    "som": "self-organizing maps",
}  # as people call them


def read_label(folder: Path | None) -> dict[str, str]:
    """The name and the notes of a run; empty where there are none."""
    found: Any = {}
    if folder is not None:
        try:
            found = json.loads((folder / FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
    if not isinstance(found, dict):
        found = {}
    return {part: str(found.get(part) or "") for part in ("name", "notes")}


def write_label(folder: Path, changes: Mapping[str, str]) -> None:
    """Give a run a name or notes; what is not among the changes stays."""
    label = read_label(folder) | {part: text.strip() for part, text in changes.items()}
    write_whole(folder / FILE, json.dumps(label, ensure_ascii=False) + "\n")


def game_words(spec: str) -> str:
    """A game as people call it: "Clobber 6×6"."""
    try:
        game = load(spec)
        title = registry.find(game.name).title
    except PapamuError:
        return spec
    _, _, options = str(game).partition(":")
    size, _, rest = options.partition(",")
    return " ".join([title, size.replace("x", "×"), f"({rest.replace(',', ', ')})" if rest else ""]).strip()


def default_title(spec: str | None, learner: str) -> str:
    """What a training is called that nobody has given a name."""
    return f"{game_words(spec)}: {LEARNERS.get(learner, learner)}" if spec else "A training"
