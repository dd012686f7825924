"""Simulated people: compiled games, one after the other, with exactly the policy and rating that a person faces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import fmean
from typing import Any

from papamu.agents.adaptive import AdaptiveAgent
from papamu.agents.agent import CompiledAgent, score_against
from papamu.agents.person_rating import PersonRating
from papamu.agents.registry import agent
from papamu.arena.compiled_games import SEATS, new_game_batch, play_games
from papamu.core.errors import AgentError
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.games.rules import MOST_PLIES
from papamu.kernel.random import streams
from papamu.lab.run.cell import CellContext
from papamu.papers.adaptive.parameters import AdaptiveGames, FullStrengthGames
from papamu.search.adaptive.adaptive_policy import DIAL
from papamu.search.policy import NullPolicy, Policy, new_workspace


def play_adaptive_games(params: AdaptiveGames, context: CellContext) -> dict[str, Any]:
    """A person plays against the adaptive agent: its score once it has settled, and over the games."""
    game, adaptive = load(params.game), _adaptive(params.base, params.share)
    policy = adaptive.policy(game)
    skill = PersonRating()
    scores: list[float] = []

    def tune() -> None:
        adaptive.set_strength(policy.restraint, skill)

    for score in _scores(game, policy, params.person, params.games, context, tune):
        skill = skill.after(score, params.share)
        scores.append(score)
    points = range(params.every, params.games + 1, params.every)
    return {
        "won": fmean(scores[params.settling :]),
        "games": params.games - params.settling,
        "rating": skill.rating,
        "curve": [[at, fmean(scores[at - params.every : at]), 0.0] for at in points],
    }


def play_full_strength_games(params: FullStrengthGames, context: CellContext) -> dict[str, Any]:
    """The score of the adaptive agent when it gives nothing away."""
    game = load(params.game)
    policy = _adaptive(params.base).policy(game)
    policy.restraint.knobs[DIAL] = 0.0
    scores = list(_scores(game, policy, params.person, params.games, context, lambda: None))
    return {"won": fmean(scores), "games": params.games}


def _adaptive(base: str, share: float = 0.5) -> AdaptiveAgent:
    made = agent(f"adaptive:share={share}+{base}")
    if not (isinstance(made, AdaptiveAgent) and made.is_compiled):
        raise AgentError(f"{base} cannot be compiled: simulated players need an agent without a clock")
    return made


def _scores(
    game: Game, policy: Policy, person: str, games: int, context: CellContext, tune: Callable[[], None]
) -> Iterator[float]:
    """The scores of games with the adaptive agent on each seat in turn; `tune` is called before each."""
    players = game.num_players
    others = [_policy(person, game) for _ in range(players - 1)]
    seated: list[Policy] = [policy, *others] + [NullPolicy(new_workspace(game))] * (SEATS - players)
    a, b, c, d = seated
    randomness = streams(context.seed, 2 * games)
    page, state = new_game_batch(players, 1), game.new_state()
    for number in range(games):
        seat = number % players
        page.openings[0], page.streams[0] = randomness[2 * number], randomness[2 * number + 1]
        page.seats[0] = [*range(1, seat + 1), 0, *range(seat + 1, players)]
        tune()
        play_games(game.rules, a, b, c, d, page, state, 0, MOST_PLIES)
        result = page.returns[0]
        yield fmean(score_against(result[seat], result[other]) for other in range(players) if other != seat)
        context.report((number + 1) / games)


def _policy(person: str, game: Game) -> Policy:
    made = agent(person)
    if not (isinstance(made, CompiledAgent) and made.is_compiled):
        raise AgentError(f"{person} cannot be compiled: it cannot play for a simulated player")
    made.check(game)
    return made.policy(game)
