"""What every game and algorithm stands on: compilation, dispatch, randomness, bits and grids.

Nothing in here knows a game.

What is here:

    bits            Bit tricks on boards of any number of 64-bit words
    cache           Where compiled code is kept between runs
    clock           A clock that compiled code can read: ticks of the processor's own counter
    compile_notice  A word about waiting: while kernels are compiled for the first time, whoever watches reads why
    generic         Dispatch on records: one algorithm, compiled once for each game
    grid            Rectangular boards: words, masks, directions, and the names of cells
    handle          Records behind a handle: what is called often from Python must not take its record apart at every
                    call
    jit             The project's one jit decorator, and the choice between two ways to use Numba
    numba_check     Is the installed Numba one whose private parts can be used? Asked once, before the first kernel is
                    made
    numba_fast      Numba made faster: what this project changes in Numba's own classes
    numba_handle    Handles in compiled code: a type whose value is the address of a record as compiled code sees it
    numba_plain     Numba used the plain way: `njit`, `overload` and the cache directory, all of them its documented
                    interface
    numba_probe     A trial of the fast way with a Numba that nobody has tried yet: `python -m
                    papamu.kernel.numba_probe`
    portable        Compiled code that comes along: made once for a kind of processor, and used wherever the sources
                    are the same
    random          Explicit random streams
    symmetry        The eight symmetries of the square, and the four of the oblong
    vectors/        Sums over rows of numbers, several at a time and always in the same order
"""

from papamu.kernel import cache

cache.prepare()
