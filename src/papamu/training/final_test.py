"""Test games: a finished model plays without learning, and what came of it in figures and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from papamu.agents.agent import Agent
from papamu.arena import api
from papamu.arena.match import Results
from papamu.core.intervals import wilson
from papamu.games.game import Game
from papamu.training.progress import TESTING, Reporter


def play_test_games(
    game: Game,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    jobs: int,
    reporter: Reporter,
    fixed_seats: bool = False,
) -> Results:
    """A match without learning, as the last part of a run."""
    reporter.begin(TESTING, "testing", 0, games)
    return api.match(
        game,
        *agents,
        games=games,
        seed=seed,
        fixed_seats=fixed_seats,
        jobs=jobs,
        report=lambda done, of: reporter.reach(done),
    )


def among(player: Agent, others: Sequence[Agent], seat: int) -> list[Agent]:
    """The player on this seat, the others around it."""
    return [*others[:seat], player, *others[seat:]]


def wins(results: Results, seat: int) -> dict[str, Any]:
    """Games won outright on a seat, with the 95 % interval of their share."""
    won = int((results.scores[:, seat] == 1).sum())
    return {"games": results.games, "won": won, "interval": list(wilson(won, results.games))}


def describe_test(test: Mapping[str, Any] | None) -> str:
    """The result of test games in words."""
    if not test:
        return "none"
    low, high = test["interval"]
    if "sims" in test:
        return (
            f"with {test['sims']} simulations {test['score']:.1%} of the points (95 %: {low:.1%} to {high:.1%}) "
            f"against {test['opponent']} in {test['games']:,} games, {test['won']:,} won, {test['drawn']:,} drawn"
        )
    games = f"{test['won']:,} of {test['games']:,} games"
    if "opponent" in test:
        games += f" against {test['opponent']}"
    if test.get("opening_plies"):  # else two who never vary would play one game again and again
        games += f" after {test['opening_plies']} random plies"
    return f"won {games}, {test['won'] / test['games']:.2%} (95 %: {low:.2%} to {high:.2%})"
