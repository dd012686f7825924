"""Explanations, reviews, matches, studies, the ladder and runs, as the page asks for them."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

import papamu
from papamu.lab.run import runner as running
from papamu.lab.run.reproduction import Reproduction
from papamu.papers import find
from papamu.training.progress import Reporter
from papamu.web.api.runs import train_words
from papamu.web.api.training_form import TrainForm
from papamu.web.catalogue import ladder as ladders
from papamu.web.catalogue.paper_figures import Studies
from papamu.web.catalogue.run_processes import Runs
from papamu.web.thinking.game_reviews import Review
from tests.web.web_client import PERSON, Json, agent, opened, server

PATIENCE = 240.0


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("web")) as found:
        yield found


def awaited(ask: Callable[[], Json], holds: Callable[[Json], bool]) -> Json:
    """What is asked for until this holds; nobody tells, so it is asked for again."""
    until = time.monotonic() + PATIENCE
    while not holds(found := ask()):
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


# -- explanations -----------------------------------------------------------------------------


def test_explanations(client: TestClient) -> None:
    form = {"game": "clobber:2x3", "moves": ["a2a1"], "agent": "mc:playouts=5"}
    found = client.post("/api/explain", json=form).json()
    legal = client.get("/api/position", params={"game": "clobber:2x3"}).json()
    assert found["agent"] == "mc:playouts=5"
    assert "5 random playouts" in found["meaning"]
    ranks = [one["rank"] for one in found["scores"]]
    assert found["good"] == [one["n"] for one in found["scores"] if one["rank"] == 1]
    assert ranks[0] == 1 and ranks == sorted(ranks)
    assert len(found["scores"]) != len(legal["legal"])
    table = opened(client, "clobber:2x3", PERSON, PERSON, moves=["a2a1"])
    same = client.post("/api/explain", json={"table": table["id"], "agent": "mc:playouts=5"}).json()
    assert same["scores"] == found["scores"]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "which position"),
        ({"game": "clobber:1x2", "moves": ["a1b1"]}, "game is over"),
        ({"game": "clobber:2x2", "agent": "nobody"}, "no agent"),
        ({"game": "blokus:5x5", "agent": "solve"}, "does not play"),
        ({"table": "nosuch"}, "no table"),
        ({"table": "x", "game": "clobber:2x2"}, "a table is enough"),
    ],
)
def test_explanations_that_cannot_be(client: TestClient, form: Json, words: str) -> None:
    answer = client.post("/api/explain", json=form)
    assert answer.status_code in (400, 404)
    assert words in answer.json()["detail"]


def test_moves_that_a_search_never_tried_are_told_apart(client: TestClient) -> None:
    found = client.post("/api/explain", json={"game": "clobber:4x4", "agent": "uct:sims=5"}).json()
    tried = [one for one in found["scores"] if one["tried"]]
    assert 0 < len([one for one in tried if one["visits"]]) <= 5 < len(found["scores"])
    mirrors = {
        one["mirror"] for one in found["scores"] if one["visits"]
    }  # these were tried in another's place
    assert mirrors == {one["mirror"] for one in tried} and len(tried) < len(found["scores"])
    assert all(-1 <= one["value"] <= 1 for one in tried)


# -- reviews ----------------------------------------------------------------------------------


def test_a_review_finds_the_mistake(client: TestClient) -> None:
    game = papamu.load("clobber:2x3")
    position = game.start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    moves = [str(at.move) for at in position.line[1:]]
    form = {"game": "clobber:2x3", "moves": moves, "agent": "mc:playouts=20"}
    begun = client.post("/api/reviews", json=form)
    assert begun.status_code == 201
    url = f"/api/reviews/{begun.json()['id']}"
    done = awaited(lambda: client.get(url).json(), lambda review: bool(review["finished"]))
    assert (done["done"], done["of"], done["error"]) == (len(moves), len(moves), None)
    assert done["value"] == position.returns[0]
    solve = papamu.agent("solve:megabytes=1")
    for ply, found in enumerate(done["plies"]):
        at = position.line[ply]
        assert found["exact"] and found["player"] == at.player and found["played"] == moves[ply]
        values = {str(scored.move): scored.value for scored in solve.explain(at).scores}
        assert found["best_value"] == max(values.values())
        assert found["loss"] == (max(values.values()) - values[moves[ply]]) / 2
        assert (found["mistake"] is not None) == (found["loss"] > 0)
        assert values[found["best"]["text"]] == max(values.values())
        assert found["value"] == max(values.values()) * (1 if at.player == 0 else -1)


def test_a_review_leaves_good_play_alone(client: TestClient) -> None:
    """There are sixty moves at first: who looks too little takes each of a strong agent's for a slip."""
    game = papamu.load("clobber:6x6")
    position, strong = game.start(), papamu.agent("uct:sims=20000", seed=4)
    for _ in range(6):
        position = position.play(strong.choose(position))
    moves = [str(at.move) for at in position.line[1:]]
    begun = client.post("/api/reviews", json={"game": "clobber:6x6", "moves": moves, "exact": False}).json()
    url = f"/api/reviews/{begun['id']}"
    done = awaited(lambda: client.get(url).json(), lambda review: bool(review["finished"]))
    assert [found["mistake"] for found in done["plies"]] == [None] * 6


def judged(line: list[str], values: list[Json], exact: dict[int, Json] | None = None) -> Review:
    position = papamu.load("clobber:3x3").start()
    for move in line:
        position = position.play(move)
    review = Review(position, "mc", None, False)
    review.judged = dict(enumerate(values))
    review.exact = exact or {}
    return review


def test_losses_come_from_the_next_position() -> None:
    game = papamu.load("clobber:3x3")
    n = {text: int(game.read_move(text) or 0) for text in ("a3a2", "b1a1", "c2c1")}
    seen = [
        {"best": n["b1a1"], "value": 0.5, "values": {n["b1a1"]: 0.5, n["a3a2"]: 0.45}},
        {"best": n["c2c1"], "value": 0.3, "values": {n["c2c1"]: 0.3}},
    ]
    first, second = judged(["a3a2", "c2c1"], seen).facts()["plies"]
    assert first["loss"] == 0.4  # 0.5 before, -0.3 after it, of a distance of 2
    assert first["mistake"] == "blunder"
    assert (second["loss"], second["mistake"]) == (0.0, None)
    assert [first["value"], second["value"]] == [0.5, -0.3]
    exact = {1: {"best": n["c2c1"], "value": 1.0, "values": {n["c2c1"]: 1.0}, "margins": {}}}
    first, second = judged(["a3a2", "c2c1"], seen, exact).facts()["plies"]
    assert first["loss"] == 0.025  # the first exact one says nothing about the guess before it
    assert second["exact"]
    assert judged(["a3a2", "c2c1"], seen[:1]).facts()["plies"][1] is None


def test_reviews_that_cannot_be(client: TestClient) -> None:
    assert client.post("/api/reviews", json={"game": "clobber:2x2"}).status_code == 400
    form = {"game": "clobber:2x2", "moves": ["a2a1"], "agent": "minimax"}
    assert "not results" in client.post("/api/reviews", json=form).json()["detail"]
    assert client.get("/api/reviews/abc").status_code == 404
    assert client.post("/api/reviews/abc/stop").status_code == 404


# -- matches ----------------------------------------------------------------------------------


def test_a_match_is_that_of_the_command_line(client: TestClient) -> None:
    form = {"game": "clobber:2x3", "agents": ["first", "random"], "games": 20, "seed": 4}
    begun = client.post("/api/matches", json=form).json()
    done = awaited(
        lambda: client.get(f"/api/matches/{begun['id']}").json(), lambda match: bool(match["finished"])
    )
    assert (done["done"], done["of"], done["kind"], done["error"]) == (20, 20, "match", None)
    same = papamu.match("clobber:2x3", "first", "random", games=20, seed=4)
    assert done["match"]["wins"][0] == int((same.scores[:, 0] == 1).sum())
    assert done["match"]["verdict"]
    assert client.get("/api/matches").json()[0]["id"] == begun["id"]


def test_more_agents_are_a_tournament_and_can_be_stopped(client: TestClient) -> None:
    form = {"game": "clobber:2x3", "agents": ["first", "random", "greedy"], "games": 4}
    begun = client.post("/api/matches", json=form).json()
    url = f"/api/matches/{begun['id']}"
    done = awaited(lambda: client.get(url).json(), lambda match: bool(match["finished"]))
    assert {one["name"] for one in done["table"]["ratings"]} == {"first", "random", "greedy"}
    form = {"game": "clobber:3x3", "agents": ["random", "mc:playouts=1000"], "games": 10_000}
    begun = client.post("/api/matches", json=form).json()
    assert client.post(f"/api/matches/{begun['id']}/stop").json()["finished"]
    assert client.get(f"/api/matches/{begun['id']}").json()["done"] < 10_000
    assert client.post("/api/matches", json={"game": "clobber:2x2", "agents": ["human"]}).status_code == 400
    assert client.get("/api/matches/abc").status_code == 404


# -- studies ----------------------------------------------------------------------------------


def test_studies_without_a_run(client: TestClient) -> None:
    names = [paper["name"] for paper in client.get("/api/papers").json()]
    assert names[:2] == ["clobber", "konane"]
    found = client.get("/api/papers/clobber").json()
    table = next(table for table in found["tables"] if table["name"] == "5.1")
    assert table["source"] == "package"
    assert len(table["cells"]) == len(table["rows"])
    assert all(len(row) == len(table["columns"]) for row in table["cells"])
    cells = [cell for row in table["cells"] for cell in row if cell]
    assert all(cell["published"] is not None and cell["ours"] is not None for cell in cells)
    assert "papamu reproduce clobber 5.1 --scale paper" in table["command"]
    assert "agrees: 32 of 32 entries" in table["sentence"] and found["abstract"] and found["differs"]
    assert found["agreement"]["within_5_points"] < found["agreement"]["compared"] == 613
    assert list(table["durations"]) == ["smoke", "laptop", "paper"] and table["own"] == []
    assert client.get("/api/papers/nosuch").status_code == 400
    assert client.get("/api/papers/konane/pictures/nosuch.svg").status_code == 404
    assert client.get("/api/papers/konane/pictures/..%2Fparameters.svg").status_code in (404, 422)
    assert client.get("/api/papers/clobber", params={"scale": "huge"}).status_code == 422


def test_studies_with_a_run(tmp_path: Path) -> None:
    of = Reproduction.of(find("clobber"), "smoke", ["5.1"], runs=tmp_path)
    studies = Studies(tmp_path)

    def ours(cells: int) -> int:
        running.run(of.cells[:cells], of.folder, of.about, 1)
        found = studies.study("clobber", "smoke")
        table = next(table for table in found["tables"] if table["name"] == "5.1")
        assert (table["source"], found["scale"]) == ("run", "smoke")
        usual = studies.study("clobber")
        assert usual["scale"] == "paper", "a small try hides what is documented"
        (shown,) = [one for one in usual["tables"] if one["name"] == "5.1"]
        assert (shown["source"], shown["own"]) == ("package", ["smoke"])
        return sum(cell["ours"] is not None for row in table["cells"] for cell in row if cell)

    assert studies.study("clobber")["scale"] == "paper"
    assert ours(1) < ours(2), "an old report"
    assert studies.charts("clobber", None, ["5.1"]) == []


def test_the_ladder(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "FOLDER", tmp_path / "ladders")
    empty = client.get("/api/ladder", params={"game": "clobber:2x3"}).json()
    assert empty["ratings"] == []
    assert empty["command"].startswith("papamu tournament clobber:2x3 random")
    assert "ms=" not in empty["command"].replace("sims=", "") and "uct:sims=20000" in empty["command"]
    monkeypatch.setattr(ladders, "participants", lambda spec: ["random", "mc:playouts=20"])
    found = ladders.make("clobber:2x3", 10, 1, tmp_path / "runs", lambda *progress: None)
    ladders.write(found)
    rated = client.get("/api/ladder", params={"game": "clobber:3x3"}).json()
    assert (rated["game"], rated["games"], rated["same_board"]) == ("clobber:2x3", 10, False)
    assert {one["title"] for one in rated["ratings"]} == {"Beginner", "Medium"}
    assert all(one["low"] <= one["rating"] <= one["high"] for one in rated["ratings"])
    assert [one["rating"] for one in rated["ratings"] if one["title"] == "Beginner"] == [0]
    assert rated["notes"][0].startswith("Random moves have 0 points.")
    assert "Not rated yet: Easy, Strong, Expert, Greedy" in rated["notes"][1]
    assert client.get("/api/ladder", params={"game": "chess"}).status_code == 400


# -- runs -------------------------------------------------------------------------------------


def test_a_training_is_started_watched_and_played(client: TestClient) -> None:
    form = {
        "kind": "train",
        "game": "clobber:2x2",
        "preset": "none",
        "games": 300,
        "tests": 20,
        "hidden": "4",
    }
    form["name"] = "My player"
    begun = client.post("/api/runs", json=form)
    assert begun.status_code == 201, begun.text
    url = f"/api/runs/{begun.json()['id']}"
    done = awaited(lambda: client.get(url).json(), lambda run: run["state"] not in ("running", "stopping"))
    assert done["state"] == "finished", done["log"]
    assert (done["games"], done["of"], done["game"]) == (300, 300, "clobber:2x2")
    assert done["charts"][0]["lines"][0]["x"][-1] == 300
    assert done["agent"] == f"mlp:{done['model']}"
    assert client.get("/api/runs").json()[0]["id"] == done["id"]
    offered = client.get("/api/agents", params={"game": "clobber:2x2"}).json()
    assert {one["title"] for one in offered if one["spec"] == done["agent"] and one["ok"]} == {"My player"}
    assert done["title"] == "My player"
    table = opened(client, "clobber:2x2", agent(done["agent"]), PERSON)
    moved = awaited(lambda: client.get(f"/api/tables/{table['id']}").json(), lambda at: bool(at["line"]))
    assert moved["seats"][0]["spec"] == done["agent"]


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"kind": "rm"}, 422, "kind"),
        ({"kind": "train", "game": "chess"}, 400, "no game"),
        ({"kind": "train", "game": "clobber:2x2", "hidden": "1;ls"}, 422, "hidden"),
        ({"kind": "train", "game": "clobber:2x2", "out": "x"}, 422, "out"),
        ({"kind": "train", "game": "clobber:2x2", "preset": "best"}, 400, "no preset 'best'"),
        ({"kind": "train", "game": "clobber:2x2", "like": "nosuch"}, 404, "no run"),
        ({"kind": "train", "game": "clobber:2x2", "preset": "none", "wild": 0.5}, 400, "plays itself"),
        ({"kind": "train", "game": "clobber:2x2", "opponent": "mlp:/etc/passwd"}, 400, "no model"),
        ({"kind": "train", "game": "clobber:2x2", "opponent": "solve"}, 400, "too slow"),
        ({"kind": "train", "game": "clobber:2x2", "sims": 5}, 400, "alphazero alone"),
        ({"kind": "train", "game": "clobber:2x2", "learner": "alphazero", "best": True}, 400, "mlp alone"),
        ({"kind": "table", "paper": "nosuch"}, 400, "no paper"),
        ({"kind": "table", "paper": "clobber", "tables": ["--on=ray"]}, 400, "no table"),
    ],
)
def test_runs_that_cannot_be(client: TestClient, form: Json, status: int, words: str) -> None:
    answer = client.post("/api/runs", json=form)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["detail"]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Commands started here hear Ctrl-C. Where the tests run in the background of a script it is ignored, children
    inherit that, and each stop waits 20 seconds before it insists."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ratings_of_an_own_game_are_kept_with_the_users_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path))
    assert ladders._file("breakthrough") == tmp_path / "ladders" / "breakthrough.json"
    assert ladders._file("clobber").parent == ladders.FOLDER


@pytest.mark.usefixtures("interruptible")
def test_runs_stop_go_on_and_fail(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    words = ["train", "clobber:2x2", "--games", "1000000000", "--hidden", "4"]
    begun = runs.start("train", "long", words)
    awaited(lambda: runs.facts(begun["id"]), lambda run: bool(run["games"]))
    runs.stop(begun["id"])
    stopped = awaited(lambda: runs.facts(begun["id"]), lambda run: run["state"] != "stopping")
    assert (stopped["state"], stopped["resumable"]) == ("stopped", True)
    other = Runs(tmp_path)  # a server that comes back
    assert other.facts(begun["id"])["state"] == "stopped"
    other.resume(begun["id"])
    going = awaited(lambda: other.facts(begun["id"]), lambda run: int(run["games"]) > int(stopped["games"]))
    assert going["state"] == "running"
    assert Runs(tmp_path).facts(begun["id"])["state"] == "running", "another server must see that it is alive"
    other.stop(begun["id"])
    awaited(lambda: other.facts(begun["id"]), lambda run: run["state"] == "stopped")
    wrong = runs.start("train", "wrong", ["train", "chess"])
    failed = awaited(lambda: runs.facts(wrong["id"]), lambda run: run["state"] != "running")
    assert failed["state"] == "failed"
    assert "there is no game 'chess'" in failed["error"]
    assert {run["state"] for run in runs.all()} == {"stopped", "failed"}


def test_two_servers_on_one_folder_do_not_undo_each_others_notes(tmp_path: Path) -> None:
    one, two = Runs(tmp_path), Runs(tmp_path)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "wabc.json").write_text(json.dumps({"id": "wabc", "pid": 1}), encoding="utf-8")

    def write(server: Runs, name: str) -> None:
        for number in range(100):
            server._change("wabc", 1, **{name: number})
            kept = server._note("wabc")
            assert kept is not None and kept[name] == number

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(write, one, "one"), threads.submit(write, two, "two")]:
            done.result()


def test_how_a_run_stands_is_read_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.training.progress._SECONDS", 0.0)  # every report is written
    runs, folder = Runs(tmp_path), tmp_path / "train-clobber-0123456789ab"
    folder.mkdir()
    assert runs.facts(folder.name)["state"] == "elsewhere", "a run of 0.1.0 has no progress.json"
    with Reporter(
        folder, {"command": "papamu train clobber:2x2", "game": "clobber:2x2"}, None, False
    ) as reporter:
        reporter.begin("learning", "learning", 0, 5_000)
        reporter.reach(1_000)
        going = runs.facts(folder.name)
        assert (going["state"], going["command"]) == ("elsewhere", "papamu train clobber:2x2")
        assert (going["games"], going["of"], going["game"]) == (1_000, 5_000, "clobber:2x2")
        assert (going["progress"]["share"], going["progress"]["what"]) == (0.2, "learning")
        reporter.finish({"won": 1})
    assert runs.facts(folder.name)["state"] == "finished"
    known = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
    gone = {**known, "state": "learning", "pid": 2**22 + 1, "born": "1"}
    (folder / "progress.json").write_text(json.dumps(gone), encoding="utf-8")
    assert [run["state"] for run in runs.all()] == ["stopped"]


@pytest.mark.parametrize(
    "notice", ["Keeping {}; after a stop, go on with: ", "Saving to {}; after a stop, resume with: "]
)
def test_a_run_without_progress_is_found_by_its_log(tmp_path: Path, notice: str) -> None:
    """The first notice is that of 0.1.0."""
    folder = tmp_path / "train-clobber-0123456789ab"
    folder.mkdir()
    (tmp_path / "web").mkdir()
    note = {
        "id": "wabc",
        "kind": "train",
        "title": "old",
        "words": ["train", "clobber:2x2"],
        "pid": 1,
        "born": "0",
    }
    note |= {"began": 1.0, "ended": 2.0, "code": 130, "asked_to_stop": True}
    (tmp_path / "web" / "wabc.json").write_text(json.dumps(note), encoding="utf-8")
    log = notice.format(folder) + "papamu train clobber:2x2\n"
    (tmp_path / "web" / "wabc.log").write_text(log, encoding="utf-8")
    (run,) = Runs(tmp_path).all()
    assert (run["id"], run["folder"], run["state"]) == ("wabc", folder.name, "stopped")


def test_the_form_of_a_training_is_made_from_the_options(client: TestClient) -> None:
    found = client.get("/api/runs/options").json()
    assert list(found["presets"]) == ["fast", "strong", "thesis"]
    options = {one["name"]: one for one in found["options"]}
    assert options["lr"]["defaults"] == {"mlp": 2e-05, "alphazero": 2e-03}
    assert options["sims"]["learners"] == ["alphazero"] and options["loss"]["choices"] == [
        "squared",
        "logistic",
    ]
    assert "out" not in options and "runs" not in options, "a page may not say where files are written"
    form = TrainForm(kind="train", game="clobber:3x4", preset="fast", games=50)
    words = train_words(form, client.app.state.manager.models)  # type: ignore[attr-defined]
    assert words[:4] == ["train", "clobber:3x4", "--preset", "none"], "whatever presets are one day"
    assert words[words.index("--games") + 1] == "50" and words[words.index("--encoding") + 1] == "3x3"


@pytest.mark.parametrize("name", ["nosuch", "web", "w123", "..", "train-x/../.."])
def test_runs_that_are_not_there(client: TestClient, name: str) -> None:
    assert client.get(f"/api/runs/{name}").status_code in (404, 422)
    assert client.post(f"/api/runs/{name}/stop").status_code in (400, 404, 405, 422)


def test_ladders_that_come_with_the_package() -> None:
    for board in ladders.boards():
        found = ladders.ladder(board)
        assert found["same_board"]
        points = {one["title"]: one["rating"] for one in found["ratings"]}
        assert {"Beginner", "Easy", "Medium", "Strong", "Expert"} <= set(points), board
        assert points["Beginner"] == 0 < points["Easy"] < points["Medium"] < points["Strong"], board
        assert points["Strong"] <= points["Expert"] == max(points.values()), board
        weaker = [title for title, rating in points.items() if rating < 0]
        assert not weaker or f"weaker than random moves: {', '.join(weaker)}." in " ".join(found["notes"])
        assert any("Expert thinks by the clock" in note for note in found["notes"])
        assert not any(mark in title for title in points for mark in ":="), "a name for programs"
    for path in ladders.FOLDER.glob("*.json"):
        found = json.loads(path.read_text(encoding="utf-8"))
        assert found["command"].startswith(f"papamu tournament {found['game']} ")
        assert {one["name"] for one in found["ratings"]} <= set(found["command"].split()), path
