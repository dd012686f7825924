"""Boards from a search tree, with what the tree says of them: the checkers report's data (§5), for any game.

A tree is grown from the start (several: from positions of random games) by the report's search or by ordinary
UCT. Those of its nodes that were visited often enough are taken in one of three orders: as the report's
program does, from the top down, children in their order, a whole branch before the next one; or the most
visited first; or drawn at random. A node's utility is the mean of what its rollouts brought to each player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.errors import PapamuError, listing, nearest
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.games.rules import (
    MOST_PLIES,
    Codes,
    Moves,
    Rules,
    chance,
    observe,
    play,
    player,
    random_move,
    reset,
)
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw, stream
from papamu.search import descent, uct
from papamu.search.policy import Policy, begin
from papamu.search.tree import NOWHERE, ROOT, USED, Tree

TREE, RANDOM = "tree", "random"  # rollouts of the report, or ordinary ones
PROGRAM, VISITS = "program", "visits"  # orders; the third is RANDOM
ORDERS = (PROGRAM, VISITS, RANDOM)
_SLICE = 1000  # rollouts between two words about progress
_GROW, _PICK, _START = range(3)  # keys of random streams
_MOST = 10**9

Report = Callable[[float], None]


@dataclass(frozen=True)
class Harvest:
    """What is to be grown and taken. Defaults are the report's."""

    game: str
    rollouts: int = 10_000
    """Of each tree."""
    nodes: int = 1_000
    """How many boards are wanted, of all trees together."""
    min_visits: int = 6
    """Nodes with fewer visits are left out, and all below them."""
    rollout: str = TREE
    """`tree`: the report's, to the end of the game by selection; `random`: ordinary UCT."""
    order: str = PROGRAM
    """Which nodes come first: `program`, `visits` or `random`."""
    c: float = 1.0
    """How much the search explores."""
    trees: int = 1
    """One grows from the start; more of them grow from positions of random games."""
    megabytes: float = 1000.0
    """Memory of a tree; it never takes more."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for name in ("rollouts", "nodes", "min_visits", "trees"):
            value = getattr(self, name)
            if not 1 <= value <= _MOST:
                raise PapamuError(f"{name.replace('_', '-')} cannot be {value}: possible are 1 to {_MOST:,}")
        for name, allowed in (("rollout", (TREE, RANDOM)), ("order", ORDERS)):
            value = getattr(self, name)
            if value not in allowed:
                raise PapamuError(
                    f"{name} cannot be {value!r}{nearest(value, allowed)}: there are {listing(allowed)}"
                )


@dataclass(frozen=True)
class Boards:
    """Boards of a game, and what is known of them."""

    game: str
    boards: NDArray[np.int8]  # [n, rows, cols]: cell codes as the first player sees them
    movers: NDArray[np.int8]  # [n]: whose move it is
    utilities: NDArray[np.float64]  # [n, players]: what each player can expect
    visits: NDArray[np.int64]  # [n]
    players: NDArray[np.int8]  # [n]: for whom the tree was grown: who moves at its root
    about: dict[str, Any] = field(default_factory=dict)  # how they were made

    def __len__(self) -> int:
        return len(self.boards)


def harvest(told: Harvest, report: Report = lambda share: None) -> Boards:
    """Grow the trees and take what is wanted; fewer if there are not so many."""
    game = load_game(told.game)
    if told.rollout == RANDOM and game.facts.chance:
        raise PapamuError(
            f"a node of an ordinary UCT tree has no single board in a game with chance, like {game}: "
            "take --rollout tree, or the game without chance"
        )
    policy = _policy(game, told)
    rng = stream(told.seed, _GROW)
    found: list[Boards] = []
    most, full, made, there = 0, 0, 0, 0
    for number in range(told.trees):
        root = _root(game, told, number)
        _grow(policy, game, root, told.rollouts, rng, lambda part, k=number: report((k + part) / told.trees))  # type: ignore[misc]
        tree = policy.tree
        quota = told.nodes * (number + 1) // told.trees - told.nodes * number // told.trees
        chosen = _chosen(tree, told, quota, number)
        found.append(_seen(game, tree, root, chosen))
        used = int(tree.counts[USED])
        most = max(most, int(tree.visits[1:used].max(initial=0)), int(tree.visits[ROOT]))
        full += _is_full(policy)
        made += used
        there += int((tree.visits[:used] >= told.min_visits).sum())
    if not there:
        raise PapamuError(f"no node has {told.min_visits:,} visits: the most there are is {most:,}")
    about = {
        "rollouts": told.rollouts, "rollout": told.rollout, "order": told.order, "c": told.c,
        "min_visits": told.min_visits, "trees": told.trees, "seed": told.seed, "nodes": made,
        "eligible": there, "full": full,
    }  # fmt: skip
    return _joined(str(game), found, about)


def _policy(game: Game, told: Harvest) -> Policy:
    make = descent.descent if told.rollout == TREE else uct.uct
    return make(game, None, told.c, "uct", told.megabytes)


def _is_full(policy: Policy) -> bool:
    """Was there too little memory for all of the tree?"""
    if isinstance(policy, descent.Descent):
        return bool(policy.outside[0])
    return int(policy.tree.counts[USED]) >= len(policy.tree.move)


def _root(game: Game, told: Harvest, number: int) -> State:
    """The start, or a position of a random game: each of its plies alike."""
    rng = stream(told.seed, _START, number)
    state = game.new_state()
    if told.trees == 1:
        reset(game.rules, state, rng)
        return state
    line = np.zeros((512, game.rules.state_size), dtype=np.uint64)
    n = int(random_line(game.rules, line, rng))
    state[:] = line[int(draw(rng, n))]
    return state


@jit
def random_line(rules: Rules, line: NDArray[np.uint64], rng: Stream) -> int:
    """The positions of a random game that are not over, as far as there is room; how many."""
    reset(rules, line[0], rng)
    n = 0
    while n < len(line):
        move = random_move(rules, line[n], rng)
        if move < 0:
            break
        n += 1
        if n < len(line):
            copy(line[n - 1], line[n])
            play(rules, line[n], move)
            chance(rules, line[n], rng)
    return max(n, 1)


def _grow(policy: Policy, game: Game, root: State, count: int, rng: Stream, report: Report) -> None:
    """So many rollouts on a new tree."""
    ours = isinstance(policy, descent.Descent)
    begin(policy, game.rules)
    grow: Callable[..., None] = descent.rollouts if ours else uct.simulate_many
    for done in range(0, count, _SLICE):
        grow(policy, game.rules, root, min(_SLICE, count - done), rng)
        report(min(1.0, (done + _SLICE) / count))


# -- which nodes ----------------------------------------------------------------------------------


def _chosen(tree: Tree, told: Harvest, quota: int, number: int) -> Moves:
    """The nodes to take, in their order."""
    if told.order == PROGRAM:
        return np.array(_preorder(tree, told.min_visits, quota), dtype=np.int64)
    visits = tree.visits[: int(tree.counts[USED])]
    enough = np.flatnonzero(visits >= told.min_visits)
    if told.order == VISITS:
        return enough[np.argsort(-visits[enough], kind="stable")][:quota].astype(np.int64)
    drawn = np.random.default_rng([told.seed, _PICK, number]).permutation(enough)
    return drawn[:quota].astype(np.int64)


def _preorder(tree: Tree, least: int, most: int) -> list[int]:
    """A node before all below it, children in the order in which they were made."""
    found: list[int] = []
    waiting = [ROOT]
    while waiting and len(found) < most:
        node = waiting.pop()
        if tree.visits[node] < least:
            continue
        found.append(node)
        kid = int(tree.child[node])
        while kid != NOWHERE:  # from the last to the first, so that the first is taken next
            waiting.append(kid)
            kid = int(tree.sibling[kid])
    return found


# -- what they are --------------------------------------------------------------------------------


def _seen(game: Game, tree: Tree, root: State, chosen: Moves) -> Boards:
    rules = game.rules
    boards = np.zeros((len(chosen), rules.cells), dtype=np.int8)
    movers = np.zeros(len(chosen), dtype=np.int64)
    look_at(rules, tree, root, chosen, np.zeros(MOST_PLIES, dtype=np.int64), game.new_state(), boards, movers)
    visits = tree.visits[chosen].astype(np.int64)
    return Boards(
        str(game),
        boards.reshape(-1, game.rows, game.cols),
        movers.astype(np.int8),
        tree.total[chosen] / np.maximum(visits, 1)[:, None],
        visits,
        np.full(len(chosen), player(rules, root), dtype=np.int8),
    )


@jit
def look_at(
    rules: Rules,
    tree: Tree,
    root: State,
    nodes: Moves,
    path: Moves,
    state: State,
    boards: Codes,
    movers: Moves,
) -> None:
    """Write the board of each node and who moves there; chance does nothing on the way."""
    for index in range(len(nodes)):
        node = nodes[index]
        depth = 0
        while node != ROOT:
            path[depth] = tree.move[node]
            depth += 1
            node = np.int64(tree.parent[node])
        copy(root, state)
        while depth > 0:
            depth -= 1
            play(rules, state, path[depth])
        observe(rules, state, 0, boards[index])
        movers[index] = player(rules, state)


def _joined(game: str, parts: list[Boards], about: dict[str, Any]) -> Boards:
    return Boards(
        game,
        np.concatenate([part.boards for part in parts]),
        np.concatenate([part.movers for part in parts]),
        np.concatenate([part.utilities for part in parts]),
        np.concatenate([part.visits for part in parts]),
        np.concatenate([part.players for part in parts]),
        about,
    )
