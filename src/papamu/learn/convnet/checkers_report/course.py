"""What decides a network of the checkers report (§5, §7): its layers, its inputs, how it learns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from papamu.core.errors import PapamuError, listing, nearest
from papamu.games.game import Game

CODES, PLANES = "codes", "planes"  # inputs
BATCH, EVAL = "batch", "eval"  # batch norm where nothing is learned
RIGHT, PUBLISHED = "right", "published"  # perspectives
_CHOICES = {"inputs": (CODES, PLANES), "batchnorm": (BATCH, EVAL), "perspective": (RIGHT, PUBLISHED)}
_MOST_EPOCHS = 10**7


@dataclass(frozen=True)
class ReportCourse:
    """One of the three networks, and its training. `published` has the report's own."""

    game: str
    version: int = 2
    """1, 2 or 3: whose of the three authors."""
    hidden: int = 8
    """Features of each convolution."""
    kernel: int = 3
    """Side of the filters, and of the squares that pooling makes one."""
    padding: int = 1
    """Of convolutions. The report's text has none, and then nothing is left of 10x10 in versions 1 and 2."""
    pool_padding: int = 1
    """Of pooling."""
    lr: float = 1e-3
    """The learning rate of SGD."""
    momentum: float = 0.9
    epochs: int = 500
    """How often all boards are learned from."""
    batch: int = 0
    """Boards of a step; 0: all at once, as in the report."""
    train: int = 500
    """So many of the boards are learned from; the others test."""
    mixed: bool = False
    """Are boards shuffled before they are parted? In the report the first ones learn, the last ones test."""
    batchnorm: str = EVAL
    """Batch norm outside of learning: `eval` by what was seen in training; `batch`, as in the report's
    program, by the boards that happen to be valued together."""
    inputs: str = CODES
    """`codes`: the report's one plane of cell codes −1, 0, 1, 2; `planes`: one a kind of piece as the viewer
    sees them, and who moves."""
    perspective: str = RIGHT
    """Of `codes`, whose values are for one of two players: `right` turns the sign for the other one;
    `published` does not."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.version not in (1, 2, 3):
            raise PapamuError(f"there is no version {self.version}: the report has 1, 2 and 3")
        for name, (low, high) in {
            "hidden": (1, 4096), "kernel": (1, 16), "padding": (0, 8), "pool_padding": (0, 8), "lr": (0, 1e6),
            "momentum": (0, 1), "epochs": (1, _MOST_EPOCHS), "batch": (0, 10**9), "train": (1, 10**9),
            "seed": (0, 2**63 - 1),
        }.items():  # fmt: skip
            if not low <= getattr(self, name) <= high:
                raise PapamuError(
                    f"{name} cannot be {getattr(self, name)}: valid values are {low:g} to {high:g}"
                )
        if 2 * self.pool_padding > self.kernel:
            raise PapamuError(f"pool_padding cannot be more than half of the kernel, {self.kernel}")
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise PapamuError(
                    f"{name} cannot be {value!r}{nearest(value, allowed)}: there are {listing(allowed)}"
                )

    def check(self, game: Game) -> None:
        """Refuse a game whose boards it cannot value."""
        if self.inputs == CODES and game.num_players != 2:
            raise PapamuError(f"inputs=codes values for one of two players, {game} has {game.num_players}")
        self.left_of(game.rows, game.cols)

    def left_of(self, rows: int, cols: int) -> tuple[int, int]:
        """What is left of a board after all convolutions and poolings, or an error if it is nothing."""
        left = [rows, cols]
        for _ in range(1 if self.version == 3 else 2):
            for side in (0, 1):
                left[side] += 2 * self.padding - self.kernel + 1
                left[side] = (left[side] + 2 * self.pool_padding - self.kernel) // self.kernel + 1
                if left[side] < 1:
                    raise PapamuError(
                        f"version {self.version} with kernel {self.kernel} and padding {self.padding} leaves "
                        f"nothing of a board of {rows}x{cols}: take a larger padding or a smaller kernel"
                    )
        return left[0], left[1]


def published(version: int, game: str, seed: int = 1, **more: Any) -> ReportCourse:
    """A network as the report configures it (where the text cannot run: with padding, as in its program)."""
    settings: dict[int, dict[str, Any]] = {
        1: {"hidden": 10, "kernel": 3, "lr": 1e-5},
        2: {"hidden": 8, "kernel": 3, "lr": 1e-3},
        3: {"hidden": 4, "kernel": 2, "lr": 1e-3, "padding": 0, "pool_padding": 0},
    }
    if version not in settings:
        raise PapamuError(f"there is no version {version}: the report has 1, 2 and 3")
    as_published = {"batchnorm": BATCH, "perspective": PUBLISHED}
    return ReportCourse(game, version, seed=seed, **{**settings[version], **as_published, **more})


def course_of(settings: Mapping[str, Any]) -> ReportCourse:
    """A course from what JSON has of it."""
    kinds = {one.name: one.type for one in fields(ReportCourse)}
    for name, value in settings.items():
        kind = kinds.get(name)
        right = {"str": str, "int": int, "float": int | float, "bool": bool}.get(str(kind), object)
        if kind is None or not isinstance(value, right) or (kind != "bool" and isinstance(value, bool)):
            raise ValueError(f"{name}={value!r:.40}")
    return ReportCourse(**settings)
