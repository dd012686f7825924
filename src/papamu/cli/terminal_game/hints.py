"""`hint` and `explain` in a game: an adviser evaluates the position.

The adviser is never the opponent itself but a copy of it with a search and random numbers of its own, so a
game goes the same way whether or not a player asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from papamu.agents.agent import Agent
from papamu.agents.explanation_text import rank_moves
from papamu.agents.opponents import ADVISER, at_its_best, read_agent
from papamu.cli.output.explanation_table import more_text, score_table
from papamu.cli.output.line import print_line
from papamu.cli.terminal_game.agent_call import call_agent, explain
from papamu.cli.terminal_game.seats import Seat
from papamu.core.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.random import draw, stream

_ROWS = 5  # of the table
_KEY = 50  # of the advisers' random streams


class Adviser:
    """Whom a player asks: the agent chosen for it, a copy of an opponent with opinions, or Monte Carlo."""

    def __init__(self, game: Game, seats: Sequence[Seat], chosen: Agent | None, seed: int | None) -> None:
        agents = [at_its_best(seat.agent) for seat in seats if seat.agent is not None]
        opponents = [agent for agent in agents if agent.has_opinion]
        self.game = game
        # One seed for all advice, so that `hint` and `explain` speak of the same thoughts.
        self.seed = int(draw(stream(None), 2**31)) if seed is None else seed
        self.agent = chosen or (opponents[0].clone() if opponents else read_agent(ADVISER, game))

    def hint(self, console: Console, position: Position, text: str) -> None:
        """What it would play, which need not be the highest value; `text` names another to ask."""
        agent = self._adviser(position, text)
        with console.status(Text(f"{agent} is thinking …")):
            move = call_agent(agent, lambda: agent.choose(position))
        if move not in position.legal_moves:
            raise AgentError(f"{agent} failed: it would play an illegal move")
        number = 1 + [int(legal) for legal in position.legal_moves].index(int(move))
        print_line(console, f"{agent} would play {number}. {position.legal_moves[number - 1]}")

    def explain(self, console: Console, position: Position, text: str) -> None:
        """The best few moves in a table."""
        agent = self._adviser(position, text)
        with console.status(Text(f"{agent} is thinking …")):
            explanation = explain(agent, position)
        rows = rank_moves(position, explanation)
        numbers = {int(move): number for number, move in enumerate(position.legal_moves, start=1)}
        print_line(console, f"{agent}: {explanation.meaning}")
        table = score_table(rows, _ROWS, numbers)
        console.print(Padding(table, (0, 0, 0, 2), expand=False))
        if len(rows) > _ROWS:
            print_line(console, f"  {more_text(rows, _ROWS)}")

    def _adviser(self, position: Position, text: str) -> Agent:
        agent = read_agent(text, self.game, from_start=False) if text else self.agent
        agent.begin(self.game, stream(self.seed, _KEY, len(position.line)))
        return agent
