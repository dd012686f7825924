"""`adaptive+X`: plays agent X at the strength of the person it plays against.

It knows a person by name (`papamu play --player NAME`, or its option `player`) and keeps a rating of them
(`person_rating`, `person_store`). How strongly it plays follows from the rating and the wanted share, before a game
and not within it. In matches it stays at what is stored of its `player`, or as with somebody unknown, and
writes nothing: so they are the same when they are played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from papamu.agents import person_store
from papamu.agents.agent import Agent, CompiledAgent, Ending, Explanation, moves_since
from papamu.agents.closeness import Closeness, Thought
from papamu.agents.person_rating import FULL, REACH, PersonRating
from papamu.agents.person_store import Person
from papamu.agents.wrapper import Wrapper
from papamu.core.errors import AgentError
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.kernel.random import Stream
from papamu.search.adaptive.adaptive_policy import (
    BEST,
    CARRIED,
    DIAL,
    LOST,
    AdaptivePolicy,
    Restraint,
    fitting_move,
    new_adaptive_policy,
    new_restraint,
)
from papamu.search.policy import chosen_index, first_best_index, think

_ALIKE = 25.0  # points of rating that nobody notices


class AdaptiveAgent(Wrapper):
    """As strong as its person."""

    name = "adaptive"
    title = "plays the agent behind the + at your level, so that it scores a target share of the points"
    source = "Reversi paper, §1"
    has_own_opinion = False
    options_declared = (
        Option("share", 0.5, "its target score over many games", low=0.05, high=0.95),
        Option("player", "", "the player it adapts to (default: that of `papamu play --player`)"),
        Option("proof", 2000, "positions it may search to prove a short win", low=0, high=10**9),
    )

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        super().__init__(options, inner)
        if not self.other.has_opinion:
            raise AgentError(
                f"adaptive needs an agent that scores moves, and {self.other} only picks one: "
                "write adaptive+uct, adaptive+mc or another"
            )
        at: Agent | None = self.other
        while at is not None:
            if isinstance(at, AdaptiveAgent):
                raise AgentError("adaptive once is enough: write it only before one agent")
            at = at.inner
        self.deterministic = self.other.deterministic  # it draws only between equal moves
        named = str(self.options["player"])
        self.player = person_store.check_name(named) if named else ""
        self._met = False  # does a person sit at the table, so that results count?
        self._thoughts: list[tuple[Position, Thought]] = []
        self._restraint: tuple[Game, Restraint] | None = None  # of the game that it plays from Python

    @property
    def share(self) -> float:
        """The score that it is to come to."""
        return float(self.options["share"])

    def rating_for(self, game: Game) -> PersonRating:
        """What it knows of its person."""
        return self._person().rating_for(str(game), str(self.other))

    def _person(self) -> Person:
        """Its person. Who sits at the table may be new; whom only its option names must be known."""
        if not self.player:
            return Person("")
        return person_store.load_person(self.player if self._met else person_store.check_known(self.player))

    @property
    def identity(self) -> str:
        """With a person, what is known of them decides how it plays."""
        if not self.player:
            return super().identity
        known = sorted((key, rating.rating) for key, rating in self._person().ratings.items())
        return f"{super().identity} {hashlib.sha256(repr(known).encode()).hexdigest()[:12]}"

    # -- playing --------------------------------------------------------------------------------

    def policy(self, game: Game) -> AdaptivePolicy:
        """The wrapped agent's policy, held back as its person needs it."""
        restraint = self._new_restraint(game)
        self.set_strength(restraint, self.rating_for(game))
        return new_adaptive_policy(game, self.inner_policy(game), restraint)

    def _new_restraint(self, game: Game) -> Restraint:
        return new_restraint(game, self.scale, nodes=int(self.options["proof"]))

    def set_strength(self, restraint: Restraint, rating: PersonRating) -> None:
        """Turn the dial for a person with this rating."""
        restraint.knobs[DIAL] = rating.dial(self.share)

    def begin(self, game: Game, rng: Stream) -> None:
        """A new game, at the strength that fits now."""
        super().begin(game, rng)
        self._thoughts = []
        if self._restraint is not None and self._restraint[0] == game:
            self.set_strength(self._restraint[1], self.rating_for(game))

    def choose(self, position: Position) -> Move:
        """The move whose loss fits.

        The wrapped agent is asked by itself, not as a part of this policy: its search is then compiled once, for
        itself and for this agent.
        """
        restraint, rules = self._restraint_for(position), position.game.rules
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        n, first = self._weigh(position, restraint)
        move = int(fitting_move(restraint, rules, position.state, n, first, self.rng))
        self._thoughts.append((position, self._thought(restraint, position, move)))
        return position.game.moves[move]

    def _restraint_for(self, position: Position) -> Restraint:
        """The restraint for this position's game; in a new game nothing is carried over."""
        self.check_position(position)
        game = position.game
        if self._restraint is None or self._restraint[0] != game:
            self._restraint = game, self._new_restraint(game)
            self.set_strength(self._restraint[1], self.rating_for(game))
        restraint = self._restraint[1]
        if moves_since(self._seen, position) is None:
            restraint.knobs[CARRIED] = 0.0
        self._seen = position
        return restraint

    def _weigh(self, position: Position, restraint: Restraint) -> tuple[int, int]:
        """Write the moves and what the wrapped agent thinks of them; how many, and which it would play."""
        moves, values = restraint.workspace.moves, restraint.workspace.values
        if self.is_compiled and isinstance(self.other, CompiledAgent):
            policy = self.other.policy_for(position)
            n = int(think(policy, position.game.rules, position.state, self.rng, True))
            moves[:n], values[:n] = policy.workspace.moves[:n], policy.workspace.values[:n]
            return n, int(chosen_index(policy, n))
        scores = self.other.explain(position).scores
        n = len(scores)
        moves[:n] = [int(scored.move) for scored in scores]
        values[:n] = [scored.value for scored in scores]
        return n, int(first_best_index(restraint.workspace, n))

    def _thought(self, restraint: Restraint, position: Position, move: int) -> Thought:
        standing = None
        if self.scale is not None:
            low, high = self.scale
            standing = min(1.0, max(0.0, (float(restraint.note[BEST]) - low) / (high - low)))
        text = position.game.move_text(move)
        return Thought(len(position.line), text, float(restraint.note[LOST]), standing)

    def explain(self, position: Position) -> Explanation:
        """The wrapped agent's opinion; a player whom its option names must be known."""
        self.rating_for(position.game)
        return super().explain(position)

    def meaning(self, game: Game) -> str:
        """The wrapped agent's opinion."""
        return f"{self.other.meaning(game)}; it plays the move that gives away as much as suits its opponent"

    # -- the person -----------------------------------------------------------------------------

    def meet(self, person: str) -> None:
        """Results count from now on, for this person unless its option names another."""
        super().meet(person)
        self.player = self.player or person_store.check_name(person)
        self._met = True
        self._person()  # a damaged file is better found before the game

    def end(self, ending: Ending) -> tuple[str, ...]:
        """Rate the person, if there is one; how close it was, the new rating, what comes next."""
        said = super().end(ending)
        if not (self._met and ending.people):
            return said
        game, agent = str(ending.position.game), str(self.other)
        before = self._person().rating_for(game, agent)
        when = datetime.now().astimezone().isoformat(timespec="seconds")
        person = person_store.update_person(
            self.player,
            lambda now: now.with_rating(
                game, agent, now.rating_for(game, agent).after(ending.score, self.share, when)
            ),
        )
        line = ending.position.line
        thoughts = [thought for at, thought in self._thoughts if any(at is one for one in line)]
        after = person.rating_for(game, agent)
        return (*said, *Closeness.of(thoughts).lines(), self._rating_text(person.name, before, after))

    def _rating_text(self, name: str, before: PersonRating, after: PersonRating) -> str:
        games = "1 game" if after.games == 1 else f"{after.games} games"
        change = f"{after.rating - before.rating:+.0f}"
        now, then = before.strength(self.share), after.strength(self.share)
        if then >= FULL:
            plan = f"it plays {self.other} at full strength"
        elif then <= FULL - REACH:
            plan = "it plays as badly as it can"
        elif abs(then - now) < _ALIKE:
            plan = "it plays about as strongly as now"
        else:
            plan = f"it plays {'more' if then > now else 'less'} strongly"
        return f"{name}: rating {after.rating:.0f} ({change}) after {games}; next time {plan}."
