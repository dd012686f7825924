"""How figures are rounded: halves up, from the digits that the CSV files have."""

from __future__ import annotations

from decimal import Decimal

import pytest

from papamu.lab.compare.decimals import exact, half_up, stored
from papamu.lab.compare.sentences import number, percent
from papamu.lab.render.export import percentage


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.9125, "91.3"),
        (0.9135, "91.4"),
        (0.1645, "16.5"),
        (0.0215, "2.2"),
        (0.91249, "91.2"),
        (1.0, "100.0"),
    ],
)
def test_halves_of_a_tenth_of_a_per_cent(share: float, shown: str) -> None:
    assert percentage(share) == shown
    assert percent(share) == f"{shown} %"
    assert half_up(100 * share, 1) == Decimal(shown), "the noise of the product does not count"


def test_a_table_shows_what_its_file_says() -> None:
    mean = 0.99424999999  # 0.99425 in the file
    assert stored(mean) == Decimal("0.99425")
    assert percent(mean, 2) == "99.43 %"
    assert half_up(exact(mean), 4) == Decimal("0.9942"), "rounded once"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-0.8475, "-0.848"), (19972.5, "19,973"), (1049466.4, "1,049,466"), (100.5, "101"), (99.96, "100"),
        (12.25, "12.3"), (2.5, "2.5"), (0.0, "0"), (0.012345, "0.0123"), (float("inf"), "inf"), (float("nan"), "nan"),
    ],
)  # fmt: skip
def test_numbers(value: float, shown: str) -> None:
    assert number(value) == shown
