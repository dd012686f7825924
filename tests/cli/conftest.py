"""For the tests of `papamu reproduce` and `papamu report`: a folder of runs in which a study is done, made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from papamu.lab.run import runner
from papamu.lab.run.reproduction import Reproduction
from papamu.papers import find
from tests.lab.made_up import outcomes


@pytest.fixture
def clobber_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything of the smoke scale of the Clobber thesis is done, as far as anyone can tell."""
    made = Reproduction.of(find("clobber"), "smoke", runs=tmp_path)
    made.folder.mkdir()
    (made.folder / "cells.sqlite").touch()
    done = outcomes(made.tables)
    monkeypatch.setattr(runner, "finished", lambda folder: done)
    monkeypatch.setattr(runner, "run", lambda cells, *rest: {cell.key: done[cell.key] for cell in cells})
    return tmp_path
