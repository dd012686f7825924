"""Where games are played: a room has its own copies of the players, and plays one batch after another.

If all players are compiled, the whole batch is (`games.play_games`). Else the same game is played move by
move through Python, with the same streams. Who raises an error there or makes an illegal move loses that
game, and the reason is kept.
"""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent, CompiledAgent, Ending
from papamu.arena.games import SEATS, Sheet, open_game, play_games, sheet, stirred
from papamu.arena.plan import Plan
from papamu.errors import PapamuError
from papamu.games import rules as contract
from papamu.games.position import Move, Position
from papamu.games.rules import MOST_PLIES, NONE, Floats, Moves
from papamu.search.policy import Nobody, Policy, desk

_LENGTH = 512  # room for the moves of a game that are to be kept; longer games are played again


@dataclass(frozen=True)
class Batch:
    """The results of some games, in their order."""

    games: Moves  # [game]: their numbers
    returns: Floats  # [game, agent]
    seats: Moves  # [game, agent]: where each sat
    plies: Moves  # [game]
    prints: NDArray[np.uint64]  # [game]
    made: Moves  # [agent]: moves made in all of them
    seconds: Floats  # [agent + 1]: thought by each; the last: all in all (of a match: on the wall)
    moves: Moves  # [game, length] or [game, 0]
    events: Moves  # the same for what chance did
    faults: NDArray[np.str_]  # [game]: why it was forfeited, mostly ""

    @property
    def figures(self) -> Batch:
        """Without the moves, which take most of the room."""
        return replace(self, moves=self.moves[:, :0].copy(), events=self.events[:, :0].copy())

    def to_bytes(self) -> bytes:
        """For the store."""
        out = io.BytesIO()
        np.savez_compressed(out, **vars(self))
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Batch:
        """From the store."""
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return cls(**{name: arrays[name] for name in arrays.files})


class Room:
    """Players of a plan, with room to think; one thread at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.agents = [agent.clone() for agent in plan.agents]
        self.compiled = all(agent.is_compiled for agent in self.agents)
        if self.compiled:
            self.policies, self.chair = _seated(plan, self.agents)
            self._play(sheet(plan.game.num_players, 0))  # compiles, so that no batch has to

    def play(self, first: int, count: int) -> Batch:
        """Games `first` … `first + count - 1`."""
        plan = self.plan
        games = np.arange(first, first + count, dtype=np.int64)
        length = _LENGTH if plan.keep_moves else 0
        while True:
            page = sheet(plan.game.num_players, count, length)
            page.streams[:] = plan.streams(games)
            page.openings[:] = plan.openings(games)
            seats = plan.seats(games)
            began = time.perf_counter()
            faults = [""] * count
            if self.compiled:
                page.seats[:] = self.chair[seats]
                self._play(page)
                made, thought = self._by_agent(page, seats, time.perf_counter() - began)
            else:
                page.seats[:] = seats
                faults, made, thought = self._play_in_python(page)
            if length == 0 or page.plies.max(initial=0) <= length:
                break
            length = int(page.plies.max())
        agents = np.argsort(seats, axis=1)  # [game, agent]: the seat of each
        longest = int(page.plies.max(initial=0))
        return Batch(
            games=games,
            returns=np.take_along_axis(page.returns, agents, axis=1),
            seats=agents,
            plies=page.plies,
            prints=page.prints,
            made=made,
            seconds=np.append(thought, time.perf_counter() - began),
            moves=page.moves[:, :longest].copy(),  # else the whole page lives on behind them
            events=page.events[:, :longest].copy(),
            faults=np.array(faults, dtype=np.str_),
        )

    # -- compiled ---------------------------------------------------------------------------------

    def _play(self, page: Sheet) -> None:
        game, a, b, c, d = self.plan.game, *self.policies
        play_games(game.rules, a, b, c, d, page, game.new_state(), self.plan.opening_plies, MOST_PLIES)

    def _by_agent(self, page: Sheet, seats: Moves, elapsed: float) -> tuple[Moves, Floats]:
        """Moves and seconds of each agent; those who share a policy share its time alike."""
        agents = self.plan.game.num_players
        sharing = np.bincount(self.chair[:agents], minlength=SEATS)[self.chair[:agents]]
        tick = elapsed / max(1, int(page.ticks[SEATS]))
        made = page.made[self.chair[:agents]] // sharing
        return made, page.ticks[self.chair[:agents]] * tick / sharing

    # -- move by move -----------------------------------------------------------------------------

    def _play_in_python(self, page: Sheet) -> tuple[list[str], Moves, Floats]:
        players = self.plan.game.num_players
        made, thought = np.zeros(players, dtype=np.int64), np.zeros(players)
        faults = [self._play_one(page, game, made, thought) for game in range(len(page.seats))]
        return faults, made, thought

    def _play_one(self, page: Sheet, number: int, made: Moves, thought: Floats) -> str:
        """One game; returns why it was forfeited, or nothing."""
        game = self.plan.game
        rules, state = game.rules, game.new_state()
        open_game(rules, state, page, number, self.plan.opening_plies)
        rng = page.streams[number]
        seats = page.seats[number]
        position = Position(game, state)
        for who in range(game.num_players):
            try:
                self.agents[who].begin(game, rng)
            except Exception as error:
                return _forfeit(page, number, int(np.argsort(seats)[who]), self.agents[who], error)
        while not position.is_over and page.plies[number] < MOST_PLIES:
            seat = position.player
            agent = self.agents[seats[seat]]
            before = time.perf_counter()
            try:
                move = position._checked(agent.choose(position))
            except Exception as error:
                return _forfeit(page, number, seat, agent, error)
            thought[seats[seat]] += time.perf_counter() - before
            made[seats[seat]] += 1
            position = self._played(page, number, position, move)
        if position.is_over:
            page.returns[number] = position.returns
            for seat in range(game.num_players):
                agent = self.agents[seats[seat]]
                try:
                    agent.end(Ending(position, seat))
                except Exception as error:
                    return _forfeit(page, number, seat, agent, error)
        return ""

    def _played(self, page: Sheet, number: int, position: Position, move: int) -> Position:
        game, ply = self.plan.game, int(page.plies[number])
        state = position.state.copy()
        contract.play(game.rules, state, move)
        event = int(contract.chance(game.rules, state, page.streams[number]))
        if ply < page.moves.shape[1]:
            page.moves[number, ply] = move
            page.events[number, ply] = event
        with_move = np.uint64(stirred(page.prints[number], np.uint64(move + 1)))
        page.prints[number] = np.uint64(stirred(with_move, np.uint64(event + 1)))
        page.plies[number] += 1
        happened = None if event == NONE else game.event_text(event)
        return Position(game, state, position, Move(game, move), happened)


def _forfeit(page: Sheet, number: int, seat: int, agent: Agent, error: Exception) -> str:
    """The one at fault loses to all others."""
    players = page.returns.shape[1]
    page.returns[number] = 1.0 if players == 2 else 1.0 / max(1, players - 1)
    page.returns[number, seat] = -1.0
    what = str(error) if isinstance(error, PapamuError) else f"{type(error).__name__}: {error}"
    return f"{agent} forfeited: {' '.join(what.split())[:300]}"


def _seated(plan: Plan, agents: list[Agent]) -> tuple[list[Policy], NDArray[np.int64]]:
    """Four policies, and which of them each agent is.

    Equal agents that remember nothing share one. Sorted by kind, so that A – B and B – A are one compilation.
    """
    by_identity: dict[str, int] = {}
    order = sorted(range(len(agents)), key=lambda who: (type(agents[who]).__name__, who))
    policies: list[Policy] = []
    chair = np.zeros(SEATS, dtype=np.int64)
    for who in order:
        agent: Any = agents[who]
        assert isinstance(agent, CompiledAgent)
        if agent.remembers or agent.identity not in by_identity:
            by_identity[agent.identity] = len(policies)
            policies.append(agent.policy(plan.game))
        chair[who] = by_identity[agent.identity]
    return policies + [Nobody(desk(plan.game))] * (SEATS - len(policies)), chair
