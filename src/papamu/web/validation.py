"""Games and agents as a page may name them: within the limits, and model files only by their names."""

from __future__ import annotations

from pathlib import Path

from papamu.agents import registry as agents
from papamu.agents.agent import Agent
from papamu.agents.opponents import HUMAN
from papamu.agents.solve import SolveAgent
from papamu.core import plugins
from papamu.core.errors import AgentError, PapamuError, SpecError, listing, nearest
from papamu.core.spec import parse
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.learn.shipped_models import named_models, user_models
from papamu.web.limits import MOST_CELLS, MOST_MEGABYTES, MOST_SPEC

_FILES = ("file", "model")  # the options of agents that name a file


def read_game(text: str) -> Game:
    """The game of a spec, if it is not too large."""
    if len(text) > MOST_SPEC:
        raise SpecError(f"a game is written in at most {MOST_SPEC} characters")
    if parse(text).options.get("graph"):
        raise SpecError("graph= names a file, and the page opens no files: play it with `papamu play`")
    game = load(text)
    if game.rows * game.cols > MOST_CELLS:
        raise SpecError(f"{game} has {game.rows * game.cols:,} cells: the limit here is {MOST_CELLS}")
    return game


class Models:
    """The model files that a page may name: shipped ones and the user's by their names, those of runs by the run's."""

    def __init__(self, runs: Path) -> None:
        self.runs = runs

    def own(self) -> dict[str, Path]:
        """The models of runs, with their files."""
        found = {path.parent.name: path for path in sorted(self.runs.glob("*/model.safetensors"))}
        for path in sorted(self.runs.glob("*/learned-*.safetensors")):  # the same maps may have learned twice
            if not path.stem.endswith(".checkpoint"):
                found[f"{path.parent.name}-{path.stem.removeprefix('learned-')}"] = path
        found |= {path.stem: path for path in sorted((self.runs / "models").glob("*.safetensors"))}
        return found

    def trained(self) -> dict[str, Path]:
        """Those that did not ship with Papamu: of runs, and those that the user has given a name."""
        return {**self.own(), **user_models()}

    def path(self, name: str) -> Path:
        """The file of a run's model; nothing else is ever opened."""
        own = self.own()
        if name not in own:
            known = [*named_models(), *own]
            raise AgentError(f"there is no model {name!r}{nearest(name, known)}: there are {listing(known)}")
        return own[name]


def read_agent(text: str, game: Game, models: Models, budget_ms: int, from_start: bool = True) -> Agent:
    """The agent of a spec as it may think here: files by their names, clocks and memory within the limits."""
    if len(text) > MOST_SPEC:
        raise AgentError(f"an agent is written in at most {MOST_SPEC} characters")
    made = agents.agent(text)
    at: Agent | None = made
    while at is not None:
        if at.name == HUMAN:
            raise AgentError("a human is not an agent: give this seat to a human")
        for option in _FILES:
            named = str(at.options.get(option, ""))
            if named and named not in named_models():
                at.options[option] = str(models.path(named))
        if "megabytes" in at.options:
            at.options["megabytes"] = min(at.options["megabytes"], MOST_MEGABYTES)
        if at.options.get("ms"):
            at.options["ms"] = min(at.options["ms"], budget_ms)
        _check_known(at.name, type(at))
        at = at.inner
    _check_known(game.name, type(game))
    made.check(game, from_start)
    return made


def _check_known(name: str, kind: type) -> None:
    """Agents think in processes of their own, which know what comes with Papamu and with plug-ins."""
    if not plugins.is_everywhere(kind):
        raise AgentError(
            f"no agent can think here: {name} is known to one process only (load it with {plugins.OPTION})"
        )


def why_not(text: str, game: Game, models: Models, budget_ms: int) -> str | None:
    """Why an agent does not play this game here, as a sentence for people; none if it does."""
    try:
        read_agent(text, game, models, budget_ms)
    except (PapamuError, ImportError) as error:
        return _for_people(text, game) or str(error)
    return None


def _for_people(text: str, game: Game) -> str | None:
    """Why an agent does not fit a game, without the names that programs give to both; none if it is something else."""
    try:
        made = agents.agent(text)
        reason = made.refusal_from_start(game)
    except (PapamuError, ImportError):
        return None
    if reason and isinstance(made, SolveAgent):
        return (
            "This game cannot be solved exactly."
            if made.refusal(game)
            else "This board is too large to solve exactly."
        )
    return f"{reason[0].upper()}{reason[1:]}." if reason else None
