"""Drawings of positions: `board_svg` for notebooks, web and docs, `board_lines` for the terminal.

Both work from `Position.board`, so a new game is drawn without a line of code here: it names one of the
`STYLES`. A picture stands on a frame of its own, so that it looks the same on a white page and in a dark
notebook. It carries no CSS and no random names: styles in an inline SVG leak into the page around it, and
equal positions should give equal pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from papamu.kernel.grid import cell_name, column_name

if TYPE_CHECKING:
    from papamu.games.game import Game
    from papamu.games.position import Position

CELL = 100  # side of a cell in units of the picture: whole numbers, and room for detail
MARGIN, THIN = 58, 24  # the frame, with and without coordinates
FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"
TEXT_WIDTH = 80  # where the vertices of a graph go on in the next line of text

Point = tuple[float, float]


@dataclass(frozen=True)
class Look:
    """A style: colours, and who paints the board and the pieces."""

    name: str
    ground: Callable[[View], Iterator[str]]
    pieces: Callable[[View], Iterator[str]]
    frame: str
    label: str
    field: tuple[str, str]  # from the upper left to the lower right
    line: str  # between cells; in checkers the squares that no piece reaches
    colours: tuple[tuple[str, str, str], ...]  # by player: lit, body, rim
    mark: str  # of the last move
    terminal: tuple[str, ...]  # the board, an empty cell, then by player
    radius: int = 38  # of a piece; of the mark where pieces fill their cells
    counts: bool = True  # do the scores decide the game?
    piece: str = "stone"  # what a piece is called


@dataclass(frozen=True)
class View:
    """A position ready for painting."""

    look: Look
    board: Any
    names: dict[int, str]  # of the cells, where they are not named by column and row
    centres: list[Point]
    span: Point  # width and height

    def at(self, cells: Iterable[int]) -> list[Point]:
        """Where these cells are."""
        return [self.centres[cell] for cell in cells]

    def having(self, *codes: int) -> list[int]:
        """The cells with one of these codes."""
        return [int(cell) for cell in np.flatnonzero(np.isin(self.board, codes))]

    def owned(self) -> Iterator[tuple[int, list[int]]]:
        """The cells of each player's pieces; kings have their men's colour."""
        players = len(self.look.colours)
        for player in range(players):
            yield player, self.having(1 + player, 1 + player + players)


# -- SVG by hand ------------------------------------------------------------------------------


def _tag(tag: str, *inside: str, **attributes: object) -> str:
    """An element; `stroke_width=3` becomes `stroke-width="3"`, and `class_` is `class`."""
    texts = {key: f"{v:.7g}" if isinstance(v, float) else str(v) for key, v in attributes.items()}
    shown = "".join(f' {key.rstrip("_").replace("_", "-")}="{_safe(v)}"' for key, v in texts.items())
    return f"<{tag}{shown}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{shown}/>"


def _safe(text: str) -> str:
    """Text for XML, which allows no control characters, not even escaped."""
    return escape("".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text))


def _dots(centres: Iterable[Point], radius: float, shift: float = 0.0, **look: object) -> str:
    """Equal circles, in a group that says once how they look."""
    circles = [_tag("circle", cx=x, cy=y + shift, r=radius) for x, y in centres]
    return _tag("g", *circles, **look) if circles else ""


def _text(x: float, y: float, text: str, size: float, **look: object) -> str:
    """Text centred on a point; the shift stands in for `dominant-baseline`, which few renderers know."""
    return _tag("text", _safe(text), x=x, y=y + 0.36 * size, font_size=size, **look)


def _boxes(centres: Iterable[Point], fill: str) -> str:
    """Whole cells as one path: separate ones would show hair lines between them."""
    return _tag("path", d="".join(f"M{x - 50:g} {y - 50:g}h100v100h-100z" for x, y in centres), fill=fill)


def _shade(kind: str, name: str, stops: Mapping[float, tuple[str, float]], **place: object) -> str:
    inside = [_tag("stop", offset=k, stop_color=c, stop_opacity=o) for k, (c, o) in stops.items()]
    return _tag(f"{kind}Gradient", *inside, id=name, **place)


def _definitions(look: Look) -> str:
    """The sheen of the board, the shade of a pit, the light on each player's pieces.

    Pictures of one style on one page define the same names, and define them alike.
    """
    name, (start, end) = f"papamu-{look.name}", look.field
    board = _shade("linear", f"{name}-board", {0: (start, 1), 1: (end, 1)}, x2=1, y2=1)
    pit = _shade("radial", f"{name}-pit", {0.45: ("#000", 0.17), 1: ("#000", 0.5)}, cx=0.55, cy=0.62, r=0.62)
    pieces = [
        _shade("radial", f"{name}-{player}", {0: (lit, 1), 1: (body, 1)}, cx=0.36, cy=0.3, r=0.75)
        for player, (lit, body, _) in enumerate(look.colours)
    ]
    return _tag("defs", board, pit, *pieces)


# -- boards and pieces ------------------------------------------------------------------------


def _pits(view: View) -> Iterator[str]:
    """Stones lie in pits, as on a papamu: an empty cell is one, with light on its lower rim."""
    empty = view.at(view.having(0))
    yield _dots(empty, 31, 2.5, fill="#fff", fill_opacity=0.28)
    yield _dots(empty, 31, fill=f"url(#papamu-{view.look.name}-pit)", class_="pits")


def _grid(view: View) -> Iterator[str]:
    (rows, cols), (width, height) = view.board.shape, view.span
    down = [f"M{col * CELL} 0V{height:g}" for col in range(1, cols)]
    across = [f"M0 {row * CELL}H{width:g}" for row in range(1, rows)]
    yield _tag("path", d="".join(down + across), stroke=view.look.line, stroke_width=3)


def _dotted_grid(view: View) -> Iterator[str]:
    """With the four dots that Othello boards have for orientation."""
    yield from _grid(view)
    rows, cols = view.board.shape
    dots = [(x * CELL, y * CELL) for y in (2, rows - 2) for x in (2, cols - 2) if min(rows, cols) >= 6]
    yield _dots(dots, 8, fill=view.look.line)


def _chequers(view: View) -> Iterator[str]:
    """Light squares on the dark field, and the squares' numbers where moves are written with them."""
    yield _boxes(view.at(view.having(-1)), view.look.line)
    for (x, y), name in zip(view.at(view.names), view.names.values(), strict=True):
        yield _text(x - 35, y - 37, name, 19, fill=view.look.line, class_="name")


def _stones(view: View) -> Iterator[str]:
    """The rim keeps black apart from a dark board and white from a light one."""
    for player, cells in view.owned():
        fill, rim = f"url(#papamu-{view.look.name}-{player})", view.look.colours[player][2]
        yield _dots(view.at(cells), view.look.radius + 1, 4, fill_opacity=0.3)
        yield _dots(
            view.at(cells), view.look.radius, fill=fill, stroke=rim, stroke_width=2.5, class_="pieces"
        )


def _men(view: View) -> Iterator[str]:
    """Turned wooden men with two rings; a king wears a crown in place of the inner one."""
    yield from _stones(view)
    for player, cells in view.owned():
        rings = _dots(view.at(cells), view.look.radius - 8) + _dots(view.at(view.having(1 + player)), 20)
        rim = view.look.colours[player][2]
        yield _tag("g", rings, fill="none", stroke=rim, stroke_width=3, stroke_opacity=0.75)
    kings = view.at(view.having(3, 4))
    crowns = "".join(f"M{x - 17:g} {y + 14:g}l-5 -27l12 10l10 -17l10 17l12 -10l-5 27z" for x, y in kings)
    yield _tag("path", d=crowns, fill="#f0c23c", stroke="#6b4a00", stroke_width=2.5, class_="crowns")


def _tiles(view: View) -> Iterator[str]:
    """Rounded squares, and one dark line around each piece.

    Pieces of one colour never share an edge, so the edges between unlike cells are the outlines.
    """
    for player, cells in view.owned():
        lit, body, _ = view.look.colours[player]
        tops = [_tag("rect", x=x - 38, y=y - 38, width=76, height=76, rx=16) for x, y in view.at(cells)]
        yield _boxes(view.at(cells), body) + _tag("g", *tops, fill=lit, class_="pieces")
    board = np.pad(view.board, 1)
    sides = np.argwhere(board[1:-1, :-1] != board[1:-1, 1:]) * CELL
    levels = np.argwhere(board[:-1, 1:-1] != board[1:, 1:-1]) * CELL
    edges = [f"M{x} {y}v{CELL}" for y, x in sides] + [f"M{x} {y}h{CELL}" for y, x in levels]
    rim = view.look.colours[0][2]
    yield _tag(
        "path", d="".join(edges), stroke=rim, stroke_width=7, stroke_linecap="round", class_="outlines"
    )


# -- the table of styles ----------------------------------------------------------------------

# fmt: off
_WOOD = Look(
    "wood", _pits, _stones, frame="#6b4423", label="#f3dfc1", field=("#dcae6b", "#c18c4d"), line="#8a5a2b",
    colours=(("#6a6a6e", "#141416", "#000"), ("#fff", "#dad6cc", "#5b564d")), mark="#0a84d6",
    terminal=("#9a6b3d", "#5f3f20", "#000000", "#ffffff"), counts=False,
)
_SLATE = replace(
    _WOOD, name="slate", frame="#39434c", label="#dbe3ea", field=("#8d9aa5", "#6c7983"), mark="#ffb000",
    terminal=("#6f7c87", "#47525b", "#000000", "#ffffff"),
)
_GREEN = replace(
    _WOOD, name="green", ground=_dotted_grid, frame="#1d3b2e", label="#d5eadf", field=("#2f9466", "#22794f"),
    line="#14492f", mark="#ffb000", terminal=("#2e7d55", "#174a31", "#000000", "#ffffff"), counts=True,
    piece="disc",
)
_CHEQUERED = replace(
    _WOOD, name="chequered", ground=_chequers, pieces=_men, frame="#4a2f1b", field=("#a8714a", "#96613b"),
    line="#f0dcb8", colours=(("#5a5a5e", "#1c1c1f", "#8d8d92"), ("#fff", "#e6dfcf", "#6e6658")),
    terminal=("#8f5f3c", "#5c3a22", "#000000", "#ffffff"), counts=True, piece="man",
)
_PAPER = Look(
    "paper", _grid, _tiles, frame="#4b5560", label="#e6ebf0", field=("#f7f7f4", "#eeeeea"), line="#d3d5d4",
    colours=(  # those of Okabe and Ito, which everybody can tell apart
        ("#2b8fc9", "#0072B2", "#23272b"), ("#f3bb45", "#E69F00", "#23272b"),
        ("#ec7f31", "#D55E00", "#23272b"), ("#37b992", "#009E73", "#23272b"),
    ),
    mark="#fff", terminal=("#f4f4f1", "#b4b6b5", "#0072B2", "#a87400", "#D55E00", "#007a59"), radius=15,
    piece="tile",
)
# fmt: on
STYLES = {"stones": _WOOD, "slate": _SLATE, "discs": _GREEN, "checkers": _CHEQUERED, "squares": _PAPER}


def look_of(game: Game) -> Look:
    """By the game's `style`."""
    return STYLES.get(game.style, _WOOD)


# -- pictures ---------------------------------------------------------------------------------


def board_svg(
    position: Position, size: int | None = None, marks: Mapping[int | str, str] | None = None
) -> str:
    """The position as one SVG, `size` pixels on its longer side (by default what its cells need).

    `marks` are short texts on cells: by a cell's name or number, or by a move, which marks the cell where it ends.
    """
    game, view = position.game, _view(position)
    look, margin = view.look, THIN if view.names else MARGIN
    width, height = view.span[0] + 2 * margin, view.span[1] + 2 * margin
    scale = (size or min(720, max(160, 0.46 * max(width, height)))) / max(width, height)
    about = f"{game.title} {game.size_text}: {status(position)}"
    return _tag(
        "svg",
        _tag("title", _safe(about)),
        _definitions(look),
        _tag("rect", x=-margin, y=-margin, width=width, height=height, rx=22, fill=look.frame),
        _tag("rect", width=view.span[0], height=view.span[1], rx=6, fill=f"url(#papamu-{look.name}-board)"),
        *(_graph(game, view) if _is_graph(game) else _board(game, view)),
        *_marks(position, view),
        *(_label(view, game.cell_of(cell), text) for cell, text in (marks or {}).items()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-margin} {-margin} {width:.7g} {height:.7g}",
        width=round(width * scale),
        height=round(height * scale),
        role="img",
        aria_label=about,
        font_family=FONT,
        text_anchor="middle",
    )


def _view(position: Position) -> View:
    game, board = position.game, position.board
    names = _names(game, board.ravel().tolist())
    if _is_graph(game):
        return View(look_of(game), board, names, *_spread(game, max(map(len, names.values())) > 3))
    centres = [((col + 0.5) * CELL, (row + 0.5) * CELL) for row, col in np.ndindex(board.shape)]
    return View(look_of(game), board, names, centres, (game.cols * CELL, game.rows * CELL))


def _names(game: Game, codes: Sequence[int]) -> dict[int, str]:
    """The names of the cells, if they are not simply column and row: vertices, numbered squares."""
    names = {cell: game.cell_label(cell) for cell, code in enumerate(codes) if code >= 0}
    usual = {cell: cell_name(game.rows, game.cols, cell, game.rows_from_top) for cell in names}
    return {} if names == usual and not _is_graph(game) else names


def _changes(position: Position) -> tuple[list[int], list[int]]:
    """What the last move did: the cells where it put something, and the others that it changed.

    In most games a piece comes to an empty cell; in Clobber to that of another stone.
    """
    if position.parent is None:
        return [], []
    now, before = position.board.ravel(), position.parent.board.ravel()
    changed, fresh = now != before, (now > 0) & (before == 0)
    arrived = fresh if fresh.any() else changed & (now > 0)
    return np.flatnonzero(arrived).tolist(), np.flatnonzero(changed & ~arrived).tolist()


def _marks(position: Position, view: View) -> Iterator[str]:
    """A ring around what came; on what left, was taken or was turned over a dot, or a thin ring on a name."""
    arrived, others = map(view.at, _changes(position))
    mark, radius = view.look.mark, view.look.radius
    yield _dots(arrived, radius, fill="none", stroke=mark, stroke_width=7, class_="last-move")
    if _is_graph(position.game):
        yield _dots(others, 31, fill="none", stroke=mark, stroke_width=4, class_="last-change")
    else:
        yield _dots(others, 9, fill=mark, class_="last-change")


def _label(view: View, cell: int, text: str) -> str:
    """A short text in a light box on a cell."""
    ((x, y),) = view.at([cell])
    size = min(30.0, 150.0 / max(4, len(text)))
    box = _tag("rect", x=x - 46, y=y - 24, width=92, height=48, rx=12, fill="#fff", opacity=0.85)
    return _tag("g", box, _text(x, y, text, size, fill="#222"), class_="mark")


def _board(game: Game, view: View) -> Iterator[str]:
    """Board, pieces and, unless cells carry their own names, coordinates on all sides."""
    yield from view.look.ground(view)
    yield from view.look.pieces(view)
    if not view.names:
        (left, right), (top, bottom) = ((-MARGIN / 2, length + MARGIN / 2) for length in view.span)
        columns = [((k + 0.5) * CELL, column_name(k)) for k in range(game.cols)]
        rows = [((k + 0.5) * CELL, _row(game, k, {})) for k in range(game.rows)]
        texts = [_text(x, y, name, 32) for x, name in columns for y in (top, bottom)]
        texts += [_text(x, y, name, 32) for y, name in rows for x in (left, right)]
        yield _tag("g", *texts, fill=view.look.label, class_="coordinates")


def _row(game: Game, row: int, names: Mapping[int, str]) -> str:
    """The row's number or, where squares are numbered, from which to which it goes."""
    here = [names[cell] for cell in range(row * game.cols, (row + 1) * game.cols) if cell in names]
    number = row + 1 if game.rows_from_top else game.rows - row
    return f"{here[0]}-{here[-1]}" if here else str(number)


def _is_graph(game: Game) -> bool:
    return getattr(game, "layout", None) is not None


def _spread(game: Any, roomy: bool) -> tuple[list[Point], Point]:
    """Where a graph's vertices are and how large that is: the closest two stones stay apart."""
    layout = np.asarray(game.layout, dtype=float)
    gaps = np.linalg.norm(layout[:, None] - layout[None], axis=2)
    closest = gaps[gaps > 1e-6].min(initial=1.0)
    scale, edge = min(max((2.0 if roomy else 1.5) / closest, 3), 40) * CELL, (1.0 if roomy else 0.65) * CELL
    points = (layout - layout.min(axis=0)) * scale + edge
    width, height = (points.max(axis=0) + edge).tolist()
    return [(x, y) for x, y in points.tolist()], (width, height)


def _graph(game: Any, view: View) -> Iterator[str]:
    """Edges, stones, and the names: short ones on the stones, long ones below."""
    ends = [view.at(edge) for edge in game.edges]
    lines = "".join(f"M{x:.5g} {y:.5g}L{x2:.5g} {y2:.5g}" for (x, y), (x2, y2) in ends)
    yield _tag("path", d=lines, stroke=view.look.line, stroke_width=7, stroke_linecap="round", class_="edges")
    yield _dots(view.at(view.having(0)), 33, fill=view.look.field[0])  # no lines through a pit
    yield from (*_pits(view), *_stones(view))
    below = 0 if max(map(len, view.names.values())) <= 3 else 56
    for (x, y), code, name in zip(view.centres, view.board.flat, view.names.values(), strict=True):
        fill = "#fff" if code == 1 and not below else "#1b1b1b"
        yield _text(x, y + below, name, min(28.0, 320 / max(1, len(name))), fill=fill, class_="name")


# -- text -------------------------------------------------------------------------------------


def board_lines(
    position: Position, colour: bool = False, marks: Mapping[int, tuple[str, str]] | None = None
) -> list[str]:
    """The position as text with coordinates, then `status`; with `colour` in the markup of Rich.

    `marks` shows other texts than the pieces in some cells: each a text and the style of its colour.
    """
    game, codes, marks = position.game, position.board.ravel().tolist(), marks or {}
    names = _names(game, codes)
    columns = [] if names else [column_name(col) for col in range(game.cols)]
    wide = max([1, *map(len, columns), *(max(2, len(text) - 1) for text, _ in marks.values())])
    letters = [game.alphabet[code] if code >= 0 else " " for code in codes]
    cells = [f"{marks[k][0] if k in marks else letter:>{wide + 1}}" for k, letter in enumerate(letters)]
    if colour:
        last = _changes(position)[0]
        cells = [
            f"[{marks[k][1]}]{cells[k]}[/]" if k in marks else _coloured(game, cells[k], code, k in last)
            for k, code in enumerate(codes)
        ]
    if _is_graph(game):
        return [*_vertex_lines(list(names.values()), cells, colour), status(position)]
    labels = [_row(game, row, names) for row in range(game.rows)]
    margin = max(map(len, labels))
    rows = ["".join(cells[row * game.cols : (row + 1) * game.cols]) for row in range(game.rows)]
    lines = [(label.rjust(margin) + row).rstrip() for label, row in zip(labels, rows, strict=True)]
    if columns:
        lines.append(" " * margin + "".join(f" {name:>{wide}}" for name in columns))
    return [*lines, status(position)]


def _coloured(game: Game, text: str, code: int, last: bool) -> str:
    """The board's own background as well: black and white letters are then seen in every terminal."""
    paper, empty, *inks = look_of(game).terminal
    ink = f"bold {inks[(code - 1) % len(inks)]}" if code > 0 else empty
    return f"[{'reverse ' * last}{ink} on {look_of(game).line if code < 0 else paper}]{text}[/]"


def _vertex_lines(names: Sequence[str], cells: Sequence[str], colour: bool) -> Iterator[str]:
    """Vertices with their stones, in columns."""
    wide = max(map(len, names))
    shown = [name.rjust(wide) for name in names]
    if colour:  # a name may look like markup
        from rich.markup import escape as escape_markup

        shown = [escape_markup(name) for name in shown]
    entries = [name + cell for name, cell in zip(shown, cells, strict=True)]
    each = max(1, TEXT_WIDTH // (wide + 5))
    return ("   ".join(entries[k : k + each]) for k in range(0, len(entries), each))


def status(position: Position) -> str:
    """Whose turn it is or, at the end, the result."""
    game = position.game
    if not position.is_over:
        anyone = game.options.get("solitaire") == "any"
        return "any stone may move" if anyone else f"{game.player_names[game.turn(position.state)]} to move"
    if game.num_players == 1:
        left = position.scores[0]
        return f"over, {left} stone{'s' * (left != 1)} left"
    best = max(position.returns) - 1e-9
    winners = [game.player_names[k] for k, value in enumerate(position.returns) if value >= best]
    result = f"{' and '.join(winners)} win{'s' * (len(winners) == 1)}"
    if len(winners) == game.num_players:
        result = "a draw"
    counted = ", ".join(f"{game.player_names[k]} {score}" for k, score in enumerate(position.scores))
    return f"{result} ({counted})" if look_of(game).counts else result
