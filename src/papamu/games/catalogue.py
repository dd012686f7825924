"""Which games there are, as facts: for Python, for `papamu games` and for the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from papamu.games import registry


@dataclass(frozen=True)
class GameInfo:
    """What is known of a game before one is played."""

    name: str
    title: str
    default: str  # the spec of the usual board
    sizes: str  # which there are, in words
    options: Mapping[str, str]  # by name: what each takes, in words
    num_players: int
    num_actions: int  # on the usual board
    chance: bool

    def __str__(self) -> str:
        return f"{self.name} ({self.sizes})"


def available_games() -> list[GameInfo]:
    """All games, the built-in ones first, then those of plug-ins; the numbers are of the usual board.

    >>> import papamu
    >>> for game in papamu.available_games()[:3]:
    ...     print(game.name, game.default, game.num_players, game.num_actions)
    clobber clobber:6x6 2 144
    checkers checkers:8x8 2 512
    reversi reversi:8x8 2 65
    """
    return [_info(name) for name in registry.names()]


def _info(name: str) -> GameInfo:
    kind, usual = registry.find(name), registry.load(name)
    return GameInfo(
        name=kind.name,
        title=kind.title,
        default=str(usual),
        sizes=kind.sizes,
        options={option.name: option.allowed for option in kind.options_declared},
        num_players=usual.num_players,
        num_actions=usual.num_actions,
        chance=usual.facts.chance,
    )
