"""Where code from outside the package comes from, as a digest: so that results never outlive the code they came from.

A game, an agent or an evaluation that comes with Papamu is known by its name and the version. One from a student's
file is known by the text of that file, and of the files that it imports (libraries apart).
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import secrets
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

_PACKAGE = Path(__file__).resolve().parents[1]
_LIBRARIES = ("site-packages", "dist-packages")
_unknown: WeakKeyDictionary[Any, str] = (
    WeakKeyDictionary()
)  # what has no text is never the same in two processes


def fingerprint(things: Iterable[Any]) -> str | None:
    """A digest of the sources behind these classes and functions; nothing if all of them come with Papamu."""
    texts = sorted(_texts(list(things)))
    if not texts:
        return None
    digest = hashlib.sha256()
    for name, text in texts:
        digest.update(f"{name}\0{len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()[:12]


def files(things: Iterable[Any]) -> list[Path]:
    """The files outside the package behind these classes and functions, and what these import of their kind."""
    waiting = [
        path for thing in things if (path := _file(thing.__module__)) is not None and _is_outside(path)
    ]
    asked = {_top_folder(path) for path in waiting}
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found and _is_outside(path) and (_is_own(path) or asked & {*path.parents}):
            found.add(path)
            waiting += _imported(path)
    return sorted(found)


def fingerprint_of_module(module: ModuleType) -> str | None:
    """The same for a module of somebody's own; nothing for one of a library."""
    path = _file(module.__name__)
    if path is None or not (_is_outside(path) and _is_own(path)):
        return None
    return fingerprint([SimpleNamespace(__module__=module.__name__)])


def is_library(thing: Any) -> bool:
    """Does a library (or Papamu) have it under its own name, so that the name says what it is?"""
    home, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
    module = sys.modules.get(home) if isinstance(home, str) else None
    if module is None or not isinstance(name, str):
        return False
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not thing:
        return False
    if getattr(module, "__file__", None) is None:
        return module.__spec__ is not None  # built in; what is typed at a prompt has none
    path = _file(module.__name__)
    return path is None or not (_is_outside(path) and _is_own(path))


def _texts(things: list[Any]) -> Iterator[tuple[str, bytes]]:
    for path in files(things):
        yield path.name, path.read_bytes()
    for thing in things:
        if _file(thing.__module__) is None:  # typed at a prompt, or in a notebook
            yield f"{thing.__module__}.{thing.__qualname__}", _text_of(thing)


def _text_of(thing: Any) -> bytes:
    try:
        return inspect.getsource(thing).encode()
    except (OSError, TypeError):
        return _unknown.setdefault(thing, secrets.token_hex(8)).encode()


def _file(module: str) -> Path | None:
    """The file of a module that is loaded."""
    name = getattr(sys.modules.get(module), "__file__", None)
    path = Path(name).resolve() if name else None
    return path if path is not None and path.suffix == ".py" and path.is_file() else None


def _imported(path: Path) -> list[Path]:
    """The files of the modules that a file imports, wherever in it that is written."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = _package_of(path, node.level) if node.level else ""
            home = ".".join(part for part in (above, node.module or "") if part)
            names |= {home, *[f"{home}.{alias.name}" for alias in node.names]}
    beside = [path.parent / f"{name}.py" for name in names]  # not loaded yet
    found = [_file(name) or there for name, there in zip(names, beside, strict=True)]
    return [one for one in found if one.is_file()]


def _package_of(path: Path, level: int) -> str:
    """The package that the dots of a relative import in this file mean."""
    name = next((name for name in list(sys.modules) if _file(name) == path), "")
    parts = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    return ".".join(parts[: len(parts) - level + 1])


def _is_outside(path: Path) -> bool:
    return _PACKAGE not in path.parents


def _is_own(path: Path) -> bool:
    """Is it somebody's own code and no library?"""
    return not (any(part in _LIBRARIES for part in path.parts) or _standard_library() in path.parents)


def _top_folder(path: Path) -> Path:
    """The folder of its outermost package: an installed plug-in is asked about with all of it."""
    folder = path.parent
    while (folder / "__init__.py").is_file() and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder if (folder / "__init__.py").is_file() else path


@cache
def _standard_library() -> Path:
    return Path(sysconfig.get_paths()["stdlib"]).resolve()
