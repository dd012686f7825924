"""How the tables of the report are made: scales, the variants of its networks, the steps of the ladder."""

from __future__ import annotations

from dataclasses import dataclass, replace

from papamu.lab.experiment import Cell
from papamu.learn.course import ITSELF
from papamu.papers.blokus.parameters import LEARNED, Changes, Learned, Opened, Searched

LEARN = "papamu.papers.blokus.work:learn"
SEARCH = "papamu.papers.blokus.searching:search"

TEXT = "as the text says"
PROGRAM: Changes = (("away", True), ("divisor", 90.0), ("hidden", (50,) * 6))
VARIANTS: dict[str, Changes] = {
    TEXT: (),
    "as the program does": PROGRAM,
    "away from the target alone": (("away", True),),
    "with bias": (("bias", True),),
    "one shared network": (("seat", ITSELF),),
    "target: lead": (("worth", "lead"), ("lost", -1.0)),
    "target: placement": (("worth", "result"), ("divisor", 0.0)),
}

# Each step of the ladder is one change more, on top of those before it.
_SIGMOID = (("hidden", ()), ("activation", "linear"), ("output", "sigmoid"), ("start", "small"))
STEPS: tuple[tuple[str, Changes], ...] = (
    ("the report's networks", ()),
    ("one network for all seats", (("seat", ITSELF),)),
    ("bias", (("bias", True),)),
    ("planes, relative to the player", (("encoding", "players"),)),
    ("the board turned to the own corner", (("encoding", "turned"),)),
    (
        "one hidden layer of 50 leaky ReLUs, rate 0.003",
        (
            ("hidden", (50,)),
            ("activation", "leakier-relu"),
            ("output", "sigmoid"),
            ("start", "he"),
            ("lr", 0.003),
        ),
    ),
    ("logistic loss", (("loss", "logistic"),)),
    ("TD(0.7) instead of results", (("way", "td"), ("lam", 0.7))),
    ("windows of 3x3, others alike", (("encoding", "others:3x3"),)),
    ("no hidden layer", _SIGMOID),
    ("target: placement", (("worth", "result"), ("divisor", 0.0))),
    ("rate 0.01, falling to 0.0001", (("lr", 0.01), ("lr_end", 0.0001))),
    ("a random move now and then (5 %)", (("explore", 0.05),)),
    ("the pieces that are placed", (("encoding", "others:3x3+pieces"),)),
    ("where the squares lie, the board turned", (("encoding", "others:3x3+pieces+turned"),)),
)
LONGER = 5  # times as many games: the last step

# What makes a tree search strong: its spec, and whether the ladder's last network orders its moves.
_FEW, _MANY = 300, 3000  # simulations
SEARCHES: tuple[tuple[str, str, bool], ...] = (
    ("random rollouts", f"uct:sims={_FEW},c=0.3", False),
    ("rollouts of large pieces first", f"uct:sims={_FEW},c=0.3,rollout=large", False),
    ("few moves, in greedy's order", f"uct:sims={_FEW},c=0.3,widen=1,rollout=large", False),
    ("few moves, in the network's order", f"uct:sims={_FEW},c=0.3,widen=1,rollout=large", True),
    ("random rollouts again", f"uct:sims={_FEW},c=0.3,widen=1", True),
    ("the network judges, no rollouts", f"uct:sims={_FEW},c=0.3,widen=1,rollout=none", True),
    (f"{_MANY:,} simulations", f"uct:sims={_MANY},c=0.3,widen=1,rollout=large", True),
)
RIVALS = {"three learned": LEARNED, "three greedy": "greedy"}


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    games: int  # of the report's networks
    steps: int  # games of each step of the ladder
    tests: int
    seeds: int
    searched: int  # games of each search player
    variants: tuple[str, ...] = tuple(VARIANTS)


SCALES = {
    "paper": Scale(5000, 4000, 1000, 3, 200),
    "laptop": Scale(600, 1000, 200, 1, 40),
    "smoke": Scale(4, 4, 4, 1, 1, tuple(VARIANTS)[:2]),
}
_SECONDS = 0.03  # of a game of the report's networks
_TEST = 0.02


def learned(games: int, tests: int, changes: Changes) -> Cell:
    """Networks that learn."""
    params = Learned(games, tests, changes)
    return Cell(LEARN, params, cost=5.0 + games * _SECONDS + 2 * tests * _TEST)


def ladder(size: Scale) -> list[tuple[str, Cell]]:
    """The steps with their work; the first of them is the report's own network, which is there already."""
    found, changes = [], dict[str, object]()
    for name, more in STEPS:
        changes |= dict(more)
        games = size.steps if changes else size.games
        found.append((name, learned(games, size.tests, tuple(changes.items()))))
    longer = replace(learned(LONGER * size.steps, size.tests, tuple(changes.items())), early=True)
    return [*found, (f"{LONGER} times as many games", longer)]


def searches(size: Scale) -> list[tuple[str, str, Cell]]:
    """Name, rivals and work of each search player; all wait for the network of the ladder's last step."""
    _, last = ladder(size)[-1]
    found = []
    for name, told, ordered in SEARCHES:
        for rivals, who in RIVALS.items():
            kind = Opened if "rollout=none" in told else Searched
            params = kind(last.params, told, ordered, who, size.searched)
            many = _MANY if f"sims={_MANY}" in told else _FEW
            found.append((name, rivals, Cell(SEARCH, params, cost=20.0 + size.searched * 20 * many * 1e-4)))
    return found
