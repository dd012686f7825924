"""The report's networks learn against each other, play a game that is shown, and are tested."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from papamu.agents.baselines import RandomAgent
from papamu.agents.comparison import network_agent
from papamu.agents.mlp import MlpAgent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.lab.run.cell import CellContext
from papamu.learn.online.lock_up import LEARNING, lock_up, span_of, verdicts
from papamu.learn.online.session import Session
from papamu.papers.blokus.parameters import SQUARES, TrainedNetworks, course_of
from papamu.papers.blokus.work.observations import observe
from papamu.papers.blokus.work.search_player import net_file
from papamu.papers.common.cell_training import once, run, session_facts

RIVALS = ("random", "greedy")
_LEARNING = 0.85  # of the whole work
_SEATS = range(1, 5)


def train_networks(params: TrainedNetworks, context: CellContext) -> dict[str, Any]:
    """Networks on four seats; with one network on all of them too."""
    session = Session(course_of(params, context.seed), RandomAgent().policy)
    run(session, context, _LEARNING)
    model = session.model()
    if context.shared:
        once(
            context.shared / net_file(params, context.seed), model.save, context.report
        )  # for the search player
    player = network_agent(model)
    line = _last_game(session.game, player, context.seed)
    points = [point.seen for point in session.curve]
    span, curve = span_of(session.course), [{"games": p.games, "seen": p.seen} for p in session.curve]
    result = {
        **session_facts(session),
        **_seat_results(session),
        **observe(session.game, line, points, sum(one != LEARNING for one in verdicts(points[-1], span))),
        "lock_up": lock_up(curve, span),
        "moves": [int(after.move) for after in line[1:] if after.move is not None],
    }
    for seat, score in enumerate(line[-1].scores, start=1):
        result[f"last{seat}"] = float(score)
    for number, rival in enumerate(RIVALS, start=1):
        result["won" if rival == "random" else f"won_{rival}"] = _won(
            session, player, rival, params, context, number
        )
        context.report(_LEARNING + (1 - _LEARNING) * number / len(RIVALS))
    return {**result, "games": params.tests}


def _seat_results(session: Session) -> dict[str, Any]:
    """Curves of each seat, and the means of their last tenth."""
    result: dict[str, Any] = {}
    points = session.curve
    tenth = points[-max(1, len(points) // 10) :]
    for seat in _SEATS:
        for name in ("score", "rank", "first", "error", "change"):
            key = f"{name}{seat}"
            if key in points[-1].seen:
                result[f"curve_{key}"] = [[point.games, point.seen[key], 0.0] for point in points]
                result[key] = fmean(point.seen[key] for point in tenth)
        result[f"curve_left{seat}"] = [
            [at, SQUARES - score, 0.0] for at, score, _ in result[f"curve_score{seat}"]
        ]
        result[f"left{seat}"] = SQUARES - result[f"score{seat}"]
    return result


def _last_game(game: Game, player: MlpAgent, seed: int) -> list[Position]:
    """The game that the networks play among themselves when they have learned: there is only one."""
    player.begin(game, stream(seed))
    position = game.start()
    while not position.is_over:
        position = position.play(player.choose(position))
    return list(position.line)


def _won(
    session: Session, player: MlpAgent, rival: str, params: TrainedNetworks, context: CellContext, number: int
) -> float:
    """The share of games won outright against three of a kind, on each seat in turn; a quarter is even."""
    others = [agent(rival) for _ in range(session.game.num_players - 1)]
    results = api.match(session.game, player, *others, games=params.tests, seed=context.seed + number)
    return float((results.scores[:, 0] == 1).mean())
