"""The update rule of a course as a record for kernels: learning rate, targets, λ, exploration."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.learn.online.course import WAYS, WORTHS, Course

RESULTS, TD, TEACHER = range(3)
RESULT, SCORE, LEAD, FIRST_PLACE = range(4)


class UpdateRule(NamedTuple):
    """How it learns."""

    way: int  # RESULTS, TD or TEACHER
    alpha: np.float32  # the rate of learning; below zero it goes away from the target
    won: np.float32  # what a won game is worth
    lost: np.float32
    tau: np.float32  # the temporal rate: how much more each later position counts (RESULTS)
    lam: np.float32  # λ: how much the result counts beside what the network says (TD)
    momentum: np.float32
    logistic: int  # 1: without the slope of the output node
    explore: float  # how often it plays a random move instead of its best
    seat: int  # where it sits, or EACH_IN_TURN, or ITSELF: everywhere, or EACH_OTHER: a network a seat
    wild: float  # in which share of its games against itself the second player only explores
    worth: int = RESULT  # what comes of a game: see `Course.worth`
    divisor: float = 1.0  # of scores


def update_rule_of(course: Course, alpha: float) -> UpdateRule:
    """How a course teaches, with this rate."""
    return UpdateRule(
        way=WAYS.index(course.way),
        alpha=np.float32(-alpha if course.away else alpha),
        won=np.float32(course.target),
        lost=np.float32(-course.target if course.lost is None else course.lost),
        tau=np.float32(course.tau),
        lam=np.float32(course.lam),
        momentum=np.float32(course.momentum),
        logistic=int(course.loss == "logistic"),
        explore=float(course.explore),
        seat=int(course.seat),
        wild=float(course.wild),
        worth=WORTHS.index(course.worth),
        divisor=float(course.divisor or 1.0),
    )
