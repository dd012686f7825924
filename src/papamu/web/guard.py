"""Access control: pages of this server only, and no request that is too large.

A page of another site can make a browser send requests here, and by rebinding its name to 127.0.0.1 it
could even read the answers. So the `Host` must be one that this server is known by, and an `Origin`, where
the browser says one, must be the same place. Programs without a browser say none and are let in.
"""

from __future__ import annotations

import json

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from papamu.web.limits import MOST_BYTES

LOCAL = ("127.0.0.1", "localhost", "[::1]")
_TOO_LARGE = f"a request has at most {MOST_BYTES:,} bytes"
_SAFE = ("GET", "HEAD", "OPTIONS")
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Refuses what comes from elsewhere or is too large; adds headers that keep other sites out."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = LOCAL) -> None:
        self.app = app
        self.hosts = hosts  # names without port; "*": any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request before the application gets it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self.refusal(scope)
        if why is not None:
            await _refuse(scope, send, *why)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self._within_limits(scope, receive, send)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the reason of a refusal, or none."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if "*" not in self.hosts and _name(host) not in self.hosts:
            return 421, f"this server is not known as {host[:80]!r}: it is {self.hosts[0]} (see --allow-host)"
        origin = headers.get("origin")
        asks = scope["type"] == "http" and scope["method"] in _SAFE
        if origin is not None and not asks and origin not in (f"http://{host}", f"https://{host}"):
            return 403, "pages of other sites may not request this"
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdecimal() and int(length) > MOST_BYTES:
            return 413, _TOO_LARGE
        return None

    async def _within_limits(self, scope: Scope, receive: Receive, send: Send) -> None:
        came = 0

        async def count() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > MOST_BYTES:
                raise HTTPException(413, _TOO_LARGE)
            return message

        async def label(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await self.app(scope, count, label)


def _name(host: str) -> str:
    """A host without its port."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": why[:120]})
        return
    body = json.dumps({"detail": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
