"""A short, plain rule card for each game: what a newcomer reads beside the board.

The whole rules, with notation and options, are the games' own cards (`Game.card`).
"""

from __future__ import annotations

from typing import TypedDict


class Card(TypedDict):
    """What the page shows of a game."""

    title: str
    pitch: str  # one line for the shelf
    goal: str
    how: list[str]
    tip: str
    minutes: int  # how long a game takes


_CARDS: dict[str, Card] = {
    "clobber": {
        "title": "Clobber",
        "pitch": "Step onto an enemy stone. Who makes the last move wins.",
        "goal": "Make the last move.",
        "how": [
            "Take one of your stones and put it on an enemy stone right beside it: up, down, left or right.",
            "The enemy stone is gone, yours stands in its place.",
            "There are no other moves. If you cannot move, you have lost.",
        ],
        "tip": "A stone without an enemy beside it is out of the game: leave the other side only those.",
        "minutes": 3,
    },
    "checkers": {
        "title": "Checkers",
        "pitch": "Diagonal steps, jumps that must be made, and kings.",
        "goal": "Have more pieces left when one side cannot move.",
        "how": [
            "Men step one square diagonally forward.",
            "Jump over an enemy piece beside you onto the empty square behind it, and it is taken.",
            "If you can jump, you must, and the same piece goes on jumping while it can.",
            "A man that reaches the far row becomes a king and moves backwards too.",
        ],
        "tip": "Keep your back row at home: it keeps the other side from getting kings.",
        "minutes": 10,
    },
    "reversi": {
        "title": "Reversi",
        "pitch": "Enclose a line of discs and all of them turn to your colour.",
        "goal": "Have more discs of your colour at the end.",
        "how": [
            "Put a disc so that enemy discs lie in a straight line between it and another disc of yours.",
            "All discs enclosed like that turn over, in all eight directions.",
            "If you cannot enclose any, you pass. The game ends when neither side can move.",
        ],
        "tip": "A disc in a corner can never be turned. Few discs early on is often good.",
        "minutes": 10,
    },
    "blokus": {
        "title": "Blokus",
        "pitch": "Lay your pieces corner to corner, and leave no room for the others.",
        "goal": "Lay as many squares as you can.",
        "how": [
            "Your first piece covers your start cell.",
            "Every later piece touches one of yours at a corner, and none of yours along an edge.",
            "Turn and flip pieces as you like. Other colours may be touched in any way.",
            "Who cannot lay a piece is skipped; when nobody can, the game is over.",
        ],
        "tip": "Lay large pieces first, and head for the middle.",
        "minutes": 20,
    },
    "konane": {
        "title": "Konane",
        "pitch": "The jumping game of Hawaii: every move is a jump in a straight line.",
        "goal": "Make the last move.",
        "how": [
            "Black takes away a black stone, at a corner or in the centre; White one beside the gap.",
            "From then on, jump over an enemy stone into the empty place behind it, and it is taken.",
            "You may go on jumping in the same straight line, and stop after any jump.",
            "If you cannot jump, you have lost.",
        ],
        "tip": "Count the jumps that only you can make, and keep them for later.",
        "minutes": 8,
    },
}


def card(name: str) -> Card | None:
    """The card of a game's name; a game of one's own has none."""
    return _CARDS.get(name)
