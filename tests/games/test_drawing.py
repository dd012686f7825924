"""Pictures and text boards: well-formed, complete, marked, and safe with any vertex name."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.text import Text

import papamu
from papamu.games.drawing import STYLES, board_lines, board_svg, status
from papamu.kernel.grid import cell_name

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("a<b", 'say "hi" & go', "[bold]x", "it's", "back\\", "bell\a")
COLOURS = ("Blue", "Yellow", "Red", "Green")


def fake(rows: Sequence[Sequence[int]], before: Sequence[Sequence[int]] | None = None, **facts: Any) -> Any:
    """A position of a game that need not exist: `facts` are attributes of the game or the position."""
    board = np.array(rows, dtype=np.int8)
    height, width = board.shape
    about = {"is_over": False, "state": 0, "scores": (), "returns": (), "move": None}
    for name in about.keys() & facts.keys():
        about[name] = facts.pop(name)
    game = {
        "name": "fake",
        "title": "Fake",
        "size_text": f"{height}x{width}",
        "rows": height,
        "cols": width,
        "style": "stones",
        "alphabet": ".xo",
        "player_names": ("Black", "White"),
        "rows_from_top": False,
        "num_players": 2,
        "options": {},
        "turn": lambda state: state,
        "cell_label": lambda cell: cell_name(height, width, cell, facts.get("rows_from_top", False)),
    }
    parent = None if before is None else SimpleNamespace(board=np.array(before, dtype=np.int8))
    return SimpleNamespace(game=SimpleNamespace(**game | facts), board=board, parent=parent, **about)


def graph(names: Sequence[str], colours: Sequence[int], **facts: Any) -> Any:
    angle = 2 * np.pi * np.arange(len(names)) / len(names)
    facts["layout"] = 0.5 + 0.5 * np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    facts["edges"] = [(k, (k + 1) % len(names)) for k in range(len(names))]
    return fake([colours], cell_label=lambda cell: names[cell], **facts)


def parsed(position: Any) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(position))


def shapes(picture: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The elements inside the groups of a class."""
    return [shape for group in picture.iter(f"{SVG}g") if group.get("class") == kind for shape in group]


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def spots(picture: ElementTree.Element, kind: str) -> set[tuple[float, float]]:
    """Columns and rows of the circles in the groups of a class."""
    found = [(shape.get("cx", ""), shape.get("cy", "")) for shape in shapes(picture, kind)]
    return {(float(x) // 100, float(y) // 100) for x, y in found}


@pytest.mark.parametrize("style", ["stones", "discs", "checkers", "squares"])
def test_every_style_draws_one_piece_per_piece_and_nothing_from_outside(style: str) -> None:
    codes = [[1, 0, 2], [0, 1, 0]]
    svg = board_svg(fake(codes, style=style))
    picture = ElementTree.fromstring(svg)
    assert len(shapes(picture, "pieces")) == 3
    assert sorted(texts(picture)) == sorted("aabbcc1122")
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == picture.findtext(f"{SVG}title") == "Fake 2x3: Black to move"
    assert svg.count("http") == 1  # the namespace
    assert not {"script", "style", "image"} & {element.tag.removeprefix(SVG) for element in picture.iter()}
    defined = {element.get("id") for element in picture.iter() if element.get("id")}
    used = {part.split(")")[0] for part in svg.split("url(#")[1:]}
    assert used <= defined


def test_an_unknown_style_and_a_look_of_its_own() -> None:
    assert "papamu-wood" in board_svg(fake([[1, 2]], style="hexagons"))
    assert "papamu-slate" in board_svg(fake([[1, 2]], style="slate"))
    assert {look.name for look in STYLES.values()} == {"wood", "slate", "green", "chequered", "paper"}


def test_size_is_the_longer_side_and_the_picture_scales() -> None:
    picture = ElementTree.fromstring(board_svg(fake([[1, 2, 0]]), size=416))
    assert (picture.get("viewBox"), picture.get("width"), picture.get("height")) == (
        "-58 -58 416 216",
        "416",
        "216",
    )


def test_rows_count_from_the_game_s_side() -> None:
    def rows(**facts: Any) -> list[str]:
        found = [
            t for t in parsed(fake([[1], [0], [2]], **facts)).iter(f"{SVG}text") if (t.text or "").isdigit()
        ]
        return [t.text or "" for t in sorted(found, key=lambda t: float(t.get("y", "")))][::2]

    assert rows() == ["3", "2", "1"]
    assert rows(rows_from_top=True) == ["1", "2", "3"]


def test_clobber_marks_where_the_stone_went_and_whence() -> None:
    start = papamu.load("clobber:2x3").start()
    assert "last" not in board_svg(start)
    picture = parsed(start.play("b1a1"))  # to the lower left
    assert spots(picture, "last-move") == {(0, 1)}
    assert spots(picture, "last-change") == {(1, 1)}
    assert len(shapes(picture, "pieces")) == 5
    assert spots(picture, "pits") == {(1, 1)}


def test_reversi_marks_the_new_disc_apart_from_the_turned_ones() -> None:
    picture = parsed(fake([[1, 1, 1], [0, 0, 0]], [[1, 2, 0], [0, 0, 0]], style="discs"))
    assert spots(picture, "last-move") == {(2, 0)}
    assert spots(picture, "last-change") == {(1, 0)}


def test_a_pass_and_a_mere_removal_mark_what_there_is() -> None:
    assert "last" not in board_svg(fake([[1, 2]], [[1, 2]]))
    picture = parsed(fake([[0, 2]], [[1, 2]]))
    assert (spots(picture, "last-move"), spots(picture, "last-change")) == (set(), {(0, 0)})


def test_checkers_crowns_kings_and_numbers_squares() -> None:
    position = fake(
        [[2, -1], [-1, 3]], style="checkers", alphabet=".1234", cell_label=lambda cell: str(2 - cell // 2)
    )
    picture = parsed(position)
    crowns = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "crowns"]
    assert [path.get("d", "").count("M") for path in crowns] == [1]
    assert texts(picture) == ["2", "1"]
    assert board_lines(position) == ["2-2 2", "1-1   3", "Black to move"]


def test_blokus_outlines_each_piece_once() -> None:
    picture = parsed(fake([[1, 1, 0], [0, 0, 1]], style="squares"))
    outlines = [path.get("d", "") for path in picture.iter(f"{SVG}path") if path.get("class") == "outlines"]
    assert [path.count("M") for path in outlines] == [6 + 4]  # around a domino and a single square
    assert "M100 0v100" not in outlines[0]  # nothing between the two squares of the domino


@pytest.mark.parametrize("names", [NAMES, ("a", "<", "&", '"', "v10", "]]>")])
def test_a_graph_has_its_edges_and_its_names_whatever_they_are(names: Sequence[str]) -> None:
    picture = parsed(graph(names, [1, 2, 0, 1, 2, 0]))
    assert texts(picture) == [name.replace("\a", "\N{REPLACEMENT CHARACTER}") for name in names]
    assert len(shapes(picture, "pieces")) == 4 and len(shapes(picture, "pits")) == 2
    edges = [path.get("d", "") for path in picture.iter(f"{SVG}path") if path.get("class") == "edges"]
    assert [path.count("L") for path in edges] == [6]


def test_a_graph_s_stones_lie_apart_and_inside() -> None:
    picture = parsed(graph([str(k) for k in range(40)], [1] * 40))
    stones = np.array([[float(s.get("cx", "")), float(s.get("cy", ""))] for s in shapes(picture, "pieces")])
    gaps = np.linalg.norm(stones[:, None] - stones[None], axis=2) + 1e9 * np.eye(40)
    left, top, width, height = map(float, picture.get("viewBox", "").split())
    assert gaps.min() > 2 * 38
    assert (stones > [left, top]).all() and (stones < [left + width, top + height]).all()


def test_text_of_a_clobber_board() -> None:
    game = papamu.load("clobber:3x4")
    position = game.from_text("xo.x/.xox/oo.x,o")
    expected = """\
3 x o . x
2 . x o x
1 o o . x
  a b c d
White to move"""
    assert "\n".join(board_lines(position)) == expected == str(position)


def test_text_aligns_two_digits_and_two_letters() -> None:
    tall = board_lines(fake([[0]] * 9 + [[1]], rows_from_top=True))
    assert tall[8:] == [" 9 .", "10 x", "   a", "Black to move"]
    wide = board_lines(fake([[0] * 27]))
    assert wide[0] == "1" + "  ." * 27
    assert wide[1].startswith("   a  b") and wide[1].endswith("  z aa") and len(wide[1]) == len(wide[0])


def test_coloured_text_says_the_same_in_markup() -> None:
    start = papamu.load("clobber:3x4").start()
    position = start.play(start.legal_moves[0])
    plain, coloured = board_lines(position), board_lines(position, colour=True)
    assert [Text.from_markup(line).plain for line in coloured] == plain
    assert sum(line.count("reverse") for line in coloured) == 1


@pytest.mark.parametrize("colour", [False, True])
def test_text_of_a_graph_names_the_vertices(colour: bool) -> None:
    position = graph(NAMES, [1, 2, 0, 1, 2, 0], is_over=True, returns=(-1.0, 1.0), scores=(2, 2))
    lines = board_lines(position, colour)
    plain = " ".join(Text.from_markup(line).plain if colour else line for line in lines[:-1])
    shown = [f"{name} {letter}" for name, letter in zip(NAMES, "xo.xo.", strict=True)]
    if colour:
        shown = [text.replace("\a", "") for text in shown]  # Rich drops the bell
    assert all(text in plain for text in shown)
    assert lines[-1] == "White wins"


@pytest.mark.parametrize(
    "facts, expected",
    [
        ({"state": 1}, "White to move"),
        ({"options": {"solitaire": "any"}}, "any stone may move"),
        ({"is_over": True, "returns": (1.0, -1.0), "scores": (5, 3)}, "Black wins"),
        (
            {"is_over": True, "returns": (0.0, 0.0), "scores": (2, 2), "style": "discs"},
            "a draw (Black 2, White 2)",
        ),
        ({"is_over": True, "returns": (0.1,), "scores": (1,), "num_players": 1}, "over, 1 stone left"),
        ({"is_over": True, "returns": (0.1,), "scores": (4,), "num_players": 1}, "over, 4 stones left"),
        (
            {
                "is_over": True,
                "returns": (2 / 3, 2 / 3, -1.0, -1 / 3),
                "scores": (60, 60, 4, 9),
                "num_players": 4,
                "player_names": COLOURS,
                "style": "squares",
            },
            "Blue and Yellow win (Blue 60, Yellow 60, Red 4, Green 9)",
        ),
    ],
)
def test_status(facts: dict[str, Any], expected: str) -> None:
    assert status(fake([[1, 2]], **facts)) == expected


@pytest.mark.parametrize("spec", ["clobber:6x6", "clobber:1x256", "clobber:32x32"])
def test_real_positions_draw_themselves(spec: str) -> None:
    game = papamu.load(spec)
    position = game.start()
    picture = ElementTree.fromstring(position._repr_svg_())
    assert len(shapes(picture, "pieces")) == game.rows * game.cols
    assert len(texts(picture)) == 2 * (game.rows + game.cols)
    assert len(str(position).splitlines()) == game.rows + 2


@pytest.mark.parametrize("spec", ["clobber:4x4", "konane:4x4", "reversi:4x4", "checkers:6x6"])
def test_a_whole_game_draws_every_piece_and_ends_with_its_result(spec: str) -> None:
    position = papamu.load(spec).start()
    while not position.is_over and len(position.line) < 60:
        position = position.play(position.legal_moves[0])
        assert len(shapes(parsed(position), "pieces")) == (position.board > 0).sum()
    assert "wins" in str(position).splitlines()[-1] or "a draw" in status(position) or not position.is_over
