"""Outcomes that nobody computed: for tests of what judges and shows them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from papamu.lab.run.runner import Outcome
from papamu.lab.study import PaperTable


def outcomes(tables: Iterable[PaperTable], seeds: int = 1, noise: float = 0.02) -> dict[str, Outcome]:
    """For every cell of the tables something near the published figures, the same each time."""
    made: dict[str, Outcome] = {}
    for table in tables:
        for seed in range(table.seeds(seeds)):
            for entry in table.entries:
                for part, value in entry.terms:
                    cell = part.with_replicate(seed)
                    key = cell.key
                    told = random.Random(f"{key} {value}")
                    learns = not cell.work.kind.endswith(":play")
                    share = 0.5 if entry.published is None else entry.published
                    share = min(1.0, max(0.0, share + (told.gauss(0, noise) if learns else 0.0)))
                    result: dict[str, Any] = made[key].result if key in made else {"games": table.games}
                    if value in result and entry.parts:
                        continue  # an average shall not change what it is made of
                    result[value] = round(share * table.games) / table.games
                    if learns:
                        dead = table.dead is not None and abs(share - table.dead) < 0.02
                        result["state"] = "dead" if dead else "alive"
                        result[entry.curve or "curve"] = [
                            [1000 * k, 0.5 + 0.3 * k / 50, k / 100] for k in range(1, 51)
                        ]
                    made[key] = Outcome(result, 1.5, "a machine <of> ours & theirs")
    return made
