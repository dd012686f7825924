"""Policies: compiled players as records, and the functions that every policy offers.

A policy is a `NamedTuple` of its parameters (playouts, depth, an evaluation) and of the arrays it
thinks in. Kernels cannot allocate, so a policy brings its own room; two players, or two threads, never
share one record. The compiled match and the agents know policies through five functions:

- `choose`: the move it plays;
- `weigh`: what each legal move is worth to it, for explanations and for agents that wrap others;
- `chosen_index`: which of the moves just weighed it would play, where that is not the one worth most;
- `begin` and `advance`: a game starts, somebody moved; only policies that remember something care.

The policies that think about nothing live here: `Uniform`, `First`, and the wrapper `Noisy`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import NONE, Floats, Moves, Rules, legal_moves, random_move
from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw, uniform

Policy = Any


class Workspace(NamedTuple):
    """Room to think in that every policy needs: the legal moves and what they are worth."""

    moves: Moves  # [max_moves]: filled by `weigh`
    values: Floats  # [max_moves]: filled by `weigh`
    state: State  # [state_size]: a position to play on in
    out: Floats  # [num_players]: returns or scores


def new_workspace(game: Game) -> Workspace:
    """Room for this game."""
    rules = game.rules
    return Workspace(
        moves=np.zeros(rules.max_moves, dtype=np.int64),
        values=np.zeros(rules.max_moves, dtype=np.float64),
        state=np.zeros(rules.state_size, dtype=np.uint64),
        out=np.zeros(rules.num_players, dtype=np.float64),
    )


@generic
def choose(policy: Policy, rules: Rules, state: State, rng: Stream) -> int:
    """The move this policy plays. The game must not be over; the state is left as it is."""


@generic
def weigh(policy: Policy, rules: Rules, state: State, rng: Stream) -> int:
    """Write the legal moves and what each is worth (more is better) to `policy.workspace`; returns how many."""


@generic(default=True)
def chosen_index(policy: Policy, n: int) -> int:
    """Which of the n moves that `weigh` has just written it would play, by its place on the workspace."""
    return first_best_index(policy.workspace, n)


@jit
def think(policy: Policy, rules: Rules, state: State, rng: Stream, every: bool) -> int:
    """`weigh` with `every`, else `choose`: the one way in from Python.

    Both search with the same kernels. Compiled together they take the time of one, and who was asked for a
    move explains it without compiling the search again.
    """
    if every:
        return weigh(policy, rules, state, rng)
    return choose(policy, rules, state, rng)


@generic(default=True)
def begin(policy: Policy, rules: Rules) -> None:
    """A new game begins: forget the last one."""
    return


@generic(default=True)
def advance(policy: Policy, rules: Rules, move: int) -> None:
    """Somebody (also the policy itself) has played this move."""
    return


@jit
def random_best_index(workspace: Workspace, n: int, rng: Stream) -> int:
    """The place of a move of the highest value; equal ones are drawn from alike."""
    best = workspace.values[0]
    chosen = 0
    equal = 1
    for index in range(1, n):
        value = workspace.values[index]
        if value > best:
            best = value
            chosen = index
            equal = 1
        elif value == best:
            equal += 1
            if draw(rng, equal) == 0:  # the one drawn so far gives way to the k-th with chance 1/k
                chosen = index
    return chosen


@jit
def random_best_move(workspace: Workspace, n: int, rng: Stream) -> int:
    """A move of the highest value; equal ones are drawn from alike."""
    return workspace.moves[random_best_index(workspace, n, rng)]


@jit
def first_best_index(workspace: Workspace, n: int) -> int:
    """The place of the first move of the highest value."""
    best = 0
    for index in range(1, n):
        if workspace.values[index] > workspace.values[best]:
            best = index
    return best


@jit
def first_best_move(workspace: Workspace, n: int) -> int:
    """The first move of the highest value."""
    return workspace.moves[first_best_index(workspace, n)]


class NullPolicy(NamedTuple):
    """The policy of a seat that does not exist, or of somebody who can only be asked in Python."""

    workspace: Workspace


@choose.register(NullPolicy)
def choose_null(policy: NullPolicy, rules: Rules, state: State, rng: Stream) -> int:
    return NONE


@weigh.register(NullPolicy)
def weigh_null(policy: NullPolicy, rules: Rules, state: State, rng: Stream) -> int:
    return 0


class Uniform(NamedTuple):
    """Every legal move alike: the Random player of all five studies."""

    workspace: Workspace


@choose.register(Uniform)
def choose_uniform(policy: Uniform, rules: Rules, state: State, rng: Stream) -> int:
    return random_move(rules, state, rng)


@weigh.register(Uniform)
def weigh_uniform(policy: Uniform, rules: Rules, state: State, rng: Stream) -> int:
    workspace = policy.workspace
    n = legal_moves(rules, state, workspace.moves)
    for index in range(n):
        workspace.values[index] = 1.0 / n
    return n


class First(NamedTuple):
    """The first legal move in the game's order: the Clobber thesis's Pick First."""

    workspace: Workspace


@choose.register(First)
def choose_first(policy: First, rules: Rules, state: State, rng: Stream) -> int:
    legal_moves(rules, state, policy.workspace.moves)
    return policy.workspace.moves[0]


@weigh.register(First)
def weigh_first(policy: First, rules: Rules, state: State, rng: Stream) -> int:
    workspace = policy.workspace
    n = legal_moves(rules, state, workspace.moves)
    for index in range(n):
        workspace.values[index] = 1.0 if index == 0 else 0.0
    return n


class Noisy(NamedTuple):
    """Another policy that plays a random move now and then."""

    inner: Policy
    p: float  # how often
    workspace: Workspace


@choose.register(Noisy)
def choose_noisy(policy: Noisy, rules: Rules, state: State, rng: Stream) -> int:
    if uniform(rng) < policy.p:
        return random_move(rules, state, rng)
    return choose(policy.inner, rules, state, rng)


@weigh.register(Noisy)
def weigh_noisy(policy: Noisy, rules: Rules, state: State, rng: Stream) -> int:
    """What the other policy thinks; the noise has no opinion."""
    n = weigh(policy.inner, rules, state, rng)
    for index in range(n):
        policy.workspace.moves[index] = policy.inner.workspace.moves[index]
        policy.workspace.values[index] = policy.inner.workspace.values[index]
    return n


@chosen_index.register(Noisy)
def chosen_index_noisy(policy: Noisy, n: int) -> int:
    return chosen_index(policy.inner, n)


@begin.register(Noisy)
def begin_noisy(policy: Noisy, rules: Rules) -> None:
    begin(policy.inner, rules)


@advance.register(Noisy)
def advance_noisy(policy: Noisy, rules: Rules, move: int) -> None:
    advance(policy.inner, rules, move)
