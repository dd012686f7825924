"""Pre-compilation: what a first use would compile, game by game.

That is the rules, every agent by itself as the terminal asks it (a move, what it thinks of all moves, the
next move), the solver, and two compiled matches. Left out is what has no end, because it is compiled for each
combination: matches between other kinds of agents, wrappers around other agents, evaluations that are not the
game's first. And what few will miss: `ab` without a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from papamu.agents.agent import Agent
from papamu.agents.registry import agent as make_agent
from papamu.arena import api
from papamu.games import registry
from papamu.games.clobber.graph import GraphClobberGame
from papamu.games.game import Game
from papamu.games.perft import perft
from papamu.games.position import Position
from papamu.games.rules import changes, random_move
from papamu.kernel.random import stream
from papamu.search.exact.registry import refusal, warm_up
from papamu.search.playout import playout, random_games

Job = tuple[str, Callable[[], None]]

# As quick as they can be: how long they think makes no difference to what is compiled. A game for two has
# the same minimax at any depth, one for more has max^n beside greedy's alpha-beta.
AGENTS = (
    "random",
    "first",
    "greedy",
    "mc:playouts=1",
    "minimax:depth=1",
    "uct:sims=2",
    "uct:ms=1",
    "ab:ms=1",
    "noisy+random",
    "endgame+random",
)
MATCHES = ("first", "uct:sims=2")  # each against `random` on all other seats


def jobs(specs: Sequence[str] | None = None, agents: bool = True) -> list[Job]:
    """What to compile for these games (or all), each with a label; without `agents` only the rules."""
    games = [registry.load(spec) for spec in specs or registry.names()]
    if specs is None:
        games.append(GraphClobberGame({"a": "black", "b": "white"}, [("a", "b")]))
    kinds = (_rules, _agents) if agents else (_rules,)
    return [job for game in games for kind in kinds for job in kind(game)]


def _rules(game: Game) -> list[Job]:
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


def _agents(game: Game) -> list[Job]:
    agents = [(text, make_agent(text)) for text in AGENTS]
    found = [(f"{game}: {text}", _asking(game, agent)) for text, agent in agents if not agent.refusal(game)]
    if game.num_players > 1:
        found += [(f"{game}: match {text} – random", _matching(game, text)) for text in MATCHES]
    if not refusal(game):
        found.append((f"{game}: solver", lambda: warm_up(game)))
    return found


def _asking(game: Game, agent: Agent) -> Callable[[], None]:
    def ask() -> None:
        position = game.start(seed=0)
        agent.begin(game, stream(0))
        while not position.is_over and len(position.line) < 3:
            position = position.play(agent.choose(position), seed=0)
        agent.begin(game, stream(0))
        if not game.start(seed=0).is_over:
            agent.explain(game.start(seed=0))

    return ask


def _matching(game: Game, text: str) -> Callable[[], None]:
    def match() -> None:
        api.match(game, text, *["random"] * (game.num_players - 1), games=1)

    return match
