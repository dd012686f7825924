"""The work of the report's networks: learn against each other, play a game that is shown, be tested."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from papamu.agents.learned import MlpAgent, player_of
from papamu.agents.looking import RandomAgent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.lab.experiment import Task
from papamu.learn.lock_up import LEARNING, lock_up, span_of, verdicts
from papamu.learn.training import Session
from papamu.papers.blokus.observing import observe
from papamu.papers.blokus.parameters import SQUARES, Learned, course_of
from papamu.papers.blokus.searching import net_file
from papamu.papers.learning import once, run, told

RIVALS = ("random", "greedy")
_LEARNING = 0.85  # of the whole work
_SEATS = range(1, 5)


def learn(params: Learned, task: Task) -> dict[str, Any]:
    """Networks on four seats; with one network on all of them too."""
    session = Session(course_of(params, task.seed), RandomAgent().policy)
    run(session, task, _LEARNING)
    model = session.model()
    if task.shared:
        once(task.shared / net_file(params, task.seed), model.save, task.report)  # for the search player
    player = player_of(model)
    line = _last_game(session.game, player, task.seed)
    points = [point.seen for point in session.curve]
    span, curve = span_of(session.course), [{"games": p.games, "seen": p.seen} for p in session.curve]
    found = {
        **told(session),
        **_of_seats(session),
        **observe(session.game, line, points, sum(one != LEARNING for one in verdicts(points[-1], span))),
        "lock_up": lock_up(curve, span),
        "moves": [int(after.move) for after in line[1:] if after.move is not None],
    }
    for seat, score in enumerate(line[-1].scores, start=1):
        found[f"last{seat}"] = float(score)
    for number, rival in enumerate(RIVALS, start=1):
        found["won" if rival == "random" else f"won_{rival}"] = _won(
            session, player, rival, params, task, number
        )
        task.report(_LEARNING + (1 - _LEARNING) * number / len(RIVALS))
    return {**found, "games": params.tests}


def _of_seats(session: Session) -> dict[str, Any]:
    """Curves of each seat, and the means of their last tenth."""
    found: dict[str, Any] = {}
    points = session.curve
    tenth = points[-max(1, len(points) // 10) :]
    for seat in _SEATS:
        for name in ("score", "rank", "first", "error", "change"):
            key = f"{name}{seat}"
            if key in points[-1].seen:
                found[f"curve_{key}"] = [[point.games, point.seen[key], 0.0] for point in points]
                found[key] = fmean(point.seen[key] for point in tenth)
        found[f"curve_left{seat}"] = [
            [at, SQUARES - score, 0.0] for at, score, _ in found[f"curve_score{seat}"]
        ]
        found[f"left{seat}"] = SQUARES - found[f"score{seat}"]
    return found


def _last_game(game: Game, player: MlpAgent, seed: int) -> list[Position]:
    """The game that the networks play among themselves when they have learned: there is only one."""
    player.begin(game, stream(seed))
    position = game.start()
    while not position.is_over:
        position = position.play(player.choose(position))
    return list(position.line)


def _won(session: Session, player: MlpAgent, rival: str, params: Learned, task: Task, number: int) -> float:
    """The share of games won outright against three of a kind, on each seat in turn; a quarter is even."""
    others = [agent(rival) for _ in range(session.game.num_players - 1)]
    results = api.match(session.game, player, *others, games=params.tests, seed=task.seed + number)
    return float((results.scores[:, 0] == 1).mean())
