"""The fields of every request, with their limits. Anything else is refused before an endpoint is called."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from papamu.agents.review import JUDGE
from papamu.web.limits import (
    EXPLAIN_BUDGET,
    LEAST_BUDGET,
    MOST_BUDGET,
    MOST_GAMES,
    MOST_MOVES,
    MOST_NAME,
    MOST_PACE,
    MOST_SPEC,
)

GameText = Annotated[str, StringConstraints(min_length=1, max_length=MOST_SPEC)]
AgentText = Annotated[str, StringConstraints(min_length=1, max_length=MOST_SPEC)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=120)]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
TableName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,20}$")]
Key = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
Moves = Annotated[list[MoveText], Field(max_length=MOST_MOVES)]
Ply = Annotated[int, Field(ge=0, le=MOST_MOVES)]
Seq = Annotated[int, Field(ge=0, le=2**31)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]
Budget = Annotated[int, Field(ge=LEAST_BUDGET, le=MOST_BUDGET)]


class Form(BaseModel):
    """What all forms have in common: no other fields, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatForm(Form):
    """A human, or an agent with its maximum number of milliseconds per move."""

    kind: Literal["person", "agent"]
    name: Annotated[str, StringConstraints(max_length=MOST_NAME)] = ""
    spec: AgentText | None = None
    budget_ms: Budget | None = None


class TablePosition(Form):
    """A position of a game at a table."""

    table: TableName
    ply: Ply | None = None


class TableForm(Form):
    """A new table: a game from its start, or from a position, a line of moves, a record or another table."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    game: GameText | None = None
    seats: Annotated[list[SeatForm], Field(min_length=1, max_length=4)]
    seed: Seed | None = None
    position: PositionText | None = None
    moves: Moves | None = None
    record: dict[str, Any] | None = None
    source: Annotated[TablePosition | None, Field(alias="from")] = None
    key: Key = ""
    paused: bool = False
    pace_ms: Annotated[int, Field(ge=0, le=MOST_PACE)] = 0


class ActionForm(Form):
    """An action at a table; `seq` is the number of the state that the page saw."""

    seq: Seq | None = None


class MoveForm(ActionForm):
    """A move by its number or its text."""

    n: Annotated[int, Field(ge=0, lt=2**40)] | None = None
    text: MoveText | None = None
    ms: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class ResignForm(ActionForm):
    """The seat that resigns; by default the human on turn."""

    seat: Annotated[int, Field(ge=0, le=3)] | None = None


class PauseForm(ActionForm):
    """Agents wait or continue, at a pace."""

    paused: bool
    pace_ms: Annotated[int, Field(ge=0, le=MOST_PACE)] | None = None


class PositionForm(Form):
    """A position to think about: of a table's game, or by game, position and moves."""

    table: TableName | None = None
    ply: Ply | None = None
    game: GameText | None = None
    position: PositionText | None = None
    moves: Moves | None = None


class ExplainForm(PositionForm):
    """The agent to ask for its value of each move; none: a hint, exact where it can be solved at once."""

    agent: AgentText | None = None
    budget_ms: Budget = EXPLAIN_BUDGET


class MatchForm(Form):
    """Who plays whom: as many agents as seats (or fewer: the last fills the rest), more in a tournament."""

    game: GameText
    agents: Annotated[list[AgentText], Field(min_length=1, max_length=8)]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 100
    seed: Seed = 1


class ReviewForm(PositionForm):
    """The game to review, and the agent that judges it."""

    agent: AgentText = JUDGE
    exact: bool = True  # also solve what can be solved


class RemakeForm(Form):
    """Tables of a study to reproduce (default: all)."""

    kind: Literal["table"]
    paper: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    tables: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=50)] = []
    scale: Literal["smoke", "laptop", "paper"] = "smoke"
    seeds: Annotated[int, Field(ge=1, le=20)] = 1
    jobs: Annotated[int, Field(ge=1, le=16)] = 1
