"""What a player can type on their turn: a move, its number, or one of these commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.text import Text

from papamu.cli.terminal_game.menu import LeaveError, is_number
from papamu.core.errors import PapamuError, nearest

if TYPE_CHECKING:
    from papamu.cli.terminal_game.session import TerminalGame
    from papamu.games.presentation import Command

_HELP = """\
Type the number of a move, or the move itself. Commands:
  moves [TEXT]     list the legal moves (those with TEXT in them)
  hint [AGENT]     what a good player would do
  explain [AGENT]  what that player thinks of the best moves
  undo             take your last move back
  rules            show the rule card
  save FILE        write a game record (`papamu replay FILE` checks it)
  resign           give up the game
  quit             leave (so does Ctrl-C, which offers to save)"""
_SHORT_FORMS = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


class Commands:
    """The commands of one game, by name."""

    def __init__(self, session: TerminalGame) -> None:
        self.session = session
        own = session.game.commands()
        help_text = "\n".join([_HELP, *(f"  {command.usage}" for command in own.values())])
        self.by_name: dict[str, Callable[[str], None]] = {
            "help": lambda _: session.print(help_text),
            "moves": self.list_moves,
            "hint": lambda text: session.adviser.hint(session.console, session.position, text),
            "explain": lambda text: session.adviser.explain(session.console, session.position, text),
            "undo": lambda _: session.undo(),
            "rules": lambda _: session.print(session.game.card),
            "save": session.save,
            "resign": lambda _: session.resign(),
        }
        for name, command in own.items():
            self.by_name[name] = partial(self.answer_own, command)

    def execute(self, text: str) -> None:
        """Do what was typed: a command, the number of a move, or a move."""
        if not text:
            return
        moves = self.session.position.legal_moves
        word, _, rest = text.partition(" ")
        name = _SHORT_FORMS.get(word.lower(), word.lower())
        if name == "quit":
            raise LeaveError
        if name in self.by_name:
            self.by_name[name](rest.strip())
        elif is_number(text) and moves.named(text) is None:
            if not 1 <= int(text) <= len(moves):
                raise PapamuError(f"there is no move {text}: they are numbered from 1 to {len(moves)}")
            self.session.advance(moves[int(text) - 1])
        elif name.isalpha() and self.session.game.read_move(text) is None and nearest(name, self.by_name):
            raise PapamuError(f"there is no command {name!r}{nearest(name, self.by_name)}: type help")
        else:
            self.session.advance(text)

    def list_moves(self, part: str) -> None:
        """The legal moves with their numbers."""
        moves = self.session.position.legal_moves
        numbered = [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
        shown = [line for line in numbered if part.lower() in line.partition(" ")[2].lower()]
        if not shown:
            raise PapamuError(f"no legal move has {part!r} in it")
        self.session.console.print(Columns([Text(line) for line in shown], padding=(0, 3)))

    def answer_own(self, command: Command, text: str) -> None:
        """A command that only this game has."""
        for line in command.answer(self.session.position, text):
            self.session.print(line)
