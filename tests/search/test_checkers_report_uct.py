"""The checkers report's tree search: against a slow twin, on every game, in matches, with little memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.search.mcts import checkers_report_uct as search
from papamu.search.mcts.checkers_report_uct import ReportUct, first_child, new_report_uct
from papamu.search.mcts.tree import NO_NODE, ROOT, USED
from papamu.search.mcts.uct import nodes_made, simulations
from papamu.search.policy import begin, choose, weigh
from tests.effort import effort
from tests.naive import checkers, clobber, konane, reversi
from tests.naive.report_uct import Node
from tests.naive.report_uct import ReportUct as Naive

TWINS = {
    "checkers:4x4": lambda: checkers.Checkers(4),
    "checkers:6x6,rules=program": lambda: checkers.Checkers(6, rules="program"),
    "reversi:4x4": lambda: reversi.Reversi(4),
    "konane:4x4": lambda: konane.Konane(4, 4),
    "clobber:3x4": lambda: clobber.Clobber(3, 4),
}


def same(policy: ReportUct, node: int, twin: Node, position: Position, me: int) -> None:
    """Are two trees equal, node by node?"""
    tree = policy.tree
    assert tree.visits[node] == twin.visits
    assert tree.total[node, me] == twin.total == -tree.total[node, 1 - me]
    kids = twin.children or []
    assert tree.children[node] == len(kids)
    first = int(first_child(tree, node))
    for at, kid in enumerate(kids):
        assert position.game.move_text(int(tree.move[first + at])) == kid.move
        if kid.visits:
            same(policy, first + at, kid, position.play(int(tree.move[first + at])), me)


@pytest.mark.parametrize("select", ["uct", "exploit", "explore"])
@pytest.mark.parametrize("spec", TWINS)
def test_it_is_the_tree_of_the_report(spec: str, select: str) -> None:
    game = papamu.load(spec)
    naive = TWINS[spec]()
    sims = effort(60, 12)
    twin = Naive(naive, sims, 1.0, select)
    policy = new_report_uct(game, sims, 1.0, select)
    begin(policy, game.rules)
    position, state = game.start(), naive.start()
    for ply in range(effort(12, 4)):
        if position.is_over:
            break
        expected = twin.choose(state)
        move = int(choose(policy, game.rules, position.state, stream(1)))
        assert game.move_text(move) == expected
        assert nodes_made(policy) == twin.made
        assert simulations(policy) == sims * (ply + 1)
        same(policy, ROOT, twin.root, position, position.player)
        assert policy.outside[0] == 0
        position, state = position.play(move), naive.play(state, expected)


def test_constant_c_counts() -> None:
    game, naive = papamu.load("checkers:6x6"), checkers.Checkers(6)
    for c in (0.0, 3.0):
        sims = effort(40, 8)
        twin, policy = Naive(naive, sims, c), new_report_uct(game, sims, c)
        move = int(choose(policy, game.rules, game.start().state, stream(1)))
        assert game.move_text(move) == twin.choose(naive.start())
        same(policy, ROOT, twin.root, game.start(), 0)


def test_the_move_has_the_highest_u_however_children_are_selected() -> None:
    position = papamu.load("checkers:6x6").start().play("5-8")
    for select in ("uct", "exploit", "explore"):
        sims = effort(30, 8)
        policy = new_report_uct(position.game, sims, 1.0, select)
        n = int(weigh(policy, position.game.rules, position.state, stream(1)))
        visits, means, values = policy.visits[:n], policy.means[:n], policy.workspace.values[:n]
        assert visits.sum() == sims
        shrunk = means * visits / (visits + 1)
        assert values == pytest.approx(shrunk + np.sqrt(np.log(sims + 1) / (visits + 1)))
        again = choose(policy, position.game.rules, position.state, stream(1))
        assert again == policy.workspace.moves[values.argmax()]


@pytest.mark.parametrize(
    "spec",
    [
        "checkers:4x4,teleport=0.5",
        "blokus:5x5",
        "blokus:5x5,players=2",
        "checkers:4x4,first=random",
        "konane:4x4",
    ],
)
def test_it_plays_and_explains_other_games(spec: str) -> None:
    game = papamu.load(spec)
    player = agent("uct:rollout=tree,sims=8,c=1", seed=1)
    position = game.start(seed=1)
    player.begin(game, stream(1))
    before = 0
    for _ in range(effort(6, 3)):
        if position.is_over:
            break
        move = player.choose(position)
        assert player.nodes() > before
        before = player.nodes()
        position = position.play(move, seed=2)
    player.begin(game, stream(1))
    told = player.explain(game.start(seed=1))
    assert [scored.value for scored in told.scores] == sorted((s.value for s in told.scores), reverse=True)
    assert "visits, mean" in told.scores[0].note and "U" in told.meaning


def test_utility_is_the_lead_over_the_best_other() -> None:
    game = papamu.load("blokus:5x5")
    policy = new_report_uct(game, 1)
    choose(policy, game.rules, game.start().state, stream(1))
    leaf = ROOT
    position = game.start()
    while policy.tree.children[leaf]:
        kids = [int(first_child(policy.tree, leaf)) + k for k in range(policy.tree.children[leaf])]
        leaf = next(kid for kid in kids if policy.tree.visits[kid])
        position = position.play(int(policy.tree.move[leaf]))
    assert position.is_over
    scores = position.scores
    leads = [own - max(scores[:who] + scores[who + 1 :]) for who, own in enumerate(scores)]
    assert policy.tree.total[leaf].tolist() == policy.tree.total[ROOT].tolist() == leads


def test_when_memory_is_full_rollouts_go_on_at_random_and_nothing_more_is_stored() -> None:
    game = papamu.load("checkers:6x6")
    policy = new_report_uct(game, effort(200, 20), megabytes=0.01)
    for seed in range(3):
        begin(policy, game.rules)
        move = choose(policy, game.rules, game.start().state, stream(seed))
        assert move in game.start().legal_moves
        tree = policy.tree
        used = int(tree.counts[USED])
        assert used <= len(tree.move) and policy.outside[0] > 0
        assert nodes_made(policy) == used - 1
        assert tree.visits[ROOT] == policy.sims
        below = sum(int(tree.visits[int(first_child(tree, ROOT)) + k]) for k in range(tree.children[ROOT]))
        assert below == policy.sims
        assert all(tree.parent[node] < node for node in range(1, used)) and tree.parent[ROOT] == NO_NODE


def test_the_clock() -> None:
    position = papamu.load("checkers:4x4").start()
    player = agent("uct:rollout=tree,ms=20", seed=1)
    assert not player.is_compiled and not player.deterministic
    assert player.choose(position) in position.legal_moves
    told = player.explain(position)
    assert sum(int(s.note.split()[0].replace(",", "")) for s in told.scores) > 1


def test_compiled_matches_are_the_same_move_by_move() -> None:
    spec, told = "checkers:4x4,rules=program,teleport=0.1,first=random", "uct:rollout=tree,sims=10,c=1"
    assert agent(told).is_compiled and agent(told).deterministic and str(agent(told)).count("rollout=tree")
    compiled = api.match(spec, told, "random", games=effort(20, 6), seed=3)

    class Slow(papamu.Agent):
        name, title = "slow", "the same through Python"
        fast: Any = None

        def begin(self, game: Any, rng: Any) -> None:
            self.fast = agent(told)
            self.fast.begin(game, rng)

        def choose(self, position: Position) -> int:
            return int(self.fast.choose(position))

    python = api.match(spec, Slow(), "random", games=effort(20, 6), seed=3)
    assert compiled.scores.tolist() == python.scores.tolist()


@pytest.mark.parametrize(
    "told, said", [("rollout=trees", "random or tree"), ("rollout=tree,sims=0", "sims=0")]
)
def test_mistakes(told: str, said: str) -> None:
    with pytest.raises(papamu.PapamuError, match=said):
        agent(f"uct:{told}")


def test_begin_forgets_the_last_game() -> None:
    game = papamu.load("checkers:4x4")
    policy = new_report_uct(game, 5)
    counts = []
    for _ in range(2):
        begin(policy, game.rules)
        assert nodes_made(policy) == 0
        search.choose(policy, game.rules, game.start().state, stream(1))
        counts.append(nodes_made(policy))
    assert counts[0] == counts[1] > 0
