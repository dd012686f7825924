"""What is measured and what is wanted: cases with their goals, and the rows that come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SIMS = 5_000  # simulations of one search
GAMES = 100_000  # of a match
MEGABYTES = 1024  # for a solver
MOST_MEGABYTES = 4096  # what the whole process may take while it solves


@dataclass(frozen=True)
class Row:
    """One measurement. What does not apply, or could not be measured, is `None`."""

    game: str  # the game's spec
    measured: str  # in words: "random games", "solve FFO 40", "cold start"
    rate: float | None = None
    unit: str | None = None  # of the rate: "games/s"
    other: str | None = None  # whose rate stands beside ours: "OpenSpiel", "PyTorch"
    other_rate: float | None = None  # the same unit
    ratio: float | None = None  # ours to theirs, the median over the rounds
    seconds: float | None = None
    plies_per_game: float | None = None
    nodes: int | None = None  # of a solver
    megabytes: float | None = None  # the most that the process has taken so far
    target: str | None = None  # in words: "at least 20×"
    holds: bool | None = None  # is the target reached?
    aim: str | None = None  # what would be better still
    aim_holds: bool | None = None


@dataclass(frozen=True)
class Goal:
    """A bound and, beyond it, an aim: for a ratio or a rate at least so much, for seconds less."""

    of: Literal["ratio", "rate", "seconds"]
    bound: float | None = None
    aim: float | None = None

    def judge(self, row: Row) -> Row:
        """The row with the goal in words, and whether it is reached (`None`: it cannot be said)."""
        value: float | None = getattr(row, self.of)
        unit = {"ratio": "×", "rate": f" {row.unit}", "seconds": " s"}[self.of]
        words = "under" if self.of == "seconds" else "at least"

        def reached(bound: float | None) -> bool | None:
            if value is None or bound is None:
                return None
            return value < bound if self.of == "seconds" else value >= bound

        target = None if self.bound is None else f"{words} {self.bound:,.10g}{unit}"
        aim = None if self.aim is None else f"{self.aim:,.10g}{unit}"
        return Row(
            **{
                **vars(row),
                "target": target,
                "holds": reached(self.bound),
                "aim": aim,
                "aim_holds": reached(self.aim),
            }
        )


@dataclass(frozen=True)
class Case:
    """Something to measure."""

    spec: str
    kind: str  # what `papamu bench --only` calls it
    goal: Goal | None = None
    openspiel: str | None = None  # OpenSpiel's name for the game
    problem: int | None = None  # solve this FFO endgame instead of the game's start
    hidden: int = 0  # train a network with so many hidden nodes
    evaluation: str = ""  # look ahead with this one
    depth: int = 0  # so many plies

    def judge(self, row: Row) -> Row:
        """The row with the goal, if there is one."""
        return row if self.goal is None else self.goal.judge(row)


CASES = (
    Case("clobber:6x6", "random", Goal("ratio", 20, 40), "clobber(rows=6,columns=6)"),
    Case("clobber:8x8", "random", Goal("ratio", 20, 40), "clobber(rows=8,columns=8)"),
    Case("clobber:10x10", "random", Goal("ratio", 20, 40), "clobber(rows=10,columns=10)"),
    Case("reversi:8x8", "random", Goal("ratio", 40, 60), "othello"),
    Case("checkers:8x8", "random", Goal("ratio", 25, 40), "checkers(rows=8,columns=8)"),
    Case("konane:8x8", "random", Goal("rate", 100_000)),
    Case("blokus", "random", Goal("rate", 1_000, 7_400)),
    Case("clobber:8x8", "uct", Goal("ratio", 6, 10), "clobber(rows=8,columns=8)"),
    Case("reversi:8x8", "uct", Goal("ratio", 25, 40), "othello"),
    Case("checkers:8x8", "uct", Goal("ratio", 15, 30), "checkers(rows=8,columns=8)"),
    Case("blokus", "uct", Goal("rate", None, 7_400)),  # Pentobi, written for Blokus alone: 7,400 to 9,400
    Case("clobber:5x6", "plies", Goal("ratio", 0.5, 1), "clobber(rows=5,columns=6)"),
    Case("reversi:8x8", "plies", Goal("ratio", 0.5, 1), "othello"),
    Case("checkers:8x8", "plies", Goal("ratio", 0.5, 1), "checkers(rows=8,columns=8)"),
    Case("konane:6x6", "plies"),
    Case("blokus", "plies"),
    Case("clobber:5x6", "afterstates", Goal("ratio", 2, 4), "clobber(rows=5,columns=6)"),
    Case("reversi:8x8", "afterstates", Goal("ratio", 2, 4), "othello"),
    Case("checkers:8x8", "afterstates", Goal("ratio", 2, 4), "checkers(rows=8,columns=8)"),
    Case("konane:6x6", "afterstates"),
    Case("reversi:8x8", "values", Goal("rate", 167)),  # 10,000 positions in a minute
    Case("konane:8x8", "minimax", evaluation="q", depth=4),
    Case("konane:8x8", "evaluate", Goal("rate", 10_000_000, 20_000_000)),  # 100 ns, 50 ns
    Case("clobber:6x6", "match", Goal("seconds", 2)),
    Case("clobber:4x5", "solve", Goal("seconds", 1)),
    Case("clobber:5x5", "solve", Goal("seconds", 60, 10)),
    Case("konane:5x6", "solve"),
    Case("reversi:8x8", "solve", problem=40),
    Case("reversi:8x8", "solve", problem=41),
    Case("reversi:8x8", "solve", problem=42),
    Case("clobber:4x4", "train", hidden=20),
    Case("clobber:4x5", "train", hidden=100),
    Case("clobber:6x6", "train", Goal("rate", None, 30_000), hidden=100),
    Case("clobber:6x6", "train", hidden=200),  # the thesis: about 3 ms a game
    Case("clobber:4x4", "update", Goal("ratio", 100), hidden=20),
    Case("clobber:4x5", "update", Goal("ratio", 100), hidden=100),
    Case("clobber:6x6", "update", Goal("ratio", 100), hidden=100),
    Case("clobber:6x6", "update", Goal("ratio", 100), hidden=200),
    Case("reversi:8x8", "som", Goal("ratio", 20)),
    Case("reversi:8x8", "maps", Goal("rate", 186)),  # a million games in an hour and a half
    Case("reversi:8x8", "move", Goal("rate", 1_000)),  # a millisecond each
    Case("checkers:6x6", "guide", Goal("ratio", 5)),
    # On 8x8 the ratio depends on the width of the processor's vectors. A position takes 7.5 million operations.
    # One by one comes to 40 GFLOP/s; 64 at once come to 215 of 312 possible GFLOP/s with AVX-512 (5.4×, Zen 5), and
    # to 125 of 156 if the same processor may use AVX2 only (3.1×): even its peak would be 3.9×. About 90 % of that
    # time is oneDNN's convolutions. A Zen 3, which has AVX2, came to 4.1×. So 4 is the bound, and 5 the aim.
    Case("checkers:8x8", "guide", Goal("ratio", 4, 5)),
    Case("checkers:6x6", "selfplay"),
    Case("checkers:8x8", "selfplay"),
)
STARTS = "starts"  # cold and warm starts: of every game, so there are no cases for them
REPLIES = "replies"  # cold first replies of every level of every game: the same
KINDS = (*dict.fromkeys(case.kind for case in CASES), STARTS, REPLIES)  # what can be measured, in this order
