"""The opponent one enjoys: losses that fit, wins that are not thrown away, and a score that settles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.agents.adaptive import AdaptiveAgent
from papamu.agents.agent import Agent, Ending, Explanation, MoveScore
from papamu.agents.person_rating import FULL, REACH, START, PersonRating
from papamu.agents.registry import agent
from papamu.arena.compiled_games import new_game_batch, play_games
from papamu.core.errors import AgentError, PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import MOST_PLIES
from papamu.kernel.jit import JIT
from papamu.kernel.random import draw, stream, streams
from papamu.search.adaptive.adaptive_policy import (
    BEST,
    CARRIED,
    DIAL,
    LOST,
    SURE,
    Restraint,
    find_losses,
    fitting_move,
    new_restraint,
)
from papamu.search.adaptive.win_proof import new_win_proof, prove_wins
from papamu.search.evaluations.contract import WON
from papamu.search.mcts.tree import UNTRIED
from papamu.search.policy import NullPolicy, advance, begin, choose, new_workspace, think


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))


def held_back(game: Game, values: list[float], scale: tuple[float, float] | None = None) -> Restraint:
    """A restraint on somebody who has just thought this of the first moves."""
    restraint = new_restraint(game, scale, plies=0)
    restraint.workspace.moves[: len(values)] = range(len(values))
    restraint.workspace.values[: len(values)] = values
    return restraint


def picked(policy: Restraint, game: Game, n: int, first: int = 0) -> int:
    return int(fitting_move(policy, game.rules, game.start().state, n, first, stream(1)))


# -- losses -----------------------------------------------------------------------------------


def test_losses_are_shares_of_what_can_be_lost() -> None:
    policy = held_back(papamu.load("clobber:3x3"), [10.0, 8.0, 5.0, 0.0])
    find_losses(policy, 4, 0)
    assert policy.losses[:4].tolist() == [0.0, 0.2, 0.5, 1.0]


def test_losses_do_not_depend_on_the_scale_of_values() -> None:
    game = papamu.load("clobber:3x3")
    small, large = held_back(game, [0.3, 0.2, 0.1]), held_back(game, [3e6, 2e6, 1e6])
    find_losses(small, 3, 0)
    find_losses(large, 3, 0)
    assert small.losses[:3] == pytest.approx(large.losses[:3])


def test_proven_results_are_far_but_not_so_far_that_all_else_is_equal() -> None:
    policy = held_back(papamu.load("clobber:3x3"), [WON, 6.0, 4.0, 2.0, -WON])
    find_losses(policy, 5, 0)
    # 10 (won) 6 4 2 -2 (lost)
    assert policy.losses[:5] == pytest.approx([0.0, 4 / 12, 6 / 12, 8 / 12, 1.0])
    policy = held_back(papamu.load("clobber:3x3"), [-WON, -WON])
    find_losses(policy, 2, 0)
    assert policy.losses[:2].tolist() == [0.0, 0.0]


def test_a_move_that_was_never_tried_is_neither_good_nor_bad() -> None:
    game = papamu.load("clobber:3x3")
    policy = held_back(game, [0.5, UNTRIED, -0.5], (-1.0, 1.0))
    find_losses(policy, 3, 0)
    assert policy.losses[:3].tolist() == [0.0, -1.0, 1.0]
    policy.knobs[DIAL] = 1.0
    assert picked(policy, game, 3) == 2


def test_what_seems_better_than_the_first_choice_is_not_the_first_choice() -> None:
    game = papamu.load("clobber:3x3")
    policy = held_back(game, [0.9, 0.5, 0.0], (-1.0, 1.0))  # the first was looked at once or twice
    assert picked(policy, game, 3, first=1) == 1


@pytest.mark.parametrize(("dial", "move"), [(0.0, 0), (0.4, 1), (0.7, 2), (0.9, 3), (1.0, 3)])
def test_the_move_whose_loss_is_nearest_is_played(dial: float, move: int) -> None:
    game = papamu.load("clobber:3x3")
    policy = held_back(game, [10.0, 8.0, 5.0, 0.0])
    policy.knobs[DIAL] = dial  # without a scale its square may be lost: 0, 0.16, 0.49, 0.81, 1
    assert picked(policy, game, 4) == move
    assert policy.note[BEST] == 10.0
    assert policy.note[LOST] == [0.0, 0.2, 0.5, 1.0][move]


def test_what_was_not_lost_is_carried_over() -> None:
    game = papamu.load("clobber:3x3")
    policy = held_back(game, [1.0, 0.0])
    policy.knobs[DIAL] = 0.5  # a quarter at each move, and there is only all or nothing
    moves = []
    for _ in range(80):
        moves.append(picked(policy, game, 2))
        assert abs(policy.knobs[CARRIED]) <= 0.5
    assert sum(moves) == pytest.approx(20, abs=1)


def test_more_is_lost_when_ahead() -> None:
    game = papamu.load("clobber:3x3")
    values = np.array([1.0, 0.75, 0.5, 0.25, 0.0])
    lost = []
    for standing in (-0.9, 0.0, 0.9):
        policy = held_back(game, (standing - 0.1 * (1 - values)).tolist(), (-1.0, 1.0))
        policy.knobs[DIAL] = 0.5
        picked(policy, game, 5)
        lost.append(float(policy.note[LOST]))
    assert lost == [0.0, 0.5, 1.0]


def test_equal_moves_are_drawn_from() -> None:
    game = papamu.load("clobber:3x3")
    rng = stream(1)
    policy = held_back(game, [1.0, 1.0, 1.0, 0.0])
    seen = {int(fitting_move(policy, game.rules, game.start().state, 4, 0, rng)) for _ in range(40)}
    assert seen == {0, 1, 2}


def test_a_stronger_dial_scores_more() -> None:
    game = papamu.load("clobber:4x4")
    games = 200 if JIT else 60
    made = agent("adaptive+mc:playouts=8")
    assert isinstance(made, AdaptiveAgent)
    policy, random = made.policy(game), agent("random").policy(game)  # type: ignore[attr-defined]
    scores = []
    for dial in (0.0, 0.5, 1.0):
        policy.restraint.knobs[DIAL] = dial
        page = new_game_batch(2, games)
        page.streams[:] = streams(5, games)
        page.seats[:] = [[n % 2, 1 - n % 2] for n in range(games)]
        nobody = NullPolicy(new_workspace(game))
        play_games(game.rules, policy, random, nobody, nobody, page, game.new_state(), 0, MOST_PLIES)
        own = page.returns[np.arange(games), np.arange(games) % 2]
        scores.append(0.5 + 0.5 * own.mean())
    assert scores[0] > scores[1] + 0.05
    assert scores[1] > scores[2] + 0.05
    assert scores[0] > 0.75


# -- won games --------------------------------------------------------------------------------


def wins(position: Position, viewer: int, plies: int) -> bool:
    """Does the viewer win within so many plies whatever the others do? From the definition."""
    if position.is_over:
        return position.returns[viewer] == 1.0
    if plies == 0:
        return False
    after = (wins(position.play(move), viewer, plies - 1) for move in position.legal_moves)
    return any(after) if position.player == viewer else all(after)


def reached(game: Game, plies: int, seed: int) -> Position:
    rng, position = stream(seed), game.start(seed=seed)
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(position.legal_moves[draw(rng, len(position.legal_moves))])
    return position


SMALL = [("clobber:3x3", 4), ("konane:4x4", 5), ("reversi:4x4", 9), ("checkers:4x4", 3), ("blokus:5x5", 7)]


@pytest.mark.parametrize(("spec", "plies"), SMALL)
def test_proven_wins_are_the_wins_within_three_plies(spec: str, plies: int) -> None:
    game = papamu.load(spec)
    room = new_win_proof(game, 3, 10**6)
    found = 0
    for seed in range(60 if JIT else 12):
        position = reached(game, plies, seed)
        moves = np.array([int(move) for move in position.legal_moves], dtype=np.int64)
        if len(moves) == 0:
            continue
        count = int(prove_wins(room, game.rules, position.state, moves, len(moves)))
        # The shortest wins are found, and only they are needed.
        for depth in (1, 2, 3):
            expected = [int(wins(position.play(int(move)), position.player, depth - 1)) for move in moves]
            if any(expected):
                break
        assert (count, room.wins[: len(moves)].tolist()) == (sum(expected), expected)
        found += count > 0
    assert found > 0


def test_a_proof_does_not_go_on_forever() -> None:
    game = papamu.load("clobber:4x4")
    room = new_win_proof(game, 16, 50)
    moves = np.array([int(move) for move in game.start().legal_moves], dtype=np.int64)
    assert prove_wins(room, game.rules, game.start().state, moves, len(moves)) == 0
    assert room.stack.nodes[0] == 50


def test_chance_must_not_be_able_to_spoil_a_proven_win() -> None:
    game = papamu.load("checkers:4x4,teleport=1")
    room = new_win_proof(game, 1, 10**6)
    for seed in range(20):
        position = game.start()
        rng = stream(seed)
        for _ in range(3):
            if not position.is_over:
                position = position.play(position.legal_moves[draw(rng, len(position.legal_moves))], seed)
        moves = np.array([int(move) for move in position.legal_moves], dtype=np.int64)
        if len(moves) and prove_wins(room, game.rules, position.state, moves, len(moves)):
            move = moves[room.wins[: len(moves)].tolist().index(1)]
            for again in range(5):
                assert position.play(int(move), seed=again).returns[position.player] == 1.0


@pytest.mark.parametrize("spec", ["clobber:3x3", "konane:4x4"])
def test_a_won_ending_is_not_thrown_away(spec: str) -> None:
    game = papamu.load(spec)
    policy = agent("adaptive+mc:playouts=2").policy(game)  # type: ignore[attr-defined]
    policy.restraint.knobs[DIAL] = 1.0  # as badly as it can
    won = lost = 0
    for seed in range(60):
        position = reached(game, 4, seed)
        if len(position.legal_moves) < 2:
            continue
        me = position.player
        sure = wins(position, me, 3)
        while not position.is_over:
            if position.player == me:
                move = int(choose(policy, game.rules, position.state, stream(seed)))
            else:
                move = int(position.legal_moves[seed % len(position.legal_moves)])
            position = position.play(move)
        won += sure and position.returns[me] == 1.0
        lost += sure and position.returns[me] < 1.0
    assert lost == 0
    assert won > 3


# -- the agent --------------------------------------------------------------------------------


class Teacher(Agent):
    """Knows what each move is worth: its number. Cannot be compiled."""

    name = "teacher"
    title = "for tests"

    def choose(self, position: Position) -> int:
        return position.legal_moves[-1]

    def explain(self, position: Position) -> Explanation:
        moves = position.legal_moves
        return Explanation("its place", tuple(MoveScore(move, float(at)) for at, move in enumerate(moves)))


@pytest.mark.parametrize(("rating", "place"), [(FULL, -1), (FULL - REACH, 0), (FULL - REACH / 2**0.5, 6)])
def test_an_agent_that_is_not_compiled_is_asked_for_its_opinion(
    monkeypatch: pytest.MonkeyPatch, rating: float, place: int
) -> None:
    position = papamu.load("clobber:3x3").start()
    assert len(position.legal_moves) == 12
    made = AdaptiveAgent(None, Teacher())
    assert not made.is_compiled
    monkeypatch.setattr(made, "rating_for", lambda game: PersonRating(rating))
    made.begin(position.game, stream(1))
    assert made.choose(position) in (position.legal_moves[place], position.legal_moves[place - 1])
    assert {scored.value for scored in made.explain(position).scores} == set(map(float, range(12)))


def test_it_thinks_what_the_wrapped_agent_thinks() -> None:
    position = papamu.load("clobber:3x3").start()
    own, inner = agent("adaptive+greedy", seed=1), agent("greedy", seed=1)
    assert own.explain(position).scores == inner.explain(position).scores
    assert "as much as suits" in own.meaning(position.game)


def test_a_forced_move_needs_no_thought() -> None:
    game = papamu.load("clobber:1x2")
    policy = agent("adaptive+mc:playouts=1").policy(game)  # type: ignore[attr-defined]
    assert think(policy, game.rules, game.start().state, stream(1), False) == game.start().legal_moves[0]
    assert policy.restraint.note[SURE] == 0.0


def test_four_players_and_a_clock() -> None:
    game = papamu.load("blokus:5x5")
    for text in ("adaptive+mc:playouts=1", "adaptive+uct:ms=1"):
        made, position = agent(text, seed=1), game.start()
        made.begin(game, stream(1))
        while not position.is_over:
            position = position.play(made.choose(position))
        assert len(position.returns) == 4


@pytest.mark.parametrize("inner", ["random", "first", "noisy+random"])
def test_who_has_no_opinion_is_refused(inner: str) -> None:
    with pytest.raises(AgentError, match="needs an agent that scores moves") as refused:
        agent(f"adaptive+{inner}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("adaptive", "adaptive changes another agent"),
        ("adaptive:share=1+mc", "share=1 is not possible"),
        ("adaptive:share=0+mc", "it takes a number from 0.05 to 0.95"),
        ("adaptive:player=a/b+mc", "cannot be a player's name"),
        ("adaptive+noisy+adaptive+mc", "adaptive once is enough"),
    ],
)
def test_bad_specs_say_what_is_allowed(text: str, says: str) -> None:
    with pytest.raises(PapamuError, match=says):
        agent(text)


def test_matches_are_reproducible_and_write_nothing(tmp_path: Path) -> None:
    for text in ("adaptive+mc:playouts=2", "adaptive+uct:ms=1"):
        one = papamu.match("clobber:3x3", text, "random", games=4)
        assert len(one.scores) == 4
    first = papamu.match("clobber:3x3", "adaptive+mc:playouts=2", "random", games=6, seed=3)
    again = papamu.match("clobber:3x3", "adaptive+mc:playouts=2", "random", games=6, seed=3)
    assert first.scores.tolist() == again.scores.tolist()
    assert not (tmp_path / "home").exists()
    with pytest.raises(PapamuError, match="there is no player 'ann'"):
        papamu.match("clobber:3x3", "adaptive:player=ann+mc:playouts=2", "random", games=2)


# -- results and ratings ----------------------------------------------------------------------


def test_the_first_results_move_a_rating_far_and_later_ones_less() -> None:
    lost = PersonRating().after(1.0, 0.5)
    assert (lost.rating, lost.games, lost.points) == (START - 160.0, 1, 0.0)
    won = PersonRating(1200.0, 10, 2.0).after(0.0, 0.5, "today")
    assert (won.rating, won.games, won.points, won.last) == (1200.0 + 80.0, 11, 3.0, "today")
    assert PersonRating(1200.0, 1000).after(0.0, 0.5).rating == 1200.0 + 30.0
    assert PersonRating(1200.0, 1000).after(0.5, 0.5).rating == 1200.0


def test_a_larger_share_is_more_strength() -> None:
    rating = PersonRating(1200.0)
    assert rating.strength(0.5) == 1200.0
    assert rating.strength(10 / 11) == pytest.approx(1600.0)
    assert rating.dial(0.5) == 0.5
    assert rating.dial(10 / 11) == pytest.approx(0.25)
    assert rating.expected(0.7) == pytest.approx(0.7)


def test_out_of_reach_the_rating_goes_on_to_where_the_results_are() -> None:
    strong = PersonRating(FULL + 400.0, 1000)
    assert (strong.strength(0.5), strong.dial(0.5)) == (FULL, 0.0)
    assert strong.expected(0.5) == pytest.approx(1 / 11)
    assert strong.after(0.0, 0.5).rating == pytest.approx(FULL + 400.0 + 60 / 11)
    assert PersonRating(0.0).dial(0.5) == 1.0


def test_a_result_is_counted_against_each_person() -> None:
    game = papamu.load("blokus:5x5")
    over = Position(game, game.start().state)
    over.__dict__["returns"] = (1.0, 0.0, 0.0, -1.0)
    assert Ending(over, 0).score == 1.0
    assert Ending(over, 1).score == pytest.approx((0 + 0.5 + 1) / 3)
    assert Ending(over, 1, people=(0,)).score == 0.0
    assert Ending(over, 1, people=(2, 3)).score == 0.75
    assert Ending(over, 1, people=(0, 3), gave_up=(0,)).score == 1.0
    alone = papamu.load("clobber:1x3,solitaire=any").start()
    assert 0.0 <= Ending(alone, 0).score <= 1.0


@pytest.mark.parametrize(
    "spec", ["adaptive+uct:sims=20", "adaptive+mc:playouts=2", "noisy:p=0.3+uct:sims=20"]
)
@pytest.mark.parametrize("game", ["clobber:3x4", "reversi:4x4"])
def test_a_wrapper_asked_from_python_plays_as_its_compiled_policy(game: str, spec: str) -> None:
    """From Python the wrapped agent is asked by itself; in a compiled match it is a part of the wrapper's policy."""
    loaded = papamu.load(game)
    made = agent(spec)
    policy, rules = agent(spec).policy(loaded), loaded.rules  # type: ignore[attr-defined]
    for seed in range(3):
        rng, position = stream(seed), loaded.start()
        made.begin(loaded, stream(seed))
        begin(policy, rules)
        while not position.is_over:
            move = int(think(policy, rules, position.state, rng, False))
            assert int(made.choose(position)) == move
            advance(policy, rules, move)
            position = position.play(move)
