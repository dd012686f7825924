"""Training without the command line: one call, one run folder, and the same weights after any stop."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from papamu.core.errors import BusyError, PapamuError
from papamu.core.locks import hold
from papamu.learn.mlp.model_file import load
from papamu.learn.online.course import EACH_OTHER, ITSELF, Course
from papamu.learn.som.course import Learning, MapCourse
from papamu.training.progress import FILE, Progress, Reporter, read_progress
from papamu.training.request import MlpRequest, SomRequest
from papamu.training.train import folder_of, train


def small(runs: Path, games: int = 60, tests: int = 4, **more: object) -> MlpRequest:
    course = Course("clobber:2x3", hidden=(4,), lr=1e-4, target=10.0, games=games, **more)  # type: ignore[arg-type]
    return MlpRequest(course=course, tests=tests, runs=runs)


def test_one_call_trains_tests_and_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[Progress] = []
    run = train(small(tmp_path), heard.append)
    assert run.fresh and run.folder == folder_of(run.request) and run.file == run.folder / "model.safetensors"
    assert run.test is not None and run.test["games"] == 4
    assert [point["games"] for point in run.curve][-1] == 60
    assert str(run.agent) == f"mlp:{run.file}" == run.spec
    assert load(run.file).digest == run.model.digest
    assert heard[0].state == "learning" and heard[-1].state == "finished"
    assert {one.state for one in heard} == {"learning", "testing", "finished"}
    found = train(small(tmp_path))
    assert not found.fresh and found.model.digest == run.model.digest
    more = train(small(tmp_path, tests=6))
    assert more.fresh and more.test is not None and more.test["games"] == 6
    assert more.model.digest == run.model.digest
    assert capsys.readouterr() == ("", ""), "the library prints nothing"


def test_the_folder_and_the_command_are_those_of_0_1_0(tmp_path: Path) -> None:
    # Written down from 0.1.0: papamu train clobber:3x3 --hidden 8 --lr 1e-4 --target 10 --games 300
    course = Course("clobber:3x3", hidden=(8,), lr=1e-4, target=10.0, games=300)
    assert folder_of(MlpRequest(course=course, runs=tmp_path)).name == "train-clobber-a0174ae16bd5"


def test_after_stops_the_weights_are_the_same(tmp_path: Path) -> None:
    straight = train(small(tmp_path / "straight", games=3_000))
    request = MlpRequest(course=straight.course, tests=4, runs=tmp_path / "stopped", save_every=0.0)
    stops = 0

    def stop(progress: Progress) -> None:
        nonlocal stops
        if progress.state == "learning" and 0 < progress.done < 3_000 and stops < 2:
            stops += 1
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            train(request, stop)
        found = read_progress(folder_of(request))
        assert found is not None and found["state"] == "stopped" and 0 < found["done"] < 3_000
    resumed: list[Progress] = []
    run = train(request, resumed.append)
    assert resumed[0].resumed and resumed[0].done > 0
    assert run.model.digest == straight.model.digest and run.test == straight.test


def test_progress_file(tmp_path: Path) -> None:
    run = train(small(tmp_path))
    found = read_progress(run.folder)
    assert found is not None
    assert (found["state"], found["learner"], found["game"]) == ("finished", "mlp", "clobber:2x3")
    assert found["result"] == run.test and found["health"] == "alive"
    assert found["curve"][-1]["games"] == 60 and found["pid"] == os.getpid()
    assert found["command"].startswith(
        "papamu train clobber:2x3 --preset none --hidden 4 --lr 0.0001 --target 10.0"
    )
    train(small(tmp_path))  # found: what is known of it stays
    assert read_progress(run.folder) == found
    (run.folder / FILE).unlink()  # as 0.1.0 left it
    assert read_progress(run.folder) is None
    assert not train(small(tmp_path)).fresh
    assert not (run.folder / FILE).exists(), "what is finished is not touched"
    (run.folder / FILE).write_text("{", encoding="utf-8")
    assert read_progress(run.folder) is None


def test_a_failure_is_kept_and_a_vanished_process_is_a_stop(tmp_path: Path) -> None:
    def work() -> None:
        with Reporter(tmp_path, {}, None, False) as reporter:
            reporter.begin("learning", "learning", 0, 10)
            reporter.reach(3, health="alive", curve=[{"won": float("nan")}])
            raise PapamuError("out of paper")

    with pytest.raises(PapamuError, match="out of paper"):
        work()
    found = read_progress(tmp_path)
    assert found is not None and (found["state"], found["error"], found["done"]) == (
        "failed",
        "out of paper",
        3,
    )
    assert found["curve"] == [{"won": None}]
    gone = {**found, "state": "testing", "pid": 2**22 + 1, "born": "1"}
    (tmp_path / FILE).write_text(json.dumps(gone), encoding="utf-8")
    assert (read_progress(tmp_path) or {})["state"] == "stopped"


def test_the_file_is_not_written_for_every_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from papamu.training import progress

    written: list[str] = []
    monkeypatch.setattr(progress, "write_whole", lambda path, text: written.append(text))
    heard: list[Progress] = []
    reporter = Reporter(tmp_path, {}, heard.append, False)
    reporter.begin("learning", "learning", 0, 1000)
    for done in range(1000):
        reporter.reach(done)
    reporter.finish(None)
    assert len(heard) == 1002 and len(written) < 10


def test_again_and_two_at_once(tmp_path: Path) -> None:
    run = train(small(tmp_path))
    with hold(run.folder / "training"), pytest.raises(BusyError):
        train(small(tmp_path))
    again = MlpRequest(course=run.course, tests=4, runs=tmp_path, again=True)
    assert train(again).fresh


def test_an_opponent_that_is_the_network_itself_is_a_seat(tmp_path: Path) -> None:
    course = Course("clobber:2x3", games=10)
    assert MlpRequest(course=course, opponent="self").course.seat == ITSELF
    assert MlpRequest(course=Course("clobber:2x3", seat=EACH_OTHER)).opponent == "each-other"
    assert MlpRequest(course=course, teacher="minimax").course.way == "teacher"
    with pytest.raises(PapamuError, match="needs a teacher"):
        MlpRequest(course=Course("clobber:2x3", way="teacher"))


def test_maps_alike(tmp_path: Path) -> None:
    course = MapCourse(
        "reversi:4x4", "1-6,7-12", 3, 3, data=(50, 50), first=(100, 100), second=(200, 200), seed=3
    )
    request = SomRequest(course=course, learning=Learning(way="mc", games=40), tests=4, runs=tmp_path)
    phases: list[str] = []
    run = train(request, lambda progress: phases.append(progress.phase))
    assert list(dict.fromkeys(phases)) == [
        "map 1, moves 0 to 6",
        "map 2, moves 7 to 12",
        "learning",
        "testing",
    ]
    assert run.test is not None and run.test["games"] == 4
    assert run.file.name.startswith("learned-") and run.spec == f"som:{run.file}"
    assert (read_progress(run.folder) or {})["state"] == "finished"
    once_more = train(request)
    assert once_more.model.digest == run.model.digest if hasattr(run.model, "digest") else True
    assert (once_more.model.values == run.model.values).all()
