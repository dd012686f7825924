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
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from papamu.core import plugins
from papamu.core.durations import duration
from papamu.core.errors import BusyError, PapamuError
from papamu.core.files import make_folder, write_whole
from papamu.core.locks import hold
from papamu.training.map_options import SOM
from papamu.training.options import MLP
from papamu.training.progress import FILE, is_alive, process_born, read_progress
from papamu.web.catalogue.run_files import RunFiles
from papamu.web.catalogue.run_labels import FILE as LABEL
from papamu.web.catalogue.run_labels import default_title, read_label, write_label
from papamu.web.catalogue.run_trash import move_to_trash
from papamu.web.limits import MOST_RUNS

Json = dict[str, Any]

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
        self.files = RunFiles()

    # -- starting and stopping ----------------------------------------------------------------

    def start(self, kind: str, title: str, words: Sequence[str], label: str = "") -> Json:
        """Begin a run: `papamu` with these words; `label` is the name that somebody gives it."""
        name = f"w{secrets.token_hex(5)}"
        note = {"id": name, "kind": kind, "title": title, "words": [*words, "--runs", str(self.folder)]}
        return self._begin({**note, "name": label} if label else note)

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
            "command": plugins.command_line(note["words"]),
            "state": state,
            "began": note["began"],
            "ended": note["ended"],
            "folder": folder.name if folder else None,
            "progress": _shown(progress) if state != "finished" else None,
            "error": lines[-1].removeprefix("papamu: ") if state == "failed" and lines else None,
            "resumable": state in ("stopped", "failed"),
            **_remakes(note["words"]),
            **self._told(folder, progress, short, str(note["title"]), str(note.get("name") or "")),
        }
        return facts if short else {**facts, "log": lines[-_LOG:]}

    def _of_the_terminal(self, name: str, short: bool) -> Json:
        folder = self._terminal_folder(name)
        progress = read_progress(folder)
        state = (progress or {}).get("state")
        if state not in _ENDED:  # it runs in a terminal; of a run of 0.1.0 nobody knows whether it still does
            finished = progress is None and (folder / "model.safetensors").is_file()
            state = "finished" if finished else "elsewhere"
        facts: Json = {
            "id": name,
            "kind": _kind(folder),
            "command": (progress or {}).get("command"),
            "state": state,
            "began": folder.stat().st_mtime,
            "ended": None,
            "folder": name,
            "progress": _shown(progress) if state == "elsewhere" else None,
            "error": (progress or {}).get("error"),
            "resumable": False,
            **_remakes(()),
            **self._told(folder, progress, short),
        }
        return facts if short else {**facts, "log": []}

    def _terminal_folder(self, name: str) -> Path:
        folder = self.folder / name
        if Path(name).name != name or not folder.is_dir() or _kind(folder) is None:
            raise MissingRunError(f"there is no run {name!r}")
        return folder

    def _told(
        self, folder: Path | None, progress: Json | None, short: bool, title: str = "", begun_as: str = ""
    ) -> Json:
        """What the files of a run tell, and what it is called: by its name if it has one."""
        found = self.files.learned(folder, progress, short)
        label = read_label(folder)
        if begun_as and folder is not None and not (folder / LABEL).is_file():
            write_label(
                folder, {"name": begun_as}
            )  # its model has the name too, and keeps it with the folder
        if not title and folder is not None:
            title = f"Tables of the study {folder.name.split('-')[1]}"
            if _kind(folder) == "train":
                learner = (progress or {}).get("learner") or (SOM if found["maps"] else MLP)
                title = default_title(found["game"], str(learner))
        found |= {"name": label["name"] or begun_as, "notes": label["notes"]}
        found["title"] = found["name"] or title
        if short:
            for part in ("charts", "observations"):
                found.pop(part)
        else:
            found["form"] = self.files.options(folder, progress)
            found["short_command"] = self.files.command(folder, progress)
        return found

    def insight(self, name: str) -> Json:
        """What the finished network of a run has learned, to look at."""
        found = self.facts(name, short=True)
        network = str(found["agent"] or "").startswith("mlp:")
        if found["kind"] != "train" or not (network or found["maps"]):
            raise PapamuError("only finished networks can be looked into")
        return self.files.insight(self.folder / found["folder"])

    # -- names, notes, the trash --------------------------------------------------------------

    def label(self, name: str, changes: dict[str, str]) -> Json:
        """Give a run a name or notes."""
        facts = self.facts(name, short=True)
        if facts["folder"] is None:
            raise PapamuError("this run has no folder yet: try again in a moment")
        write_label(self.folder / facts["folder"], {"name": facts["name"], **changes})
        return self.facts(name)

    def names(self) -> dict[str, str]:
        """What the models of runs are called, by their folders: the names that people gave, else what they are."""
        found: dict[str, str] = {}
        more: dict[str, str] = {}  # what tells those apart that are called the same
        for path in self.folder.glob("train-*/model.safetensors"):
            try:
                course = self.files.header(path).get("course") or {}
            except PapamuError:  # damaged
                continue
            name, learner = path.parent.name, "mlp" if "hidden" in course else "alphazero"
            found[name] = read_label(path.parent)["name"] or default_title(course.get("game"), learner)
            more[name] = f"{course.get('games', 0):,} games, seed {course.get('seed', 1)}"
        often = Counter(found.values())
        return {
            name: f"{title} ({more[name]})" if often[title] > 1 else title for name, title in found.items()
        }

    def delete(self, name: str) -> Json:
        """Move a run to the trash folder, with the notes of all who began it; one that is in use stays."""
        facts = self.facts(name, short=True)
        with self._lock:
            if facts["state"] in ("running", "stopping"):
                raise BusyError("this run is in progress: stop it first")
            folder = self.folder / facts["folder"] if facts["folder"] else None
            same = [
                note
                for note in self._notes()
                if note["id"] == name or (folder is not None and self._folder_of(note, ()) == folder)
            ]
            if any(self._is_running(note) for note in same):
                raise BusyError("this run is in progress: stop it first")
            files = [self.notes / f"{note['id']}.{ending}" for note in same for ending in ("json", "log")]
            place = move_to_trash(self.folder, folder, files)
        return {"id": name, "trash": str(place)}

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


class MissingRunError(PapamuError):
    """A run that is not there."""


def _kind(folder: Path) -> str | None:
    kind = folder.name.partition("-")[0]
    return {"train": "train", "maps": "train", "reproduce": "table"}.get(kind)


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
