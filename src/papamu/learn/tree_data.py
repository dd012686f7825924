"""Training data from a search tree: boards with the tree's values, as in the checkers report (§5), for any game.

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

from papamu.core.errors import PapamuError
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
from papamu.learn.tree_settings import PROGRAM, TREE, VISITS
from papamu.learn.tree_settings import RANDOM as RANDOM
from papamu.learn.tree_settings import TreeData as TreeData
from papamu.search.mcts import checkers_report_uct as report_uct
from papamu.search.mcts import uct
from papamu.search.mcts.tree import NO_NODE, ROOT, USED, Tree
from papamu.search.policy import Policy, begin

_SLICE = 1000  # rollouts between two words about progress
_GROW, _PICK, _START = range(3)  # keys of random streams

Report = Callable[[float], None]


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


def collect_boards(settings: TreeData, report: Report = lambda share: None) -> Boards:
    """Grow the trees and take what is wanted; fewer if there are not so many."""
    game = load_game(settings.game)
    if settings.rollout == RANDOM and game.facts.chance:
        raise PapamuError(
            f"a node of an ordinary UCT tree has no single board in a game with chance, like {game}: "
            "take --rollout tree, or the game without chance"
        )
    policy = _policy(game, settings)
    rng = stream(settings.seed, _GROW)
    found: list[Boards] = []
    most, full, made, there = 0, 0, 0, 0
    for number in range(settings.trees):
        root = _root(game, settings, number)

        def report_part(part: float, before: int = number) -> None:
            report((before + part) / settings.trees)

        _grow(policy, game, root, settings.rollouts, rng, report_part)
        tree = policy.tree
        quota = settings.nodes * (number + 1) // settings.trees - settings.nodes * number // settings.trees
        chosen = _chosen(tree, settings, quota, number)
        found.append(_seen(game, tree, root, chosen))
        used = int(tree.counts[USED])
        most = max(most, int(tree.visits[1:used].max(initial=0)), int(tree.visits[ROOT]))
        full += _is_full(policy)
        made += used
        there += int((tree.visits[:used] >= settings.min_visits).sum())
    if not there:
        raise PapamuError(f"no node has {settings.min_visits:,} visits: the highest count is {most:,}")
    about = {
        "rollouts": settings.rollouts, "rollout": settings.rollout, "order": settings.order, "c": settings.c,
        "min_visits": settings.min_visits, "trees": settings.trees, "seed": settings.seed, "nodes": made,
        "eligible": there, "full": full,
    }  # fmt: skip
    return _joined(str(game), found, about)


def _policy(game: Game, settings: TreeData) -> Policy:
    make = report_uct.new_report_uct if settings.rollout == TREE else uct.new_uct
    return make(game, None, settings.c, "uct", settings.megabytes)


def _is_full(policy: Policy) -> bool:
    """Was there too little memory for all of the tree?"""
    if isinstance(policy, report_uct.ReportUct):
        return bool(policy.outside[0])
    return int(policy.tree.counts[USED]) >= len(policy.tree.move)


def _root(game: Game, settings: TreeData, number: int) -> State:
    """The start, or a position of a random game: each of its plies alike."""
    rng = stream(settings.seed, _START, number)
    state = game.new_state()
    if settings.trees == 1:
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
    ours = isinstance(policy, report_uct.ReportUct)
    begin(policy, game.rules)
    grow: Callable[..., None] = report_uct.run_rollouts if ours else uct.simulate_many
    for done in range(0, count, _SLICE):
        grow(policy, game.rules, root, min(_SLICE, count - done), rng)
        report(min(1.0, (done + _SLICE) / count))


# -- which nodes ----------------------------------------------------------------------------------


def _chosen(tree: Tree, settings: TreeData, quota: int, number: int) -> Moves:
    """The nodes to take, in their order."""
    if settings.order == PROGRAM:
        return np.array(_preorder(tree, settings.min_visits, quota), dtype=np.int64)
    visits = tree.visits[: int(tree.counts[USED])]
    enough = np.flatnonzero(visits >= settings.min_visits)
    if settings.order == VISITS:
        return enough[np.argsort(-visits[enough], kind="stable")][:quota].astype(np.int64)
    drawn = np.random.default_rng([settings.seed, _PICK, number]).permutation(enough)
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
        while kid != NO_NODE:  # from the last to the first, so that the first is taken next
            waiting.append(kid)
            kid = int(tree.sibling[kid])
    return found


# -- what they are --------------------------------------------------------------------------------


def _seen(game: Game, tree: Tree, root: State, chosen: Moves) -> Boards:
    rules = game.rules
    boards = np.zeros((len(chosen), rules.cells), dtype=np.int8)
    movers = np.zeros(len(chosen), dtype=np.int64)
    observe_nodes(
        rules, tree, root, chosen, np.zeros(MOST_PLIES, dtype=np.int64), game.new_state(), boards, movers
    )
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
def observe_nodes(
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
