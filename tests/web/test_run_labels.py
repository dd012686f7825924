"""Runs as people keep them: names, notes, the trash, others like them, and own models by these names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from papamu.core.locks import hold
from papamu.learn.online.course import Course
from papamu.training.request import MlpRequest
from papamu.training.train import train
from papamu.web.api.runs import train_words
from papamu.web.api.training_form import TrainForm
from papamu.web.catalogue.run_labels import default_title
from papamu.web.catalogue.run_processes import Runs
from tests.web.web_client import PERSON, Json, agent, opened, server

COURSE = Course("clobber:2x3", hidden=(4,), lr=1.0, target=100.0, games=600)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("web")) as found:
        yield found


def trained(client: TestClient, seed: int) -> str:
    """A run of the terminal, small; its folder's name."""
    runs: Runs = client.app.state.runs  # type: ignore[attr-defined]
    course = Course(**{**COURSE.__dict__, "seed": seed})
    return train(MlpRequest(course=course, tests=4, runs=runs.folder)).folder.name


def titles(client: TestClient) -> dict[str, str]:
    found: list[Json] = client.get("/api/agents", params={"game": "clobber:2x3"}).json()
    return {one["spec"]: one["title"] for one in found}


def test_a_run_has_a_name_and_notes_and_its_model_that_name(client: TestClient) -> None:
    name = trained(client, 1)
    url, spec = f"/api/runs/{name}", f"mlp:{name}"
    assert client.get(url).json()["title"] == "Clobber 2×3: small network" == titles(client)[spec]
    named = client.patch(url, json={"name": " My first ", "notes": "It died.\nWhy?"}).json()
    assert (named["title"], named["notes"]) == ("My first", "It died.\nWhy?")
    assert client.patch(url, json={"name": "Second thoughts"}).json()["notes"] == "It died.\nWhy?"
    assert titles(client)[spec] == "Second thoughts"
    assert {one["title"] for one in client.get("/api/runs").json() if one["id"] == name} == {
        "Second thoughts"
    }
    for wrong in ({"name": "x" * 61}, {"name": "a\nb"}, {"colour": "red"}):
        assert client.patch(url, json=wrong).status_code == 422
    assert client.patch("/api/runs/train-clobber-nosuch", json={"name": "x"}).status_code == 404


def test_players_that_are_called_the_same_are_told_apart(client: TestClient) -> None:
    specs = [f"mlp:{trained(client, seed)}" for seed in (5, 6)]
    assert [titles(client)[spec] for spec in specs] == [
        "Clobber 2×3: small network (600 games, seed 5)",
        "Clobber 2×3: small network (600 games, seed 6)",
    ]


def test_what_happened_to_it_and_what_to_try(client: TestClient) -> None:
    found = client.get(f"/api/runs/{trained(client, 1)}").json()
    assert found["health"] == "dead"
    assert found["report"]["what"] == "It rates every move the same: it has stopped learning."
    assert found["report"]["tries"][0]["options"] == {"preset": "fast"}
    assert len(found["observations"]["points"]) == len(found["charts"][0]["lines"][0]["x"])
    assert {"spread", "dead", "games", "first"} <= found["observations"]["points"][0].keys()
    assert found["charts"][0]["note"] == "Share of games won since the previous point."


def test_another_like_it_with_changes(client: TestClient) -> None:
    name, models = trained(client, 2), client.app.state.manager.models  # type: ignore[attr-defined]
    like = client.get(f"/api/runs/{name}").json()["form"]
    assert (like["game"], like["lr"], like["seed"]) == ("clobber:2x3", 1.0, 2)
    same = train_words(TrainForm(kind="train", game="clobber:2x3", like=name), models, like)
    other = train_words(TrainForm(kind="train", game="clobber:2x3", like=name, lr=0.5), models, like)
    assert same[same.index("--lr") + 1] == "1.0" and other[other.index("--lr") + 1] == "0.5"
    assert [word for word in same if word != "1.0"] == [word for word in other if word != "0.5"]
    fast = train_words(TrainForm(kind="train", game="clobber:2x3", like=name, preset="fast"), models, like)
    assert fast == train_words(TrainForm(kind="train", game="clobber:2x3"), models)


def test_deleted_runs_are_in_the_trash_and_those_in_use_stay(client: TestClient) -> None:
    name = trained(client, 3)
    runs: Runs = client.app.state.runs  # type: ignore[attr-defined]
    table = opened(client, "clobber:2x3", PERSON, agent(f"mlp:{name}"))
    refused = client.delete(f"/api/runs/{name}")
    assert refused.status_code == 409 and "open table" in refused.json()["detail"]
    assert client.post(f"/api/tables/{table['id']}/resign", json={"seq": table["seq"]}).status_code == 200
    with hold(runs.folder / name / "training"):
        assert client.delete(f"/api/runs/{name}").status_code == 409
    assert (runs.folder / name / "model.safetensors").is_file()
    gone = client.delete(f"/api/runs/{name}")
    assert gone.status_code == 200, gone.text
    assert (Path(gone.json()["trash"]) / name / "model.safetensors").is_file(), "it can be taken back"
    assert client.get(f"/api/runs/{name}").status_code == 404
    assert name not in [one["id"] for one in client.get("/api/runs").json()]
    assert f"mlp:{name}" not in titles(client)
    assert client.delete(f"/api/runs/{name}").status_code == 404


def test_the_notes_of_all_who_began_a_run_go_with_it(tmp_path: Path) -> None:
    runs, folder = Runs(tmp_path), tmp_path / "train-clobber-0123456789ab"
    folder.mkdir()
    runs.notes.mkdir()
    note = {"kind": "train", "title": "t", "words": ["train"], "pid": 1, "born": "0", "code": 0}
    for name in ("wa", "wb"):
        whole = {**note, "id": name, "folder": folder.name, "began": 1.0, "ended": 2.0}
        (runs.notes / f"{name}.json").write_text(json.dumps(whole), encoding="utf-8")
    place = Path(runs.delete("wa")["trash"])
    assert runs.all() == [] and {path.name for path in place.iterdir()} == {folder.name, "wa.json", "wb.json"}


def test_presets_of_a_game_for_the_form(client: TestClient) -> None:
    found = client.get("/api/runs/presets", params={"game": "clobber:6x6"}).json()
    assert [one["name"] for one in found] == ["fast", "strong", "clobber-thesis", "none"]
    assert all(one["title"] and one["text"] for one in found)
    other = client.get("/api/runs/presets", params={"game": "reversi:8x8"}).json()
    assert [one["name"] for one in other] == ["fast", "strong", "thesis", "none"]


def test_titles_for_people() -> None:
    assert default_title("clobber:6x6", "mlp") == "Clobber 6×6: small network"
    assert default_title("clobber:4x4,cannibal=true", "alphazero") == (
        "Clobber 4×4 (cannibal=true): tree search with a network"
    )
    assert default_title("nosuch:3x3", "mlp") == "nosuch:3x3: small network"
