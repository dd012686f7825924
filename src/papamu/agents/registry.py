"""The agents by name, and how they are written: `name:key=value,…`, wrappers joined by `+`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.agents.agent import Agent, CompiledAgent
from papamu.core.errors import AgentError, SpecError, listing, nearest
from papamu.core.registry import Registry, check_complete
from papamu.core.spec import Spec, parse, read_options
from papamu.kernel.random import stream

_BUILT_IN = {
    "random": "papamu.agents.baselines:RandomAgent",
    "first": "papamu.agents.baselines:FirstAgent",
    "greedy": "papamu.agents.baselines:GreedyAgent",
    "mc": "papamu.agents.mc:MonteCarloAgent",
    "minimax": "papamu.agents.minimax:MinimaxAgent",
    "uct": "papamu.agents.uct:UctAgent",
    "ab": "papamu.agents.ab:AlphaBetaAgent",
    "solve": "papamu.agents.solve:SolveAgent",
    "mlp": "papamu.agents.mlp:MlpAgent",
    "comparison": "papamu.agents.comparison:ComparisonAgent",
    "som": "papamu.agents.som:SomAgent",
    "cnn": "papamu.agents.cnn:CnnAgent",
    "puct": "papamu.agents.puct:PuctAgent",
    "human": "papamu.agents.human:HumanAgent",
    "noisy": "papamu.agents.noisy:NoisyAgent",
    "endgame": "papamu.agents.endgame:EndgameAgent",
    "learning": "papamu.agents.online_copy:LearningAgent",
    "adaptive": "papamu.agents.adaptive:AdaptiveAgent",
}
_agents: Registry[type[Agent]] = Registry("agent", _BUILT_IN)


def names() -> list[str]:
    """The names of all agents, built-in ones first."""
    return _agents.names()


def own_agents() -> list[type[Agent]]:
    """The agents that do not come with Papamu."""
    _agents.names()  # loads the plug-ins
    return list(_agents.added.values())


def register(agent: type[Agent]) -> type[Agent]:
    """Make an agent of your own known by its name; usable as a class decorator.

    >>> import papamu
    >>> @papamu.register_agent
    ... class Middle(papamu.Agent):
    ...     name, title = "middle", "the middle one of the legal moves"
    ...     def choose(self, position):
    ...         return position.legal_moves[len(position.legal_moves) // 2]
    >>> papamu.match("clobber:3x3", "middle", "random", games=10).games
    10
    """
    check_complete(agent, "agent", ("name", "title"))
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
        raise SpecError(f"{spec.name}: {word!r} is not an option{nearest(word, known)}: {has}")
    return read_options(spec.name, kind.options_declared, spec.options)


def _of_a_file(text: str) -> Spec | None:
    """The spec of an agent that takes a file, whose name may have any sign: commas, `+` and `=` too."""
    name, colon, path = text.strip().partition(":")
    name = name.strip().lower()
    if not colon or name not in names() or not find(name).takes_file:
        return None
    return Spec(name, options={"file": path.strip().removeprefix("file=")})


def agent(text: str, seed: int | None = None) -> Agent:
    """The agent of a spec: its name and options, behind wrappers. The seed makes its choices repeatable.

    >>> import papamu
    >>> papamu.agent("endgame:plies=5+uct:sims=800", seed=1)
    papamu.agent('endgame:plies=5+uct:sims=800')
    """
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
        at.rng, at.from_spec, at = rng, True, at.inner
    return made


def compiled_agent(text: Agent | str) -> CompiledAgent:
    """The agent of a spec (or the agent itself) that plays millions of games, or an error if it is not one."""
    found = agent(text) if isinstance(text, str) else text
    if not (isinstance(found, CompiledAgent) and found.is_compiled):
        raise AgentError(f"{found} is too slow for training: only compiled agents play millions of games")
    return found
