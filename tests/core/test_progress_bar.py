"""The progress bar where there is no terminal: a line now and then."""

from __future__ import annotations

import re

import pytest

from papamu.core import progress_bar


def test_pieces_that_weigh_differently(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_bar, "_SECONDS_BETWEEN_LINES", 0.0)  # every line
    monkeypatch.setattr(progress_bar, "_SECONDS_BEFORE_ESTIMATE", 0.0)
    with progress_bar.progress_bar("reproducing", 400.0, weighed=True) as bar:
        bar.weigh(100.0, 400.0, "1 of 4 cells")
        bar.weigh(200.0, 400.0, "2 of 4 cells")
        bar.weigh(400.0, 400.0, "4 of 4 cells")
    printed = capsys.readouterr().err
    assert "reproducing 25%: 1 of 4 cells" in printed  # what was there before says nothing about the speed
    assert re.search(r"reproducing 50%, about 0\.\d s left: 2 of 4 cells", printed)
    assert "reproducing 100%: 4 of 4 cells" in printed
