"""Patterns: inputs that see a few neighbouring cells at once.

A window, say of 3×3 cells, stands on every place of the board, also half beyond its edge, where all is
empty. For each pattern that can be seen through it there is one input: how often the pattern is on the
board. Patterns that are equal by turning or mirroring the window are one, wherever they stand: the
network learns a fight once for all places. Where all other players are one (`alike`), the edge is too: beyond
it stand stones that are not one's own. Windows through which nothing stands then say nothing: on a
large board they are most, and would drown all others.

With several `phases` each pattern has an input for each of them: what is good in the opening need not be good
at the end. The phase is told by how much of the board the others have filled: in Blokus no own move changes
that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import Moves, Rules, changes, observe
from papamu.kernel.bits import State
from papamu.kernel.symmetry import symmetries
from papamu.kernel.vectors import F0, F1
from papamu.learn.encodings.contract import Sight, difference, encode

MOST_PATTERNS = 3**13  # of one window: its table should fit into a processor's cache
_OTHERS = 2  # what stones of others count as, where they are one
_ALONE = 2  # windows that see fewer cells of the board say nothing


class Patterns(NamedTuple):
    """Windows and what is seen through them."""

    inputs: int
    most: int  # windows on the board
    entries: int  # in the lists below
    silent: int  # 1: windows through which nothing stands have no input
    phases: int
    filled: int  # cells that the others have filled at the end of the last phase
    classes: int  # inputs of each phase
    base: Moves  # [window]: where the table of its shape begins in `inputs_of`, with what is beyond the edge
    kinds: Moves  # [1 + code]: what a code counts as
    inputs_of: NDArray[np.int32]  # [shape's base + pattern]: which input it is
    begins: Moves  # [cell + 1]: where the cell's entries begin in the two lists
    through: Moves  # [entry]: a window that sees the cell
    worth: Moves  # [entry]: what the cell's code counts there


def patterns(game: Game, shapes: Sequence[tuple[int, int]], alike: bool = False, phases: int = 1) -> Patterns:
    """Windows of these shapes (rows × columns) on every place, lying and standing."""
    if phases > 1 and not (alike and game.facts.only_adds):
        raise PapamuError(
            "phases are for windows to which all other players are one, in games like blokus, where no move "
            "changes a cell of theirs: others:3x3@4"
        )
    kinds = _kinds(game, alike)
    codes, beyond = max(kinds) + 1, _OTHERS if alike else 0
    tables: list[NDArray[np.int32]] = []
    base: list[int] = []
    seen_by: list[list[tuple[int, int]]] = [[] for _ in range(game.rules.cells)]
    inputs = at = 0
    for rows, cols in shapes:
        if codes ** (rows * cols) > MOST_PATTERNS:
            raise PapamuError(f"a window of {rows}x{cols} cells has too many patterns: take a smaller one")
        table, count = _table(rows, cols, codes)
        for cells in _places(game.rows, game.cols, rows, cols):
            for number, cell in enumerate(cells):
                if cell >= 0:
                    seen_by[cell].append((len(base), codes**number))
            base.append(at + sum(beyond * codes**number for number, cell in enumerate(cells) if cell < 0))
        tables.append(table + np.int32(inputs))
        inputs += count
        at += len(table)
    if not base:
        raise PapamuError(f"no such window fits on {game}")
    lengths = [0, *[len(entries) for entries in seen_by]]
    flat = np.array([entry for entries in seen_by for entry in entries], dtype=np.int64).reshape(-1, 2)
    return Patterns(
        inputs=phases * inputs,
        most=len(base),
        entries=len(flat),
        silent=int(alike),
        phases=phases,
        filled=max(1, game.rules.cells * (game.num_players - 1) // game.num_players),
        classes=inputs,
        base=np.array(base, dtype=np.int64),
        kinds=np.array(kinds, dtype=np.int64),
        inputs_of=np.concatenate(tables),
        begins=np.cumsum(lengths, dtype=np.int64),
        through=flat[:, 0].copy(),
        worth=flat[:, 1].copy(),
    )


def _kinds(game: Game, alike: bool) -> list[int]:
    """What the codes −1, 0, 1 … count as."""
    codes = len(game.alphabet)
    if not alike:
        return [0, *range(codes)]
    own = [1 if code % game.num_players == 0 else _OTHERS for code in range(codes - 1)]
    return [0, 0, *own]


@cache
def _table(rows: int, cols: int, codes: int) -> tuple[NDArray[np.int32], int]:
    """For each pattern of a window the number of its class by symmetry, and how many classes there are."""
    cells = rows * cols
    numbers = np.arange(codes**cells, dtype=np.int64)
    digits = [(numbers // codes**k) % codes for k in range(cells)]
    smallest = numbers.copy()
    for turned in symmetries(rows, cols):
        image = np.zeros_like(numbers)
        for k in range(cells):
            image += digits[k] * codes ** int(turned[k])
        np.minimum(smallest, image, out=smallest)
    classes, which = np.unique(smallest, return_inverse=True)
    return which.astype(np.int32), len(classes)


def _places(board_rows: int, board_cols: int, rows: int, cols: int) -> list[list[int]]:
    """The cells (−1: beyond the edge) of each window that sees enough of the board; standing ones too."""
    found = []
    for high, wide in dict.fromkeys([(rows, cols), (cols, rows)]):
        for top in range(-1, board_rows - high + 2):
            for left in range(-1, board_cols - wide + 2):
                seen = []
                for i in range(rows):
                    for j in range(cols):
                        row, col = (
                            (top + i, left + j) if (high, wide) == (rows, cols) else (top + j, left + i)
                        )
                        on = 0 <= row < board_rows and 0 <= col < board_cols
                        seen.append(row * board_cols + col if on else -1)
                if sum(cell >= 0 for cell in seen) >= _ALONE:
                    found.append(seen)
    return found


@encode.register(Patterns)
def encode_patterns(encoding: Patterns, rules: Rules, state: State, viewer: int, sight: Sight) -> int:
    observe(rules, state, viewer, sight.codes)
    for window in range(encoding.most):
        sight.raw[window] = encoding.base[window]
    others = 0
    for cell in range(rules.cells):
        code = encoding.kinds[1 + sight.codes[cell]]
        others += code == _OTHERS
        if code:
            for entry in range(encoding.begins[cell], encoding.begins[cell + 1]):
                sight.raw[encoding.through[entry]] += code * encoding.worth[entry]
    phase = min(encoding.phases - 1, others * encoding.phases // encoding.filled)
    sight.shift[0] = phase * encoding.classes
    for window in range(encoding.most):
        sight.active[window] = sight.shift[0] + encoding.inputs_of[sight.raw[window]]
        sight.amounts[window] = F0 if encoding.silent and sight.raw[window] == encoding.base[window] else F1
    return encoding.most


@difference.register(Patterns)
def difference_patterns(
    encoding: Patterns, rules: Rules, state: State, move: int, viewer: int, sight: Sight
) -> int:
    touched = 0
    for index in range(changes(rules, state, move, viewer, sight.cells, sight.turned)):
        cell = sight.cells[index]
        more = encoding.kinds[1 + sight.turned[index]] - encoding.kinds[1 + sight.codes[cell]]
        for entry in range(encoding.begins[cell], encoding.begins[cell + 1]):
            window = encoding.through[entry]
            if sight.moved[window] == 0:
                sight.touched[touched] = window
                touched += 1
            sight.moved[window] += more * encoding.worth[entry]
    n = 0
    for index in range(touched):
        window = sight.touched[index]
        before = sight.active[window]
        raw = sight.raw[window] + sight.moved[window]
        after = sight.shift[0] + encoding.inputs_of[raw]
        sight.moved[window] = 0
        if before != after:
            sight.which[n] = before
            sight.by[n] = -sight.amounts[window]
            sight.which[n + 1] = after
            sight.by[n + 1] = F0 if encoding.silent and raw == encoding.base[window] else F1
            n += 2
    return n
