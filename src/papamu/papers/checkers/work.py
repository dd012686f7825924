"""The experiments of the report: a tree against the baseline; networks that learn from a tree, and play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from papamu.agents.convolved import Eyes
from papamu.agents.registry import compiled
from papamu.arena.games import play_games, sheet
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.games.rules import MOST_PLIES, chance, is_over, play, player, random_move, reset
from papamu.kernel.bits import State
from papamu.kernel.random import streams
from papamu.lab.experiment import Task
from papamu.learn.convnet.net_training import NetTraining
from papamu.learn.harvest import harvest
from papamu.papers.checkers.judging import BASELINE, TREE, Tally, pieces
from papamu.papers.checkers.parameters import Guided, Series, spec
from papamu.search.policy import Nobody, desk
from papamu.search.uct import nodes_made

_SECONDS = 20.0  # between two checkpoints
_LENGTH = 4096  # plies of a game that can be played again
_GROWING, _LEARNING = 0.1, 0.8  # shares of a network's work that are done then


def play_series(params: Series, task: Task) -> dict[str, Any]:
    """The games of a series, one by one, each compiled from beginning to end."""
    game = load(spec(params.board, params.rules, params.teleport))
    told = f"uct:sims={params.sims},c={params.c:g},select={params.select},rollout={params.rollout}"
    tree, baseline = compiled(told).policy(game), compiled("random").policy(game)
    nobody = Nobody(desk(game))
    page, state = sheet(2, 1, _LENGTH), game.new_state()
    page.seats[0] = [BASELINE, TREE]
    randomness = streams(task.seed, 2 * params.games)
    tally = Tally()
    for number in range(params.games):
        page.openings[0], page.streams[0] = randomness[2 * number], randomness[2 * number + 1]
        play_games(game.rules, baseline, tree, nobody, nobody, page, state, 0, _LENGTH)
        plies = int(page.plies[0])
        before, after = pieces(game, randomness[2 * number], page.moves[0, :plies], page.events[0, :plies])
        tally.add(before, after, nodes_made(tree))
        task.report((number + 1) / params.games)
    return tally.result()


def play_guided(params: Guided, task: Task) -> dict[str, Any]:
    """Grow a tree, learn from its boards, play: errors, curves, and games as in a series."""
    boards = harvest(replace(params.data, seed=task.seed), lambda share: task.report(_GROWING * share))
    training = NetTraining(replace(params.course, seed=task.seed), boards)
    training.run(
        lambda share: task.report(_GROWING + (_LEARNING - _GROWING) * share),
        task.scratch / "checkpoint.safetensors",
        _SECONDS,
    )
    errors = training.errors
    game = load(params.game)
    tally = _play(Eyes(training.model(), game), game, params, task)
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


def _play(eyes: Eyes, game: Game, params: Guided, task: Task) -> Tally:
    rules, state = game.rules, game.new_state()
    randomness = streams(task.seed, 2 * params.games, 1)
    tally = Tally()
    for number in range(params.games):
        opening, rng = randomness[2 * number], randomness[2 * number + 1].copy()
        reset(rules, state, opening.copy())
        moves: list[int] = []
        events: list[int] = []
        nodes = 0
        while not is_over(rules, state) and len(moves) < MOST_PLIES:
            if player(rules, state) == TREE:
                nodes += _line(eyes, game, state) if params.counted else 0
                weighed, values = eyes.weigh(state) if params.plies == 1 else eyes.weigh_replies(state)
                move = int(weighed[values.argmax()])
            else:
                move = int(random_move(rules, state, rng))
            play(rules, state, move)
            moves.append(move)
            events.append(int(chance(rules, state, rng)))
        tally.add(*pieces(game, opening, moves, events), nodes)
        task.report(_LEARNING + (1 - _LEARNING) * (number + 1) / params.games)
    return tally


def _line(eyes: Eyes, game: Game, state: State) -> int:
    """The nodes that the program's tree makes for a move.

    It selects the board that the network values most, for either player, to the end of the game; and again
    in each of its rollouts, so that only the first of them makes nodes.
    """
    at = np.array(state)
    nodes, rules = 0, game.rules
    viewer = int(player(rules, at))
    for _ in range(MOST_PLIES):
        moves, values = eyes.weigh(at, viewer=viewer)
        nodes += len(moves)
        if not len(moves):
            break
        play(rules, at, int(moves[values.argmax()]))
    return nodes
