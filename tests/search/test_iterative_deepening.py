"""Iterative deepening against plain minimax to the same depth, and what a policy promises."""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.search.alphabeta.iterative_deepening import (
    CHOSEN,
    DEPTH,
    NODES,
    PROVEN,
    IterativeDeepening,
    begin_search,
    new_iterative_deepening,
    refusal,
    search_nodes,
)
from papamu.search.evaluations.contract import WON, Evaluation, evaluate
from papamu.search.evaluations.general import Material, Mobility
from papamu.search.policy import begin, choose, weigh
from papamu.search.transposition import filled_share
from tests.effort import effort

RNG = stream(1)


def material() -> Material:
    return Material(np.zeros(2))


def sooner(value: float) -> float:
    return value - np.sign(value) if abs(value) >= PROVEN else value


def minimax(position: Position, left: int, viewer: int, evaluation: Evaluation, goes_on: bool) -> float:
    """The value for the player to move, by looking at everything down to this depth."""
    if position.is_over:
        return position.returns[position.player] * WON
    if left == 0 and not goes_on:
        seen = float(evaluate(evaluation, position.game.rules, position.state, viewer))
        return seen if position.player == viewer else -seen
    return max(after(position, move, left, viewer, evaluation) for move in position.legal_moves)


def after(position: Position, move: int, left: int, viewer: int, evaluation: Evaluation) -> float:
    child = position.play(move)
    same = child.player == position.player
    value = minimax(child, max(0, left - 1), viewer, evaluation, same)
    return float(sooner(value if same else -value))


def random_position(position: Position, plies: int, rng: np.random.Generator) -> Position:
    for _ in range(plies):
        following = position.play(int(rng.choice(position.legal_moves)))
        if following.is_over:
            break
        position = following
    return position


@pytest.mark.parametrize(
    ("spec", "depth", "plies", "evaluation"),
    [
        ("clobber:3x4", 3, 3, Mobility()), ("clobber:3x3", 9, 1, Mobility()),
        ("konane:5x5", 4, 6, Mobility()), ("konane:4x4", 16, 4, Mobility()),
        ("reversi:6x6", 3, 20, Mobility()), ("reversi:4x4", 12, 6, Mobility()),
        ("checkers:6x6", 4, 12, material()), ("checkers:4x4,quiet=4", 8, 2, material()),
    ],
)  # fmt: skip
def test_the_value_is_that_of_plain_minimax(
    spec: str, depth: int, plies: int, evaluation: Evaluation
) -> None:
    game = papamu.load(spec)
    depth = min(depth, effort(99, 3))
    policy = new_iterative_deepening(game, evaluation, depth=depth, megabytes=0.1)
    rng = np.random.default_rng(2)
    for number in range(effort(8, 2)):
        position = random_position(game.start(), plies + number % 3, rng)
        me = position.player
        expected = [after(position, move, depth, me, evaluation) for move in position.legal_moves]
        searched(policy, position, 10**9, every=True)
        assert policy.workspace.moves[: len(expected)].tolist() == [
            int(move) for move in position.legal_moves
        ]
        assert policy.workspace.values[: len(expected)].tolist() == expected
        move = searched(policy, position, 10**9)[0]
        assert expected[policy.workspace.moves.tolist().index(move)] == max(expected)
        if len(expected) > 1:
            assert policy.value[0] == max(expected)


def searched(
    policy: IterativeDeepening, position: Position, slices: int, every: bool = False
) -> tuple[float, ...]:
    """What `choose` (with `every`: `weigh`) does, without a compilation of its own for each game."""
    begin_search(policy, position.game.rules, position.state, every)
    while not search_nodes(policy, position.game.rules, slices):
        pass
    return (*policy.info[[CHOSEN, DEPTH, NODES]].tolist(), float(policy.value[0]))


@pytest.mark.parametrize(("spec", "evaluation"), [("konane:6x6", Mobility()), ("checkers:6x6", material())])
def test_slices_change_nothing_and_games_repeat(spec: str, evaluation: Evaluation) -> None:
    game = papamu.load(spec)
    position = random_position(game.start(), 4, np.random.default_rng(4))
    assert len(position.legal_moves) > 1
    for limits in ({"depth": effort(5, 2)}, {"nodes": effort(3000, 40)}):
        found = set()
        for slices in (10**9, 7, 1):
            policy = new_iterative_deepening(game, evaluation, **limits)
            for _ in range(2):  # the second time after another game
                begin(policy, game.rules)
                found.add(searched(policy, position, slices))
        assert len(found) == 1
        assert policy.nodes == 0 or policy.info[NODES] == policy.nodes
        assert policy.depth == 0 or policy.info[DEPTH] == policy.depth


def test_within_a_game_it_remembers() -> None:
    game = papamu.load("konane:6x6")
    policy = new_iterative_deepening(game, Mobility(), depth=effort(6, 3))
    position = random_position(game.start(), 4, np.random.default_rng(1))
    begin(policy, game.rules)
    first = searched(policy, position, 10**9)
    again = searched(policy, position, 10**9)
    assert again[2] < first[2]
    assert (again[1], again[3]) == (first[1], first[3])


def test_what_one_side_has_seen_is_no_answer_for_the_other() -> None:
    """The evaluation is asked with other eyes."""
    game = papamu.load("konane:5x5")
    policy = new_iterative_deepening(game, Mobility(), depth=3)
    position = random_position(game.start(), 3, np.random.default_rng(1))
    searched(policy, position, 10**9)
    assert filled_share(policy.table) > 0
    begin_search(policy, game.rules, position.play(int(policy.info[CHOSEN])).state, False)
    assert filled_share(policy.table) == 0


def test_it_wins_where_it_can_and_as_soon_as_it_can() -> None:
    game = papamu.load("clobber:1x8")
    position = game.from_text("xoxo.xxo,x")
    policy = new_iterative_deepening(game, Mobility(), depth=20)
    assert weigh(policy, game.rules, position.state, RNG) == 4
    values = dict(zip(map(str, position.legal_moves), policy.workspace.values.tolist(), strict=False))
    assert values == {"a1b1": WON - 5, "c1b1": WON - 3, "c1d1": -WON + 4, "g1h1": -WON + 2}
    begin(policy, game.rules)
    assert game.move_text(choose(policy, game.rules, position.state, RNG)) == "c1b1"
    assert policy.value[0] == WON - 3
    assert policy.info[DEPTH] == 3  # proven: no need to look further


def test_a_turn_is_not_cut_off_in_the_middle() -> None:
    """Depth 1 sees both hops of a double jump: one piece is left to each side."""
    game = papamu.load("checkers:6x6")
    position = game.from_text("2...../...2../....../.2..../1...../......,1")
    policy = new_iterative_deepening(game, material(), depth=1)
    searched(policy, position, 10**9, every=True)
    assert policy.workspace.values[0] == 0


def test_one_legal_move_needs_no_thought() -> None:
    game = papamu.load("clobber:1x4")
    policy = new_iterative_deepening(game, Mobility(), depth=5)
    assert game.move_text(choose(policy, game.rules, game.from_text("xo..,x").state, RNG)) == "a1b1"
    assert policy.info[NODES] == 0


def test_it_has_a_move_even_without_time() -> None:
    game = papamu.load("reversi:8x8")
    policy = new_iterative_deepening(game, Mobility(), nodes=1)
    assert searched(policy, game.start(), 10**9)[0] in game.start().legal_moves
    assert policy.info[DEPTH] == 0


def test_a_better_move_of_an_unfinished_iteration_is_taken() -> None:
    """However many nodes it gets, the move it names is the best of those it has finished with."""
    game = papamu.load("clobber:1x8")
    position = game.from_text("xoxo.xxo,x")
    chosen = []
    for nodes in range(1, 40):
        policy = new_iterative_deepening(game, Mobility(), nodes=nodes)
        chosen.append(game.move_text(choose(policy, game.rules, position.state, RNG)))
    assert chosen[0] == "a1b1"
    assert chosen[-1] == "c1b1"


@pytest.mark.parametrize("spec", ["blokus", "checkers:6x6,teleport=0.1", "clobber:3x3,solitaire=any"])
def test_games_it_cannot_play(spec: str) -> None:
    game = papamu.load(spec)
    assert refusal(game)
    with pytest.raises(PapamuError, match="alpha-beta"):
        new_iterative_deepening(game, Mobility(), depth=1)


def test_limits_are_checked() -> None:
    for limits in ({"depth": -1}, {"depth": 1000}, {"nodes": -1}):
        with pytest.raises(PapamuError, match="depth"):
            new_iterative_deepening(papamu.load("clobber:3x3"), Mobility(), **limits)
