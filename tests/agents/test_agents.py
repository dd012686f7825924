"""Agents by name: spelling, refusals, play and explanations on every game."""

from __future__ import annotations

import pytest

import papamu
from papamu.agents.agent import CompiledAgent
from papamu.agents.registry import agent, find, names, register
from papamu.core.errors import AgentError, PapamuError, SpecError
from papamu.games.position import Position
from papamu.kernel.random import stream
from tests.effort import effort

GAMES = (
    "clobber:3x4",
    "konane:4x4",
    "reversi:4x4",
    "checkers:4x4",
    "checkers:4x4,teleport=0.2",
    "blokus:5x5",
)
QUICK = ("random", "first", "greedy", "mc:playouts=3", "minimax:depth=2", "uct:sims=20", "ab:ms=0,depth=2")


@pytest.mark.parametrize(
    "text", ["random", "mc:playouts=7", "noisy:p=0.3+uct:sims=9", "endgame:plies=6+noisy+first"]
)
def test_spelling_round_trip(text: str) -> None:
    assert str(agent(str(agent(text)))) == str(agent(text)) == text
    assert repr(agent(text)) == f"papamu.agent({text!r})"


def test_defaults_are_not_repeated() -> None:
    assert str(agent("mc:playouts=50")) == "mc"
    assert str(agent("noisy:p=0.1+minimax:depth=2")) == "noisy+minimax"


@pytest.mark.parametrize(
    "text, said",
    [
        ("rnadom", "did you mean 'random'"),
        ("mc:playout=5", "did you mean 'playouts'"),
        ("mc:playouts=0", "1 to"),
        ("mc:50", "is not an option"),
        ("minimax:depth=0", "depth=0 is not possible"),
        ("minimax:depth=1.5", "whole number"),
        ("uct:select=best", "uct or exploit or explore"),
        ("uct:c=nan", "not possible"),
        ("noisy", "noisy changes another agent"),
        ("noisy+", "is not a spec"),
        ("first+first", "only uct, noisy, endgame"),
        ("noisy:p=2+first", "p=2 is not possible"),
        ("endgame:plies=4+sollve", "did you mean 'solve'"),
        ("", "is not a spec"),
    ],
)
def test_mistakes(text: str, said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        agent(text)


def test_evaluations_must_exist() -> None:
    with pytest.raises(SpecError, match="no evaluation 'z'"):
        agent("minimax:eval=z").check(papamu.load("konane:4x4"))
    with pytest.raises(SpecError, match="did you mean 'mobility'"):
        agent("greedy:eval=mobilty").check(papamu.load("clobber:4x4"))


@pytest.mark.parametrize(
    "text, spec",
    [
        ("ab", "blokus:5x5"),
        ("ab", "checkers:4x4,teleport=0.1"),
        ("ab:ms=0", "clobber:4x4"),
        ("solve", "blokus:5x5"),
        ("solve", "reversi:8x8"),
        ("solve", "clobber:10x10"),
        ("endgame+first", "blokus:5x5"),
        ("noisy+solve", "checkers:8x8,teleport=0.1"),
    ],
)
def test_refusals_come_before_the_game(text: str, spec: str) -> None:
    with pytest.raises(AgentError, match="does not play"):
        agent(text).check(papamu.load(spec))


def test_a_position_may_be_solved_where_the_start_cannot() -> None:
    game = papamu.load("reversi:8x8")
    position = game.start()
    for _ in range(52):
        position = position.play(position.legal_moves[0])
    told = agent("solve").explain(position)
    assert len(told.scores) == len(position.legal_moves)


@pytest.mark.parametrize(
    "spec", ["clobber:6x6", "konane:8x8", "reversi:6x6", "checkers:8x8", "blokus:10x10,players=2"]
)
def test_nobody_is_offered_a_solution_that_never_comes(spec: str) -> None:
    game = papamu.load(spec)
    assert agent("solve").refusal(game) is None  # some of its positions can be solved
    assert "too many to solve from the start" in str(agent("solve").refusal_from_start(game))


def test_a_finished_game_has_no_move() -> None:
    over = papamu.load("clobber:1x2").start().play("a1b1")
    for text in ("first", "random", "mc:playouts=2", "solve"):
        with pytest.raises(AgentError, match="over"):
            agent(text).choose(over)


@pytest.mark.parametrize("spec", GAMES)
def test_every_agent_plays_and_explains_every_game_it_fits(spec: str) -> None:
    game = papamu.load(spec)
    for text in (*QUICK, "noisy+first", "endgame:plies=2+random"):
        player = agent(text, seed=2)
        if player.refusal(game):
            continue
        player.begin(game, stream(2))
        position = game.start(seed=1)
        for _ in range(effort(12, 4)):
            if position.is_over:
                break
            told = player.explain(position)
            assert {int(scored.move) for scored in told.scores} == set(map(int, position.legal_moves)), text
            assert told.meaning
            values = [scored.value for scored in told.scores]
            assert values == sorted(values, reverse=True)
            position = position.play(player.choose(position), seed=3)  # raises if it is not legal


def test_the_same_seed_plays_the_same_and_a_new_game_starts_afresh() -> None:
    game = papamu.load("clobber:4x4")

    def moves(player: papamu.Agent) -> list[int]:
        player.begin(game, stream(7))
        position, found = game.start(), []
        while not position.is_over:
            position = position.play(player.choose(position))
            found.append(int(position.move or 0))
        return found

    for text in ("random", "mc:playouts=2", "uct:sims=15", "noisy:p=0.5+first"):
        player = agent(text)
        assert moves(player) == moves(player) == moves(agent(text)) == moves(player.clone()), text


def test_first_and_random_explain_themselves() -> None:
    position = papamu.load("clobber:2x3").start()
    first = {str(s.move): s.value for s in agent("first").explain(position).scores}
    assert first.pop(str(position.legal_moves[0])) == 1
    assert set(first.values()) == {0}
    assert {s.value for s in agent("random").explain(position).scores} == {1 / len(position.legal_moves)}


def test_monte_carlo_values_are_shares_of_wins() -> None:
    """One move wins at once, the other loses at once: shares of 1 and 0."""
    position = papamu.load("clobber:1x5").from_text("xxo.o,x")
    told = agent("mc:playouts=10", seed=1).explain(position)
    assert all(0 <= scored.value <= 1 for scored in told.scores)
    won = papamu.load("clobber:1x2").start()
    assert [s.value for s in agent("mc:playouts=5").explain(won).scores] == [1.0]


def test_equal_moves_of_monte_carlo() -> None:
    """Both moves win at once, so all playouts do: the first plays, or lots are drawn."""
    position = papamu.load("clobber:1x3").from_text("oxo,x")
    assert {agent("mc:playouts=3", seed=k).choose(position) for k in range(20)} == {position.legal_moves[0]}
    drawn = {agent("mc:playouts=3,ties=random", seed=k).choose(position) for k in range(20)}
    assert drawn == set(position.legal_moves)


def test_a_clock_is_kept_and_the_move_is_legal() -> None:
    position = papamu.load("clobber:4x4").start()
    for text in ("uct:ms=30", "ab:ms=30", "noisy:p=0+uct:ms=20", "endgame:plies=2+ab:ms=20"):
        player = agent(text, seed=1)
        assert not player.is_compiled
        assert player.choose(position) in position.legal_moves
        assert len(player.explain(position).scores) == len(position.legal_moves)


def test_noise_is_noise() -> None:
    position = papamu.load("clobber:4x4").start()
    quiet, loud = agent("noisy:p=0+first", seed=1), agent("noisy:p=1+first", seed=1)
    assert {quiet.choose(position) for _ in range(30)} == {position.legal_moves[0]}
    assert len({loud.choose(position) for _ in range(30)}) > 5


def test_greedy_blokus_lays_large_pieces_first() -> None:
    position = papamu.load("blokus").start()
    chosen = position.play(agent("greedy", seed=1).choose(position))
    assert chosen.scores[0] == 5


def test_solve_plays_perfectly() -> None:
    game = papamu.load("clobber:3x3")  # the first player wins
    perfect, other = agent("solve", seed=1), agent("random", seed=2)
    for _ in range(effort(10, 2)):
        position = game.start()
        while not position.is_over:
            position = position.play((perfect if position.player == 0 else other).choose(position))
        assert position.returns[0] == 1
    with pytest.raises(AgentError, match="gives up"):
        agent("solve:nodes=1").choose(papamu.load("konane:6x6").start())


def test_register_an_agent() -> None:
    @register
    class Middle(papamu.Agent):
        name = "middle"
        title = "the move in the middle"

        def choose(self, position: Position) -> int:
            return position.legal_moves[len(position.legal_moves) // 2]

    position = papamu.load("clobber:3x3").start()
    made = papamu.agent("noisy:p=0+middle", seed=1)
    assert made.choose(position) == position.legal_moves[6]
    assert [s.value for s in made.explain(position).scores[:2]] == [1.0, 0.0]
    with pytest.raises(SpecError, match="built-in"):
        register(type("First", (Middle,), {"name": "first"}))


def test_every_built_in_agent_says_what_it_is() -> None:
    for name in names():
        kind = find(name)
        assert kind.title and kind.name == name
        assert issubclass(kind, papamu.Agent)
        assert not kind.wraps or issubclass(kind, CompiledAgent)
