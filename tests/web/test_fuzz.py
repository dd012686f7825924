"""Requests and frames that nobody would write: never a 500, never a hang, always one line that says why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("schemathesis")

import httpx
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from papamu.kernel.jit import JIT
from papamu.web.app import bare_app
from tests.web.web_client import HOST, PERSON, SOCKET, Json, agent, opened, server

QUICK = settings(
    max_examples=10 if JIT else 3,  # for each of some thirty kinds of requests, right and wrong
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # what fails is seen as it is: making it smaller takes minutes
    suppress_health_check=list(HealthCheck),
)
SCHEMA = schemathesis.openapi.from_dict(bare_app().openapi())
OPERATIONS = {
    f"{found.ok().method.upper()} {found.ok().path}": found.ok() for found in SCHEMA.get_all_operations()
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("fuzz")) as found:
        yield found


def check(answer: httpx.Response) -> None:
    """An answer is right, or one line."""
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400 and answer.headers.get("content-type") == "application/json":
        detail = answer.json()["detail"]
        assert isinstance(detail, str) and detail and "\n" not in detail


def ask(client: TestClient, case: Any) -> httpx.Response | None:
    """Send what schemathesis has made up, if it can be sent at all."""
    arguments = case.as_transport_kwargs(base_url=HOST)
    arguments.pop("cookies", None)
    body = arguments.pop("data", None)
    try:
        return client.request(**arguments, content=body if isinstance(body, bytes | str) else None)
    except (UnicodeError, httpx.InvalidURL, httpx.LocalProtocolError, TypeError):
        return None  # a header or an address that no program would send


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", list(OPERATIONS))
def test_requests(client: TestClient, name: str, mode: Any) -> None:
    @QUICK
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        answer = ask(client, case)
        if answer is not None:
            check(answer)

    try:
        send()
    except Unsatisfiable:
        assert not OPERATIONS[name].definition.raw.get("parameters"), (
            "only what has no fields cannot be wrong"
        )


def test_all_kinds_of_requests_are_tried() -> None:
    assert len(OPERATIONS) >= 30
    assert "POST /api/tables/{name}/move" in OPERATIONS


ACTS = st.sampled_from(["move", "undo", "resign", "swap", "pause", "think", "stop-thinking", "nonsense"])
NUMBERS = st.one_of(st.integers(-5, 80), st.sampled_from([None, 10**12, 2**70, 1.5, "1", [], {}, True]))


@QUICK
@given(data=st.data())
def test_anything_at_a_table(client: TestClient, data: st.DataObject) -> None:
    """Whatever is done in whatever order: a table is always there and always sound."""
    spec = data.draw(st.sampled_from(["clobber:2x3", "reversi:4x4", "blokus:5x5"]))
    table = opened(client, spec, *[PERSON] * (4 if spec.startswith("blokus") else 2))
    for _ in range(data.draw(st.integers(1, 12))):
        form: Json = {}
        for field in data.draw(st.sets(st.sampled_from(["n", "seq", "text", "seat", "paused", "pace_ms"]))):
            form[field] = data.draw(NUMBERS)
        legal = table["position"]["legal"]
        if legal and data.draw(st.booleans()):
            form = {"n": data.draw(st.sampled_from(legal))["n"]}
        check(client.post(f"/api/tables/{table['id']}/{data.draw(ACTS)}", json=form))
        after = client.get(f"/api/tables/{table['id']}").json()
        assert after["seq"] >= table["seq"]
        assert len(after["line"]) == after["position"]["ply"]
        table = after


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@QUICK
@given(
    words=st.lists(
        st.one_of(st.text(max_size=40), st.binary(max_size=40), JSONS.map(json.dumps)), max_size=20
    )
)
def test_any_frames(client: TestClient, words: list[str | bytes]) -> None:
    with client.websocket_connect(SOCKET) as socket:
        for word in words:
            if isinstance(word, bytes):
                socket.send_bytes(word)
            else:
                socket.send_text(word)
        socket.send_text('{"ping": "end"}')
        while (said := json.loads(socket.receive_text())) != {"pong": "end"}:
            assert "error" in said or "pong" in said


@pytest.mark.parametrize(
    "spec", ["uct:sims=999999999", "minimax:depth=64", "ab:ms=100000000", "solve:megabytes=999999"]
)
def test_budgets_hold_whatever_is_asked_for(client: TestClient, spec: str) -> None:
    form = {"game": "clobber:4x4", "seats": [agent(spec, budget_ms=100), PERSON]}
    answer = client.post("/api/tables", json=form)
    assert answer.status_code == 201, answer.text
    with client.websocket_connect(SOCKET) as socket:
        socket.send_json({"watch": answer.json()["id"]})
        while True:
            said = json.loads(socket.receive_text())
            if (
                said.get("stalled")
                or said.get("state", {}).get("stalled")
                or said.get("state", {}).get("line")
            ):
                break
