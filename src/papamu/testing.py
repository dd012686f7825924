"""The contract test, shipped: `check_game("mygame:5x5")` plays at random and checks every promise.

It is what the library's own games are tested with; run it on a game of your own before you
trust anything that is built on it.
"""

from __future__ import annotations

import numpy as np

from papamu.core.errors import IllegalMoveError, MoveError
from papamu.games import rules as contract
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.games.registry import load
from papamu.kernel.random import Stream, draw, stream


def check_game(game: Game | str, games: int = 5, seed: int = 0, most_plies: int = 5000) -> int:
    """Play some random games and check the contract in every position; returns how many there were.

    Raises `AssertionError` that names the position and what does not hold.
    """
    if isinstance(game, str):
        game = load(game)
    _check_identity(game)
    rng = stream(seed)
    seen = 0
    for number in range(games):
        position = game.start(seed=number)
        for _ in range(most_plies):
            _check_position(position, rng)
            seen += 1
            if position.is_over:
                break
            moves = position.legal_moves
            move = moves[draw(rng, len(moves))]
            before = position.state.copy()
            following = position.play(move, seed=draw(rng, 2**31))
            assert (position.state == before).all(), f"playing {move} changed {position!r}"
            _check_changes(position, int(move))
            position = following
        else:
            raise AssertionError(f"{game}: no end after {most_plies} plies")
        _check_end(position)
        _check_record(position)
    return seen


def _check_identity(game: Game) -> None:
    rules, facts = game.rules, game.facts
    assert rules.cells == rules.rows * rules.cols == game.rows * game.cols, f"{game}: cells"
    assert rules.num_players == facts.num_players >= 1, f"{game}: players"
    assert game.start(seed=1) == game.start(seed=1), f"{game}: the same seed gives two starts"
    if game.has_spec:  # one made in code, such as one on a networkx graph, has none
        assert load(str(game)) == game, f"{game}: its spec makes another game"
        assert repr(game) == f"papamu.load({str(game)!r})"


def _check_position(position: Position, rng: Stream) -> None:
    game, rules, state = position.game, position.game.rules, position.state
    moves = position.legal_moves
    assert state.dtype == np.uint64 and state.shape == (rules.state_size,), f"{position!r}: the state's form"
    assert 0 <= position.player < game.num_players, f"{position!r}: player {position.player}"
    assert (len(moves) == 0) == position.is_over, f"{position!r}: over, or no moves, but not both"
    assert len(set(moves)) == len(moves) <= game.facts.max_moves, f"{position!r}: a move is listed twice"
    drawn = contract.random_move(rules, state, rng)
    assert drawn in moves if moves else drawn == contract.NONE, f"{position!r}: random move {drawn}"
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts), f"{position!r}: two moves are spelled alike"
    for move, text in zip(moves, texts, strict=True):
        assert 0 <= move < game.facts.actions, f"{position!r}: {text} lies outside the action space"
        assert game.read_move(text) == move, f"{position!r}: {text} is read as another move"
    assert all(value == 0 for value in position.returns) or position.is_over, f"{position!r}: early returns"
    _check_text(position)
    _check_views(position)
    _check_refusal(position)


def _check_text(position: Position) -> None:
    text = position.to_text()
    assert "\n" not in text and " " not in text, f"{text!r} does not fit in one word"
    again = position.game.from_text(text)
    assert again == position and hash(again) == hash(position), f"{text!r} is read as another position"
    for other in position.symmetries():
        assert len(other.legal_moves) == len(position.legal_moves), f"{position!r}: not alike: {other!r}"
        assert other.player == position.player and other.scores == position.scores, f"not alike: {other!r}"


def _check_views(position: Position) -> None:
    """Seen by another player, the owners' codes turn round; nothing else changes."""
    players = position.game.num_players
    board = position.board
    for viewer in range(1, players):
        seen = position.seen_by(viewer)
        owner = np.where(board > 0, (board - 1) % max(players, 2), -1)
        expected = np.where(owner >= 0, (owner - viewer) % players, -1)
        actual = np.where(seen > 0, (seen - 1) % max(players, 2), -1)
        assert (expected == actual).all(), f"{position!r}: what player {viewer} sees"
        assert ((board <= 0) == (seen <= 0)).all(), f"{position!r}: empty cells for player {viewer}"


def _check_refusal(position: Position) -> None:
    for wrong in (-1, position.game.facts.actions, "no move at all"):
        try:
            position.play(wrong)
        except (IllegalMoveError, MoveError):
            continue
        raise AssertionError(f"{position!r} lets {wrong!r} be played")


def _check_changes(position: Position, move: int) -> None:
    """`changes` foretells the board exactly, and chance adds up to one."""
    game, rules = position.game, position.game.rules
    after = position.state.copy()
    contract.play(rules, after, move)
    for viewer in range(game.num_players):
        cells, codes = np.empty(rules.cells, dtype=np.int64), np.empty(rules.cells, dtype=np.int8)
        n = contract.changes(rules, position.state, move, viewer, cells, codes)
        foretold = position.seen_by(viewer).ravel().copy()
        foretold[cells[:n]] = codes[:n]
        true = Position(game, after).seen_by(viewer).ravel()
        assert (foretold == true).all(), f"{position!r}: changes of {game.move_text(move)}"
    outcomes, odds = np.empty(rules.max_moves, dtype=np.int64), np.empty(rules.max_moves)
    n = contract.outcomes(rules, after, outcomes, odds)
    assert n == 0 or abs(odds[:n].sum() - 1) < 1e-9, f"{position!r}: odds of {odds[:n].sum()}"
    assert game.facts.chance or n == 0, f"{game} says that it has no chance"


def _check_end(position: Position) -> None:
    game = position.game
    values = position.returns
    assert all(-1 <= value <= 1 for value in values), f"{position!r}: returns {values}"
    assert not game.facts.zero_sum or abs(sum(values)) < 1e-9, f"{position!r}: not zero-sum: {values}"


def _check_record(position: Position) -> None:
    if not position.game.has_spec:
        return
    record = Record.of(position, players=["random"] * position.game.num_players, seed=0)
    assert Record.from_json(record.to_json()) == record, f"{position.game}: the record changed on its way"
