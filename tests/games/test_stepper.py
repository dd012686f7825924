"""One call per ply: it tells what the contract's own functions tell, for every game."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games import rules as contract
from papamu.games.planes import is_turned
from papamu.games.position import Position
from papamu.games.stepper import Stepper
from papamu.kernel.random import draw, stream

SPECS = [
    "clobber:3x4",
    "clobber:9x9",
    "checkers:6x6",
    "reversi:4x4",
    "konane:5x4",
    "blokus:6x6",
    "blokus:duo",
]


def line(spec: str, seed: int = 1, plies: int = 12) -> list[Position]:
    rng = stream(seed)
    found = [papamu.load(spec).start(seed)]
    while not found[-1].is_over and len(found) < plies:
        moves = found[-1].legal_moves
        found.append(found[-1].play(moves[draw(rng, len(moves))], seed=seed))
    return found


@pytest.mark.parametrize("spec", [*SPECS, "checkers:6x6,teleport=0.5"])
def test_a_glance_is_what_the_contract_tells(spec: str) -> None:
    for position in line(spec):
        game, state = position.game, position.state
        out = np.empty(game.rules.max_moves, dtype=np.int64)
        n = contract.legal_moves(game.rules, state, out)
        assert (
            position.legal_moves.numbers == out[:n].tolist() == [int(move) for move in position.legal_moves]
        )
        assert position.player == contract.player(game.rules, state)
        assert position.is_over == bool(contract.is_over(game.rules, state))
        mask = position.legal_mask
        assert mask.shape == (game.num_actions,) and mask.dtype == np.bool_
        assert np.flatnonzero(mask).tolist() == sorted(out[:n].tolist())


@pytest.mark.parametrize("spec", SPECS)
def test_playing_leaves_the_position_before_as_it_was(spec: str) -> None:
    position = line(spec, plies=4)[-1]
    before = position.state.copy()
    for move in position.legal_moves:
        after = position.play(move)
        state = before.copy()
        contract.play(position.game.rules, state, int(move))
        assert (after.state == state).all() and after.move is not None and after.move == move
    assert (position.state == before).all()


def test_a_state_of_another_layout_is_read_rightly() -> None:
    position = line("konane:5x4", plies=5)[-1]
    wide = np.zeros((len(position.state), 2), dtype=np.uint64)
    wide[:, 0] = position.state
    strided = Position(position.game, wide[:, 0])
    assert strided.legal_moves.numbers == position.legal_moves.numbers
    assert (strided.planes() == position.planes()).all()


def test_other_rules_are_bound_anew() -> None:
    game = papamu.load("clobber:3x3")
    first = game.stepper
    assert game.stepper is first
    game.rules = papamu.load("clobber:3x4").rules
    assert game.stepper is not first and game.stepper.rules is game.rules


def test_a_game_with_bound_rules_is_sent_and_comes_back() -> None:
    position = line("reversi:4x4")[3]
    there = pickle.loads(pickle.dumps(position))
    assert there == position and there.legal_moves.numbers == position.legal_moves.numbers
    assert there.play(there.legal_moves[0]) == position.play(position.legal_moves[0])
    assert pickle.loads(pickle.dumps(position.legal_moves[0])) == position.legal_moves[0]


def test_rules_live_as_long_as_a_bound_call() -> None:
    stepper = Stepper(papamu.load("konane:4x4").rules)  # the game itself is gone
    state = papamu.load("konane:4x4").start().state
    junk = [np.full(4096, 7, dtype=np.uint64) for _ in range(100)]
    told, moves = stepper.look(state)
    assert moves[: told >> 9].tolist() == papamu.load("konane:4x4").start().legal_moves.numbers
    del junk


# -- planes ---------------------------------------------------------------------------------------


def planes_by_hand(position: Position, viewer: int) -> np.ndarray:
    """Pieces by kind, the turn, the seats: from `seen_by` alone."""
    game = position.game
    seen = position.seen_by(viewer)
    if is_turned(game) and viewer == 1:
        seen = seen[::-1, ::-1]
    found = [seen == code + 1 for code in range(len(game.alphabet) - 1)]
    found.append(np.full(seen.shape, 1 if position.player == viewer else -1))
    found += [np.full(seen.shape, seat == viewer) for seat in range(1, game.num_players)]
    return np.array(found, dtype=np.float32)


@pytest.mark.parametrize("spec", SPECS)
def test_planes_show_the_pieces_the_turn_and_the_seat(spec: str) -> None:
    for position in line(spec):
        game = position.game
        assert position.planes().shape == game.observation_shape
        assert position.planes().dtype == np.float32
        assert (position.planes() == position.planes(position.player)).all()
        for viewer in range(game.num_players):
            by_hand = planes_by_hand(position, viewer)
            assert (position.planes(viewer)[: len(by_hand)] == by_hand).all()


@pytest.mark.parametrize("spec", SPECS)
def test_afterstates_are_the_positions_after_each_move_seen_by_the_mover(spec: str) -> None:
    for position in line(spec)[::3]:
        moves, planes = position.afterstates()
        assert list(moves) == list(position.legal_moves)
        assert planes.shape == (len(moves), *position.game.observation_shape)
        for move, seen in zip(moves, planes, strict=True):
            assert (seen == position.play(move).planes(position.player)).all()


def test_a_finished_game_has_no_afterstates() -> None:
    position = line("clobber:3x3", plies=99)[-1]
    assert position.is_over
    moves, planes = position.afterstates()
    assert (len(moves), planes.shape) == (0, (0, *position.game.observation_shape))


def test_blokus_shows_the_pieces_that_are_used() -> None:
    used = line("blokus:6x6", plies=3)[-1].planes()
    assert used.shape[0] == 4 + 4 + 4 * 21
    assert used[8:].sum() == 2 * 36, "two pieces are on the board, each a plane of ones"


def test_checkers_shows_the_piece_that_must_jump_on_and_the_quiet_plies() -> None:
    jumps = 0
    for seed in range(1, 30):
        for position in line("checkers:6x6,quiet=20", seed, plies=60)[1:]:
            assert position.parent is not None
            forced, quiet = position.planes()[6:]
            jumps_on = position.player == position.parent.player and not position.is_over
            assert forced.sum() == jumps_on
            jumps += jumps_on
            assert (quiet == quiet[0, 0]).all() and 0 <= quiet[0, 0] <= 1
    assert jumps, "no piece had to jump on in all these games"


def test_a_viewer_that_there_is_not_is_refused() -> None:
    with pytest.raises(PapamuError, match="2 is no player: clobber has 0 to 1"):
        papamu.load("clobber:3x3").start().planes(2)


# -- marks ----------------------------------------------------------------------------------------


def test_marks_stand_on_cells_by_name_number_or_move() -> None:
    position = papamu.load("reversi:4x4").start()
    move = position.legal_moves[0]
    for where in (str(move), int(move), move):
        assert ">0.7</text>" in position.svg(marks={where: "0.7"})
    with pytest.raises(PapamuError, match="'z9' is no cell"):
        position.svg(marks={"z9": "?"})
    assert "mark" not in position.svg()
