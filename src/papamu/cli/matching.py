"""`papamu match` and `papamu tournament`: run, show, and say how to go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.arena.api import as_agents, as_game, forget, run_file
from papamu.arena.match import Results, run
from papamu.arena.plan import Plan
from papamu.arena.sprt import Sprt
from papamu.arena.statistics import duplicates, wilson
from papamu.arena.summary import by_seat, judged, summary
from papamu.arena.tournament import Tournament
from papamu.cli.keeping import keeping
from papamu.cli.progress import Bar, bar
from papamu.files import write_whole
from papamu.store import Store


@dataclass(frozen=True)
class Wanted:
    """What both commands are told."""

    spec: str
    agents: list[str]
    games: int
    seed: int
    opening_plies: int | None
    jobs: int
    runs: Path
    again: bool
    as_json: bool


@contextmanager
def kept(path: Path, about: dict[str, Any], wanted: Wanted) -> Iterator[Store]:
    """The store of the work; says where it is, and how to go on after a stop."""
    if wanted.again:
        forget(path)
    with Store.open(path, about) as store, keeping(path, len(store) > 0):
        yield store


# -- match ----------------------------------------------------------------------------------------


def run_match(wanted: Wanted, fixed_seats: bool, sprt: str | None, save: Path | None) -> None:
    """Play a match and show it."""
    game = as_game(wanted.spec)
    test = Sprt.read(sprt) if sprt else None
    if save is not None and (save.is_dir() or not save.absolute().parent.is_dir()):
        write_whole(save, "")  # says what is wrong before a game is played
    plan = Plan.make(
        game, as_agents(wanted.agents), wanted.seed, fixed_seats, wanted.opening_plies, save is not None
    )
    path = run_file("match", game, plan.about(), wanted.runs)
    with kept(path, plan.about(), wanted) as store:
        before = len(store)
        with bar("playing", wanted.games, "games") as progress:
            results = run(plan, wanted.games, store, "", wanted.jobs, test, progress.reach)
        if save is not None:
            _save(plan, store, results, save)
        fresh = len(store) > before
    if wanted.as_json:
        print(json.dumps(summary(results), allow_nan=False))
        return
    _show(results, test)
    if not fresh:
        print("All of these games had been played before; --again plays them anew.")


def _save(plan: Plan, store: Store, results: Results, path: Path) -> None:
    from papamu.arena.records import records

    lines = []
    for record, fault in records(plan, store, results.games):
        line = record.to_json()
        lines.append(
            line if not fault else json.dumps({**json.loads(line), "forfeit": fault}, ensure_ascii=False)
        )
    write_whole(path, "\n".join(lines) + "\n")


def _show(results: Results, sprt: Sprt | None) -> None:
    plan = results.plan
    game = plan.game
    console = Console(highlight=False)
    seats = "seats fixed" if plan.fixed_seats else "seats swapped in pairs"
    if game.num_players > 2 and not plan.fixed_seats:
        seats = "seats rotated"
    opening = f", {plan.opening_plies} random opening plies" if plan.opening_plies else ""
    console.print(Text(f"{game}: {results.games:,} games, {seats}{opening}, seed {plan.seed}", style="bold"))
    table = Table("agent", box=None, header_style="bold", pad_edge=False)
    for head in ("won", "drawn", "lost", "win rate (95 %)", "ms/move"):
        table.add_column(head, justify="right", no_wrap=True)
    seated = Table("won/drawn/lost as", box=None, header_style="bold", pad_edge=False)
    for seat in range(game.num_players):
        seated.add_column(game.player_name(seat), justify="right", no_wrap=True)
    for who, agent in enumerate(plan.agents):
        rows = [by_seat(results, who, seat) for seat in range(game.num_players)]
        won, drawn, lost = (sum(row[kind] for row in rows) for kind in range(3))
        low, high = wilson(won, results.games)
        rate = f"{100 * won / results.games:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
        thought = _milliseconds(results.ms_per_move[who])
        table.add_row(Text(str(agent)), f"{won:,}", f"{drawn:,}", f"{lost:,}", rate, thought)
        seated.add_row(Text(str(agent)), *["/".join(map(str, row)) if any(row) else "–" for row in rows])
    if game.num_players > 1:
        console.print(table)
        console.print(seated)
    else:  # nobody to win against
        mean, spread = float(results.returns.mean()), float(results.returns.std())
        thought = _milliseconds(results.ms_per_move[0])
        console.print(
            Text(
                f"{plan.agents[0]}: mean result {mean:+.3f} of -1 … 1 (± {spread:.3f} from game to game), "
                f"{thought} ms/move"
            )
        )
    if game.num_players > 1:
        tally = results.tally()
        low, high = tally.elo_interval()
        console.print(
            f"Elo difference of {plan.agents[0]}: {tally.elo:+.0f} ({low:+.0f} to {high:+.0f})", markup=False
        )
        console.print(f"{judged(results)}.", markup=False)
    if results.decision and sprt:
        console.print(Text(_decided(results, sprt)))
    repeated = duplicates(results.prints)
    console.print(
        f"{results.plies.mean():.1f} plies a game, {_rate(results.games_per_second)} games/s, "
        f"{repeated:,} duplicate game{'' if repeated == 1 else 's'}."
    )
    if repeated > results.games / 10:
        console.print("Many games are duplicates: all of this is less sure than so many games say.")
    if plan.opening_plies and plan.distinct_openings is not None:
        console.print(
            f"Only {plan.distinct_openings:,} different openings of {plan.opening_plies} plies were found."
        )
    for number, reason in results.faults[:10]:
        console.print(Text(f"Game {number + 1}: {reason}", style="red"))
    if len(results.faults) > 10:
        console.print(f"… and {len(results.faults) - 10:,} more forfeited games (--json lists them).")


def _rate(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _milliseconds(number: float) -> str:
    if number < 0.01:
        return "<0.01"
    return f"{number:.2f}" if number < 10 else f"{number:,.0f}"


def _decided(results: Results, sprt: Sprt) -> str:
    decision = results.decision
    assert decision is not None
    low, high = sprt.bounds
    said = f"SPRT ({sprt}): ratio {decision.llr:.2f} between {low:.2f} and {high:.2f}"
    first = results.plan.agents[0]
    if decision.accepted == "H1":
        return (
            f"{said}. Decided in {results.games:,} games: {first} is better by {sprt.elo1:g} Elo or so (H1)."
        )
    if decision.accepted == "H0":
        return (
            f"{said}. Decided in {results.games:,} games: {first} is not better than {sprt.elo0:g} Elo (H0)."
        )
    return f"{said}. Not decided: more games are needed."


# -- tournament -----------------------------------------------------------------------------------


def run_tournament(wanted: Wanted, gauntlet: bool, out: Path | None) -> None:
    """Play a tournament and show it."""
    game = as_game(wanted.spec)
    agents = tuple(as_agents(wanted.agents))
    planned = Tournament(game, agents, wanted.games, wanted.seed, gauntlet, wanted.opening_plies)
    path = run_file("tournament", game, planned.about(), wanted.runs)
    with kept(path, planned.about(), wanted) as store:
        with bar("playing", len(planned.tables) * wanted.games, "games") as progress:
            standings = planned.play(store, wanted.jobs, _labelled(progress))
        table = standings.crosstable()
        files = table.save(out) if out else []
    if wanted.as_json:
        print(json.dumps(table.as_dict(), ensure_ascii=False, allow_nan=False))
        return
    console = Console(highlight=False)
    console.print(table.terminal(console.width))
    for note in table.notes:
        console.print(Text(note, style="dim"))
    for file in files:
        console.print(Text(f"wrote {file}"))


def _labelled(progress: Bar) -> Any:
    return lambda label, done, games: progress.reach(done, games, label)
