"""The policy of a value network: it tries each move and takes the one whose board it values most.

The board after a move is still seen by the player who moved. Of equal moves the first is
taken, so a dead network, to which all boards are equal, plays like Pick First (Clobber thesis, §5.3).
"""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.game import Game
from papamu.games.rules import Floats, Rules, legal_moves, player
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.learn.encodings.contract import Encoding, Sight, difference, encode, sight
from papamu.learn.mlp.network import Mlp, first_layer, load_seat, output_after, value_of
from papamu.search.mcts.progressive_widening import value_position
from papamu.search.policy import Workspace, choose, first_best_move, new_workspace, weigh


class ValuePolicy(NamedTuple):
    """The policy of a value network."""

    encoding: Encoding
    net: Mlp
    sight: Sight
    workspace: Workspace


def new_value_policy(game: Game, encoding: Encoding, net: Mlp) -> ValuePolicy:
    """A player with this network, which is not copied: what it learns shows at once."""
    return ValuePolicy(encoding, net, sight(game, encoding), new_workspace(game))


@jit
def value_moves(policy: ValuePolicy, rules: Rules, state: State) -> int:
    """The value of every legal move to whoever moves, into the workspace; returns how many there are."""
    encoding, net, sight, workspace = policy.encoding, policy.net, policy.sight, policy.workspace
    me = player(rules, state)
    load_seat(net, me)
    first_layer(net, sight.active, sight.amounts, encode(encoding, rules, state, me, sight), net.root)
    n = legal_moves(rules, state, workspace.moves)
    for index in range(n):
        many = difference(encoding, rules, state, workspace.moves[index], me, sight)
        workspace.values[index] = output_after(net, sight.which, sight.by, many)
    return n


@weigh.register(ValuePolicy)
def weigh_by_value(policy: ValuePolicy, rules: Rules, state: State, rng: Stream) -> int:
    return value_moves(policy, rules, state)


@choose.register(ValuePolicy)
def choose_by_value(policy: ValuePolicy, rules: Rules, state: State, rng: Stream) -> int:
    return first_best_move(policy.workspace, value_moves(policy, rules, state))


@value_position.register(ValuePolicy)
def value_position_by_network(policy: ValuePolicy, rules: Rules, state: State, out: Floats) -> None:
    """As each player sees it, as if that player had just moved."""
    sight = policy.sight
    for who in range(len(out)):
        load_seat(policy.net, who)
        many = encode(policy.encoding, rules, state, who, sight)
        out[who] = value_of(policy.net, sight.active, sight.amounts, many)
