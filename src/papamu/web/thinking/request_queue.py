"""The queue in front of the agent pool. It is fair: clients take turns, however many requests one of them has.

What a person waits for goes before background work (reviews, matches), but one of `_SHARE` requests is taken
from the background, so that it advances too.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest

_SHARE = 5

OnAnswer = Callable[[AgentAnswer], None]
OnBegin = Callable[[], None]


@dataclass(eq=False)
class PendingRequest:
    """A request in the queue or in a process."""

    request: AgentRequest
    on_answer: OnAnswer
    on_begin: OnBegin | None = None  # called when thinking begins, after everything is compiled
    deaths: int = 0  # of processes that it was given to
    cancelled: bool = False
    submitted: float = field(default_factory=time.monotonic)
    stood_in: bool = False  # was the stand-in asked?
    answered: bool = False  # was it faster? Then nobody waits any more

    def answer(self, answer: AgentAnswer) -> None:
        """Pass the answer on, unless nobody waits for it any more."""
        if not self.cancelled:
            self.on_answer(answer)


@dataclass
class RequestQueue:
    """Which request is next: clients take turns, in two lanes (people, background)."""

    lanes: tuple[OrderedDict[str, deque[PendingRequest]], ...] = field(
        default_factory=lambda: (OrderedDict(), OrderedDict())
    )
    taken: int = 0

    def put(self, pending: PendingRequest, first: bool = False) -> None:
        """Add a request behind those of its client (or before all others)."""
        request = pending.request
        lane = self.lanes[request.background]
        waiting = lane.setdefault(request.client, deque())
        if first:
            waiting.appendleft(pending)
            lane.move_to_end(request.client, last=False)
        else:
            waiting.append(pending)

    def take(self, background: bool = True) -> PendingRequest | None:
        """The next request that was not cancelled, with or without those of the background lane."""
        people, others = self.lanes
        order = [others, people] if (self.taken + 1) % _SHARE == 0 else [people, others]
        for lane in order if background else [people]:
            while lane:
                client, waiting = lane.popitem(last=False)
                pending = waiting.popleft()
                if waiting:
                    lane[client] = waiting  # behind all others
                if not pending.cancelled:
                    self.taken += 1
                    return pending
        return None

    def people(self) -> list[PendingRequest]:
        """All requests that somebody waits for, in no order."""
        return [pending for waiting in self.lanes[0].values() for pending in waiting]

    def __len__(self) -> int:
        return sum(len(waiting) for lane in self.lanes for waiting in lane.values())
