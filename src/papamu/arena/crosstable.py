"""The crosstable: everyone against everyone, with ratings, for the terminal, for files and for a browser.

Plain data comes in: names, a `Tally` for each pair that met, ratings. It does not know how games are played.
Two CSV files, since a table of pairs and a table of agents have different columns.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papamu.arena.ratings import Rated, Ratings
from papamu.arena.statistics import Tally
from papamu.core.console_text import plain_text
from papamu.core.files import make_folder, write_whole

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_CELL = 5  # columns of a terminal that one opponent takes
_REST = 46  # and what the rest takes, beside the names


@dataclass(frozen=True)
class Meeting:
    """What one agent did against another; at larger tables a win is a better place."""

    agent: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float

    @classmethod
    def of(cls, agent: str, opponent: str, tally: Tally, confidence: float) -> Meeting:
        """The row of a tally."""
        counts = (tally.games, tally.wins, tally.draws, tally.losses)
        return cls(agent, opponent, *counts, tally.score, *tally.interval(confidence))


class Crosstable:
    """Agents, the strongest first, and who did what against whom."""

    def __init__(
        self,
        results: Mapping[tuple[str, str], Tally],
        ratings: Ratings,
        title: str = "Crosstable",
        notes: Sequence[str] = (),
    ) -> None:
        """One tally for each pair that met, in either direction; the names are those of the ratings."""
        self.title = title
        self.notes = (*notes, *ratings.notes)
        self.confidence = ratings.confidence
        self.agents: tuple[Rated, ...] = ratings.ranked
        self._meetings: dict[tuple[str, str], Meeting] = {}
        names = {agent.name for agent in self.agents}
        for (one, other), tally in results.items():
            if one == other or not {one, other} <= names:
                raise ValueError(f"{one!r} against {other!r}: not two of the rated agents")
            if (one, other) in self._meetings:
                raise ValueError(f"{one!r} against {other!r} is given twice")
            if tally.games:
                self._meetings[one, other] = Meeting.of(one, other, tally, self.confidence)
                self._meetings[other, one] = Meeting.of(other, one, tally.mirrored, self.confidence)

    def meeting(self, agent: str, opponent: str) -> Meeting | None:
        """What this agent did against that one; nothing if they never met."""
        return self._meetings.get((agent, opponent))

    @property
    def meetings(self) -> Iterator[Meeting]:
        """All of them in the order of the table, each seen from both sides."""
        for one in self.agents:
            for other in self.agents:
                found = self.meeting(one.name, other.name)
                if found is not None:
                    yield found

    def terminal(self, width: int = 100) -> Table:
        """A table for Rich; where the terminal is too narrow for all opponents, only the ratings."""
        from rich.table import Table
        from rich.text import Text

        longest = max((len(agent.name) for agent in self.agents), default=0)
        fits = _REST + min(longest, 40) + _CELL * len(self.agents) <= width
        table = Table(title=Text(self.title), title_justify="left")
        table.add_column("#", justify="right")
        table.add_column("agent", max_width=40, overflow="fold")
        for head in ("Elo", "from", "to", "games", "score"):
            table.add_column(head, justify="right")
        for number in range(1, len(self.agents) + 1 if fits else 1):
            table.add_column(str(number), justify="right")
        for number, agent in enumerate(self.agents, start=1):
            cells = [str(number), agent.name, *(f"{x:+.0f}" for x in (agent.elo, agent.low, agent.high))]
            cells += [f"{agent.games:,}", per_cent(agent.score)]
            if fits:
                met = [self.meeting(agent.name, other.name) for other in self.agents]
                cells += ["" if found is None else whole_per_cent(found.score) for found in met]
            table.add_row(*(Text(cell) for cell in cells))  # as they are: a name is no markup
        return table

    def print(self, console: Console) -> None:
        """The table and its notes."""
        from rich.text import Text

        console.print(self.terminal(console.width))
        for note in self.notes:
            console.print(Text(note, style="dim"))

    def text(self) -> str:
        """The same as plain text."""
        return plain_text(self.print)

    def as_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "title": self.title,
            "confidence": self.confidence,
            "ratings": [{"rank": rank, **asdict(agent)} for rank, agent in enumerate(self.agents, start=1)],
            "meetings": [asdict(meeting) for meeting in self.meetings],
            "notes": list(self.notes),
        }

    def crosstable_csv(self) -> str:
        """One row for each agent and opponent that met."""
        return _csv(self.as_dict()["meetings"], list(Meeting.__dataclass_fields__))

    def ratings_csv(self) -> str:
        """One row for each agent."""
        return _csv(self.as_dict()["ratings"], ["rank", *Rated.__dataclass_fields__])

    def html(self) -> str:
        """One page that needs nothing else."""
        from papamu.arena.crosstable_page import page

        return page(self)

    def save(self, folder: str | Path) -> list[Path]:
        """Write `crosstable.csv`, `ratings.csv`, `crosstable.json` and `crosstable.html`, each whole."""
        folder = Path(folder)
        make_folder(folder)
        content = json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        files = {
            "crosstable.csv": self.crosstable_csv(),
            "ratings.csv": self.ratings_csv(),
            "crosstable.json": content,
            "crosstable.html": self.html(),
        }
        for name, text in files.items():
            write_whole(folder / name, text)
        return [folder / name for name in files]


def per_cent(share: float) -> str:
    """A share for people; 100 % only if it is all, 0 % only if it is nothing."""
    shown = f"{100 * share:.1f}"
    if shown == "100.0" and share < 1:
        return ">99.9 %"
    if shown == "0.0" and share > 0:
        return "<0.1 %"
    return f"{shown} %"


def whole_per_cent(share: float) -> str:
    """The same as a whole number for a narrow place."""
    return "0" if share <= 0 else "100" if share >= 1 else str(min(99, max(1, round(100 * share))))


def _csv(rows: list[dict[str, Any]], columns: list[str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
