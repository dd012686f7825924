"""The lock-up detector: predicted and performed alike, or simply standing still."""

from __future__ import annotations

from papamu.learn.online.lock_up import LEARNING, LOCKED, STUCK, lock_up, verdict


def point(games: int, *seats: tuple[float, float]) -> dict[str, object]:
    seen = {}
    for number, (error, change) in enumerate(seats, start=1):
        seen |= {f"error{number}": error, f"change{number}": change}
    return {"games": games, "seen": seen}


def test_error_against_change() -> None:
    assert verdict(0.3, 0.01, 1.0) == LEARNING
    assert verdict(0.03, 1e-5, 1.0) == LOCKED
    assert verdict(0.3, 1e-5, 1.0) == STUCK
    assert verdict(0.15, 1e-5, 2.0) == LOCKED  # by what lies between lost and won


def test_it_says_when_and_why() -> None:
    curve = [
        point(100, (0.2, 0.1), (0.2, 0.1)),
        point(200, (0.03, 1e-5), (0.4, 0.0)),
        point(300, (0.03, 0.1), (0.4, 0.0)),
        point(400, (0.02, 1e-5), (0.4, 0.0)),
    ]
    said = lock_up(curve, 1.0)
    assert "seat 1 has been locked up since game 400: it only predicts its own results (error 0.020" in said
    assert "seat 2 has been stuck since game 200: its error is large, but nothing changes" in said
    assert lock_up(curve[:1], 1.0) == ""
    assert lock_up([{"games": 5, "seen": {}}], 1.0) == ""
    assert lock_up([], 1.0) == ""


def test_one_network_on_all_seats_is_judged_by_the_mean() -> None:
    one = {"games": 10, "seen": {"error1": 0.3, "error2": 0.5, "change1": 0.0}}
    said = lock_up([one], 1.0)
    assert said.startswith("it has been stuck since game 10") and "(error 0.400" in said
