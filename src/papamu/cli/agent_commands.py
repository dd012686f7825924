"""The commands with agents in them: who there is, what they think, and playing with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.commands import AsJson, GameSpec

AgentSpec = Annotated[
    str, typer.Argument(metavar="AGENT", help="An agent like minimax:depth=3; see `papamu agents`.")
]


@app.command()
def agents(
    spec: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Also say who plays this game, and how.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the agents, their options, and which of them play a game."""
    from papamu.cli import agent_list
    from papamu.games.registry import load

    game = load(spec) if spec else None
    if as_json:
        print(json.dumps(agent_list.facts(game), indent=2))
        return
    from rich.console import Console

    agent_list.show(Console(highlight=False, width=min(100, Console().width)), game)


@app.command()
def explain(
    spec: GameSpec,
    agent: AgentSpec,
    position: Annotated[str | None, typer.Option(help="This position text instead of the start.")] = None,
    moves: Annotated[str | None, typer.Option(help="Moves to play first, separated by spaces.")] = None,
    random: Annotated[int, typer.Option(min=0, max=10_000, help="So many random moves after that.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="For random starts and moves, and for the agent.")] = 0,
    top: Annotated[
        int | None, typer.Option(min=1, help="How many moves the table shows (default 10; JSON: all).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what an agent thinks of each legal move, as a table and on the board."""
    from papamu.agents.opponents import read_agent
    from papamu.cli import explaining, thinking
    from papamu.cli.showing import reach
    from papamu.games.registry import load
    from papamu.kernel.random import stream

    game = load(spec)
    thinker = read_agent(agent, game, from_start=False)
    reached = reach(game, position, (moves or "").split(), random, seed)
    thinker.begin(game, stream(seed, 1))
    try:
        if as_json:
            print(json.dumps(explaining.as_facts(reached, thinker, top)))
            return
        from rich.console import Console

        explaining.show(Console(highlight=False), reached, thinker, top or 10)
    except KeyboardInterrupt:
        thinking.leave(130)


@app.command()
def play(
    spec: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game like checkers:6x6; asked for if left out.")
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="Who plays against you (default mc:playouts=50; human: another person). With more than two "
            "players give it again for the next seats; the last one takes all that remain.",
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=1, max=4, help="Which player you are (default 1, who mostly begins).")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="No seat for you: only --vs agents play.")] = False,
    hint: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Whom `hint` asks (default: your opponent, or mc:playouts=200)."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Makes lots and agents repeatable.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record there when the game ends.")
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Your name, for opponents that remember you (see `papamu players`)."
        ),
    ] = "you",
) -> None:
    """Play in the terminal against agents or other people, or watch agents play.

    Alone, `papamu play` asks for everything: the game, the board, who plays, and it draws lots for who
    begins. In the game, type help.
    """
    from papamu.cli.playing import run

    run(spec, vs or [], seat, watch, hint, seed, save, player)


@app.command()
def players(
    forget: Annotated[
        str | None, typer.Option(metavar="NAME", help="Remove all that is known of this player.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List who has played against opponents that adapt, and how good they are."""
    from papamu.cli import player_list

    if forget is not None:
        player_list.forget(forget)
    elif as_json:
        print(json.dumps(player_list.facts(), indent=2, ensure_ascii=False))
    else:
        player_list.show()
