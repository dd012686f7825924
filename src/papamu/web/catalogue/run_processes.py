"""Runs: trainings and reproductions that the page starts as commands, and all others in the folder of runs.

A run of the page is `papamu train …` or `papamu reproduce …` in a process of its own. What it is and how it
goes is in files: `web/ID.json` in the folder of runs says which process it is, `progress.json` in the run's own
folder how it stands. So a run continues if the server is killed, and a server that comes back knows it again.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from papamu.core import plugins
from papamu.core.durations import duration
from papamu.core.errors import PapamuError
from papamu.core.files import make_folder, write_whole
from papamu.core.locks import hold
from papamu.lab.render.alphazero_page import alphazero_charts
from papamu.lab.render.training_page import seat_charts, training_chart
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.training.progress import FILE, LEARNING, is_alive, process_born, read_progress
from papamu.web.catalogue.paper_figures import chart_facts
from papamu.web.limits import MOST_RUNS

Json = dict[str, Any]

_CURVE = "Games won while learning, since the point before."
_LOG = 40  # last lines of a log that are shown
_KEEPING = re.compile(
    r"(?:Keeping|Going on with|Saving to|Resuming) (.+?)(?:; after a stop|\. After a stop)"
)  # in logs; the first two words are those of 0.1.0
_ENDED = ("finished", "stopped", "failed")
_PATIENCE = 20.0  # seconds for a run to stop when it is asked to; checkpoints are more frequent
_NOTE_PATIENCE = 5.0  # seconds for somebody else to write a run's file
_NICE = 10  # runs give way to those who play
_STOPPED = (130, -signal.SIGINT, -signal.SIGTERM)


class Runs:
    """All runs in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.notes = self.folder / "web"
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._headers: dict[Path, tuple[float, Json]] = {}

    # -- starting and stopping ----------------------------------------------------------------

    def start(self, kind: str, title: str, words: Sequence[str]) -> Json:
        """Begin a run: `papamu` with these words."""
        name = f"w{secrets.token_hex(5)}"
        note = {"id": name, "kind": kind, "title": title, "words": [*words, "--runs", str(self.folder)]}
        return self._begin(note)

    def resume(self, name: str) -> Json:
        """Go on with a run that was stopped: the same command."""
        note = self._note(name)
        if note is None:
            raise PapamuError("only runs that were started from the page can be resumed here")
        return self._begin(note)

    def stop(self, name: str) -> Json:
        """Ask a run to stop, as Ctrl-C would; what it has done is kept."""
        note = self._note(name)
        if note is None:
            raise PapamuError("only runs that were started from the page can be stopped here")
        if self._is_running(note):
            self._change(name, int(note["pid"]), asked_to_stop=True)
            os.kill(int(note["pid"]), signal.SIGINT)
            later = threading.Timer(_PATIENCE, self._insist, (note,))
            later.daemon = True
            later.start()
        return self.facts(name)

    def _insist(self, note: Json) -> None:
        """End a run that did not hear: what was begun in the background of a script is deaf to Ctrl-C."""
        if self._is_running(note):
            os.kill(int(note["pid"]), signal.SIGTERM)

    def _begin(self, note: Json) -> Json:
        make_folder(self.notes)
        with self._lock, self._writing(note["id"]):
            going = [one for one in self._notes() if self._is_running(one)]
            if note["id"] in {one["id"] for one in going}:
                raise PapamuError("this run is in progress")
            if len(going) >= MOST_RUNS:
                raise PapamuError(f"{MOST_RUNS} runs are in progress, which is the limit: stop one first")
            command = [sys.executable, "-m", "papamu", *note["words"]]
            with (self.notes / f"{note['id']}.log").open("ab") as log:
                process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
                )
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
            self._processes[note["id"]] = process
            note = {**note, "pid": process.pid, "born": process_born(process.pid), "began": time.time()}
            note |= {"code": None, "ended": None, "asked_to_stop": False}
            write_whole(self._path(note["id"]), json.dumps(note))
        threading.Thread(target=self._wait, args=(note["id"], process), daemon=True).start()
        return self.facts(note["id"])

    def _wait(self, name: str, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        self._change(name, process.pid, code=code, ended=time.time())

    def _change(self, name: str, pid: int, **what: Any) -> None:
        """Write down something more of a run, if it has not begun anew meanwhile."""
        if not self._path(name).is_file():  # the folder of runs may have been removed
            return
        with self._writing(name):
            note = self._note(name)
            if note is not None and note.get("pid") == pid:
                write_whole(self._path(name), json.dumps({**note, **what}))

    def close(self) -> None:
        """Ask all that this server has begun to stop."""
        for process in self._processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGINT)

    # -- what there is ------------------------------------------------------------------------

    def all(self) -> list[Json]:
        """Every run in short, the newest first: those of the page, and those of the terminal."""
        notes = self._notes()
        found = [self.facts(note["id"], short=True) for note in notes]
        claimed = {one["folder"] for one in found}
        folders = [path for path in self.folder.glob("*-*") if path.is_dir() and path.name not in claimed]
        found += [self.facts(path.name, short=True) for path in folders if _kind(path) is not None]
        return sorted(found, key=lambda one: -float(one["began"] or 0))

    def facts(self, name: str, short: bool = False) -> Json:
        """How a run goes; in full with its curves and the end of its log."""
        note = self._note(name)
        if note is None:
            return self._of_the_terminal(name, short)
        lines = self._log(name)
        folder = self._folder_of(note, lines)
        state = self._state(note)
        progress = read_progress(folder) if folder else None
        facts: Json = {
            "id": name,
            "kind": note["kind"],
            "title": note["title"],
            "command": plugins.command_line(note["words"]),
            "state": state,
            "began": note["began"],
            "ended": note["ended"],
            "folder": folder.name if folder else None,
            "progress": _shown(progress) if state != "finished" else None,
            "error": lines[-1].removeprefix("papamu: ") if state == "failed" and lines else None,
            "resumable": state in ("stopped", "failed"),
            **_remakes(note["words"]),
            **self._learned(folder, progress),
        }
        if short:
            facts.pop("charts")
            return facts
        return {**facts, "log": lines[-_LOG:]}

    def _of_the_terminal(self, name: str, short: bool) -> Json:
        folder = self.folder / name
        if Path(name).name != name or not folder.is_dir() or _kind(folder) is None:
            raise MissingRunError(f"there is no run {name!r}")
        progress = read_progress(folder)
        state = (progress or {}).get("state")
        if state not in _ENDED:  # it runs in a terminal; of a run of 0.1.0 nobody knows whether it still does
            finished = progress is None and (folder / "model.safetensors").is_file()
            state = "finished" if finished else "elsewhere"
        facts: Json = {
            "id": name,
            "kind": _kind(folder),
            "title": name,
            "command": (progress or {}).get("command"),
            "state": state,
            "began": folder.stat().st_mtime,
            "ended": None,
            "folder": name,
            "progress": _shown(progress) if state == "elsewhere" else None,
            "error": (progress or {}).get("error"),
            "resumable": False,
            **_remakes(()),
            **self._learned(folder, progress),
        }
        if short:
            facts.pop("charts")
            return facts
        return {**facts, "log": []}

    # -- files --------------------------------------------------------------------------------

    def _path(self, name: str) -> Path:
        return self.notes / f"{name}.json"

    def _writing(self, name: str) -> AbstractContextManager[None]:
        """Nobody else reads and writes this run's file meanwhile, another server on the same folder neither."""
        return hold(self._path(name), wait=_NOTE_PATIENCE)

    def _note(self, name: str) -> Json | None:
        if not re.fullmatch(r"w[0-9a-f]{1,20}", name):
            return None
        try:
            note: Json = json.loads(self._path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return note

    def _notes(self) -> list[Json]:
        found = [self._note(path.stem) for path in self.notes.glob("w*.json")]
        return [note for note in found if note is not None]

    def _log(self, name: str) -> list[str]:
        path = self.notes / f"{name}.log"
        try:
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - 64_000))
                text = file.read().decode("utf-8", "replace")
                head = ""
                if file.tell() > 64_000:
                    file.seek(0)
                    head = file.read(2000).decode("utf-8", "replace")
        except OSError:
            return []
        return [line for line in (head + text).replace("\r", "\n").splitlines() if line.strip()]

    def _folder_of(self, note: Json, lines: Sequence[str]) -> Path | None:
        """The folder whose `progress.json` names the process of this run; of a run of 0.1.0 the one in its log."""
        known = self.folder / str(note.get("folder") or "-")
        if known.parent == self.folder and _is_of(known, note):
            return known
        for path in self.folder.glob(f"*/{FILE}"):
            if _is_of(path.parent, note):
                self._change(note["id"], int(note["pid"]), folder=path.parent.name)
                return path.parent
        if known.parent == self.folder and known.is_dir():
            return known  # the process has just begun, or another one has worked in the folder since
        return self._folder_in_log(lines)

    def _folder_in_log(self, lines: Sequence[str]) -> Path | None:
        for line in lines:
            kept = _KEEPING.search(line)
            if kept:
                path = Path(kept[1])
                return path if path.parent == self.folder and path.is_dir() else None
        return None

    def _state(self, note: Json) -> str:
        if self._is_running(note):
            return "stopping" if note.get("asked_to_stop") else "running"
        process = self._processes.get(note["id"])  # it knows before it is written down
        code = note["code"] if process is None or process.pid != note["pid"] else process.returncode
        if code == 0:
            return "finished"
        stopped = note.get("asked_to_stop") or code is None or code in _STOPPED
        return "stopped" if stopped else "failed"

    def _is_running(self, note: Json) -> bool:
        process = self._processes.get(note["id"])
        if process is not None and process.pid == note.get("pid"):
            return process.poll() is None
        born = note.get("born")
        return note.get("code") is None and born is not None and is_alive(note["pid"], born)

    def _learned(self, folder: Path | None, progress: Json | None) -> Json:
        """What the files of a training say: games, curve, dead units, and the model if there is one."""
        found: Json = {"games": None, "of": None, "dead": None, "health": None, "charts": []}
        found |= {"game": None, "model": None, "agent": None, "test": None}
        if folder is None:
            return found
        model, kept = folder / "model.safetensors", folder / "checkpoint.safetensors"
        path = model if model.is_file() else kept
        if progress and progress.get("unit") == "games":
            going = progress["state"] == LEARNING  # of a stopped run only what its checkpoint has is kept
            found |= {"games": progress["done"] if going else 0, "game": progress.get("game")}
            found["of"] = progress["of"] if going else None
        try:
            about = self._header(path)
        except PapamuError:
            return found
        facts = about.get("facts") or {}
        curve = facts.get("curve") or about.get("curve") or []
        course = about.get("course") or {}
        found["of"], found["game"] = course.get("games"), course.get("game")
        if model.is_file():
            found["model"], found["agent"] = folder.name, played_as(about, folder.name)
        found["games"] = found["games"] or facts.get("games") or (curve[-1].get("games") if curve else 0)
        if curve and "won" in curve[0]:
            found["dead"], found["health"] = curve[-1].get("dead"), curve[-1].get("state")
            found["charts"] = [
                chart_facts(one) for one in (training_chart(curve, _CURVE), *seat_charts(curve))
            ]
        elif curve:
            found["charts"] = [chart_facts(chart) for chart in alphazero_charts(curve)]
        found["test"] = facts.get("test")
        return found

    def _header(self, path: Path) -> Json:
        try:
            when = path.stat().st_mtime
        except OSError:
            raise PapamuError(f"there is no {path.name}") from None
        known = self._headers.get(path)
        if known is None or known[0] != when:
            known = when, read_tensors(path)[0]
            self._headers[path] = known
        return known[1]


class MissingRunError(PapamuError):
    """A run that is not there."""


def _kind(folder: Path) -> str | None:
    kind = folder.name.partition("-")[0]
    return {"train": "train", "reproduce": "table"}.get(kind)


def _remakes(words: Sequence[str]) -> Json:
    """Which study a run makes again and at which scale, so that the page can lead there."""
    if not words or words[0] != "reproduce":
        return {"paper": None, "scale": None}
    return {"paper": words[1], "scale": words[words.index("--scale") + 1]}


def _is_of(folder: Path, note: Json) -> bool:
    """Was the process of this run the last to work in this folder?"""
    found = read_progress(folder) or {}
    return (found.get("pid"), found.get("born")) == (note.get("pid"), note.get("born"))


def _shown(progress: Json | None) -> Json | None:
    """How far a run is, as the page shows it."""
    if progress is None or not progress.get("phase"):
        return None
    of, left, rate = progress["of"], progress.get("seconds_left"), progress.get("per_second")
    unit = progress.get("unit")
    return {
        "what": progress["phase"],
        "share": progress["done"] / of if of else 1.0,
        "left": None if left is None else duration(left),
        "words": progress.get("note", ""),
        "speed": f"{rate:,.0f} {unit}/s" if rate and unit and rate >= 10 else None,
        "done": progress["done"],
        "of": of,
    }
