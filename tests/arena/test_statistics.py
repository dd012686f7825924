"""Intervals, verdicts and sequential tests: published numbers, seeded simulations, invariances."""

from __future__ import annotations

import math

import numpy as np
import pytest

from papamu.arena.sprt import Sprt
from papamu.arena.statistics import (
    Floats,
    Tally,
    distinguishable,
    duplicates,
    elo,
    expected,
    los,
    p_value,
    verdict,
)
from papamu.core.errors import SpecError
from papamu.core.intervals import wilson

PENTA = np.linspace(0, 1, 5)


def pairs(*counts: int) -> Tally:
    """A tally of counts of [LL, LD, LW or DD, DW, WW]."""
    return Tally(0, 0, 2 * sum(counts), np.repeat(PENTA, counts))


@pytest.mark.parametrize(
    ("wins", "games", "confidence", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.95, 0.2553, 0.3662),
        (15, 148, 0.95, 0.0624, 0.1605),
        (0, 20, 0.95, 0.0, 0.1611),
        (1, 29, 0.95, 0.0061, 0.1718),
        # R's prop.test(5, 10, conf.level = 0.9, correct = FALSE)
        (5, 10, 0.9, 0.2692718, 0.7307282),
        (32, 32, 0.95, 0.8928208, 1.0),
    ],
)
def test_wilson(wins: int, games: int, confidence: float, low: float, high: float) -> None:
    assert wilson(wins, games, confidence) == pytest.approx((low, high), abs=6e-5)
    assert wilson(games - wins, games, confidence) == pytest.approx((1 - high, 1 - low), abs=6e-5)


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 0) == (0, 1)
    assert wilson(7, 7)[1] == 1 and wilson(0, 7)[0] == 0
    for bound in wilson(0.5, 10):  # half a win; a bound is where the score lies 1.96 deviations away
        assert (0.05 - bound) ** 2 == pytest.approx(1.959964**2 * bound * (1 - bound) / 10, rel=1e-5)


@pytest.mark.parametrize(
    ("score", "points"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.91, 400), (0.53, 21), (0.99, 798)]
)
def test_elo(score: float, points: float) -> None:
    assert elo(score) == pytest.approx(points, abs=2)
    assert elo(1 - score) == pytest.approx(-points, abs=2)
    assert expected(elo(score)) == pytest.approx(score)


def test_elo_has_no_nan() -> None:
    assert (elo(0), elo(1)) == (-math.inf, math.inf)
    for tally in (
        Tally.of([]),
        Tally.of([1, 1]),
        Tally.of([0, 0]),
        Tally.of([1, 0]),
        Tally.of_counts(0, 1, 0),
    ):
        numbers = [tally.elo, *tally.elo_interval(), *tally.interval(), los(tally), p_value(tally)]
        assert not any(math.isnan(number) for number in numbers)
    low, high = Tally.of([1] * 100).elo_interval()
    assert high == math.inf
    assert 350 < low < 500, "fifty won pairs: at least that much"
    assert Tally.of([]).interval() == (0, 1)


# Published by fastchess's tests: elo, its error (half the interval), LOS in per cent.
@pytest.mark.parametrize(
    ("tally", "points", "error", "superior"),
    [
        (Tally.of_counts(136, 111, 96), 40.70, 30.43, 99.60),
        (Tally.of_counts(76, 123, 89), -15.69, 30.4, 15.53),
        (pairs(34, 54, 31 + 32, 64, 75), 55.58, 27.65, 100.0),
        (pairs(332, 433, 457 + 41, 333, 334), -8.64, 10.33, 5.05),
        (pairs(7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_elo_and_its_error_as_fastchess_has_them(
    tally: Tally, points: float, error: float, superior: float
) -> None:
    low, high = tally.elo_interval()
    assert tally.elo == pytest.approx(points, abs=0.01)
    assert (high - low) / 2 == pytest.approx(error, rel=0.01)
    assert 100 * los(tally) == pytest.approx(superior, abs=0.2)


@pytest.mark.parametrize(
    "chances",
    [
        (0.25, 0, 0.5, 0, 0.25),
        (0.1, 0.2, 0.4, 0.2, 0.1),
        (0, 0.02, 0.1, 0.3, 0.58),
        (0.5, 0, 0, 0, 0.5),
        (0, 0, 0.98, 0, 0.02),
        (0.02, 0, 0, 0, 0.98),
    ],
)
@pytest.mark.parametrize("count", [20, 100])
def test_intervals_hold_the_true_score(chances: tuple[float, ...], count: int) -> None:
    rng = np.random.default_rng(1)
    true = float(np.dot(chances, PENTA))
    held = called = 0
    for _ in range(600):
        tally = Tally(0, 0, 2 * count, rng.choice(PENTA, p=chances, size=count))
        low, high = tally.interval()
        held += low <= true <= high
        called += distinguishable(tally)
    assert held / 600 > 0.93
    if true == 0.5:
        assert called / 600 < 0.065, "equal players are called different in at most 5 % of matches"


def test_swapped_seats_make_a_match_sharper() -> None:
    """The first player wins nine of ten games: pairs know that this says nothing about the agents."""
    rng = np.random.default_rng(2)
    first = rng.random((200, 2)) < 0.9
    scores = np.stack([first[:, 0], ~first[:, 1]], axis=1).astype(np.float64)
    paired, single = Tally.of(scores.ravel()), Tally.of(scores.ravel(), together=1)
    assert paired.score == pytest.approx(single.score)
    widths = [high - low for low, high in (paired.interval(), single.interval())]
    assert widths[0] < 0.7 * widths[1]


def test_pairs_that_are_copies_count_once() -> None:
    rng = np.random.default_rng(3)
    once = rng.integers(0, 2, 60).astype(np.float64)
    copied = np.repeat(once, 2)
    assert Tally.of(copied).interval() == pytest.approx(Tally.of(once, together=1).interval())
    assert p_value(Tally.of(copied)) == pytest.approx(p_value(Tally.of(once, together=1)))


def test_a_tally_counts() -> None:
    tally = Tally.of([1, 0.5, 0, 0, 1, 1])
    assert (tally.games, tally.wins, tally.draws, tally.losses, tally.groups) == (6, 3, 1, 2, 3)
    assert tally.scores.tolist() == [0.75, 0, 1]
    both = tally + Tally.of([0, 0])
    assert (both.games, both.losses, both.score) == (8, 4, 3.5 / 8)
    with pytest.raises(ValueError, match="groups of 2"):
        Tally.of([1, 0, 1])
    with pytest.raises(ValueError, match="between 0 and 1"):
        Tally.of([1, -1])


def sign_test(scores: Floats) -> float:
    """All signs, one by one."""
    off = scores - 0.5
    signs = 1 - 2 * ((np.arange(2 ** len(off))[:, None] >> np.arange(len(off))) & 1)
    return float((np.abs(signs @ off) >= abs(off.sum()) - 1e-9).mean())


def test_the_p_value_is_the_share_of_signs() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        tally = Tally(0, 0, 20, rng.choice(PENTA, size=10, p=[0.1, 0.1, 0.2, 0.3, 0.3]))
        assert p_value(tally) == pytest.approx(sign_test(tally.scores))
    assert p_value(Tally.of_counts(5, 3, 0)) == 2 / 2**5, "draws alone decide nothing"
    assert p_value(Tally.of([1] * 12)) == 2 / 2**6
    long = Tally.of_counts(150, 0, 101)
    exact = 2 * sum(math.comb(251, n) for n in range(150, 252)) / 2**251
    assert p_value(long) == pytest.approx(exact, rel=0.05), "where the normal distribution takes over"


def test_verdicts() -> None:
    assert (
        verdict(pairs(2, 0, 10, 0, 40), "uct", "random")
        == "uct is stronger than random (more than 99.99 % sure)"
    )
    assert verdict(pairs(0, 0, 0, 0, 6), "uct", "random") == "uct is stronger than random (96.8 % sure)"
    assert verdict(pairs(6, 0, 0, 0, 0), "uct") == "uct is weaker than the rest (96.8 % sure)"
    few = verdict(pairs(0, 0, 0, 0, 5), "uct")
    assert few == "not distinguishable: 5 pairs of games are too few to tell, at least 6 are needed"
    open_ = verdict(pairs(8, 0, 20, 0, 12), "a", "b")
    assert "not distinguishable: a has 55.0 % of 80 games (" in open_ and "50 % would be even; at" in open_
    assert "games would decide" not in verdict(pairs(5, 0, 5, 0, 5), "a")
    assert "have not played" in verdict(Tally.of([]), "a", "b")
    assert distinguishable(pairs(0, 0, 0, 0, 6)) and not distinguishable(pairs(0, 0, 0, 0, 6), 0.99)


def test_the_games_that_would_tell_do_tell() -> None:
    said = verdict(pairs(8, 0, 20, 0, 12), "a")
    needed = int(said.rpartition("about ")[2].split()[0].replace(",", ""))
    times = round(needed / 80)
    assert distinguishable(pairs(8 * times + 4 * times // 9, 0, 20 * times, 0, 13 * times))
    assert not distinguishable(pairs(4 * times, 0, 10 * times, 0, 6 * times))


def test_four_players_share_the_first_place() -> None:
    fair = Tally.of([1, 0, 0, 0] * 30, together=4, players=4)
    assert fair.score == fair.even == 0.25
    assert fair.elo == pytest.approx(0)
    assert not distinguishable(fair)
    assert "25 % would be even" in verdict(fair, "a")
    strong = Tally.of([1, 1, 0, 0.5] * 10, together=4, players=4)
    assert (strong.wins, strong.draws, strong.losses) == (20, 10, 10)
    assert distinguishable(strong) and "stronger" in verdict(strong, "a")
    # nine of sixteen wins: the binomial distribution says 0.0149 for as many or more, doubled
    some = Tally.of([1, 1, 0, 0] * 2 + [1, 1, 1, 0] + [1, 0, 0, 1], together=4, players=4)
    assert p_value(some) >= 2 * sum(math.comb(16, n) * 0.25**n * 0.75 ** (16 - n) for n in range(9, 17))
    assert elo(0.5) - elo(0.25) == pytest.approx(400 * math.log10(3)), (
        "three times as strong as each of three"
    )


def test_four_equal_players_are_rarely_called_different() -> None:
    rng = np.random.default_rng(5)
    seats = np.array([0.4, 0.3, 0.2, 0.1])
    called = sum(
        distinguishable(Tally.of((rng.random((20, 4)) < seats).astype(np.float64).ravel(), 4, 4))
        for _ in range(1000)
    )
    assert called / 1000 < 0.06


def test_duplicates() -> None:
    assert duplicates(np.array([], np.uint64)) == 0
    assert duplicates(np.array([5, 2**64 - 1, 5, 5, 7], np.uint64)) == 2


# Published by fastchess's tests ("logistic" model); counts from the worst result to the best.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        ([21184, 40708, 21404], 0.5, 2.5, -1.57),
        ([57030, 106593, 57433], 0, 2, -2.59),
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0, 2, -4.98),
    ],
)
def test_llr_as_fastchess_has_it(counts: list[int], elo0: float, elo1: float, llr: float) -> None:
    assert float(Sprt(elo0, elo1).llr(np.array(counts))) == pytest.approx(llr, abs=0.005)


def test_llr_of_coins_is_that_of_the_binomial_distribution() -> None:
    test = Sprt(0, 50)
    share = expected(50)
    want = 60 * math.log(share / 0.5) + 40 * math.log((1 - share) / 0.5)
    assert float(test.llr(np.array([40.0, 60.0]))) == pytest.approx(want)


def test_llr_turns_its_sign_with_the_hypotheses_and_the_players() -> None:
    counts = np.random.default_rng(6).integers(0, 40, (20, 5))
    assert Sprt(-5, 15).llr(counts) == pytest.approx(-Sprt(-15, 5).llr(counts[:, ::-1]), abs=1e-9)
    assert np.isfinite(Sprt(0, 20).llr(np.zeros((1, 5), np.int64))).all()


def test_bounds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 5, 0.1, 0.01).bounds == pytest.approx((math.log(0.01 / 0.9), math.log(0.99 / 0.1)))


def test_the_decision_does_not_depend_on_when_one_looks() -> None:
    rng = np.random.default_rng(7)
    test = Sprt(0, 60)
    for lean in (0, 60):
        share = expected(lean)
        scores = (rng.random((3000, 2)) < share).mean(axis=1)
        whole = test.decide(scores)
        assert whole.accepted is not None
        assert 10 < whole.after < 3000
        for step in (1, 7, 1000):
            for end in range(max(0, whole.after // step - 2) * step, len(scores) + step, step):
                known = 0 if step == 7 else max(0, end - step)
                now = test.decide(scores[:end], known=known)
                if now.accepted:
                    break
                assert now.after == min(end, len(scores)) < whole.after
            assert now.accepted == whole.accepted
            assert (now.after, now.llr) == (whole.after, pytest.approx(whole.llr))
    assert test.decide(np.array([])) == (None, 0, 0.0)


def test_a_few_won_pairs_decide_nothing() -> None:
    assert Sprt(0, 20).decide(np.ones(20)).accepted is None
    assert Sprt(0, 20).decide(np.ones(200)).accepted == "H1"
    assert Sprt(0, 20).decide(np.zeros(200)).accepted == "H0"


@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_sprt_errs_as_often_as_it_says(draws: float) -> None:
    rng = np.random.default_rng(8)
    test = Sprt(0, 100)
    for lean, wrong in ((0, "H1"), (100, "H0")):
        win = expected(lean) - draws / 2
        scores = rng.choice([1, 0.5, 0], p=[win, draws, 1 - win - draws], size=(300, 250, 2)).mean(axis=2)
        decisions = [test.decide(match) for match in scores]
        errors = sum(decision.accepted == wrong for decision in decisions) / 300
        assert 0.003 < errors < 0.09
        assert sum(decision.accepted is None for decision in decisions) < 5
        assert np.mean([decision.after for decision in decisions]) < 60, "far fewer than are possible"


def test_sprt_as_text() -> None:
    assert Sprt.read("elo0=0,elo1=20") == Sprt(0, 20) == Sprt.read("")
    test = Sprt.read("elo0=-5, elo1=2.5,alpha=0.1,beta=0.01")
    assert test == Sprt(-5, 2.5, 0.1, 0.01) == Sprt.read(str(test))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("elo0=20,elo1=0", "elo1=0 must be above elo0=20"),
        ("elo0=20", "elo1=20 must be above"),
        ("elo2=3", "did you mean 'elo1'"),
        ("elo1=many", "elo1=many is not possible: it takes a number"),
        ("alpha=0.9", "from 0.0001 to 0.4"),
        ("0,20", "write it like 'elo0=0,elo1=20'"),
        ("elo1=3,elo1=4", "twice"),
    ],
)
def test_mistakes_in_the_text(text: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        Sprt.read(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
