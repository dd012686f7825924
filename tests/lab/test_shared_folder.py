"""What cells make for each other: a folder that all of a run see, makers first, seeds in common."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from papamu import __version__
from papamu.lab.run import ray_cluster
from papamu.lab.run.cell import Cell, CellContext, Work
from papamu.lab.run.execute import CellTask
from papamu.lab.run.runner import run


@dataclass(frozen=True)
class Flour:
    grain: str


@dataclass(frozen=True)
class Bread:
    flour: Flour
    loaf: int

    @property
    def seeded_by(self) -> Flour:
        return self.flour


ORDER: list[str] = []


def mill(params: Flour, task: CellContext) -> dict[str, Any]:
    ORDER.append(params.grain)
    assert task.shared is not None
    task.shared.mkdir(exist_ok=True)
    (task.shared / params.grain).write_text(str(task.seed))
    return {"shared": str(task.shared)}


def bake(params: Bread, task: CellContext) -> dict[str, Any]:
    ORDER.append(f"bread {params.loaf}")
    made = (task.shared / params.flour.grain).read_text() if task.shared else None
    return {"flour": made, "seed": str(task.seed)}


def cells(*loaves: int) -> list[Cell]:
    bread = [
        Cell(Work.of(f"{__name__}:bake"), Bread(Flour("rye"), loaf), cost=100.0 + loaf) for loaf in loaves
    ]
    return [*bread, Cell(Work.of(f"{__name__}:mill"), Flour("rye"), cost=1.0, early=True)]


def test_who_makes_something_for_others_comes_first(tmp_path: Path) -> None:
    ORDER.clear()
    done = [outcome.result for outcome in run(cells(1, 2), tmp_path, {}, seed=3).values()]
    assert ORDER == ["rye", "bread 2", "bread 1"]  # then the longest
    assert done[2] == {"shared": str(tmp_path / "shared")}
    assert done[0] == done[1] and done[0]["flour"] == done[0]["seed"]  # the very same flour, by its seed


def test_what_was_made_is_there_for_a_later_run(tmp_path: Path) -> None:
    run(cells(1), tmp_path, {}, seed=3)
    ORDER.clear()
    run(cells(1, 5), tmp_path, {}, seed=3)
    assert ORDER == ["bread 5"]
    assert (tmp_path / "shared" / "rye").is_file() and not (tmp_path / "scratch").exists()


def test_seeds_follow_from_what_cells_have_in_common() -> None:
    one, two, flour = cells(1, 2)
    assert one.seed(7) == two.seed(7) == flour.seed(7) != one.seed(8)
    assert one.with_replicate(1).seed(7) == flour.with_replicate(1).seed(7) != one.seed(7)
    assert Cell(one.work, Bread(Flour("oats"), 1)).seed(7) != one.seed(7)
    assert len({one.key, two.key, flour.key}) == 3
    assert Cell(flour.work, flour.params).key == flour.key  # when it is done does not change what it is


def test_elsewhere_nothing_is_shared(tmp_path: Path) -> None:
    """Nodes of a cluster do not see the run's folder, and must not think so."""
    task = CellTask(cells(1)[0], 5, tmp_path / "scratch", tmp_path / "shared")
    board = SimpleNamespace(write=SimpleNamespace(remote=lambda key, share: None))
    done = ray_cluster._execute_on_node(task, __version__, [], board)
    assert isinstance(done, dict) and done["result"] == {"flour": None, "seed": "5"}
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(AttributeError):
        task.shared = None  # type: ignore[misc]
