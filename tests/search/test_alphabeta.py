"""Alpha-beta, max^n and the closing search against plain recursion over positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import papamu
from papamu.agents.registry import agent
from papamu.games.position import Position
from papamu.games.rules import outcomes, play, random_move, settle
from papamu.kernel.random import draw, stream
from papamu.search.evaluations import registry as evaluations
from papamu.search.evaluations.contract import MOST, WON, evaluate
from papamu.search.evaluations.konane import LETTERS, konane_function
from tests.effort import effort
from tests.naive.konane import JUMPING, Konane, KonaneState


def positions(spec: str, count: int, seed: int, most: int = 200) -> list[Position]:
    """Positions from random games, not over."""
    game = papamu.load(spec)
    rng = stream(seed)
    found: list[Position] = []
    while len(found) < count:
        position = game.start(seed=draw(rng, 1000))
        for _ in range(draw(rng, most)):
            if position.is_over:
                break
            position = position.play(int(random_move(game.rules, position.state, rng)), seed=draw(rng, 1000))
        if not position.is_over:
            found.append(position)
    return found


def after(position: Position, move: int) -> list[tuple[float, Position]]:
    """What a move may lead to, with probabilities."""
    game = position.game
    state = position.state.copy()
    play(game.rules, state, int(move))
    events, odds = np.empty(game.rules.max_moves, dtype=np.int64), np.empty(game.rules.max_moves)
    n = outcomes(game.rules, state, events, odds)
    if n == 0:
        return [(1.0, Position(game, state))]
    found = []
    for event, chance in zip(events[:n], odds[:n], strict=True):
        settled = state.copy()
        settle(game.rules, settled, int(event))
        found.append((float(chance), Position(game, settled)))
    return found


def plain(position: Position, name: str, depth: int, ends: bool, viewer: int) -> float:
    """Minimax as in a textbook; everybody else is against the viewer."""
    if position.is_over and (ends or depth == 0):
        return position.returns[viewer] * WON if ends else _evaluated(position, name, viewer)
    if depth == 0 or position.is_over:
        return _evaluated(position, name, viewer)
    best = max if position.player == viewer else min
    return best(_expected(position, move, name, depth, ends, viewer) for move in position.legal_moves)


def _expected(position: Position, move: int, name: str, depth: int, ends: bool, viewer: int) -> float:
    return sum(odds * plain(later, name, depth - 1, ends, viewer) for odds, later in after(position, move))


def _evaluated(position: Position, name: str, viewer: int) -> float:
    record = evaluations.make(position.game, name)
    return float(evaluate(record, position.game.rules, position.state, viewer))


def plain_vector(position: Position, name: str, depth: int) -> list[float]:
    """Max^n as in a textbook."""
    game = position.game
    if position.is_over:
        return [value * WON for value in position.returns]
    if depth == 0:
        return [_evaluated(position, name, who) for who in range(game.num_players)]
    children = [plain_vector(position.play(move), name, depth - 1) for move in position.legal_moves]
    return max(children, key=lambda values: values[position.player])


CASES = [
    ("clobber:3x4", "mobility", 3),
    ("clobber:3x3,cannibal=true", "material", 3),
    ("konane:4x4", "q", 3),
    ("konane:5x4", "i", 2),
    ("reversi:4x4", "weights", 3),
    ("reversi:4x4", "discs", 3),
    ("checkers:6x6", "material", 3),
    ("checkers:6x6", "mobility", 2),
    ("checkers:4x4,teleport=0.3", "material", 2),
    ("checkers:4x4,teleport=0.3,rules=program", "material", 2),
]


@pytest.mark.parametrize("spec, name, depth", CASES)
def test_alpha_beta_is_plain_minimax(spec: str, name: str, depth: int) -> None:
    for ends in ("result", "eval"):
        player = agent(f"minimax:eval={name},depth={depth},ends={ends}", seed=1)
        for position in positions(spec, effort(12, 2), seed=5):
            viewer = position.player
            true = {
                int(move): _expected(position, move, name, depth, ends == "result", viewer)
                for move in position.legal_moves
            }
            told = {int(scored.move): scored.value for scored in player.explain(position).scores}
            assert told == pytest.approx(true, rel=1e-9, abs=1e-9)
            best = max(true.values())
            chosen = true[player.choose(position)]
            assert chosen == pytest.approx(best, rel=1e-9, abs=1e-9)


def test_every_best_move_is_drawn_and_no_other() -> None:
    position = papamu.load("konane:4x4").start().play("d1").play("c1")
    player = agent("minimax:eval=q,depth=2", seed=3)
    scores = player.explain(position).scores
    best = {int(scored.move) for scored in scores if scored.value == scores[0].value}
    assert {player.choose(position) for _ in range(60)} == best

    opening = papamu.load("clobber:4x4").start()
    flat = agent("minimax:eval=material,depth=1", seed=3)  # every move takes one stone: all are equal
    assert len({flat.choose(opening) for _ in range(effort(600, 200))}) == len(opening.legal_moves)


@pytest.mark.parametrize("spec", ["blokus:5x5", "blokus:6x6,players=2"])
def test_max_n_and_paranoid(spec: str) -> None:
    depth = 2
    for position in positions(spec, effort(4, 1), seed=2, most=8):
        if len(position.legal_moves) > 60:
            continue
        each = {
            int(move): plain_vector(position.play(move), "squares", depth - 1)[position.player]
            for move in position.legal_moves
        }
        against = {
            int(move): plain(position.play(move), "squares", depth - 1, True, position.player)
            for move in position.legal_moves
        }
        maxn = agent(f"minimax:eval=squares,depth={depth}", seed=1)
        paranoid = agent(f"minimax:eval=squares,depth={depth},others=paranoid", seed=1)
        assert {int(s.move): s.value for s in maxn.explain(position).scores} == pytest.approx(each)
        assert {int(s.move): s.value for s in paranoid.explain(position).scores} == pytest.approx(against)


def test_konane_functions_by_hand() -> None:
    """A board whose counts can be made by eye: Black jumps a4 over b4 to c4, and nothing else moves."""
    game = papamu.load("konane:4x4")
    position = game.from_text("xo../..../..../...o,x")
    counts = {"pieces": (1, 2), "moves": (1, 0), "movable": (1, 0)}
    expected = {}
    for start, (own, theirs) in zip("agm", counts.values(), strict=True):
        letters = LETTERS[LETTERS.index(start) : LETTERS.index(start) + 6]
        ratio = own / theirs if theirs else 1e9
        weighted = own / (3 * theirs) if theirs else 1e9
        forms = (own, -theirs, own - theirs, own - 3 * theirs, ratio, weighted)
        expected.update(zip(letters, forms, strict=True))
    for letter, value in expected.items():
        record = konane_function(letter)
        assert evaluate(record, game.rules, position.state, 0) == pytest.approx(value), letter


def test_konane_counts_in_the_opening_are_removals() -> None:
    game = papamu.load("konane:6x6")
    position = game.start()
    assert evaluate(konane_function("g"), game.rules, position.state, 0) == len(position.legal_moves) == 4
    answered = position.play(position.legal_moves[0])
    assert evaluate(konane_function("g"), game.rules, answered.state, 1) == len(answered.legal_moves)
    assert evaluate(konane_function("m"), game.rules, answered.state, 1) == len(answered.legal_moves)


def course(rows: int, cols: int, seed: int) -> Iterator[tuple[Position, Konane, KonaneState]]:
    """A random game of Konane, move by move, with its slow twin beside it."""
    twin = Konane(rows, cols)
    position, state = papamu.load(f"konane:{rows}x{cols}").start(), twin.start()
    rng = stream(seed)
    while True:
        yield position, twin, state
        texts = twin.moves(state)
        if not texts:
            return
        move = texts[draw(rng, len(texts))]
        position, state = position.play(move), twin.play(state, move)


def twin_counts(twin: Konane, state: KonaneState, who: int) -> tuple[int, int, int]:
    """Pieces, moves and movable pieces, counted by the slow twin."""
    turn = replace(state, player=who, phase=JUMPING if state.phase == JUMPING else who)
    jumping = turn.phase == JUMPING
    sources = [source for source, _, _ in twin.jumps(turn)] if jumping else twin.removals(turn)
    return int(twin.scores(state)[who]), len(sources), len(set(sources))


def judged(letter: str, own: tuple[int, int, int], theirs: tuple[int, int, int]) -> float:
    """A function of the thesis, of these counts."""
    counted, form = divmod(LETTERS.index(letter), 6)
    mine, yours = own[counted], theirs[counted]
    ratios = (mine / yours, mine / (3 * yours)) if yours else (MOST, MOST)
    return float((mine, -yours, mine - yours, mine - 3 * yours, *ratios)[form])


def twin_minimax(twin: Konane, state: KonaneState, letter: str, viewer: int, depth: int) -> float:
    """Every line to its end, with nothing but the slow twin."""
    later = [after for _, after in twin.results(state)] if depth else []
    if not later:
        return judged(letter, twin_counts(twin, state, viewer), twin_counts(twin, state, 1 - viewer))
    best = max if state.player == viewer else min
    return best(twin_minimax(twin, after, letter, viewer, depth - 1) for after in later)


@pytest.mark.parametrize("size", [(8, 8), (5, 6), (2, 32), (1, 64), (64, 1), (1, 70), (11, 9), (10, 13)])
def test_konane_functions_are_those_of_the_twin(size: tuple[int, int]) -> None:
    """On one word and on several, whoever looks, from the opening to the end."""
    for seed in range(effort(2, 1)):
        for position, twin, state in course(*size, seed):
            counts = [twin_counts(twin, state, who) for who in (0, 1)]
            for letter in LETTERS:
                for viewer in (0, 1):
                    told = evaluate(konane_function(letter), position.game.rules, position.state, viewer)
                    assert told == judged(letter, counts[viewer], counts[1 - viewer]), (letter, viewer)


@pytest.mark.parametrize("size, depth", [((4, 4), 4), ((5, 6), 3), ((8, 8), 2), ((9, 8), 2)])
def test_minimax_is_that_of_the_twin(size: tuple[int, int], depth: int) -> None:
    """The very same numbers for every move, and a best one played."""
    depth = min(depth, effort(9, 2))
    for number, (position, twin, state) in enumerate(course(*size, 11)):
        if position.is_over or number % effort(5, 11):
            continue
        letter = LETTERS[number * 5 % len(LETTERS)]
        player = agent(f"minimax:eval={letter},depth={depth}", seed=1)
        true = {
            text: twin_minimax(twin, after, letter, state.player, depth - 1)
            for text, after in twin.results(state)
        }
        assert {str(scored.move): scored.value for scored in player.explain(position).scores} == true
        chosen = position.legal_moves[list(map(int, position.legal_moves)).index(player.choose(position))]
        assert true[str(chosen)] == max(true.values())


def test_mobility_is_the_number_of_legal_moves_of_the_mover() -> None:
    from papamu.games.rules import mobility

    for spec in ("clobber:4x5", "reversi:6x6", "konane:6x6", "checkers:6x6", "blokus:6x6"):
        for position in positions(spec, effort(10, 3), seed=8):
            if spec.startswith("checkers") and "forced" in position.game.extras(position.state):
                continue
            if spec.startswith("reversi") and str(position.legal_moves[0]) == "pass":
                continue
            here = mobility(position.game.rules, position.state, position.player)
            assert here == len(position.legal_moves)


def test_the_closing_search_is_exact_and_waits_for_the_end() -> None:
    closing = agent("endgame:plies=5+first", seed=1)
    seen = {"exact": 0, "else": 0}
    for position in positions("clobber:3x4", effort(60, 10), seed=4):
        told = {int(scored.move): scored.value for scored in closing.explain(position).scores}
        if set(told.values()) <= {WON, -WON}:
            seen["exact"] += 1
            true = {
                int(move): plain(position.play(move), "material", 20, True, position.player)
                for move in position.legal_moves
            }
            assert told == true
            assert true[closing.choose(position)] == max(true.values())
        else:
            seen["else"] += 1
            assert closing.choose(position) == position.legal_moves[0]
    assert all(seen.values())


def test_the_closing_search_counts_empty_squares_where_one_passes() -> None:
    closing = agent("endgame:plies=4+first", seed=1)
    for position in positions("reversi:4x4", effort(40, 8), seed=6):
        empty = 16 - sum(position.scores)
        told = [scored.value for scored in closing.explain(position).scores]
        assert (set(told) <= {WON, 0.0, -WON}) == (empty <= 4)
