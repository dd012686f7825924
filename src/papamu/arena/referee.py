"""The referee: plays batches of games with its own copies of the players, and declares forfeits.

If all players are compiled, the whole batch is (`compiled_games.play_games`). Else the same games are played move
by move in Python, with the same random streams; if an agent thinks faster about many games at once, at many
tables. A player that raises an error or makes an illegal move loses that game, and the reason is kept; or, where the
plan says so (`Plan.raising`), the error is raised.
"""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent, CompiledAgent, Ending
from papamu.arena.compiled_games import (
    SEATS,
    GameBatch,
    mix_fingerprint,
    new_game_batch,
    open_game,
    play_games,
    widened,
)
from papamu.arena.plan import Plan
from papamu.core.errors import AgentError, PapamuError
from papamu.games import rules as contract
from papamu.games.position import Move, Position
from papamu.games.rules import MOST_PLIES, NONE, Floats, Moves
from papamu.search.policy import NullPolicy, Policy, new_workspace

_LENGTH = 512  # room for the moves of a game that are to be kept; longer games get more when they need it


@dataclass(frozen=True)
class BatchResults:
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
    def figures(self) -> BatchResults:
        """Without the moves, which take most of the room."""
        return replace(self, moves=self.moves[:, :0].copy(), events=self.events[:, :0].copy())

    def to_bytes(self) -> bytes:
        """For the store."""
        out = io.BytesIO()
        np.savez_compressed(out, **vars(self))
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> BatchResults:
        """From the store."""
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return cls(**{name: arrays[name] for name in arrays.files})


class _NoMoveError(PapamuError):
    """What an agent answered is no legal move."""


class Referee:
    """Players of a plan, with room to think; one thread at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.agents = [agent.clone() for agent in plan.agents]
        self._clones: dict[tuple[int, int], Agent] = {}  # at the tables after the first
        self.compiled = all(agent.is_compiled for agent in self.agents)
        if self.compiled:
            self.policies, self.policy_of = _share_policies(plan, self.agents)
            self._play(new_game_batch(plan.game.num_players, 0))  # compiles, so that no batch has to

    def play(self, first: int, count: int) -> BatchResults:
        """Games `first` … `first + count - 1`."""
        plan = self.plan
        games = np.arange(first, first + count, dtype=np.int64)
        length = max(_LENGTH, plan.opening_plies) if plan.keep_moves else 0
        batch = new_game_batch(plan.game.num_players, count, length)
        batch.streams[:] = plan.streams(games)
        batch.openings[:] = plan.openings(games)
        seats = plan.seats(games)
        began = time.perf_counter()
        faults = [""] * count
        if self.compiled:
            batch.seats[:] = self.policy_of[seats]
            batch = self._play(batch)
            made, thought = self._by_agent(batch, seats, time.perf_counter() - began)
        else:
            batch.seats[:] = seats
            batch, faults, made, thought = self._play_in_python(batch)
        agents = np.argsort(seats, axis=1)  # [game, agent]: the seat of each
        longest = int(batch.plies.max(initial=0))
        return BatchResults(
            games=games,
            returns=np.take_along_axis(batch.returns, agents, axis=1),
            seats=agents,
            plies=batch.plies,
            prints=batch.prints,
            made=made,
            seconds=np.append(thought, time.perf_counter() - began),
            moves=batch.moves[:, :longest].copy(),  # else the whole batch lives on behind them
            events=batch.events[:, :longest].copy(),
            faults=np.array(faults, dtype=np.str_),
        )

    # -- compiled ---------------------------------------------------------------------------------

    def _play(self, batch: GameBatch) -> GameBatch:
        """Play all games of a batch; returns it with the room that their moves needed."""
        game, a, b, c, d = self.plan.game, *self.policies
        state, opening_plies = game.new_state(), self.plan.opening_plies
        stopped = NONE
        while True:
            stopped = play_games(game.rules, a, b, c, d, batch, state, opening_plies, MOST_PLIES, stopped)
            if stopped == NONE:
                return batch
            batch = widened(batch)

    def _by_agent(self, batch: GameBatch, seats: Moves, elapsed: float) -> tuple[Moves, Floats]:
        """Moves and seconds of each agent; those who share a policy share its time alike."""
        agents = self.plan.game.num_players
        sharing = np.bincount(self.policy_of[:agents], minlength=SEATS)[self.policy_of[:agents]]
        tick = elapsed / max(1, int(batch.ticks[SEATS]))
        made = batch.made[self.policy_of[:agents]] // sharing
        return made, batch.ticks[self.policy_of[:agents]] * tick / sharing

    # -- move by move -----------------------------------------------------------------------------

    def _play_in_python(self, batch: GameBatch) -> tuple[GameBatch, list[str], Moves, Floats]:
        """All games of a batch, at as many tables as the plan has; when a game is over, the next begins."""
        players = self.plan.game.num_players
        made, thought = np.zeros(players, dtype=np.int64), np.zeros(players)
        faults = [""] * len(batch.seats)
        numbers = iter(range(len(batch.seats)))
        played: dict[int, tuple[int, Position]] = {}  # by table: which game, and how it stands

        def next_game(table: int) -> None:
            for number in numbers:
                position, faults[number] = self._begin(batch, number, table)
                if position is not None:
                    played[table] = number, position
                    return

        for table in range(self.plan.tables):
            next_game(table)
        while played:
            if self.plan.keep_moves and batch.plies.max() >= batch.moves.shape[1]:
                batch = widened(batch)
            for table in [
                table for table, (number, at) in played.items() if self._is_over(batch, number, at)
            ]:
                number, position = played.pop(table)
                faults[number] = self._end(batch, number, table, position)
                next_game(table)
            for who, tables in self._asked(batch, played).items():
                positions = [played[table][1] for table in tables]
                before = time.perf_counter()
                answers = self._ask(who, tables, positions)
                thought[who] += time.perf_counter() - before
                made[who] += len(tables)
                for table, position, answer in zip(tables, positions, answers, strict=True):
                    number = played[table][0]
                    if isinstance(answer, Exception):
                        self._raise(who, answer, f"in {position!r}")
                        faults[number] = _forfeit(batch, number, position.player, self.agents[who], answer)
                        del played[table]
                        next_game(table)
                    else:
                        played[table] = number, self._played(batch, number, position, answer)
        return batch, faults, made, thought

    def _begin(self, batch: GameBatch, number: int, table: int) -> tuple[Position | None, str]:
        """A game at a table; or why it was forfeited before it began."""
        game = self.plan.game
        state = game.new_state()
        open_game(game.rules, state, batch, number, self.plan.opening_plies)
        for who in range(game.num_players):
            agent = self._at(table, who)
            try:
                agent.begin_table(table, game, batch.streams[number])
            except Exception as error:
                self._raise(who, error, "before the first move")
                seat = int(np.argsort(batch.seats[number])[who])
                return None, _forfeit(batch, number, seat, agent, error)
        return Position(game, state), ""

    def _is_over(self, batch: GameBatch, number: int, position: Position) -> bool:
        return position.is_over or batch.plies[number] >= MOST_PLIES

    def _end(self, batch: GameBatch, number: int, table: int, position: Position) -> str:
        """Write the result; returns why the game was forfeited after all, or nothing."""
        if position.is_over:
            batch.returns[number] = position.returns
            for seat in range(self.plan.game.num_players):
                who = int(batch.seats[number, seat])
                agent = self._at(table, who)
                try:
                    agent.end(Ending(position, seat))
                except Exception as error:
                    self._raise(who, error, "after the last move")
                    return _forfeit(batch, number, seat, agent, error)
        return ""

    def _asked(self, batch: GameBatch, played: dict[int, tuple[int, Position]]) -> dict[int, list[int]]:
        """Which agent is to move at which tables."""
        asked: dict[int, list[int]] = {}
        for table, (number, position) in played.items():
            if not self._is_over(batch, number, position):
                asked.setdefault(int(batch.seats[number, position.player]), []).append(table)
        return asked

    def _ask(self, who: int, tables: list[int], positions: list[Position]) -> list[int | Exception]:
        """Its moves at these tables, or what went wrong."""
        batched = self.agents[who].batched
        if batched and len(tables) > 1:
            try:
                moves = self.agents[who].choose_batch(tables, positions)
                return [_checked(position, move) for position, move in zip(positions, moves, strict=True)]
            except Exception:
                pass  # then one by one: who fails at one table loses no other game
        answers: list[int | Exception] = []
        for table, position in zip(tables, positions, strict=True):
            agent = self._at(table, who)
            try:
                move = agent.choose_batch([table], [position])[0] if batched else agent.choose(position)
                answers.append(_checked(position, move))
            except Exception as error:
                answers.append(error)
        return answers

    def _raise(self, who: int, error: Exception, when: str) -> None:
        """Raise what went wrong with an agent, if its errors are not to become forfeits."""
        if who not in self.plan.raising:
            return
        agent = self.agents[who]
        if isinstance(error, _NoMoveError):
            error = AgentError(f"{agent} made no legal move: {error}")
        error.add_note(f"{agent} failed {when} (on_error='forfeit' lets it lose the game instead)")
        raise error

    def _at(self, table: int, who: int) -> Agent:
        """Who sits at a table: the agent itself if it is batched, else one of its own for each table."""
        agent = self.agents[who]
        if table == 0 or agent.batched:
            return agent
        key = table, int(who)
        if key not in self._clones:
            self._clones[key] = agent.clone()
        return self._clones[key]

    def _played(self, batch: GameBatch, number: int, position: Position, move: int) -> Position:
        game, ply = self.plan.game, int(batch.plies[number])
        state = position.state.copy()
        contract.play(game.rules, state, move)
        event = int(contract.chance(game.rules, state, batch.streams[number]))
        if ply < batch.moves.shape[1]:
            batch.moves[number, ply] = move
            batch.events[number, ply] = event
        with_move = np.uint64(mix_fingerprint(batch.prints[number], np.uint64(move + 1)))
        batch.prints[number] = np.uint64(mix_fingerprint(with_move, np.uint64(event + 1)))
        batch.plies[number] += 1
        happened = None if event == NONE else game.event_text(event)
        return Position(game, state, position, Move(game, move), happened)


def _checked(position: Position, move: int) -> int | Exception:
    """A move, or why it is none."""
    try:
        return position._checked(move)
    except PapamuError as error:
        return _NoMoveError(str(error))
    except Exception as error:
        return error


def _forfeit(batch: GameBatch, number: int, seat: int, agent: Agent, error: Exception) -> str:
    """The one at fault loses to all others."""
    players = batch.returns.shape[1]
    batch.returns[number] = 1.0 if players == 2 else 1.0 / max(1, players - 1)
    batch.returns[number, seat] = -1.0
    what = str(error) if isinstance(error, PapamuError) else f"{type(error).__name__}: {error}"
    return f"{agent} forfeited: {' '.join(what.split())[:300]}"


def _share_policies(plan: Plan, agents: list[Agent]) -> tuple[list[Policy], NDArray[np.int64]]:
    """Four policies, and which of them each agent is.

    Equal agents that remember nothing share one. Sorted by name, so that A – B and B – A are one compilation.
    """
    by_identity: dict[str, int] = {}
    order = sorted(range(len(agents)), key=lambda who: (agents[who].name, who))
    policies: list[Policy] = []
    policy_of = np.zeros(SEATS, dtype=np.int64)
    for who in order:
        agent: Any = agents[who]
        assert isinstance(agent, CompiledAgent)
        if agent.remembers or agent.identity not in by_identity:
            by_identity[agent.identity] = len(policies)
            policies.append(agent.policy(plan.game))
        policy_of[who] = by_identity[agent.identity]
    return policies + [NullPolicy(new_workspace(plan.game))] * (SEATS - len(policies)), policy_of
