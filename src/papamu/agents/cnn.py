"""`cnn:FILE`: plays by one of the checkers report's convolutional networks (its Tree+NN)."""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.agents.agent import Explanation, MoveScore, sort_best_first
from papamu.agents.model_agent import ModelAgent, board_mismatch
from papamu.core.errors import AgentError
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.rules import Floats, Moves, Rules, legal_moves, observe, play, player
from papamu.kernel.bits import State
from papamu.learn.convnet.checkers_report.inputs import boards_after_moves
from papamu.learn.convnet.checkers_report.model_file import BoardValuer, ReportModel, load
from papamu.learn.convnet.torch_import import torch_missing


class CnnAgent(ModelAgent[ReportModel]):
    """A convolutional network from a model file."""

    name = "cnn"
    title = "the move after which a convolutional network values the board highest, the first in a tie"
    source = "checkers report, §5 and §7 (its Tree+NN)"
    options_declared = (
        Option("file", "checkers-10x10", "the model file: cnn:PATH, or the name of a shipped model"),
    )
    takes_file = True
    deterministic = True

    _valuer: MoveValuer | None = None

    def read_model(self) -> ReportModel:
        """The network of its file, or ours."""
        return load(self.path())

    def refusal(self, game: Game) -> str | None:
        """A network values boards of its own size, and needs PyTorch."""
        return board_mismatch(self.model.course.game, game, "its network was") or torch_missing()

    def _valuer_for(self, game: Game) -> MoveValuer:
        if self._valuer is None or self._valuer.game != game:
            self.check(game, from_start=False)
            self._valuer = MoveValuer(self.model, game)
        return self._valuer

    def choose(self, position: Position) -> Move:
        """The first of the most valuable moves."""
        if position.is_over:
            raise AgentError(f"the game is over here: {self} has no move to play")
        valuer = self._valuer_for(position.game)
        moves, values = valuer.value_moves(position.state)
        return position.game.moves[int(moves[values.argmax()])]

    def explain(self, position: Position) -> Explanation:
        """The value of every move."""
        moves, values = self._valuer_for(position.game).value_moves(position.state, alone=True)
        scores = [
            MoveScore(Move(position.game, int(move)), float(value))
            for move, value in zip(moves, values, strict=True)
        ]
        return Explanation(self.meaning(position.game), sort_best_first(scores))

    def meaning(self, game: Game) -> str:
        """The network's output."""
        return "the network's value of the board after the move: the lead in points that it expects"


class MoveValuer:
    """A network that looks at all moves of a position at once."""

    def __init__(self, model: ReportModel, game: Game) -> None:
        rules = game.rules
        self.game = game
        self._valuer: BoardValuer = model.valuer()
        self._moves: Moves = np.zeros(rules.max_moves, dtype=np.int64)
        self._boards = np.zeros((rules.max_moves, rules.cells), dtype=np.int8)
        self._movers: Moves = np.zeros(rules.max_moves, dtype=np.int64)
        self._scratch = game.new_state()

    def value_moves(
        self, state: State, alone: bool = False, viewer: int | None = None
    ) -> tuple[Moves, Floats]:
        """The legal moves and what the mover (or another viewer) expects of each.

        A single one is only valued if that is asked for (`alone`).
        """
        rules: Rules = self.game.rules
        n = int(boards_after_moves(rules, state, self._moves, self._scratch, self._boards, self._movers))
        if n < 2 and not alone:
            return self._moves[:n], np.zeros(n)
        boards: Any = self._boards[:n].reshape(n, self.game.rows, self.game.cols)
        movers = self._movers[:n].astype(np.int8)
        who = int(player(rules, state)) if viewer is None else viewer
        return self._moves[:n], self._valuer.values(boards, movers, who).astype(float)

    def value_replies(self, state: State) -> tuple[Moves, Floats]:
        """The same, one ply further: each move is worth what its best answer leaves of it.

        All boards after all answers are valued at once. A move that ends the game is worth its own board.
        """
        rules: Rules = self.game.rules
        me = int(player(rules, state))
        listed: Moves = np.zeros(rules.max_moves, dtype=np.int64)
        moves = listed[: int(legal_moves(rules, state, listed))]
        boards, movers, ends, mine = [], [], [], []
        for move in moves:
            after = state.copy()
            play(rules, after, int(move))
            n = int(boards_after_moves(rules, after, self._moves, self._scratch, self._boards, self._movers))
            if n == 0:
                n = 1
                observe(rules, after, 0, self._boards[0])
                self._movers[0] = player(rules, after)
            boards.append(self._boards[:n].copy())
            movers.append(self._movers[:n].astype(np.int8))
            ends.append(n)
            mine.append(int(player(rules, after)) == me)
        shown: Any = np.concatenate(boards).reshape(-1, self.game.rows, self.game.cols)
        values = np.split(self._valuer.values(shown, np.concatenate(movers), me), np.cumsum(ends)[:-1])
        best = [part.max() if again else part.min() for part, again in zip(values, mine, strict=True)]
        return moves, np.array(best, dtype=float)
