"""A match in words and tables: win rates, also by seat, and what they mean."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.arena.match import Results
from papamu.arena.sprt import Sprt
from papamu.arena.statistics import duplicates
from papamu.arena.summary import by_seat, match_verdict
from papamu.core.console_text import plain_text
from papamu.core.intervals import wilson


def match_text(results: Results) -> str:
    """All of it as plain text."""
    return plain_text(lambda console: print_match(console, results))


def print_match(console: Console, results: Results) -> None:
    """For people, in a terminal."""
    console.print(Text(headline(results), style="bold"))
    if results.plan.game.num_players > 1:
        for table in _tables(results):
            console.print(table)
        _show_comparison(console, results)
    else:
        console.print(Text(_alone(results)))
    if results.decision and results.sprt:
        console.print(Text(_decided(results, results.sprt)))
    _show_circumstances(console, results)


def headline(results: Results) -> str:
    """What was played."""
    plan = results.plan
    seats = "seats fixed" if plan.fixed_seats else "seats swapped in pairs"
    if plan.game.num_players > 2 and not plan.fixed_seats:
        seats = "seats rotated"
    opening = f", {plan.opening_plies} random opening plies" if plan.opening_plies else ""
    return f"{plan.game}: {results.games:,} games, {seats}{opening}, seed {plan.seed}"


def agent_rows(results: Results) -> list[dict[str, object]]:
    """A row for each agent: games won, drawn and lost, and how long it thought."""
    rows: list[dict[str, object]] = []
    for who, agent in enumerate(results.plan.agents):
        won, drawn, lost = _counts(results, who)
        time = f"{_milliseconds(results.ms_per_move[who])} ms"
        rate = _win_rate(won, results.games)
        rows.append(
            {"agent": str(agent), "won": won, "drawn": drawn, "lost": lost, "win rate (95 %)": rate}
            | {"time a move": time}
        )
    return rows


def _counts(results: Results, who: int) -> list[int]:
    """Games won, drawn and lost on all seats."""
    rows = [by_seat(results, who, seat) for seat in range(results.plan.game.num_players)]
    return [sum(row[kind] for row in rows) for kind in range(3)]


def _win_rate(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _tables(results: Results) -> tuple[Table, Table]:
    """Each agent's games in all, and on each seat."""
    game = results.plan.game
    overall = Table("agent", box=None, header_style="bold", pad_edge=False)
    for head in ("won", "drawn", "lost", "win rate (95 %)", "ms/move"):
        overall.add_column(head, justify="right", no_wrap=True)
    seated = Table("won/drawn/lost as", box=None, header_style="bold", pad_edge=False)
    for seat in range(game.num_players):
        seated.add_column(game.player_name(seat), justify="right", no_wrap=True)
    for who, agent in enumerate(results.plan.agents):
        rows = [by_seat(results, who, seat) for seat in range(game.num_players)]
        won, drawn, lost = _counts(results, who)
        rate = _win_rate(won, results.games)
        time = _milliseconds(results.ms_per_move[who])
        overall.add_row(Text(str(agent)), f"{won:,}", f"{drawn:,}", f"{lost:,}", rate, time)
        seated.add_row(Text(str(agent)), *["/".join(map(str, row)) if any(row) else "–" for row in rows])
    return overall, seated


def _alone(results: Results) -> str:
    """A game for one player has nobody to win against."""
    mean, spread = float(results.returns.mean()), float(results.returns.std())
    return (
        f"{results.plan.agents[0]}: mean result {mean:+.3f} of -1 … 1 (± {spread:.3f} from game to game), "
        f"{_milliseconds(results.ms_per_move[0])} ms/move"
    )


def _show_comparison(console: Console, results: Results) -> None:
    """Is the first agent stronger?"""
    tally = results.tally()
    low, high = tally.elo_interval()
    first = results.plan.agents[0]
    console.print(f"Elo difference of {first}: {tally.elo:+.0f} ({low:+.0f} to {high:+.0f})", markup=False)
    console.print(f"{match_verdict(results)}.", markup=False)


def _show_circumstances(console: Console, results: Results) -> None:
    """What else must be known of these games: speed, duplicates, openings, forfeits."""
    plan = results.plan
    repeated = duplicates(results.prints)
    console.print(
        f"{results.plies.mean():.1f} plies per game, {_rate(results.games_per_second)} games/s, "
        f"{repeated:,} duplicate game{'' if repeated == 1 else 's'}."
    )
    if repeated > results.games / 10:
        console.print("Many games are duplicates: the effective sample is smaller than the number of games.")
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
    ratio = f"SPRT ({sprt}): ratio {decision.llr:.2f} between {low:.2f} and {high:.2f}"
    first = results.plan.agents[0]
    if decision.accepted == "H1":
        return (
            f"{ratio}. Decided in {results.games:,} games: {first} is better by about {sprt.elo1:g} Elo (H1)."
        )
    if decision.accepted == "H0":
        return (
            f"{ratio}. Decided in {results.games:,} games: {first} is not better than {sprt.elo0:g} Elo (H0)."
        )
    return f"{ratio}. Not decided: more games are needed."
