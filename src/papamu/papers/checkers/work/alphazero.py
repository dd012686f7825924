"""Beyond the report: networks that learn from their own games, then guide a tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from papamu.agents.puct import PuctAgent
from papamu.arena import api
from papamu.arena.gate import Gate
from papamu.core.files import make_folder
from papamu.lab.run.cell import CellContext
from papamu.learn.convnet.alphazero.session import AlphaZeroSession
from papamu.papers.checkers.parameters import AlphaZeroNetwork

_TRAINING = 0.9  # share of the work


def train_and_play_alphazero(params: AlphaZeroNetwork, context: CellContext) -> dict[str, Any]:
    """Learn, then play all matches."""
    course = replace(params.course, seed=context.seed)
    session = AlphaZeroSession(course, context.scratch, gate=Gate(course))
    session.run(lambda session: context.report(_TRAINING * session.done / course.games))
    model = session.model()
    if context.shared is not None:  # so that it can be played with
        make_folder(context.shared)
        model.save(context.shared / f"{course.game.partition(':')[0]}-{model.digest}.safetensors")
    result: dict[str, Any] = {
        "curve": [[one.games, one.verdict.share, 0.0] for one in session.curve if one.verdict],
        "model": model.digest,
    }
    player = PuctAgent.of(model, sims=params.sims)
    for number, one in enumerate(params.meetings):
        results = api.match(one.game, player, one.opponent, games=one.games, seed=context.seed)
        tally = results.tally()
        result |= {
            f"score_{number}": tally.score,
            f"interval_{number}": list(tally.interval()),
            f"wins_{number}": tally.wins,
            f"draws_{number}": tally.draws,
        }
        context.report(_TRAINING + (1 - _TRAINING) * (number + 1) / len(params.meetings))
    return result
