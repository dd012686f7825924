"""A server of its own and a real browser, for tests of the pages and for their screenshots."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium() -> str | None:
    """Where Chromium is, if it is anywhere."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def served(
    folder: Path,
    pool: int = 1,
    plugins: str = "",
    prepare: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """The address of a server that keeps its tables and runs in this folder.

    Without `prepare` it does not compile everything in the background: a test suite has better things to do.
    """
    command = [
        sys.executable,
        "-m",
        "papamu",
        "serve",
        "--port",
        "0",
        "--no-open",
        "--prepare" if prepare else "--no-prepare",
        "--processes",
        str(pool),
    ]
    command += ["--games-file", str(folder / "tables.sqlite"), "--runs", str(folder / "runs")]
    people = os.environ | {
        "XDG_DATA_HOME": str(folder / "data"),
        "PAPAMU_PLUGINS": plugins,
        **(environment or {}),
    }
    log = (folder / "server.log").open("w+")
    with (
        log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=people) as process,
    ):
        assert process.stdout is not None
        try:
            line = process.stdout.readline().decode()
            if "http://" not in line:
                log.seek(0)
                raise RuntimeError(f"the server did not start: {line} {log.read()}")
            yield line[line.index("http://") :].split()[0].rstrip("/")
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


def middle(page: Any, cell: int, cols: int) -> tuple[float, float]:
    """Where the middle of a cell of the board is on the screen."""
    x, y = page.evaluate(
        """([row, col]) => {
            const svg = document.querySelector('.board-svg');
            const point = new DOMPoint((col + 0.5) * 100, (row + 0.5) * 100);
            const seen = point.matrixTransform(svg.getScreenCTM());
            return [seen.x, seen.y];
        }""",
        list(divmod(cell, cols)),
    )
    return x, y
