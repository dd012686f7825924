"""The store of people who play here: one file per person, in the user's own data folder.

Only `papamu play` writes them. A file is read, changed and written whole while nobody else may, so two games
that end at once both count.
"""

from __future__ import annotations

import json
import math
import shutil
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from papamu.agents.person_rating import PersonRating
from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.files import make_folder, user_folder, write_whole
from papamu.core.locks import hold

_FORMAT = 1
_LONGEST = 40
_PATIENCE = 3.0  # seconds: nobody works on such a file for long


class PersonError(PapamuError):
    """A person who is not known, cannot be named so, or whose file is damaged."""


@dataclass(frozen=True)
class Person:
    """Somebody who has played here."""

    name: str
    ratings: Mapping[tuple[str, str], PersonRating] = field(default_factory=dict)  # by game and wrapped agent

    def rating_for(self, game: str, agent: str) -> PersonRating:
        """Their rating at this game against this agent; a newcomer has that of somebody unknown."""
        return self.ratings.get((game, agent), PersonRating())

    def with_rating(self, game: str, agent: str, rating: PersonRating) -> Person:
        """The same person with this rating."""
        return Person(self.name, {**self.ratings, (game, agent): rating})

    @property
    def games(self) -> int:
        """How many they have played."""
        return sum(rating.games for rating in self.ratings.values())

    @property
    def last(self) -> str:
        """When they last played."""
        return max((rating.last for rating in self.ratings.values()), default="")


def folder() -> Path:
    """Where the files are."""
    return user_folder("data") / "people"


def check_name(name: str) -> str:
    """The name as it is kept, or an error that says which names there can be."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= _LONGEST or not all(sign.isalnum() or sign in " -_" for sign in name):
        raise PersonError(
            f"{name!r} cannot be a player's name: it takes 1 to {_LONGEST} letters, digits, spaces, - and _"
        )
    return name


def person_path(name: str) -> Path:
    """The file of a person; small and capital letters are the same."""
    return folder() / f"{check_name(name).casefold()}.json"


def person_folder(name: str) -> Path:
    """The folder for what else is kept of a person, such as models that have learned from them."""
    return person_path(name).with_suffix("")


def load_person(name: str) -> Person:
    """What is known of a person; somebody new is nobody yet, with nothing known."""
    path = person_path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Person(check_name(name))
    except (OSError, UnicodeDecodeError) as error:
        raise PersonError(f"cannot read {str(path)!r}: {error}") from None
    try:
        return _read(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        way_out = f"repair it, or remove it with `papamu players --forget {check_name(name)!r}`"
        raise PersonError(f"{str(path)!r} is damaged: {way_out}") from None


def update_person(name: str, how: Callable[[Person], Person]) -> Person:
    """Change what is known of a person, with nobody else changing it meanwhile."""
    path = person_path(name)
    make_folder(path.parent)
    with hold(path, wait=_PATIENCE):
        person = how(load_person(name))
        write_whole(path, json.dumps(_facts(person), indent=1, ensure_ascii=False))
        return person


def all_people() -> list[Person]:
    """All who are known, by name; a damaged file is an error."""
    return [load_person(path.stem) for path in sorted(folder().glob("*.json"))]


def names() -> list[str]:
    """The names of all files."""
    return sorted(path.stem for path in folder().glob("*.json"))


def check_known(name: str) -> str:
    """The name, if there is such a person; else an error that names the nearest."""
    name = check_name(name)
    if not person_path(name).exists():
        there = f"there are {listing(names())}" if names() else "no one has played yet"
        raise PersonError(f"there is no player {name!r}{nearest(name, names())}: {there}")
    return name


def forget_person(name: str) -> None:
    """Remove all that is known of a person."""
    path = person_path(check_known(name))
    with hold(path):
        try:
            path.unlink(missing_ok=True)
            if person_folder(name).is_dir():
                shutil.rmtree(person_folder(name))
        except OSError as error:
            raise PersonError(f"cannot remove {str(path)!r}: {error.strerror or error}") from None


def _facts(person: Person) -> dict[str, Any]:
    ratings = [
        {"game": game, "agent": agent, **asdict(rating)} for (game, agent), rating in person.ratings.items()
    ]
    return {"format": _FORMAT, "name": person.name, "skills": ratings}


def _read(facts: Any) -> Person:
    if facts["format"] != _FORMAT:
        raise ValueError
    ratings = {}
    for one in facts["skills"]:
        rating = PersonRating(float(one["rating"]), int(one["games"]), float(one["points"]), str(one["last"]))
        if not (math.isfinite(rating.rating) and rating.games >= 0 and math.isfinite(rating.points)):
            raise ValueError
        ratings[str(one["game"]), str(one["agent"])] = rating
    return Person(check_name(str(facts["name"])), ratings)
