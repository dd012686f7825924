"""Which agents there are, by name, and how they are spelled: `name:key=value,…`, wrappers joined by `+`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.agents.agent import Agent, CompiledAgent
from papamu.errors import AgentError, SpecError, listing, nearest
from papamu.kernel.random import stream
from papamu.naming import Registry
from papamu.spec import Spec, parse, read_options

_BUILT_IN = {
    "random": "papamu.agents.looking:RandomAgent",
    "first": "papamu.agents.looking:FirstAgent",
    "greedy": "papamu.agents.looking:GreedyAgent",
    "mc": "papamu.agents.looking:MonteCarloAgent",
    "minimax": "papamu.agents.looking:MinimaxAgent",
    "uct": "papamu.agents.searching:UctAgent",
    "ab": "papamu.agents.deepening:AlphaBetaAgent",
    "solve": "papamu.agents.solving:SolveAgent",
    "mlp": "papamu.agents.learned:MlpAgent",
    "comparison": "papamu.agents.learned:ComparisonAgent",
    "som": "papamu.agents.mapped:SomAgent",
    "cnn": "papamu.agents.convolved:CnnAgent",
    "puct": "papamu.agents.guided:PuctAgent",
    "human": "papamu.agents.human:HumanAgent",
    "noisy": "papamu.agents.wrappers:NoisyAgent",
    "endgame": "papamu.agents.wrappers:EndgameAgent",
    "learning": "papamu.agents.learning:LearningAgent",
    "adaptive": "papamu.agents.adaptive:AdaptiveAgent",
}
_agents: Registry[type[Agent]] = Registry("agent", _BUILT_IN)


def names() -> list[str]:
    """The names of all agents, built-in ones first."""
    return _agents.names()


def register(agent: type[Agent]) -> type[Agent]:
    """Make an agent of your own known by its name; usable as a class decorator."""
    _agents.add(agent.name, agent)
    return agent


def find(name: str) -> type[Agent]:
    """The class of an agent's name, or an error that says which agents there are."""
    return _agents.find(name)


def _options(kind: type[Agent], spec: Spec) -> Mapping[str, Any]:
    if spec.words:
        known = [option.name for option in kind.options_declared]
        has = f"its options are {', '.join(f'{name}=' for name in known)}" if known else "it has no options"
        word = spec.words[0]
        raise SpecError(f"{spec.name}: {word!r} is no option{nearest(word, known)}: {has}")
    return read_options(spec.name, kind.options_declared, spec.options)


def _of_a_file(text: str) -> Spec | None:
    """The spec of an agent that takes a file, whose name may have any sign: commas, `+` and `=` too."""
    name, colon, path = text.strip().partition(":")
    name = name.strip().lower()
    if not colon or name not in names() or not find(name).takes_file:
        return None
    return Spec(name, options={"file": path.strip().removeprefix("file=")})


def agent(text: str, seed: int | None = None) -> Agent:
    """The agent of a spec: `agent("endgame:plies=4+uct:sims=500", seed=1)`."""
    file = _of_a_file(text)
    if file is not None:
        own, plus, behind, spec = text, "", "", file
    else:
        own, plus, behind = text.strip().partition("+")
        spec = parse(own)
    kind = find(spec.name)
    options = _options(kind, spec)
    if kind.wraps and not plus:
        raise AgentError(f"{spec.name} changes another agent: write {own}+AGENT")
    if plus and not (kind.wraps or kind.may_wrap):
        wrappers = [name for name in names() if find(name).wraps or find(name).may_wrap]
        raise AgentError(f"nothing may follow {own!r} with a +: only {listing(wrappers)} take another agent")
    made = kind(options, agent(behind) if plus else None)
    rng = stream(seed)
    at: Agent | None = made
    while at is not None:  # a wrapper and the agent behind it draw from one stream, as in a game
        at.rng, at = rng, at.inner
    return made


def compiled(text: str) -> CompiledAgent:
    """The agent of a spec that plays millions of games, or an error that says that it is not one."""
    found = agent(text)
    if not (isinstance(found, CompiledAgent) and found.is_compiled):
        raise AgentError(f"{found} is too slow to learn with: only compiled agents play millions of games")
    return found
