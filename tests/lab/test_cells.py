"""Cells of an experiment: each done once, kept at once, and the same however they are run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import papamu
from papamu.core.errors import AgentError, PapamuError, StoreError
from papamu.core.store import Store
from papamu.lab.run import execute as execute_module
from papamu.lab.run.cell import Cell, Work
from papamu.lab.run.execute import SECONDS_FILE, CellTask, execute
from papamu.lab.run.runner import Outcome, finished, run
from tests.lab import lab_work
from tests.lab.lab_work import ABOUT, ROOT, sums

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
COMMAND = [sys.executable, "-c", "from tests.lab.lab_work import main; main()"]
PATIENCE = 30  # seconds after which a test that waits for something has failed


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "log"
    path.touch()
    monkeypatch.setenv("LAB_LOG", str(path))
    return path


def do(cells: list[Cell], folder: Path, **options: Any) -> dict[str, Outcome]:
    return run(cells, folder, ABOUT, seed=7, **options)


def results(outcomes: dict[str, Outcome]) -> str:
    """Everything that must not depend on how it was made, to the last bit."""
    return json.dumps({key: outcome.result for key, outcome in outcomes.items()})


def lines(log: Path, word: str, since: int = 0) -> list[str]:
    """The numbers of the cells that say this in the log, from this character on."""
    return [line.split()[1] for line in log.read_text()[since:].splitlines() if line.startswith(word + " ")]


def start(folder: Path, jobs: int, count: int, work: str, seconds: float = 0.0) -> subprocess.Popen[str]:
    """A run in a process of its own, which says on its output how far it is."""
    path = os.pathsep.join([str(Path(papamu.__file__).parent.parent), str(ROOT)])
    return subprocess.Popen(
        [*COMMAND, str(folder), str(jobs), str(count), work, str(seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=True,
    )


def everybody_ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait until nobody is left who could write to the process's output; what was said, and complained.

    Workers have their parent's output: it ends when the last of them does.
    """
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()


def said(process: subprocess.Popen[str], count: int) -> bool:
    """Wait until so many lines have come; whether they have."""
    assert process.stdout is not None
    return all(process.stdout.readline() for _ in range(count))


def test_results_do_not_depend_on_jobs_order_or_company(tmp_path: Path) -> None:
    cells = sums(8)
    cells += [cells[2].with_replicate(1), cells[2]]
    here = do(cells, tmp_path / "here")
    assert len(here) == 9 and list(here) == list(dict.fromkeys(cell.key for cell in cells))
    assert len({outcome.result["at"] for outcome in here.values()}) == 9  # seeds of their own
    alone = do([cells[2]], tmp_path / "alone")
    assert results(alone) == results({cells[2].key: here[cells[2].key]})
    for jobs in (2, 3):
        there = do(cells[::-1], tmp_path / f"{jobs}", jobs=jobs)
        assert results({key: there[key] for key in here}) == results(here)
        assert not (tmp_path / f"{jobs}" / "scratch").exists()
        assert finished(tmp_path / f"{jobs}") == there
        assert all(done.seconds > 0 and done.machine == execute_module.machine() for done in there.values())


def test_nothing_is_done_twice(tmp_path: Path, log: Path) -> None:
    folder = tmp_path / "run"
    do(sums(3), folder)
    before = finished(folder)
    after = do(sums(5), folder, jobs=2)
    assert sorted(lines(log, "begin")) == ["0", "1", "2", "3", "4"]
    assert {key: after[key] for key in before} == before  # also their seconds
    assert list(do(sums(2), folder)) == [cell.key for cell in sums(2)]  # only those that were asked for
    assert len(lines(log, "begin")) == 5 and len(finished(folder)) == 5


def test_the_longest_come_first(tmp_path: Path, log: Path) -> None:
    do(sums(7), tmp_path / "run")
    assert lines(log, "begin") == ["4", "3", "2", "1", "6", "0", "5"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(execute_module, "REPORT_SECONDS", 0.0)  # in this process: workers keep to theirs
    heard: list[tuple[float, float, str]] = []
    do(sums(4, steps=2), tmp_path, jobs=jobs, report=lambda *words: heard.append(words))
    assert heard[0] == (0, 10, "0 of 4 cells") and heard[-1] == (10, 10, "4 of 4 cells")
    if jobs == 1:
        # The fourth cell costs 4 and has two steps: its half, its whole, and that it is done.
        assert [done for done, _, _ in heard[1:4]] == [2, 4, 4]
        assert len(heard) == 1 + 4 * 3
    else:
        assert len(heard) > 1 + 4  # shares have come over the pipes
        assert any(done != int(done) or words[0] == "0" for done, _, words in heard[1:])
    monkeypatch.undo()
    heard.clear()
    do(sums(3, steps=100), tmp_path / "many", report=lambda *words: heard.append(words))
    assert heard[-1][0] == heard[-1][1] and len(heard) < 3 * 100  # not each share is worth a word
    heard.clear()
    do(sums(4, steps=2), tmp_path, report=lambda *words: heard.append(words))
    assert heard == [(10, 10, "4 of 4 cells")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mistake_names_its_cell_and_what_is_done_is_kept(tmp_path: Path, log: Path, jobs: int) -> None:
    cells = sums(8, "go_wrong", how="refuse")
    with pytest.raises(AgentError) as caught:
        do(cells, tmp_path, jobs=jobs)
    assert str(caught.value).startswith("nobody plays that (in Sum(number=3, ")
    assert "\n" not in str(caught.value)
    done = finished(tmp_path)
    assert set(lines(log, "end")) >= {str(outcome.result["path"][0]) for outcome in done.values()}
    if jobs == 1:  # number 3 comes second
        assert len(done) == 1 and lines(log, "begin") == ["4"]
    assert 3 not in [outcome.result["path"][0] for outcome in done.values()]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_keeps_its_kind_and_place(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        do(sums(4, "go_wrong", how="bug"), tmp_path, jobs=jobs)
    notes = "\n".join(caught.value.__notes__)
    assert "number=3" in notes
    assert jobs == 1 or 'raise ZeroDivisionError("a bug")' in notes
    with pytest.raises(ValueError, match="not JSON compliant"):
        do(sums(4, "go_wrong", how="nan"), tmp_path, jobs=jobs)
    with pytest.raises(ModuleNotFoundError):
        do([Cell(Work.of("tests.nowhere:work"), lab_work.Sum(1))], tmp_path, jobs=jobs)


def test_what_cannot_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for options, words in (
        ({"on": "rya"}, r"local, ray or ray=ADDRESS, not on 'rya' \(did you mean 'ray'\?\)"),
        ({"on": "ray="}, "ray=ADDRESS"),
        ({"on": "local=2"}, "ray=ADDRESS"),
        ({"jobs": 0}, "1 or more"),
    ):
        with pytest.raises(PapamuError, match=words) as caught:
            do(sums(2), tmp_path / "run", **options)
        assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()
    with pytest.raises(StoreError, match="there is no store"):
        finished(tmp_path / "run")
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot write"):
        do(sums(2), tmp_path / "file")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(PapamuError, match=r"pip install -e '\.\[ray\]'"):
        do(sums(2), tmp_path / "run", on="ray")
    assert not (tmp_path / "run").exists()


def test_a_folder_of_another_version_or_seed(tmp_path: Path) -> None:
    do(sums(2), tmp_path)
    for other in ({"papamu": "0.0"}, {"seed": 8}, {"paper": "other"}):
        with pytest.raises(StoreError, match="holds other work: " + next(iter(other))) as caught:
            run(sums(3), tmp_path, ABOUT | other, seed=7)
        assert "\n" not in str(caught.value)
    assert len(finished(tmp_path)) == 2


def test_scratch_is_there_again_and_removed_when_done(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = sums(2, steps=5)
    straight = do(cells, tmp_path / "straight")
    log.write_text("")

    def stop(done: float, total: float, words: str) -> None:
        if done > 2 and words.startswith("1 of 2"):
            raise KeyboardInterrupt  # after the first cell and the first step of the second

    lab = tmp_path / "lab"
    with monkeypatch.context() as patch:
        patch.setattr(execute_module, "REPORT_SECONDS", 0.0)
        with pytest.raises(KeyboardInterrupt):
            do(cells, lab, report=stop)
    left = lab / "scratch" / cells[0].key
    assert (left / "kept").read_text().startswith("1 ")
    assert len(finished(lab)) == 1 and os.listdir(lab / "scratch") == [cells[0].key]
    # A run that was killed after keeping a result has left the scratch folder of a cell that is done.
    (lab / "scratch" / cells[1].key).mkdir()
    assert results(do(cells, lab)) == results(straight)
    assert lines(log, "resume") == ["0"] and lines(log, "begin") == ["1", "0", "0"]
    assert not (lab / "scratch").exists()


@POSIX
def test_a_killed_worker_is_replaced(tmp_path: Path, log: Path) -> None:
    cells = sums(6, "go_wrong", how="die once")
    assert results(do(cells, tmp_path / "two", jobs=2)) == results(do(cells, tmp_path / "one", jobs=3))
    assert lines(log, "wrong") == ["3"] * 4  # in each run: dies, is done
    assert len(set(lines(log, "begin"))) == 6


@POSIX
def test_a_cell_that_kills_every_worker(tmp_path: Path, log: Path) -> None:
    with pytest.raises(PapamuError) as caught:
        do(sums(6, "go_wrong", how="die"), tmp_path, jobs=2)
    said = str(caught.value)
    assert said.startswith("4 workers died one after the other doing Sum(number=3,") and "\n" not in said
    assert "SIGKILL (is there enough memory?)" in said
    assert lines(log, "wrong") == ["3"] * 4
    assert len(finished(tmp_path)) >= 1


@POSIX
def test_killed_again_and_again(tmp_path: Path, log: Path) -> None:
    """Really killed, at different moments; then everything is as if it had never been."""
    count, seconds = 12, 0.03
    cells = sums(count, seconds=seconds)
    straight = do(cells, tmp_path / "straight")
    folder = tmp_path / "killed"
    numbers = {cell.key: str(cell.params.number) for cell in cells}
    log.write_text("")
    kills = 0
    stored: set[str] = set()
    for moment in (1, 2, 3, 2, 4, 3, 2):  # the second line is the first step of the first cell
        logged = len(log.read_text())
        process = start(folder, 1 + kills % 2, count, "walk", seconds)
        going = said(process, moment)
        process.kill()
        everybody_ended(process)
        assert not set(lines(log, "begin", logged)) & stored, "a cell was begun again that was stored"
        stored = {numbers[key] for key in finished(folder)}
        kills += process.returncode == -signal.SIGKILL
        if not going:
            break
    assert kills >= 5 and lines(log, "resume"), "it was stopped in the middle of cells"
    logged = len(log.read_text())
    ended = do(cells, folder, jobs=2)
    assert results(ended) == results(straight)
    assert not set(lines(log, "begin", logged)) & stored
    assert not (folder / "scratch").exists()


@POSIX
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(tmp_path: Path, log: Path, how: int) -> None:
    process = start(tmp_path / "run", 2, 3, "hang")
    assert said(process, 2)  # a share has come from a worker: it is in the middle of something endless
    process.send_signal(how)
    everybody_ended(process)
    assert process.returncode == -how
    assert lines(log, "begin")


@POSIX
def test_ctrl_c_ends_the_workers_without_a_word(tmp_path: Path, log: Path) -> None:
    process = start(tmp_path / "run", 2, 2, "hang")  # the second cell is done, the first never
    assert process.stdout is not None
    while not (line := process.stdout.readline()).endswith("1 of 2 cells\n"):
        assert line
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody hears it
    assert everybody_ended(process) == ("interrupted\n", "")
    assert len(finished(tmp_path / "run")) == 1


@POSIX
def test_ctrl_c_while_workers_begin(tmp_path: Path) -> None:
    process = start(tmp_path / "run", 2, 2, "hang")
    assert said(process, 1)  # the run has begun, its workers hardly
    os.killpg(process.pid, signal.SIGINT)
    out, err = everybody_ended(process)
    assert out.endswith("interrupted\n") and not err


def test_a_second_process_is_told_who_is_there(tmp_path: Path) -> None:
    process = start(tmp_path, 2, 3, "hang")
    try:
        assert said(process, 1)
        with pytest.raises(StoreError, match=f"in use by process {process.pid} since") as caught:
            do(sums(2), tmp_path)
        assert "\n" not in str(caught.value)
        assert len(finished(tmp_path)) <= 3  # to look is allowed
    finally:
        process.kill()
        everybody_ended(process)


def test_a_script_that_forgets_to_guard_itself(tmp_path: Path) -> None:
    """Its workers would run the script again: they cannot start, and the script is told why."""
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\nfrom tests.lab.lab_work import ABOUT, run, sums\n"
        f"run(sums(3), Path({str(tmp_path / 'run')!r}), ABOUT, 7, jobs=2)\n"
    )
    path = os.pathsep.join([str(Path(papamu.__file__).parent.parent), str(ROOT)])
    done = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert "PapamuError: a worker process could not start (exit code 1" in done.stderr
    assert finished(tmp_path / "run") == {}


def test_from_a_thread_and_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths mean the same for workers, and Ctrl-C is the business of the main thread only."""
    monkeypatch.chdir(tmp_path)
    found: list[dict[str, Outcome]] = []
    thread = threading.Thread(target=lambda: found.append(do(sums(3), Path("run"), jobs=2)))
    thread.start()
    thread.join(PATIENCE)
    assert results(found[0]) == results(do(sums(3), tmp_path / "other"))
    with Store.look(tmp_path / "run" / "cells.sqlite") as store:
        assert store.about == ABOUT


def test_seconds_before_a_stop_are_counted(tmp_path: Path) -> None:
    (cell,) = sums(1)
    task = CellTask(cell, 1, tmp_path)
    assert execute(task, lambda share: None)["seconds"] < 60
    assert 0 <= float((tmp_path / SECONDS_FILE).read_text()) < 60  # noted as it went, for whoever goes on
    (tmp_path / SECONDS_FILE).write_text("1000.5")
    assert 1000.5 < execute(task, lambda share: None)["seconds"] < 1060.5
    (tmp_path / SECONDS_FILE).write_text("cut o")
    assert execute(task, lambda share: None)["seconds"] < 60
