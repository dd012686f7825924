"""Small things the naive twins of Clobber, Konane and Reversi share: cell names and board checks."""

from __future__ import annotations

Board = tuple[tuple[int, ...], ...]

EMPTY, BLACK, WHITE = 0, 1, 2

# The official order of directions, as (row step, column step), rows counted from the top.
UP, LEFT, DOWN, RIGHT = (-1, 0), (0, -1), (1, 0), (0, 1)
ORTHOGONAL = [UP, LEFT, DOWN, RIGHT]


def column_name(col: int) -> str:
    """Spreadsheet letters: 0 is a, 25 is z, 26 is aa, 27 is ab, and so on."""
    name = ""
    number = col + 1
    while number > 0:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def cell_from_bottom(rows: int, row: int, col: int) -> str:
    """Name of a cell, `row` counted from the top, 0-based; the number in the name is from the bottom."""
    return column_name(col) + str(rows - row)


def cell_from_top(row: int, col: int) -> str:
    """Name of a cell where the number in the name is from the top."""
    return column_name(col) + str(row + 1)


def chequered(rows: int, cols: int) -> Board:
    """A full board of alternating stones, black on the upper left."""
    return tuple(
        tuple(BLACK if (row + col) % 2 == 0 else WHITE for col in range(cols)) for row in range(rows)
    )


def frozen_board(board: list[list[int]], rows: int, cols: int) -> Board:
    """The board as tuples, after checking its shape and contents."""
    if len(board) != rows or any(len(line) != cols for line in board):
        raise ValueError(f"the board must have {rows} rows of {cols} cells")
    if any(cell not in (EMPTY, BLACK, WHITE) for line in board for cell in line):
        raise ValueError("a cell must be 0, 1 or 2")
    return tuple(tuple(line) for line in board)


def count(board: Board, colour: int) -> int:
    """How many stones of a colour are on the board."""
    return sum(line.count(colour) for line in board)
