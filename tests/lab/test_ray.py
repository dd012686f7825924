"""Cells on a Ray cluster give the same results, also when a node dies. All use of Ray is in this file."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from papamu.core.errors import PapamuError
from papamu.lab.run import ray_cluster
from papamu.lab.run.cell import Cell
from papamu.lab.run.runner import finished
from tests.lab.lab_work import sums
from tests.lab.test_cells import do, lines, results

ray = pytest.importorskip("ray")


def one_line(cells: list[Cell], folder: Path, on: str) -> str:
    with pytest.raises(PapamuError) as caught:
        do(cells, folder, on=on)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture(scope="module", autouse=True)
def temporary() -> Iterator[None]:
    """Ray's own files go with the tests; a short name, because sockets lie there."""
    folder = tempfile.mkdtemp(prefix="r")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("TMPDIR", folder)  # scratch folders of cells that were killed
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.delenv("RAY_ADDRESS", raising=False)
        patch.setenv("LAB_LOG", str(Path(folder, "log")))
        yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def log() -> Path:
    path = Path(os.environ["LAB_LOG"])
    path.write_text("")
    return path


@pytest.fixture(scope="module")
def cluster(temporary: None) -> Iterator[Any]:
    """Two nodes on this machine, each with a process for one cell at a time."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


def parents() -> dict[int, int]:
    """Of every process, its parent."""
    said = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return {int(pid): int(parent) for pid, parent in (line.split() for line in said.splitlines())}


def test_a_cluster_of_its_own(tmp_path: Path) -> None:
    cells = sums(6)
    assert results(do(cells, tmp_path / "ray", on="ray", jobs=2)) == results(do(cells, tmp_path / "local"))
    assert not ray.is_initialized()
    mine = [pid for pid, parent in parents().items() if parent == os.getpid()]
    names = subprocess.run(
        ["ps", "-o", "args=", "-p", ",".join(map(str, mine))], capture_output=True, text=True, check=False
    ).stdout
    assert "raylet" not in names and "gcs_server" not in names


def test_an_address_where_nobody_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cannot reach a Ray cluster at '127.0.0.1:1': " in one_line(sums(2), tmp_path, "ray=127.0.0.1:1")
    assert "cannot reach a Ray cluster at 'nowhere'" in one_line(sums(2), tmp_path, "ray=nowhere")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")  # `ray` alone means that one then
    assert "cannot reach a Ray cluster at '127.0.0.1:1': " in one_line(sums(2), tmp_path, "ray")
    assert not ray.is_initialized()


def test_what_goes_wrong(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process that uses Ray already: it stays connected."""
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        said = one_line(sums(4, "go_wrong", how="refuse"), tmp_path, "ray")
        assert said.startswith("nobody plays that (in Sum(number=3, ")
        with pytest.raises(ZeroDivisionError) as caught:
            do(sums(4, "go_wrong", how="bug"), tmp_path, on="ray")
        assert 'raise ZeroDivisionError("a bug")' in "\n".join(caught.value.__notes__)
        assert "Ray gave up Sum(number=3, " in one_line(sums(4, "go_wrong", how="die"), tmp_path, "ray")
        monkeypatch.setattr(ray_cluster, "__version__", "0.0")
        said = one_line(sums(4, steps=3), tmp_path, "ray")
        assert "a node of the cluster has Papamu" in said and "this is 0.0" in said
        assert ray.is_initialized()
    finally:
        ray.shutdown()


def test_a_node_dies_in_the_middle(cluster: Any, tmp_path: Path, log: Path) -> None:
    """The node is killed while it does a cell, which is then done again on the other one."""
    cells = sums(6, "wait_and_walk")
    go = log.with_name("GO")
    (node,) = cluster.worker_nodes
    raylet = node.all_processes["raylet"][0].process.pid
    heard: list[float] = []
    lost: dict[int, str] = {}

    def report(done: float, total: float, words: str) -> None:
        """Called each second: a cell that waits has told its share."""
        heard.append(done)
        there = parents()
        begun = [line.split()[1:] for line in log.read_text().splitlines() if line.startswith("wait ")]
        on_the_node = {int(pid): number for number, pid in begun if there.get(int(pid)) == raylet}
        if on_the_node and not lost:
            lost.update(on_the_node)
            cluster.remove_node(node, allow_graceful=False)
            for pid in lost:  # it would end soon, but perhaps not before it is done
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass  # it has noticed
            go.touch()

    on_the_cluster = do(cells, tmp_path / "ray", on=f"ray={cluster.address}", report=report)
    assert lost, "nothing was under way on the node that was killed"
    assert all(lines(log, "wait").count(number) > 1 for number in lost.values())
    assert 0 < heard[1] < 1 and heard[-1] == sum(cell.cost for cell in cells)
    assert results(on_the_cluster) == results(do(cells, tmp_path / "local", jobs=2))
    assert finished(tmp_path / "ray") == on_the_cluster
