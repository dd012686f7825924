"""Iterative deepening: alpha-beta to depth 1, 2, 3, … with an evaluation at the horizon, for two players.

The search keeps its own stack in arrays: `begin_search` sets it up, `search_nodes` goes on for so many nodes,
so whoever calls can look at the clock in between. `choose` and `weigh` go on until the policy's depth or
number of nodes is reached, which makes them repeatable.

Values are those of the player to move; the evaluation is always that of the player who
thinks. A value found at some depth is that of plain minimax to this depth (one ply is one hop), with one
extension: a turn that is not finished, such as a multi-jump in Checkers, is never cut off by the horizon.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import NONE, Floats, Moves, Rules, is_over, legal_moves, play, player
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.evaluations.contract import PROVEN, WON, Evaluation, evaluate, result
from papamu.search.policy import Workspace, begin, choose, new_workspace, weigh
from papamu.search.transposition import (
    EXACT,
    LOWER,
    UPPER,
    TranspositionTable,
    bound_at,
    clear,
    depth_at,
    find_slot,
    move_at,
    new_table,
    store,
    value_at,
)

_INFINITY = 2.0 * WON
_PLIES = 160  # the deepest stack
_MOST_HOPS = 16  # by how much an unfinished turn goes beyond the horizon
_ALL = 1 << 62  # more nodes than there will ever be
_ENTER, _NEXT, _LEAVE, _DONE = range(4)  # stages
_FIRST, _KILLER, _OTHER_KILLER = 1 << 60, 1 << 59, 1 << 58  # ranks above any history
_OLD = 1 << 40  # histories are halved beyond it

# Places in `info`.
CHOSEN, DEPTH, NODES, _PLY, _STAGE, _GOAL, _VIEWER, _EVERY = range(8)
_MANY, _AT, _MOVER, _LEFT, _MOVE = range(5)  # rows of `numbers`; left: plies to the horizon
_ALPHA, _BETA, _LOW, _FOUND = range(4)  # rows of `windows`; low: alpha when the node was entered


class IterativeDeepening(NamedTuple):
    """What to search with, and the search itself, which may be under way."""

    evaluation: Evaluation
    depth: int  # plies; 0: no limit
    nodes: int  # 0: no limit
    workspace: Workspace
    table: TranspositionTable
    states: NDArray[np.uint64]  # [ply, state_size]
    moves: Moves  # [ply, max_moves]
    ranks: Moves  # [ply, max_moves]: the higher the sooner
    numbers: Moves  # [5, ply]
    windows: Floats  # [4, ply]
    killers: Moves  # [ply, 2]: moves that refuted other moves at this ply
    history: Moves  # [player, action]: how often it refuted something, deep ones counting more
    root: Floats  # [max_moves]: what this iteration has found for each move of the root
    value: Floats  # [2]: what the move chosen is worth; what the last node was worth
    info: Moves  # [8]: `CHOSEN` move, `DEPTH` reached, `NODES` searched, …


def refusal(game: Game) -> str | None:
    """Why this game cannot be searched like this, or `None` if it can."""
    if game.facts.num_players != 2 or not game.facts.zero_sum or game.facts.chance:
        return f"{game} cannot be searched by alpha-beta: it takes two players against each other, no chance"
    return None


def new_iterative_deepening(
    game: Game, evaluation: Evaluation, depth: int = 0, nodes: int = 0, megabytes: float = 16
) -> IterativeDeepening:
    """The policy for this game; with neither depth nor nodes the caller of `search_nodes` says when."""
    reason = refusal(game)
    if reason is not None:
        raise PapamuError(reason)
    if not 0 <= depth < _PLIES - _MOST_HOPS or nodes < 0:
        raise PapamuError(
            f"depth={depth} with nodes={nodes} is not possible: a depth is 0 to {_PLIES - _MOST_HOPS - 1}"
        )
    rules = game.rules
    return IterativeDeepening(
        evaluation=evaluation,
        depth=int(depth),
        nodes=int(nodes),
        workspace=new_workspace(game),
        table=new_table(game, megabytes),
        states=np.zeros((_PLIES, rules.state_size), dtype=np.uint64),
        moves=np.zeros((_PLIES, rules.max_moves), dtype=np.int64),
        ranks=np.zeros((_PLIES, rules.max_moves), dtype=np.int64),
        numbers=np.zeros((5, _PLIES), dtype=np.int64),
        windows=np.zeros((4, _PLIES), dtype=np.float64),
        killers=np.full((_PLIES, 2), NONE, dtype=np.int64),
        history=np.zeros((2, game.facts.actions), dtype=np.int64),
        root=np.zeros(rules.max_moves, dtype=np.float64),
        value=np.zeros(2, dtype=np.float64),
        info=np.zeros(8, dtype=np.int64),
    )


@begin.register(IterativeDeepening)
def begin_iterative_deepening(policy: IterativeDeepening, rules: Rules) -> None:
    """Nothing is remembered from game to game: the same game gives the same moves."""
    clear(policy.table)
    policy.history[:, :] = 0


@jit(inline=False)
def begin_search(policy: IterativeDeepening, rules: Rules, state: State, every: bool) -> None:
    """Think about this position, with `every` about each of its moves alike."""
    info = policy.info
    viewer = player(rules, state)
    if viewer != info[_VIEWER]:  # what is known belongs to the other player's view
        clear(policy.table)
    copy(state, policy.states[0])
    n = legal_moves(rules, state, policy.workspace.moves)
    info[CHOSEN] = policy.workspace.moves[0] if n > 0 else NONE
    info[DEPTH] = 0
    info[NODES] = 0
    info[_PLY] = 0
    info[_STAGE] = _DONE if n == 0 or (n == 1 and not every) else _ENTER
    info[_GOAL] = 1
    info[_VIEWER] = viewer
    info[_EVERY] = int(every)
    policy.value[0] = 0.0
    for index in range(n):  # until the first iteration is done
        policy.workspace.values[index] = 0.0
    policy.numbers[_MANY, 0] = n
    policy.numbers[_LEFT, 0] = 1
    for ply in range(len(policy.killers)):
        policy.killers[ply, 0] = NONE
        policy.killers[ply, 1] = NONE


@jit
def _sooner(value: float) -> float:
    """A value seen from one ply earlier: quick wins and slow losses are better."""
    if value >= PROVEN:
        return value - 1.0
    return value + 1.0 if value <= -PROVEN else value


@jit
def _later(value: float) -> float:
    """The inverse, for bounds handed down."""
    if value >= PROVEN:
        return value + 1.0
    return value - 1.0 if value <= -PROVEN else value


@jit
def _known(policy: IterativeDeepening, ply: int, slot: int) -> bool:
    """Does this entry of the table answer here? Then with `value[1]`.

    It must have been searched to just this depth, or be about a won game that ends within it.
    """
    value = value_at(policy.table, slot)
    depth = depth_at(policy.table, slot)
    left = policy.numbers[_LEFT, ply]
    if depth != left and (depth > left or abs(value) < PROVEN):
        return False
    policy.value[1] = value
    bound = bound_at(policy.table, slot)
    if bound == LOWER:
        return value >= policy.windows[_BETA, ply]
    return bound == EXACT or value <= policy.windows[_ALPHA, ply]


@jit
def _is_leaf(policy: IterativeDeepening, ply: int) -> bool:
    """At the horizon, unless the same player is still at it."""
    if policy.numbers[_LEFT, ply] > 0:
        return False
    goes_on = policy.numbers[_MOVER, ply] == policy.numbers[_MOVER, ply - 1]
    return not goes_on or ply + 1 >= min(len(policy.states), policy.info[_GOAL] + _MOST_HOPS)


@jit
def _enter(policy: IterativeDeepening, rules: Rules, ply: int) -> int:
    """Look at a new node: its value may be known, else its moves are ranked. Returns the next stage."""
    state = policy.states[ply]
    mover = player(rules, state)
    policy.numbers[_MOVER, ply] = mover
    if is_over(rules, state):
        policy.value[1] = result(rules, state, mover, policy.workspace.out)
        return _LEAVE
    if ply > 0 and _is_leaf(policy, ply):
        viewer = policy.info[_VIEWER]
        seen = evaluate(policy.evaluation, rules, state, viewer)
        policy.value[1] = seen if mover == viewer else -seen
        return _LEAVE
    promised = NONE
    if policy.numbers[_LEFT, ply] > 0:
        slot = find_slot(policy.table, state)
        if slot != NONE:
            if ply > 0 and _known(policy, ply, slot):
                return _LEAVE
            promised = move_at(policy.table, slot)
    n = legal_moves(rules, state, policy.moves[ply])
    for index in range(n):
        move = policy.moves[ply, index]
        rank = policy.history[mover, move]
        if move == promised:
            rank = _FIRST
        elif move == policy.killers[ply, 0]:
            rank = _KILLER
        elif move == policy.killers[ply, 1]:
            rank = _OTHER_KILLER
        policy.ranks[ply, index] = rank
    policy.numbers[_MANY, ply] = n
    policy.numbers[_AT, ply] = 0
    policy.numbers[_MOVE, ply] = NONE
    policy.windows[_LOW, ply] = policy.windows[_ALPHA, ply]
    policy.windows[_FOUND, ply] = -_INFINITY
    return _NEXT


@jit
def _next_move(policy: IterativeDeepening, ply: int) -> int:
    """The move of the highest rank among those not done, put behind those that are."""
    at = policy.numbers[_AT, ply]
    chosen = at
    for index in range(at + 1, policy.numbers[_MANY, ply]):
        if policy.ranks[ply, index] > policy.ranks[ply, chosen]:
            chosen = index
    move = policy.moves[ply, chosen]
    policy.moves[ply, chosen] = policy.moves[ply, at]
    policy.ranks[ply, chosen] = policy.ranks[ply, at]
    policy.moves[ply, at] = move
    policy.numbers[_AT, ply] = at + 1
    return move


@jit
def _descend(policy: IterativeDeepening, rules: Rules, ply: int) -> None:
    """Make the node after the next move, with its window."""
    move = _next_move(policy, ply)
    copy(policy.states[ply], policy.states[ply + 1])
    play(rules, policy.states[ply + 1], move)
    alpha, beta = _later(policy.windows[_ALPHA, ply]), _later(policy.windows[_BETA, ply])
    same = player(rules, policy.states[ply + 1]) == policy.numbers[_MOVER, ply]
    policy.windows[_ALPHA, ply + 1] = alpha if same else -beta
    policy.windows[_BETA, ply + 1] = beta if same else -alpha
    policy.numbers[_LEFT, ply + 1] = max(0, policy.numbers[_LEFT, ply] - 1)


@jit
def _take(policy: IterativeDeepening, ply: int) -> None:
    """The move just searched has turned out to be worth `value[1]` to the player after it."""
    value = (
        policy.value[1]
        if policy.numbers[_MOVER, ply + 1] == policy.numbers[_MOVER, ply]
        else -policy.value[1]
    )
    value = _sooner(value)
    move = policy.moves[ply, policy.numbers[_AT, ply] - 1]
    if value > policy.windows[_FOUND, ply]:
        policy.windows[_FOUND, ply] = value
        policy.numbers[_MOVE, ply] = move
        if ply == 0:
            policy.info[CHOSEN] = move
            policy.value[0] = value
    if ply == 0 and policy.info[_EVERY]:
        for index in range(policy.numbers[_MANY, 0]):
            if policy.workspace.moves[index] == move:
                policy.root[index] = value
    else:
        policy.windows[_ALPHA, ply] = max(value, policy.windows[_ALPHA, ply])


@jit
def _finish(policy: IterativeDeepening, ply: int) -> None:
    """All moves of a node are done, or one refutes the last move: remember it."""
    found, left = policy.windows[_FOUND, ply], policy.numbers[_LEFT, ply]
    move = policy.numbers[_MOVE, ply]
    policy.value[1] = found
    bound = EXACT
    if found >= policy.windows[_BETA, ply]:
        bound = LOWER
        history = policy.history
        mover = policy.numbers[_MOVER, ply]
        history[mover, move] += left * left
        if history[mover, move] > _OLD:
            for action in range(history.shape[1]):
                history[mover, action] >>= 1
        if move != policy.killers[ply, 0]:
            policy.killers[ply, 1] = policy.killers[ply, 0]
            policy.killers[ply, 0] = move
    elif found <= policy.windows[_LOW, ply]:
        bound = UPPER
    if left > 0:
        store(policy.table, policy.states[ply], found, left, bound, move)


@jit
def _end_iteration(policy: IterativeDeepening) -> int:
    """One more ply is done: go on with the next, unless nothing can come of it. Returns the stage."""
    goal = policy.info[_GOAL]
    policy.info[DEPTH] = goal
    unsettled = 0
    if policy.info[_EVERY]:
        for index in range(policy.numbers[_MANY, 0]):
            policy.workspace.values[index] = policy.root[index]
            unsettled += int(abs(policy.root[index]) < PROVEN)
    else:
        unsettled = int(abs(policy.value[0]) < PROVEN)
    deepest = policy.depth if policy.depth > 0 else len(policy.states) - _MOST_HOPS - 1
    if unsettled == 0 or goal >= deepest:
        return _DONE
    policy.info[_GOAL] = goal + 1
    policy.numbers[_LEFT, 0] = goal + 1
    return _ENTER


@jit(inline=False)
def search_nodes(policy: IterativeDeepening, rules: Rules, budget: int) -> bool:
    """Search so many nodes more. True if the search is over; `info` and `value` hold at any time."""
    info = policy.info
    ply, stage, done = info[_PLY], info[_STAGE], info[NODES]
    most = policy.nodes if policy.nodes > 0 else _ALL
    stop = min(done + budget, most)
    while stage != _DONE:
        if stage == _ENTER:
            if done >= stop:
                break
            done += 1
            if ply == 0:
                policy.windows[_ALPHA, 0] = -_INFINITY
                policy.windows[_BETA, 0] = _INFINITY
            stage = _enter(policy, rules, ply)
        elif stage == _NEXT:
            if (
                policy.numbers[_AT, ply] == policy.numbers[_MANY, ply]
                or policy.windows[_FOUND, ply] >= policy.windows[_BETA, ply]
            ):
                _finish(policy, ply)
                stage = _LEAVE
            else:
                _descend(policy, rules, ply)
                ply += 1
                stage = _ENTER
        elif ply == 0:
            stage = _end_iteration(policy)
        else:
            ply -= 1
            _take(policy, ply)
            stage = _NEXT
    info[_PLY], info[_STAGE], info[NODES] = ply, stage, done
    return stage == _DONE or done >= most


@choose.register(IterativeDeepening)
def choose_iterative_deepening(policy: IterativeDeepening, rules: Rules, state: State, rng: Stream) -> int:
    begin_search(policy, rules, state, False)
    search_nodes(policy, rules, _ALL)
    return policy.info[CHOSEN]


@weigh.register(IterativeDeepening)
def weigh_iterative_deepening(policy: IterativeDeepening, rules: Rules, state: State, rng: Stream) -> int:
    """Every move with a full window: bounds would explain nothing. Those of the last full iteration."""
    begin_search(policy, rules, state, True)
    search_nodes(policy, rules, _ALL)
    return policy.numbers[_MANY, 0]
