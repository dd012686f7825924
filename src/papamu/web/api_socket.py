"""The WebSocket: a page says which tables it watches, and hears of every change.

    page → {"watch": "abc…", "seq": 12}    server → {"table": …, "seq": 13, "kind": "state", "state": {…}}
    page → {"unwatch": "abc…"}             server → {"table": …, "seq": 13, "kind": "thinking", …}
    page → {"ping": 1}                     server → {"pong": 1}

A page that comes back says the last seq it knows; it gets the newest.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from papamu.errors import PapamuError
from papamu.web.hall import Hall
from papamu.web.hub import Hub, Watcher
from papamu.web.limits import MOST_FRAME, MOST_WATCHED

router = APIRouter()


class _FrameError(PapamuError):
    """A message that says nothing."""


@router.websocket("/api/ws")
async def watch(socket: WebSocket) -> None:
    """One page."""
    await socket.accept()
    hub: Hub = socket.app.state.hub
    watcher = Watcher()
    sender = asyncio.create_task(_send(socket, watcher))
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                await _hear(socket, watcher, _read(message))
            except PapamuError as error:
                watcher.tell({"error": " ".join(str(error).split())})
    except WebSocketDisconnect:
        pass
    finally:
        hub.leave(watcher)
        sender.cancel()


def _read(message: Any) -> dict[str, Any]:
    text = message.get("text")
    if text is None:
        raise _FrameError("messages are texts, in JSON")
    if len(text) > MOST_FRAME:
        raise _FrameError(f"a message has at most {MOST_FRAME:,} letters")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise _FrameError("this is not JSON") from None
    if not isinstance(said, dict):
        raise _FrameError('write {"watch": table, "seq": number}')
    return said


async def _hear(socket: WebSocket, watcher: Watcher, said: dict[str, Any]) -> None:
    hub: Hub = socket.app.state.hub
    hall: Hall = socket.app.state.hall
    if "ping" in said:
        watcher.tell({"pong": said["ping"]})
        return
    name = said.get("watch", said.get("unwatch"))
    if not isinstance(name, str) or not 0 < len(name) <= 20:
        raise _FrameError('write {"watch": table, "seq": number}, {"unwatch": table} or {"ping": 1}')
    if "watch" not in said:
        hub.leave(watcher, name)
        return
    if len(watcher.tables) >= MOST_WATCHED and name not in watcher.tables:
        raise _FrameError(f"one connection watches at most {MOST_WATCHED} tables")
    # First listen, then look: nothing can happen between the two that is not heard of.
    hub.watch(watcher, name)
    try:
        await asyncio.get_running_loop().run_in_executor(hall.threads, hall.show, name, hub.to(watcher))
    except PapamuError:
        hub.leave(watcher, name)
        raise


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while True:
            await socket.send_text(json.dumps(await watcher.next()))
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass  # it is gone, which the one who listens will notice
