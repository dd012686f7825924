"""The report's networks: they learn from boards of a tree, then play against the baseline (§7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from papamu.agents.cnn import MoveValuer
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.games.rules import MOST_PLIES, chance, is_over, play, player, random_move, reset
from papamu.kernel.bits import State
from papamu.kernel.random import streams
from papamu.lab.run.cell import CellContext
from papamu.learn.convnet.checkers_report.trainer import ReportTrainer
from papamu.learn.tree_data import collect_boards
from papamu.papers.checkers.parameters import NetworkSeries
from papamu.papers.checkers.work.adjudication import TREE, Tally, pieces

_SECONDS = 20.0  # between two checkpoints
_DATA, _LEARNING = 0.1, 0.8  # shares of the work that are done after growing the tree, and after learning


def train_and_play_network(params: NetworkSeries, context: CellContext) -> dict[str, Any]:
    """Grow a tree, learn from its boards, play: errors, curves, and games as in a series."""
    boards = collect_boards(
        replace(params.data, seed=context.seed), lambda share: context.report(_DATA * share)
    )
    training = ReportTrainer(replace(params.course, seed=context.seed), boards)
    training.run(
        lambda share: context.report(_DATA + (_LEARNING - _DATA) * share),
        context.scratch / "checkpoint.safetensors",
        _SECONDS,
    )
    errors = training.errors
    game = load(params.game)
    tally = _play(MoveValuer(training.model(), game), game, params, context)
    return {
        **tally.result(),
        "state": training.state,
        "player": training.player,
        "boards": len(boards),
        "train_error": errors[0],
        "test_error": errors[1],
        "train_curve": [[epoch, error, 0.0] for epoch, error, _ in training.curve],
        "test_curve": [[epoch, error, 0.0] for epoch, _, error in training.curve],
    }


def _play(evaluator: MoveValuer, game: Game, params: NetworkSeries, context: CellContext) -> Tally:
    rules, state = game.rules, game.new_state()
    randomness = streams(context.seed, 2 * params.games, 1)
    tally = Tally()
    for number in range(params.games):
        opening, rng = randomness[2 * number], randomness[2 * number + 1].copy()
        reset(rules, state, opening.copy())
        moves: list[int] = []
        events: list[int] = []
        nodes = 0
        while not is_over(rules, state) and len(moves) < MOST_PLIES:
            if player(rules, state) == TREE:
                nodes += _nodes_of_line(evaluator, game, state) if params.counted else 0
                weighed, values = (
                    evaluator.value_moves(state) if params.plies == 1 else evaluator.value_replies(state)
                )
                move = int(weighed[values.argmax()])
            else:
                move = int(random_move(rules, state, rng))
            play(rules, state, move)
            moves.append(move)
            events.append(int(chance(rules, state, rng)))
        tally.add(*pieces(game, opening, moves, events), nodes)
        context.report(_LEARNING + (1 - _LEARNING) * (number + 1) / params.games)
    return tally


def _nodes_of_line(evaluator: MoveValuer, game: Game, state: State) -> int:
    """The nodes that the program's tree makes for a move.

    It selects the board that the network values most, for either player, to the end of the game; and again
    in each of its rollouts, so that only the first of them makes nodes.
    """
    at = np.array(state)
    nodes, rules = 0, game.rules
    viewer = int(player(rules, at))
    for _ in range(MOST_PLIES):
        moves, values = evaluator.value_moves(at, viewer=viewer)
        nodes += len(moves)
        if not len(moves):
            break
        play(rules, at, int(moves[values.argmax()]))
    return nodes
