"""The documentation of the API as one plain page, made from its schema: it needs no network."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from papamu.core import html as pages

Json = dict[str, Any]

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: 60rem; }
h2 { margin-top: 2.5rem; } code, pre { font: 13px/1.45 ui-monospace, monospace; }
article { border-top: 1px solid rgba(128,128,128,.4); padding: .6rem 0; }
b { display: inline-block; min-width: 3.5rem; } pre { overflow: auto; padding: .6rem; background: rgba(128,128,128,.12); }
td { padding: .1rem .8rem .1rem 0; vertical-align: top; }
"""  # noqa: E501

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """All endpoints with their fields."""
    return HTMLResponse(page(request.app.openapi()))


def page(schema: Json) -> str:
    """The whole page of a schema."""
    by_tag: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            tag = (about.get("tags") or ["other"])[0]
            by_tag.setdefault(tag, []).append(_endpoint(schema, method, path, about))
    sections = "".join(f"<h2>{escape(tag)}</h2>{''.join(found)}" for tag, found in by_tag.items())
    title = f"{schema['info']['title']} {schema['info']['version']}: the API"
    intro = (
        f"<h1>{escape(title)}</h1><p>{escape(schema['info']['description'])} Everything is JSON; errors are "
        '<code>{"detail": "one line"}</code>. The schema: <a href="/api/openapi.json">'
        "/api/openapi.json</a>. Changes of tables are sent on the WebSocket <code>/api/ws</code>.</p>"
    )
    return pages.page(title, _STYLE, intro + sections)


def _endpoint(schema: Json, method: str, path: str, about: Json) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(one['name'])}</code></td><td>{escape(one['in'])}</td>"
        f"<td>{escape(one.get('description', ''))}</td></tr>"
        for one in about.get("parameters", [])
    )
    body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    shown = f"<pre>{escape(json.dumps(_plain(schema, body), indent=1))}</pre>" if body else ""
    does = escape(about.get("description", ""))
    return (
        f"<article><b>{method.upper()}</b> <code>{escape(path)}</code><br>{does}"
        f"<table>{rows}</table>{shown}</article>"
    )


def _plain(schema: Json, part: Any) -> Any:
    """A part of the schema with what it refers to put in, without titles."""
    if isinstance(part, list):
        return [_plain(schema, one) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _plain(schema, schema["components"]["schemas"][part["$ref"].rpartition("/")[2]])
    return {
        key: _plain(schema, value)
        for key, value in part.items()
        if key not in ("title", "discriminator") or not isinstance(value, str | dict)
    }
