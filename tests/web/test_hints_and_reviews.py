"""Hints and reviews behind the page: equal moves, proofs, a first look before the judgement, and what is dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

import papamu
from papamu.web.thinking import game_reviews
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest
from papamu.web.thinking.game_reviews import Review, Reviews
from papamu.web.thinking.request_queue import PendingRequest
from tests.web.test_reviews_and_runs import awaited
from tests.web.web_client import Json, server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("web")) as found:
        yield found


# -- hints --------------------------------------------------------------------------------------


def test_reversis_first_hint_gives_four_equal_moves(client: TestClient) -> None:
    found = client.post("/api/explain", json={"game": "reversi:8x8"}).json()
    assert found["agent"].startswith("uct:ms=") and "best" not in found
    assert sorted(found["good"]) == sorted(one["n"] for one in found["scores"])
    assert {one["rank"] for one in found["scores"]} == {1}
    assert (
        len({one["value"] for one in found["scores"]}) == len({one["mirror"] for one in found["scores"]}) == 1
    )
    assert "mirror images" in found["reason"]


def test_shares_are_on_the_scale_from_lost_to_won(client: TestClient) -> None:
    for agent, low, high in (("mc:playouts=20", 0, 1), ("uct:sims=100", -1, 1)):
        found = client.post(
            "/api/explain", json={"game": "clobber:2x3", "moves": ["a2a1"], "agent": agent}
        ).json()
        for one in found["scores"]:
            if one["tried"]:
                assert one["share"] == pytest.approx((one["value"] - low) / (high - low), abs=1e-3)
                assert 0 <= one["interval"][0] <= one["share"] <= one["interval"][1] <= 1
        assert found["results"] and not found["exact"]
    counted = client.post("/api/explain", json={"game": "clobber:3x3", "agent": "greedy"}).json()
    assert not counted["results"] and all(0 < one["share"] < 1 for one in counted["scores"])


def test_a_hint_is_proved_where_that_is_quick(client: TestClient) -> None:
    """The first times the solver is compiled meanwhile, and the hint does not wait for it."""
    form = {"game": "clobber:1x4"}
    found = awaited(lambda: client.post("/api/explain", json=form).json(), lambda hint: bool(hint["exact"]))
    assert found["reason"] == "Proved: these win."
    assert [(one["text"], one["outcome"], one["share"]) for one in found["scores"]] == [
        ("a1b1", "won", 1.0),
        ("c1b1", "won", 1.0),
        ("c1d1", "lost", 0.0),
    ]


# -- reviews: in which order, and what is kept ---------------------------------------------------


class FakePool:
    """A pool whose requests are answered by the test."""

    size = 2

    def __init__(self) -> None:
        self.waiting: list[PendingRequest] = []
        self.asked: list[AgentRequest] = []
        self.most = 0

    def submit(self, request: AgentRequest, on_answer: Callable[[AgentAnswer], None]) -> PendingRequest:
        pending = PendingRequest(request, on_answer)
        self.waiting.append(pending)
        self.asked.append(request)
        self.most = max(self.most, len(self.waiting))
        return pending

    def cancel(self, pending: PendingRequest) -> None:
        pending.cancelled = True

    def answer(self, value: float) -> AgentRequest:
        """Answer the request that waits longest: every move of the position has this value."""
        pending = self.waiting.pop(0)
        position = papamu.load(pending.request.line.game).from_text(pending.request.line.start)
        for move, _ in pending.request.line.moves:
            position = position.play(move)
        values = {int(move): value for move in position.legal_moves}
        judged: Json = {"best": min(values), "value": value, "values": values, "margins": values}
        pending.answer(AgentAnswer(judged))
        return pending.request


def played(spec: str = "clobber:3x4") -> Any:
    position = papamu.load(spec).start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    return position


@pytest.fixture
def pool() -> FakePool:
    return FakePool()


def begun(pool: FakePool, exact: bool = False) -> tuple[Reviews, Review]:
    reviews = Reviews(pool)  # type: ignore[arg-type]
    return reviews, reviews.begin(played(), "uct:sims=7", None, exact)


def test_a_short_look_at_all_positions_gives_a_curve_before_any_is_judged(pool: FakePool) -> None:
    _, review = begun(pool)
    choices = [ply for ply in range(review.plies) if not review.is_forced(ply)]
    assert 0 < len(choices) < review.plies  # of a forced move there is nothing to look at
    looks = [pool.answer(0.5) for _ in choices]
    assert [len(request.line.moves) for request in looks] == choices
    assert {request.agent for request in looks} == {review.first_look}
    assert "ms=" in review.first_look and not any(request.background for request in looks)
    facts = review.facts()
    assert None not in facts["curve"] and len(facts["curve"]) == review.plies + 1
    # A short look does not call a move a mistake, nor does it count.
    assert facts["plies"] == [None] * review.plies and facts["done"] == 0
    assert facts["accuracy"] == [None, None] and not facts["finished"]
    first = pool.answer(-0.25)
    assert (first.agent, first.background) == ("uct:sims=7", True)
    facts = review.facts()
    assert facts["curve"][0] == -0.25 and facts["plies"][0]["value"] == -0.25  # refined
    assert facts["curve"][1] == -0.5 and facts["plies"][1] is None


def test_a_review_ends_with_exact_values(pool: FakePool) -> None:
    _, review = begun(pool, exact=True)
    kinds = []
    while pool.waiting:
        kinds.append(pool.answer(0.0).kind)
    assert kinds[-review.plies :] == ["exact"] * review.plies and "exact" not in kinds[: -review.plies]
    assert review.finished and review.facts()["accuracy"] == [1.0, 1.0]


def test_one_line_is_shared_and_few_requests_wait(pool: FakePool) -> None:
    reviews, review = begun(pool)
    while pool.waiting:
        assert all(
            move is review.moves.moves[at] for at, move in enumerate(pool.waiting[0].request.line.moves)
        )
        pool.answer(0.0)
    assert pool.most == FakePool.size - 1 and review.pending == set()
    assert reviews.find(review.id) is review and not pool.waiting  # all is known


def test_it_goes_on_while_somebody_looks(pool: FakePool, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(game_reviews.time, "monotonic", lambda: now[0])
    reviews, review = begun(pool)
    pool.answer(0.0)
    now[0] += 100
    pool.answer(0.0)
    assert not pool.waiting and not review.finished
    assert reviews.find(review.id) is review and len(pool.waiting) == 1
    now[0] += 10_000
    assert reviews.find(review.id) is None  # long forgotten
    assert review.stopped and review.pending == set()


def test_only_the_newest_reviews_are_kept(pool: FakePool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_reviews, "_KEPT", 2)
    reviews, first = begun(pool)
    others = [reviews.begin(played(), "uct:sims=7", None, False) for _ in range(2)]
    assert reviews.find(first.id) is None and first.stopped
    assert [reviews.find(one.id) for one in others] == others


def test_a_stopped_review_asks_for_nothing_more(pool: FakePool) -> None:
    reviews, review = begun(pool)
    pool.answer(0.0)
    reviews.stop(review)
    assert all(pending.cancelled for pending in pool.waiting)
    assert review.facts()["finished"]


def test_a_position_that_could_not_be_judged_is_no_mistake(pool: FakePool) -> None:
    _, review = begun(pool)
    while pool.waiting:
        if pool.waiting[0].request.agent == "uct:sims=7" and not pool.waiting[0].request.line.moves:
            pool.waiting.pop(0).answer(AgentAnswer(error="no move within 10 s"))
        else:
            pool.answer(0.0)
    facts = review.facts()
    assert facts["plies"][0] is None and facts["error"] == "no move within 10 s"
    assert facts["finished"] and facts["done"] == facts["of"]


# -- accuracy -----------------------------------------------------------------------------------


def test_accuracy_is_the_share_of_moves_without_a_mistake() -> None:
    position = papamu.load("clobber:3x3").start()
    for move in ("a3a2", "c2c1", "c3b3", "b1a1"):
        position = position.play(move)
    review = Review(position, "mc", None, False)
    first, other = (int(move) for move in review.line[0].legal_moves[:2])
    for ply, (value, own) in enumerate(((0.5, 0.5), (0.0, -0.2), (0.2, 0.2), (0.9, -0.9))):
        assert review.line[ply + 1].move is not None
        played_here = int(review.line[ply + 1].move or 0)
        best = first if played_here != first else other
        review.exact[ply] = {
            "best": best,
            "value": value,
            "values": {best: value, played_here: own},
            "margins": {},
        }
    assert review.accuracy() == [1.0, 0.0]  # White gave away a tenth, then nine tenths
    review.exact[1]["values"][int(review.line[2].move or 0)] = -0.1
    assert review.accuracy() == [1.0, 0.5]
    assert review.facts()["accuracy"] == [1.0, 0.5] and "share of moves" in review.facts()["accuracy_means"]


def test_moves_without_a_choice_do_not_count() -> None:
    position = papamu.load("clobber:1x3").from_text("xo.,x").play("a1b1")
    assert papamu.review(position).accuracy() == [None, None]


def test_the_curve_of_a_real_review_is_refined(client: TestClient) -> None:
    moves = [str(at.move) for at in played("clobber:2x3").line[1:]]
    made = client.post("/api/reviews", json={"game": "clobber:2x3", "moves": moves, "exact": False}).json()
    url = f"/api/reviews/{made['id']}"
    done = awaited(lambda: client.get(url).json(), lambda review: bool(review["finished"]))
    assert None not in done["curve"] and [one["value"] for one in done["plies"]] == done["curve"][:-1]
    assert done["value"] == done["curve"][-1]
