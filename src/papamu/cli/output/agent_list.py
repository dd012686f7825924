"""The list of `papamu agents`: the agents, their options, and which of them play a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from papamu.agents.catalogue import AgentInfo, all_agents
from papamu.core import plugins
from papamu.core.spec import value_text
from papamu.games.game import Game
from papamu.search.evaluations import registry as evaluations

_SPELLING = """\
An agent is written name:key=value,… — for example minimax:depth=3 or mc:playouts=200; other options \
have their defaults. A wrapper stands before the agent that it changes, joined by a +: \
endgame:plies=6+greedy."""


def facts(game: Game | None) -> dict[str, Any]:
    """Everything, for JSON."""
    return {
        "game": None if game is None else str(game),
        "evaluations": [] if game is None else list(evaluations.available(game)),
        "agents": [_agent_facts(found, game) for found in all_agents(game)],
    }


def _agent_facts(found: AgentInfo, game: Game | None) -> dict[str, Any]:
    facts = asdict(found) | {"options": [asdict(option) for option in found.options], "plays": found.plays}
    return facts if game is not None else {key: facts[key] for key in facts if key not in ("plays", "reason")}


def show(game: Game | None) -> None:
    """For people: the agents, then the wrappers, then the agents that do not play this game."""
    console = Console(highlight=False, width=min(100, Console().width))
    found = facts(game)
    agents = [agent for agent in found["agents"] if agent.get("plays", True)]
    title = "Agents" if game is None else f"Agents that play {game}"
    for heading, wraps in ((title, False), ("Wrappers: they change the agent behind the +", True)):
        _print(console, f"[bold]{escape(heading)}[/]\n")
        for agent in agents:
            if agent["wraps"] == wraps:
                console.print(_block(agent))
        _print(console, "")
    refused = [agent for agent in found["agents"] if not agent.get("plays", True)]
    if refused:
        _print(console, f"[bold]Not for {escape(str(game))}[/]\n")
        for agent in refused:
            _print(console, f"  {agent['name']:<10} {escape(agent['reason'])}")
        _print(console, "")
    if game is not None:
        first, *others = found["evaluations"]
        rest = f", {', '.join(others)}" if others else ""
        _print(console, f"Evaluations of {game.name} (eval=): {first} (default){rest}.\n")
    _print(console, escape(_SPELLING))
    if game is None:
        _print(console, "`papamu agents GAME` shows which agents play a game, and its evaluations.")
    shown = "clobber:5x5" if game is None else str(game)
    _print(
        console,
        escape(
            f"`{plugins.command_line(['play', shown, '--vs', 'AGENT'])}` plays against one, "
            f"`{plugins.command_line(['explain', shown, 'AGENT'])}` shows what it thinks."
        ),
    )


def _print(console: Console, text: str) -> None:
    console.print(text, highlight=False)


def _block(agent: dict[str, Any]) -> Table:
    """One agent: what it does, and a line for each option."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=12)
    table.add_column()
    name = f"{agent['name']}+…" if agent["wraps"] else agent["name"]
    source = f" [dim]\\[{escape(agent['source'])}][/]" if agent["source"] else ""
    table.add_row(f"  [bold]{name}[/]", escape(agent["title"]) + source)
    for option in agent["options"]:
        default = value_text(option["default"])
        takes = "" if option["takes"] == "a text" else f" ({option['takes']})"
        help_text = escape(f"{option['help']}{takes}")
        table.add_row("", Padding(f"[cyan]{option['name']}={escape(default)}[/]  {help_text}", (0, 0, 0, 2)))
    return table
