"""What matters in Blokus beside the board itself, as inputs: the pieces that are gone, the corners that are
open."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.blokus.pieces import NAMES
from papamu.games.blokus.placements import Blokus, open_corners, open_corners_in
from papamu.games.game import Game
from papamu.games.rules import player
from papamu.kernel.bits import U0, U1, State, copy, lowest
from papamu.kernel.vectors import F1
from papamu.learn.encodings.contract import Encoding, Sight, difference, encode
from papamu.learn.encodings.registry import register_encoding

_EACH = np.float32(0.1)  # what an open corner counts: a player has some ten of them


class UsedPieces(NamedTuple):
    """One input a piece and player, the viewer's first, then the next player's: 1 if it is placed."""

    inputs: int
    most: int
    entries: int


class OpenCorners(NamedTuple):
    """One input a player, the viewer first: how many corners are open, in tens."""

    inputs: int
    most: int
    entries: int
    after: State  # [state_size]: room for the board after a move


@register_encoding("pieces", game="blokus")
def used_pieces(game: Game) -> Encoding:
    """For this game of Blokus."""
    inputs = len(NAMES) * game.num_players
    return UsedPieces(inputs, inputs, 0)


@register_encoding("corners", game="blokus")
def open_corner_counts(game: Game) -> Encoding:
    """For this game of Blokus."""
    return OpenCorners(game.num_players, game.num_players, 0, game.new_state())


@encode.register(UsedPieces)
def encode_used_pieces(encoding: UsedPieces, rules: Blokus, state: State, viewer: int, sight: Sight) -> int:
    n = 0
    for turn in range(rules.num_players):
        used = state[rules.used + (viewer + turn) % rules.num_players]
        while used != U0:
            sight.active[n] = len(NAMES) * turn + lowest(used)
            sight.amounts[n] = F1
            used &= used - U1
            n += 1
    return n


@difference.register(UsedPieces)
def difference_used_pieces(
    encoding: UsedPieces, rules: Blokus, state: State, move: int, viewer: int, sight: Sight
) -> int:
    turn = (player(rules, state) - viewer + rules.num_players) % rules.num_players
    sight.which[0] = len(NAMES) * turn + rules.piece[move // rules.cells]
    sight.by[0] = F1
    return 1


@encode.register(OpenCorners)
def encode_open_corners(encoding: OpenCorners, rules: Blokus, state: State, viewer: int, sight: Sight) -> int:
    for turn in range(rules.num_players):
        sight.active[turn] = turn
        who = (viewer + turn) % rules.num_players
        sight.amounts[turn] = _EACH * np.float32(open_corners(rules, state, who))
    return rules.num_players


@difference.register(OpenCorners)
def difference_open_corners(
    encoding: OpenCorners, rules: Blokus, state: State, move: int, viewer: int, sight: Sight
) -> int:
    """Only the rows of the placement and those beside it can change."""
    orientation = move // rules.cells
    top = (move - orientation * rules.cells) // rules.cols
    col = np.uint64(move - orientation * rules.cells - top * rules.cols + 4)
    mover = player(rules, state)
    after = encoding.after
    copy(state, after)
    for row in range(5):
        after[rules.board[mover] + np.uint64(top + row)] |= rules.shape[orientation, row] << col
    after[rules.used + mover] |= U1 << np.uint64(rules.piece[orientation])
    low, high = max(0, top - 1), min(rules.rows, top + 6)
    n = 0
    for turn in range(rules.num_players):
        who = (viewer + turn) % rules.num_players
        was = open_corners_in(rules, state, who, low, high)
        will_be = open_corners_in(rules, after, who, low, high)
        if was != will_be:
            sight.which[n] = turn
            sight.by[n] = _EACH * np.float32(will_be) - _EACH * np.float32(was)
            n += 1
    return n
