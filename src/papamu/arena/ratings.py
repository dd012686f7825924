"""Ratings on the Elo scale from all games at once: Bradley-Terry for two players, Plackett-Luce for more.

An agent has a strength g = 10^(Elo/400). Among those still in a game, the next place goes to agent i with
probability g_i / (sum of g). With two players that is Bradley and Terry's model (1952), with more it is
Plackett's and Luce's, so one solver serves both (Hunter, "MM algorithms for generalized Bradley-Terry
models", 2004, has the likelihood). It climbs by Newton's method and not by Hunter's: the error bars need the
curvature anyway, and lopsided results, which are common here, take Hunter's thousands of steps.

- Ties count as the mean of all orders of those tied: a draw is half a win for each. Error bars are those of
  games without ties, so they are on the wide side where many games are drawn. They take games as independent.
- The prior is one imagined draw of each agent against an opponent of rating 0. It is worth one game, but
  keeps the rating of an agent finite that won or lost everything, and those of agents that never met.
  `prior=0` leaves it out; where there is no finite rating then, an error says so.

Not from a library: choix, the kept one for these models, needs SciPy and has neither draws nor error bars.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from papamu.arena.statistics import Floats
from papamu.core.errors import PapamuError, listing
from papamu.core.intervals import z_of

_ELO = 400 / math.log(10)  # Elo in one unit of log g
_MOST_STEPS = 200

Ranking = Sequence[Sequence[int]]  # best first; each place has one agent, or several that are tied


@dataclass(frozen=True)
class Rated:
    """One agent's rating with its interval; score is its share of first places."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float


@dataclass(frozen=True)
class Ratings:
    """The agents in the order they were given, and what a reader should know about the numbers."""

    agents: tuple[Rated, ...]
    notes: tuple[str, ...] = ()
    confidence: float = 0.95

    @property
    def ranked(self) -> tuple[Rated, ...]:
        """The strongest first."""
        return tuple(sorted(self.agents, key=lambda agent: (-agent.elo, agent.name)))


def bradley_terry(
    names: Sequence[str],
    points: ArrayLike,
    *,
    prior: float = 1.0,
    anchor: str | None = None,
    confidence: float = 0.95,
) -> Ratings:
    """Ratings from `points[i][j]`: what agent i has won from agent j, a draw being half a point.

    Their mean is 0, or the anchor's rating is; intervals are about the difference to that.
    """
    table = np.asarray(points, np.float64)
    count = len(names)
    if table.shape != (count, count) or not (np.isfinite(table).all() and (table >= 0).all()):
        raise ValueError(f"points must be {count} by {count} numbers from 0 on")
    table = table * (1 - np.eye(count))  # games against oneself say nothing
    seen = _Seen(count)
    seen.beat |= table > 0
    seen.games += (table + table.T).sum(axis=1)
    seen.firsts += table.sum(axis=1)
    seen.chosen += seen.firsts
    for one, other in combinations(range(count), 2):
        seen.stages[one, other] = float(table[one, other] + table[other, one])
    return _rate(names, seen, prior, anchor, confidence)


def plackett_luce(
    names: Sequence[str],
    rankings: Iterable[Ranking],
    *,
    prior: float = 1.0,
    anchor: str | None = None,
    confidence: float = 0.95,
) -> Ratings:
    """Ratings from the order in which agents came in, game by game: `[[2], [0, 1], [3]]`.

    An agent may sit on several seats of a game; each of them counts as a game.
    """
    count = len(names)
    seen = _Seen(count)
    for ranking, times in Counter(tuple(tuple(sorted(tied)) for tied in one) for one in rankings).items():
        everyone = [agent for tied in ranking for agent in tied]
        if any(not 0 <= agent < count for agent in everyone) or not all(ranking):
            raise ValueError(f"{ranking} does not rank agents from 0 to {count - 1}")
        for agent in ranking[0]:
            seen.firsts[agent] += times / len(ranking[0])
        for agent in everyone:
            seen.games[agent] += times
        for place, tied in enumerate(ranking):
            _add_place(seen, tied, tuple(agent for below in ranking[place + 1 :] for agent in below), times)
    return _rate(names, seen, prior, anchor, confidence)


class _Seen:
    """Everything the likelihood needs: how often each agent was chosen, and from which company."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.chosen = np.zeros(count)
        self.stages: defaultdict[tuple[int, ...], float] = defaultdict(float)
        self.beat = np.zeros((count, count), np.bool_)  # who was ever before whom, or level
        self.firsts = np.zeros(count)
        self.games = np.zeros(count)


def _add_place(seen: _Seen, tied: tuple[int, ...], below: tuple[int, ...], times: float) -> None:
    """All orders of those tied, equally often: each company of them meets those below."""
    for agent in tied:
        seen.chosen[agent] += times
        for other in (*tied, *below):
            seen.beat[agent, other] |= agent != other
    for size in range(1, len(tied) + 1):
        for company in combinations(range(len(tied)), size):
            stage = tuple(sorted((*(tied[seat] for seat in company), *below)))
            seen.stages[stage] += times / math.comb(len(tied), size)


def _rate(names: Sequence[str], seen: _Seen, prior: float, anchor: str | None, confidence: float) -> Ratings:
    if len(set(names)) != len(names):
        raise ValueError("names of agents must differ")
    if anchor is not None and anchor not in names:
        raise PapamuError(f"there is no agent {anchor!r} to anchor ratings at: there are {listing(names)}")
    notes = _notes(names, seen, prior)
    strengths, curvature = _climb(seen, prior)
    covariance = np.linalg.inv(curvature) if prior else np.linalg.pinv(curvature, hermitian=True)
    fixed = np.full(len(names), 1 / max(1, len(names))) if anchor is None else _unit(names, anchor)
    relative = np.eye(len(names)) - fixed  # row i: agent i against what is fixed at 0
    elos = _ELO * (relative @ strengths)
    wide = np.einsum("ij,jk,ik->i", relative, covariance, relative)
    bars = z_of(confidence) * _ELO * np.sqrt(np.maximum(0, wide))
    scores = np.divide(seen.firsts, seen.games, out=np.zeros(len(names)), where=seen.games > 0)
    rows = zip(names, elos.tolist(), bars.tolist(), seen.games.tolist(), scores.tolist(), strict=True)
    agents = (Rated(name, e, e - bar, e + bar, round(games), score) for name, e, bar, games, score in rows)
    return Ratings(tuple(agents), notes, confidence)


def _unit(names: Sequence[str], name: str) -> Floats:
    return np.array([float(other == name) for other in names])


def _climb(seen: _Seen, prior: float) -> tuple[Floats, Floats]:
    """The most likely log g of each agent, and how sharply the likelihood falls off around them."""
    count = seen.count
    sizes = sorted({len(stage) for stage in seen.stages if len(stage) > 1})
    groups = [
        (
            np.array([stage for stage in seen.stages if len(stage) == size]),
            np.array([times for stage, times in seen.stages.items() if len(stage) == size]),
        )
        for size in sizes
    ]
    chosen = seen.chosen + prior / 2
    chosen -= [seen.stages.get((agent,), 0.0) for agent in range(count)]  # the last of a game is no choice
    now = np.zeros(count)
    value, slope, curvature = _likelihood(now, chosen, groups, prior)
    for _ in range(_MOST_STEPS):
        step = np.linalg.lstsq(curvature, slope, rcond=None)[0]  # without a prior their sum is free
        while np.abs(step).max(initial=0) > 1e-12:
            there = _likelihood(now + step, chosen, groups, prior)
            if there[0] >= value:
                break
            step = step / 2
        else:
            break
        now = now + step
        gained, (value, slope, curvature) = there[0] - value, there
        if np.abs(step).max() < 1e-9 or gained <= 1e-14 * abs(value):
            break
    return now, curvature


def _likelihood(
    strengths: Floats, chosen: Floats, groups: list[tuple[NDArray[np.int64], Floats]], prior: float
) -> tuple[float, Floats, Floats]:
    """The logarithm of the likelihood, its slope, and its curvature (Fisher's information)."""
    count = len(strengths)
    value, slope, curvature = float(chosen @ strengths), chosen.copy(), np.zeros((count, count))
    for agents, times in groups:
        there = strengths[agents]
        top = there.max(axis=1, keepdims=True)
        shares = np.exp(there - top)
        total = shares.sum(axis=1, keepdims=True)
        shares /= total
        value -= float(times @ (top + np.log(total))[:, 0])
        np.subtract.at(slope, agents, times[:, None] * shares)
        np.add.at(curvature, (agents, agents), times[:, None] * shares)
        products = times[:, None, None] * shares[:, :, None] * shares[:, None, :]
        np.subtract.at(curvature, (agents[:, :, None], agents[:, None, :]), products)
    if prior:  # against the opponent of rating 0
        value -= prior * float(np.logaddexp(0, strengths).sum())
        won = 0.5 * (1 + np.tanh(strengths / 2))
        slope -= prior * won
        curvature[np.diag_indices(count)] += prior * won * (1 - won)
    return value, slope, curvature


def _reach(links: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who is reached from whom over any number of links."""
    found = links | np.eye(len(links), dtype=np.bool_)
    while True:
        further = (found.astype(np.int64) @ found.astype(np.int64)) > 0
        if (further == found).all():
            return found
        found = further


def _notes(names: Sequence[str], seen: _Seen, prior: float) -> tuple[str, ...]:
    """What makes ratings depend on the prior; without one, that is an error."""
    met = _reach(seen.beat | seen.beat.T)
    parts = sorted({tuple(np.flatnonzero(row).tolist()) for row in met})
    notes = []
    if len(parts) > 1:
        said = " | ".join(listing([names[agent] for agent in part], 5) for part in parts[:5])
        notes.append(
            f"{len(parts)} groups of agents never met, not even through others: {said}"
            f"{' | …' if len(parts) > 5 else ''}; only the prior compares them"
        )
    for agent, name in enumerate(names):
        above, below = seen.beat[agent].any(), seen.beat[:, agent].any()
        if above != below:
            which, way = ("won", "higher") if above else ("lost", "lower")
            notes.append(f"{name} {which} every game: the prior decides how much {way} it is")
    if not prior and not _reach(seen.beat).all():
        why = notes[0] if notes else "some agents never lost a point to the others"
        raise PapamuError(f"there are no finite ratings without the prior: {why}")
    return tuple(notes)
