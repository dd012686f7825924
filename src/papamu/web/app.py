"""The application: everything put together. `make_app` opens the book, and its last moment closes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from papamu import __version__
from papamu.files import user_folder
from papamu.lab.reproduction import RUNS
from papamu.web import (
    api_catalogue,
    api_docs,
    api_matches,
    api_papers,
    api_runs,
    api_socket,
    api_study,
    api_tables,
)
from papamu.web.asking import Models
from papamu.web.book import Book
from papamu.web.calling import answer_errors
from papamu.web.guard import LOCAL, Guard
from papamu.web.hall import Hall
from papamu.web.hub import Hub
from papamu.web.matches import Matches
from papamu.web.reviews import Reviews
from papamu.web.runs import Runs
from papamu.web.studies import Studies
from papamu.web.thinkers import Thinkers

STATIC = Path(__file__).parent / "static"
_PARTS = (
    api_catalogue,
    api_tables,
    api_study,
    api_matches,
    api_papers,
    api_runs,
    api_docs,
    api_socket,
)


@dataclass(frozen=True)
class Settings:
    """How a server is to be."""

    book: Path | None = None  # where tables are kept; if not said, with the user's other data
    runs: Path = RUNS
    thinkers: int = 2
    hosts: tuple[str, ...] = LOCAL  # the names it is known by
    warm: bool = False  # load all games at once, so that the first who asks does not wait

    @property
    def book_path(self) -> Path:
        """Where tables are kept."""
        return self.book or user_folder("data") / "tables.sqlite"


def make_app(settings: Settings | None = None) -> FastAPI:
    """The whole server. The book is opened now, so that a mistake is one line."""
    chosen = settings or Settings()
    book = Book(chosen.book_path)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        thinkers = Thinkers(chosen.thinkers)
        hub = Hub(loop)
        hall = Hall(book, thinkers, Models(chosen.runs), hub)
        app.state.hall, app.state.hub = hall, hub
        app.state.reviews, app.state.matches = Reviews(thinkers), Matches(thinkers)
        app.state.studies, app.state.runs = Studies(chosen.runs), Runs(chosen.runs)
        restarting = loop.run_in_executor(hall.threads, hall.reopen, chosen.warm)
        try:
            yield
        finally:
            hall.closing = True
            await restarting
            app.state.runs.close()
            await loop.run_in_executor(None, thinkers.close)
            await loop.run_in_executor(None, hall.close)
            book.close()

    app = bare_app()
    app.router.lifespan_context = life
    app.add_middleware(Guard, hosts=chosen.hosts)
    _serve_files(app)
    return app


def bare_app() -> FastAPI:
    """All that can be asked, with nobody to answer: what the schema is made of."""
    app = FastAPI(
        title="Papamu",
        version=__version__,
        description="Games, agents and studies of the laboratory, over HTTP.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    answer_errors(app)
    for module in _PARTS:
        app.include_router(module.router)
    return app


def _serve_files(app: FastAPI) -> None:
    page = STATIC / "index.html"

    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        if not page.is_file():
            return JSONResponse({"detail": "the page is not there; the API is at /api/docs"}, 404)
        return FileResponse(page, headers={"cache-control": "no-cache"})

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> Response:
        # A person who mistyped the address gets the page, which says so and leads on; programs get JSON.
        reads = "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and reads and not request.url.path.startswith("/api") and page.is_file():
            return FileResponse(page, 404, headers={"cache-control": "no-cache"})
        return await http_exception_handler(request, error)

    @app.get("/plotly.js", include_in_schema=False)
    async def plotly(request: Request) -> Response:
        import plotly

        script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
        return FileResponse(script, media_type="text/javascript", headers={"cache-control": "max-age=86400"})

    if STATIC.is_dir():
        app.mount("/static", _Files(directory=STATIC), name="static")


class _Files(StaticFiles):
    """Files of the page: looked at anew each time, so that an update is seen at once."""

    def file_response(self, *arguments: object, **named: object) -> Response:
        answer = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        answer.headers["cache-control"] = "no-cache"
        return answer
