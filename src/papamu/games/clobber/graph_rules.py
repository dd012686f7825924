"""Clobber's rules on any undirected graph.

State: the black stones (`words` words, a bit a vertex), the white stones (`words`), then the colour
to move: as on rectangles. Move: the number of a directed edge, in the order of vertices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games import rules as contract
from papamu.games.clobber import rules as clobber_rules
from papamu.games.clobber.rules import ANY
from papamu.games.rules import NONE, Codes, Moves
from papamu.games.two_colour_boards import observe_stones, place_stones
from papamu.kernel.bits import U1, State, flip, has
from papamu.kernel.grid import pack, words_for
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw


class GraphClobber(NamedTuple):
    """What is fixed in a game of Clobber on a graph."""

    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    words: int
    cannibal: int
    solitaire: int  # as in `clobber.rules`
    source: NDArray[np.int64]  # [directed edge]
    target: NDArray[np.int64]  # [directed edge]
    stones: int  # how many stones there are at the start
    start: NDArray[np.uint64]  # [2 * words]


def make(
    colours: Sequence[int], edges: Sequence[tuple[int, int]], cannibal: bool = False, solitaire: int = 0
) -> GraphClobber:
    """The rules for a graph: a colour per vertex (0 empty, 1 black, 2 white) and its edges."""
    both = sorted({(a, b) for pair in edges for a, b in (pair, pair[::-1])})
    words = words_for(len(colours))
    board = np.array(colours)
    return GraphClobber(
        rows=1,
        cols=len(colours),
        cells=len(colours),
        num_players=1 if solitaire else 2,
        state_size=2 * words + 1,
        max_moves=max(1, len(both)),
        words=words,
        cannibal=int(cannibal),
        solitaire=solitaire,
        source=np.array([a for a, _ in both], dtype=np.int64),
        target=np.array([b for _, b in both], dtype=np.int64),
        stones=int((board > 0).sum()),
        start=np.concatenate([pack(board == 1), pack(board == 2)]),
    )


@jit
def _is_move(rules: GraphClobber, state: State, edge: int) -> bool:
    """For whoever may move now."""
    own = np.int64(state[2 * rules.words]) * rules.words
    return _is_move_of(rules, state, own, edge)


@jit
def _is_move_of(rules: GraphClobber, state: State, own: int, edge: int) -> bool:
    """For the stones of the board at `own` (in solitaire `any`: for all)."""
    a, b = rules.source[edge], rules.target[edge]
    words = rules.words
    if not has(state, own, a):
        if rules.solitaire != ANY or not has(state, words - own, a):
            return False
        own = words - own
    return has(state, words - own, b) or (rules.cannibal == 1 and has(state, own, b))


contract.reset.register(GraphClobber)(place_stones)
contract.player.register(GraphClobber)(clobber_rules.player)
contract.returns.register(GraphClobber)(clobber_rules.returns)
contract.scores.register(GraphClobber)(clobber_rules.scores)
contract.observe.register(GraphClobber)(observe_stones)


@contract.legal_moves.register(GraphClobber)
def legal_moves_graph_clobber(rules: GraphClobber, state: State, out: Moves) -> int:
    n = 0
    for edge in range(len(rules.source)):
        if _is_move(rules, state, edge):
            out[n] = edge
            n += 1
    return n


@contract.random_move.register(GraphClobber)
def random_move_graph_clobber(rules: GraphClobber, state: State, rng: Stream) -> int:
    total = 0
    for edge in range(len(rules.source)):
        total += _is_move(rules, state, edge)
    n = draw(rng, total) if total else 0
    for edge in range(len(rules.source)):
        if _is_move(rules, state, edge):
            if n == 0:
                return edge
            n -= 1
    return NONE


@contract.play.register(GraphClobber)
def play_graph_clobber(rules: GraphClobber, state: State, move: int) -> None:
    words = rules.words
    a, b = rules.source[move], rules.target[move]
    own = 0 if has(state, 0, a) else words
    flip(state, own, a)
    if has(state, words - own, b):
        flip(state, words - own, b)
        flip(state, own, b)
    if rules.solitaire != ANY:
        state[2 * words] ^= U1


@contract.mobility.register(GraphClobber)
def mobility_graph_clobber(rules: GraphClobber, state: State, who: int) -> int:
    total = 0
    for edge in range(len(rules.source)):
        total += int(_is_move_of(rules, state, who * rules.words, edge))
    return total


@contract.is_over.register(GraphClobber)
def is_over_graph_clobber(rules: GraphClobber, state: State) -> bool:
    for edge in range(len(rules.source)):
        if _is_move(rules, state, edge):
            return False
    return True


@contract.changes.register(GraphClobber)
def changes_graph_clobber(
    rules: GraphClobber, state: State, move: int, viewer: int, cells: Moves, codes: Codes
) -> int:
    cells[0] = rules.source[move]
    codes[0] = 0
    cells[1] = rules.target[move]
    codes[1] = 1 if has(state, 0, cells[0]) == (viewer == 0) else 2
    return 2
