"""Who has won: by the rules, and as the report's program judges it.

The program looks at the board as it was before the last action (it compares the old `board` after making the
new one), so that a capture that ends the game does not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import NONE, play, reset, scores, settle
from papamu.kernel.random import Stream

BASELINE, TREE = 0, 1  # seats: the report's players 1 and 2
_ENDINGS = {1: "won", 0: "tied", -1: "lost"}  # for the tree


def pieces(game: Game, opening: Stream, moves: Any, events: Any) -> tuple[Any, Any]:
    """Both players' pieces before the last action, and at the end."""
    rules, state = game.rules, game.new_state()
    before, after = np.zeros(2), np.zeros(2)
    reset(rules, state, opening.copy())
    for number, (move, event) in enumerate(zip(moves, events, strict=True), start=1):
        if number == len(moves):
            scores(rules, state, before)
        play(rules, state, int(move))
        if event != NONE:
            settle(rules, state, int(event))
    scores(rules, state, after)
    return before, after


@dataclass
class Tally:
    """The results of the games of a series."""

    ends: list[tuple[float, float]] = field(default_factory=list)  # pieces: baseline, tree
    judged: list[tuple[int, int]] = field(default_factory=list)  # for the tree: by the rules, as published
    nodes: list[int] = field(default_factory=list)

    def add(self, before: Any, after: Any, nodes: int) -> None:
        """One more game."""
        self.ends.append((float(after[BASELINE]), float(after[TREE])))
        self.judged.append((_lead(after), _lead(before)))
        self.nodes.append(nodes)

    def result(self) -> dict[str, Any]:
        """Shares of games, means, and curves over the games."""
        games = len(self.judged)
        found: dict[str, Any] = {"games": games}
        for way, name in enumerate(("", "_published")):
            for sign, ending in _ENDINGS.items():
                found[f"{ending}{name}"] = sum(game[way] == sign for game in self.judged) / games
        found["wins"] = sum(published == 1 for _, published in self.judged)
        found["losses"] = sum(published == -1 for _, published in self.judged)
        found["pieces_baseline"], found["pieces_tree"] = (float(one) for one in np.mean(self.ends, axis=0))
        found["wins_curve"] = _curve(np.cumsum([published == 1 for _, published in self.judged]))
        found["losses_curve"] = _curve(np.cumsum([published == -1 for _, published in self.judged]))
        if any(self.nodes):
            found["nodes"] = float(np.mean(self.nodes))
            found["nodes_last"] = self.nodes[-1]
            found["nodes_curve"] = _curve(self.nodes)
        return found


def _lead(counted: Any) -> int:
    return int(np.sign(counted[TREE] - counted[BASELINE]))


def _curve(values: Any) -> list[list[float]]:
    """As the laboratory draws them: number of the game, value, and no dead units."""
    return [[at, float(value), 0.0] for at, value in enumerate(values, start=1)]
