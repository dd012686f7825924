"""Sums over rows of numbers, several at a time and always in the same order.

LLVM does not turn a sum into vector instructions unless it may change the order of its terms, and then
the result depends on the machine. Here the order is fixed: eight partial sums, the rest added to the
first, then halves to halves.

One file for each function. It holds the plain loops (what the interpreter runs, and what `PAPAMU_PLAIN_NUMBA=1`
compiles), the same written out as LLVM vectors where that is faster, and how much faster it was:

    python -m papamu.bench.vectors

Both must give the same bits (`tests/kernel/test_vectors.py`). Where plain loops are as fast, there is nothing else.

What is here:

    add_rows     Some rows of a table, each times its factor, added to one row: the first layer of a network or of a
                 map
    add_units    Some rows of whole numbers, each times its factor, added to one row
    bent_dot     A network with one hidden layer of ReLUs, looked at after two of its inputs changed
    best_after   Which neuron wins after some cells of the board changed, in whole numbers
    change_rows  One row, each time times another factor, added to some rows of a table: a step of learning in the
                 first layer
    dot          Σ a × b: the output of a network's node
    largest      The largest of some numbers: the score of the best neuron of a block
    llvm         What the vector functions share when they write LLVM: loads, stores, loops by vectors, sums in a
                 fixed order
    pull_rows    Neurons drawn towards a board: a step of training a self-organizing map
    rows         The types of rows and the numbers that all vector functions share
"""

from papamu.kernel.vectors.add_rows import add_rows
from papamu.kernel.vectors.add_units import add_units
from papamu.kernel.vectors.bent_dot import bent_dot
from papamu.kernel.vectors.best_after import best_after
from papamu.kernel.vectors.change_rows import change_rows
from papamu.kernel.vectors.dot import dot
from papamu.kernel.vectors.largest import largest
from papamu.kernel.vectors.pull_rows import pull_rows
from papamu.kernel.vectors.rows import F0, F1, LANES, Index, Row, Sums, Units

__all__ = [
    "F0",
    "F1",
    "LANES",
    "Index",
    "Row",
    "Sums",
    "Units",
    "add_rows",
    "add_units",
    "bent_dot",
    "best_after",
    "change_rows",
    "dot",
    "largest",
    "pull_rows",
]
