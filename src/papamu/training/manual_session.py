"""`papamu.Session`: a training by hand, game by game, with the opponent given by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from papamu.agents.agent import Agent, CompiledAgent
from papamu.agents.registry import compiled_agent
from papamu.games.registry import load
from papamu.learn.online.course import Course
from papamu.learn.online.session import Session as OnlineSession
from papamu.training.request import WITHOUT_OPPONENT, MlpRequest


class Session(OnlineSession):
    """A network that learns when you tell it to.

    `opponent` and `teacher` are compiled agents, by name or as objects; `self` and `each-other` are opponents too.
    What is learned follows from the course and its opponent alone: `papamu.train` with the same options ends with the
    same weights.

    - `learn(100)` learns from 100 games, `run()` to the end of the course.
    - `step(1000)` stops at the next point of the learning curve, and returns from how many games it learned.
    - `curve`, `done`, `is_finished` and `state` show how far it is; `watch` is called with the session at each point
      of the curve, and returns figures to keep there.
    - `model().save("mine.safetensors")` writes the network, which then plays as `mlp:mine.safetensors`;
      `papamu.save_model("mine", session.model())` gives it a name.

        >>> import papamu
        >>> course = papamu.Course("clobber:3x3", hidden=(4,), games=1_000)
        >>> session = papamu.Session(course, opponent="random")
        >>> session.step(500), session.learn(150), session.done
        (100, 150, 250)
        >>> [point.games for point in session.curve]
        [100, 200]
        >>> session
        <Session of clobber:3x3: 250 of 1,000 games>
    """

    def __init__(
        self,
        course: Course,
        opponent: Agent | str = "random",
        teacher: Agent | str | None = None,
        watch: Callable[[OnlineSession], Mapping[str, float]] | None = None,
    ) -> None:
        itself = isinstance(opponent, str) and opponent in WITHOUT_OPPONENT
        named = (
            str(opponent) if itself else MlpRequest.opponent
        )  # another opponent does not change the course
        request = MlpRequest(course=course, opponent=named, teacher=str(teacher or ""))
        against = request.rival if itself else opponent
        taught = None if teacher is None else compiled_for(teacher, request.course).policy
        seen = None if watch is None else lambda session: dict(watch(session))
        super().__init__(request.course, compiled_for(against, request.course).policy, taught, seen)


def compiled_for(agent: Agent | str, course: Course) -> CompiledAgent:
    """An opponent or a teacher that can play as fast as the network learns."""
    found = compiled_agent(agent)
    found.check(load(course.game))
    return found
