"""The command of self-organizing maps: maps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.arena_commands import Jobs, Seed
from papamu.cli.commands import AsJson, GameSpec
from papamu.cli.lab_commands import Runs


@app.command()
def maps(
    spec: GameSpec,
    stages: Annotated[
        str, typer.Option(help="Spans of move numbers, a map each, like 1-30,31-60; or how many: 3, 7.")
    ] = "7",
    size: Annotated[str, typer.Option("--map", help="Neurons of each map, rows x columns.")] = "50x50",
    winner: Annotated[
        str, typer.Option(help="How a board finds its neuron: inner (product) or euclid (distance).")
    ] = "inner",
    hood: Annotated[
        str, typer.Option(help="Which neurons learn with it: gauss, step, or wide (all of them).")
    ] = "gauss",
    data: Annotated[int, typer.Option(min=0, help="Boards of each stage, from random games.")] = 20_000,
    rounds: Annotated[
        str, typer.Option(help="How often each board is shown: in the rough and in the fine training.")
    ] = "5,50",
    distinct: Annotated[
        bool, typer.Option("--distinct", help="No board twice, also not turned or mirrored.")
    ] = False,
    thresholds: Annotated[
        str,
        typer.Option(
            help="Which board a neuron stands for: zero, statistical, genetic, a number, or those of a file "
            "(default: zero with inner, else statistical)."
        ),
    ] = "",
    way: Annotated[
        str, typer.Option(help="How values are learned: td0, mc, td (TD(λ)), mean; none: maps alone.")
    ] = "td",
    alpha: Annotated[float, typer.Option(help="α, the rate of learning.")] = 0.4,
    gamma: Annotated[float, typer.Option(help="γ, what a later value counts now.")] = 0.9998,
    lam: Annotated[float, typer.Option(help="λ of td.")] = 0.8,
    epsilon: Annotated[float, typer.Option(help="ε, how often it explores while it learns.")] = 0.1,
    search: Annotated[
        int, typer.Option(help="Exact search with so many empty squares or plies left; 0: none.")
    ] = 0,
    opponent: Annotated[str, typer.Option(help="Who it learns against: any compiled agent.")] = "random",
    seat: Annotated[int, typer.Option(min=1, help="Where it sits, from 1.")] = 1,
    games: Annotated[int, typer.Option(help="How many games it learns from.")] = 100_000,
    tests: Annotated[
        int, typer.Option(min=0, max=10**9, help="How many games it then plays without learning.")
    ] = 1_000,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the model (default: into the folder of the run).")
    ] = None,
    jobs: Jobs = 1,
    runs: Runs = Path("runs"),
    again: Annotated[bool, typer.Option("--again", help="Forget what is there and begin anew.")] = False,
    as_json: AsJson = False,
) -> None:
    """Train self-organizing maps with boards of random games, learn values on them by playing, and write
    it all
    to a file that plays everywhere as som:FILE. A page shows the maps.

    It is kept as it goes: after a stop the same command goes on, and maps that are there are not trained
    again.
    """
    from papamu.cli.mapping import Wanted, read_course, run
    from papamu.learn.map_learning import Learning

    course = read_course(spec, stages, size, winner, hood, data, rounds, distinct, seed)
    learning = None
    if way != "none":
        learning = Learning(
            way=way, alpha=alpha, gamma=gamma, lam=lam, epsilon=epsilon, search=search, seat=seat - 1,
            games=games, seed=seed,
        )  # fmt: skip
    run(Wanted(course, learning, thresholds, opponent, tests, out, jobs, runs, again, as_json))
