"""A game in the terminal: board, numbered moves, and opponents who move at random."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from papamu.errors import PapamuError
from papamu.games import registry
from papamu.games.drawing import board_lines
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.games.rules import random_move
from papamu.kernel.random import Stream, draw, stream

_HELP = """\
Type the number of a move or the move itself.
  moves       list the legal moves        rules       show the rule card
  undo        take your last move back    save FILE   write a game record
  quit        leave"""
_LISTED = 40  # more moves than that are listed only when asked for


@dataclass(frozen=True)
class Table:
    """Who sits where, and the chance that decides for the others."""

    console: Console
    game: Game
    seat: int
    rng: Stream
    seed: int | None

    @property
    def players(self) -> list[str]:
        """For the record."""
        return ["human" if player == self.seat else "random" for player in range(self.game.num_players)]


class LeaveError(Exception):
    """The person wants to leave."""


def run(spec: str | None, seat: int, seed: int | None) -> None:
    """Ask for a game if none is given, and play it."""
    console = Console(highlight=False)
    try:
        game = registry.load(spec) if spec else _choose(console)
        if seat > game.num_players:
            raise PapamuError(f"{game} has seats 1 to {game.num_players}, so there is no seat {seat}")
        _play(Table(console, game, seat - 1, stream(seed), seed))
    except (LeaveError, EOFError):
        console.print("\nGoodbye.")


def _choose(console: Console) -> Game:
    names = registry.names()
    console.print("Which game?\n")
    for number, name in enumerate(names, start=1):
        console.print(f"  {number}. {registry.find(name).title}")
    while True:
        answer = console.input("\nA number, or a game like clobber:6x6 (Enter for 1): ").strip() or "1"
        if answer in ("quit", "q", "exit"):
            raise LeaveError
        try:
            if _is_number(answer) and 1 <= int(answer) <= len(names):
                return registry.load(names[int(answer) - 1])
            return registry.load(answer)
        except PapamuError as error:
            console.print(str(error), style="red", markup=False)


def _play(table: Table) -> None:
    console, game, seat, rng = table.console, table.game, table.seat, table.rng
    told = f"\n{game.title} ({game}). You are {_name(game, seat)}. Type help for help.\n"
    console.print(told, style="bold", markup=False)
    position = game.start(seed=table.seed)
    _show(console, position)
    while not position.is_over:
        if position.player == seat:
            position = _ask(table, position)
        else:
            move = random_move(game.rules, position.state, rng)
            position = position.play(int(move), seed=draw(rng, 2**31))
            console.print(
                f"{_name(game, position.parent.player if position.parent else 0)} plays {position.move}."
            )
        if position.event not in (None, "none"):
            console.print(f"Chance: {position.event}.")
        if position.player == seat or position.is_over:
            _show(console, position)


def _ask(table: Table, position: Position) -> Position:
    console, rng = table.console, table.rng
    moves = position.legal_moves
    if len(moves) <= _LISTED:
        _list(console, position)
    while True:
        word, _, rest = console.input(f"Your move (of {len(moves)}): ").strip().partition(" ")
        try:
            if word in ("quit", "exit", "q"):
                raise LeaveError
            if word == "help":
                console.print(_HELP)
            elif word == "moves":
                _list(console, position)
            elif word == "rules":
                console.print(position.game.card, markup=False)
            elif word == "undo":
                return _undone(table, position)
            elif word == "save":
                _save(table, position, rest)
            elif _is_number(word) and 1 <= int(word) <= len(moves) and moves.named(word) is None:
                return position.play(moves[int(word) - 1], seed=draw(rng, 2**31))
            elif word:
                return position.play(word, seed=draw(rng, 2**31))
        except PapamuError as error:
            console.print(str(error), style="red", markup=False)


def _undone(table: Table, position: Position) -> Position:
    earlier = position.parent
    while earlier is not None and earlier.player != table.seat:
        earlier = earlier.parent
    if earlier is None:
        raise PapamuError("there is no move of yours to take back")
    _show(table.console, earlier)
    return _ask(table, earlier)


def _save(table: Table, position: Position, name: str) -> None:
    if not name:
        raise PapamuError("save needs a file name: save game.json")
    try:
        path = Path(name).expanduser()
    except RuntimeError as error:  # no such user
        raise PapamuError(f"cannot write {name!r}: {error}") from None
    Record.of(position, table.players, table.seed).save(path)
    table.console.print(f"Saved to {name}.", markup=False)


def _list(console: Console, position: Position) -> None:
    shown = [f"{number}. {move}" for number, move in enumerate(position.legal_moves, start=1)]
    console.print(Columns([Text(line) for line in shown], padding=(0, 3)))


def _show(console: Console, position: Position) -> None:
    console.print()
    for line in board_lines(position, colour=console.is_terminal):
        console.print(line)
    console.print()


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


def _name(game: Game, player: int) -> str:
    return game.player_names[player] if player < len(game.player_names) else f"player {player + 1}"
