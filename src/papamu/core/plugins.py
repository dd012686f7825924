"""Plug-ins: files outside the package that add games, agents, evaluations, encodings or solvers.

A plug-in is a Python file or an installed module that registers what it adds when it is imported. There is one
switch with three spellings: `papamu --plugin FILE …`, the variable `PAPAMU_PLUGINS` (several are separated as in
`PATH`), and the entry point group `papamu.plugins` of an installed package. Every process of Papamu looks here
before it looks for a name, so worker processes, the browser app's processes, trainings that a page starts and
tasks on a cluster know what the command knew.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shlex
import sys
import threading
import traceback
from collections.abc import Iterable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from papamu.core.errors import PapamuError

VARIABLE = "PAPAMU_PLUGINS"
OPTION = "--plugin"
GROUP = "papamu.plugins"
HINT = f"load your own games and agents with {OPTION} FILE"

_lock = threading.RLock()
_done = False
_brought: set[str] = set()  # modules that came with plug-ins


def use(names: Iterable[str]) -> None:
    """Load these plug-ins, here and in every process that is begun from here."""
    there = _named()
    more = [name for name in map(_absolute, names) if name not in there]
    for name in more:
        _load(name)
    if more:
        os.environ[VARIABLE] = os.pathsep.join([*there, *more])


def load_all() -> None:
    """Load what the variable and the entry points name, once in each process."""
    global _done
    if _done:
        return
    with _lock:
        if _done:
            return
        _done = True  # a plug-in that asks for a game while it is loaded must not load itself again
        try:
            for name in _named():
                _load(name)
            for entry in entry_points(group=GROUP):
                _load(entry.value)
        except BaseException:
            _done = False
            raise


def is_everywhere(thing: type) -> bool:
    """Does every process know it: does it come with Papamu, or with a plug-in?"""
    return thing.__module__.partition(".")[0] == "papamu" or thing.__module__ in _brought


def options() -> list[str]:
    """The words of a command line that load the same plug-ins."""
    return [word for name in _named() for word in (OPTION, _shown(name))]


def file_names() -> list[str]:
    """The names of the files that are loaded, without their folders."""
    return [Path(name).name for name in _named() if _is_file(name)]


def command_line(words: Sequence[str]) -> str:
    """The line to be typed for a command with these words: with the plug-ins that are in use."""
    rest, _ = split(words)
    return shlex.join(["papamu", *options(), *rest])


def split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """A command line without its `--plugin FILE`, wherever these stand, and the files."""
    rest: list[str] = []
    named: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            rest += [word, *waiting]
            break
        if word == OPTION:
            if not waiting:
                raise PapamuError(f"{OPTION} needs a file, like {OPTION} mygame.py")
            named.append(waiting.pop(0))
        elif word.startswith(f"{OPTION}="):
            named.append(word.partition("=")[2])
        else:
            rest.append(word)
    return rest, named


def exported() -> list[tuple[str, str]]:
    """All plug-in files with their texts, for a machine that may not have them; modules go by name alone."""
    return [(name, Path(name).read_text(encoding="utf-8") if _is_file(name) else "") for name in _named()]


def use_exported(plugins: Iterable[tuple[str, str]], folder: Path) -> None:
    """Load plug-ins that another machine has sent; files that are not here, or not the same, go into a folder."""
    for name, text in plugins:
        path = Path(name)
        if _is_file(name) and not (path.is_file() and path.read_text(encoding="utf-8") == text):
            path = folder / f"papamu-plugin-{hashlib.sha256(text.encode()).hexdigest()[:12]}" / path.name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        use([str(path) if _is_file(name) else name])


def _named() -> list[str]:
    return [_absolute(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name.strip()]


def _is_file(name: str) -> bool:
    return name.endswith(".py") or os.sep in name


def _absolute(name: str) -> str:
    return str(Path(name).expanduser().absolute()) if _is_file(name) else name.strip()


def _shown(name: str) -> str:
    """As somebody would type it here."""
    path = Path(name)
    here = Path.cwd()
    return str(path.relative_to(here)) if _is_file(name) and path.is_relative_to(here) else name


def _load(name: str) -> None:
    before = set(sys.modules)
    if _is_file(name):
        _load_file(Path(name))
        _brought.add(Path(name).stem)
    else:
        _load_entry(name)
        _brought.add(name.partition(":")[0])
    _brought.update(set(sys.modules) - before)


def _load_entry(name: str) -> None:
    module = name.partition(":")[0]
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise _failed(name, error) from None
        raise PapamuError(
            f"there is no plug-in {name!r}: write a file, like mygame.py, or a module"
        ) from None
    except PapamuError as error:
        raise PapamuError(f"the plug-in {name}: {error}") from None
    except Exception as error:
        raise _failed(name, error) from None


def _load_file(path: Path) -> None:
    """Import a file under its own name, as `import mygame` would from its folder."""
    if not path.is_file():
        raise PapamuError(f"there is no plug-in {str(path)!r}")
    name = path.stem
    if not name.isidentifier():
        raise PapamuError(
            f"the plug-in {path.name} cannot be imported: its name may have letters, digits and _"
        )
    there = sys.modules.get(name)
    if there is not None and _same_file(there, path):
        return
    if _main_is(path):  # `python mygame.py` that starts workers: it is there already, as __main__
        return
    if there is not None or _elsewhere(name, path):
        raise PapamuError(f"the plug-in {path.name} has the name of another module, {name}: rename the file")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # for other files of the same folder, and for `pickle`
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name, None)
        if isinstance(error, PapamuError):
            raise PapamuError(f"the plug-in {path.name}: {error}") from None
        if isinstance(error, Exception):
            raise _failed(path.name, error) from None
        raise


def _same_file(module: ModuleType, path: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve() == path.resolve()


def _main_is(path: Path) -> bool:
    main = sys.modules.get("__main__")
    return main is not None and _same_file(main, path)


def _elsewhere(name: str, path: Path) -> bool:
    """Would `import name` find something else?"""
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return False
    return found is not None and (found.origin is None or Path(found.origin).resolve() != path.resolve())


def _failed(name: str, error: Exception) -> PapamuError:
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename
    ]
    where = f" (line {frames[-1].lineno} of {Path(frames[-1].filename).name})" if frames else ""
    if isinstance(error, SyntaxError):
        where = f" (line {error.lineno})"
    words = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    return PapamuError(
        f"the plug-in {name} failed when it was loaded: {type(error).__name__}: {words}{where}"
    )
