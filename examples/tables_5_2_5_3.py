"""Tables 5.2 and 5.3 of the Clobber thesis: Monte Carlo against Random and Pick First, all 32 cells.

    python examples/tables_5_2_5_3.py             (about ten minutes on two cores)
    python examples/tables_5_2_5_3.py --games 100

Monte Carlo plays Black, and Black begins: the last column is what it wins as White, which does not fit
the published figures. The thesis played 1,000 games a cell, so a standard error is up to one per cent.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from table_5_1 import errors_between

import papamu

PLAYOUTS = (5, 10, 20, 50)
PUBLISHED = {  # opponent, size: games won by Monte Carlo of 1,000, by playouts
    ("random", "4x4"): (915, 957, 969, 987),
    ("random", "4x5"): (916, 948, 958, 979),
    ("random", "6x6"): (904, 935, 947, 967),
    ("random", "8x8"): (878, 914, 944, 969),
    ("first", "4x4"): (972, 973, 992, 999),
    ("first", "4x5"): (979, 984, 987, 988),
    ("first", "6x6"): (965, 987, 987, 994),
    ("first", "8x8"): (971, 981, 993, 997),
}


def cells(
    games: int, jobs: int, runs: str | None = None
) -> Iterator[tuple[str, str, int, float, float, float, float]]:
    """Opponent, size, playouts, our share, the published one, standard errors between, our share as White."""
    for (opponent, size), published in PUBLISHED.items():
        for playouts, won in zip(PLAYOUTS, published, strict=True):
            told = {"games": games, "fixed_seats": True, "jobs": jobs, "runs": runs}
            agent = f"mc:playouts={playouts}"
            first = papamu.match(f"clobber:{size}", agent, opponent, **told).tally().score
            second = 1 - papamu.match(f"clobber:{size}", opponent, agent, **told).tally().score
            errors = errors_between(first, games, won / 1000, 1000)
            yield opponent, size, playouts, first, won / 1000, errors, second


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--runs", help="a folder to keep the games in, so that it can be stopped")
    told = parser.parse_args()
    print(f"{'opponent':<9} {'board':<6} {'playouts':>8} {'ours':>8} {'thesis':>8} {'errors':>7}  as White")
    squares = []
    for opponent, size, playouts, ours, theirs, errors, white in cells(told.games, told.jobs, told.runs):
        squares.append(errors**2)
        print(
            f"{opponent:<9} {size:<6} {playouts:>8} {ours:8.2%} {theirs:8.2%} {errors:+7.2f} {white:9.2%}",
            flush=True,
        )
    print(f"sum of squared errors: {sum(squares):.1f} for {len(squares)} cells")
