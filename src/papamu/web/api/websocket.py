"""The WebSocket: a page names the tables it watches, and gets a message at every change.

    page → {"watch": "abc…", "seq": 12}    server → {"table": …, "seq": 13, "kind": "state", "state": {…}}
    page → {"unwatch": "abc…"}             server → {"table": …, "seq": 13, "kind": "thinking", …}
    page → {"ping": 1}                     server → {"pong": 1}

A page that reconnects sends the last seq it knows and gets the newest state.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from papamu.core.errors import PapamuError
from papamu.web.limits import MOST_FRAME, MOST_WATCHED
from papamu.web.tables.hub import Hub, Watcher
from papamu.web.tables.table_manager import TableManager

router = APIRouter()


class _FrameError(PapamuError):
    """A frame that is no message of a page."""


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
                await _handle(socket, watcher, _read(message))
            except PapamuError as error:
                watcher.push({"error": " ".join(str(error).split())})
    except WebSocketDisconnect:
        pass
    finally:
        hub.leave(watcher)
        sender.cancel()


def _read(message: Any) -> dict[str, Any]:
    text = message.get("text")
    if text is None:
        raise _FrameError("messages must be JSON text")
    if len(text) > MOST_FRAME:
        raise _FrameError(f"a message has at most {MOST_FRAME:,} characters")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise _FrameError("this is not JSON") from None
    if not isinstance(found, dict):
        raise _FrameError('write {"watch": table, "seq": number}')
    return found


async def _handle(socket: WebSocket, watcher: Watcher, frame: dict[str, Any]) -> None:
    hub: Hub = socket.app.state.hub
    manager: TableManager = socket.app.state.manager
    if "ping" in frame:
        watcher.push({"pong": frame["ping"]})
        return
    name = frame.get("watch", frame.get("unwatch"))
    if not isinstance(name, str) or not 0 < len(name) <= 20:
        raise _FrameError('write {"watch": table, "seq": number}, {"unwatch": table} or {"ping": 1}')
    if "watch" not in frame:
        hub.leave(watcher, name)
        return
    if len(watcher.tables) >= MOST_WATCHED and name not in watcher.tables:
        raise _FrameError(f"one connection watches at most {MOST_WATCHED} tables")
    # First watch, then read: no change between the two can be missed.
    hub.watch(watcher, name)
    try:
        await asyncio.get_running_loop().run_in_executor(
            manager.threads, manager.send_state, name, hub.sender(watcher)
        )
    except PapamuError:
        hub.leave(watcher, name)
        raise


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while True:
            await socket.send_text(json.dumps(await watcher.next()))
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass  # the connection is gone, which `watch` will notice
