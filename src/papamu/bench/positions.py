"""Rates from Python, one position at a time: plies, afterstates with observations, values; beside OpenSpiel's.

Both sides do what a script does: ask for the legal moves, draw one, play it. Both draw from Python's `random`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from papamu.bench.cases import Case, Row
from papamu.bench.playouts import in_turn, openspiel_installed
from papamu.games.game import Game
from papamu.games.registry import load

_LABELLED = 200  # positions that are valued in one go


class OurPlies:
    """Random plies, one `Position` after the other."""

    def __init__(self, game: Game) -> None:
        self.game, self.rng = game, random.Random(1)
        self.position = game.start(seed=0)
        self.plies = self.seen = 0

    def play(self, times: int) -> None:
        """Play so many plies."""
        self.plies += times
        for _ in range(times):
            if self.position.is_over:
                self.position = self.game.start(seed=0)
            self.step()

    def step(self) -> None:
        """One ply."""
        self.position = self.position.play(self.rng.choice(self.position.legal_moves))


class OurAfterstates(OurPlies):
    """The same, with an observation of the position after every legal move."""

    def step(self) -> None:
        """One ply."""
        moves, planes = self.position.afterstates()
        self.seen += len(planes)
        self.position = self.position.play(self.rng.choice(moves))


class TheirPlies:
    """OpenSpiel's states through its Python bindings."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.game: Any = pyspiel.load_game(name)
        self.rng = random.Random(1)
        self.state: Any = self.game.new_initial_state()

    def play(self, times: int) -> None:
        """Play so many plies."""
        for _ in range(times):
            if self.state.is_terminal():
                self.state = self.game.new_initial_state()
            self.step()

    def step(self) -> None:
        """One ply."""
        self.state.apply_action(self.rng.choice(self.state.legal_actions()))


class TheirAfterstates(TheirPlies):
    """The same, with an observation of the state after every legal action."""

    def step(self) -> None:
        """One ply."""
        state, mover = self.state, self.state.current_player()
        actions = state.legal_actions()
        np.array([state.child(action).observation_tensor(mover) for action in actions], dtype=np.float32)
        state.apply_action(self.rng.choice(actions))


class OurValues:
    """Values of positions by a search of six plies."""

    def __init__(self, game: Game) -> None:
        from papamu.agents.position_sample import positions
        from papamu.agents.registry import agent

        self.agent, self.sample = agent("minimax:depth=6", seed=1), positions(game, _LABELLED)

    def play(self, times: int) -> None:
        """Value all positions so often."""
        for _ in range(times):
            self.agent.values(self.sample)


def compare(case: Case, seconds: float, openspiel: bool) -> Row:
    """Ours and theirs in turn, each for about so many seconds."""
    game = load(case.spec)
    if case.kind == "values":
        rate, _, _ = in_turn(OurValues(game), None, seconds)
        return case.judge(
            Row(case.spec, "Python: values at six plies", rate=_LABELLED * rate, unit="positions/s")
        )
    name = case.openspiel if openspiel and openspiel_installed() else None
    looks = case.kind == "afterstates"
    ours = OurAfterstates(game) if looks else OurPlies(game)
    theirs = None if name is None else TheirAfterstates(name) if looks else TheirPlies(name)
    rate, their_rate, ratio = in_turn(ours, theirs, seconds)
    each = ours.seen / ours.plies if looks else 1.0
    return case.judge(
        Row(
            game=case.spec,
            measured="Python: afterstates" if looks else "Python: random plies",
            rate=each * rate,
            unit="afterstates/s" if looks else "plies/s",
            other="OpenSpiel" if theirs else None,
            other_rate=each * their_rate if their_rate else None,
            ratio=ratio,
        )
    )
