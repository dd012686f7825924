"""The table of `papamu bench`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from papamu import bench


def show(
    specs: Sequence[str] | None, seconds: float, starts: bool, only: Sequence[str] | None, as_json: bool
) -> None:
    """Measure, printing each row as it comes."""
    kinds = only or (None if starts else [kind for kind in bench.KINDS if kind != "starts"])
    rows = bench.run(specs, seconds, only=kinds)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    first = True
    verdicts = []
    for row in rows:
        if first:
            print(f"{'game':<14} {'measured':<15} {'ours':>23} {'other':>18} {'ratio':>7}  target")
            first = False
        ours = f"{row.seconds:.2f} s" if row.seconds is not None else f"{row.rate:,.0f} {row.unit}"
        theirs = f"{row.other} {row.other_rate:,.0f}" if row.other_rate else "–"
        ratio = f"{row.ratio:.1f}×" if row.ratio else "–"
        verdicts += [row.holds] if row.target else []
        print(
            f"{row.game:<14} {row.measured:<15} {ours:>23} {theirs:>18} {ratio:>7}  {_wanted(row)}",
            flush=True,
        )
    held, missed, open_ones = (verdicts.count(kind) for kind in (True, False, None))
    print(f"targets: {held} hold, {missed} missed, {open_ones} not judged")


def _wanted(row: bench.Row) -> str:
    """The target and the aim, and whether they are reached."""
    target, aim = row.target or "none", f" (aim {row.aim})" if row.aim else ""
    if row.target and row.holds is None:
        return f"{target}{aim}: not judged (the other is not installed)"
    verdict = {True: "holds", False: "MISSED", None: ""}[row.holds]
    if row.aim_holds:
        verdict = f"{verdict}, the aim too" if verdict else "the aim is reached"
    return f"{target}{aim}: {verdict}" if verdict else f"{target}{aim}"
