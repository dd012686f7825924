"""A person at the terminal, for tests: the whole command line in this process, with typed answers."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from papamu.cli import main

CTRL_C = KeyboardInterrupt()


def hears_ctrl_c() -> None:
    """First thing in a child process: tests begun in a script's background inherit that SIGINT is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass(frozen=True)
class Seen:
    """What came of a command."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Terminal:
    """Runs commands; when the answers are used up, the input ends (as with Ctrl-D)."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, typed: str | list[str | BaseException] = "") -> Seen:
        answers: list[str | BaseException] = [*typed.split("\n")] if isinstance(typed, str) else typed
        left: Iterator[str | BaseException] = iter(answers if typed else [])

        def read(prompt: str = "") -> str:
            answer = next(left, None)
            if answer is None:
                raise EOFError
            if isinstance(answer, BaseException):
                raise answer
            return answer

        self.monkeypatch.setattr("builtins.input", read)
        self.monkeypatch.setattr(sys, "argv", ["papamu", *arguments])
        self.monkeypatch.setenv("COLUMNS", "100")
        with pytest.raises(SystemExit) as left_with:
            main()
        seen = self.capsys.readouterr()
        return Seen(int(left_with.value.code or 0), seen.out, seen.err)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """A terminal to type at."""
    return Terminal(monkeypatch, capsys)
