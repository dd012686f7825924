"""The sizes of the paper's experiments at each scale: maps, and games."""

from __future__ import annotations

from dataclasses import replace

from papamu.learn.som.choices import THREE
from papamu.learn.som.map_training import MapCourse
from papamu.papers.common.scale import Quantity, Scale


def _smaller(course: MapCourse, by: int, side: int, least: int) -> MapCourse:
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


class Size(Scale):
    """How large the experiments are."""

    # fmt: off
    #                           paper                          laptop                                 smoke
    three_maps = Quantity(   _TABLE_1,                       _TABLE_1,     _smaller(_TABLE_1, 1_000, 4, 20))  # IP-SOM
    seven_maps = Quantity(   _TABLE_5, _smaller(_TABLE_5, 50, 50, 2),    _smaller(_TABLE_5, 100_000, 4, 20))
    games      = Quantity(  1_000_000,                         20_000,                                   30)  # to learn
    tests      = Quantity(     10_000,                          2_000,                                   10)  # games
    retrieved  = Quantity(        300,                            300,                                    5)  # games
    mean_games = Quantity(    300_000,                         20_000,                                   30)  # `beyond`
    pattern_games = Quantity( 400_000,                         60_000,                                   30)  # `beyond`
    # fmt: on
