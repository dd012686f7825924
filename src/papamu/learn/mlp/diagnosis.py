"""The health check of a network: alive, dead or diverged? It plays a few games and changes nothing.

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
from papamu.learn.encodings.contract import encode
from papamu.learn.mlp.choices import BENT
from papamu.learn.mlp.network import Mlp, all_weights, value_of
from papamu.learn.mlp.value_policy import ValuePolicy
from papamu.learn.online.seat_stats import is_sole_winner
from papamu.search.policy import Policy, advance, begin, choose, first_best_move, weigh

GAMES = 20  # looked at each time
LONGEST = 1000  # plies of a game that are looked at
EXPLODED = 1e6  # outputs so many times the target are no values of a game any more
ALIVE, DEAD, DIVERGED = "alive", "dead", "diverged"


class Observations(NamedTuple):
    """What the health check observes in its games."""

    fired: Moves  # [layers, widest]: 1 for nodes that fired
    seen: Moves  # [2]: turns with a choice; those of them where not all moves were worth the same
    largest: Floats  # [1]: the largest output, whatever its sign
    won: Moves  # [1]: games
    out: Floats  # [players]
    state: State


@dataclass(frozen=True)
class Health:
    """The result of the health check."""

    state: str  # ALIVE, DEAD or DIVERGED
    dead: tuple[float, ...]  # for each hidden layer, the share of its nodes that are dead
    largest: float  # output
    won: float = 0.0  # share of the games

    @property
    def dead_share(self) -> float:
        """The share of all hidden layers together: the worst of them."""
        return max(self.dead, default=0.0)


@jit
def _examine(
    policy: ValuePolicy,
    rules: Rules,
    opponent: Policy,
    seat: int,
    games: int,
    observed: Observations,
    rng: Stream,
) -> None:
    state, workspace, net = observed.state, policy.workspace, policy.net
    for game in range(games):
        me = seat if seat >= 0 else game % rules.num_players
        reset(rules, state, rng)
        begin(opponent, rules)
        plies = 0
        while plies < LONGEST and not is_over(rules, state):
            if player(rules, state) == me:
                n = weigh(policy, rules, state, rng)
                move = first_best_move(workspace, n)
                if n > 1:
                    observed.seen[0] += 1
                    differs = 0
                    for index in range(1, n):
                        if workspace.values[index] != workspace.values[0]:
                            differs = 1
                    observed.seen[1] += differs
                play(rules, state, move)
                many = encode(policy.encoding, rules, state, me, policy.sight)
                out = value_of(net, policy.sight.active, policy.sight.amounts, many)
                observed.largest[0] = max(observed.largest[0], abs(np.float64(out)))
                for layer in range(net.layers - 1):
                    for j in range(net.sizes[layer + 1]):
                        if net.invalues[layer, j] > F0:
                            observed.fired[layer, j] = 1
            else:
                move = choose(opponent, rules, state, rng)
                play(rules, state, move)
            chance(rules, state, rng)
            advance(opponent, rules, move)
            plies += 1
        if plies < LONGEST:
            returns(rules, state, observed.out)
            observed.won[0] += 1 if is_sole_winner(observed.out, rules.num_players, me) else 0


def _silent(net: Mlp, observed: Observations, layer: int) -> float:
    """The share of a layer's nodes that never fired; what has a slope below zero too can always come back."""
    if net.kinds[layer] != BENT or net.below[layer] != F0:
        return 0.0
    return 1.0 - float(observed.fired[layer, : net.sizes[layer + 1]].mean())


def examine(
    policy: ValuePolicy, game: Game, opponent: Policy, seat: int, rng: Stream, games: int = GAMES
) -> Health:
    """Look at a network through a few games against this opponent."""
    net: Mlp = policy.net
    observed = Observations(
        fired=np.zeros(net.invalues.shape, dtype=np.int64),
        seen=np.zeros(2, dtype=np.int64),
        largest=np.zeros(1),
        won=np.zeros(1, dtype=np.int64),
        out=np.zeros(game.num_players),
        state=game.new_state(),
    )
    if not np.isfinite(all_weights(net)).all():
        return Health(DIVERGED, tuple(1.0 for _ in range(net.layers - 1)), float("inf"))
    _examine(policy, game.rules, opponent, seat, games, observed, rng)
    dead = [_silent(net, observed, layer) for layer in range(net.layers - 1)]
    state = DEAD if observed.seen[0] and not observed.seen[1] else ALIVE
    won = int(observed.won[0]) / max(1, games)
    return Health(state, tuple(dead), float(observed.largest[0]), won)
