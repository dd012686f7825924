"""Sentences: what a comparison says, in plain words, and how figures are written in text."""

from __future__ import annotations

from papamu.lab.compare.comparison import NEAR, Comparison
from papamu.lab.compare.decimals import half_up, stored
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.verdicts import verdict

_VERBS = (
    ("agrees", "agree"),
    ("does", "do"),
    ("is", "are"),
    ("goes", "go"),
    ("has", "have"),
    ("holds", "hold"),
)


def percent(share: float, places: int = 1) -> str:
    """A share in per cent."""
    return f"{half_up(100 * stored(share), places)} %"


def number(value: float) -> str:
    """A number that is not a share: whole if it is large, else with three significant digits."""
    figure = stored(value)
    if figure.is_finite() and abs(figure) >= 100:
        return f"{half_up(figure):,}"
    return f"{float(half_up(figure, 2 - figure.adjusted())):.3g}"


def figure_text(result: EntryResult, value: float) -> str:
    """A figure of an entry, with its unit or in per cent."""
    return f"{number(value)} {result.unit}" if result.unit else percent(value)


def tables_that(said: str, count: int) -> str:
    """A verdict on so many tables: “table agrees”, “tables agree”."""
    if count == 1:
        return f"table {said}"
    for one, many in _VERBS:
        if said.startswith(one):
            return f"tables {many}{said.removeprefix(one)}".replace(" its ", " their ")
    return f"tables {said}"


def sentence(comparison: Comparison) -> str:
    """One sentence on where a table agrees and where it does not."""
    said = verdict(comparison)
    if not comparison.done:
        return f"{comparison.table.name} {said} yet."
    if comparison.trial:
        done = f"{len(comparison.done)} of {len(comparison.results)} entries computed, each from a few games"
        return f"{comparison.table.name} {said}: {done}. They can neither agree nor disagree."
    if comparison.compared:
        parts = _differences(comparison) + _averages(comparison)
        alone = comparison.unpublished if comparison.table.aim is None else 0
        parts += [f"nothing is published for {alone}"] if alone else []
    else:
        parts = _ours_alone(comparison)
    if comparison.missing:
        parts.append(f"{comparison.missing} of {len(comparison.results)} entries are not computed yet")
    return f"{comparison.table.name} {said}: {'; '.join(parts)}."


def _differences(comparison: Comparison) -> list[str]:
    """How ours and the published figures differ, in the way that suits the table."""
    table = comparison.table
    if table.unit:
        return _numbers(comparison)
    if table.aim is not None:
        return _aim(comparison)
    if table.beyond:
        return _improvements(comparison)
    return _sampling_error(comparison) if comparison.plain else _networks(comparison)


def _ours_alone(comparison: Comparison) -> list[str]:
    """Where nothing is published: the range of our figures."""
    low = min(comparison.done, key=lambda result: result.mean)
    high = max(comparison.done, key=lambda result: result.mean)
    if low is high:
        return [f"ours is {figure_text(low, low.mean)} at {_place(low)}"]
    least, most = (f"{figure_text(one, one.mean)} at {_place(one)}" for one in (low, high))
    return [f"ours goes from {least} to {most}"]


def _numbers(comparison: Comparison) -> list[str]:
    """Numbers that are not shares, entry by entry."""
    return [
        f"{_place(result)}: {figure_text(result, result.mean)} where "
        f"{number(result.entry.published or 0.0)} is published"
        for result in comparison.compared
    ]


def _averages(comparison: Comparison) -> list[str]:
    """Where a table has averages of its entries: both orders, and how far the entries are apart."""
    if not comparison.averages or comparison.averages == comparison.compared:
        return []
    assert comparison.apart is not None
    assert comparison.root_mean_square is not None
    orders = [("averages", comparison.average_correlation)]
    orders += [("single entries", comparison.correlation)] if comparison.plain else []
    known = [f"of the {name} {half_up(value, 2)}" for name, value in orders if value is not None]
    parts = [f"rank correlation {', '.join(known)}"] if known else []
    mean = f"on average {half_up(100 * comparison.apart, 1)} points, " if comparison.plain else ""
    parts.append(
        f"single entries apart by {mean}root mean square {half_up(100 * comparison.root_mean_square, 1)} points"
    )
    return parts


def _place(result: EntryResult) -> str:
    return f"{result.entry.row} / {result.entry.column}"


def _improvements(comparison: Comparison) -> list[str]:
    """Another method: both figures, entry by entry."""
    assert all(result.entry.published is not None for result in comparison.compared)
    return [
        f"{_place(result)}: {percent(result.mean, 2)} where "
        f"{percent(result.entry.published or 0.0)} is published"
        for result in comparison.compared
    ]


def _aim(comparison: Comparison) -> list[str]:
    """A target instead of published figures: how often it was reached, and where it was out of reach."""
    assert comparison.table.aim is not None
    reached = comparison.in_reach
    parts = [
        f"{len(reached) - len(comparison.missed)} of {len(reached)} entries within "
        f"{100 * comparison.table.aim.within:.0f} points of the target"
    ]
    if reached:
        far = max(reached, key=lambda result: abs(result.difference or 0.0))
        parts.append(f"furthest from it {_place(far)} ({percent(far.mean)})")
    beyond = [result.entry.row for result in comparison.compared if result not in reached]
    parts += [f"out of reach even at full strength: {', '.join(beyond)}"] if beyond else []
    return parts


def _sampling_error(comparison: Comparison) -> list[str]:
    """Games without learning: every difference must be sampling error."""
    errors = [abs(result.z or 0.0) for result in comparison.compared]
    squares = sum(error * error for error in errors)
    count = len(errors)
    parts = [
        f"{count - len(comparison.strays)} of {count} entries within sampling error (largest difference "
        f"{half_up(max(errors), 1)} standard errors, up to {half_up(comparison.bound, 1)} is noise; "
        f"sum of squares {half_up(squares, 1)} for {count} entries)"
    ]
    if comparison.strays:
        named = ", ".join(map(_place, comparison.strays[:4]))
        parts.append(f"too far apart: {named}{', …' if len(comparison.strays) > 4 else ''}")
    return parts


def _networks(comparison: Comparison) -> list[str]:
    """Networks: level, order, deaths and the best."""
    count = len(comparison.compared)
    assert comparison.apart is not None
    parts = [
        f"{comparison.near} of {count} entries within {100 * NEAR:.0f} points "
        f"(on average {half_up(100 * comparison.apart, 1)} apart)"
    ]
    if comparison.correlation is not None:
        sides = [
            f"{name} {half_up(value, 2)}"
            for name, value in (
                ("with dead networks as equals", comparison.living_correlation),
                ("rows", comparison.row_correlation),
                ("columns", comparison.column_correlation),
            )
            if value is not None
        ]
        parts.append(f"rank correlation {half_up(comparison.correlation, 2)}{_bracketed(sides)}")
    deaths = comparison.deaths
    if deaths is not None and deaths.both + deaths.published_only + deaths.ours_only:
        parts.append(
            f"dead in both {deaths.both}, only published {deaths.published_only}, "
            f"only ours {deaths.ours_only}"
        )
        if comparison.survivors_apart is not None and comparison.survivors_correlation is not None:
            parts.append(
                f"where both live ({deaths.neither} entries) on average "
                f"{half_up(100 * comparison.survivors_apart, 1)} apart, "
                f"rank correlation {half_up(comparison.survivors_correlation, 2)}"
            )
    elif deaths is not None:
        parts.append("no network dead on either side")
    if comparison.best is not None and count > 1:
        theirs, ours = comparison.best
        same = (theirs.row, theirs.column) == (ours.row, ours.column)
        where = "at the same place" if same else f"at {ours.row} / {ours.column}"
        parts.append(
            f"best published {percent(theirs.share)} at {theirs.row} / {theirs.column}, "
            f"ours {percent(ours.share)} {where}"
        )
    furthest = comparison.furthest
    if furthest is not None and furthest.difference is not None and abs(furthest.difference) > NEAR:
        assert furthest.entry.published is not None
        parts.append(
            f"furthest apart at {_place(furthest)} "
            f"({percent(furthest.entry.published)} published, {percent(furthest.mean)} ours)"
        )
    return parts


def _bracketed(parts: list[str]) -> str:
    return f" ({', '.join(parts)})" if parts else ""
