"""The tree search that widens: node by node against a twin, its widths, its rollouts, and as `uct:widen=`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.agents.registry import agent
from papamu.core.errors import AgentError, PapamuError
from papamu.games.position import Position
from papamu.games.rules import large_move
from papamu.kernel.random import stream
from papamu.learn.mlp import model_file as model
from papamu.learn.mlp.model_file import Model
from papamu.learn.mlp.network import init_weights
from papamu.learn.mlp.value_policy import ValuePolicy
from papamu.learn.online.course import Course
from papamu.search.mcts.progressive_widening import Widening, new_widening, simulate_many, value_position
from papamu.search.mcts.tree import NO_NODE, ROOT, USED, Tree
from papamu.search.policy import Uniform, advance, begin, choose, new_workspace, weigh
from tests.effort import effort
from tests.naive.widening import Node, Twin


def network(spec: str, seed: int = 1) -> ValuePolicy:
    """A network with random weights: no two positions are worth the same to it."""
    course = Course(spec, hidden=(), activation="linear", output="sigmoid", target=1.0, lost=0.0)
    game = papamu.load(spec)
    encoding, net = model.build_network(course, game)
    init_weights(net, "unit", stream(seed))
    found = model.network_policy(course, game, encoding, net)
    assert isinstance(found, ValuePolicy)
    return found


def children(tree: Tree, node: int) -> list[int]:
    found, kid = [], int(tree.child[node])
    while kid != NO_NODE:
        found.append(kid)
        kid = int(tree.sibling[kid])
    return found


def check(tree: Tree, node: int, twin: Node) -> int:
    """A node and all below it are the twin's; returns how many nodes were compared."""
    assert tree.visits[node] == twin.visits
    if twin.visits:
        assert tree.total[node] == pytest.approx(twin.totals)
    kids = children(tree, node)
    assert [int(tree.move[kid]) for kid in kids] == [kid.move for kid in twin.children or []]
    return 1 + sum(check(tree, kid, other) for kid, other in zip(kids, twin.children or [], strict=True))


@pytest.mark.parametrize("spec, widen", [("clobber:3x4", 0.7), ("clobber:3x3", 0.0), ("blokus:6x6", 1.0)])
def test_the_tree_is_the_twins(spec: str, widen: float) -> None:
    game = papamu.load(spec)
    net = network(spec)
    sims = effort(120, 40)
    policy = new_widening(game, sims, net, c=0.4, widen=widen, rollout="none", scale=(0.0, 1.0))
    state = game.start().state
    simulate_many(policy, game.rules, state, sims, stream(1))

    def order(position: Position) -> Sequence[tuple[int, float]]:
        n = int(weigh(net, game.rules, position.state, stream(9)))
        return list(zip(net.workspace.moves[:n].tolist(), net.workspace.values[:n].tolist(), strict=True))

    def judged(position: Position) -> Sequence[float]:
        out = np.zeros(game.num_players)
        value_position(net, game.rules, position.state, out)
        return [2.0 * min(1.0, max(0.0, value)) - 1.0 for value in out]

    twin = Twin(order, judged, 0.4, widen).search(game.start(), sims)
    assert check(policy.tree, ROOT, twin) == policy.tree.counts[USED] > 20


def test_a_network_judges_with_the_eyes_of_each_player() -> None:
    """After a move, what it is worth to the mover is what `weigh` said of the move."""
    game = papamu.load("blokus:6x6")
    net = network("blokus:6x6")
    position = game.start()
    weigh(net, game.rules, position.state, stream(1))
    value = float(net.workspace.values[3])
    out = np.zeros(4)
    value_position(net, game.rules, position.play(int(net.workspace.moves[3])).state, out)
    assert out[0] == pytest.approx(value)
    assert len(set(out.tolist())) > 1


def searched(spec: str, sims: int, **told: object) -> tuple[Widening, Position]:
    game = papamu.load(spec)
    policy = new_widening(game, sims, Uniform(new_workspace(game)), **told)  # type: ignore[arg-type]
    return policy, game.start(seed=3)


@pytest.mark.parametrize("widen", [0.3, 1.0, 2.0])
def test_nodes_widen_with_the_root_of_their_visits(widen: float) -> None:
    policy, position = searched("clobber:4x4", 200, widen=widen)
    tree = policy.tree
    for sims in (1, 4, 30, 60):
        begin(policy, position.game.rules)
        simulate_many(policy, position.game.rules, position.state, sims, stream(2))
        kids = children(tree, ROOT)
        assert len(kids) == len(position.legal_moves)
        tried = [int(tree.visits[kid]) > 0 for kid in kids]
        width = sum(tried)
        assert tried == [True] * width + [False] * (len(kids) - width)  # from the best on, none left out
        assert width <= min(len(kids), 1 + int(widen * math.sqrt(sims)))
        assert tree.visits[ROOT] == sims == sum(int(tree.visits[kid]) for kid in kids)


SPECS = ["clobber:4x4", "checkers:6x6,teleport=0.3", "blokus:5x5"]


@pytest.mark.parametrize("spec", SPECS)
def test_whole_games_and_the_tree_is_kept(spec: str) -> None:
    """Every move is legal (`Position.play` refuses others), with chance too; what was played is kept."""
    policy, position = searched(spec, effort(40, 8), widen=1.0, megabytes=0.2)
    game, rng, plies = position.game, stream(4), 0
    begin(policy, game.rules)
    while not position.is_over and plies < effort(30, 6):
        move = int(choose(policy, game.rules, position.state, rng))
        kids = {int(policy.tree.move[kid]): kid for kid in children(policy.tree, ROOT)}
        visits = int(policy.tree.visits[kids[move]]) if move in kids else 0
        advance(policy, game.rules, move)
        assert policy.tree.visits[ROOT] == visits
        assert policy.tree.counts[USED] <= len(policy.tree.move)
        position = position.play(move, seed=plies)
        plies += 1
    assert plies > 2


def test_the_same_seed_gives_the_same_tree() -> None:
    trees = []
    for seed in (1, 1, 2):
        policy, position = searched("blokus:5x5", 40, rollout="large")
        choose(policy, position.game.rules, position.state, stream(seed))
        used = int(policy.tree.counts[USED])
        trees.append([array[:used].tolist() for array in (policy.tree.move, policy.tree.visits)])
    assert trees[0] == trees[1] != trees[2]


# -- large moves ----------------------------------------------------------------------------------


def test_large_moves_are_the_largest_and_all_of_them() -> None:
    game = papamu.load("blokus:8x8")
    rng, choice = stream(5), np.random.default_rng(5)
    position = game.start()
    seen_small = False
    while not position.is_over:
        sizes = {int(move): str(move).count(",") + 1 for move in position.legal_moves}
        largest = {move for move, size in sizes.items() if size == max(sizes.values())}
        drawn = {
            int(large_move(game.rules, position.state, rng)) for _ in range(effort(60, 5) * len(largest))
        }
        assert drawn <= largest
        if len(largest) < 30 and effort(1, 0):
            assert drawn == largest
        seen_small |= max(sizes.values()) <= 3
        position = position.play(position.legal_moves[int(choice.integers(len(position.legal_moves)))])
    assert seen_small
    assert large_move(game.rules, position.state, rng) == -1


# -- as an agent ----------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A network for a small board."""
    course = Course("clobber:3x3", hidden=(), activation="linear", output="sigmoid", target=1.0, lost=0.0)
    net = network("clobber:3x3").net
    Model(course, net).save(tmp_path / "net.safetensors")
    return tmp_path / "net.safetensors"


def visits_of(spec: str, board: str) -> int:
    """Let an agent choose, explain and be cloned; how many visits it tells of."""
    game, player = papamu.load(board), agent(spec, seed=1)
    assert str(player) == spec == str(player.clone())
    player.begin(game, stream(1))
    position = game.start()
    assert player.choose(position) in position.legal_moves
    return sum(int(one.note.split()[0].replace(",", "")) for one in player.explain(position).scores)


def test_agents_behind_the_plus_order_the_moves(file: Path) -> None:
    assert visits_of("uct:sims=20,rollout=large,widen=0.5", "blokus:5x5") >= 20
    assert visits_of(f"uct:sims=20,rollout=none,widen=1.0+mlp:{file}", "clobber:3x3") >= 20
    assert visits_of(f"uct:widen=1.0,ms=1+mlp:{file}", "clobber:3x3") > 0
    player = agent(f"uct:sims=5,widen=1+mlp:{file}")
    assert player.identity != str(player)  # the network's weights belong to it


def test_without_the_options_it_is_the_search_it_was() -> None:
    from papamu.agents.uct import UctAgent
    from papamu.search.mcts.uct import Uct

    assert isinstance(UctAgent({"sims": 5}).policy(papamu.load("clobber:3x3")), Uct)


@pytest.mark.parametrize(
    "spec, game, said",
    [
        ("uct:rollout=large", "clobber:4x4", "where moves differ in size"),
        ("uct:rollout=none", "blokus:5x5", "needs a network"),
        ("uct:rollout=none+greedy", "blokus:5x5", "needs a network"),
        ("uct:widen=1+human", "blokus:5x5", "only compiled agents"),
        ("uct:rollout=tree+greedy", "blokus:5x5", "it takes no agent behind"),
    ],
)
def test_what_cannot_be_is_refused(spec: str, game: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        agent(spec).check(papamu.load(game))


def test_numbers_that_cannot_be() -> None:
    game = papamu.load("clobber:3x3")
    with pytest.raises(PapamuError, match="widen=-1"):
        new_widening(game, 5, Uniform(new_workspace(game)), widen=-1.0)
    with pytest.raises(PapamuError, match="rollout=none"):
        new_widening(game, 5, Uniform(new_workspace(game)), rollout="none")
    with pytest.raises(AgentError, match="take another agent"):
        agent("random+greedy")
