"""How fast a residual network looks at positions, many at once beside one by one, and plays with itself.

The network is the usual one of `papamu train --learner alphazero`, untrained: what it knows does not change
how long a look takes. All on one core.
"""

from __future__ import annotations

import time

from papamu.bench.cases import Case, Row
from papamu.bench.minimax import positions
from papamu.bench.playouts import in_turn
from papamu.games.registry import load
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.torch_import import import_torch

_AT_ONCE = 64  # as in games with itself
_GAMES = 64


def compare(case: Case, seconds: float) -> Row:
    """A case of a guiding network."""
    import_torch()  # one clear line where it is missing
    if case.kind == "guide":
        many, single = Looks(case.spec, _AT_ONCE), Looks(case.spec, 1)
        rate, one_rate, ratio = in_turn(many, single, seconds)
        return case.judge(
            Row(
                game=case.spec,
                measured=f"network, {_AT_ONCE} positions at once",
                rate=rate,
                unit="positions/s",
                other="one by one",
                other_rate=one_rate,
                ratio=ratio,
            )
        )
    from papamu.learn.convnet.alphazero.residual_network import fold_batch_norm, new_network
    from papamu.learn.convnet.alphazero.self_play import self_play_games

    course = AlphaZeroCourse(case.spec)
    net = fold_batch_norm(new_network(course.shape(), 1))
    self_play_games(course, net, 0, 1)  # compiles
    began = time.process_time()
    samples = self_play_games(course, net, 1, _GAMES)
    taken = time.process_time() - began
    row = Row(
        game=case.spec,
        measured="games of a network with itself",
        rate=60 * _GAMES / taken,
        unit="games/min",
        plies_per_game=len(samples) / _GAMES,
    )
    return case.judge(row)


class Looks:
    """A network that looks at positions of random games, so many at once."""

    def __init__(self, spec: str, at_once: int) -> None:
        from papamu.learn.convnet.alphazero.batch_evaluator import BatchEvaluator
        from papamu.learn.convnet.alphazero.residual_network import fold_batch_norm, new_network

        course = AlphaZeroCourse(spec)
        game = load(spec)
        self.at_once = at_once
        # One by one means one: a player would round up to eight.
        self.guide = BatchEvaluator(game, fold_batch_norm(new_network(course.shape(), 1)), even=1)
        self.states = positions(game)[:_AT_ONCE]

    def play(self, times: int) -> None:
        """So many looks at one position each."""
        for at in range(0, times, self.at_once):
            first = at % (_AT_ONCE // self.at_once * self.at_once)
            n = min(self.at_once, times - at)
            self.guide(self.states[first : first + n], n)
