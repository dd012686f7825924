"""The table of `papamu bench`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from papamu import bench


def show(specs: Sequence[str] | None, seconds: float, starts: bool, as_json: bool) -> None:
    """Measure, printing each row as it comes."""
    rows = bench.run(list(specs) if specs else None, seconds, starts=starts)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    print(f"{'game':<14} {'measured':<14} {'ours':>18} {'OpenSpiel':>12} {'ratio':>7}  target")
    verdicts = []
    for row in rows:
        ours = f"{row.games_per_second:,.0f} games/s" if row.games_per_second else f"{row.seconds:.2f} s"
        theirs = f"{row.openspiel_per_second:,.0f}" if row.openspiel_per_second else "–"
        ratio = f"{row.ratio:.1f}×" if row.ratio else "–"
        verdict = {True: "holds", False: "MISSED", None: "not judged (OpenSpiel is not installed)"}[row.holds]
        wanted = f"{row.target}: {verdict}" if row.target else "none"
        verdicts += [row.holds] if row.target else []
        print(f"{row.game:<14} {row.measured:<14} {ours:>18} {theirs:>12} {ratio:>7}  {wanted}", flush=True)
    held, missed, open_ones = (verdicts.count(kind) for kind in (True, False, None))
    print(f"targets: {held} hold, {missed} missed, {open_ones} not judged")
