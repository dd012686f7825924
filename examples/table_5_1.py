"""Table 5.1 of the Clobber thesis: Random and Pick First against each other, 100,000 games a cell.

    python examples/table_5_1.py            (some ten seconds)
    python examples/table_5_1.py --games 1000

Each cell shows our share of games won by Black, the published one, and how many standard errors of
the difference lie between them. Pick First against itself involves no chance and must agree exactly.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np

import papamu
from papamu.games.rules import NONE, Moves, Rules, legal_moves, play, player, random_move, reset
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, stream

SIZES = ("4x4", "4x5", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10")
RANDOM, FIRST = False, True
PUBLISHED = {  # (Black, White): games won by Black of 100,000, by size
    (RANDOM, RANDOM): (51367, 56330, 54522, 50578, 52149, 50435, 51021, 50424),
    (FIRST, RANDOM): (34261, 50797, 47136, 33656, 32842, 27911, 26960, 24276),
    (RANDOM, FIRST): (47431, 61634, 68520, 66460, 71389, 72019, 75398, 75901),
    (FIRST, FIRST): (0, 100000, 0, 0, 100000, 0, 100000, 100000),
}


@jit
def black_wins(
    rules: Rules, state: State, moves: Moves, rng: Stream, games: int, black: bool, white: bool
) -> int:
    """How many of so many games Black wins; a player is Pick First (True) or Random."""
    won = 0
    for _ in range(games):
        reset(rules, state, rng)
        while True:
            if white if player(rules, state) else black:
                move = moves[0] if legal_moves(rules, state, moves) else NONE
            else:
                move = random_move(rules, state, rng)
            if move == NONE:
                break
            play(rules, state, move)
        won += player(rules, state)  # who cannot move has lost
    return won


def table(games: int, seed: int = 1) -> list[tuple[bool, bool, str, float, float, float]]:
    """Black, White, size, our share, the published share, standard errors between them."""
    rows = []
    for (black, white), published in PUBLISHED.items():
        for index, size in enumerate(SIZES):
            game = papamu.load(f"clobber:{size}")
            moves = np.empty(game.rules.max_moves, dtype=np.int64)
            rng = stream(seed, index, black, white)
            share = black_wins(game.rules, game.new_state(), moves, rng, games, black, white) / games
            theirs = published[index] / 100_000
            pooled = (share * games + published[index]) / (games + 100_000)
            error = sqrt(pooled * (1 - pooled) * (1 / games + 1 / 100_000))
            rows.append((black, white, size, share, theirs, (share - theirs) / error if error else 0.0))
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    names = {RANDOM: "Random", FIRST: "Pick First"}
    print(f"{'Black':<11} {'White':<11} {'board':<6} {'ours':>8} {'thesis':>8} {'errors':>7}")
    for black, white, size, ours, theirs, errors in table(parser.parse_args().games):
        print(f"{names[black]:<11} {names[white]:<11} {size:<6} {ours:8.3%} {theirs:8.3%} {errors:+7.2f}")
