"""The FFO endgames, with which Othello programs are compared: solved exactly, beside the published values.

    python examples/ffo.py            (40, 41 and 42: some five seconds, after compiling)
    python examples/ffo.py --all      (43 and 44 as well)
    python examples/ffo.py 41 44

A value is the disc difference for the player to move at the end of perfect play, empty cells to the
winner; the best moves are all that keep it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import papamu
from papamu.search.exact.contract import Solution
from papamu.search.exact.reversi.ffo_positions import PROBLEMS
from papamu.search.exact.reversi.solver import ReversiSolver


def solved(numbers: Sequence[int], megabytes: int = 256) -> Iterator[tuple[int, Solution, list[str]]]:
    """Number, solution and the names of the best moves of each problem, each with an empty memory."""
    game = papamu.load("reversi:8x8")
    ReversiSolver(game, 1).solve(game.from_text("x" * 62 + "o. x").state)  # type: ignore[arg-type]  # compiles
    for number in numbers:
        position = game.from_text(PROBLEMS[number][0])
        solution = ReversiSolver(game, megabytes).solve(position.state)  # type: ignore[arg-type]
        yield number, solution, [game.move_text(move) for move in solution.best]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("numbers", nargs="*", type=int, help="which ones, of 40 to 44")
    parser.add_argument("--all", action="store_true", help="43 and 44 as well, which take longer")
    parser.add_argument("--megabytes", type=int, default=256, help="memory of the solver")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.numbers) - set(PROBLEMS):
        parser.error(f"there is no problem {min(unknown)} here: possible are {', '.join(map(str, PROBLEMS))}")
    numbers = chosen.numbers or (list(PROBLEMS) if chosen.all else [40, 41, 42])
    print(
        f"{'FFO':<4} {'value':>5} {'best':<9} {'published':<15} {'nodes':>15} {'seconds':>8} {'nodes/s':>12}"
    )
    for number, solution, best in solved(numbers, chosen.megabytes):
        _, moves, value = PROBLEMS[number]
        published = f"{value:+d} {' '.join(moves)}"
        rate = solution.nodes / solution.seconds
        print(
            f"{number:<4} {solution.value:+5.0f} {' '.join(best):<9} {published:<15} "
            f"{solution.nodes:15,} {solution.seconds:8.2f} {rate:12,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
