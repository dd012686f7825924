"""A genetic algorithm on binary chromosomes: tournament selection, crossover, mutation, and the best survives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.kernel.random import Stream, draw, uniform

Numbers = NDArray[np.uint64]
MOST_BITS = 64


@dataclass(frozen=True)
class GeneticSettings:
    """How a population lives."""

    population: int = 30
    generations: int = 30
    crossover: float = 0.8
    """How often two parents mix, else their children are like them."""
    mutation: float = 0.02
    """How often a bit of a child turns over."""
    rivals: int = 2
    """So many are drawn for each place of a parent, and the fittest of them becomes it."""

    def __post_init__(self) -> None:
        """Refuse what cannot live."""
        if self.population < 2 or self.generations < 1 or self.rivals < 1:
            raise PapamuError(
                "a population has two or more, lives a generation or more, and has a rival or more"
            )
        for name in ("crossover", "mutation"):
            if not 0 <= getattr(self, name) <= 1:
                raise PapamuError(f"{name} cannot be {getattr(self, name):g}: valid values are 0 to 1")


def evolve(
    fitness: Callable[[Numbers], NDArray[np.float64]],
    bits: int,
    settings: GeneticSettings,
    rng: Stream,
    first: int | None = None,
) -> tuple[int, list[float]]:
    """The fittest chromosome found, and the best fitness at the start and after each generation.

    `fitness` is asked for whole populations; chromosomes are numbers of so many bits. `first` is one of
    those at the start, the others are drawn.
    """
    if not 1 <= bits <= MOST_BITS:
        raise PapamuError(f"chromosomes cannot have {bits} bits: valid values are 1 to {MOST_BITS}")
    everyone = [_drawn(rng, bits) for _ in range(settings.population)]
    if first is not None:
        everyone[0] = first
    fit = fitness(np.array(everyone, dtype=np.uint64))
    history = [float(fit.max())]
    for _ in range(settings.generations):
        children = [everyone[int(fit.argmax())]]  # the best one survives as it is
        while len(children) < settings.population:
            one, other = (_parent(everyone, fit, settings, rng) for _ in range(2))
            children.append(_mutated(_crossed(one, other, bits, settings, rng), bits, settings, rng))
        everyone = children
        fit = fitness(np.array(everyone, dtype=np.uint64))
        history.append(float(fit.max()))
    return everyone[int(fit.argmax())], history


def _drawn(rng: Stream, bits: int) -> int:
    word = int(draw(rng, 2**32 - 1)) << 32 | int(draw(rng, 2**32 - 1))
    return word >> (64 - bits)


def _parent(everyone: list[int], fit: NDArray[np.float64], settings: GeneticSettings, rng: Stream) -> int:
    drawn = [int(draw(rng, settings.population)) for _ in range(settings.rivals)]
    return everyone[max(drawn, key=lambda k: float(fit[k]))]


def _crossed(one: int, other: int, bits: int, settings: GeneticSettings, rng: Stream) -> int:
    """The upper bits of one and the lower bits of the other."""
    if bits < 2 or uniform(rng) >= settings.crossover:
        return one
    low = (1 << (1 + int(draw(rng, bits - 1)))) - 1
    return (one & ~low) | (other & low)


def _mutated(child: int, bits: int, settings: GeneticSettings, rng: Stream) -> int:
    for k in range(bits):
        if uniform(rng) < settings.mutation:
            child ^= 1 << k
    return child
