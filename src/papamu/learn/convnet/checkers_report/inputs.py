"""Inputs of the checkers report's networks: a board as its codes, or as planes seen by a player.

Planes: one for empty cells (so that the rim is not taken for room), one for each kind of piece (own men, the
other's men, own kings …), one that is 1 all over where the viewer moves next. The second of two players sees
the board turned by half, so that own men go up for both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import Codes, Moves, Rules, legal_moves, observe, play, player
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.learn.convnet.checkers_report.course import CODES
from papamu.learn.tree_data import Boards

Inputs = NDArray[np.float32]  # [n, planes, rows, cols]


def planes_of(game: Game, kind: str) -> int:
    """How many planes a board of this game has."""
    return 1 if kind == CODES else len(game.alphabet) + 1


def inputs_of(
    game: Game, kind: str, boards: NDArray[np.int8], movers: NDArray[np.int8], viewer: int
) -> Inputs:
    """The inputs of boards (codes as the first player sees them), as this player views them."""
    if kind == CODES:
        return boards[:, None].astype(np.float32)
    players = game.num_players
    kinds = len(game.alphabet) - 1
    piece = boards.astype(np.int64) - 1
    seen = np.where(boards > 0, piece // players * players + (piece - viewer) % players + 1, boards)
    if players == 2 and viewer == 1:
        seen = seen[:, ::-1, ::-1]
    out = np.zeros((len(boards), kinds + 2, game.rows, game.cols), dtype=np.float32)
    for code in range(kinds + 1):
        out[:, code] = seen == code
    out[:, -1] = (movers == viewer)[:, None, None]
    return out


def training_pairs(
    game: Game, kind: str, found: Boards
) -> tuple[Inputs, NDArray[np.float32], NDArray[np.int64]]:
    """Inputs, what they are worth, and the number of the board that each belongs to.

    Of codes, one each, for the player that the first tree was grown for; of planes, one a viewer.
    """
    numbers = np.arange(len(found))
    if kind == CODES:
        worth = found.utilities[:, int(found.players[0])]
        return inputs_of(game, kind, found.boards, found.movers, 0), worth.astype(np.float32), numbers
    views = [inputs_of(game, kind, found.boards, found.movers, who) for who in range(game.num_players)]
    worths = found.utilities.T.reshape(-1).astype(np.float32)
    return np.concatenate(views), worths, np.tile(numbers, game.num_players)


@jit
def boards_after_moves(
    rules: Rules, state: State, moves: Moves, scratch: State, boards: Codes, movers: Moves
) -> int:
    """Write the legal moves, the board after each and who moves then (chance does nothing); how many."""
    n = legal_moves(rules, state, moves)
    for index in range(n):
        copy(state, scratch)
        play(rules, scratch, moves[index])
        observe(rules, scratch, 0, boards[index])
        movers[index] = player(rules, scratch)
    return n
