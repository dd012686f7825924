"""A game in the terminal: the board, the turns of people and agents, and every way to leave."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from papamu.agents import person_store
from papamu.agents.agent import Agent, Ending
from papamu.agents.opponents import failure, read_agent
from papamu.cli.output.line import print_line
from papamu.cli.terminal_game import menu
from papamu.cli.terminal_game.commands import Commands
from papamu.cli.terminal_game.hints import Adviser
from papamu.cli.terminal_game.interrupt import interruptible
from papamu.cli.terminal_game.menu import LeaveError
from papamu.cli.terminal_game.seats import Seat, seats_of
from papamu.core.errors import AgentError, PapamuError
from papamu.games import registry
from papamu.games.drawing import board_lines
from papamu.games.game import Game
from papamu.games.record import Record
from papamu.kernel.random import draw, stream

_MOST_LISTED = 40  # more moves than that are listed only when asked for
_AGENTS_KEY = 1  # of the agents' random streams


class AgentFailedError(AgentError):
    """An agent broke down in the middle of a game."""


def prepare(
    spec: str | None,
    vs: Sequence[str],
    seat: int | None,
    watch: bool,
    hint: str | None,
    seed: int | None,
    player: str,
) -> TerminalGame | None:
    """The game of these options; the menu asks for what is not given. None if the player leaves it."""
    console = Console(highlight=False)
    player = person_store.check_name(player)
    try:
        game = registry.load(spec) if spec else menu.choose_game(console)
        asks = spec is None and not (vs or seat or watch)
        seats = menu.choose_players(console, game, seed) if asks else seats_of(game, vs, seat, watch)
        adviser = Adviser(game, seats, read_agent(hint, game) if hint else None, seed)
        agents = [one.agent for one in seats if one.agent is not None]
        for agent in agents if len(agents) < len(seats) else []:
            agent.meet(player)
    except (LeaveError, EOFError, KeyboardInterrupt):
        print_line(console, "\nGoodbye.")
        return None
    return TerminalGame(console, game, seats, adviser, seed)


def play_session(game: TerminalGame, save: Path | None) -> int:
    """Play one game, whichever way it is left; the program's exit code."""
    code = 0
    try:
        try:
            game.play()
        except (LeaveError, EOFError):
            game.print("\nGoodbye.")
        except KeyboardInterrupt:
            game.print("\nInterrupted.")
            game.offer_to_save(save)
        except AgentFailedError as error:
            game.print(f"\n{error}", style="red")
            code = 2
            game.offer_to_save(save)
        if save is not None:
            game.save(str(save))
    except KeyboardInterrupt:  # the second one
        game.console.print()
        code = 130
    return code


class TerminalGame:
    """Who sits where, how far the game is, and what happens next."""

    def __init__(
        self, console: Console, game: Game, seats: list[Seat], adviser: Adviser, seed: int | None
    ) -> None:
        self.console = console
        self.game = game
        self.seats = seats
        self.adviser = adviser
        self.seed = seed
        self.rng = stream(seed)  # of the game's chance events
        self.position = game.start(seed=seed)
        self.resignation = ""  # how the game ended before its end
        self.human_seats = tuple(at for at, seat in enumerate(seats) if seat.agent is None)
        self.resigned_seats: list[int] = []
        self.end_reported = False  # has the game ended once?
        self.commands = Commands(self)

    # -- the game -----------------------------------------------------------------------------

    def play(self) -> None:
        """From the first move to the last, and on if the last is taken back."""
        for seat in self.seats:
            self.begin(seat)
        self.introduce()
        self.show_board()
        while True:
            while not self.finished:
                self.take_turn()
            self.report_end()
            if not self.ask_after_end():
                return

    def take_turn(self) -> None:
        """One turn of whoever is to move, and the board where somebody wants to see it."""
        seat = self.on_turn
        before = self.position
        if seat.agent is None:
            self.ask_human(seat)
        else:
            self.play_agent_move(seat, seat.agent)
        if self.resignation or self.position.parent is not before:
            return  # taken back, or given up: already printed
        if self.position.event not in (None, "none"):
            self.print(f"Chance: {self.position.event}.")
        if self.position.is_over or not self.humans or self.on_turn.agent is None:
            self.show_board()

    @property
    def finished(self) -> bool:
        """Over by the rules, or given up."""
        return self.position.is_over or bool(self.resignation)

    @property
    def on_turn(self) -> Seat:
        """The seat that is to move."""
        return self.seats[self.position.player]

    @property
    def humans(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat in self.seats if seat.agent is None]

    def advance(self, move: int | str) -> None:
        """Play a move, and let chance do its part."""
        self.position = self.position.play(move, seed=int(draw(self.rng, 2**31)))

    def undo(self) -> None:
        """Back to where a human last moved."""
        earlier = self.position.parent
        while earlier is not None and self.seats[earlier.player].agent is not None:
            earlier = earlier.parent
        if earlier is None:
            raise PapamuError("there is no move of yours to take back")
        self.position = earlier
        self.show_board()

    def resign(self) -> None:
        """With two players the other wins; with more a random player takes over."""
        seat = self.on_turn
        whose = "You resign" if len(self.humans) == 1 else f"{seat.colour} resigns"
        self.resigned_seats.append(self.seats.index(seat))
        if len(self.seats) > 2:
            seat.agent, seat.resigned = read_agent("random", self.game), True
            self.begin(seat)
            self.print(f"{whose}: a random player takes over for {seat.colour}.")
            return
        others = [other.colour for other in self.seats if other is not seat]
        self.resignation = f"{whose}: {others[0]} wins." if others else f"{whose}."
        self.print(f"\n{self.resignation}\n")

    # -- agents -------------------------------------------------------------------------------

    def begin(self, seat: Seat) -> None:
        """Notify an agent that its game begins."""
        if seat.agent is not None:
            try:
                seat.agent.begin(self.game, stream(self.seed, _AGENTS_KEY, self.seats.index(seat)))
            except Exception as error:
                raise AgentFailedError(f"{seat} failed: {failure(error)}") from error

    def play_agent_move(self, seat: Seat, agent: Agent) -> None:
        """Let an agent think and move."""
        position = self.position
        try:
            with self.console.status(Text(f"{seat} is thinking … (Ctrl-C leaves)")):
                move = interruptible(lambda: agent.choose(position))
        except Exception as error:
            raise AgentFailedError(f"{seat} failed: {failure(error)}") from error
        try:
            self.advance(move)
        except PapamuError as error:
            raise AgentFailedError(f"{seat} made an illegal move: {error}") from None
        self.print(f"{seat} plays {self.position.move}.")

    def report_end(self) -> None:
        """Notify the agents how the game ended, and print their comments.

        Only the first time: what is played after taking moves back is practice.
        """
        if self.end_reported:
            return
        self.end_reported = True
        for at, seat in enumerate(self.seats):
            if seat.agent is None:
                continue
            try:
                ending = Ending(self.position, at, self.human_seats, tuple(self.resigned_seats))
                comments = seat.agent.end(ending)
            except Exception as error:
                self.print(f"{seat} failed after the game: {failure(error)}", style="red")
                continue
            if comments:
                self.print(f"{seat}:")
            for line in comments:
                self.print(f"  {line}")

    # -- people -------------------------------------------------------------------------------

    def introduce(self) -> None:
        """Who plays what, and who begins."""
        self.print(f"\n{self.game.title} ({self.game})", style="bold")
        first = self.position.player
        if any(seat.label for seat in self.seats):
            self.print(f"Drawn at random: {self.seats[first].label} begins.")
        for place in range(len(self.seats)):
            seat = self.seats[(first + place) % len(self.seats)]
            name = f"{seat.label}, {seat.name}" if seat.label else seat.name
            colour = seat.colour if len(self.seats) > 1 else "alone"
            you = " (you)" if [seat] == self.humans else ""
            begins = ", moves first" if place == 0 and len(self.seats) > 1 else ""
            self.print(f"  {colour}: {name}{you}{begins}")
        if self.humans:
            self.print("Type help for help.")

    def ask_human(self, seat: Seat) -> None:
        """Ask until something has been played, taken back or given up."""
        position = self.position
        count = len(position.legal_moves)
        if count <= _MOST_LISTED:
            self.commands.list_moves("")
        else:
            self.print(f"{count} legal moves: `moves` lists them, `moves TEXT` those that contain TEXT.")
        whose = "Your move" if len(self.humans) == 1 else f"{seat.colour}, your move"
        while self.position is position and not self.finished and seat.agent is None:
            answer = self.console.input(f"{whose} (1 to {count}): ", markup=False).strip()
            try:
                self.commands.execute(answer)
            except PapamuError as error:
                self.print(str(error), style="red")

    def ask_after_end(self) -> bool:
        """A player may save the game or take moves back. Does the game continue?"""
        if not (self.humans or any(seat.resigned for seat in self.seats)):
            return False
        undo = "undo, " if self.humans and not self.resignation else ""
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
                self.print(str(error), style="red")

    # -- printing and saving ------------------------------------------------------------------

    def print(self, text: str, style: str | None = None) -> None:
        """A line for people."""
        print_line(self.console, text, style)

    def show_board(self) -> None:
        """The board and whose turn it is."""
        colour = self.console.is_terminal
        self.console.print()
        for line in board_lines(self.position, colour=colour):
            print_line(self.console, line, markup=colour)
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
        self.print(f"Saved to {name}.")

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
                self.print(str(error), style="red")
        self.print("Goodbye.")
