"""Table 5.1 of the Clobber thesis: Random and Pick First against each other, 100,000 games a cell.

    python examples/table_5_1.py            (some ten seconds)
    python examples/table_5_1.py --games 1000

Each cell shows our share of games won by Black, the published one, and how many standard errors of
the difference lie between them. Pick First against itself involves no chance and must agree exactly.
"""

from __future__ import annotations

import argparse
from math import sqrt

import papamu

SIZES = ("4x4", "4x5", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10")
PUBLISHED = {  # (Black, White): games won by Black of 100,000, by size
    ("random", "random"): (51367, 56330, 54522, 50578, 52149, 50435, 51021, 50424),
    ("first", "random"): (34261, 50797, 47136, 33656, 32842, 27911, 26960, 24276),
    ("random", "first"): (47431, 61634, 68520, 66460, 71389, 72019, 75398, 75901),
    ("first", "first"): (0, 100000, 0, 0, 100000, 0, 100000, 100000),
}


def errors_between(ours: float, games: int, theirs: float, their_games: int) -> float:
    """How many standard errors lie between two shares."""
    pooled = (ours * games + theirs * their_games) / (games + their_games)
    error = sqrt(pooled * (1 - pooled) * (1 / games + 1 / their_games))
    return (ours - theirs) / error if error else 0.0


def table(games: int, seed: int = 1) -> list[tuple[str, str, str, float, float, float]]:
    """Black, White, size, our share, the published share, standard errors between them."""
    rows = []
    for (black, white), published in PUBLISHED.items():
        for size, won in zip(SIZES, published, strict=True):
            played = papamu.match(
                f"clobber:{size}", black, white, games=games, seed=seed, fixed_seats=True, opening_plies=0
            )
            share, theirs = played.tally().score, won / 100_000
            rows.append((black, white, size, share, theirs, errors_between(share, games, theirs, 100_000)))
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    print(f"{'Black':<11} {'White':<11} {'board':<6} {'ours':>8} {'thesis':>8} {'errors':>7}")
    for black, white, size, ours, theirs, errors in table(parser.parse_args().games):
        print(f"{black:<11} {white:<11} {size:<6} {ours:8.3%} {theirs:8.3%} {errors:+7.2f}")
