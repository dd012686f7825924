"""The games of the report's tree against the baseline (§6)."""

from __future__ import annotations

from typing import Any

from papamu.agents.registry import compiled_agent
from papamu.arena.compiled_games import new_game_batch, play_games
from papamu.games.registry import load
from papamu.kernel.random import streams
from papamu.lab.run.cell import CellContext
from papamu.papers.checkers.parameters import TreeSeries, spec
from papamu.papers.checkers.work.adjudication import BASELINE, TREE, Tally, pieces
from papamu.search.mcts.uct import nodes_made
from papamu.search.policy import NullPolicy, new_workspace

_LENGTH = 4096  # plies of a game that can be played again


def play_tree_series(params: TreeSeries, context: CellContext) -> dict[str, Any]:
    """The games of a series, one by one, each compiled from beginning to end."""
    game = load(spec(params.board, params.rules, params.teleport))
    tree_spec = f"uct:sims={params.sims},c={params.c:g},select={params.select},rollout={params.rollout}"
    tree, baseline = compiled_agent(tree_spec).policy(game), compiled_agent("random").policy(game)
    nobody = NullPolicy(new_workspace(game))
    page, state = new_game_batch(2, 1, _LENGTH), game.new_state()
    page.seats[0] = [BASELINE, TREE]
    randomness = streams(context.seed, 2 * params.games)
    tally = Tally()
    for number in range(params.games):
        page.openings[0], page.streams[0] = randomness[2 * number], randomness[2 * number + 1]
        play_games(game.rules, baseline, tree, nobody, nobody, page, state, 0, _LENGTH)
        plies = int(page.plies[0])
        before, after = pieces(game, randomness[2 * number], page.moves[0, :plies], page.events[0, :plies])
        tally.add(before, after, nodes_made(tree))
        context.report((number + 1) / params.games)
    return tally.result()
