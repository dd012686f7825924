"""UCT: exact results on small games, the tree's invariants, reuse, chance, and up to four players."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.jit import JIT
from papamu.kernel.random import stream
from papamu.search.mcts.tree import (
    MADE,
    NO_NODE,
    ROOT,
    RUN,
    UNKNOWN,
    UNTRIED,
    USED,
    Tree,
    new_tree,
    node_bytes,
)
from papamu.search.mcts.uct import (
    SELECTS,
    Uct,
    decide,
    new_uct,
    nodes_made,
    simulate_many,
    simulations,
    weigh_root,
)
from papamu.search.policy import advance, begin, choose, weigh
from tests.effort import effort


def search(position: Position, sims: int, seed: int = 1, **options: object) -> tuple[Uct, int]:
    """A search of this position from nothing, and the move it plays."""
    policy = new_uct(position.game, sims, **options)  # type: ignore[arg-type]
    move = choose(policy, position.game.rules, position.state, stream(seed))
    return policy, int(move)


def children(tree: Tree, node: int) -> dict[int, int]:
    """move -> child, in the order of the list."""
    found = {}
    kid = int(tree.child[node])
    while kid != NO_NODE:
        assert int(tree.move[kid]) not in found
        found[int(tree.move[kid])] = kid
        kid = int(tree.sibling[kid])
    return found


def check(policy: Uct, kept: bool = False, was_full: bool = False) -> None:
    """What must be true of a tree after any number of simulations."""
    tree = policy.tree
    used = int(tree.counts[USED])
    assert 1 <= used <= len(tree.move)
    assert tree.parent[ROOT] == NO_NODE and tree.sibling[ROOT] == NO_NODE
    seen = 1
    for node in range(used):
        kids = children(tree, node)
        seen += len(kids)
        assert len(kids) == tree.children[node]
        assert all(tree.parent[kid] == node and node < kid < used for kid in kids.values())
        if not policy.chance and tree.legal[node] != UNKNOWN:
            assert len(kids) <= tree.legal[node]
        below = sum(int(tree.visits[kid]) for kid in kids.values())
        # Every visit ended here or went on to a child; a node's first visit is the one that made it.
        ended = int(tree.visits[node]) - below
        assert ended >= (0 if node == ROOT and not kept else 1)
        if not was_full and used < len(tree.move) and kids and not policy.chance:
            assert ended == (0 if node == ROOT and not kept else 1)
        assert np.all(np.abs(tree.total[node]) <= tree.visits[node] + 1e-9)
        if tree.visits[node]:
            assert tree.spread[node] == pytest.approx(tree.visits[node] ** -0.5)
    assert seen == used  # nothing hangs in the air


def shape(tree: Tree, node: int = ROOT) -> tuple[object, ...]:
    """A subtree with all that is known of it, indices aside."""
    kids = tuple((move, shape(tree, kid)) for move, kid in children(tree, node).items())
    known = (int(tree.visits[node]), tuple(tree.total[node]), int(tree.legal[node]), float(tree.spread[node]))
    return *known, kids


# -- it finds what is true ------------------------------------------------------------------------


@cache
def value(game: Game, text: str) -> float:
    """What the position is worth to the player to move, by looking at everything."""
    position = game.from_text(text)
    if position.is_over:
        return float(position.returns[position.player])
    best = -1.0
    for move in position.legal_moves:
        after = position.play(move)
        reply = value(game, after.to_text())
        best = max(best, reply if after.player == position.player else -reply)
        if best == 1.0:
            break
    return best


def move_value(position: Position, move: int) -> float:
    """What a move is worth to who makes it."""
    after = position.play(move)
    reply = value(position.game, after.to_text())
    return reply if after.player == position.player else -reply


@pytest.mark.parametrize(
    "spec", ["clobber:2x3", "clobber:3x3", "clobber:start=xo.o/oxxo/.xo.", "clobber:1x9", "reversi:4x4"]
)
def test_it_converges_to_the_solved_result(spec: str) -> None:
    position = papamu.load(spec).start()
    policy, move = search(position, effort(20_000, 1_500 if spec < "r" else 150))
    check(policy)
    if JIT or spec < "r":
        assert move_value(position, move) == value(position.game, position.to_text())
    mean = policy.workspace.values[: len(position.legal_moves)].max()
    assert (mean > 0) == (value(position.game, position.to_text()) > 0)


@pytest.mark.large
@pytest.mark.parametrize("spec, plies", [("clobber:4x4", 3), ("reversi:4x4", 3), ("konane:4x4", 4)])
def test_it_plays_random_positions_perfectly(spec: str, plies: int) -> None:
    game = papamu.load(spec)
    told_apart = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        position = game.start()
        for _ in range(plies):
            position = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))])
        values = {int(move): move_value(position, int(move)) for move in position.legal_moves}
        _, move = search(position, 30_000, seed)
        assert values[move] == max(values.values())
        told_apart += len(set(values.values())) > 1
    assert told_apart >= 3


@pytest.mark.parametrize("spec", ["clobber:4x4", "reversi:4x4"])
def test_it_finds_an_immediate_win(spec: str) -> None:
    """In every position of random games where one of several moves wins at once, if not all of them win."""
    game = papamu.load(spec)
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(effort(60, 20)):
        position = game.start()
        while not position.is_over:
            me = position.player
            ends = [position.play(move) for move in position.legal_moves]
            won = [end.is_over and end.returns[me] == 1 for end in ends]
            if any(won) and not all(won):
                _, move = search(position, 100)
                assert move_value(position, move) == 1
                found += 1
            position = ends[int(rng.integers(len(ends)))]
    assert found >= effort(8, 1)


# -- the tree -------------------------------------------------------------------------------------

GAMES = [
    "clobber:4x4", "clobber:3x4,solitaire=any", "clobber:4x5,start=random", "konane:4x4", "reversi:4x4",
    "reversi:6x6",
    "checkers:6x6", "checkers:6x6,teleport=0.1", "checkers:6x6,rules=program,teleport=0.2,first=random",
    "blokus:5x5", "blokus:7x7,players=2",
]  # fmt: skip


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("select", SELECTS)
def test_whole_games_keep_the_tree_in_order(spec: str, select: str) -> None:
    """Every move is legal (`Position.play` refuses others), and what is kept is exactly the subtree."""
    game = papamu.load(spec)
    sims = effort(150, 6)
    policy = new_uct(game, sims, select=select)
    rng = stream(3)
    begin(policy, game.rules)
    position = game.start(seed=5)
    kept, full, made, run, plies = False, False, 1, 0, 0
    while not position.is_over and plies < effort(40, 5):
        before = int(policy.tree.counts[USED])
        forced = len(position.legal_moves) == 1
        move = int(choose(policy, game.rules, position.state, rng))
        full |= int(policy.tree.counts[USED]) == len(policy.tree.move)
        check(policy, kept, full)
        run += 0 if forced else sims
        made += int(policy.tree.counts[USED]) - before
        assert nodes_made(policy) == made and simulations(policy) == run
        kid = children(policy.tree, ROOT).get(move, NO_NODE)
        expected = shape(policy.tree, kid) if kid != NO_NODE else None
        advance(policy, game.rules, move)
        kept = expected is not None
        if kept:
            assert shape(policy.tree) == expected
        else:
            assert policy.tree.counts[USED] == 1 and policy.tree.visits[ROOT] == 0
            made += 1
        check(policy, kept, full)
        position = position.play(move, seed=plies)
        plies += 1
    begin(policy, game.rules)
    assert policy.tree.counts.tolist() == [1, 1, 0]
    check(policy)


@pytest.mark.parametrize("spec", ["clobber:4x4", "checkers:6x6,teleport=0.1", "blokus:5x5"])
def test_memory_is_bounded(spec: str) -> None:
    game = papamu.load(spec)
    room = node_bytes(game.num_players)
    position = game.start()
    for nodes in (2, 3, 7, 40):
        policy, move = search(position, effort(300, 50), megabytes=nodes * room / 1e6 + 1e-9)
        assert len(policy.tree.move) == nodes == policy.tree.counts[USED]
        assert policy.tree.visits[ROOT] == policy.sims
        check(policy)
        assert move in position.legal_moves
        advance(policy, game.rules, move)
        check(policy, kept=True, was_full=True)


def test_node_bytes_are_what_the_arrays_take() -> None:
    tree = new_uct(papamu.load("blokus:5x5"), 10).tree
    nodes = len(tree.move)
    assert sum(array.nbytes for array in tree if array is not tree.counts) == nodes * node_bytes(4)
    assert len(new_uct(papamu.load("clobber:3x3"), None, megabytes=1).tree.move) == 1_000_000 // node_bytes(2)


def test_simulations_add_to_the_tree_that_is_kept() -> None:
    game = papamu.load("clobber:4x4")
    position = game.start()
    policy, move = search(position, 200)
    advance(policy, game.rules, move)
    kept = int(policy.tree.visits[ROOT])
    assert kept > 1
    choose(policy, game.rules, position.play(move).state, stream(2))
    assert policy.tree.visits[ROOT] == kept + 200


@pytest.mark.parametrize("spec", ["clobber:4x4", "blokus:5x5"])
def test_a_tree_of_another_position_is_not_used(spec: str) -> None:
    """Nobody said that moves were played: the search notices by the position."""
    game = papamu.load(spec)
    first = game.start()
    second = first.play(first.legal_moves[0])
    policy, _ = search(first, 60)
    move = choose(policy, game.rules, second.state, stream(9))
    fresh, expected = search(second, 60, seed=9)
    assert move == expected and shape(policy.tree) == shape(fresh.tree)


def test_slices_are_one_search() -> None:
    game = papamu.load("clobber:4x4")
    position = game.start()
    policy, move = search(position, 120)
    sliced = new_uct(game, None)
    rng = stream(1)
    for _ in range(12):
        simulate_many(sliced, game.rules, position.state, 10, rng)
    assert shape(sliced.tree) == shape(policy.tree)
    assert decide(sliced, game.rules, position.state) == move


def test_a_forced_move_is_not_thought_about() -> None:
    game = papamu.load("clobber:1x4")
    policy, move = search(game.from_text("xo.. x"), 50)
    assert policy.tree.counts[RUN] == 0 and policy.tree.counts[MADE] == 1
    assert game.move_text(move) == "a1b1"


def test_nothing_known_yet_is_a_legal_move() -> None:
    game = papamu.load("clobber:4x4")
    position = game.start()
    assert decide(new_uct(game, None), game.rules, position.state) in position.legal_moves


_TRACE = """
import json, papamu
from papamu.kernel.random import stream
from papamu.search.policy import choose
from papamu.search.mcts.uct import new_uct
out = []
for spec in ("clobber:4x4", "checkers:6x6,teleport=0.1", "blokus:5x5", "reversi:6x6"):
    game = papamu.load(spec)
    policy = new_uct(game, 60)
    move = int(choose(policy, game.rules, game.start(seed=1).state, stream(4)))
    tree, used = policy.tree, int(policy.tree.counts[0])
    out.append([move, *(a[:used].tolist() for a in tree[:9])])
print(json.dumps(out))
"""


@pytest.mark.jit
def test_the_same_seed_gives_the_same_tree_compiled_and_interpreted() -> None:
    def trace(**environment: str) -> object:
        path = str(Path(papamu.__file__).parent.parent)
        environ = {**os.environ, "PYTHONPATH": path, **environment}
        run = subprocess.run(
            [sys.executable, "-c", _TRACE], env=environ, check=True, capture_output=True, text=True
        )
        return json.loads(run.stdout)

    compiled = trace()
    assert compiled == trace() == trace(NUMBA_DISABLE_JIT="1")


def test_another_seed_gives_another_tree() -> None:
    position = papamu.load("clobber:4x4").start()
    first, again, other = (search(position, 60, seed)[0].tree for seed in (1, 1, 2))
    assert shape(first) == shape(again) != shape(other)


# -- selection ------------------------------------------------------------------------------------


def test_every_move_is_tried_once_before_any_is_tried_twice() -> None:
    game = papamu.load("clobber:4x4")
    position = game.start()
    moves = len(position.legal_moves)
    for sims in (1, 5, moves, moves + 1):
        tree = search(position, sims)[0].tree
        visits = [int(tree.visits[kid]) for kid in children(tree, ROOT).values()]
        assert len(visits) == min(sims, moves)
        assert max(visits) == (2 if sims > moves else 1)


def test_moves_are_tried_in_random_order() -> None:
    """The first move tried is any of them alike: a chi-square test on a fixed seed."""
    game = papamu.load("clobber:3x3")
    position = game.start()
    policy = new_uct(game, 1)
    rng = stream(8)
    tries = effort(12_000, 1_200)
    for tried in (1, len(position.legal_moves) - 1):  # drawn at once; listed, most having a child
        counts: dict[int, int] = {}
        for _ in range(tries // tried):
            begin(policy, game.rules)
            wide = policy._replace(tree=_WIDE) if tried > 1 else policy
            begin(wide, game.rules)
            simulate_many(wide, game.rules, position.state, tried, rng)
            last = int(wide.tree.move[wide.tree.child[ROOT]])
            counts[last] = counts.get(last, 0) + 1
        expected = sum(counts.values()) / len(position.legal_moves)
        assert len(counts) == len(position.legal_moves)
        assert sum((n - expected) ** 2 / expected for n in counts.values()) < 31.3  # 11 degrees, p = 0.001


_WIDE = new_uct(papamu.load("clobber:3x3"), 50).tree


def test_the_three_selections() -> None:
    position = papamu.load("clobber:3x4").start()
    sims = effort(2_000, 300)
    visits, means = {}, {}
    for select in SELECTS:
        policy, move = search(position, sims, select=select)
        n = len(position.legal_moves)
        weigh_root(policy, n, 0)
        moves = policy.workspace.moves[:n].tolist()
        assert moves == [int(m) for m in position.legal_moves]
        visits[select], means[select] = policy.visits[:n].copy(), policy.workspace.values[:n].copy()
        if select == "uct":
            best = max(range(n), key=lambda i: (visits["uct"][i], means["uct"][i]))
        else:
            best = int(np.argmax(means[select]))
        assert move == moves[best]
    # Exploring visits all alike, exploiting goes where the mean is highest, UCT lies between.
    assert np.ptp(visits["explore"]) <= 1
    assert visits["exploit"].max() > visits["uct"].max() > visits["explore"].max()
    for select in SELECTS:
        assert visits[select].sum() == sims


@pytest.mark.parametrize("select, c", [("uct", 0.3), ("uct", 2.0), ("exploit", 1.0), ("explore", 1.0)])
def test_the_next_child_is_the_one_the_formula_says(select: str, c: float) -> None:
    game = papamu.load("clobber:3x3")
    position = game.start()
    policy = new_uct(game, 500, c=c, select=select)
    rng = stream(6)
    simulate_many(policy, game.rules, position.state, 40, rng)
    tree = policy.tree
    for _ in range(effort(60, 20)):
        kids = list(children(tree, ROOT).values())
        n = tree.visits[kids].astype(float)
        mean = tree.total[kids, position.player] / n
        scores = {"uct": mean + c * np.sqrt(np.log(tree.visits[ROOT]) / n), "exploit": mean, "explore": -n}
        before = tree.visits[kids].copy()
        simulate_many(policy, game.rules, position.state, 1, rng)
        chosen = int(np.argmax(tree.visits[kids] - before))
        assert scores[select][chosen] == pytest.approx(scores[select].max())


def test_moves_without_a_simulation_are_worth_least() -> None:
    game = papamu.load("clobber:4x4")
    position = game.start()
    policy = new_uct(game, 5)
    n = weigh(policy, game.rules, position.state, stream(1))
    assert n == len(position.legal_moves)
    tried = policy.visits[:n] > 0
    assert tried.sum() == 5
    assert np.all(policy.workspace.values[:n][~tried] == UNTRIED)
    assert np.all(policy.workspace.values[:n][tried] >= -1.0)


# -- chance, and one to four players --------------------------------------------------------------


def test_with_chance_a_node_gathers_the_moves_of_several_positions() -> None:
    """Teleports change what is legal: a node has had more children than moves at once."""
    game = papamu.load("checkers:6x6,teleport=0.5")
    position = game.start()
    policy, move = search(position, effort(3_000, 300), c=0.5)
    check(policy)
    assert move in position.legal_moves
    tree = policy.tree
    assert tree.children[ROOT] == len(position.legal_moves)  # nothing happens before the root's moves
    assert any(tree.children[node] > tree.legal[node] > 0 for node in range(1, int(tree.counts[USED])))


def test_after_chance_only_legal_moves_are_played() -> None:
    """The kept root knows moves that the teleport has made illegal."""
    game = papamu.load("checkers:6x6,teleport=0.9")
    policy = new_uct(game, effort(300, 40))
    rng = stream(2)
    left_out = 0
    for seed in range(effort(20, 6)):
        begin(policy, game.rules)
        position = game.start()
        move = int(choose(policy, game.rules, position.state, rng))
        advance(policy, game.rules, move)
        position = position.play(move, seed=seed)
        legal = {int(m) for m in position.legal_moves}
        left_out += any(m not in legal for m in children(policy.tree, ROOT))
        assert choose(policy, game.rules, position.state, rng) in legal
        if len(legal) > 1:
            assert set(policy.workspace.moves[: len(legal)].tolist()) == legal
            assert policy.visits[: len(legal)].min() > 0
    assert left_out > 0


def test_four_players_each_maximise_their_own_returns() -> None:
    game = papamu.load("blokus:7x7")
    position = game.start()
    sims = effort(1_500, 60)
    policy = new_uct(game, sims, select="exploit")
    rng = stream(3)
    for _ in range(4):
        me = position.player
        begin(policy, game.rules)
        move = int(choose(policy, game.rules, position.state, rng))
        tree = policy.tree
        # Zero-sum for all four together, so that no two entries are a copy of each other's.
        assert np.allclose(tree.total[: tree.counts[USED]].sum(axis=1), 0.0)
        kids = children(tree, ROOT)
        mean = {m: tree.total[kid] / tree.visits[kid] for m, kid in kids.items()}
        assert mean[move][me] == max(values[me] for values in mean.values())
        assert len({tuple(values) for values in mean.values()}) > 1
        position = position.play(move)


def test_four_players_reply_for_themselves() -> None:
    """Below the root, too, the formula is filled with the returns of the player to move there."""
    game = papamu.load("blokus:5x5")
    position = game.start()
    policy = new_uct(game, 1, c=0.7)
    rng = stream(5)
    policy = policy._replace(tree=new_tree(100_000, 4))
    tree = policy.tree
    for _ in range(effort(3_000, 250)):
        choose(policy, game.rules, position.state, rng)
    compared = set()
    for _ in range(effort(400, 150)):
        before = tree.visits.copy()
        total = tree.total.copy()
        used = int(tree.counts[USED])
        choose(policy, game.rules, position.state, rng)
        here, node = position, ROOT
        while node < used and tree.child[node] != NO_NODE:
            kids = list(children(tree, node).values())
            came = [kid for kid in kids if kid >= used or tree.visits[kid] > before[kid]]
            if not came:
                break  # the game was over
            if came[0] < used and tree.children[node] == tree.legal[node]:
                n = before[kids]
                scores = total[kids, here.player] / n + 0.7 * np.sqrt(np.log(before[node]) / n)
                assert scores[kids.index(came[0])] == pytest.approx(scores.max())
                if len(kids) > 1:
                    compared.add(here.player)
            here, node = here.play(int(tree.move[came[0]])), came[0]
    assert len(compared) >= effort(2, 1)


def test_solitaire_clobber_leaves_one_stone() -> None:
    game = papamu.load("clobber:3x4,solitaire=alternate")
    policy = new_uct(game, effort(3_000, 80))
    rng = stream(1)
    begin(policy, game.rules)
    position = game.start()
    while not position.is_over:
        move = int(choose(policy, game.rules, position.state, rng))
        advance(policy, game.rules, move)
        position = position.play(move)
    assert position.returns[0] > effort(8, 5) / 10  # two stones are 0.82


@pytest.mark.large
@pytest.mark.parametrize("spec, least", [("clobber:6x6", 0.7), ("checkers:6x6", 0.7)])
def test_more_simulations_win(spec: str, least: float) -> None:
    game = papamu.load(spec)
    many, few = new_uct(game, 500), new_uct(game, 50)
    rng = stream(11)
    points, games = 0.0, 24
    for number in range(games):
        seats = (many, few) if number % 2 == 0 else (few, many)
        for policy in seats:
            begin(policy, game.rules)
        position = game.start()
        while not position.is_over:
            move = int(choose(seats[position.player], game.rules, position.state, rng))
            for policy in seats:
                advance(policy, game.rules, move)
            position = position.play(move)
        points += 0.5 + 0.5 * position.returns[number % 2]
    assert points / games >= least


# -- making one -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, said",
    [
        ({"sims": 0}, "1 or more"),
        ({"c": -1.0}, "0 or more"),
        ({"c": float("nan")}, "0 or more"),
        ({"select": "exploitt"}, "did you mean 'exploit'"),
        ({"megabytes": 0.0}, "above 0"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        new_uct(papamu.load("clobber:3x3"), **{"sims": 10, **options})  # type: ignore[arg-type]
