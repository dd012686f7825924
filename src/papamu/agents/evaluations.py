"""Which evaluations each game has, by name; the first is what an agent uses if none is named."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from papamu.errors import SpecError, listing, nearest
from papamu.games.game import Game
from papamu.games.rules import mobility
from papamu.search.evaluation import Evaluation, Material, Mobility
from papamu.search.evaluations_konane import LETTERS, konane_function

Make = Callable[[], Evaluation]


def available(game: Game) -> dict[str, Make]:
    """The evaluations of a game."""

    def material() -> Evaluation:
        return Material(np.zeros(game.num_players))

    moves: dict[str, Make] = {}
    if type(game.rules) in mobility.implementations:
        moves["mobility"] = Mobility
    if game.name == "clobber":
        return {**moves, "material": material}
    if game.name == "konane":
        letters = ["q", *LETTERS.replace("q", "")]  # q is the thesis's best
        return {letter: lambda letter=letter: konane_function(letter) for letter in letters}  # type: ignore[misc]
    if game.name == "checkers":
        from papamu.search.evaluations_others import CheckersMaterial

        return {"material": CheckersMaterial, **moves}
    if game.name == "reversi":
        from papamu.search.evaluations_others import square_weights

        return {"weights": lambda: square_weights(game.rows), "discs": material, **moves}
    if game.name == "blokus":
        from papamu.search.evaluations_others import BlokusCorners

        return {
            "corners": lambda: BlokusCorners(np.zeros(game.num_players)),
            "squares": material,
            **moves,
        }
    return {"material": material, **moves}


def chosen(game: Game, name: str) -> str:
    """The evaluation's name, the game's own first one if it is not given."""
    names = list(available(game))
    if name and name not in names:
        raise SpecError(
            f"{game.name} has no evaluation {name!r}{nearest(name, names)}: it has {listing(names)}"
        )
    return name or names[0]


def make(game: Game, name: str) -> Evaluation:
    """The evaluation of this name (or the game's first)."""
    return available(game)[chosen(game, name)]()


def judges_ends(game: Game, name: str) -> bool:
    """Does it judge finished games itself? Konane's functions do, as in the thesis."""
    return game.name == "konane" and chosen(game, name) in LETTERS
