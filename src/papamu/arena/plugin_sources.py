"""What a stored result must say of code from outside the package: nothing, or a digest of all that decides play.

The key of a match, a tournament or a training names its game and agents. For those that come with Papamu the name and
the version are enough. For a game, an agent or an evaluation of somebody's own, the text of their files counts too,
and for an agent object made in Python what it was made with: change any of it, and the work begins anew.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from papamu.agents.agent import Agent
from papamu.core import source_fingerprint as sources
from papamu.games.game import Game

KEY = "sources"
_WITH_SOURCES = re.compile(r"(.+-[0-9a-f]{12})-[0-9a-f]{12,}")  # KIND-GAME-DIGEST-SOURCES
_NOT_STATE = frozenset(
    {"options", "inner", "rng", "_game", "_policy", "_seen"}
)  # said elsewhere, or thoughts


def outside_sources(game: Game, agents: Sequence[Agent], *others: Any) -> dict[str, str]:
    """What is added to a key; nothing if game, agents and other classes or functions come with Papamu."""
    digest = sources.fingerprint([*_parts(game, agents), *others])
    if digest is None:
        return {}
    states = [_state_of(agent) for top in agents for agent in _chain(top) if _is_outside(type(agent))]
    return {KEY: f"{digest}{_digest(states)}" if any(states) else digest}


def outside_files(game: Game, agents: Sequence[Agent]) -> list[str]:
    """The names of the files behind it, for a line that says so."""
    return [path.name for path in sources.files(_parts(game, agents))]


def earlier_versions(path: Path) -> list[Path]:
    """Results of the same work with other sources: stores and run folders end in `-SOURCES`."""
    match = _WITH_SOURCES.fullmatch(path.stem)
    if match is None or not path.parent.is_dir():
        return []
    found = [one for one in path.parent.glob(f"{match[1]}-*{path.suffix}") if one.name != path.name]
    return sorted(found, key=lambda one: one.stat().st_mtime)


def _parts(game: Game, agents: Sequence[Agent]) -> list[Any]:
    own = [type(game), type(game.rules)]
    return own + [part for top in agents for agent in _chain(top) for part in agent.parts(game)]


def _chain(agent: Agent | None) -> Iterable[Agent]:
    while agent is not None:
        yield agent
        agent = agent.inner


def _is_outside(kind: type) -> bool:
    return sources.fingerprint([kind]) is not None


def _state_of(agent: Agent) -> bytes:
    """What an agent of somebody's own keeps in its attributes; if that cannot be told, it is never the same."""
    state = {name: value for name, value in vars(agent).items() if name not in _NOT_STATE}
    try:
        return pickle.dumps(sorted(state.items())) if state else b""
    except Exception:  # whatever an attribute may be: a lock, a lambda, an open file
        return secrets.token_bytes(8)


def _digest(states: list[bytes]) -> str:
    return hashlib.sha256(b"\0".join(states)).hexdigest()[:8]
