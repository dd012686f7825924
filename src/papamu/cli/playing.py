"""A game in the terminal: board, numbered moves, and whoever else sits at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from papamu.agents import people
from papamu.agents.agent import Agent, Ending
from papamu.agents.opponents import failure, read_agent
from papamu.cli import menu, thinking
from papamu.cli.advising import Adviser
from papamu.cli.explaining import say
from papamu.cli.menu import LeaveError, is_number
from papamu.cli.seating import Seat, seats_of
from papamu.errors import AgentError, PapamuError, nearest
from papamu.games import registry
from papamu.games.drawing import board_lines
from papamu.games.game import Game
from papamu.games.record import Record
from papamu.kernel.random import draw, stream

_HELP = """\
Type the number of a move or the move itself. Besides:
  moves [TEXT]     list the legal moves (those with TEXT in them)
  hint [AGENT]     what a good player would do
  explain [AGENT]  what that player thinks of the best moves
  undo             take your last move back
  rules            show the rule card
  save FILE        write a game record (`papamu replay FILE` checks it)
  resign           give the game up
  quit             leave (so does Ctrl-C, which offers to save)"""
_PIECES = """
  piece [NAME [N]] the pieces left; how one can lie; where it can go as it lies in orientation N"""
_LISTED = 40  # more moves than that are listed only when asked for
_SEATS = 1  # the key of the agents' random streams


class AgentFailedError(AgentError):
    """An agent broke down in the middle of a game."""


def run(
    spec: str | None,
    vs: Sequence[str],
    seat: int | None,
    watch: bool,
    hint: str | None,
    seed: int | None,
    save: Path | None,
    player: str,
) -> None:
    """Ask for what is not given, and play."""
    console = Console(highlight=False)
    player = people.checked(player)
    try:
        game = registry.load(spec) if spec else menu.choose_game(console)
        asks = spec is None and not (vs or seat or watch)
        seats = menu.choose_players(console, game, seed) if asks else seats_of(game, vs, seat, watch)
        adviser = Adviser(game, seats, read_agent(hint, game) if hint else None, seed)
        agents = [seated.agent for seated in seats if seated.agent is not None]
        for agent in agents if len(agents) < len(seats) else []:
            agent.meet(player)
    except (LeaveError, EOFError, KeyboardInterrupt):
        say(console, "\nGoodbye.")
        return
    _sit_down(Table(console, game, seats, adviser, seed), save)


def _sit_down(table: Table, save: Path | None) -> None:
    """One game, and every way to leave it."""
    console = table.console
    code = 0
    try:
        try:
            table.play()
        except (LeaveError, EOFError):
            say(console, "\nGoodbye.")
        except KeyboardInterrupt:
            say(console, "\nInterrupted.")
            table.offer_to_save(save)
        except AgentFailedError as error:
            say(console, f"\n{error}", style="red")
            code = 2
            table.offer_to_save(save)
        if save is not None:
            table.save(str(save))
    except KeyboardInterrupt:  # the second one
        console.print()
        code = 130
    thinking.leave(code)


class Table:
    """Who sits where, how far the game is, and what a person can do."""

    def __init__(
        self, console: Console, game: Game, seats: list[Seat], adviser: Adviser, seed: int | None
    ) -> None:
        self.console = console
        self.game = game
        self.seats = seats
        self.adviser = adviser
        self.seed = seed
        self.rng = stream(seed)  # what chance does
        self.position = game.start(seed=seed)
        self.given_up = ""  # how the game ended before its end
        self.persons = tuple(at for at, seat in enumerate(seats) if seat.agent is None)
        self.resigned: list[int] = []  # seats
        self.counted = False  # has the game ended once?
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.say(_HELP + _PIECES * (game.name == "blokus")),
            "moves": self.list_moves,
            "hint": lambda text: self.adviser.hint(self.console, self.position, text),
            "explain": lambda text: self.adviser.explain(self.console, self.position, text),
            "undo": lambda _: self.undo(),
            "rules": lambda _: self.say(self.game.card),
            "save": self.save,
            "resign": lambda _: self.resign(),
        }
        if game.name == "blokus":
            self.commands["piece"] = self.show_piece

    # -- the game -----------------------------------------------------------------------------

    def play(self) -> None:
        """From the first move to the last, and on if the last is taken back."""
        for seat in self.seats:
            self.sit(seat)
        self.introduce()
        self.show()
        while True:
            while not self.finished:
                seat = self.seats[self.position.player]
                before = self.position
                if seat.agent is None:
                    self.ask(seat)
                else:
                    self.let_play(seat, seat.agent)
                if self.given_up or self.position.parent is not before:
                    continue  # taken back, or given up: already said and shown
                if self.position.event not in (None, "none"):
                    self.say(f"Chance: {self.position.event}.")
                if self.position.is_over or not self.people or self.on_turn.agent is None:
                    self.show()
            self.end()
            if not self.asked_on():
                return

    def end(self) -> None:
        """The agents hear how the game ended, and may say something; what is taken back later is practice."""
        if self.counted:
            return
        self.counted = True
        for at, seat in enumerate(self.seats):
            if seat.agent is None:
                continue
            try:
                lines = seat.agent.end(Ending(self.position, at, self.persons, tuple(self.resigned)))
            except Exception as error:
                self.say(f"{seat} failed after the game: {failure(error)}", style="red")
                continue
            if lines:
                self.say(f"{seat}:")
            for line in lines:
                self.say(f"  {line}")

    @property
    def finished(self) -> bool:
        """Over by the rules, or given up."""
        return self.position.is_over or bool(self.given_up)

    @property
    def on_turn(self) -> Seat:
        """Who is to move."""
        return self.seats[self.position.player]

    @property
    def people(self) -> list[Seat]:
        """The seats of persons."""
        return [seat for seat in self.seats if seat.agent is None]

    def advance(self, move: int | str) -> None:
        """Play a move, and let chance do its part."""
        self.position = self.position.play(move, seed=int(draw(self.rng, 2**31)))

    def sit(self, seat: Seat) -> None:
        """Tell an agent that its game begins."""
        if seat.agent is not None:
            try:
                seat.agent.begin(self.game, stream(self.seed, _SEATS, self.seats.index(seat)))
            except Exception as error:
                raise AgentFailedError(f"{seat} failed: {failure(error)}") from error

    def let_play(self, seat: Seat, agent: Agent) -> None:
        """Let an agent think and move."""
        position = self.position
        try:
            with self.console.status(Text(f"{seat} is thinking … (Ctrl-C leaves)")):
                move = thinking.think(lambda: agent.choose(position))
        except Exception as error:
            raise AgentFailedError(f"{seat} failed: {failure(error)}") from error
        try:
            self.advance(move)
        except PapamuError as error:
            raise AgentFailedError(f"{seat} made an illegal move: {error}") from None
        self.say(f"{seat} plays {self.position.move}.")

    def introduce(self) -> None:
        """Who plays what, and who begins."""
        self.say(f"\n{self.game.title} ({self.game})", style="bold")
        first = self.position.player
        if any(seat.label for seat in self.seats):
            self.say(f"The lots are drawn: {self.seats[first].label} begins.")
        for place in range(len(self.seats)):
            seat = self.seats[(first + place) % len(self.seats)]
            name = f"{seat.label}, {seat.name}" if seat.label else seat.name
            colour = seat.colour if len(self.seats) > 1 else "alone"
            you = " (you)" if [seat] == self.people else ""
            self.say(
                f"  {colour}: {name}{you}{', moves first' if place == 0 and len(self.seats) > 1 else ''}"
            )
        if self.people:
            self.say("Type help for help.")

    def asked_on(self) -> bool:
        """After the end: a person may save the game or take moves back. Does it go on?"""
        if not (self.people or any(seat.resigned for seat in self.seats)):
            return False
        undo = "undo, " if self.people and not self.given_up else ""
        while True:
            answer = self.console.input(
                f"The game is over: {undo}save FILE, or Enter to leave: ", markup=False
            )
            word, _, rest = answer.strip().partition(" ")
            try:
                if word.lower() in ("", "q", "quit", "exit"):
                    return False
                if word.lower() == "undo" and undo:
                    self.undo()
                    return True
                if word.lower() != "save":
                    raise PapamuError(f"{word!r} is not possible any more")
                self.save(rest.strip())
            except PapamuError as error:
                self.say(str(error), style="red")

    # -- a person's turn ----------------------------------------------------------------------

    def ask(self, seat: Seat) -> None:
        """Ask until something has been played, taken back or given up."""
        position = self.position
        moves = position.legal_moves
        if len(moves) <= _LISTED:
            self.list_moves("")
        else:
            self.say(f"{len(moves)} legal moves: `moves` lists them, `moves TEXT` those with a text in them.")
        whose = "Your move" if len(self.people) == 1 else f"{seat.colour}, your move"
        while self.position is position and not self.finished and seat.agent is None:
            answer = self.console.input(f"{whose} (1 to {len(moves)}): ", markup=False).strip()
            try:
                self.answer(answer)
            except PapamuError as error:
                self.say(str(error), style="red")

    def answer(self, text: str) -> None:
        """Do what a person typed."""
        moves = self.position.legal_moves
        word, _, rest = text.partition(" ")
        word = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}.get(word.lower(), word.lower())
        if not text:
            return
        if word == "quit":
            raise LeaveError
        if word in self.commands:
            self.commands[word](rest.strip())
        elif is_number(text) and moves.named(text) is None:
            if not 1 <= int(text) <= len(moves):
                raise PapamuError(f"there is no move {text}: they are numbered from 1 to {len(moves)}")
            self.advance(moves[int(text) - 1])
        elif word.isalpha() and self.game.read_move(text) is None and nearest(word, self.commands):
            raise PapamuError(f"there is no command {word!r}{nearest(word, self.commands)}: type help")
        else:
            self.advance(text)

    def list_moves(self, part: str) -> None:
        """The legal moves with their numbers."""
        numbered = [f"{number}. {move}" for number, move in enumerate(self.position.legal_moves, start=1)]
        shown = [line for line in numbered if part.lower() in line.partition(" ")[2].lower()]
        if not shown:
            raise PapamuError(f"no legal move has {part!r} in it")
        self.console.print(Columns([Text(line) for line in shown], padding=(0, 3)))

    def show_piece(self, text: str) -> None:
        """Blokus step by step: the pieces, how one can lie, where it can go then."""
        from papamu.cli.placing import steps

        for line in steps(self.game, self.position, text):
            self.say(line)

    def undo(self) -> None:
        """Back to where a person last moved."""
        earlier = self.position.parent
        while earlier is not None and self.seats[earlier.player].agent is not None:
            earlier = earlier.parent
        if earlier is None:
            raise PapamuError("there is no move of yours to take back")
        self.position = earlier
        self.show()

    def resign(self) -> None:
        """With two players the other wins; with more a random player takes over."""
        seat = self.on_turn
        whose = "You resign" if len(self.people) == 1 else f"{seat.colour} resigns"
        self.resigned.append(self.seats.index(seat))
        if len(self.seats) > 2:
            seat.agent, seat.resigned = read_agent("random", self.game), True
            self.sit(seat)
            self.say(f"{whose}: a random player goes on for {seat.colour}.")
            return
        others = [other.colour for other in self.seats if other is not seat]
        self.given_up = f"{whose}: {others[0]} wins." if others else f"{whose}."
        self.say(f"\n{self.given_up}\n")

    # -- showing and saving -------------------------------------------------------------------

    def say(self, text: str, style: str | None = None) -> None:
        """A line for people."""
        say(self.console, text, style)

    def show(self) -> None:
        """The board and whose turn it is."""
        colour = self.console.is_terminal
        self.console.print()
        for line in board_lines(self.position, colour=colour):
            say(self.console, line, markup=colour)
        self.console.print()

    def save(self, name: str) -> None:
        """Write the game record."""
        if not name:
            raise PapamuError("save needs a file name: save game.json")
        try:
            path = Path(name).expanduser()
        except RuntimeError as error:  # no such user
            raise PapamuError(f"cannot write {name!r}: {error}") from None
        Record.of(self.position, [seat.in_record for seat in self.seats], self.seed).save(path)
        self.say(f"Saved to {name}.")

    def offer_to_save(self, known: Path | None) -> None:
        """Ask for a file name, if there is something to save and no name yet."""
        while known is None and self.position.parent is not None:
            try:
                name = self.console.input(
                    "Save the game? A file name, or Enter for no: ", markup=False
                ).strip()
                if name:
                    self.save(name)
                break
            except EOFError:
                break
            except PapamuError as error:
                self.say(str(error), style="red")
        self.say("Goodbye.")
