"""The clock of agents: slices of search until the time is up."""

from __future__ import annotations

import pytest

from papamu.agents import time_limit
from papamu.agents.time_limit import search_for


class Clock:
    """A clock that only a search moves on: so many nodes take so many seconds."""

    def __init__(self, nodes_per_second: float) -> None:
        self.now = 100.0
        self.nodes_per_second = nodes_per_second
        self.budgets: list[int] = []

    def perf_counter(self) -> float:
        return self.now

    def search(self, budget: int) -> bool:
        self.budgets.append(budget)
        self.now += budget / self.nodes_per_second
        return False


@pytest.mark.parametrize("speed", [1e5, 1e6])
def test_budgets_grow_to_a_slice_and_end_in_time(monkeypatch: pytest.MonkeyPatch, speed: float) -> None:
    clock = Clock(speed)
    monkeypatch.setattr(time_limit, "time", clock)
    search_for(100, clock.search, first=1)
    slice_of_nodes = 0.005 * speed
    assert clock.budgets[0] == 1
    assert max(clock.budgets) == pytest.approx(slice_of_nodes, rel=0.01)  # it grows, but no further
    assert all(after <= 4 * before for before, after in zip(clock.budgets, clock.budgets[1:], strict=False))
    assert 100.1 <= clock.now <= 100.1 + 0.0051  # the last slice may begin just before the end


def test_no_budget_is_below_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(1_000)  # a slice would be five nodes
    monkeypatch.setattr(time_limit, "time", clock)
    search_for(950, clock.search, first=500, least=100)
    assert clock.budgets == [500, 100, 100, 100, 100, 100]


def test_a_search_that_has_finished_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(1e6)
    monkeypatch.setattr(time_limit, "time", clock)
    search_for(1_000, lambda budget: clock.search(budget) or len(clock.budgets) == 3, first=10)
    assert len(clock.budgets) == 3


def test_without_time_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(1e6)
    monkeypatch.setattr(time_limit, "time", clock)
    search_for(0, clock.search, first=10)
    assert clock.budgets == []
