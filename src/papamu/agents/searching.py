"""Tree search as an agent: so many simulations, or so many milliseconds."""

from __future__ import annotations

import time

from papamu.agents.agent import CompiledAgent, Explanation
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.search import descent, uct
from papamu.search.policy import Policy
from papamu.spec import Option

MEGABYTES = Option("megabytes", 256, "memory; it never takes more", low=1, high=10**6)
SLICE = 0.005  # seconds between two looks at the clock
RANDOM, TREE = "random", "tree"  # how a simulation goes on where it leaves the tree


class UctAgent(CompiledAgent):
    """Tree search with random rollouts, or with the checkers report's."""

    name = "uct"
    title = "tree search with random rollouts (the tree survives between moves), or with the report's"
    source = "checkers report, §4"
    options_declared = (
        Option("sims", 500, "simulations (rollouts) a move", low=1, high=10**9),
        Option(
            "c", 1.41, "how much it explores; results are -1 to 1, of rollout=tree pieces", low=0, high=1000
        ),
        Option("select", "uct", "which child is selected: the report's three ways", tuple(uct.SELECTS)),
        Option(
            "rollout",
            RANDOM,
            "outside the tree moves are random, or selected and stored too (the report's way, with c=1)",
            (RANDOM, TREE),
        ),
        Option("ms", 0, "think so many milliseconds a move instead of sims", low=0, high=10**8),
        MEGABYTES,
    )
    remembers = True
    scale: tuple[float, float] | None = (-1.0, 1.0)

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.is_compiled = not self.options["ms"]  # compiled code does not watch the clock
        if self._descends:
            self.scale = None  # pieces, not results
            self.deterministic = self.is_compiled

    @property
    def _descends(self) -> bool:
        return bool(self.options["rollout"] == TREE)

    def policy(self, game: Game) -> Policy:
        """A tree of its own."""
        timed = bool(self.options["ms"])
        sims = None if timed else int(self.options["sims"])
        megabytes = float(self.options["megabytes"])
        make = descent.descent if self._descends else uct.uct
        return make(game, sims, float(self.options["c"]), str(self.options["select"]), megabytes)

    def meaning(self, game: Game) -> str:
        """A mean result, or the report's U."""
        if self._descends:
            return (
                "U: the mean lead in points of the rollouts through the move, plus what it gets for being "
                "tried seldom; it plays the move with the highest"
            )
        plays = "the most visits" if self.options["select"] == "uct" else "the best mean"
        between = "" if game.num_players == 2 else ", places between"
        return (
            f"mean result of the simulations through the move (1 won, -1 lost{between}; -2: never tried); "
            f"it plays the move with {plays}"
        )

    def choose(self, position: Position) -> int:
        """Simulate by number, or by the clock."""
        if not self.options["ms"]:
            return super().choose(position)
        policy = self.sit(position)
        self._think(policy, position)
        decide = descent.decide if self._descends else uct.decide
        return int(decide(policy, position.game.rules, position.state))

    def _think(self, policy: Policy, position: Position) -> None:
        rules, state = position.game.rules, position.state
        forced = len(position.legal_moves) == 1
        simulate = descent.rollouts if self._descends else uct.simulate_many
        if self._descends:
            descent.start(policy)
        simulate(policy, rules, state, 1, self.rng)  # compiles, if it must: that is not thinking
        end = time.perf_counter() + self.options["ms"] / 1000
        sims, before = 1, time.perf_counter()
        while before < end and not forced:
            simulate(policy, rules, state, sims, self.rng)
            now = time.perf_counter()
            sims = max(1, int(sims * min(4.0, SLICE / max(now - before, 1e-6))))
            before = now

    def explain(self, position: Position) -> Explanation:
        """With the visits of each move."""
        if self.options["ms"]:
            self._think(self.sit(position), position)  # what was thought is kept: weighing adds nothing
        return super().explain(position)

    def notes(self, policy: Policy, n: int) -> list[str]:
        """How often each move was tried."""
        if self._descends:
            tried = zip(policy.visits[:n], policy.means[:n], strict=True)
            return [f"{visits:,} visits, mean {mean:+.2f}" for visits, mean in tried]
        return [f"{visits:,} visits" for visits in policy.visits[:n]]

    def nodes(self) -> int:
        """How many nodes the trees of this game have produced (the report's node counts)."""
        return int(uct.nodes_made(self._policy)) if self._policy is not None else 0
