"""The page of a training run, whichever learner it was: what is known of it, and its curves or maps."""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path

from papamu.core.files import write_whole
from papamu.lab.render.alphazero_page import alphazero_page
from papamu.lab.render.som_page import som_page
from papamu.lab.render.training_page import training_page
from papamu.learn.online.course import ITSELF
from papamu.learn.online.lock_up import lock_up, span_of
from papamu.training.final_test import describe_test
from papamu.training.progress import FILE
from papamu.training.request import AlphaZeroRequest, SomRequest
from papamu.training.result import TrainingRun
from papamu.training.som_run import page_of


def write_page(run: TrainingRun) -> Path:
    """Write the page into the run's folder, unless it is there from an earlier time; returns where it is."""
    if isinstance(run.request, SomRequest):
        page = page_of(run)
        write_whole(page, som_page(run.model))
        return page
    page = run.folder / "curve.html"
    cut_short = not page.is_file() and (run.folder / FILE).is_file()  # stopped after the model was written
    if run.fresh or cut_short:
        made = _alphazero_page(run) if isinstance(run.request, AlphaZeroRequest) else _network_page(run)
        write_whole(page, made)
    return page


def _network_page(run: TrainingRun) -> str:
    course, facts = run.course, run.facts
    hidden = "".join(f"{nodes} – " for nodes in course.hidden)
    first = "two boards, " * course.compares + course.encoding + " – neighbours" * course.near
    known = {
        "network": f"{first} – {hidden}1, {', '.join(dict.fromkeys(course.activations))}",
        "learning": f"lr {course.lr:g}, target {course.target:g}, tau {course.tau:g}, seed {course.seed}",
        "opponent": str(facts["opponent"]),
        "learned from": f"teacher {facts['teacher']}" if facts.get("teacher") else course.way,
        "games": f"{facts['games']:,}",
        "state": str(facts["state"]) + (f": {facts['advice']}" if facts["advice"] else ""),
        "test": describe_test(run.test),
        "command": str(facts["command"]),
    }
    note = "Share of games won since the previous point."
    if course.seat <= ITSELF:
        note = "Share of games won against Random on all seats, without learning."
    lock = lock_up(facts["curve"], span_of(course))
    if lock:
        known["lock-up"] = lock
    return training_page(f"{course.game}: a network that learned", known, facts["curve"], note)


def _alphazero_page(run: TrainingRun) -> str:
    course, facts = run.course, run.facts
    usual = {field.name: field.default for field in fields(course)}
    other = [
        f"{name} {value}" for name, value in asdict(course).items() if name != "game" and value != usual[name]
    ]
    known = {
        "network": f"residual, {course.blocks} blocks of {course.channels} channels",
        "learned from": f"{facts['games']:,} games of itself, after {course.warm_games:,} of a tree "
        f"search with {course.warm_sims:,} random rollouts per move",
        "course": ", ".join(other) or "as usual",
        "test": describe_test(run.test),
        "command": str(facts["command"]),
    }
    return alphazero_page(f"{course.game}: a network that guides a tree", known, facts["curve"])
