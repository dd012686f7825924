"""Pre-compilation: every kernel a first use would compile, game by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from papamu.games import registry
from papamu.games.game import Game
from papamu.games.graph_clobber import GraphClobberGame
from papamu.games.perft import perft
from papamu.games.position import Position
from papamu.games.rules import changes, random_move
from papamu.kernel.random import stream
from papamu.search.playout import playout, random_games

Job = tuple[str, Callable[[], None]]


def jobs(specs: Sequence[str] | None = None) -> list[Job]:
    """What to compile for these games (or all), each with a label."""
    games = [registry.load(spec) for spec in specs or registry.names()]
    if specs is None:
        games.append(GraphClobberGame({"a": "black", "b": "white"}, [("a", "b")]))
    return [job for game in games for job in _jobs_of(game)]


def _jobs_of(game: Game) -> list[Job]:
    def play_as_people_do() -> None:
        position = game.start(seed=0)
        rules = game.rules
        cells, codes = np.empty(rules.cells, dtype=np.int64), np.empty(rules.cells, dtype=np.int8)
        random_move(rules, position.state, stream(0))
        if position.legal_moves:
            changes(rules, position.state, int(position.legal_moves[0]), 0, cells, codes)
            position = position.play(position.legal_moves[0], seed=0)
        str(position)
        position.to_text()
        finished = position.state.copy()
        playout(rules, finished, stream(0))
        str(Position(game, finished))

    def play_at_random() -> None:
        count = game.num_players
        random_games(game.rules, game.new_state(), stream(0), 1, np.zeros(count), np.zeros(count))

    def count_positions() -> None:
        if not game.facts.chance:
            perft(game.start(seed=0), 1)

    return [
        (f"{game}: rules", play_as_people_do),
        (f"{game}: playouts", play_at_random),
        (f"{game}: perft", count_positions),
    ]
