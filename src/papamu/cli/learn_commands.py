"""The command that teaches: train."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.arena_commands import Jobs, Seed
from papamu.cli.commands import AsJson, GameSpec
from papamu.cli.lab_commands import Runs
from papamu.errors import PapamuError

# Options of alphazero and nobody else; those of everybody.
_OWN = {
    "channels",
    "blocks",
    "sims",
    "quick",
    "portion",
    "window",
    "batch",
    "warm_games",
    "warm_sims",
    "gate",
}
_ALL = {
    "spec",
    "learner",
    "games",
    "lr",
    "opponent",
    "tests",
    "seed",
    "out",
    "jobs",
    "runs",
    "again",
    "as_json",
}


@app.command()
def train(
    context: typer.Context,
    spec: GameSpec,
    learner: Annotated[
        str,
        typer.Option(
            help="What learns: mlp, a multi-layer perceptron; or alphazero, a residual network that guides "
            "a tree (options that begin with its name are its own; of the others it takes --games, --lr, "
            "--opponent, --tests)."
        ),
    ] = "mlp",
    hidden: Annotated[
        str, typer.Option(help="Nodes of each hidden layer: 100, or 20,20, or none for no hidden layer.")
    ] = "20",
    activation: Annotated[
        str,
        typer.Option(
            help="Of hidden nodes, or with commas of each layer: "
            "relu, leaky-relu, leakier-relu, sigmoid, conx, tanh, linear."
        ),
    ] = "relu",
    output: Annotated[
        str, typer.Option(help="Activation of the output node (default: as the hidden ones).")
    ] = "",
    encoding: Annotated[
        str,
        typer.Option(
            help="How the board becomes inputs: cells, A, B, C, owners, players, turned, or windows like 3x3 "
            "or others:3x3."
        ),
    ] = "cells",
    near: Annotated[
        bool, typer.Option("--near", help="First a layer whose nodes each see one cell and its neighbours.")
    ] = False,
    compares: Annotated[
        bool, typer.Option("--compares", help="A network that compares two boards; needs --teacher.")
    ] = False,
    start: Annotated[
        str, typer.Option(help="Start weights: thesis (0…1), he, xavier, small, unit (−1…1).")
    ] = "thesis",
    bias: Annotated[bool, typer.Option(help="Bias nodes.")] = True,
    lr: Annotated[
        float | None, typer.Option(help="α, the rate of learning (default: 2e-5; alphazero 2e-3).")
    ] = None,
    target: Annotated[float, typer.Option(help="What a won game is worth; a lost one the negative.")] = 150.0,
    lost: Annotated[float | None, typer.Option(help="What a lost game is worth (default: -target).")] = None,
    worth: Annotated[
        str,
        typer.Option(help="What comes of a game: its result, only the first place, the score, or the lead."),
    ] = "result",
    divisor: Annotated[
        float, typer.Option(help="The highest score, for --worth score and lead (89 in Blokus).")
    ] = 0.0,
    away: Annotated[
        bool, typer.Option("--away", help="Step away from the target, as the Blokus report's program does.")
    ] = False,
    lr_end: Annotated[float | None, typer.Option(help="α falls to this over all games.")] = None,
    loss: Annotated[str, typer.Option(help="squared, or logistic (for a sigmoid output).")] = "squared",
    way: Annotated[
        str,
        typer.Option(help="A position is worth what came of the game (results), or what the next is (td)."),
    ] = "results",
    teacher: Annotated[
        str,
        typer.Option(help="Learn what this agent says of every move instead: minimax:eval=q,depth=1, or mc."),
    ] = "",
    lam: Annotated[float, typer.Option(help="λ of td: 0 looks one position ahead, 1 at the result.")] = 0.0,
    tau: Annotated[float, typer.Option(help="τ, how much α grows with each position of a game.")] = 0.0,
    momentum: Annotated[float, typer.Option(help="How much of the last change is repeated.")] = 0.0,
    explore: Annotated[float, typer.Option(help="How often it plays a random move while it learns.")] = 0.0,
    wild: Annotated[
        float, typer.Option(help="In which share of games against itself the second player plays at random.")
    ] = 0.0,
    opponent: Annotated[
        str | None,
        typer.Option(
            help="Who it plays against: any compiled agent, self, or each-other: a network for each seat "
            "(default: random); "
            "who alphazero is tested with (default: uct:sims=500)."
        ),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Where it sits, from 1; 0: on each seat in turn.")] = 1,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**12,
            help="How many games it learns from (default: a million; alphazero 10,000 of itself).",
        ),
    ] = None,
    tests: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=10**9,
            help="How many games it then plays without learning (default: 100,000; alphazero 100).",
        ),
    ] = None,
    every: Annotated[
        int, typer.Option(min=0, help="The curve has a point after so many games (default: fifty points).")
    ] = 0,
    snapshots: Annotated[
        bool, typer.Option("--snapshots", help="Write the network to a file at each point of the curve.")
    ] = False,
    best: Annotated[
        bool, typer.Option("--best", help="End with the weights of the time when it won most of 100 games.")
    ] = False,
    seed: Seed = 1,
    save_every: Annotated[
        float, typer.Option(min=0, help="Seconds between two checkpoints: what a stop can cost.")
    ] = 5.0,
    stop_dead: Annotated[
        bool, typer.Option("--stop-dead", help="Stop early when the network has died.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the model (default: into the folder of the run).")
    ] = None,
    channels: Annotated[
        int | None, typer.Option(help="alphazero: channels of each convolution (default: 32).")
    ] = None,
    blocks: Annotated[int | None, typer.Option(help="alphazero: residual blocks (default: 3).")] = None,
    sims: Annotated[
        int | None,
        typer.Option(help="alphazero: simulations for a move that is learned (default: 160)."),
    ] = None,
    quick: Annotated[
        int | None, typer.Option(help="alphazero: simulations for all other moves (default: 32).")
    ] = None,
    portion: Annotated[
        int | None,
        typer.Option(help="alphazero: games from one lesson to the next (default: 256)."),
    ] = None,
    window: Annotated[
        int | None,
        typer.Option(help="alphazero: positions that are learned from, the newest (default: 120,000)."),
    ] = None,
    batch: Annotated[
        int | None, typer.Option(help="alphazero: positions learned at once (default: 256).")
    ] = None,
    warm_games: Annotated[
        int | None,
        typer.Option(help="alphazero: first games, of a tree search with random rollouts (default: 1,000)."),
    ] = None,
    warm_sims: Annotated[
        int | None, typer.Option(help="alphazero: simulations a move in these (default: 400).")
    ] = None,
    gate: Annotated[
        int | None,
        typer.Option(
            help="alphazero: games with the network before it, which decide whether a new one plays on "
            "(default: 64)."
        ),
    ] = None,
    jobs: Jobs = 1,
    runs: Runs = Path("runs"),
    again: Annotated[bool, typer.Option("--again", help="Forget what was learned and begin anew.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let a network learn from games, test it, and write it to a file that plays everywhere as mlp:FILE
    (one that compares boards as comparison:FILE, one that guides a tree as puct:model=FILE).

    It is kept as it learns: after a stop the same command goes on. --jobs speeds up the test, and all of
    alphazero.
    """
    _refuse_others(context, learner)
    if learner == "alphazero":
        from papamu.cli import zero_training as zero

        told = {
            "seed": seed,
            "games": games,
            "lr": lr,
            "channels": channels,
            "blocks": blocks,
            "sims": sims,
            "quick": quick,
            "portion": portion,
            "window": window,
            "batch": batch,
            "warm_games": warm_games,
            "warm_sims": warm_sims,
            "gate": gate,
        }
        wanted_tests = zero.TESTS if tests is None else tests
        zero.run(
            zero.Wanted(spec, told, opponent or zero.OPPONENT, wanted_tests, jobs, runs, out, again, as_json)
        )
        return
    from papamu.cli.training import Wanted, read_hidden, run

    if teacher and way not in ("results", "teacher"):
        raise PapamuError("--teacher is a way of its own: leave --way out")
    course = {
        "game": spec,
        "hidden": read_hidden(hidden),
        "activation": activation,
        "output": output,
        "bias": bias,
        "encoding": encoding,
        "near": near,
        "compares": compares,
        "start": start,
        "lr": 2e-5 if lr is None else lr,
        "target": target,
        "lost": lost,
        "worth": worth,
        "divisor": divisor,
        "away": away,
        "lr_end": lr_end,
        "loss": loss,
        "way": "teacher" if teacher else way,
        "lam": lam,
        "tau": tau,
        "momentum": momentum,
        "explore": explore,
        "wild": wild,
        "seat": seat - 1,
        "games": 1_000_000 if games is None else games,
        "every": every,
        "best": best,
        "seed": seed,
    }
    run(
        Wanted(
            learner=learner,
            course=course,
            opponent=opponent or "random",
            teacher=teacher,
            tests=100_000 if tests is None else tests,
            stop_dead=stop_dead,
            save_every=save_every,
            snapshots=snapshots,
            jobs=jobs,
            runs=runs,
            out=out,
            again=again,
            as_json=as_json,
        )
    )


def _refuse_others(context: typer.Context, learner: str) -> None:
    """An option of another learner would do nothing: better say so."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE" or name in _ALL:
            continue
        if (name in _OWN) != (learner == "alphazero"):
            whose = "--learner alphazero" if name in _OWN else "--learner mlp"
            raise PapamuError(f"--{name.replace('_', '-')} is an option of {whose} alone")
