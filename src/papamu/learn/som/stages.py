"""Stages of a game, and boards of each from random games: the training data of maps (Reversi paper, §3.1, §7).

The number of a board is how many cells have become occupied or empty since the start: in Reversi that of the
move after which it stands, passes not counted. A stage is a span of these numbers; the first begins at 0, the
starting position, and together the stages cover all.

Boards are rows of 1 (the viewer's), −1 (others') and 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import Codes, Rules, chance, is_over, observe, play, random_move, reset
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, stream

_SPAN = re.compile(r"(\d{1,4})-(\d{1,4})")
_MOST_PLIES = 2_000  # of a random game


def last_number(game: Game) -> int:
    """The highest number that a board of this game can have."""
    return new_board_counter(game).last


def read_stages(text: str, last: int) -> tuple[tuple[int, int], ...]:
    """The stages of a text like `1-25,26-45,46-60`, which must cover 1 to `last`; the first begins at 0."""
    spans = []
    for part in text.replace(" ", "").split(","):
        found = _SPAN.fullmatch(part)
        if not found or int(found[1]) > int(found[2]):
            raise PapamuError(f"stages are spans of move numbers like {_split(last)}, not {part!r}")
        spans.append((int(found[1]), int(found[2])))
    expected = 1
    for low, high in spans:
        if low != expected:
            word = "leave out" if low > expected else "repeat"
            where = f"move {expected if low > expected else low}"
            raise PapamuError(f"the stages {text} {word} {where}: each begins where the one before it ends")
        expected = high + 1
    if expected - 1 != last:
        raise PapamuError(f"the stages {text} end at move {expected - 1}, but games go to move {last}")
    return ((0, spans[0][1]), *spans[1:])


def _split(last: int) -> str:
    """An example that fits."""
    half = max(1, last // 2)
    return f"1-{half},{half + 1}-{last}" if last > 1 else "1-1"


def stage_table(stages: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """[number of a board]: its stage."""
    table = np.zeros(stages[-1][1] + 1, dtype=np.int64)
    for stage, (low, high) in enumerate(stages):
        table[low : high + 1] = stage
    return table


class BoardCounter(NamedTuple):
    """Room to see the number of a board in."""

    codes: Codes  # [cells]
    standing: int  # occupied cells at the start
    grows: int  # 1: stones are put on the board; 0: they are taken from it
    last: int


def new_board_counter(game: Game) -> BoardCounter:
    """Room for this game."""
    codes = np.array(game.start().board).ravel()
    standing = int(np.count_nonzero(codes > 0))
    empty = int(np.count_nonzero(codes == 0))
    grows = empty > standing
    room = np.zeros(game.rules.cells, dtype=np.int8)
    return BoardCounter(room, standing, int(grows), empty if grows else standing)


@jit
def owner_sign(code: int, players: int) -> int:
    """What stands on a cell: 1 the viewer's, −1 others', 0 nothing. A 3 is a king, or the third of four."""
    return 0 if code <= 0 else 1 if code == 1 or (code == 3 and players == 2) else -1


@jit
def observe_board(count: BoardCounter, rules: Rules, state: State, viewer: int, board: Codes) -> int:
    """Write the board as 1, −1 and 0 for the viewer; returns its number."""
    observe(rules, state, viewer, count.codes)
    standing = 0
    for cell in range(rules.cells):
        code = count.codes[cell]
        board[cell] = owner_sign(code, rules.num_players)
        standing += 1 if code > 0 else 0
    return min(abs(standing - count.standing), count.last)


@jit
def _gather(
    rules: Rules,
    count: BoardCounter,
    low: int,
    high: int,
    games: int,
    out: Codes,
    filled: int,
    state: State,
    board: Codes,
    rng: Stream,
) -> int:
    """Play random games and write down the boards of a stage as they come; returns how many there are now."""
    for _ in range(games):
        reset(rules, state, rng)
        plies = 0
        before = -1
        while plies < _MOST_PLIES:
            number = observe_board(count, rules, state, 0, board)
            if low <= number <= high and number != before:  # a pass makes no new board
                if filled == out.shape[0]:
                    return filled
                for cell in range(rules.cells):
                    out[filled, cell] = board[cell]
                filled += 1
            before = number
            if is_over(rules, state):
                break
            play(rules, state, random_move(rules, state, rng))
            chance(rules, state, rng)
            plies += 1
    return filled


def random_boards(
    game: Game, stage: tuple[int, int], many: int, seed: int, distinct: bool = False, games: int | None = None
) -> Codes:
    """So many boards of a stage, from random games one after the other, as the first player sees them.

    With `distinct` none is there twice, also not turned or mirrored; with `games` no more games are played.
    """
    low, high = stage
    rng = stream(seed, low, high)
    room = many + many // 2 + 1_000 if distinct else many  # of distinct ones some have to be left out
    out: Codes = np.zeros((room, game.rules.cells), dtype=np.int8)
    board = np.zeros(game.rules.cells, dtype=np.int8)
    counts, state = new_board_counter(game), game.new_state()
    filled, played, fruitless = 0, 0, 0
    limit = games if games is not None else 1 << 62
    while filled < many and played < limit and fruitless < 20:
        portion = min(limit - played, max(100, -(-(many - filled) // (high - low + 1))))
        before = filled
        filled = _gather(game.rules, counts, low, high, portion, out, filled, state, board, rng)
        if distinct:
            kept = distinct_boards(game, out[:filled])
            out[: len(kept)] = kept
            filled = len(kept)
        played += portion
        fruitless = fruitless + 1 if filled == before else 0
    if filled < 2:
        raise PapamuError(
            f"random games of {game} give {filled} boards of the stage {low}-{high}: a map needs two or more"
        )
    if filled < many and games is None:
        raise PapamuError(
            f"random games of {game} hardly give more than {filled:,} {'distinct ' * distinct}boards "
            f"of the stage {low}-{high}: {many:,} are requested"
        )
    return out[: min(filled, many)]


def distinct_boards(game: Game, rows: Codes) -> Codes:
    """Each board once, also if it is there turned or mirrored, in the order of their first coming."""
    smallest = canonical_boards(game, rows)
    _, first = np.unique(smallest, axis=0, return_index=True)
    kept: Codes = rows[np.sort(first)]
    return kept


def canonical_boards(game: Game, rows: Codes) -> NDArray[np.uint8]:
    """Of all ways to turn and mirror each board, the smallest, packed: equal for equal boards."""
    best: NDArray[np.uint8] | None = None
    for table in symmetry_tables(game):
        turned = np.empty_like(rows)
        turned[:, table] = rows
        packed = np.concatenate([np.packbits(turned == 1, axis=1), np.packbits(turned == -1, axis=1)], axis=1)
        if best is None:
            best = packed
            continue
        differ = packed != best
        first = np.argmax(differ, axis=1)
        each = np.arange(len(rows))
        less = differ.any(axis=1) & (packed[each, first] < best[each, first])
        best[less] = packed[less]
    assert best is not None
    return best


@lru_cache(maxsize=16)
def symmetry_tables(game: Game) -> NDArray[np.int64]:
    """[symmetry, cell]: where each cell goes, in all ways in which the game is the same from its start on.

    In Reversi and Clobber that is all of them, on graphs and in Checkers only the one that changes nothing.
    """
    return game.symmetries(game.start().state)
