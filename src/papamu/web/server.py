"""The running server: its address, its socket, and the browser that is opened."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError

_PATIENCE = 30.0  # seconds to start or to end
_NEEDS = ("fastapi", "uvicorn", "websockets")


class BackgroundServer:
    """A browser app that runs beside the caller; `stop` ends it, and so does the end of the program."""

    def __init__(self, server: Any, address: str, thread: threading.Thread) -> None:
        self._server, self.address, self._thread = server, address, thread

    def stop(self) -> None:
        """End it; all games are kept."""
        self._server.should_exit = True
        self._thread.join(_PATIENCE)

    def __enter__(self) -> BackgroundServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Papamu plays at {self.address}>"

    def _repr_html_(self) -> str:
        return f'Papamu plays at <a href="{self.address}" target="_blank">{self.address}</a>'


def serve(
    host: str = "127.0.0.1",
    port: int = 8765,
    names: tuple[str, ...] = (),
    games_file: Path | None = None,
    runs: Path | str = "runs",
    processes: int = 2,
    open_browser: bool = True,
    block: bool = True,
    prepare: bool = True,
) -> BackgroundServer | None:
    """Serve the browser app until Ctrl-C, or with `block=False` beside the caller.

    `names` are further names that browsers may call it by; port 0 takes any that is free. With `prepare`, opponents
    are compiled in the background before somebody plays them.

    >>> import papamu
    >>> with papamu.serve(port=0, block=False, open_browser=False) as server:
    ...     print(server.address[:17])
    http://127.0.0.1:
    """
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        raise PapamuError(
            f"the browser app needs {', '.join(missing)}: in your clone run make play, "
            "or .venv/bin/python -m pip install -e '.[web]'"
        )
    listening = listen(host, port)  # before the imports that take a while
    if block:
        _interpret()
    import uvicorn

    from papamu.web.app import Settings, make_app
    from papamu.web.guard import LOCAL
    from papamu.web.limits import MOST_FRAME

    started = threading.Event()
    with ExitStack() as held:
        held.enter_context(listening)
        hosts = ("*",) if "*" in names else (*dict.fromkeys((*LOCAL, host, *names)),)
        shown = "127.0.0.1" if host in ("0.0.0.0", "") else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets=sockets)
                started.set()
                if self.started:
                    if block:
                        print(f"Papamu plays at {address} (Ctrl-C stops it; all games are saved)", flush=True)
                    if open_browser:
                        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        config = uvicorn.Config(
            make_app(Settings(games_file, Path(runs), processes, hosts, prepare=prepare)),
            log_level="warning",
            ws_max_size=MOST_FRAME,
            lifespan="on",
            timeout_graceful_shutdown=3,
        )
        server = Server(config)
        if not block:
            return _beside(server, address, listening, started, held.pop_all())
        try:
            server.run(sockets=[listening])
        except KeyboardInterrupt:
            print("\nGoodbye.")
    return None


def _interpret() -> None:
    """Run the rules uncompiled in this process, which has nothing else to do and only looks at single positions.

    That takes milliseconds, and the first page does not wait for a compiler. Processes that are started from here
    compile. If Numba is already loaded (by a caller that has played, by a plug-in), kernels stay compiled.
    """
    if "numba" not in sys.modules:
        import numba

        numba.config.DISABLE_JIT = 1


def _beside(
    server: Any, address: str, listening: socket.socket, started: threading.Event, held: ExitStack
) -> BackgroundServer:
    """Run it in a thread; return when it answers."""

    def run() -> None:
        with held:
            try:
                server.run(sockets=[listening])
            finally:
                started.set()  # also if it could not start

    thread = threading.Thread(target=run, daemon=True, name="papamu-serve")
    thread.start()
    started.wait(_PATIENCE)
    if not thread.is_alive():
        raise PapamuError(f"the browser app could not start at {address}")
    return BackgroundServer(server, address, thread)


def listen(host: str, port: int) -> socket.socket:
    """A socket of this address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, because only then asyncio sends answers at once (TCP_NODELAY), 40 ms sooner.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise PapamuError(
            f"cannot listen on {host} port {port}: {getattr(error, 'strerror', None) or error}; "
            "give another --port (0: any free one)"
        ) from None
    return listening
