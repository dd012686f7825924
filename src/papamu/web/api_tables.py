"""Tables over HTTP: open one, look at it, move, take back, give up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from fastapi.responses import Response

from papamu.agents import people
from papamu.errors import PapamuError
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.kernel.random import draw, stream
from papamu.web.asking import read_game
from papamu.web.calling import FAULTS, blocking, hall_of
from papamu.web.forms import Act, Key, MoveForm, PauseForm, ResignForm, SeatForm, TableForm
from papamu.web.hall import Hall
from papamu.web.limits import MOST_MOVES
from papamu.web.table import Seat, Table
from papamu.web.views import view

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[a-z0-9]{1,20}$", description="The id of a table.")]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=FAULTS)


@router.post("", status_code=201)
async def new_table(form: TableForm, request: Request) -> Json:
    """Open a table: who sits where, and what is played from where."""
    hall = hall_of(request)
    return await blocking(request, lambda: _open(hall, form))


@router.get("")
async def recent_tables(
    request: Request,
    mine: Annotated[Key | None, Query()] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 30,
) -> list[Json]:
    """The tables touched last, in short; `mine` only those opened with this key."""
    hall = hall_of(request)
    return await blocking(request, lambda: hall.book.recent(most, mine))


@router.get("/{name}")
async def table(name: Name, request: Request) -> Json:
    """A table as it is now."""
    return await blocking(request, lambda: hall_of(request).table(name))


@router.get("/{name}/at/{ply}")
async def position_at(name: Name, ply: Annotated[int, InPath(ge=0, le=MOST_MOVES)], request: Request) -> Json:
    """The position after so many moves."""
    return await blocking(request, lambda: view(hall_of(request).position(name, ply)))


@router.get("/{name}/record")
async def record(name: Name, request: Request) -> Response:
    """The game so far as a record, which `papamu replay` checks."""
    found = await blocking(request, lambda: hall_of(request).record(name).to_json())
    headers = {"content-disposition": f'attachment; filename="papamu-{name}.json"'}
    return Response(found + "\n", media_type="application/json", headers=headers)


@router.post("/{name}/move")
async def move(name: Name, form: MoveForm, request: Request) -> Json:
    """Move, by the number or the text of a legal move."""
    if (form.n is None) == (form.text is None):
        raise PapamuError("a move is said by its number n or by its text, one of the two")
    chosen = form.text if form.n is None else form.n
    assert chosen is not None
    return await blocking(request, lambda: hall_of(request).move(name, chosen, form.seq, form.ms))


@router.post("/{name}/undo")
async def undo(name: Name, form: Act, request: Request) -> Json:
    """Back to where a person last moved."""
    return await blocking(request, lambda: hall_of(request).act(name, form.seq, Table.undo))


@router.post("/{name}/resign")
async def resign(name: Name, form: ResignForm, request: Request) -> Json:
    """A person gives up."""

    def give_up(table: Table) -> Table:
        return table.resign(table.position.player if form.seat is None else form.seat)

    return await blocking(request, lambda: hall_of(request).act(name, form.seq, give_up))


@router.post("/{name}/swap")
async def swap(name: Name, form: Act, request: Request) -> Json:
    """Everybody moves on by a seat."""
    return await blocking(request, lambda: hall_of(request).act(name, form.seq, Table.swap))


@router.post("/{name}/pause")
async def pause(name: Name, form: PauseForm, request: Request) -> Json:
    """Agents wait to be asked, or go on."""

    def change(table: Table) -> Table:
        return table.pause(form.paused, form.pace_ms)

    return await blocking(request, lambda: hall_of(request).act(name, form.seq, change))


@router.post("/{name}/think")
async def think(name: Name, form: Act, request: Request) -> Json:
    """The agent on turn shall think now: after it had no move, or a step while the table is paused."""
    return await blocking(request, lambda: hall_of(request).think(name, form.seq))


@router.post("/{name}/stop-thinking")
async def stop_thinking(name: Name, form: Act, request: Request) -> Json:
    """Whoever thinks here shall stop; a person may move in its place."""
    return await blocking(request, lambda: hall_of(request).stop_thinking(name, form.seq))


# -- new tables ---------------------------------------------------------------------------------------


def _open(hall: Hall, form: TableForm) -> Json:
    position, times = start_of(hall, form)
    seats = [_seat(seat) for seat in form.seats]
    return hall.open(position, times, seats, form.seed, form.key, form.paused, form.pace_ms)


def _seat(form: SeatForm) -> Seat:
    if form.kind == "person":
        if form.spec is not None or form.budget_ms is not None:
            raise PapamuError("a person has no spec and no budget")
        return Seat("person", people.checked(form.name or "you"))
    if form.spec is None:
        raise PapamuError("an agent needs a spec, like mc:playouts=20")
    return Seat("agent", form.name.strip() or form.spec, form.spec, form.budget_ms)


def start_of(hall: Hall, form: TableForm) -> tuple[Position, Sequence[int | None]]:
    """Where a new game begins, with the line before it."""
    if form.place is not None:
        if form.game or form.record or form.position or form.moves:
            raise PapamuError("'from' says it all: leave game, position, moves and record out")
        position = hall.position(form.place.table, form.place.ply)
    elif form.record is not None:
        if form.game or form.position or form.moves:
            raise PapamuError("a record says it all: leave game, position and moves out")
        read_game(str(form.record.get("game", "")))  # within the limits, before anything is played through
        found = Record.from_json(json.dumps(form.record))
        position = found.replay()
    elif form.game is not None:
        position = reached(form.game, form.position, form.moves or (), form.seed)
    else:
        raise PapamuError("what is played? Say game, record or from")
    return position, [None] * (len(position.line) - 1)


def reached(game: str, text: str | None, moves: Sequence[str], seed: int | None) -> Position:
    """The position of a text (or the start) after these moves."""
    found = read_game(game)
    position = found.from_text(text) if text else found.start(seed=seed)
    rng = stream(seed)
    for number, move in enumerate(moves, start=1):
        try:
            position = position.play(move, seed=int(draw(rng, 2**31)))
        except PapamuError as error:
            raise PapamuError(f"move {number}: {error}") from None
    return position
