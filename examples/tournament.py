"""A tournament with ratings: players of your own, an object and a function, against built-in ones.

    python examples/tournament.py
    python examples/tournament.py --game reversi:6x6 --games 500

All play all. The table has the score of each pair, and ratings in Elo with their 95 % intervals. The games of the best
player are saved as records in `runs/tournament/`, which `papamu replay` and `examples/game_review.py` read.
It takes about 2 s of one core, the first time 9 s more to compile. On Konane 6×6 both own players beat `random`, with
66 and 67 of 100 games, and lose clearly to `mc:playouts=20`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import papamu


def few_replies(position: papamu.Position) -> papamu.Move:
    """A player is a function from a position to a move; this one leaves the opponent as few replies as it can."""
    return min(position.legal_moves, key=lambda move: len(position.play(move).legal_moves))


class Careful(papamu.Agent):
    """A player with settings and random moves is an object: of the `keep` best moves it plays any."""

    name = "careful"
    title = "one of the moves after which the opponent has few replies"

    def __init__(self, keep: int) -> None:
        super().__init__()
        self.keep = keep

    def choose(self, position: papamu.Position) -> papamu.Move:
        """Draw with `random_choice`, and the same tournament gives the same games."""
        ranked = sorted(position.legal_moves, key=lambda move: len(position.play(move).legal_moves))
        return self.random_choice(ranked[: self.keep])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, print the table, save the games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="konane:6x6", help="which game, on which board")
    parser.add_argument("--games", type=int, default=100, help="games of each pair")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="the folder for the records")
    chosen = parser.parse_args(arguments)

    standings = papamu.tournament(
        chosen.game, Careful(keep=3), few_replies, "first", "random", "mc:playouts=20", games=chosen.games
    )
    print(standings)
    best = standings.rows()[0]
    print(
        f"\n{best['name']} is first with {best['elo']:+.0f} Elo ({best['low']:+.0f} to {best['high']:+.0f})."
    )

    folder = chosen.runs / "tournament"
    folder.mkdir(parents=True, exist_ok=True)
    records = [record for record in standings.records() if best["name"] in record.players]
    for number, record in enumerate(records, start=1):
        record.save(folder / f"game-{number:03}.json")
    print(f"Its {len(records)} games are in {folder}.")


if __name__ == "__main__":
    main()
