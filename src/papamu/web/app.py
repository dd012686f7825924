"""The application: `make_app` opens the store and puts all parts together; its lifespan closes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from papamu import __version__
from papamu.core.files import runs_folder, user_folder
from papamu.lab.render.html_chart import SCRIPT
from papamu.web.api import catalogue as api_catalogue
from papamu.web.api import docs as api_docs
from papamu.web.api import explain as api_explain
from papamu.web.api import matches as api_matches
from papamu.web.api import papers as api_papers
from papamu.web.api import preparation as api_preparation
from papamu.web.api import reviews as api_reviews
from papamu.web.api import runs as api_runs
from papamu.web.api import tables as api_tables
from papamu.web.api import websocket as api_websocket
from papamu.web.api.errors import add_error_handlers
from papamu.web.catalogue.paper_figures import Studies
from papamu.web.catalogue.run_processes import Runs
from papamu.web.guard import LOCAL, Guard
from papamu.web.tables.hub import Hub
from papamu.web.tables.recovery import recover
from papamu.web.tables.table_manager import TableManager
from papamu.web.tables.table_store import TableStore
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.game_reviews import Reviews
from papamu.web.thinking.live_matches import Matches
from papamu.web.thinking.preparation import Preparation
from papamu.web.validation import Models

STATIC = Path(__file__).parent / "static"
SMALL = 1000  # bytes: smaller answers are sent as they are
_ENDPOINTS = (
    api_catalogue,
    api_tables,
    api_explain,
    api_reviews,
    api_matches,
    api_papers,
    api_preparation,
    api_runs,
    api_docs,
    api_websocket,
)


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    store: Path | None = None  # the file of all tables (default: with the user's other data)
    runs: Path = field(default_factory=runs_folder)
    pool: int = 2  # agent processes
    hosts: tuple[str, ...] = LOCAL  # the names it is known by
    prepare: bool = False  # load all games at the start, and compile all opponents in the background

    @property
    def store_path(self) -> Path:
        """Where tables are kept."""
        return self.store or user_folder("data") / "tables.sqlite"


def make_app(settings: Settings | None = None) -> FastAPI:
    """The whole server. The store is opened now, so that a mistake gives a one-line error."""
    chosen = settings or Settings()
    store = TableStore(chosen.store_path)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        pool = AgentPool(chosen.pool, with_stand_in=chosen.prepare)
        hub = Hub(loop)
        manager = TableManager(store, pool, Models(chosen.runs), hub)
        app.state.manager, app.state.hub = manager, hub
        app.state.reviews, app.state.matches = Reviews(pool), Matches(pool)
        app.state.studies, app.state.runs = Studies(chosen.runs), Runs(chosen.runs)
        app.state.preparation = preparation = Preparation()
        recovery = loop.run_in_executor(manager.threads, recover, manager, chosen.prepare)
        if chosen.prepare:
            preparation.start()
        try:
            yield
        finally:
            manager.closing = True
            await recovery
            await loop.run_in_executor(None, preparation.close)
            app.state.runs.close()
            await loop.run_in_executor(None, pool.close)
            await loop.run_in_executor(None, manager.close)
            store.close()

    app = bare_app()
    app.router.lifespan_context = lifespan
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=6)
    app.add_middleware(Guard, hosts=chosen.hosts)
    _serve_files(app)
    return app


def bare_app() -> FastAPI:
    """All endpoints with nothing behind them: what the schema is made of."""
    app = FastAPI(
        title="Papamu",
        version=__version__,
        description="Games, agents and studies of the laboratory, over HTTP.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_error_handlers(app)
    for module in _ENDPOINTS:
        app.include_router(module.router)
    return app


def _serve_files(app: FastAPI) -> None:
    page = STATIC / "index.html"

    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        if not page.is_file():
            return JSONResponse({"detail": "the page is not installed; the API is at /api/docs"}, 404)
        return FileResponse(page, headers={"cache-control": "no-cache"})

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: HTTPException) -> Response:
        # A browser with a mistyped address gets the page, which shows the way; programs get JSON.
        reads = "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and reads and not request.url.path.startswith("/api") and page.is_file():
            return FileResponse(page, 404, headers={"cache-control": "no-cache"})
        return await http_exception_handler(request, error)

    @app.get("/static/js/line_chart.js", include_in_schema=False)
    async def line_chart() -> Response:
        # Exported pages contain the same script, so it stands with them.
        text = SCRIPT.read_text(encoding="utf-8")
        return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})

    if STATIC.is_dir():
        app.mount("/static", _Files(directory=STATIC), name="static")


class _Files(StaticFiles):
    """Files of the page, never cached without asking, so that an update is seen at once."""

    def file_response(self, *arguments: object, **named: object) -> Response:
        answer = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        answer.headers["cache-control"] = "no-cache"
        return answer
