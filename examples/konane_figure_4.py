"""Figure 4 of the Konane thesis: the eighteen evaluation functions against a random player on 8×8.

    python examples/konane_figure_4.py            (about ten minutes: 1,000 games each, depths 1 to 4)
    python examples/konane_figure_4.py --games 100 --depths 1 2

Seats are swapped. The thesis has a picture and no numbers: a to f are near 50 %, the others well above.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import papamu

LETTERS = "abcdefghijklmnopqr"


def rows(
    games: int, depths: Sequence[int], size: str = "8x8", jobs: int = 1
) -> Iterator[tuple[str, list[float]]]:
    """Each function with the share of games it wins at these depths."""
    for letter in LETTERS:
        shares = []
        for depth in depths:
            agent = f"minimax:eval={letter},depth={depth}"
            shares.append(
                papamu.match(f"konane:{size}", agent, "random", games=games, jobs=jobs).tally().score
            )
        yield letter, shares


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depths", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--jobs", type=int, default=2)
    told = parser.parse_args()
    print("function " + " ".join(f"depth {depth}" for depth in told.depths))
    for letter, shares in rows(told.games, told.depths, jobs=told.jobs):
        print(f"{letter:>8} " + " ".join(f"{share:7.1%}" for share in shares), flush=True)
