"""What a game has without saying anything: card, sizes, picture, clicks; and that what is said agrees with it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

import papamu
from papamu.games.blokus.game import BlokusGame
from papamu.games.checkers.game import CheckersGame
from papamu.games.clobber.game import ClobberGame
from papamu.games.drawing import board_svg
from papamu.games.game import Game
from papamu.games.konane.game import KonaneGame
from papamu.games.position import Position
from papamu.games.presentation import Presentation, RuleCard
from papamu.games.reversi.game import ReversiGame
from papamu.web.tables.position_view import view

SPECS = ["clobber:4x5", "checkers:6x6", "reversi:4x4", "konane:5x6", "konane:4x4,opening=any"]
KINDS: tuple[type[Game], ...] = (ClobberGame, CheckersGame, ReversiGame, KonaneGame, BlokusGame)


def silent(kind: type[Game], **more: object) -> type[Game]:
    """The same game without what it says of its clicks."""
    plain = {
        name: getattr(Presentation, name) for name in ("move_cells", "click_path", "advice", "event_path")
    }
    return type(f"Silent{kind.__name__}", (kind,), {**plain, **more})


def walk(game: Game, seed: int) -> list[Position]:
    chooser = np.random.default_rng(seed)
    found = [game.start(seed=seed)]
    while not found[-1].is_over and len(found) < 40:
        moves = [int(move) for move in found[-1].legal_moves]
        found.append(found[-1].play(int(chooser.choice(moves))))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_clicks_follow_from_the_notation_or_from_what_a_move_changes(spec: str) -> None:
    game = papamu.load(spec)
    kind = silent(type(game))
    mute = silent(type(game), move_text=lambda self, move: f"number {move}!")
    by_notation, by_changes = (one(game.rows, game.cols, game.options) for one in (kind, mute))
    assert game.says_cells and not by_notation.says_cells
    for position in walk(game, 1):
        for move in map(int, position.legal_moves):
            said = game.click_path(position.state, move)
            ends = said[:1] + said[1:][-1:]  # landings between are the game's own to say
            assert by_notation.click_path(position.state, move) == ends, game.move_text(move)
            assert by_changes.click_path(position.state, move) == ends, game.move_text(move)


def test_notations_of_all_kinds_name_cells() -> None:
    game = papamu.load("clobber:8x8")
    a1, b2, c3 = (game.find_cell(name) for name in ("a1", "b2", "c3"))
    for text in ("a1b2", "a1-b2", "a1xb2", "A1 B2", "Na1b2", "a1→b2", "a1:b2!", "(a1, b2)"):
        assert game.cells_in(text) == [a1, b2], text
    assert game.cells_in("a1xb2xc3") == [a1, b2, c3]
    for text in ("pass", "take2", "12", "a9", "resign a1", ""):
        assert game.cells_in(text) == [], text


def test_moves_that_are_clicked_alike_get_buttons() -> None:
    class Promotes(ReversiGame):
        def click_path(self, state: object, move: int) -> list[int]:
            return [3]

    told = view(Promotes(4, 4, {}).start())
    assert [one["path"] for one in told["legal"]] == [[3], [], [], []]


@pytest.mark.parametrize("spec", [*SPECS, "blokus:6x6", "blokus:duo"])
def test_cells_tell_moves_apart(spec: str) -> None:
    game = papamu.load(spec)
    cells = [game.move_cells(move) for move in range(game.facts.actions)]
    said = [one for one in cells if one is not None]
    assert len(set(said)) == len(said)
    for position in walk(game, 2)[:8]:
        for move in position.legal_moves:
            assert cells[int(move)] is not None
    layout = game.move_layout()
    assert len(set(layout.places.tolist())) == game.facts.actions
    assert layout.places.max() < layout.per_cell * game.rules.cells + layout.beside


def test_a_card_from_the_long_rules() -> None:
    class Plain(ClobberGame):
        rule_card: ClassVar[RuleCard | None] = None
        card = "Take stones.\n\nWho takes the last one wins. There is no more.\n\nNotation: take2."

    found = Plain.short_rules()
    assert found.pitch == "Take stones."
    assert found.how == ("Take stones.", "Who takes the last one wins.", "There is no more.")
    assert not found.tip and not found.minutes


def test_sizes_around_the_usual_one() -> None:
    class Plain(ReversiGame):
        suggested_sizes = ()
        default_size = (4, 4)

    assert Plain.sizes_offered() == {"4x4": "4×4", "6x6": "6×6"}  # there is no 2x2
    assert BlokusGame.sizes_offered()["duo"] == "Duo 14×14, two players"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_offered_is_there(kind: type[Game]) -> None:
    for size in kind.sizes_offered():
        papamu.load(f"{kind.name}:{size}")
    assert papamu.load(kind.ladder_spec()).name == kind.name
    position = papamu.load(kind.name).shelf_position()
    assert not position.is_over and position.parent is not None
    assert board_svg(position, 720).startswith("<svg")


def test_advice_says_what_to_click() -> None:
    def advice(spec: str, *moves: str) -> str:
        position = papamu.load(spec).start()
        for move in moves:
            position = position.play(move)
        return str(view(position)["advice"])

    assert advice("reversi:4x4") == "Put a disc on one of the dots."
    assert advice("konane:4x4") == "Take away one of the marked stones."
    assert advice("konane:4x4", "b3", "b2") == "Pick one of the marked pieces."
    assert advice("clobber:4x4") == "Pick one of the marked pieces."
    checkers = papamu.load("checkers:6x6")
    assert view(checkers.start())["advice"] == "Pick one of the marked pieces."
    jump = next(at for at in walk(checkers, 3) if any("x" in str(move) for move in at.legal_moves))
    assert view(jump)["advice"] == "You must jump."
