"""Beyond the report: networks worth guiding a tree, for its game and for two others.

Each learns from its own games, then plays against tree searches with random rollouts.
"""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.study import Entry, PaperTable
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.papers.checkers.parameters import SIMS, AlphaZeroNetwork, OpponentMatch
from papamu.papers.checkers.tables.cells import alphazero_cell
from papamu.papers.checkers.tables.scale import Size

_CHECKERS = (
    OpponentMatch("checkers:8x8", "uct:sims=1000", 400),
    OpponentMatch("checkers:8x8", "uct:sims=12000", 200),
    OpponentMatch("checkers:6x6", "random", 400),
    OpponentMatch("checkers:8x8", "random", 400),
    OpponentMatch("checkers:10x10", "random", 400),
)
_QUIET = 20  # quiet plies that end a game with itself: as many are won as with 80, in shorter games
_COURSES = {
    AlphaZeroCourse("clobber:5x6", games=20_000): (OpponentMatch("clobber:5x6", "uct:sims=500", 400),),
    AlphaZeroCourse("reversi:6x6", games=6_000): (OpponentMatch("reversi:6x6", "uct:sims=500", 400),),
    AlphaZeroCourse(f"checkers:8x8,quiet={_QUIET}", games=4_000): _CHECKERS,
}


def beyond(size: Size) -> PaperTable:
    """Points of our networks against tree searches."""
    networks, share, matches = size.own_networks, size.own_share, size.own_matches
    entries = []
    for full, meetings in list(_COURSES.items())[:networks]:
        course, sims = (full, SIMS) if share == 1 else (_smaller(full, share), round(SIMS * share**0.25))
        met = tuple(replace(one, games=min(one.games, matches)) for one in meetings)
        cell = alphazero_cell(AlphaZeroNetwork(course, met, sims), share, matches)
        for number, one in enumerate(met):
            curve = "" if number else "curve"
            entries.append(
                Entry(one.game, one.opponent, cell, f"score_{number}", games=one.games, curve=curve)
            )
    return PaperTable(
        "beyond", "Networks that learned from their own games guide a tree", tuple(entries), matches, 0,
        "game \\ against", beyond=True, curve="Points against the network before", along="games with itself",
        note=f"Points of `puct` with {SIMS} simulations a move, draws half, seats swapped in pairs. "
        "`uct:sims=12000` thinks about as long as it does.",
    )  # fmt: skip


def _smaller(course: AlphaZeroCourse, share: float) -> AlphaZeroCourse:
    """The same course with a share of its games, and fewer simulations."""
    games, sims = max(4, round(share * course.games)), max(4, round(course.sims * share**0.25))
    return replace(
        course, games=games, portion=min(course.portion, games), warm_games=min(course.warm_games, 4 * games),
        sims=sims, quick=max(2, sims // 5), warm_sims=2 * sims, gate=min(course.gate, games),
    )  # fmt: skip
