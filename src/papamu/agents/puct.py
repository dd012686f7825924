"""`puct:model=FILE`: tree search guided by a residual network."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent, Explanation, MoveScore, moves_since, sort_best_first
from papamu.agents.model_agent import ModelAgent
from papamu.agents.uct import MEGABYTES_OPTION
from papamu.core.errors import AgentError
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.registry import load as load_game
from papamu.kernel.random import Stream
from papamu.learn.convnet.alphazero.course import shape_for
from papamu.learn.convnet.alphazero.model_file import AlphaZeroModel, load
from papamu.learn.convnet.torch_import import torch_missing
from papamu.learn.shipped_models import shipped_models
from papamu.search.mcts import puct

if TYPE_CHECKING:
    from papamu.learn.convnet.alphazero.batch_evaluator import BatchEvaluator
    from papamu.learn.convnet.alphazero.residual_network import Residual


class PuctAgent(ModelAgent[AlphaZeroModel]):
    """Tree search with a network that says what positions are worth and which moves look promising."""

    name = "puct"
    title = "tree search guided by a network; the tree survives between moves"
    source = "checkers report, §5 and §7, taken further"
    options_declared = (
        Option(
            "model",
            "",
            "the model file (made by `papamu train --learner alphazero`), or the name of a shipped model",
        ),
        Option("sims", 200, "simulations per move", low=1, high=10**8),
        Option("c", 1.75, "how much the network's move probabilities count", low=0, high=1000),
        Option(
            "doubt",
            0.2,
            "first-play penalty: how much lower an untried move is valued than its position",
            low=0,
            high=2,
        ),
        Option("leaves", 8, "positions of one game that the network evaluates together", low=1, high=1024),
        Option("blend", 0.0, "share of a random rollout in the value of a position", low=0, high=1),
        Option("ms", 0, "milliseconds per move, instead of sims", low=0, high=10**8),
        MEGABYTES_OPTION,
    )
    deterministic = True
    remembers = True
    scale = (-1.0, 1.0)

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        super().__init__(options, inner)
        self.batched = not self.options["ms"]  # nobody shares a clock
        self.deterministic = not self.options["blend"]
        self._net: Residual | None = None
        self._tables = 1  # at which it plays
        self._game: Game | None = None
        self._evaluator: BatchEvaluator | None = None
        self._forest: puct.Forest | None = None
        self._seen: dict[int, Position] = {}  # by table: the last position it thought about, to the end
        self._rngs: dict[int, Stream] = {}  # by table

    # -- its network --------------------------------------------------------------------------------

    def read_model(self) -> AlphaZeroModel:
        """The network of its file."""
        if not self.options["model"]:
            makes = "made by `papamu train --learner alphazero`"
            raise AgentError(
                f"puct needs a network: write puct:model=PATH ({makes}), "
                "or a shipped one: puct:model=checkers, clobber or reversi"
            )
        return load(self.path("model"))

    @property
    def net(self) -> Residual:
        """The same ready to play, for this agent and all its clones."""
        if self._net is None:
            from papamu.learn.convnet.torch_import import import_torch

            import_torch()  # one clear line where it is missing
            from papamu.learn.convnet.alphazero.residual_network import fold_batch_norm

            self._net = fold_batch_norm(self.model.network())
        return self._net

    def refusal(self, game: Game) -> str | None:
        """A network plays the game that it was made for, on every board that it fits."""
        course = self.model.course
        made_for = load_game(course.game)
        if made_for.name != game.name or not game.size_text:
            return f"its network was made for {made_for}"
        if shape_for(game, course.channels, course.blocks) != course.shape():
            return f"its network was made for {made_for}, and it encodes this board differently"
        if self.options["model"] in shipped_models():
            return torch_missing()  # nothing is wrong with ours: PyTorch, which takes seconds, can wait
        _ = self.net  # what is wrong with it is said before the first game
        return None

    def clone(self) -> Self:
        """Another one with the same network."""
        twin = super().clone()
        twin._net = self._net
        return twin

    # -- thinking -----------------------------------------------------------------------------------

    def begin(self, game: Game, rng: Stream) -> None:
        """A new game."""
        super().begin(game, rng)
        self.begin_table(0, game, rng)

    def begin_table(self, table: int, game: Game, rng: Stream) -> None:
        """A new game at a table."""
        self._tables = max(self._tables, table + 1)
        self._seen.pop(table, None)
        self._rngs[table] = rng

    def choose(self, position: Position) -> Move:
        """The move with the most simulations."""
        return self.choose_batch([0], [position])[0]

    def choose_batch(self, tables: Sequence[int], positions: Sequence[Position]) -> list[Move]:
        """The same at many tables."""
        forest = self._think(tables, positions)
        pairs = zip(tables, positions, strict=True)
        return [self._decide(table, position, forest) for table, position in pairs]

    def _decide(self, table: int, position: Position, forest: puct.Forest) -> Move:
        n = int(puct.weigh_root(forest, position.game.rules, table))
        return position.game.moves[int(forest.moves[puct.most_visited(forest, n)])]

    def _think(self, tables: Sequence[int], positions: Sequence[Position]) -> puct.Forest:
        game = positions[0].game
        evaluator, forest = self._prepare(game, 1 + max(tables))
        forest.left[:] = 0
        rngs = np.zeros((len(forest.left), 2), dtype=np.uint64)
        for table, position in zip(tables, positions, strict=True):
            if position.is_over:
                raise AgentError(f"the game is over here: {self} has no move to play")
            self._update_tree(forest, table, position)
            rngs[table] = self._rngs.get(table, self.rng)
            forced = len(position.legal_moves) == 1
            puct.request_simulations(
                forest, table, 1 if forced else self._simulations_at_once, 0.0, rngs[table]
            )
        if self.options["ms"]:
            self._think_until_time_is_up(evaluator, forest, rngs)
        else:
            while evaluator.step(forest, rngs, float(self.options["blend"])):
                pass
        for table, position in zip(tables, positions, strict=True):
            self._rngs.get(table, self.rng)[:] = rngs[table]
            self._seen[table] = position
        return forest

    @property
    def _simulations_at_once(self) -> int:
        """How many simulations are ordered at a time.

        By the clock a few: near the end of a game none may need the network any more, and then a single step
        runs all that are ordered.
        """
        return max(2, int(self.options["leaves"])) if self.options["ms"] else int(self.options["sims"])

    def _think_until_time_is_up(
        self, evaluator: BatchEvaluator, forest: puct.Forest, rngs: NDArray[np.uint64]
    ) -> None:
        """Think until time is up wherever there is something to choose."""
        blend, busy = float(self.options["blend"]), forest.left > 1
        evaluator.step(forest, rngs, blend)  # compiles, if it must: that is not thinking
        end = time.perf_counter() + self.options["ms"] / 1000
        while busy.any() and time.perf_counter() < end:
            forest.left[busy] = self._simulations_at_once
            evaluator.step(forest, rngs, blend)

    def _prepare(self, game: Game, tables: int) -> tuple[BatchEvaluator, puct.Forest]:
        """The network and the trees, of at least so many tables."""
        if self._evaluator is None or self._game != game:
            self.check(game, from_start=False)
            net = self.net
            from papamu.learn.convnet.alphazero.batch_evaluator import BatchEvaluator

            self._evaluator, self._forest, self._game = BatchEvaluator(game, net), None, game
        tables = max(tables, self._tables)  # all of them at once: trees would not survive a larger room
        if self._forest is None or len(self._forest.left) < tables:
            options = self.options
            sims = 10_000 if options["ms"] else int(options["sims"])
            slots = 1 << (tables - 1).bit_length()
            how = (
                float(options["c"]),
                float(options["doubt"]),
                int(options["leaves"]),
                float(options["megabytes"]),
            )
            self._forest = puct.new_forest(game, slots, sims, *how)
            self._seen.clear()
        return self._evaluator, self._forest

    def _update_tree(self, forest: puct.Forest, table: int, position: Position) -> None:
        """Bring the tree of a table up to date with the moves since it last thought."""
        # A search that is interrupted leaves positions that wait for the network: its tree is of no use.
        moves = moves_since(self._seen.pop(table, None), position)
        if moves is None:
            puct.set_root(forest, table, position.state)
        else:
            for move in moves:
                puct.advance_root(forest, table, move, position.state)

    # -- explaining ---------------------------------------------------------------------------------

    def meaning(self, game: Game) -> str:
        """A mean value."""
        return (
            "mean value of the simulations through the move (1 won, -1 lost; -2: never tried); "
            "it plays the move with the most visits"
        )

    def explain(self, position: Position) -> Explanation:
        """With the visits of each move."""
        forest = self._think([0], [position])
        n = int(puct.weigh_root(forest, position.game.rules, 0))
        scores = [
            MoveScore(Move(position.game, int(move)), float(value), f"{visits:,} visits", visits=int(visits))
            for move, value, visits in zip(
                forest.moves[:n], forest.values[:n], forest.visits[:n], strict=True
            )
        ]
        return Explanation(self.meaning(position.game), sort_best_first(scores), sample="simulations")
