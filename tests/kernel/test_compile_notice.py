"""The word about waiting: shown to people, once and then now and then, and to nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from papamu.core import progress_bar
from papamu.kernel import compile_notice
from papamu.kernel.compile_notice import CompileNotice

EVENT = None  # only the times of events count


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that the test turns."""
    time = SimpleNamespace(now=100.0)
    monkeypatch.setattr(compile_notice, "monotonic", lambda: time.now)
    return time


def compile_for(notice: CompileNotice, clock: Any, seconds: float) -> None:
    notice.on_start(EVENT)
    notice.on_start(EVENT)  # a kernel inside
    clock.now += seconds
    notice.on_end(EVENT)
    notice.on_end(EVENT)


def test_a_short_wait_needs_no_word(clock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    notice = CompileNotice()
    compile_for(notice, clock, 0.5)
    clock.now += 1000.0  # no compiling
    compile_for(notice, clock, 0.4)
    assert capsys.readouterr().err == ""
    assert notice.seconds == pytest.approx(0.9)
    assert notice.count == 4


def test_a_long_wait_gets_a_line_and_then_another(clock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    notice = CompileNotice()
    compile_for(notice, clock, 1.2)
    first = capsys.readouterr().err
    assert first.startswith("papamu: this is used for the first time")
    assert first.count("\n") == 1
    compile_for(notice, clock, 10.0)
    assert capsys.readouterr().err == ""
    compile_for(notice, clock, 10.0)
    assert "papamu: still compiling, 4 functions in 21 s" in capsys.readouterr().err


def test_a_terminal_gets_a_bar_unless_there_is_one(
    clock: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    class Bar:
        def __init__(self, what: str) -> None:
            shown.append(what)

        def label(self, text: str) -> None:
            shown.append(text)

        def close(self) -> None:
            shown.append("closed")

    monkeypatch.setattr(progress_bar, "PulseBar", Bar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    notice = CompileNotice()
    compile_for(notice, clock, 1.2)
    assert shown[0].startswith("Getting ready")
    assert shown[-2:] == ["1 functions compiled", "closed"]
    shown.clear()
    monkeypatch.setattr(progress_bar, "is_open", lambda: True)
    compile_for(notice, clock, 2.0)
    assert shown == []
    assert "used for the first time" in capsys.readouterr().err


@pytest.mark.jit
@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_a_first_use_in_a_terminal_says_why_it_waits_and_the_second_is_silent(tmp_path: Path) -> None:
    import pty

    code = (
        "import papamu; from papamu.kernel import compile_notice; compile_notice._SECONDS_BEFORE = 0.0;"
        "papamu.load('clobber:3x3').start().legal_moves"
    )

    def errors() -> str:
        ours, theirs = pty.openpty()
        environment = {**os.environ, "PAPAMU_CACHE": str(tmp_path)}
        subprocess.run([sys.executable, "-c", code], stderr=theirs, env=environment, check=True, timeout=300)
        os.close(theirs)
        try:
            return os.read(ours, 10_000).decode(errors="replace")
        except OSError:  # nothing was written, and nobody is there to write
            return ""
        finally:
            os.close(ours)

    assert "Getting ready, for the first time only" in errors()
    assert errors() == ""
