"""Which agents there are and who plays a game, as facts: for Python and for `papamu agents`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from papamu.agents import registry
from papamu.agents.opponents import HUMAN
from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.registry import load


@dataclass(frozen=True)
class OptionInfo:
    """An option of an agent."""

    name: str
    default: Any
    takes: str  # in words
    help: str


@dataclass(frozen=True)
class AgentInfo:
    """What is known of an agent before it plays."""

    name: str
    title: str  # what it does, in a line
    source: str  # which study it comes from
    wraps: bool  # does it need another agent behind a `+`?
    options: tuple[OptionInfo, ...]
    reason: str | None = None  # why it does not play the game that was asked about

    @property
    def plays(self) -> bool:
        """Does it play the game that was asked about?"""
        return self.reason is None

    def __str__(self) -> str:
        return f"{self.name}: {self.title}"


def available_agents(game: Game | str | None = None) -> list[AgentInfo]:
    """Every agent that plays a game, or every agent; `all_agents` has the others too, with their reasons.

    >>> import papamu
    >>> [agent.name for agent in papamu.available_agents("reversi:4x4")][:6]
    ['random', 'first', 'greedy', 'mc', 'minimax', 'uct']
    """
    return [found for found in all_agents(game) if found.plays]


def all_agents(game: Game | str | None = None) -> list[AgentInfo]:
    """Every agent; with a game each says whether it plays that."""
    loaded = load(game) if isinstance(game, str) else game
    return [_info(name, loaded) for name in registry.names()]


def _info(name: str, game: Game | None) -> AgentInfo:
    try:
        kind = registry.find(name)
    except (
        ImportError
    ) as error:  # it needs something that is not installed; the others are there all the same
        return AgentInfo(
            name, f"cannot be loaded: {error}", "", False, (), None if game is None else str(error)
        )
    options = tuple(
        OptionInfo(option.name, option.default, option.allowed, option.help)
        for option in kind.options_declared
    )
    # A person plays every game (only matches and explanations refuse one); of networks the file decides.
    needs_file = any(option.name == "model" for option in options)
    anyhow = game is None or name == HUMAN or kind.takes_file or kind.wraps_files or needs_file
    reason = None if anyhow or game is None else _refusal(f"{name}+mc" if kind.wraps else name, game)
    return AgentInfo(name, kind.title, kind.source, kind.wraps, options, reason)


def _refusal(text: str, game: Game) -> str | None:
    try:
        return registry.agent(text).refusal(game)
    except PapamuError as error:
        return str(error)
