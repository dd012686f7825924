"""How fast self-organizing maps learn beside MiniSom's, and how fast a player with maps learns and moves.

MiniSom takes the same steps: one board at a time, every neuron drawn towards it by the same bell curve, on a
map of 50×50 neurons with 64 weights each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.agents.baselines import RandomAgent
from papamu.bench.cases import Case, Row
from papamu.bench.minimax import positions
from papamu.bench.playouts import in_turn
from papamu.games.registry import load
from papamu.games.rules import Rules
from papamu.kernel.jit import jit
from papamu.kernel.random import stream
from papamu.learn.som import network
from papamu.learn.som.choices import SEVEN
from papamu.learn.som.map_training import MapCourse, MapTraining
from papamu.learn.som.network import weights_of
from papamu.learn.som.stages import last_number, random_boards
from papamu.learn.som.td_session import Learning, MapSession
from papamu.learn.som.td_values import MapPolicy, value_moves
from papamu.learn.som.thresholds import ZERO, model_with_thresholds

_SIDE = 50
_STEPS = 10**9  # of a pass: its rate and its reach hardly change in the little while of a measurement
_BOARDS = 1_000
_ROUGH, _FINE = 3_000, 30_000  # steps of each map of the player: it need not be good, only look like one


def compare(case: Case, seconds: float, others: bool) -> Row:
    """A case of maps: steps of training, games of learning, or moves."""
    if case.kind == "som":
        ours = Steps(case.spec)
        theirs = TheirSteps(ours) if others and minisom_installed() else None
        rate, their_rate, ratio = in_turn(ours, theirs, seconds)
        return case.judge(
            Row(
                game=case.spec,
                measured="map, 50×50",
                rate=rate,
                unit="steps/s",
                other="MiniSom" if theirs else None,
                other_rate=their_rate,
                ratio=ratio,
            )
        )
    player = Player(case.spec)
    if case.kind == "maps":
        rate, _, _ = in_turn(player, None, seconds)
        return case.judge(Row(game=case.spec, measured="learn on maps", rate=rate, unit="games/s"))
    rate, _, _ = in_turn(Choices(player), None, seconds)
    return case.judge(Row(game=case.spec, measured="move by maps", rate=rate, unit="moves/s"))


class Steps:
    """Steps of the first training of a map in the middle of it."""

    def __init__(self, spec: str) -> None:
        game = load(spec)
        self.boards = random_boards(game, (0, last_number(game)), _BOARDS, seed=1)
        self.som = network.som(_SIDE, _SIDE, game.rules.cells, "euclid")
        self.phase = network.TrainingPhase(_STEPS, 0.1, float(_SIDE), 3.0, network.WIDE)
        self.rng = stream(1)
        network.start(self.som, self.rng)

    def play(self, times: int) -> None:
        """So many steps."""
        network.learn_boards(self.som, self.phase, _STEPS // 2, times, self.boards, self.rng)


class TheirSteps:
    """The same in MiniSom."""

    def __init__(self, ours: Steps) -> None:
        from minisom import MiniSom

        sigma = network.sigma(ours.phase, _STEPS // 2)
        self.boards = ours.boards.astype(np.float64)
        self.som: Any = MiniSom(
            _SIDE, _SIDE, self.boards.shape[1], sigma=sigma, learning_rate=0.05, random_seed=1
        )
        self.at = 0

    def play(self, times: int) -> None:
        """So many steps; the rate and the reach stay what they are at the start."""
        for _ in range(times):
            board = self.boards[self.at % len(self.boards)]
            self.som.update(board, self.som.winner(board), 0, _STEPS)
            self.at += 1


class Player:
    """Seven maps, and somebody who learns on them against Random."""

    def __init__(self, spec: str) -> None:
        course = MapCourse(
            game=spec,
            stages=SEVEN,
            data=(_BOARDS,) * 7,
            first=(_ROUGH,) * 7,
            second=(_FINE,) * 7,
        )
        weights = []
        for stage in range(7):
            training = MapTraining(course, stage)
            training.run()
            weights.append(weights_of(training.som))
        model = model_with_thresholds(course, np.array(weights), ZERO)
        self.session = MapSession(model, Learning(games=10**12), RandomAgent().policy)

    def play(self, times: int) -> None:
        """Learn from so many games."""
        self.session.step(times)


@jit
def _look_all(policy: MapPolicy, rules: Rules, states: Any, times: int) -> None:
    for k in range(times):
        value_moves(policy, rules, states[k % len(states)])


class Choices:
    """Looking at all moves of positions from random games."""

    def __init__(self, player: Player) -> None:
        self.policy = player.session.policy
        self.rules = player.session.game.rules
        self.states = positions(player.session.game)

    def play(self, times: int) -> None:
        """So many positions."""
        _look_all(self.policy, self.rules, self.states, times)


def minisom_installed() -> bool:
    """Is there somebody to compare with?"""
    try:
        import minisom  # noqa: F401
    except ImportError:
        return False
    return True
