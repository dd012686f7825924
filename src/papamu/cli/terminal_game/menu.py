"""The questions before a game, as in the checkers report: which game, how large, who plays, who begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.console import Console

from papamu.agents.agent import Agent
from papamu.agents.opponents import OPPONENT, plays, presets
from papamu.cli.terminal_game.seats import Seat, colour_of, read_player
from papamu.core.errors import PapamuError
from papamu.games import registry
from papamu.games.game import Game
from papamu.kernel.random import draw, stream

T = TypeVar("T")

_LOTS_KEY = 77  # of the random stream that draws the lots


class LeaveError(Exception):
    """The player wants to leave."""


def ask(console: Console, prompt: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read; Enter is the default."""
    while True:
        answer = console.input(prompt, markup=False).strip() or default
        if answer.lower() in ("quit", "exit", "q"):
            raise LeaveError
        try:
            return read(answer)
        except PapamuError as error:
            console.print(str(error), style="red", markup=False, soft_wrap=True)


def is_number(text: str) -> bool:
    """Only digits, and not too many of them."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def choose_game(console: Console) -> Game:
    """Which game, and on which board."""
    names = registry.names()
    console.print("Which game?\n")
    for number, name in enumerate(names, start=1):
        console.print(f"  {number}. {registry.find(name).title}", markup=False)

    def read(answer: str) -> tuple[Game, bool]:
        if is_number(answer):
            if not 1 <= int(answer) <= len(names):
                raise PapamuError(f"there is no game {answer}: choose 1 to {len(names)}")
            answer = names[int(answer) - 1]
        return registry.load(answer), ":" in answer

    game, sized = ask(console, "\nA number, or a game like clobber:6x6 (Enter for 1): ", "1", read)
    if sized:
        return game
    console.print(f"\n{game.title} boards: {game.sizes}.", markup=False)
    prompt = f"Board size, like 6 or 6x6 (Enter for {game.size_text}): "
    return ask(console, prompt, game.size_text, lambda answer: registry.load(f"{game.name}:{answer}"))


def choose_players(console: Console, game: Game, seed: int | None) -> list[Seat]:
    """Who plays; with two or more, the seats are drawn at random."""
    ready = [preset for preset in presets(game) if plays(preset[1], game)]
    count = game.num_players
    labels = [f"player {letter}" for letter in "ABCDEFGH"[:count]] if count > 1 else ["the player"]
    console.print(f"\nWho plays {game}?\n", markup=False)
    for number, (title, _) in enumerate(ready, start=1):
        console.print(f"  {number}. {title}", markup=False)
    console.print("\nType a number, or any agent like minimax:depth=3 (`papamu agents` lists them).")
    opponent = 1 + [text for _, text in ready].index(OPPONENT)

    def read(answer: str) -> Agent | None:
        if is_number(answer):
            if not 1 <= int(answer) <= len(ready):
                raise PapamuError(f"there is no number {answer} in the list: choose 1 to {len(ready)}")
            answer = ready[int(answer) - 1][1]
        return read_player(answer, game)

    chosen = []
    for number, label in enumerate(labels):
        default = str(opponent if number else 1)
        prompt = f"{label[0].upper()}{label[1:]} (Enter for {default}): "
        chosen.append((label, ask(console, prompt, default, read)))
    rng = stream(seed, _LOTS_KEY)
    for k in range(count - 1, 0, -1):
        other = int(draw(rng, k + 1))
        chosen[k], chosen[other] = chosen[other], chosen[k]
    return [
        Seat(colour_of(game, k), agent, label if count > 1 else "") for k, (label, agent) in enumerate(chosen)
    ]
