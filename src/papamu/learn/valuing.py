"""A network as a player: it tries each move and takes the one after which the board is worth most to it.

The board after a move is still seen with the eyes of the one who moved. Of equal moves the first is
taken, so a dead network, to which all boards are equal, plays like Pick First (Clobber thesis, §5.3).
"""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.game import Game
from papamu.games.rules import Floats, Rules, legal_moves, player
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.learn.encoding import Encoding, Sight, difference, encode, sight
from papamu.learn.mlp import Mlp, first_layer, output_after, value_of, wear
from papamu.search.policy import Desk, choose, desk, first_best, weigh
from papamu.search.widening import judge


class ByValue(NamedTuple):
    """The policy of a value network."""

    encoding: Encoding
    net: Mlp
    sight: Sight
    desk: Desk


def by_value(game: Game, encoding: Encoding, net: Mlp) -> ByValue:
    """A player with this network, which is not copied: what it learns shows at once."""
    return ByValue(encoding, net, sight(game, encoding), desk(game))


@jit
def look(policy: ByValue, rules: Rules, state: State) -> int:
    """The value of every legal move to whoever moves, into the desk; returns how many there are."""
    encoding, net, sight, desk = policy.encoding, policy.net, policy.sight, policy.desk
    me = player(rules, state)
    wear(net, me)
    first_layer(net, sight.active, sight.amounts, encode(encoding, rules, state, me, sight), net.root)
    n = legal_moves(rules, state, desk.moves)
    for index in range(n):
        many = difference(encoding, rules, state, desk.moves[index], me, sight)
        desk.values[index] = output_after(net, sight.which, sight.by, many)
    return n


@weigh.register(ByValue)
def _(policy: ByValue, rules: Rules, state: State, rng: Stream) -> int:
    return look(policy, rules, state)


@choose.register(ByValue)
def _(policy: ByValue, rules: Rules, state: State, rng: Stream) -> int:
    return first_best(policy.desk, look(policy, rules, state))


@judge.register(ByValue)
def _(policy: ByValue, rules: Rules, state: State, out: Floats) -> None:
    """With the eyes of each player, as if it had just moved."""
    sight = policy.sight
    for who in range(len(out)):
        wear(policy.net, who)
        many = encode(policy.encoding, rules, state, who, sight)
        out[who] = value_of(policy.net, sight.active, sight.amounts, many)
