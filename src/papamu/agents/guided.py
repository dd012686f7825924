"""A tree search that a network guides: puct:model=FILE."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from papamu.agents.agent import Agent, Explanation, Scored, best_first, moves_since
from papamu.agents.searching import MEGABYTES
from papamu.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.registry import load as load_game
from papamu.kernel.random import Stream
from papamu.learn.convnet import zero_model
from papamu.learn.convnet.zero_course import shape_for
from papamu.learn.convnet.zero_model import ZeroModel
from papamu.search import puct
from papamu.spec import Option

if TYPE_CHECKING:
    from papamu.learn.convnet.guide import Guide


class PuctAgent(Agent):
    """Tree search with a network that says what positions are worth and which moves look promising."""

    name = "puct"
    title = "tree search that a network guides; the tree survives between moves"
    source = "checkers report, §5 and §7, as it could be"
    options_declared = (
        Option("model", "", "the file of the network (`papamu train --learner alphazero` makes them)"),
        Option("sims", 200, "simulations a move", low=1, high=10**8),
        Option("c", 1.75, "how much the network's opinion of moves counts", low=0, high=1000),
        Option("doubt", 0.2, "by how much an untried move is worse than its position", low=0, high=2),
        Option("leaves", 8, "positions of one game that the network looks at together", low=1, high=1024),
        Option("blend", 0.0, "share of a random rollout in what a position is worth", low=0, high=1),
        Option("ms", 0, "think so many milliseconds a move instead of sims", low=0, high=10**8),
        MEGABYTES,
    )
    deterministic = True
    remembers = True
    scale = (-1.0, 1.0)

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        super().__init__(options, inner)
        self.together = not self.options["ms"]  # nobody shares a clock
        self.deterministic = not self.options["blend"]
        self._model: ZeroModel | None = None
        self._game: Game | None = None
        self._guide: Guide | None = None
        self._forest: puct.Forest | None = None
        self._seen: dict[int, Position] = {}  # by table: the last position it thought about
        self._rngs: dict[int, Stream] = {}  # by table

    # -- its network --------------------------------------------------------------------------------

    @property
    def model(self) -> ZeroModel:
        """Its network, read when it is first needed."""
        if self._model is None:
            if not self.options["model"]:
                makes = "`papamu train --learner alphazero` makes them"
                raise AgentError(f"puct needs a network: write puct:model=PATH ({makes})")
            self._model = zero_model.load(str(self.options["model"]))
        return self._model

    @classmethod
    def of(cls, model: ZeroModel, **options: Any) -> PuctAgent:
        """An agent with this network, which need not be in a file."""
        made = cls(options)
        made._model = model
        return made

    def refusal(self, game: Game) -> str | None:
        """A network plays the game that it was made for, on every board that it fits."""
        course = self.model.course
        made_for = load_game(course.game)
        if made_for.name != game.name or not game.size_text:
            return f"its network was made for {made_for}"
        if shape_for(game, course.channels, course.blocks) != course.shape():
            return f"its network was made for {made_for}, and boards like this are seen in another way"
        return None

    @property
    def identity(self) -> str:
        """A file may be written anew: the network itself says which player this is."""
        return f"{self} {self.model.digest}"

    def clone(self) -> PuctAgent:
        """Another one with the same network, which is read once."""
        twin = type(self)(self.options)
        twin._model, twin._guide = self.model, None
        return twin

    # -- thinking -----------------------------------------------------------------------------------

    def begin(self, game: Game, rng: Stream) -> None:
        """A new game."""
        super().begin(game, rng)
        self.begin_at(0, game, rng)

    def begin_at(self, table: int, game: Game, rng: Stream) -> None:
        """A new game at a table."""
        self._seen.pop(table, None)
        self._rngs[table] = rng

    def choose(self, position: Position) -> int:
        """The move with the most simulations."""
        if self.options["ms"]:
            return self._decide(0, position, self._think([0], [position]))
        return self.choose_at([0], [position])[0]

    def choose_at(self, tables: Sequence[int], positions: Sequence[Position]) -> list[int]:
        """The same at many tables."""
        forest = self._think(tables, positions)
        pairs = zip(tables, positions, strict=True)
        return [self._decide(table, position, forest) for table, position in pairs]

    def _decide(self, table: int, position: Position, forest: puct.Forest) -> int:
        n = int(puct.root_moves(forest, position.game.rules, table))
        return int(forest.moves[puct.favourite(forest, n)])

    def _think(self, tables: Sequence[int], positions: Sequence[Position]) -> puct.Forest:
        game = positions[0].game
        guide, forest = self._room(game, 1 + max(tables))
        rngs = np.zeros((len(forest.left), 2), dtype=np.uint64)
        for table, position in zip(tables, positions, strict=True):
            if position.is_over:
                raise AgentError(f"the game is over here: {self} has no move to play")
            self._sit(forest, table, position)
            rngs[table] = self._rngs.get(table, self.rng)
            forced = len(position.legal_moves) == 1
            sims = 1 if forced else 10**9 if self.options["ms"] else int(self.options["sims"])
            puct.order(forest, table, sims, 0.0, rngs[table])
        if self.options["ms"]:
            guide.step(forest, rngs)  # compiles, if it must: that is not thinking
        end = time.perf_counter() + self.options["ms"] / 1000
        while guide.step(forest, rngs, float(self.options["blend"])):
            if self.options["ms"] and time.perf_counter() >= end:
                break
        forest.left[:] = 0
        for table in tables:
            self._rngs.get(table, self.rng)[:] = rngs[table]
        return forest

    def _room(self, game: Game, tables: int) -> tuple[Guide, puct.Forest]:
        """The network and the trees, of at least so many tables."""
        if self._guide is None or self._game != game:
            from papamu.learn.convnet.guide import Guide
            from papamu.learn.convnet.residual import folded

            self.check(game, from_start=False)
            self._guide, self._forest, self._game = Guide(game, folded(self.model.network())), None, game
        if self._forest is None or len(self._forest.left) < tables:
            told = self.options
            sims = 10_000 if told["ms"] else int(told["sims"])
            slots = 1 if tables == 1 else 1 << (tables - 1).bit_length()
            room = float(told["megabytes"])
            how = float(told["c"]), float(told["doubt"]), int(told["leaves"]), room
            self._forest = puct.forest(game, slots, sims, *how)
            self._seen.clear()
        return self._guide, self._forest

    def _sit(self, forest: puct.Forest, table: int, position: Position) -> None:
        """Bring the tree of a table up to date with the moves since it last thought."""
        moves = moves_since(self._seen.get(table), position) if table in self._seen else None
        if moves is None:
            puct.plant(forest, table, position.state)
        else:
            for move in moves:
                puct.go_on(forest, table, move, position.state)
        self._seen[table] = position

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
        n = int(puct.root_moves(forest, position.game.rules, 0))
        scores = [
            Scored(Move(position.game, int(move)), float(worth), f"{visits:,} visits")
            for move, worth, visits in zip(forest.moves[:n], forest.worth[:n], forest.visits[:n], strict=True)
        ]
        return Explanation(self.meaning(position.game), best_first(scores))
