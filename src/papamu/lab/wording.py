"""What a judged table says, in plain sentences."""

from __future__ import annotations

from papamu.lab.finding import Finding
from papamu.lab.judging import NEAR, Judged

# Where the words change. A reader may disagree, so the figures stand beside them.
_STRONG, _WEAK = 0.8, 0.5  # rank correlations
_ALIKE = 0.9  # share of entries that are dead or alive on both sides
_MOST, _HALF = 0.9, 0.5  # share of entries within five points

_VERBS = (
    ("agrees", "agree"),
    ("does", "do"),
    ("is", "are"),
    ("goes", "go"),
    ("has", "have"),
    ("holds", "hold"),
)


_ALIKE_IN_SIZE = 1.5  # numbers that are no shares: by this factor they may differ


def percent(share: float, places: int = 1) -> str:
    """A share as people write it."""
    return f"{100 * share:.{places}f} %"


def number(value: float) -> str:
    """A number that is no share: whole if it is large, else with three digits that say something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def worded(found: Finding, value: float) -> str:
    """A figure of an entry as people write it."""
    return f"{number(value)} {found.unit}" if found.unit else percent(value)


def verdict(judged: Judged) -> str:
    """In a few words: agrees, in its pattern, in part, or not; or that there is nothing to judge yet."""
    if not judged.done:
        return "is not computed"
    if judged.picture:
        return "has no published numbers"
    if not judged.compared:
        return "cannot be compared yet"
    if judged.table.unit:
        return "agrees in its size" if all(map(_alike_in_size, judged.compared)) else "does not agree in size"
    if judged.table.aim is not None:
        return "does not hold" if judged.missed else "holds" if judged.in_reach else "is out of reach"
    if judged.table.beyond:
        return "goes beyond" if len(judged.better) == len(judged.compared) else "does not go beyond"
    if judged.plain:
        return "does not agree" if judged.strays else "agrees"
    near = judged.near / len(judged.compared)
    order = 0.0 if judged.order is None else judged.order
    if judged.deaths is None or judged.deaths.agreeing >= _ALIKE:
        if near >= _MOST:
            return "agrees"
        if order >= _STRONG:
            return "agrees in its pattern"
    return "agrees in part" if order >= _WEAK or near >= _HALF else "does not agree"


def tables_that(judgement: str, count: int) -> str:
    """A verdict about one table, or about several."""
    if count == 1:
        return f"table {judgement}"
    for one, many in _VERBS:
        if judgement.startswith(one):
            return f"tables {many}{judgement.removeprefix(one)}".replace(" its ", " their ")
    return f"tables {judgement}"


def sentence(judged: Judged) -> str:
    """One sentence that says where a table agrees and where not."""
    judgement = verdict(judged)
    if not judged.done:
        return f"{judged.table.name} {judgement} yet."
    if judged.compared:
        tell = _gains if judged.table.beyond else _noise if judged.plain else _pattern
        tell = _aimed if judged.table.aim is not None else tell
        tell = _beside if judged.table.unit else tell
        parts = tell(judged) + _averages(judged)
        alone = judged.unpublished if judged.table.aim is None else 0
        parts += [f"nothing is published for {alone}"] if alone else []
    else:
        parts = _alone(judged)
    if judged.missing:
        parts.append(f"{judged.missing} of {len(judged.findings)} entries are not computed yet")
    return f"{judged.table.name} {judgement}: {'; '.join(parts)}."


def _alone(judged: Judged) -> list[str]:
    """Where nothing is published: what ours says."""
    low = min(judged.done, key=lambda found: found.mean)
    high = max(judged.done, key=lambda found: found.mean)
    if low is high:
        return [f"ours is {worded(low, low.mean)} at {_place(low)}"]
    least, most = (f"{worded(one, one.mean)} at {_place(one)}" for one in (low, high))
    return [f"ours goes from {least} to {most}"]


def _alike_in_size(found: Finding) -> bool:
    theirs = found.entry.published or 0.0
    return theirs / _ALIKE_IN_SIZE <= found.mean <= theirs * _ALIKE_IN_SIZE


def _beside(judged: Judged) -> list[str]:
    """Numbers that are no shares, entry by entry."""
    return [
        f"{_place(found)}: {worded(found, found.mean)} where "
        f"{number(found.entry.published or 0.0)} is published"
        for found in judged.compared
    ]


def _averages(judged: Judged) -> list[str]:
    """Where a table has averages of its entries: both orders, and how far the entries are apart."""
    if not judged.averages or judged.averages == judged.compared:
        return []
    assert judged.apart is not None
    assert judged.root_mean_square is not None
    orders = [("averages", judged.average_correlation)]
    orders += [("single entries", judged.correlation)] if judged.plain else []
    known = [f"of the {name} {value:.2f}" for name, value in orders if value is not None]
    parts = [f"rank correlation {', '.join(known)}"] if known else []
    mean = f"on average {100 * judged.apart:.1f} points, " if judged.plain else ""
    parts.append(f"single entries apart by {mean}root mean square {100 * judged.root_mean_square:.1f} points")
    return parts


def _place(found: Finding) -> str:
    return f"{found.entry.row} / {found.entry.column}"


def _gains(judged: Judged) -> list[str]:
    """Another method: by how much it is better, entry by entry."""
    assert all(found.entry.published is not None for found in judged.compared)
    return [
        f"{_place(found)}: {percent(found.mean, 2)} where "
        f"{percent(found.entry.published or 0.0)} is published"
        for found in judged.compared
    ]


def _aimed(judged: Judged) -> list[str]:
    """An aim instead of published figures: how often it was met, and where it was out of reach."""
    assert judged.table.aim is not None
    reached = judged.in_reach
    parts = [
        f"{len(reached) - len(judged.missed)} of {len(reached)} entries within "
        f"{100 * judged.table.aim.within:.0f} points of what is wanted"
    ]
    if reached:
        far = max(reached, key=lambda found: abs(found.difference or 0.0))
        parts.append(f"furthest from it {_place(far)} ({percent(far.mean)})")
    beyond = [found.entry.row for found in judged.compared if found not in reached]
    parts += [f"out of reach even at full strength: {', '.join(beyond)}"] if beyond else []
    return parts


def _noise(judged: Judged) -> list[str]:
    """Plain games: every difference must be sampling error."""
    errors = [abs(found.z or 0.0) for found in judged.compared]
    squares = sum(error * error for error in errors)
    count = len(errors)
    parts = [
        f"{count - len(judged.strays)} of {count} entries within sampling error (largest difference "
        f"{max(errors):.1f} standard errors, up to {judged.bound:.1f} is noise; "
        f"sum of squares {squares:.1f} for {count} entries)"
    ]
    if judged.strays:
        named = ", ".join(map(_place, judged.strays[:4]))
        parts.append(f"too far apart: {named}{', …' if len(judged.strays) > 4 else ''}")
    return parts


def _pattern(judged: Judged) -> list[str]:
    """Networks: level, order, deaths and the best."""
    count = len(judged.compared)
    assert judged.apart is not None
    parts = [
        f"{judged.near} of {count} entries within {100 * NEAR:.0f} points "
        f"(on average {100 * judged.apart:.1f} apart)"
    ]
    if judged.correlation is not None:
        sides = [
            f"{name} {value:.2f}"
            for name, value in (
                ("with dead networks as equals", judged.living_correlation),
                ("rows", judged.row_correlation),
                ("columns", judged.column_correlation),
            )
            if value is not None
        ]
        parts.append(f"rank correlation {judged.correlation:.2f}{_bracketed(sides)}")
    deaths = judged.deaths
    if deaths is not None and deaths.both + deaths.published_only + deaths.ours_only:
        parts.append(
            f"dead in both {deaths.both}, only published {deaths.published_only}, "
            f"only ours {deaths.ours_only}"
        )
        if judged.survivors_apart is not None and judged.survivors_correlation is not None:
            parts.append(
                f"where both live ({deaths.neither} entries) on average "
                f"{100 * judged.survivors_apart:.1f} apart, "
                f"rank correlation {judged.survivors_correlation:.2f}"
            )
    elif deaths is not None:
        parts.append("no network dead on either side")
    if judged.best is not None and count > 1:
        theirs, ours = judged.best
        same = (theirs.row, theirs.column) == (ours.row, ours.column)
        where = "at the same place" if same else f"at {ours.row} / {ours.column}"
        parts.append(
            f"best published {percent(theirs.share)} at {theirs.row} / {theirs.column}, "
            f"ours {percent(ours.share)} {where}"
        )
    furthest = judged.furthest
    if furthest is not None and furthest.difference is not None and abs(furthest.difference) > NEAR:
        assert furthest.entry.published is not None
        parts.append(
            f"furthest apart at {_place(furthest)} "
            f"({percent(furthest.entry.published)} published, {percent(furthest.mean)} ours)"
        )
    return parts


def _bracketed(parts: list[str]) -> str:
    return f" ({', '.join(parts)})" if parts else ""
