"""`papamu train`: train a network by playing games, test it, and save it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GroupedCommand, command_line, given, with_options
from papamu.training.options import train_options
from papamu.training.presets.registry import DEFAULT, NONE, PRESETS, WITHOUT


@app.command(cls=GroupedCommand)
@with_options(train_options().values())
def train(
    spec: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game like clobber:6x6; see `papamu games`.", show_default=False
        ),
    ] = None,
    learner: Annotated[
        str | None,
        typer.Option(
            help="What learns: mlp, a multi-layer perceptron; or alphazero, a residual network that guides a tree "
            "search (it has the options listed under AlphaZero, and --games, --lr, --seed, --opponent, --tests).",
            show_default="mlp",
            rich_help_panel="Course",
        ),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="A named course for this game: "
            + "; ".join(f"{name} ({text})" for name, text in {**PRESETS, NONE: WITHOUT}.items())
            + ". Other options override it.",
            show_default=DEFAULT,
            rich_help_panel="Course",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            help="Read options from this TOML file; options on the command line override it.",
            rich_help_panel="Course",
        ),
    ] = None,
    save_config: Annotated[
        Path | None,
        typer.Option(help="Write the complete course to this TOML file.", rich_help_panel="Course"),
    ] = None,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Train a network by playing games, test it, and save it.

    The model file plays everywhere as mlp:FILE (a network that compares boards as comparison:FILE, one that
    guides a tree search as puct:model=FILE).

    With no options at all it makes a player that beats random clearly, in about a minute: papamu train reversi

    The preset decides every option that is not given. “Preset none: 20” is the value without any preset.

    Progress is saved: after a stop the same command resumes.
    """
    from papamu.cli.output import training_result
    from papamu.cli.output.training_progress import TrainingProgress
    from papamu.lab.render.run_page import write_page
    from papamu.training import config as files
    from papamu.training.earlier_runs import choose_or_find
    from papamu.training.train import folder_of
    from papamu.training.train import train as run_training

    typed = given({**options, "game": spec, "learner": learner, "preset": preset})
    read = files.read_config(config) if config else {}
    request = choose_or_find({**read, **typed}, command=command_line())
    if save_config is not None:
        files.save_config(request, save_config)
    kept = "games" if type(request.course).__name__ == "Course" else "groups of games"
    with TrainingProgress(folder_of(request), kept) as progress:
        run = run_training(request, progress)
    write_page(run)
    if as_json:
        print(json.dumps(run.summary(), ensure_ascii=False, allow_nan=False))
    else:
        training_result.show(run)
