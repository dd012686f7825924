"""What `papamu train` and `papamu maps` print at the end."""

from __future__ import annotations

from functools import partial

from rich.console import Console

from papamu.cli.output.line import print_line
from papamu.core import plugins
from papamu.learn.mlp.diagnosis import ALIVE
from papamu.learn.online.lock_up import lock_up, span_of
from papamu.training.command import remedy_words
from papamu.training.final_test import describe_test
from papamu.training.request import AlphaZeroRequest, MlpRequest, SomRequest
from papamu.training.result import TrainingRun
from papamu.training.som_run import page_of


def show(run: TrainingRun) -> None:
    """For people."""
    say = partial(print_line, Console())
    if isinstance(run.request, SomRequest):
        for line in _about_maps(run, run.request):
            say(line)
        say(f"Model: {run.file}    Maps: {page_of(run)}")
    else:
        if not run.fresh:
            say("This was trained before; --again starts from scratch.", "dim")
        if isinstance(run.request, AlphaZeroRequest):
            say(f"{run.course.game}: learned from {run.facts['games']:,} games of self-play")
            say(f"Test: {describe_test(run.test)}")
        else:
            for line in _about_network(run):
                say(line, "yellow" if line.startswith(("Health check", "Try again")) else None)
        say(f"Model: {run.file}    Curve: {run.folder / 'curve.html'}")
    say(plugins.command_line(["play", run.course.game, "--vs", run.spec]), "dim")


def _about_network(run: TrainingRun) -> list[str]:
    facts, course = run.facts, run.course
    state = "" if facts["state"] == ALIVE else f", {facts['state']} since game {facts['died_at']:,}"
    taught = f", taught by {facts['teacher']}" if facts.get("teacher") else ""
    lines = [
        f"{course.game}: learned from {facts['games']:,} games against {facts['opponent']}{taught}{state}"
    ]
    if facts.get("best_at"):
        lines.append(f"These are the weights after {facts['best_at']:,} games, when it played best.")
    report = run.health_report
    if report is not None:
        lines.append(f"Health check: {report.text}")
    lock = lock_up(facts["curve"], span_of(course))
    if lock:
        lines.append(f"Health check: {lock}")
    assert isinstance(run.request, MlpRequest)
    for remedy in report.remedies if report else ():
        command = plugins.command_line(remedy_words(run.request, remedy))
        lines.append(f"Try again with {remedy.text} ({remedy.known}): {command}")
    return [*lines, f"Test without learning: {describe_test(run.test)}"]


def _about_maps(run: TrainingRun, request: SomRequest) -> list[str]:
    course, facts = run.course, run.facts
    size = f"{len(course.spans)} maps of {course.rows}x{course.cols} neurons"
    lines = [f"{course.game}: {size}, thresholds {run.model.retrieval}"]
    for (low, high), curve in zip(course.spans, facts["maps"], strict=True):
        if curve:
            _, quantisation, topographic = curve[-1]
            errors = f"quantisation error {quantisation:.2f}, topographic error {topographic:.1%}"
            lines.append(f"  moves {low} to {high}: {errors}")
    if request.learning is not None:
        games = f"{request.learning.games:,} games against {request.opponent}"
        lines.append(f"Learned from {games}: {facts['won']:.1%} of the points while learning")
        if run.test:
            lines.append(f"Test without learning: {describe_test(run.test)}")
    return lines
