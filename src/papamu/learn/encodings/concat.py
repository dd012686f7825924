"""Two encodings side by side: the inputs of the first, then those of the second."""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.game import Game
from papamu.games.rules import Rules
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.learn.encodings.contract import Encoding, Sight, difference, encode, sight


class Concat(NamedTuple):
    """Two encodings, each with room of its own for what it sees."""

    inputs: int
    most: int
    entries: int
    first: Encoding
    second: Encoding
    at_first: Sight
    at_second: Sight


def joined(game: Game, first: Encoding, second: Encoding) -> Concat:
    """Both together."""
    inputs, most = first.inputs + second.inputs, first.most + second.most
    return Concat(inputs, most, 0, first, second, sight(game, first), sight(game, second))


@jit
def _append(into: Sight, seen: Sight, at: int, n: int, shift: int) -> None:
    for k in range(n):
        into.active[at + k] = seen.active[k] + shift
        into.amounts[at + k] = seen.amounts[k]


@jit
def _append_change(into: Sight, seen: Sight, at: int, n: int, shift: int) -> None:
    for k in range(n):
        into.which[at + k] = seen.which[k] + shift
        into.by[at + k] = seen.by[k]


@encode.register(Concat)
def encode_joined(encoding: Concat, rules: Rules, state: State, viewer: int, sight: Sight) -> int:
    first = encode(encoding.first, rules, state, viewer, encoding.at_first)
    second = encode(encoding.second, rules, state, viewer, encoding.at_second)
    _append(sight, encoding.at_first, 0, first, 0)
    _append(sight, encoding.at_second, first, second, encoding.first.inputs)
    return first + second


@difference.register(Concat)
def difference_joined(
    encoding: Concat, rules: Rules, state: State, move: int, viewer: int, sight: Sight
) -> int:
    first = difference(encoding.first, rules, state, move, viewer, encoding.at_first)
    second = difference(encoding.second, rules, state, move, viewer, encoding.at_second)
    _append_change(sight, encoding.at_first, 0, first, 0)
    _append_change(sight, encoding.at_second, first, second, encoding.first.inputs)
    return first + second
