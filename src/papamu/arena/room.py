"""Where games are played: a room has its own copies of the players, and plays one batch after another.

If all players are compiled, the whole batch is (`games.play_games`). Else the same game is played move by
move through Python, with the same streams; if somebody thinks faster about many games at the same time, at
many tables. Who raises an error there or makes an illegal move loses that game, and the reason is kept.
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
        self._clones: dict[tuple[int, int], Agent] = {}  # at the tables after the first
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
        """All games of a page, at as many tables as the plan has; when a game is over, the next begins."""
        players = self.plan.game.num_players
        made, thought = np.zeros(players, dtype=np.int64), np.zeros(players)
        faults = [""] * len(page.seats)
        numbers = iter(range(len(page.seats)))
        played: dict[int, tuple[int, Position]] = {}  # by table: which game, and how it stands

        def next_game(table: int) -> None:
            for number in numbers:
                position, faults[number] = self._begin(page, number, table)
                if position is not None:
                    played[table] = number, position
                    return

        for table in range(self.plan.tables):
            next_game(table)
        while played:
            for table in [table for table, (number, at) in played.items() if self._is_over(page, number, at)]:
                number, position = played.pop(table)
                faults[number] = self._end(page, number, table, position)
                next_game(table)
            for who, tables in self._asked(page, played).items():
                positions = [played[table][1] for table in tables]
                before = time.perf_counter()
                answers = self._ask(who, tables, positions)
                thought[who] += time.perf_counter() - before
                made[who] += len(tables)
                for table, position, answer in zip(tables, positions, answers, strict=True):
                    number = played[table][0]
                    if isinstance(answer, Exception):
                        faults[number] = _forfeit(page, number, position.player, self.agents[who], answer)
                        del played[table]
                        next_game(table)
                    else:
                        played[table] = number, self._played(page, number, position, answer)
        return faults, made, thought

    def _begin(self, page: Sheet, number: int, table: int) -> tuple[Position | None, str]:
        """A game at a table; or why it was forfeited before it began."""
        game = self.plan.game
        state = game.new_state()
        open_game(game.rules, state, page, number, self.plan.opening_plies)
        for who in range(game.num_players):
            agent = self._at(table, who)
            try:
                agent.begin_at(table, game, page.streams[number])
            except Exception as error:
                seat = int(np.argsort(page.seats[number])[who])
                return None, _forfeit(page, number, seat, agent, error)
        return Position(game, state), ""

    def _is_over(self, page: Sheet, number: int, position: Position) -> bool:
        return position.is_over or page.plies[number] >= MOST_PLIES

    def _end(self, page: Sheet, number: int, table: int, position: Position) -> str:
        """Write the result; returns why the game was forfeited after all, or nothing."""
        if position.is_over:
            page.returns[number] = position.returns
            for seat in range(self.plan.game.num_players):
                agent = self._at(table, page.seats[number, seat])
                try:
                    agent.end(Ending(position, seat))
                except Exception as error:
                    return _forfeit(page, number, seat, agent, error)
        return ""

    def _asked(self, page: Sheet, played: dict[int, tuple[int, Position]]) -> dict[int, list[int]]:
        """Which agent is to move at which tables."""
        asked: dict[int, list[int]] = {}
        for table, (number, position) in played.items():
            if not self._is_over(page, number, position):
                asked.setdefault(int(page.seats[number, position.player]), []).append(table)
        return asked

    def _ask(self, who: int, tables: list[int], positions: list[Position]) -> list[int | Exception]:
        """Its moves at these tables, or what went wrong."""
        together = self.agents[who].together
        if together and len(tables) > 1:
            try:
                moves = self.agents[who].choose_at(tables, positions)
                return [_checked(position, move) for position, move in zip(positions, moves, strict=True)]
            except Exception:
                pass  # then one by one: who fails at one table loses no other game
        answers: list[int | Exception] = []
        for table, position in zip(tables, positions, strict=True):
            agent = self._at(table, who)
            try:
                move = agent.choose_at([table], [position])[0] if together else agent.choose(position)
                answers.append(_checked(position, move))
            except Exception as error:
                answers.append(error)
        return answers

    def _at(self, table: int, who: int) -> Agent:
        """Who sits at a table: the agent itself if it plays together, else one of its own for each table."""
        agent = self.agents[who]
        if table == 0 or agent.together:
            return agent
        key = table, int(who)
        if key not in self._clones:
            self._clones[key] = agent.clone()
        return self._clones[key]

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


def _checked(position: Position, move: int) -> int | Exception:
    """A move, or why it is none."""
    try:
        return position._checked(move)
    except Exception as error:
        return error


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
