"""Who sits where: agents from the texts of a command line, checked against the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from papamu.agents.agent import Agent
from papamu.agents.opponents import HUMAN, OPPONENT, read_agent
from papamu.core.errors import PapamuError
from papamu.games.game import Game


@dataclass
class Seat:
    """A place at the table."""

    colour: str  # what the game calls it
    agent: Agent | None  # nobody: a person
    label: str = ""  # what the menu called who sits here
    resigned: bool = False

    @property
    def name(self) -> str:
        """Who sits here."""
        return HUMAN if self.agent is None else str(self.agent)

    @property
    def in_record(self) -> str:
        """Who sat here, for a game record."""
        return f"{HUMAN}, then {self.name}" if self.resigned else self.name

    def __str__(self) -> str:
        return f"{self.colour} ({self.name})"


def colour_of(game: Game, seat: int) -> str:
    """What the game calls a player."""
    return game.player_names[seat] if seat < len(game.player_names) else f"player {seat + 1}"


def read_player(text: str, game: Game) -> Agent | None:
    """The agent of a text, or None for a human."""
    return None if text.strip().lower() == HUMAN else read_agent(text, game)


def seats_of(game: Game, vs: Sequence[str], seat: int | None, watch: bool) -> list[Seat]:
    """A human on one seat and `vs` on the others in turn (the last of them on all that remain)."""
    players = game.num_players
    if watch and seat is not None:
        raise PapamuError("with --watch you have no seat, so it cannot be combined with --seat")
    if seat is not None and seat > players:
        raise PapamuError(f"{game} has seats 1 to {players}, so there is no seat {seat}")
    room = players if watch else players - 1
    if len(vs) > room:
        place = f"{room} {'seat' if room == 1 else 'seats'}" if room else "no seat"
        raise PapamuError(f"{game} has {place} for others, but --vs names {len(vs)}")
    if watch and any(text.strip().lower() == HUMAN for text in vs):
        raise PapamuError("with --watch only agents play, so it cannot be combined with --vs human")
    named = list(vs) or [OPPONENT]
    texts = [named[min(k, len(named) - 1)] for k in range(room)]
    if not watch:
        texts.insert((seat or 1) - 1, HUMAN)
    return [Seat(colour_of(game, k), read_player(text, game)) for k, text in enumerate(texts)]
