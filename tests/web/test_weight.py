"""How much a page weighs: scripts, compressed answers, and what is not installed for it any more."""

from __future__ import annotations

import gzip
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from papamu.lab.render.html_chart import SCRIPT
from papamu.web.app import SMALL, STATIC
from tests.web.web_client import server

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("weight")) as found:
        yield found


def test_all_scripts_together_are_light() -> None:
    scripts = [path.read_bytes() for path in STATIC.rglob("*.js")] + [SCRIPT.read_bytes()]
    assert len(scripts) > 20
    assert sum(len(gzip.compress(script, 6)) for script in scripts) < 300_000


@pytest.mark.parametrize(
    "path",
    ["/", "/static/js/table.js", "/static/js/line_chart.js", "/static/pages.css", "/static/pictures/blokus.svg",
     "/api/papers/clobber", "/api/papers/konane/pictures/figure-4.svg", "/api/openapi.json"],
)  # fmt: skip
def test_answers_are_compressed(client: TestClient, path: str) -> None:
    packed = client.get(path)
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert packed.status_code == plain.status_code == 200
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.headers["vary"].lower() == "accept-encoding"
    assert packed.content == plain.content and len(plain.content) > SMALL


def test_small_answers_are_sent_as_they_are(client: TestClient) -> None:
    answer = client.get("/api/papers/nosuch")
    assert len(answer.content) < SMALL and "content-encoding" not in answer.headers


def test_no_chart_library_is_needed(client: TestClient) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not any("plotly" in one for one in declared["dependencies"])
    assert client.get("/plotly.js").status_code == 404
    assert "export function drawChart" in client.get("/static/js/line_chart.js").text
