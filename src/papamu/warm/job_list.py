"""What a first use would compile, game by game, the most wanted first.

That is the rules, every opponent that the page and the terminal's menu offer, the adviser of hints and reviews, further
agents by themselves as the terminal asks them (a move, what they think of all moves, the next move), the solver, and
two compiled matches. Left out is what has no end, because it is compiled for each combination: matches between other
kinds of agents, wrappers around other agents, evaluations that are not the game's first. And what few will miss: `ab`
without a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from papamu.agents.levels import levels
from papamu.agents.opponents import HUMAN, plays, presets
from papamu.agents.warm_up import kernel_kind, warm_up
from papamu.arena import api
from papamu.games import registry
from papamu.games.clobber.graph import GraphClobberGame
from papamu.games.game import Game
from papamu.games.perft import perft
from papamu.games.position import Position
from papamu.games.rules import changes, random_move
from papamu.kernel.random import stream
from papamu.search.exact.registry import refusal
from papamu.search.exact.registry import warm_up as warm_up_solver
from papamu.search.playout import playout, random_games

Job = tuple[str, Callable[[], None]]

# Levels as a newcomer tries them: the one that the page chooses first, then up, then down.
_WANTED = ("Medium", "Strong", "Easy", "Adapts to you", "Expert", "Beginner", "Perfect")
# Further agents, as quick as they can be. A game for two has the same minimax at any depth, one for more has max^n
# beside greedy's alpha-beta.
AGENTS = ("first", "greedy", "minimax:depth=1", "ab:ms=1", "noisy+random", "endgame+random")
MATCHES = ("first", "uct:sims=2")  # each against `random` on all other seats
_PLIES = 3


def jobs(specs: Sequence[str] | None = None, agents: bool = True) -> list[Job]:
    """What to compile for these games (or all), each with a label; without `agents` only the rules."""
    games = [registry.load(spec) for spec in specs or registry.names()]
    found = _jobs(games, agents)
    if specs is None:
        found += _jobs([GraphClobberGame({"a": "black", "b": "white"}, [("a", "b")])], agents)
    return found


def _jobs(games: Sequence[Game], agents: bool) -> list[Job]:
    found = [_rules(game) for game in games]
    if agents:
        opponents = [list(_agents(game)) for game in games]
        for at in range(max(map(len, opponents))):  # the first of each game, then the second
            found += [job for some in opponents for job in some[at : at + 1]]
    found += [job for game in games for job in _counts(game)]
    if agents:
        found += [job for game in games for job in _whole_games(game)]
    return found


def offered(game: Game) -> list[str]:
    """The opponents that the page and the terminal's menu offer for a game, and that play it; most wanted first."""
    by_title = {level.title: level.spec for level in levels(game)}
    specs = [by_title[title] for title in _WANTED]
    specs += [spec for _, spec in presets(game) if spec != HUMAN]
    return [spec for spec in dict.fromkeys(specs) if plays(spec, game)]


def _rules(game: Game) -> Job:
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

    return f"{game}: rules", play_as_people_do


def _counts(game: Game) -> list[Job]:
    def play_at_random() -> None:
        count = game.num_players
        random_games(game.rules, game.new_state(), stream(0), 1, np.zeros(count), np.zeros(count))

    def count_positions() -> None:
        if not game.facts.chance:
            perft(game.start(seed=0), 1)

    return [(f"{game}: playouts", play_at_random), (f"{game}: perft", count_positions)]


def _agents(game: Game) -> Iterator[Job]:
    """One agent of each kind: those of one kind run the same kernels."""
    seen = set()
    for text in [*offered(game), *(spec for spec in AGENTS if plays(spec, game))]:
        kind = kernel_kind(text)
        if kind not in seen:
            seen.add(kind)
            yield f"{game}: {text}", _asking(game, text)


def _whole_games(game: Game) -> list[Job]:
    found = []
    if game.num_players > 1:
        found += [(f"{game}: match {text} – random", _matching(game, text)) for text in MATCHES]
    if not refusal(game):
        found.append((f"{game}: solver", lambda: warm_up_solver(game)))
    return found


def _asking(game: Game, text: str) -> Callable[[], None]:
    def ask() -> None:
        position = game.start(seed=0)
        for ply in range(_PLIES):
            if position.is_over:
                break
            warm_up(text, position, explains=ply == 0)
            position = position.play(position.legal_moves[0], seed=0)

    return ask


def _matching(game: Game, text: str) -> Callable[[], None]:
    def match() -> None:
        api.match(game, text, *["random"] * (game.num_players - 1), games=1)

    return match
