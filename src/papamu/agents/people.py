"""The persons who play here: one file each, in a folder of the user's own.

Only `papamu play` writes them. A file is read, changed and written whole while nobody else may, so two games
that end at once both count.
"""

from __future__ import annotations

import json
import math
import shutil
import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from papamu.agents.skill import Skill
from papamu.errors import PapamuError, StoreError, listing, nearest
from papamu.files import make_folder, user_folder, write_whole
from papamu.holding import hold

_FORMAT = 1
_LONGEST = 40
_PATIENCE = 3.0  # seconds: nobody works on such a file for long


class PersonError(PapamuError):
    """A person who is not known, cannot be named so, or whose file is damaged."""


@dataclass(frozen=True)
class Person:
    """Somebody who has played here."""

    name: str
    skills: Mapping[tuple[str, str], Skill] = field(default_factory=dict)  # by game and wrapped agent

    def skill(self, game: str, agent: str) -> Skill:
        """What is known of them at this game against this agent; of a newcomer nothing."""
        return self.skills.get((game, agent), Skill())

    def having(self, game: str, agent: str, skill: Skill) -> Person:
        """The same person with this known of them."""
        return Person(self.name, {**self.skills, (game, agent): skill})

    @property
    def games(self) -> int:
        """How many they have played."""
        return sum(skill.games for skill in self.skills.values())

    @property
    def last(self) -> str:
        """When they last played."""
        return max((skill.last for skill in self.skills.values()), default="")


def folder() -> Path:
    """Where the files are."""
    return user_folder("data") / "people"


def checked(name: str) -> str:
    """The name as it is kept, or an error that says which names there can be."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= _LONGEST or not all(sign.isalnum() or sign in " -_" for sign in name):
        raise PersonError(
            f"{name!r} cannot be a player's name: it takes 1 to {_LONGEST} letters, digits, spaces, - and _"
        )
    return name


def path_of(name: str) -> Path:
    """The file of a person; small and capital letters are the same."""
    return folder() / f"{checked(name).casefold()}.json"


def belongings(name: str) -> Path:
    """The folder for what else is kept of a person, such as models that have learned from them."""
    return path_of(name).with_suffix("")


def find(name: str) -> Person:
    """What is known of a person; somebody new is nobody yet, with nothing known."""
    path = path_of(name)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Person(checked(name))
    except (OSError, UnicodeDecodeError) as error:
        raise PersonError(f"cannot read {str(path)!r}: {error}") from None
    try:
        return _read(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        way_out = f"mend it, or remove it with `papamu players --forget {checked(name)!r}`"
        raise PersonError(f"{str(path)!r} is damaged: {way_out}") from None


def change(name: str, how: Callable[[Person], Person]) -> Person:
    """Change what is known of a person, with nobody else changing it meanwhile."""
    path = path_of(name)
    make_folder(path.parent)
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            with hold(path):
                person = how(find(name))
                write_whole(path, json.dumps(_facts(person), indent=1, ensure_ascii=False))
                return person
        except StoreError:
            if time.monotonic() > until:
                raise
        time.sleep(0.05)


def everybody() -> list[Person]:
    """All who are known, by name; a damaged file is an error."""
    return [find(path.stem) for path in sorted(folder().glob("*.json"))]


def names() -> list[str]:
    """The names of all files."""
    return sorted(path.stem for path in folder().glob("*.json"))


def known(name: str) -> str:
    """The name, if there is such a person; else an error that names the nearest."""
    name = checked(name)
    if not path_of(name).exists():
        there = f"there are {listing(names())}" if names() else "nobody has played yet"
        raise PersonError(f"there is no player {name!r}{nearest(name, names())}: {there}")
    return name


def forget(name: str) -> None:
    """Remove all that is known of a person."""
    path = path_of(known(name))
    with hold(path):
        try:
            path.unlink(missing_ok=True)
            if belongings(name).is_dir():
                shutil.rmtree(belongings(name))
        except OSError as error:
            raise PersonError(f"cannot remove {str(path)!r}: {error.strerror or error}") from None


def _facts(person: Person) -> dict[str, Any]:
    skills = [
        {"game": game, "agent": agent, **asdict(skill)} for (game, agent), skill in person.skills.items()
    ]
    return {"format": _FORMAT, "name": person.name, "skills": skills}


def _read(facts: Any) -> Person:
    if facts["format"] != _FORMAT:
        raise ValueError
    skills = {}
    for one in facts["skills"]:
        skill = Skill(float(one["rating"]), int(one["games"]), float(one["points"]), str(one["last"]))
        if not (math.isfinite(skill.rating) and skill.games >= 0 and math.isfinite(skill.points)):
            raise ValueError
        skills[str(one["game"]), str(one["agent"])] = skill
    return Person(checked(str(facts["name"])), skills)
