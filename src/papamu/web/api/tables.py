"""Tables over HTTP: open one, look at it, move, undo, resign."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from fastapi.responses import Response

from papamu.agents import person_store as people
from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import ActionForm, Key, MoveForm, PauseForm, ResignForm, SeatForm, TableForm
from papamu.web.api.positions import play_moves
from papamu.web.limits import MOST_MOVES
from papamu.web.tables.position_view import view
from papamu.web.tables.table import Seat, Table
from papamu.web.tables.table_manager import TableManager
from papamu.web.validation import read_game

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[a-z0-9]{1,20}$", description="The id of a table.")]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)


@router.post("", status_code=201)
async def new_table(form: TableForm, request: Request) -> Json:
    """Open a table: its seats, its game and its starting position."""
    manager = tables_of(request)
    return await blocking(request, lambda: _open(manager, form))


@router.get("")
async def recent_tables(
    request: Request,
    mine: Annotated[Key | None, Query()] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 30,
) -> list[Json]:
    """The tables that changed last, in short; `mine`: only those opened with this key."""
    manager = tables_of(request)
    return await blocking(request, lambda: manager.store.recent(most, mine))


@router.get("/{name}")
async def table(name: Name, request: Request) -> Json:
    """A table as it is now."""
    return await blocking(request, lambda: tables_of(request).table(name))


@router.get("/{name}/at/{ply}")
async def position_at(name: Name, ply: Annotated[int, InPath(ge=0, le=MOST_MOVES)], request: Request) -> Json:
    """The position after this many moves."""
    return await blocking(request, lambda: view(tables_of(request).position(name, ply)))


@router.get("/{name}/record")
async def record(name: Name, request: Request) -> Response:
    """The game so far as a record, which `papamu replay` checks."""
    found = await blocking(request, lambda: tables_of(request).record(name).to_json())
    headers = {"content-disposition": f'attachment; filename="papamu-{name}.json"'}
    return Response(found + "\n", media_type="application/json", headers=headers)


@router.post("/{name}/move")
async def move(name: Name, form: MoveForm, request: Request) -> Json:
    """Move, by the number or the text of a legal move."""
    if (form.n is None) == (form.text is None):
        raise PapamuError("give a move by its number n or by its text, one of the two")
    chosen = form.text if form.n is None else form.n
    assert chosen is not None
    return await blocking(request, lambda: tables_of(request).move(name, chosen, form.seq, form.ms))


@router.post("/{name}/undo")
async def undo(name: Name, form: ActionForm, request: Request) -> Json:
    """Back to the last move of a human."""
    return await blocking(request, lambda: tables_of(request).change(name, form.seq, Table.undo))


@router.post("/{name}/resign")
async def resign(name: Name, form: ResignForm, request: Request) -> Json:
    """A human resigns."""

    def resign_seat(table: Table) -> Table:
        return table.resign(table.position.player if form.seat is None else form.seat)

    return await blocking(request, lambda: tables_of(request).change(name, form.seq, resign_seat))


@router.post("/{name}/swap")
async def swap(name: Name, form: ActionForm, request: Request) -> Json:
    """All players move to the next seat."""
    return await blocking(request, lambda: tables_of(request).change(name, form.seq, Table.swap))


@router.post("/{name}/pause")
async def pause(name: Name, form: PauseForm, request: Request) -> Json:
    """Pause the agents, or let them continue."""

    def change(table: Table) -> Table:
        return table.pause(form.paused, form.pace_ms)

    return await blocking(request, lambda: tables_of(request).change(name, form.seq, change))


@router.post("/{name}/think")
async def think(name: Name, form: ActionForm, request: Request) -> Json:
    """Ask the agent on turn for its move: after it returned none, or for one step while the table is paused."""
    return await blocking(request, lambda: tables_of(request).think(name, form.seq))


@router.post("/{name}/stop-thinking")
async def stop_thinking(name: Name, form: ActionForm, request: Request) -> Json:
    """Stop the agent that is thinking; a human may then move in its place."""
    return await blocking(request, lambda: tables_of(request).stop_thinking(name, form.seq))


# -- new tables ---------------------------------------------------------------------------------------


def _open(manager: TableManager, form: TableForm) -> Json:
    position, times = _start_of(manager, form)
    seats = [_seat(seat) for seat in form.seats]
    return manager.open(position, times, seats, form.seed, form.key, form.paused, form.pace_ms)


def _seat(form: SeatForm) -> Seat:
    if form.kind == "person":
        if form.spec is not None or form.budget_ms is not None:
            raise PapamuError("a human has no spec and no budget")
        return Seat("person", people.check_name(form.name or "you"))
    if form.spec is None:
        raise PapamuError("an agent needs a spec, like mc:playouts=20")
    return Seat("agent", form.name.strip() or form.spec, form.spec, form.budget_ms)


def _start_of(manager: TableManager, form: TableForm) -> tuple[Position, Sequence[int | None]]:
    """The position a new table starts from, with a time (unknown) for each move before it."""
    if form.source is not None:
        if form.game or form.record or form.position or form.moves:
            raise PapamuError("'from' is enough: leave out game, position, moves and record")
        position = manager.position(form.source.table, form.source.ply)
    elif form.record is not None:
        if form.game or form.position or form.moves:
            raise PapamuError("a record is enough: leave out game, position and moves")
        read_game(str(form.record.get("game", "")))  # within the limits, before anything is played through
        found = Record.from_json(json.dumps(form.record))
        position = found.replay()
    elif form.game is not None:
        position = play_moves(form.game, form.position, form.moves or (), form.seed)
    else:
        raise PapamuError("which game? Give game, record or from")
    return position, [None] * (len(position.line) - 1)
