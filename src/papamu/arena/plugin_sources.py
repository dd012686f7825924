"""What a stored result must say of code from outside the package: nothing, or a digest of all that decides play.

The key of a match, a tournament or a training names its game and agents. For those that come with Papamu the name and
the version are enough. For a game, an agent or an evaluation of somebody's own, the text of their files counts too,
and for an agent object made in Python what it was made with: change any of it, and the work begins anew.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from papamu.agents.agent import Agent
from papamu.core import source_fingerprint as sources
from papamu.core.errors import AgentError
from papamu.core.object_digest import DigestError, object_digest
from papamu.games.game import Game

KEY = "sources"
_WITH_SOURCES = re.compile(r"(.+-[0-9a-f]{12})-[0-9a-f]{12,}")  # KIND-GAME-DIGEST-SOURCES
_NOT_STATE = frozenset({"options", "inner", "rng", "from_spec", "_game", "_policy", "_seen"})


def outside_sources(game: Game, agents: Sequence[Agent], *others: Any) -> dict[str, str]:
    """What is added to a key; nothing if game, agents and other classes or functions come with Papamu."""
    digest = sources.fingerprint([*_parts(game, agents), *others])
    states = [_state_of(agent) for top in agents for agent in _chain(top)]
    if not game.has_spec:  # made in code: its name does not say all
        states.append(object_digest((tuple(game.rules), game.start(seed=0).state)))
    if not any(states):
        return {} if digest is None else {KEY: digest}
    state = hashlib.sha256(",".join(states).encode()).hexdigest()
    return {KEY: state[:20] if digest is None else digest + state[:8]}


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


def _state_of(agent: Agent) -> str:
    """What an agent of somebody's own is besides its spec, as a digest; nothing if that says it all.

    An agent made from a spec is what its options and its sources say. An object made in Python is told from others
    by its class, its attributes and all that these use; what cannot be told is refused.
    """
    if not (agent.is_own or sources.fingerprint([type(agent)])) or _has_own_identity(agent):
        return ""
    if agent.from_spec and not _attributes(agent):
        return ""
    try:
        told = _attributes(agent) if agent.from_spec else (type(agent), _attributes(agent))
        return object_digest(told, _known, "its attribute")
    except DigestError as error:
        if agent.from_spec:
            return ""
        raise AgentError(
            f"the results of {agent} cannot be kept: {error}; leave out runs=, or give its class a property `identity`"
        ) from None


def _attributes(agent: Agent) -> dict[str, Any]:
    """Its attributes without those that are said elsewhere, or are thoughts."""
    return {name: value for name, value in agent.own_state().items() if name not in _NOT_STATE}


def _known(value: object) -> object | None:
    """What stands for agents and games within an agent's attributes."""
    if isinstance(value, Agent):
        return (value.identity, _state_of(value), sources.fingerprint([type(value)]))
    if isinstance(value, Game) and value.has_spec:
        return (str(value), sources.fingerprint([type(value), type(value.rules)]))
    return None


def _has_own_identity(agent: Agent) -> bool:
    """Does a class from outside the package say itself what makes it this player and no other?"""
    home = next(kind for kind in type(agent).__mro__ if "identity" in vars(kind))
    return sources.fingerprint([home]) is not None
