"""The self-organizing map: neurons on a grid, each with a weight for every cell of the board (Reversi paper,
§3).

    winner        c = argmin ‖w_i − x‖  (5), or, of the IP-SOM, c = argmax w_i · x  (6)
    update        w_i ← w_i + h_ci [x − w_i]                                         (1)
    neighbours    h_ci = α in N_c, else 0  (2), or α exp(−‖r_c − r_i‖² / 2σ²)        (3)
                  σ = r (1 − t / T) + 1                                              (4)

N_c are the neurons around the winner up to a radius that shrinks from r to r'. The paper trains with (3) and
names r and r' for it; so `gauss` is (3) within N_c. `wide` is (3) for all neurons.

A board is a row of −1, 0 and 1. Neurons lie in blocks of 32; in a block there is one row of 32 weights for
each cell. So a block is read in one go, and an empty cell, which adds nothing to anybody's sum, is not read
at all. ‖w − x‖² = ‖w‖² − 2 w·x + ‖x‖², so both winners are the largest of w·x − half, where `half` is ½ ‖w‖²
or zero.

Sums are made neuron by neuron in the order of the cells: compiled and interpreted they are the same bits.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError, listing, nearest
from papamu.games.rules import Codes, Moves
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw, uniform
from papamu.kernel.vectors import F0, add_rows, largest, pull_rows
from papamu.learn.som.choices import WINNERS

Weights = NDArray[np.float32]

EUCLID, INNER = range(2)
GAUSS, STEP, WIDE = range(3)
MOST_NEURONS = 250_000
BLOCK = 32
_LOST = 2.0**-24  # a smaller change does not show in a float32 weight of 1


class Som(NamedTuple):
    """A map with room to think in."""

    rows: int
    cols: int
    neurons: int
    blocks: int  # of BLOCK neurons; the last may have some that do not exist
    cells: int
    winner: int  # EUCLID or INNER
    weights: Weights  # [blocks × cells × BLOCK]
    half: Weights  # [blocks × BLOCK]: ½ ‖w‖² (euclid) or 0 (inner); ∞ of those that do not exist
    scores: Weights  # [blocks × BLOCK]: w·x − half of the board last looked at
    hood: Weights  # [blocks × BLOCK]: h_ci of the last step, of the blocks that it reaches
    bell: Weights  # [rows + cols]: exp(−d² / 2σ²) of each distance
    squares: Weights  # [BLOCK]
    active: Moves  # [cells]: the occupied cells of the board last looked at
    amounts: Weights  # [cells]: and what stands there
    board: Weights  # [cells]: all of it


class TrainingPhase(NamedTuple):
    """One training of a map: a line of the paper's Tables 1 and 5."""

    steps: int  # "epochs" there: one board each
    alpha: float  # the rate, which falls to zero in equal steps
    radius: float  # r
    final: float  # r'
    hood: int  # GAUSS, STEP or WIDE


def som(rows: int, cols: int, cells: int, winner: str) -> Som:
    """A map of so many neurons for boards of so many cells, all weights zero."""
    if winner not in WINNERS:
        raise PapamuError(
            f"winner cannot be {winner!r}{nearest(winner, WINNERS)}: there are {listing(WINNERS)}"
        )
    if min(rows, cols) < 1 or rows * cols > MOST_NEURONS:
        raise PapamuError(
            f"a map cannot have {rows}x{cols} neurons: valid sizes are 1x1 and up to {MOST_NEURONS:,} in all"
        )
    blocks = -(-rows * cols // BLOCK)

    def room(size: int) -> Weights:
        return np.zeros(size, dtype=np.float32)

    return Som(
        rows=rows,
        cols=cols,
        neurons=rows * cols,
        blocks=blocks,
        cells=cells,
        winner=WINNERS.index(winner),
        weights=room(blocks * cells * BLOCK),
        half=np.where(np.arange(blocks * BLOCK) < rows * cols, 0, np.inf).astype(np.float32),
        scores=room(blocks * BLOCK),
        hood=room(blocks * BLOCK),
        bell=room(rows + cols),
        squares=room(BLOCK),
        active=np.zeros(cells, dtype=np.int64),
        amounts=room(cells),
        board=room(cells),
    )


def weights_of(som: Som) -> Weights:
    """Its weights as people count them: [neuron, cell], a copy."""
    blocks = som.weights.reshape(som.blocks, som.cells, BLOCK)
    flat: Weights = blocks.transpose(0, 2, 1).reshape(som.blocks * BLOCK, som.cells)[: som.neurons]
    return np.ascontiguousarray(flat)


def set_weights(som: Som, weights: Weights) -> None:
    """Give it weights, [neuron, cell]."""
    flat = np.zeros((som.blocks * BLOCK, som.cells), dtype=np.float32)
    flat[: som.neurons] = weights
    som.weights[:] = flat.reshape(som.blocks, BLOCK, som.cells).transpose(0, 2, 1).ravel()
    if som.winner == EUCLID:
        half = np.zeros(som.neurons, dtype=np.float32)
        for cell in range(som.cells):  # in the order in which training sums them
            half += weights[:, cell] * weights[:, cell]
        som.half[: som.neurons] = np.float32(0.5) * half


def start(som: Som, rng: Stream) -> None:
    """Draw new weights, uniform −0.1 … 0.1."""
    drawn = [0.2 * uniform(rng) - 0.1 for _ in range(som.neurons * som.cells)]
    set_weights(som, np.array(drawn, dtype=np.float32).reshape(som.neurons, som.cells))


@jit
def look(som: Som, board: Codes) -> int:
    """Score all neurons for a board (−1, 0, 1); returns the winner, the first of equal ones."""
    many = 0
    for cell in range(som.cells):
        som.active[many] = cell
        som.amounts[many] = np.float32(board[cell])
        many += 1 if board[cell] != 0 else 0
    scores = som.scores
    best, among = np.float32(-np.inf), 0
    for block in range(som.blocks):
        low = block * BLOCK
        here, half = scores[low:], som.half[low:]
        for i in range(BLOCK):
            here[i] = -half[i]
        add_rows(here, som.weights[low * som.cells :], BLOCK, som.active, som.amounts, many)
        most = largest(here, BLOCK)
        if most > best:
            best, among = most, low
    winner = among
    while winner < among + BLOCK - 1 and scores[winner] != best:
        winner += 1
    return winner


@jit
def reach(phase: TrainingPhase, step: int) -> float:
    """The radius of N_c: from r to r' in equal steps."""
    return phase.radius + (phase.final - phase.radius) * (step / phase.steps)


@jit
def sigma(phase: TrainingPhase, step: int) -> float:
    """σ of equation 4."""
    return phase.radius * (1.0 - step / phase.steps) + 1.0


@jit
def _hood(som: Som, phase: TrainingPhase, step: int, winner: int) -> tuple[int, int]:
    """Write h_ci; returns the first block that it reaches, and the one after the last."""
    alpha = phase.alpha * (1.0 - step / phase.steps)
    wide, narrow = reach(phase, step), sigma(phase, step)
    if phase.hood == WIDE:
        wide = narrow * math.sqrt(max(0.0, 2.0 * math.log(max(alpha, _LOST) / _LOST)))
    far = min(int(wide), som.rows + som.cols - 1)
    row, col = winner // som.cols, winner % som.cols
    first, last = max(0, row - far), min(som.rows - 1, row + far)
    left, right = max(0, col - far), min(som.cols - 1, col + far)
    low, high = (first * som.cols + left) // BLOCK, (last * som.cols + right) // BLOCK + 1
    hood, bell = som.hood, som.bell
    for d in range(max(row - first, last - row, col - left, right - col) + 1):  # farther there is no neuron
        bell[d] = np.float32(math.exp(-d * d / (2.0 * narrow * narrow)) if phase.hood != STEP else 1.0)
    for i in range(low * BLOCK, high * BLOCK):
        hood[i] = F0
    for r in range(first, last + 1):
        across = far  # how many neurons of this row are near enough, on either side
        while across > 0 and (r - row) * (r - row) + across * across > wide * wide:
            across -= 1
        down = np.float32(alpha) * bell[abs(r - row)]
        before, after = min(across, col - left), min(across, right - col)
        # exp(a + b) = exp a × exp b. Two loops without a condition: LLVM makes vectors of them.
        here = hood[r * som.cols + col - before :]
        for k in range(before):
            here[k] = down * bell[before - k]
        here = hood[r * som.cols + col :]
        for k in range(after + 1):
            here[k] = down * bell[k]
    return low, high


@jit
def learn(som: Som, phase: TrainingPhase, step: int, board: Codes) -> int:
    """One step: find the winner and move it and its neighbours towards the board; returns the winner."""
    winner = look(som, board)
    low, high = _hood(som, phase, step, winner)
    for cell in range(som.cells):
        som.board[cell] = np.float32(board[cell])
    for block in range(low, high):
        at = block * BLOCK
        if largest(som.hood[at:], BLOCK) > F0:
            weights = som.weights[at * som.cells :]
            pull_rows(weights, BLOCK, som.hood[at:], som.board, som.cells, som.squares)
            if som.winner == EUCLID:
                half = som.half[at:]
                for i in range(min(BLOCK, som.neurons - at)):
                    half[i] = np.float32(0.5) * som.squares[i]
    return winner


@jit
def learn_boards(som: Som, phase: TrainingPhase, first: int, steps: int, boards: Codes, rng: Stream) -> None:
    """So many steps of a pass from its step `first` on, with boards drawn at random."""
    for step in range(first, first + steps):
        learn(som, phase, step, boards[draw(rng, boards.shape[0])])


@jit
def place(som: Som, neuron: int, cell: int) -> int:
    """Where in `weights` a weight is."""
    return (neuron // BLOCK * som.cells + cell) * BLOCK + neuron % BLOCK


@jit
def grid_distance(som: Som, a: int, b: int) -> int:
    """How many steps of a king there are between two neurons."""
    down = abs(a // som.cols - b // som.cols)
    right = abs(a % som.cols - b % som.cols)
    return max(down, right)


@jit
def errors(som: Som, boards: Codes, out: NDArray[np.float64]) -> None:
    """`out`: mean quantisation error ‖w_c − x‖, and the topographic error.

    The latter is the share of boards whose second best neuron is no neighbour of the best one.
    """
    total, torn = 0.0, 0
    for n in range(boards.shape[0]):
        board = boards[n]
        winner = look(som, board)
        second = -1
        for i in range(som.neurons):
            if i != winner and (second < 0 or som.scores[i] > som.scores[second]):
                second = i
        squares = 0.0
        for cell in range(som.cells):
            away = float(board[cell]) - float(som.weights[place(som, winner, cell)])
            squares += away * away
        total += math.sqrt(squares)
        torn += 1 if second >= 0 and grid_distance(som, winner, second) > 1 else 0
    out[0] = total / boards.shape[0]
    out[1] = torn / boards.shape[0]
