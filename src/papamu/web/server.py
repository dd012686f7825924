"""The running server: its address, its socket, and the browser that is opened."""

from __future__ import annotations

import socket
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from papamu.core.errors import PapamuError

_NEEDS = ("fastapi", "uvicorn", "websockets")


def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    games_file: Path | None,
    runs: Path,
    processes: int,
    open_browser: bool,
) -> None:
    """Serve until Ctrl-C. `names` are further names that browsers may call it by."""
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        raise PapamuError(
            f"the browser app needs {', '.join(missing)}: in your clone run make play, "
            "or .venv/bin/python -m pip install -e '.[web]'"
        )
    listening = listen(host, port)  # before the imports that take a while
    import uvicorn

    from papamu.web.app import Settings, make_app
    from papamu.web.guard import LOCAL
    from papamu.web.limits import MOST_FRAME

    with listening:
        hosts = ("*",) if "*" in names else (*dict.fromkeys((*LOCAL, host, *names)),)
        shown = "127.0.0.1" if host in ("0.0.0.0", "") else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets=sockets)
                if self.started:
                    print(f"Papamu plays at {address} (Ctrl-C stops it; all games are saved)", flush=True)
                    if open_browser:
                        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        config = uvicorn.Config(
            make_app(Settings(games_file, runs, processes, hosts, warm=True)),
            log_level="warning",
            ws_max_size=MOST_FRAME,
            lifespan="on",
            timeout_graceful_shutdown=3,
        )
        try:
            Server(config).run(sockets=[listening])
        except KeyboardInterrupt:
            print("\nGoodbye.")


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
