"""`uct`: tree search with random rollouts, by a number of simulations or by the clock."""

from __future__ import annotations

from papamu.agents.agent import CompiledAgent, Explanation
from papamu.agents.baselines import GreedyAgent
from papamu.agents.time_limit import search_for
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.rules import large_move
from papamu.search.mcts import checkers_report_uct as report_uct
from papamu.search.mcts import progressive_widening, uct
from papamu.search.policy import Policy, chosen_index, think

MEGABYTES_OPTION = Option("megabytes", 256, "memory limit in megabytes", low=1, high=10**6)
# How a simulation goes on where it leaves the tree.
RANDOM, TREE, LARGE, NONE = "random", "tree", "large", "none"


class UctAgent(CompiledAgent):
    """Tree search with random rollouts, or with the checkers report's."""

    name = "uct"
    title = "tree search with random rollouts, or with the checkers report's; the tree survives between moves"
    source = "checkers report, §4"
    options_declared = (
        Option("sims", 500, "simulations (rollouts) per move", low=1, high=10**9),
        Option(
            "c", 1.41, "exploration constant; results are -1 to 1, with rollout=tree pieces", low=0, high=1000
        ),
        Option("select", "uct", "how a child is selected: the report's three ways", tuple(uct.SELECTS)),
        Option(
            "rollout",
            RANDOM,
            "moves outside the tree: random; selected and stored too (tree, the report's way, with c=1); large "
            "pieces first (large, for Blokus); or none: the network behind the + gives the value instead",
            (RANDOM, TREE, LARGE, NONE),
        ),
        Option(
            "widen",
            0.0,
            "search only the best 1 + widen · √visits moves of each position, as ranked by the agent behind the "
            "+ (or greedy); 0: all moves",
            low=0,
            high=1000,
        ),
        Option("ms", 0, "milliseconds per move, instead of sims", low=0, high=10**8),
        MEGABYTES_OPTION,
    )
    may_wrap = True
    remembers = True
    scale: tuple[float, float] | None = (-1.0, 1.0)

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.is_compiled = not self.options["ms"]  # compiled code does not watch the clock
        self.sample = "simulations" if self.options["rollout"] == NONE else "random games"
        if self._is_report_search:
            self.scale = None  # pieces, not results
            self.deterministic = self.is_compiled

    @property
    def _is_report_search(self) -> bool:
        return bool(self.options["rollout"] == TREE)

    @property
    def _is_ordered(self) -> bool:
        """Does somebody order the moves?"""
        options = self.options
        return bool(self.inner or options["widen"] or options["rollout"] in (LARGE, NONE))

    def refusal(self, game: Game) -> str | None:
        """What is behind the + must be able to do what is asked of it."""
        rollout = self.options["rollout"]
        if rollout == LARGE and type(game.rules) not in large_move.implementations:
            return "rollout=large is for games where moves differ in size, like blokus"
        if rollout == NONE and not hasattr(self.inner, "judged"):
            return "rollout=none needs a network that judges positions: uct:rollout=none+mlp:FILE"
        if self.inner and not (isinstance(self.inner, CompiledAgent) and self.inner.is_compiled):
            return f"{self.inner} cannot order moves: only compiled agents do"
        if self.inner and self._is_report_search:
            return "rollout=tree does not order moves: it takes no agent behind the +"
        return super().refusal(game)

    def policy(self, game: Game) -> Policy:
        """A tree of its own."""
        options = self.options
        sims = None if options["ms"] else int(options["sims"])
        c, select, megabytes = float(options["c"]), str(options["select"]), float(options["megabytes"])
        if not self._is_ordered:
            return (report_uct.new_report_uct if self._is_report_search else uct.new_uct)(
                game, sims, c, select, megabytes
            )
        orders = self.inner if isinstance(self.inner, CompiledAgent) else GreedyAgent()
        scale = getattr(orders, "judged", (-1.0, 1.0))
        how = float(options["widen"]), select, str(options["rollout"]), scale
        return progressive_widening.new_widening(game, sims, orders.policy(game), c, *how, megabytes)

    def meaning(self, game: Game) -> str:
        """A mean result, or the report's U."""
        if self._is_report_search:
            return (
                "U: the mean lead in points of the rollouts through the move, plus a bonus for rarely "
                "tried moves; it plays the move with the highest U"
            )
        plays = "the most visits" if self.options["select"] == "uct" else "the best mean"
        between = "" if game.num_players == 2 else ", places between"
        return (
            f"mean result of the simulations through the move (1 won, -1 lost{between}; -2: never tried); "
            f"it plays the move with {plays}"
        )

    def choose(self, position: Position) -> Move:
        """Simulate by number, or by the clock."""
        if not self.options["ms"]:
            return super().choose(position)
        policy = self.policy_for(position)
        self._think(policy, position)
        return position.game.moves[self._decide(policy, position)]

    def _decide(self, policy: Policy, position: Position) -> int:
        """The move to play by the tree as it is; what it knows of all moves is then on the policy's workspace."""
        if self._is_report_search:
            return int(report_uct.decide(policy, position.game.rules, position.state))
        return int(policy.workspace.moves[chosen_index(policy, len(position.legal_moves))])

    def _think(self, policy: Policy, position: Position) -> None:
        """Simulate until the time is up, in slices.

        Each slice is made by `think`, which weighs the moves too: the same compiled code as without a clock.
        """
        rules, state = position.game.rules, position.state

        def search(sims: int) -> bool:
            if self._is_report_search:
                report_uct.run_rollouts(policy, rules, state, sims, self.rng)
            else:
                think(policy._replace(sims=sims), rules, state, self.rng, True)
            return False

        if self._is_report_search:
            report_uct.start_tree(policy)
        search(1)  # compiles, if it must: that is not thinking
        if len(position.legal_moves) > 1:
            search_for(self.options["ms"], search, first=1)

    def explain(self, position: Position) -> Explanation:
        """With the visits of each move."""
        if not self.options["ms"]:
            return super().explain(position)
        policy = self.policy_for(position)
        self._think(policy, position)
        self._decide(policy, position)
        return self.explanation(policy, position, len(position.legal_moves))

    def notes(self, policy: Policy, n: int) -> list[str]:
        """How often each move was tried."""
        if self._is_report_search:
            tried = zip(policy.visits[:n], policy.means[:n], strict=True)
            return [f"{visits:,} visits, mean {mean:+.2f}" for visits, mean in tried]
        return [f"{visits:,} visits" for visits in policy.visits[:n]]

    def visits(self, policy: Policy, n: int) -> list[int | None]:
        """The simulations through each move."""
        return [None] * n if self._is_report_search else [int(visits) for visits in policy.visits[:n]]

    def nodes(self) -> int:
        """How many nodes the trees of this game have produced (the report's node counts)."""
        return int(uct.nodes_made(self._policy)) if self._policy is not None else 0
