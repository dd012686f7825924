"""The doctor: is the network alive? It looks in now and then, plays a few games, and changes nothing.

A hidden ReLU is dead if it never fires (its invalue is never above zero) in these games. A network is
dead if in all of them every legal move was worth the same to it: it then plays like Pick First. It has
diverged if a weight is no longer a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import Floats, Moves, Rules, chance, is_over, play, player, reset, returns
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.kernel.vectors import F0
from papamu.learn.activation import BENT
from papamu.learn.encoding import encode
from papamu.learn.mlp import Mlp, all_weights, value_of
from papamu.learn.standing import stands_first
from papamu.learn.valuing import ByValue
from papamu.search.policy import Policy, advance, begin, choose, first_best, weigh

GAMES = 20  # looked at each time
LONGEST = 1000  # plies of a game that are looked at
EXPLODED = 1e6  # outputs so many times the target are no values of a game any more
ALIVE, DEAD, DIVERGED = "alive", "dead", "diverged"


class Chart(NamedTuple):
    """What was seen."""

    fired: Moves  # [layers, widest]: 1 for nodes that fired
    seen: Moves  # [2]: turns with a choice; those of them where not all moves were worth the same
    largest: Floats  # [1]: the largest output, whatever its sign
    won: Moves  # [1]: games
    out: Floats  # [players]
    state: State


@dataclass(frozen=True)
class Health:
    """What the doctor says."""

    state: str  # ALIVE, DEAD or DIVERGED
    dead: tuple[float, ...]  # for each hidden layer, the share of its nodes that are dead
    largest: float  # output
    won: float = 0.0  # share of the games

    @property
    def dead_share(self) -> float:
        """The share of all hidden layers together: the worst of them."""
        return max(self.dead, default=0.0)

    def advice(self, activation: str, target: float) -> str:
        """What to try, or nothing if there is no need."""
        if self.state == DIVERGED:
            return "its weights overflowed: take a lower learning rate or a smaller target"
        if self.state == DEAD and activation == "relu":
            return (
                "every move is worth the same to it, so it plays the first one (dying ReLUs): "
                "try --activation leaky-relu, a lower learning rate, or --start he"
            )
        if self.state == DEAD:
            return "every move is worth the same to it: try a lower learning rate or --start xavier"
        if self.largest > EXPLODED * max(1.0, abs(target)):
            return "its outputs explode: take a lower learning rate"
        if self.dead_share > 0.5:
            return f"{self.dead_share:.0%} of a layer's nodes never fire: try a lower learning rate"
        return ""


@jit
def _examine(
    policy: ByValue, rules: Rules, opponent: Policy, seat: int, games: int, chart: Chart, rng: Stream
) -> None:
    state, desk, net = chart.state, policy.desk, policy.net
    for game in range(games):
        me = seat if seat >= 0 else game % rules.num_players
        reset(rules, state, rng)
        begin(opponent, rules)
        plies = 0
        while plies < LONGEST and not is_over(rules, state):
            if player(rules, state) == me:
                n = weigh(policy, rules, state, rng)
                move = first_best(desk, n)
                if n > 1:
                    chart.seen[0] += 1
                    differs = 0
                    for index in range(1, n):
                        if desk.values[index] != desk.values[0]:
                            differs = 1
                    chart.seen[1] += differs
                play(rules, state, move)
                many = encode(policy.encoding, rules, state, me, policy.sight)
                out = value_of(net, policy.sight.active, policy.sight.amounts, many)
                chart.largest[0] = max(chart.largest[0], abs(np.float64(out)))
                for layer in range(net.layers - 1):
                    for j in range(net.sizes[layer + 1]):
                        if net.invalues[layer, j] > F0:
                            chart.fired[layer, j] = 1
            else:
                move = choose(opponent, rules, state, rng)
                play(rules, state, move)
            chance(rules, state, rng)
            advance(opponent, rules, move)
            plies += 1
        if plies < LONGEST:
            returns(rules, state, chart.out)
            chart.won[0] += 1 if stands_first(chart.out, rules.num_players, me) else 0


def _silent(net: Mlp, chart: Chart, layer: int) -> float:
    """The share of a layer's nodes that never fired; what has a slope below zero too can always come back."""
    if net.kinds[layer] != BENT or net.below[layer] != F0:
        return 0.0
    return 1.0 - float(chart.fired[layer, : net.sizes[layer + 1]].mean())


def examine(
    policy: ByValue, game: Game, opponent: Policy, seat: int, rng: Stream, games: int = GAMES
) -> Health:
    """Look at a network through a few games against this opponent."""
    net: Mlp = policy.net
    chart = Chart(
        fired=np.zeros(net.invalues.shape, dtype=np.int64),
        seen=np.zeros(2, dtype=np.int64),
        largest=np.zeros(1),
        won=np.zeros(1, dtype=np.int64),
        out=np.zeros(game.num_players),
        state=game.new_state(),
    )
    if not np.isfinite(all_weights(net)).all():
        return Health(DIVERGED, tuple(1.0 for _ in range(net.layers - 1)), float("inf"))
    _examine(policy, game.rules, opponent, seat, games, chart, rng)
    dead = [_silent(net, chart, layer) for layer in range(net.layers - 1)]
    state = DEAD if chart.seen[0] and not chart.seen[1] else ALIVE
    won = int(chart.won[0]) / max(1, games)
    return Health(state, tuple(dead), float(chart.largest[0]), won)
