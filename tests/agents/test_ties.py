"""Moves that cannot be told apart: mirror images, intervals that overlap, and the sentence that says why."""

from __future__ import annotations

import random

import pytest

import papamu
from papamu.agents.adviser import adviser
from papamu.agents.agent import Agent, Explanation, MoveScore
from papamu.agents.ties import mirror_classes, tie_moves
from papamu.core.intervals import wilson
from papamu.games.position import Position


class Sampler(Agent):
    """Says what it is given about the legal moves, in their order."""

    name, title = "sampler", "for tests"
    scale = (0.0, 1.0)

    def __init__(self, *given: tuple[float, int | None]) -> None:
        super().__init__()
        self.given = given

    def choose(self, position: Position) -> int:
        return position.legal_moves[0]

    def explain(self, position: Position) -> Explanation:
        pairs = zip(position.legal_moves, self.given, strict=True)
        scores = [MoveScore(move, value, visits=visits) for move, (value, visits) in pairs]
        return Explanation("", tuple(sorted(scores, key=lambda scored: -scored.value)), sample="random games")


def tied(position: Position, *given: tuple[float, int | None]) -> Explanation:
    agent = Sampler(*given)
    return tie_moves(agent, position, agent.explain(position))


# Three moves, of which none is the mirror image of another.
THREE = papamu.load("clobber:1x6").from_text("xo.xox,x")


# -- mirror images ------------------------------------------------------------------------------


def test_reversis_first_moves_are_all_the_same() -> None:
    found = papamu.explain("reversi:8x8", "mc:playouts=20", seed=1)
    raw = papamu.agent("mc:playouts=20", seed=1).explain(papamu.load("reversi:8x8").start())
    assert len({scored.value for scored in raw.scores}) > 1  # twenty random games differ by chance
    assert [row["rank"] for row in found.rows()] == [1, 1, 1, 1]
    assert len({scored.value for scored in found.scores}) == 1
    assert [str(move) for move in found.good] == ["d3", "c4", "f5", "e6"]
    assert "mirror images" in found.reason
    assert found.scores[0].interval == wilson(80 * found.scores[0].value, 80)  # eighty games in all


@pytest.mark.parametrize("spec", ["clobber:3x4", "konane:4x4", "reversi:6x6", "checkers:6x6", "blokus:5x5"])
def test_mirror_classes_are_those_of_the_positions(spec: str) -> None:
    """Of positions near the start, where there are many, and of later ones."""
    position, chooser = papamu.load(spec).start(), random.Random(5)
    for _ in range(4):
        moves = list(position.legal_moves)
        classes = mirror_classes(position, [int(move) for move in moves])
        after = [position.play(move) for move in moves]
        images = [{one.state.tobytes() for one in at.symmetries()} for at in after]
        for one in range(len(moves)):
            for other in range(len(moves)):
                same = after[other].state.tobytes() in images[one]
                assert (classes[one] == classes[other]) == same, (moves[one], moves[other])
        position = position.play(chooser.choice(moves))


def test_a_proof_of_one_holds_for_its_mirror_images() -> None:
    position = papamu.load("reversi:4x4").start()
    found = tied(position, (0.3, None), (1e12, None), (0.2, None), (0.1, None))
    assert {scored.value for scored in found.scores} == {1e12}


# -- intervals ----------------------------------------------------------------------------------


def test_moves_within_the_error_of_chance_share_a_rank() -> None:
    found = tied(THREE, (0.50, 100), (0.55, 100), (0.30, 100))
    assert [(scored.value, scored.rank) for scored in found.scores] == [(0.55, 1), (0.50, 1), (0.30, 3)]
    assert found.scores[0].interval == wilson(55, 100)
    surer = tied(THREE, (0.50, 10_000), (0.55, 10_000), (0.30, 10_000))
    assert [scored.rank for scored in surer.scores] == [1, 2, 3]
    assert surer.good == (surer.scores[0].move,)


def test_a_move_that_the_search_turned_away_from_is_not_as_good_as_the_best() -> None:
    """Its interval is wide because nobody looked: that is no reason to advise it."""
    found = tied(THREE, (0.60, 1000), (0.70, 4), (0.58, 1000))
    assert [(scored.value, scored.rank) for scored in found.scores] == [(0.60, 1), (0.58, 1), (0.70, 3)]


def test_moves_never_tried_come_last() -> None:
    found = tied(THREE, (-1.0, 0), (0.4, 10), (-1.0, 0))
    assert [scored.rank for scored in found.scores] == [1, 2, 2]


def test_without_counts_only_equal_values_tie() -> None:
    found = tied(THREE, (0.50, None), (0.55, None), (0.50, None))
    assert [(scored.rank, scored.interval) for scored in found.scores] == [(1, None), (2, None), (2, None)]
    for agent in ("minimax:depth=2", "solve"):
        assert {scored.interval for scored in papamu.explain(THREE, agent).scores} == {None}


def test_counts_of_the_agents() -> None:
    trees = papamu.explain(THREE, "uct:sims=60")
    assert sum(scored.visits or 0 for scored in trees.scores) == 60
    assert {scored.visits for scored in papamu.explain(THREE, "mc:playouts=7").scores} == {7}
    assert {scored.visits for scored in papamu.explain(THREE, "noisy+mc:playouts=7").scores} == {7}
    row = trees.rows()[0]
    assert (row["low"], row["high"]) == trees.scores[0].interval


def test_an_agent_without_an_opinion_is_left_alone() -> None:
    found = papamu.explain("reversi:4x4", "first")
    assert [row["rank"] for row in found.rows()] == [1, 2, 2, 2]


# -- the sentence -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "agent", "words"),
    [
        ("clobber:1x4", "solve", "Proved: these win."),
        ("clobber:2x3", "solve", "Proved: every move loses."),
        (
            "reversi:4x4",
            "solve",
            "All moves are mirror images of each other: none is better than the others.",
        ),
        ("clobber:1x4", "minimax:depth=4", "Proved: these win."),
    ],
)
def test_reasons(position: str, agent: str, words: str) -> None:
    assert papamu.explain(position, agent).reason == words


def test_reasons_of_searches() -> None:
    def reason(*given: tuple[float, int | None]) -> str:
        found = tied(THREE, *given)
        return Explanation("", found.scores, position=THREE, sample=found.sample).reason

    assert reason((0.5, 400), (0.9, 400), (0.5, 400)) == "It tried 1,200 random games: this wins most often."
    assert reason((0.9, 400), (0.9, 400), (0.5, 400)) == "It tried 1,200 random games: these win most often."
    assert reason((0.5, 4), (0.6, 4), (0.5, 4)) == "It tried 12 random games: no move stands out."
    assert reason((1.0, None), (0.6, None), (0.5, None)) == "It gives this move its highest value."
    assert reason((1.0, None), (1.0, None), (1.0, None)) == "It gives every move the same value."
    only = papamu.load("clobber:1x3").from_text("xo.,x")
    assert papamu.explain(only, "mc:playouts=2").reason == "It is the only move."


def test_by_the_most_and_by_the_least() -> None:
    """Where discs are counted, winning moves differ."""
    position = papamu.load("reversi:4x4").start()
    seen = set()
    chooser = random.Random(2)
    while not position.is_over:
        found = papamu.explain(position, "solve")
        seen.add(found.reason.split(" They are")[0])
        position = position.play(chooser.choice(list(position.legal_moves)))
    assert seen & {"Proved: this wins by the most.", "Proved: every move loses, this one by the least."}


# -- the adviser --------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["clobber", "reversi", "konane", "checkers", "blokus", "blokus:5x5"])
def test_the_adviser_keeps_to_the_clock(spec: str) -> None:
    game = papamu.load(spec)
    found = adviser(game, 120)
    assert found.refusal(game) is None
    assert found.options["ms"] == 120 and found.scale == (-1.0, 1.0)
