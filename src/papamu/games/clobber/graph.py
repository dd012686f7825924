"""Clobber on any undirected graph as a `Game`: from a JSON file or a networkx graph.

The file: `{"vertices": {"a": "black", "b": "white", "c": "empty"}, "edges": [["a", "b"], …]}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import SizeError, SpecError, listing, nearest
from papamu.core.spec import read_options, value_text
from papamu.games.clobber import graph_rules
from papamu.games.clobber.game import SOLITAIRE, ClobberGame
from papamu.games.game import Facts, Game
from papamu.kernel.bits import State

_COLOURS = {"empty": 0, "black": 1, "white": 2, ".": 0, "x": 1, "o": 2}
_MOST_VERTICES = 4096
_MOST_BYTES = 16 * 2**20


class GraphClobberGame(ClobberGame):
    """Clobber on a graph; the board is one row, a cell per vertex in the order given."""

    move_example = "a>b"

    def __init__(
        self,
        vertices: Mapping[str, str],
        edges: Iterable[tuple[str, str]],
        options: Mapping[str, Any] | None = None,
    ) -> None:
        given = {name: value_text(value) for name, value in (options or {}).items()}
        checked = read_options(self.name, self.options_declared, given)
        if checked["start"] != "chequered":
            raise SpecError("clobber: a graph has its own colours; give no start with it")
        self.colours = {str(name): colour for name, colour in vertices.items()}
        self.edges = _check_graph(self.colours, edges)
        self.vertices = list(self.colours)
        Game.__init__(self, 1, len(self.vertices), checked)
        self.solitaire = SOLITAIRE.index(checked["solitaire"])
        self._index = {name: index for index, name in enumerate(self.vertices)}
        codes = [_COLOURS[colour] for colour in self.colours.values()]
        self.rules = graph_rules.make(codes, self.edges, checked["cannibal"], self.solitaire)
        self._moves = {pair: edge for edge, pair in enumerate(zip(*self._ends(), strict=True))}
        self.facts = Facts(
            num_players=self.rules.num_players,
            chance=False,
            zero_sum=not self.solitaire,
            passes=False,
            actions=max(1, len(self._moves)),
            max_moves=self.rules.max_moves,
        )

    @classmethod
    def load(cls, options: Mapping[str, Any]) -> GraphClobberGame:
        """The game of `clobber:graph=FILE`."""
        path = Path(options["graph"])
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise SpecError(f"clobber: {str(path)!r} is not a graph: it is too large")
            content = json.loads(path.read_text(encoding="utf-8"))
            vertices, edges = content["vertices"], content["edges"]
            good = isinstance(vertices, dict) and all(isinstance(colour, str) for colour in vertices.values())
            good = good and isinstance(edges, list) and all(isinstance(edge, list) for edge in edges)
        except OSError as error:
            raise SpecError(f"clobber: cannot read the graph {str(path)!r}: {error.strerror}") from None
        except SpecError:
            raise
        except (ValueError, KeyError, TypeError, RecursionError):
            good = False
        if not good:
            raise SpecError(
                f"clobber: {str(path)!r} is not a graph: it takes "
                '{"vertices": {"a": "black", …}, "edges": [["a", "b"], …]}'
            )
        return cls(vertices, edges, options)

    @classmethod
    def from_networkx(cls, graph: Any, colour: str = "colour", **options: Any) -> GraphClobberGame:
        """The game on a networkx graph whose nodes carry `black`, `white` or `empty` as `colour`."""
        vertices = {str(node): str(data.get(colour, "?")) for node, data in graph.nodes(data=True)}
        if len(vertices) != graph.number_of_nodes():
            raise SpecError("clobber: two vertices of the graph have the same name")
        return cls(vertices, [(str(a), str(b)) for a, b in graph.edges()], options)

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Any number of vertices that can be played on."""
        if not 2 <= cols <= _MOST_VERTICES:
            raise SizeError(f"clobber: a graph has 2 to {_MOST_VERTICES} vertices, not {cols}")

    @property
    def layout(self) -> NDArray[np.float64]:
        """Where to draw the vertices: on a circle, in 0 … 1."""
        angle = 2 * np.pi * np.arange(self.cols) / self.cols
        return np.column_stack([0.5 + 0.5 * np.sin(angle), 0.5 - 0.5 * np.cos(angle)])

    @property
    def size_text(self) -> str:
        """Its size comes with the file."""
        return ""

    def __str__(self) -> str:
        named = super().__str__().replace(":,", ":")
        return named if self.has_spec else f"{named}<{len(self.vertices)} vertices>"

    @property
    def has_spec(self) -> bool:
        """Only with a file behind it."""
        return bool(self.options["graph"])

    def __repr__(self) -> str:
        if self.has_spec:
            return super().__repr__()
        pairs = [(self.vertices[a], self.vertices[b]) for a, b in self.edges]
        return f"GraphClobberGame({self.colours!r}, {pairs!r}, {self.options!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GraphClobberGame) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Any, ...]:
        rules = self.rules
        return (
            tuple(self.colours.items()),
            rules.source.tobytes(),
            rules.target.tobytes(),
            *self.options.values(),
        )

    def _ends(self) -> tuple[list[int], list[int]]:
        return self.rules.source.tolist(), self.rules.target.tolist()

    def symmetries(self, state: State) -> NDArray[np.int64]:
        """A graph's own symmetries are not looked for."""
        return np.arange(self.cols, dtype=np.int64)[None]

    def cell_name(self, cell: int) -> str:
        """The vertex."""
        return self.vertices[cell]

    def find_cell(self, name: str) -> int | None:
        """The index of a vertex."""
        return self._index.get(name)

    def move_text(self, move: int) -> str:
        """`a>b`"""
        return f"{self.vertices[self.rules.source[move]]}>{self.vertices[self.rules.target[move]]}"

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """From vertex to vertex."""
        return int(self.rules.source[move]), int(self.rules.target[move])

    def read_move(self, text: str) -> int | None:
        """`a>b`"""
        names = [name.strip() for name in text.split(">")]
        if len(names) != 2:
            return None
        a, b = (self._index.get(name, -1) for name in names)
        return self._moves.get((a, b))


def _check_graph(vertices: Mapping[str, str], edges: Iterable[tuple[str, str]]) -> list[tuple[int, int]]:
    for name, colour in vertices.items():
        if not name or any(letter in ">, \n" for letter in name):
            raise SpecError(f"clobber: {name!r} is not a vertex name: no '>', ',' or space in it")
        if colour not in _COLOURS:
            raise SpecError(f"clobber: vertex {name!r} is {colour!r}: it takes black, white or empty")
    index = {name: number for number, name in enumerate(vertices)}
    found = []
    for edge in edges:
        if len(edge) != 2:
            raise SpecError(f"clobber: {list(edge)!r} is not an edge: an edge is a pair of vertices")
        for name in map(str, edge):
            if name not in index:
                raise SpecError(
                    f"clobber: an edge names the unknown vertex {name!r}{nearest(name, index)}: "
                    f"there are {listing(index)}"
                )
        if str(edge[0]) == str(edge[1]):
            raise SpecError(f"clobber: the edge {list(edge)!r} is a loop: a stone cannot clobber itself")
        found.append((index[str(edge[0])], index[str(edge[1])]))
    return found
