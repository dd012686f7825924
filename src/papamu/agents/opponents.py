"""Opponents for people: ready ones with plain names, any agent read from a text and checked against a game."""

from __future__ import annotations

import re

from papamu.agents import registry
from papamu.agents.adaptive import AdaptiveAgent
from papamu.agents.agent import Agent
from papamu.agents.noisy import NoisyAgent
from papamu.core.errors import AgentError, PapamuError
from papamu.games.game import Game

HUMAN = "human"
OPPONENT = "mc:playouts=50"  # plays every game, and beats a beginner
ADVISER = "mc:playouts=200"

PRESETS = (
    ("human", HUMAN),
    ("random (baseline)", "random"),
    ("greedy: looks one move ahead", "greedy"),
    ("Monte Carlo: 50 random games for each move", OPPONENT),
    ("minimax: looks two moves ahead", "minimax:depth=2"),
    ("tree search (UCT)", "uct"),
    ("tree + network, as in the checkers report", "cnn"),
    ("perfect play, solved to the end", "solve"),
    ("adaptive: plays at your level", "adaptive+uct"),
)


def presets(game: Game) -> tuple[tuple[str, str], ...]:
    """Ready opponents for a game, by what they are called; some may not fit its board. Own agents come last."""
    own = [(f"{kind.name}: {kind.title}", kind.name) for kind in registry.own_agents() if not kind.wraps]
    return PRESETS + game.opponents + tuple(own)


def read_agent(text: str, game: Game, from_start: bool = True) -> Agent:
    """The agent of a text, if it plays this game; a person is none."""
    made = registry.agent(text)
    inner: Agent | None = made
    while inner is not None:
        if inner.name == HUMAN:
            raise AgentError(
                f"{text!r} needs a human to decide: human works only in `papamu play`, and alone"
            )
        inner = inner.inner
    made.check(game, from_start)
    return made


def plays(text: str, game: Game) -> bool:
    """Is there this agent here, and does it play this game? A person plays all."""
    if text == HUMAN:
        return True
    try:
        read_agent(text, game)
    except (PapamuError, ImportError):  # it does not fit, or needs what is not installed
        return False
    return True


def at_its_best(agent: Agent) -> Agent:
    """Nobody wants a random move for advice, or one that is not too good."""
    return at_its_best(agent.other) if isinstance(agent, NoisyAgent | AdaptiveAgent) else agent


def failure(error: BaseException) -> str:
    """An agent's error in a line."""
    if isinstance(error, PapamuError):
        return str(error)
    text = str(error)
    if type(error).__module__.startswith(
        "numba."
    ):  # pages of types: what is wrong stands in one line of them
        lines = [
            line.strip()
            for line in text.splitlines()
            if re.search(r"not defined|Unknown|Unsupported|Invalid|Cannot", line)
        ]
        text = f"{lines[-1] if lines else text.splitlines()[0]} (NUMBA_DISABLE_JIT=1 shows where)"
    return f"{type(error).__name__}: {' '.join(text.split())}".rstrip(": ")
