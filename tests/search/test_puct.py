"""The guided tree search: beside a slow twin, many games at once, noise, memory, blending, reuse."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games import rules as contract
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.random import gamma, stream, streams
from papamu.learn.convnet.alphazero.planes import View, view_of
from papamu.search.mcts import puct
from papamu.search.mcts.tree import NO_NODE, ROOT, RUN, UNTRIED, USED, Tree, node_bytes
from tests.effort import effort
from tests.naive.puct import Node, Opinion, Puct

TELEPORT = "checkers:6x6,teleport=0.3"
SPECS = ["clobber:3x4", "reversi:4x4", "konane:4x4", TELEPORT, "blokus:5x5"]


class FakeGuide:
    """Has an opinion of every position, made of the bits of its state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.view: View = view_of(game)
        self.values = 1 if game.num_players == 2 else game.num_players
        self.numbers = game.rules.cells * self.view.voices + self.view.beside

    def look(self, state: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        drawn = hashlib.shake_256(state.tobytes()).digest(2 * (self.numbers + self.values))
        found = np.frombuffer(drawn, dtype=np.uint16).astype(np.float32) / np.float32(65536)
        return 4 * found[: self.numbers] - 2, 2 * found[self.numbers :] - 1

    def opinion(self, state: np.ndarray[Any, Any]) -> Opinion:
        """The same for the twin."""
        logits, values = self.look(state)
        viewer, players = int(contract.player(self.game.rules, state)), self.game.num_players
        out = np.zeros(self.game.rules.max_moves, dtype=np.int64)
        legal = out[: int(contract.legal_moves(self.game.rules, state, out))].tolist()
        worth = [0.0] * players
        for turn in range(players):
            value = float(values[turn]) if self.values > 1 else float(values[0]) * (-1.0 if turn else 1.0)
            worth[(viewer + turn) % players] = value
        return {move: float(logits[self.view.places[viewer, move]]) for move in legal}, worth

    def step(self, forest: puct.Forest, rngs: np.ndarray[Any, Any], blend: float = 0.0) -> int:
        n = int(puct.collect_leaves(forest, self.game.rules, rngs))
        if n:
            looked = [self.look(state) for state in forest.states[:n]]
            logits, values = (np.array([one[part] for one in looked]) for part in (0, 1))
            if blend:
                puct.blend_playouts(forest, self.game.rules, n, blend, values, rngs)
            puct.expand_and_backup(forest, self.game.rules, n, logits, values, self.view.places, rngs)
        return n


@cache
def guide(spec: str) -> FakeGuide:
    return FakeGuide(papamu.load(spec))


def middle(game: Game, plies: int, seed: int) -> Position:
    """Somewhere in a random game."""
    chooser = np.random.default_rng(seed)
    position = game.start(seed=seed)
    for _ in range(plies):
        following = position.play(chooser.choice([int(m) for m in position.legal_moves]), seed=seed)
        if following.is_over:
            break
        position = following
    return position


def search(
    fake: FakeGuide, positions: list[Position], sims: int, seed: int = 1, leaves: int = 1, **told: Any
) -> tuple[puct.Forest, np.ndarray[Any, Any]]:
    """All of them at the same time."""
    forest = puct.new_forest(fake.game, len(positions), sims, leaves=leaves, **told)
    rngs = streams(seed, len(positions))
    for slot, position in enumerate(positions):
        puct.set_root(forest, slot, position.state)
        puct.request_simulations(forest, slot, sims, 0.0, rngs[slot])
    while fake.step(forest, rngs):
        pass
    return forest, rngs


def visits(forest: puct.Forest, game: Game, slot: int) -> list[int]:
    n = int(puct.weigh_root(forest, game.rules, slot))
    return forest.visits[:n].tolist()


def tree(forest: puct.Forest, slot: int = 0) -> Tree:
    """The tree of one game (`puct.tree_of` is for kernels: views do not come out of compiled code)."""
    return Tree(*(array[slot] for array in forest.trees))


def as_nodes(tree: Tree, node: int = ROOT) -> Node:
    """A tree of objects, as the twin has it."""
    made = Node(tree.total.shape[1], float(tree.prior[node]), int(tree.visits[node]))
    made.total = tree.total[node].tolist()
    kid = int(tree.child[node])
    while kid != NO_NODE:
        assert int(tree.parent[kid]) == node
        assert int(tree.move[kid]) not in made.kids
        made.kids[int(tree.move[kid])] = as_nodes(tree, kid)
        kid = int(tree.sibling[kid])
    assert len(made.kids) == tree.children[node]
    return made


def compared(node: Node) -> list[Any]:
    """What two trees must have in common (of the root, nobody asks how promising it is)."""
    kids = [(move, kid.prior, *compared(kid)) for move, kid in node.kids.items()]
    return [node.visits, node.total, kids]


# -- beside the twin ------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [1, 5])
@pytest.mark.parametrize("spec", SPECS)
def test_as_the_twin_many_games_at_once(spec: str, leaves: int) -> None:
    fake, sims = guide(spec), effort(120, 25)
    game = fake.game
    positions = [middle(game, plies, seed=plies) for plies in (0, 1, 4, 6)]
    forest, rngs = search(fake, positions, sims, leaves=leaves, c=1.3, fpu_reduction=0.1)
    alone = streams(1, len(positions))
    for slot, position in enumerate(positions):
        twin = Puct(game, position.state, fake.opinion, alone[slot], c=1.3, doubt=0.1, leaves=leaves)
        twin.run(sims)
        assert visits(forest, game, slot) == twin.visits()
        assert compared(as_nodes(tree(forest, slot))) == compared(twin.root)
        assert rngs[slot].tolist() == alone[slot].tolist()  # not a number more was drawn
        assert forest.trees.counts[slot, RUN] == sims == forest.trees.visits[slot, ROOT]
        mean = [total / sims for total in twin.root.total]
        assert puct.root_value(forest, slot).tolist() == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("spec", ["clobber:3x4", TELEPORT])
def test_what_is_known_survives_a_move(spec: str) -> None:
    """Over several moves, now and then one that nobody expected: always as the twin."""
    fake, sims = guide(spec), effort(60, 15)
    game, rng, same = fake.game, streams(4, 1), streams(4, 1)
    position = game.start(seed=2)
    forest = puct.new_forest(game, 1, sims)
    puct.set_root(forest, 0, position.state)
    twin = Puct(game, position.state, fake.opinion, same[0])
    for ply in range(6):
        puct.request_simulations(forest, 0, sims, 0.0, rng[0])
        while fake.step(forest, rng):
            pass
        twin.run(sims)
        assert visits(forest, game, 0) == twin.visits()
        move = int(position.legal_moves[-1 if ply == 2 else np.argmax(twin.visits())])
        position = position.play(move, seed=ply)
        if position.is_over:
            break
        puct.advance_root(forest, 0, move, position.state)
        twin.go_on(move, position.state)
        assert compared(as_nodes(tree(forest))) == compared(twin.root)
    assert ply >= 3


# -- what must be true of every tree --------------------------------------------------------------


def check(node: Node, root: bool = True) -> int:
    """Without chance: each node was looked at once, all other simulations went further down. Its nodes."""
    assert node.visits >= 0 and all(abs(total) <= node.visits + 1e-9 for total in node.total)
    if node.kids:
        assert node.visits == 1 + sum(kid.visits for kid in node.kids.values())
        assert sum(kid.prior for kid in node.kids.values()) == pytest.approx(1, abs=1e-5)
    return 1 + sum(check(kid, False) for kid in node.kids.values())


@pytest.mark.parametrize("leaves", [1, 3, 16])
def test_no_supposed_loss_is_left_behind(leaves: int) -> None:
    fake = guide("reversi:4x4")
    sims = effort(200, 40)
    forest, _ = search(fake, [middle(fake.game, ply, ply) for ply in (0, 3)], sims, leaves=leaves)
    for slot in (0, 1):
        root = as_nodes(tree(forest, slot))
        assert root.visits == sims
        assert check(root) == forest.trees.counts[slot, USED]
        assert sum(root.total) == pytest.approx(0, abs=1e-9)  # of two players, one has what the other loses
    assert (forest.trees.legal[:, : int(forest.trees.counts[:, USED].min())] >= -1).all()  # nobody waits


def test_leaves_are_collected_together() -> None:
    fake = guide("clobber:3x4")
    forest = puct.new_forest(fake.game, 1, 50, leaves=4)
    rngs = streams(1, 1)
    puct.set_root(forest, 0, fake.game.start().state)
    puct.request_simulations(forest, 0, 50, 0.0, rngs[0])
    assert fake.step(forest, rngs) == 1  # the root: nothing else is known yet
    sizes = []
    while n := fake.step(forest, rngs):
        sizes.append(n)
    assert max(sizes) == 4 and 1 + sum(sizes) <= 50
    assert len({forest.states[row].tobytes() for row in range(4)}) == 4


def test_a_full_tree_goes_on_thinking() -> None:
    fake = guide("clobber:3x4")
    game = fake.game
    room = 60
    sims = 300
    forest, _ = search(
        fake, [game.start()], sims, leaves=2, megabytes=room * node_bytes(2, True) / 1e6 + 1e-9
    )
    assert forest.trees.move.shape == (1, room)
    used = int(forest.trees.counts[0, USED])
    assert room - game.rules.max_moves < used <= room
    assert forest.trees.visits[0, ROOT] == sims and sum(visits(forest, game, 0)) == sims - 1
    with pytest.raises(PapamuError, match="too few for 1000 games"):
        puct.new_forest(game, 1000, 10, megabytes=0.1)


def test_moves_that_end_the_game_need_no_guide() -> None:
    """Nobody is asked what is certain."""
    game = papamu.load("clobber:2x3")
    fake = FakeGuide(game)
    position = game.from_text("xo./...,x")
    after = position.play(position.legal_moves[0])
    assert after.is_over and len(position.legal_moves) == 1
    forest, _ = search(fake, [position], 40)
    assert visits(forest, game, 0) == [39]
    assert forest.values[0] == 1.0  # who made the last move won
    assert fake.step(forest, streams(1, 1)) == 0
    assert puct.most_visited(forest, 1) == 0


def test_untried_moves_and_the_favourite() -> None:
    fake = guide("clobber:3x4")
    forest, _ = search(fake, [fake.game.start()], 3)
    n = int(puct.weigh_root(forest, fake.game.rules, 0))
    tried = forest.visits[:n] > 0
    assert tried.sum() <= 2 and (forest.values[:n][~tried] == UNTRIED).all()
    forest.visits[:4], forest.values[:4] = [3, 5, 5, 5], [0.9, 0.1, 0.2, 0.2]
    assert puct.most_visited(forest, 4) == 2  # most visits, then the better one, then the first


def test_a_value_for_each_of_two_who_share() -> None:
    """Two players need not be enemies: then the guide speaks of both."""
    out = np.zeros(2)
    puct.returns_from_values(np.array([0.5], dtype=np.float32), 1, out)
    assert out.tolist() == [-0.5, 0.5]
    puct.returns_from_values(np.array([0.5, 0.25], dtype=np.float32), 1, out)
    assert out.tolist() == [0.25, 0.5]
    four = np.zeros(4)
    puct.returns_from_values(np.array([0.1, 0.2, 0.3, 0.4], dtype=np.float32), 2, four)
    assert four.tolist() == pytest.approx([0.3, 0.4, 0.1, 0.2])


# -- noise ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [0.07, 0.5, 1.0, 3.5])
def test_gamma(shape: float) -> None:
    n = effort(40_000, 3000)
    rng = stream(3, 7)
    drawn = np.array([gamma(rng, shape) for _ in range(n)])
    assert (drawn >= 0).all()
    spread = np.sqrt(shape / n)
    assert drawn.mean() == pytest.approx(shape, abs=5 * spread)
    # The variance of a gamma distribution is its shape; its fourth central moment 3·shape² + 6·shape.
    assert drawn.var() == pytest.approx(shape, abs=6 * np.sqrt((2 * shape**2 + 6 * shape) / n))


def priors(forest: puct.Forest) -> np.ndarray[Any, Any]:
    root = as_nodes(tree(forest))
    return np.array([kid.prior for kid in root.kids.values()])


def test_noise_is_a_dirichlet_distribution() -> None:
    fake = guide("clobber:3x4")
    forest, rngs = search(fake, [fake.game.start()], 1)
    before = priors(forest)
    n = len(before)
    puct.request_simulations(forest, 0, 1, 0.25, rngs[0])
    mixed = priors(forest)
    assert mixed.sum() == pytest.approx(1, abs=1e-5)
    noise = (mixed - 0.75 * before) / 0.25
    assert (noise > -1e-6).all() and noise.std() > 0.01
    drawn = []
    for _ in range(effort(4000, 300)):
        puct.request_simulations(forest, 0, 1, 1.0, rngs[0])  # nothing of the guide is left
        drawn.append(priors(forest))
    sums = np.sum(drawn, axis=1)
    assert sums == pytest.approx(np.ones(len(sums)), abs=1e-5)
    variance = (1 / n) * (1 - 1 / n) / (10 + 1)  # of Dirichlet(10/n, …)
    assert np.mean(drawn, axis=0) == pytest.approx(np.full(n, 1 / n), abs=5 * np.sqrt(variance / len(drawn)))
    assert np.var(drawn) == pytest.approx(variance, rel=effort(5, 15) / 100)


def test_noise_comes_as_soon_as_the_root_has_children() -> None:
    fake = guide("clobber:3x4")
    plain, _ = search(fake, [fake.game.start()], 1)
    forest = puct.new_forest(fake.game, 1, 10)
    rngs = streams(1, 1)
    puct.set_root(forest, 0, fake.game.start().state)
    puct.request_simulations(forest, 0, 1, 0.5, rngs[0])
    while fake.step(forest, rngs):
        pass
    assert abs(priors(forest) - priors(plain)).max() > 0.01
    assert forest.noise[0] == 0  # once


# -- random games beside the guide ----------------------------------------------------------------


def by_chance(position: Position) -> float:
    """What a random game from here returns to Black, exactly."""
    if position.is_over:
        return position.returns[0]
    after = [by_chance(position.play(move)) for move in position.legal_moves]
    return sum(after) / len(after)


@pytest.mark.parametrize("plies", [0, 1])
def test_blending_all_of_it_is_a_random_game_in_the_mean(plies: int) -> None:
    game = papamu.load("clobber:2x3")
    position = middle(game, plies, 1)
    many = effort(4000, 300)
    forest = puct.new_forest(game, many, 1)
    rngs = streams(2, many)
    for slot in range(many):
        puct.set_root(forest, slot, position.state)
        puct.request_simulations(forest, slot, 1, 0.0, rngs[slot])
    assert puct.collect_leaves(forest, game.rules, rngs) == many
    values = np.full((many, 1), 7, dtype=np.float32)
    puct.blend_playouts(forest, game.rules, many, 1.0, values, rngs)
    exact = by_chance(position) * (-1 if position.player else 1)
    assert values.mean() == pytest.approx(exact, abs=5 / np.sqrt(many))
    half = np.full((many, 1), 1, dtype=np.float32)
    puct.blend_playouts(forest, game.rules, many, 0.25, half, rngs)
    assert half.mean() == pytest.approx(0.75 + 0.25 * exact, abs=5 / np.sqrt(many))


# -- compiled or not ------------------------------------------------------------------------------


def test_small_differences_count_in_the_interpreter_too() -> None:
    """Priors have 32 bits, what is made of them 64."""
    fake = guide("clobber:3x4")
    forest, _ = search(fake, [fake.game.start()], 1)
    here = tree(forest)
    less = more = np.float32(1.5)
    while np.float32(1.75) * less != np.float32(1.75) * more or less == more:
        less, more = more, np.nextafter(more, np.float32(2))
    assert 1.75 * float(less) < 1.75 * float(more)
    here.prior[:] = 0
    first = int(here.child[ROOT])
    second = int(here.sibling[first])
    here.prior[first], here.prior[second] = less, more
    assert puct._select(forest, here, ROOT, 0) == second


def fingerprint() -> str:
    """Of searches with everything in them."""
    made = hashlib.sha256()
    for spec in ("clobber:3x3", TELEPORT, "blokus:5x5"):
        fake = guide(spec)
        forest = puct.new_forest(fake.game, 2, 20, leaves=2)
        rngs = streams(5, 2)
        for slot in range(2):
            puct.set_root(forest, slot, fake.game.start(seed=1).state)
            puct.request_simulations(forest, slot, 20, 0.25, rngs[slot])
        while fake.step(forest, rngs, blend=0.5):
            pass
        for slot in range(2):
            made.update(repr(compared(as_nodes(tree(forest, slot)))).encode())
    return made.hexdigest()


@pytest.mark.jit
def test_the_same_bits_in_the_interpreter() -> None:
    plain = subprocess.run(
        [sys.executable, "-c", "from tests.search.test_puct import fingerprint; print(fingerprint())"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert plain.stdout.strip() == fingerprint()
