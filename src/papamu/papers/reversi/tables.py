"""The tables of the paper in its order, the quality of its maps, and our own player.

Three scales: `paper` is the published size; `laptop` trains the seven large maps with a fiftieth of the steps
and learns from a fiftieth of the games; `smoke` has tiny maps and next to no games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.learn.map_learning import Learning
from papamu.learn.mapping import MapCourse
from papamu.learn.stages import THREE
from papamu.learn.thresholds import GENETIC, STATISTICAL, ZERO
from papamu.papers.published import figures
from papamu.papers.reversi.parameters import Learned, Mapped, Own, Retrieved
from papamu.papers.reversi.work import SPANS

MAP = "papamu.papers.reversi.maps:train_map"
RETRIEVE = "papamu.papers.reversi.work:retrieve"
LEARN = "papamu.papers.reversi.work:learn"
OWN = "papamu.papers.reversi.work:own"

_WAYS = {"TD(0)": "td0", "MC": "mc", "TD(λ)": "td"}
_METHODS = {"Statistical": STATISTICAL, "GA": GENETIC}

DRAWS = "Draws count half: only then two random players come to the 47 % for Black that the paper has."
GUESSES = {
    "maps": "α falls to zero in equal steps; equation 3 counts within N_c, whose radius falls from r to r'; "
    "boards are drawn at random; start weights are uniform within ±0.1: the paper says none of it.",
    "retrieval": "The boards are those of the first 300 games that the maps were trained with: with them the "
    "paper's figures come out. New games come back worse: the rows “new games”.",
    "genetic": "The genetic algorithm's fitness is the share of discs that come back, which the published "
    "0.45 and 0.86 imply; its population (30), generations (30), crossover (0.8) and mutation (0.02) are "
    "guesses.",
    "learning": "States are boards after own moves, and t in equation 8 counts these; where no turned board "
    "matches, the best of the eight winners counts; of equal values one is drawn; a drawn game brings no "
    "reward, and the last move of a game only its result.",
}


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    three: MapCourse  # Table 1, by the inner product
    seven: MapCourse  # Table 5
    games: int  # of learning
    tests: int
    shown: int  # games whose boards are retrieved
    own: int  # games of our own player


def _course(course: MapCourse, by: int, side: int, least: int) -> MapCourse:
    """The same maps with a part of the boards and steps."""

    def part(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(max(least, number // by) for number in numbers)

    return replace(
        course,
        data=part(course.data),
        first=part(course.first),
        second=part(course.second),
        rows=side,
        cols=side,
    )


_TABLE_1 = MapCourse(
    stages=THREE,
    data=(18_000, 14_000, 10_124),
    first=(90_000, 70_000, 60_000),
    second=(900_000, 700_000, 600_000),
)
_TABLE_5 = MapCourse()
SCALES = {
    "paper": Scale(_TABLE_1, _TABLE_5, 1_000_000, 10_000, 300, 400_000),
    "laptop": Scale(_TABLE_1, _course(_TABLE_5, 50, 50, 2), 20_000, 2_000, 300, 60_000),
    "smoke": Scale(_course(_TABLE_1, 1_000, 4, 20), _course(_TABLE_5, 100_000, 4, 20), 30, 10, 5, 30),
}


def trained(maps: MapCourse, stage: int) -> Cell:
    """A map in training; others wait for it."""
    steps = maps.first[stage] * 30e-6 + maps.second[stage] * 11e-6
    return Cell(MAP, Mapped(maps, stage), cost=steps * maps.rows * maps.cols / 2_500, early=True)


def retrieved(maps: MapCourse, thresholds: str, games: int, fresh: bool = False) -> Cell:
    """Boards that come back from maps."""
    return Cell(
        RETRIEVE, Retrieved(maps, thresholds, fresh, games), cost=5.0 + 10.0 * (thresholds == GENETIC)
    )


def learned(size: Scale, maps: MapCourse, way: str, search: int = 0, games: int = 0) -> Cell:
    """Values learned on maps."""
    thresholds = ZERO if maps.inner else STATISTICAL
    told = Learning(way=way, search=search, games=games or size.games)
    cost = told.games * 1.4e-3 * maps.rows * maps.cols / 2_500
    return Cell(LEARN, Learned(maps, thresholds, told, size.tests), cost=cost)


@cache
def tables(scale: str) -> tuple[Table, ...]:
    """All tables at a scale, in the paper's order."""
    size = SCALES[scale]
    return (
        _maps(size, "1", "three maps", (replace(size.three, winner="euclid"), size.three)),
        _retrieval(size),
        _different(size),
        _three(size),
        _maps(size, "5", "seven maps", (size.seven,)),
        _by_number(size),
        _seven(size),
        _beyond(size),
    )


def _maps(size: Scale, name: str, which: str, courses: tuple[MapCourse, ...]) -> Table:
    """Tables 1 and 5 have the parameters; here is what comes of them."""
    entries = []
    for course in courses:
        kind = "IP-SOM" if course.inner else "conventional SOM"
        for stage in range(len(course.data)):
            cell = trained(course, stage)
            entries.append(Entry(f"SOM-{stage + 1}", kind, cell, "topographic"))
    return Table(
        name,
        f"The {which} after both trainings: topographic error",
        tuple(entries),
        2_000,
        0,
        "map \\ kind",
        note=GUESSES["maps"]
        + " Topographic error: the share of boards whose second best neuron is no neighbour of the "
        "best one.",
        curve="Topographic error in the course of both trainings",
        along="steps",
    )


def _retrieval(size: Scale) -> Table:
    maps = replace(size.three, winner="euclid")
    entries = []
    for figure in figures("reversi", "2"):
        value = "squares" if figure.row == "Board Positions" else "discs"
        inner = figure.column == "IP"
        thresholds = ZERO if inner else _METHODS.get(figure.column, figure.column)
        course = size.three if inner else maps
        for fresh in (False, True):
            row = f"{figure.row}, new games" if fresh else figure.row
            cell = retrieved(course, thresholds, size.shown, fresh)
            entries.append(Entry(row, figure.column, cell, value, None if fresh else figure.share, curve=""))
    return Table(
        "2",
        "Retrieval from three maps: the share of squares, and of discs, that come back",
        tuple(entries),
        0,
        0,
        "compared \\ thresholds",
        note=f"{GUESSES['retrieval']} {GUESSES['genetic']}",
        order=("Statistical", "GA", "IP", "0.1", "0.5", "0.8"),
    )


def _different(size: Scale) -> Table:
    conventional, inner = figures("reversi", "different")
    maps = replace(size.three, winner="euclid")
    return Table(
        "7.2.1",
        "Differing squares between raw and retrieved boards, as a share of 64",
        (
            Entry(
                conventional.row,
                "squares",
                retrieved(maps, STATISTICAL, size.shown),
                "different_share",
                conventional.share,
                curve="",
            ),
            Entry(
                inner.row,
                "squares",
                retrieved(size.three, ZERO, size.shown),
                "different_discs_share",
                inner.share,
                curve="",
            ),
        ),
        0,
        0,
        "map \\ compared",
        note="The paper has numbers: 15.33 and 4.76 squares; of the IP-SOM occupied squares alone.",
    )


def _three(size: Scale) -> Table:
    entries = []
    for figure in figures("reversi", "4"):
        maps = replace(size.three, winner="inner" if figure.row == "IP-SOM" else "euclid")
        cell = learned(size, maps, _WAYS[figure.column])
        entries.append(Entry(figure.row, figure.column, cell, "won", figure.share))
        entries.append(Entry(f"{figure.row}, draws not counted", figure.column, cell, "wins", curve=""))
        entries.append(
            Entry(
                f"{figure.row}, without exploration",
                figure.column,
                cell,
                "tested",
                games=size.tests,
                curve="",
            )
        )
    return Table(
        "4",
        "Winning rate over all learning games against Random, three maps",
        tuple(entries),
        size.games,
        0,
        "maps \\ learning",
        note=f"{DRAWS} {GUESSES['learning']}",
    )


def _by_number(size: Scale) -> Table:
    entries = []
    for fresh in (False, True):
        cell = retrieved(size.seven, ZERO, size.shown, fresh)
        for figure, (low, _) in zip(figures("reversi", "6"), SPANS, strict=True):
            row = "new games" if fresh else figure.row
            published = None if fresh else figure.share
            entries.append(Entry(row, figure.column, cell, f"discs_{low}", published, curve=""))
    return Table(
        "6",
        "Retrieval from seven maps by the inner product: the share of discs that come back",
        tuple(entries),
        0,
        0,
        "\\ move number",
        note="The last column is printed as [50, 60].",
    )


def _seven(size: Scale) -> Table:
    entries = []
    for figure in figures("reversi", "7"):
        seven = figure.row.startswith("7")
        cell = learned(size, size.seven if seven else size.three, _WAYS[figure.column], 4 if seven else 0)
        entries.append(Entry(figure.row, figure.column, cell, "won", figure.share))
        entries.append(
            Entry(
                f"{figure.row}, without exploration",
                figure.column,
                cell,
                "tested",
                games=size.tests,
                curve="",
            )
        )
    cell = learned(size, size.seven, "td")  # what made the difference: the maps, or the search?
    entries.append(Entry("7 SOMs without search", "TD(λ)", cell, "won"))
    return Table(
        "7",
        "Winning rate over all learning games against Random: three maps; seven, the last 4 moves searched",
        tuple(entries),
        size.games,
        0,
        "maps \\ learning",
        note=f"{DRAWS} {GUESSES['learning']}",
    )


def _beyond(size: Scale) -> Table:
    own = Cell(OWN, Own(size.own, tests=size.tests), cost=size.own * 1.2e-3 + size.tests * 1e-3)
    means = learned(size, size.seven, "mean", 4, min(size.games, 300_000))
    black, both = figures("reversi", "beyond")
    entries = (
        Entry("patterns and TD", black.column, own, "won_black", black.share),
        Entry("patterns and TD", both.column, own, "won"),
        Entry(
            "patterns and TD, last 4 moves searched",
            black.column,
            own,
            "won_closing_black",
            black.share,
            curve="",
        ),
        Entry("patterns and TD, last 4 moves searched", both.column, own, "won_closing", curve=""),
        Entry("7 SOMs with search, means", black.column, means, "tested", black.share),
    )
    return Table(
        "beyond",
        "Our own player (patterns, TD, self-play), and means on maps, beside the paper's best",
        entries,
        size.tests,
        0,
        "player \\ against",
        beyond=True,
        note=DRAWS,
    )
