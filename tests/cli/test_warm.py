"""`papamu warm`: the list of what it compiles, that its entries run, and its progress lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from papamu import warm as warming
from papamu.agents.opponents import HUMAN, plays, presets
from papamu.agents.warm_up import kernel_kind
from papamu.games import registry
from papamu.kernel import cache
from papamu.kernel.jit import JIT
from papamu.warm.compile_processes import CompileProcesses, Progress, prepared_labels
from tests.cli.process import papamu

pytest.importorskip("fastapi")
from papamu.web.thinking.offered_agents import offered
from papamu.web.validation import Models

QUICK = ("noisy+random", "match first – random")  # to compile them all would take a minute


def labels(spec: str) -> list[str]:
    return [label.removeprefix(f"{spec}: ") for label, _ in warming.jobs([spec])]


def kinds(spec: str) -> set[str]:
    """The kinds of the agents among the labels."""
    found = set()
    for label in labels(spec):
        if " " not in label and label not in ("rules", "playouts", "perft", "solver"):
            found.add(kernel_kind(label))
    return found


def test_what_fits_a_game() -> None:
    found = labels("clobber:3x3")
    assert found[:2] == ["rules", "mc:playouts=20"]  # the most wanted first
    assert {"playouts", "perft", "match first – random", "match uct:sims=2 – random", "solver"} <= set(found)
    assert {"ab:ms=1", "noisy+random", "endgame+random"} <= set(found)
    four = labels("blokus:20x20")
    assert "minimax:depth=2" in four and "match first – random" in four
    assert not {"ab:ms=1", "endgame+random", "solver"} & set(four)  # these are for two


@pytest.mark.parametrize("game", registry.names())
def test_everything_that_the_page_and_the_menu_offer_is_warmed(game: str) -> None:
    loaded = registry.load(game)
    page = [agent["spec"] for agent in offered(loaded, Models(Path("nowhere"))) if agent["ok"]]
    menu = [spec for _, spec in presets(loaded) if spec != HUMAN and plays(spec, loaded)]
    spec = str(loaded)
    assert {kernel_kind(text) for text in (*page, *menu)} <= kinds(spec)


def test_every_game_is_warmed() -> None:
    every = warming.jobs(agents=False)
    games = {label.partition(":")[0] for label, _ in every}
    assert games == set(registry.names()) and len(every) == 3 * (len(games) + 1)  # and Clobber on a graph
    assert [label for label, _ in every[: len(games)]] == [
        f"{registry.load(name)}: rules" for name in registry.names()
    ]


def test_the_jobs_run() -> None:
    for label, job in warming.jobs(["clobber:2x3"]):
        if not JIT or label.endswith(QUICK):
            job()


@pytest.mark.jit
def test_warm_compiles_once_and_notes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_foreign", {})  # files of other tests in this process: the command has none
    done = papamu("warm", "clobber:3x3", "--no-agents")
    assert done.returncode == 0, done.stderr
    assert "All 3 are compiled, in " in done.stdout
    assert {"clobber:3x3: rules", "clobber:3x3: playouts", "clobber:3x3: perft"} <= prepared_labels()
    nothing_left = CompileProcesses(["clobber:3x3: rules"], ["clobber:3x3"], False)
    nothing_left.join()
    assert nothing_left.progress == Progress(1, 1)


@pytest.mark.jit
def test_a_process_that_dies_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_foreign", {})
    monkeypatch.setenv("PAPAMU_CACHE", str(tmp_path))  # nothing is noted there
    killed = []

    def kill_the_first(progress: Progress) -> None:
        if progress.running and not killed:
            killed.append(progress.running[0])
            for worker in compiling._workers:
                if worker.job is not None:
                    worker.process.kill()

    labels_here = [label for label, _ in warming.jobs(["clobber:3x3"], agents=False)]
    compiling = CompileProcesses(labels_here, ["clobber:3x3"], False, 1, kill_the_first)
    compiling.join()
    assert len(killed) == 1
    assert compiling.progress == Progress(3, 3)
    assert prepared_labels() == set(labels_here) - set(killed)  # it is compiled when it is used
