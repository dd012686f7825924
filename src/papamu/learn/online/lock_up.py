"""The lock-up detector: do networks that learn against each other still learn?

The Blokus report fears that each network settles on a rank, predicts it and performs it, so that nothing is
learned any more. Two measures of each stretch of games tell: the prediction error (root mean square, as a
share of what lies between a lost and a won game) and the change of the weights (as a share of them).

- *locked up*: the error is small and the weights stand still. It predicts what it performs.
- *stuck*: the weights stand still although the error is large: the slopes of its nodes are gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from papamu.learn.online.course import Course

STILL = 1e-3  # weights that change by less in a stretch of games stand still
SMALL = 0.1  # of what lies between a lost and a won game: an error below it is small
LEARNING, LOCKED, STUCK = "learning", "locked up", "stuck"


def span_of(course: Course) -> float:
    """What lies between a lost and a won game, or between no score and the highest."""
    lost = -course.target if course.lost is None else course.lost
    return abs(course.target - lost) or 1.0


def verdict(error: float, change: float, span: float) -> str:
    """Of one network in one stretch of games."""
    if change >= STILL:
        return LEARNING
    return LOCKED if error <= SMALL * span else STUCK


def measures(seen: Mapping[str, float]) -> list[tuple[float, float]]:
    """Error and change of each network at a point of the curve; none where nothing is known of seats.

    The error of a network that sits on all seats is the mean.
    """
    seats = [number for number in range(1, 27) if f"error{number}" in seen]
    networks = [number for number in range(1, 27) if f"change{number}" in seen]
    if not seats or not networks:
        return []
    mean = sum(seen[f"error{number}"] for number in seats) / len(seats)
    errors = [seen.get(f"error{number}", mean) if len(networks) > 1 else mean for number in networks]
    return [(error, seen[f"change{number}"]) for number, error in zip(networks, errors, strict=True)]


def verdicts(seen: Mapping[str, float], span: float) -> list[str]:
    """Of each network at a point of the curve."""
    return [verdict(error, change, span) for error, change in measures(seen)]


def lock_up(curve: Sequence[Mapping[str, Any]], span: float) -> str:
    """When and why networks stopped to learn, in a line; nothing if all still learn at the end."""
    states = [(int(point["games"]), verdicts(point.get("seen", {}), span)) for point in curve]
    if not states or not states[-1][1]:
        return ""
    said = []
    for network in range(len(states[-1][1])):
        last = states[-1][1][network]
        if last == LEARNING:
            continue
        since = states[-1][0]
        for games, found in reversed(states):
            if len(found) <= network or found[network] == LEARNING:
                break
            since = games
        error, change = measures(curve[-1]["seen"])[network]
        why = (
            "it only predicts its own results"
            if last == LOCKED
            else "its error is large, but nothing changes"
        )
        who = f"seat {network + 1} has been" if len(states[-1][1]) > 1 else "it has been"
        said.append(
            f"{who} {last} since game {since:,}: {why} (error {error:.3f}, weights changed by {change:.1e})"
        )
    return "; ".join(said)
