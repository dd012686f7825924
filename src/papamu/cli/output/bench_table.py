"""The table of `papamu bench`."""

from __future__ import annotations

from collections.abc import Iterable

from papamu.bench import Row


def show(rows: Iterable[Row]) -> None:
    """Print each row as it comes, then how many targets hold."""
    verdicts = []
    for number, row in enumerate(rows):
        if number == 0:  # not before: a mistake is one line
            print(f"{'game':<14} {'measured':<15} {'ours':>23} {'other':>18} {'ratio':>7}  target")
        ours = f"{row.seconds:.2f} s" if row.seconds is not None else f"{row.rate:,.0f} {row.unit}"
        theirs = f"{row.other} {row.other_rate:,.0f}" if row.other_rate else "–"
        ratio = f"{row.ratio:.1f}×" if row.ratio else "–"
        verdicts += [row.holds] if row.target else []
        print(
            f"{row.game:<14} {row.measured:<15} {ours:>23} {theirs:>18} {ratio:>7}  {_target_text(row)}",
            flush=True,
        )
    held, missed, not_judged = (verdicts.count(kind) for kind in (True, False, None))
    print(f"targets: {held} hold, {missed} missed, {not_judged} not judged")


def _target_text(row: Row) -> str:
    """The target and the aim, and whether they are reached."""
    target, aim = row.target or "none", f" (aim {row.aim})" if row.aim else ""
    if row.target and row.holds is None:
        return f"{target}{aim}: not judged (the other library is not installed)"
    verdict = {True: "holds", False: "MISSED", None: ""}[row.holds]
    if row.aim_holds:
        verdict = f"{verdict}, the aim too" if verdict else "the aim is reached"
    return f"{target}{aim}: {verdict}" if verdict else f"{target}{aim}"
