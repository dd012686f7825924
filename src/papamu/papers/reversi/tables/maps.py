"""Tables 1, 2, 5 and 6: the maps, and the boards that are retrieved from them."""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.study import Entry, PaperTable
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.thresholds import GENETIC, STATISTICAL, ZERO
from papamu.papers.common.published_figures import figures
from papamu.papers.reversi.parameters import MOVE_SPANS
from papamu.papers.reversi.tables.cells import map_cell, retrieval_cell
from papamu.papers.reversi.tables.guesses import GUESSES
from papamu.papers.reversi.tables.scale import Size

_METHODS = {"Statistical": STATISTICAL, "GA": GENETIC}


def map_quality(name: str, which: str, courses: tuple[MapCourse, ...]) -> PaperTable:
    """Tables 1 and 5 have the parameters; here is what comes of them."""
    entries = []
    for course in courses:
        kind = "IP-SOM" if course.inner else "conventional SOM"
        for stage in range(len(course.data)):
            cell = map_cell(course, stage)
            entries.append(Entry(f"SOM-{stage + 1}", kind, cell, "topographic"))
    return PaperTable(
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


def retrieval_by_thresholds(size: Size) -> PaperTable:
    """Table 2: three maps, by the way their thresholds are found."""
    maps = replace(size.three_maps, winner="euclid")
    entries = []
    for figure in figures("reversi", "2"):
        value = "squares" if figure.row == "Board Positions" else "discs"
        inner = figure.column == "IP"
        thresholds = ZERO if inner else _METHODS.get(figure.column, figure.column)
        course = size.three_maps if inner else maps
        for fresh in (False, True):
            row = f"{figure.row}, new games" if fresh else figure.row
            cell = retrieval_cell(course, thresholds, size.retrieved, fresh)
            entries.append(Entry(row, figure.column, cell, value, None if fresh else figure.share, curve=""))
    return PaperTable(
        "2",
        "Retrieval from three maps: the share of squares, and of discs, that come back",
        tuple(entries),
        0,
        0,
        "compared \\ thresholds",
        note=f"{GUESSES['retrieval']} {GUESSES['genetic']}",
        order=("Statistical", "GA", "IP", "0.1", "0.5", "0.8"),
    )


def differing_squares(size: Size) -> PaperTable:
    """§7.2.1: squares of retrieved boards that differ."""
    conventional, inner = figures("reversi", "different")
    maps = replace(size.three_maps, winner="euclid")
    return PaperTable(
        "7.2.1",
        "Differing squares between raw and retrieved boards, as a share of 64",
        (
            Entry(
                conventional.row,
                "squares",
                retrieval_cell(maps, STATISTICAL, size.retrieved),
                "different_share",
                conventional.share,
                curve="",
            ),
            Entry(
                inner.row,
                "squares",
                retrieval_cell(size.three_maps, ZERO, size.retrieved),
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


def retrieval_by_move(size: Size) -> PaperTable:
    """Table 6: seven maps, by move number."""
    entries = []
    for fresh in (False, True):
        cell = retrieval_cell(size.seven_maps, ZERO, size.retrieved, fresh)
        for figure, (low, _) in zip(figures("reversi", "6"), MOVE_SPANS, strict=True):
            row = "new games" if fresh else figure.row
            published = None if fresh else figure.share
            entries.append(Entry(row, figure.column, cell, f"discs_{low}", published, curve=""))
    return PaperTable(
        "6",
        "Retrieval from seven maps by the inner product: the share of discs that come back",
        tuple(entries),
        0,
        0,
        "\\ move number",
        note="The last column is printed as [50, 60].",
    )
