"""Sizes of studies: one class, one value per quantity and scale."""

from __future__ import annotations

from importlib import import_module

import pytest

from papamu.lab.study import SCALES
from papamu.papers import names
from papamu.papers.common.scale import Quantity, Scale, always, divided_by, published


class Size(Scale):
    games = Quantity(5_000, 600, 4)
    trained = Quantity(published, divided_by(20), always(7))


def test_a_quantity_has_the_value_of_its_scale() -> None:
    assert [Size(scale).games for scale in ("paper", "laptop", "smoke")] == [5_000, 600, 4]
    assert [Size(scale).trained(1_000) for scale in ("paper", "laptop", "smoke")] == [1_000, 50, 7]
    assert Size.games.values == {"paper": 5_000, "laptop": 600, "smoke": 4}
    with pytest.raises(KeyError, match="huge"):
        _ = Size("huge").games
    assert Size("smoke") == Size("smoke") != Size("paper")


@pytest.mark.parametrize("study", names())
def test_every_study_lists_its_sizes_in_the_same_way(study: str) -> None:
    size = import_module(f"papamu.papers.{study}.tables.scale").Size
    assert issubclass(size, Scale)
    quantities = {name: value for name, value in vars(size).items() if isinstance(value, Quantity)}
    assert quantities
    for name, quantity in quantities.items():
        assert tuple(sorted(quantity.values)) == tuple(sorted(SCALES))
        assert len({type(value) for value in quantity.values.values()}) == 1, name
        if isinstance(quantity.values["paper"], int | float):
            assert quantity.values["smoke"] <= quantity.values["laptop"] <= quantity.values["paper"], name
