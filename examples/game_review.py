"""The value of every move of a game: where it was won, and where it was thrown away.

    python examples/game_review.py
    python examples/game_review.py game.json --agent uct:sims=2000

Without a file it plays a game of Clobber 4×5 between `mc` and `random`, and reviews that. `solve` gives exact values;
on boards that are too large for it take `uct` or `mc`, whose values are estimates. Records come from `papamu play`, the
browser, `papamu.Record` or `examples/tournament.py`.
It prints a row for each move (its value for the player who moves, the best move, what was given away) and the position
of the worst mistake. By default it finds four mistakes and takes a second, the first time 8 s more to compile.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import papamu


def main(arguments: Sequence[str] | None = None) -> None:
    """Review a game and show its worst move on the board."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("record", nargs="?", type=Path, help="a game record (default: a new game is played)")
    parser.add_argument("--game", default="clobber:4x5", help="which game is played if there is no record")
    parser.add_argument("--seed", type=int, default=3, help="seed of that game")
    parser.add_argument("--agent", default="solve", help="who judges: solve, uct, mc or puct")
    chosen = parser.parse_args(arguments)

    if chosen.record:
        record = papamu.Record.load(chosen.record)
    else:
        record = papamu.match(chosen.game, "mc:playouts=20", "random", games=2, seed=chosen.seed).records()[0]
    print(" – ".join(record.players))
    review = papamu.review(record, chosen.agent)
    print(review)

    judged = [row for row in review.rows() if row["loss"] is not None]
    worst = max(judged, key=lambda row: row["loss"], default=None)
    if worst is None or worst["loss"] == 0:
        print("\nNo move gave anything away.")
        return
    before = record.replay().line[worst["ply"] - 1]
    print(f"\n{before}")
    print(f"Here {worst['player']} played {worst['move']} ({worst['value']:+.2f}); ", end="")
    print(f"{worst['best']} was better ({worst['best_value']:+.2f}).")


if __name__ == "__main__":
    main()
