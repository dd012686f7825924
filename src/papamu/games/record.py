"""Game records: JSON with everything about one game, replayed and verified when loaded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError, RecordError
from papamu.core.files import write_whole
from papamu.games.position import Position
from papamu.games.registry import load

_FORMAT = 1
_MOST_BYTES = 16 * 2**20  # a record is small; a larger file is something else


@dataclass(frozen=True)
class Record:
    """A game from its first position on: who played, every move, what chance did, the result.

    >>> import papamu
    >>> played = papamu.load("reversi:4x4").start().play("b1").play("a1")
    >>> papamu.Record.of(played).moves
    ('b1', 'a1')
    """

    game: str
    moves: tuple[str, ...]
    start: str  # the first position as text
    players: tuple[str, ...] = ()
    seed: int | None = None
    events: dict[int, str] = field(default_factory=dict)  # ply (from 0) -> what chance did after it
    returns: tuple[float, ...] | None = None  # None: not finished
    scores: tuple[int, ...] | None = None

    @classmethod
    def of(cls, position: Position, players: Sequence[str] = (), seed: int | None = None) -> Record:
        """The record of the line that led to this position."""
        if not position.game.has_spec:
            raise RecordError(f"{position.game} was made in code and has no spec, so it cannot be recorded")
        line = position.line
        over = position.is_over
        return cls(
            game=str(position.game),
            moves=tuple(str(later.move) for later in line[1:]),
            start=line[0].to_text(),
            players=tuple(players),
            seed=seed,
            events={ply: p.event for ply, p in enumerate(line[1:]) if p.event not in (None, "none")},
            returns=position.returns if over else None,
            scores=position.scores if over else None,
        )

    def replay(self) -> Position:
        """The last position, every move checked on the way, and the result compared."""
        game = load(self.game)
        position = game.from_text(self.start)
        if self.players and len(self.players) != game.num_players:
            raise RecordError(f"the record names {len(self.players)} players, {game} has {game.num_players}")
        unused = [ply for ply in self.events if not (game.facts.chance and 0 <= ply < len(self.moves))]
        if unused:
            raise RecordError(f"the record has an event after move {unused[0] + 1}, where there is none")
        for ply, move in enumerate(self.moves):
            event = self.events.get(ply, "none") if game.facts.chance else None
            try:
                position = position.play(move, event=event)
            except PapamuError as error:
                raise RecordError(f"the record does not replay at move {ply + 1}: {error}") from None
        written = (self.returns, self.scores)
        true = (position.returns, position.scores) if position.is_over else (None, None)
        if written != true:
            raise RecordError(f"the record's result {written} is not what its moves give: {true}")
        return position

    def to_json(self) -> str:
        """One line of JSON."""
        finished = None if self.returns is None else {"returns": self.returns, "scores": self.scores}
        content = {
            "papamu": _FORMAT,
            "game": self.game,
            "options": dict(load(self.game).options),
            "players": self.players,
            "seed": self.seed,
            "start": self.start,
            "moves": self.moves,
            "events": {str(ply): event for ply, event in self.events.items()},
            "result": finished,
        }
        return json.dumps(content, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record of a JSON text, replayed and verified."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise RecordError("this is not a game record: it is not JSON") from None
        if not isinstance(content, dict) or content.get("papamu") != _FORMAT:
            raise RecordError('this is not a game record: it has no "papamu": 1')
        try:
            record = cls._from_content(content)
        except PapamuError:
            raise
        except KeyError as error:
            raise RecordError(f"the record is damaged: {error} is missing") from None
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise RecordError("the record is damaged: a field is not of its kind") from None
        if content["options"] != load(record.game).options:
            raise RecordError(f"the record's options are not those of {record.game}")
        record.replay()
        return record

    @classmethod
    def _from_content(cls, content: dict[str, Any]) -> Record:
        result = content["result"]
        for name in ("game", "start"):
            if not isinstance(content[name], str):
                raise RecordError(f"the record is damaged: {name!r} is not a text")
        for name in ("moves", "players"):
            if not isinstance(content[name], list) or not all(isinstance(x, str) for x in content[name]):
                raise RecordError(f"the record is damaged: {name!r} is not a list of texts")
        if content["seed"] is not None and not isinstance(content["seed"], int):
            raise RecordError("the record is damaged: 'seed' is not a whole number")
        return cls(
            game=content["game"],
            moves=tuple(content["moves"]),
            start=content["start"],
            players=tuple(content["players"]),
            seed=content["seed"],
            events={int(ply): str(event) for ply, event in content["events"].items()},
            returns=None if result is None else tuple(float(x) for x in result["returns"]),
            scores=None if result is None else tuple(index(x) for x in result["scores"]),
        )

    def save(self, path: str | Path) -> None:
        """Write it, whole or not at all."""
        write_whole(path, self.to_json() + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read, replay and verify a record."""
        path = Path(path)
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise RecordError(f"{str(path)!r} is not a game record: it is too large")
            return cls.from_json(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise RecordError(f"{str(path)!r} is not a game record: it is not text") from None
        except OSError as error:
            raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
