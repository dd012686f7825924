"""Graph Clobber from files and from networkx."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import papamu
from papamu import Record, SpecError
from papamu.games.clobber.graph import GraphClobberGame

TRIANGLE = {
    "vertices": {"a": "black", "b": "white", "c": "white"},
    "edges": [["a", "b"], ["b", "c"], ["c", "a"]],
}


def written(tmp_path: Path, content: Any) -> str:
    path = tmp_path / "graph.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return f"clobber:graph={path}"


def test_a_graph_from_a_file(tmp_path: Path) -> None:
    game = papamu.load(written(tmp_path, TRIANGLE))
    position = game.start()
    assert [str(move) for move in position.legal_moves] == ["a>b", "a>c"]
    assert papamu.load(str(game)) == game
    after = position.play("a>b")
    assert after.to_text() == ".xo,o"
    assert game.from_text(after.to_text()) == after
    assert Record.from_json(Record.of(after).to_json()).replay() == after
    assert "<svg" in position._repr_svg_()
    assert "a>b" in str(position.legal_moves)


def test_a_graph_from_networkx() -> None:
    networkx = pytest.importorskip("networkx", reason="networkx is an optional extra (papamu[graph])")
    graph = networkx.cycle_graph(4)
    networkx.set_node_attributes(graph, {0: "black", 1: "white", 2: "black", 3: "white"}, "colour")
    game = GraphClobberGame.from_networkx(graph)
    assert len(game.start().legal_moves) == 4
    square = papamu.load("clobber:2x2")
    assert len(square.start().legal_moves) == 4
    uncoloured = networkx.path_graph(2)
    with pytest.raises(SpecError, match="black, white or empty"):
        GraphClobberGame.from_networkx(uncoloured)


def test_a_grid_as_a_graph_plays_the_same() -> None:
    """The 3×3 board as a graph: the same number of positions at every ply."""
    from papamu.games.perft import perft

    names = [f"{row}{col}" for row in range(3) for col in range(3)]
    vertices = {name: ("black", "white")[(int(name[0]) + int(name[1])) % 2] for name in names}
    edges = [
        (a, b)
        for a in names
        for b in names
        if a < b and sum(abs(int(x) - int(y)) for x, y in zip(a, b, strict=True)) == 1
    ]
    graph = perft(GraphClobberGame(vertices, edges).start(), 8)
    assert graph == perft(papamu.load("clobber:3x3").start(), 8) == [12, 88, 376, 936, 1840, 872, 592, 0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("not json", "is not a graph"),
        ("[]", "is not a graph"),
        ({"vertices": {"a": "black"}}, "is not a graph"),
        ({"vertices": ["a", "b"], "edges": []}, "is not a graph"),
        ({"vertices": {"a": 1, "b": 2}, "edges": []}, "is not a graph"),
        ({"vertices": {"a": "black"}, "edges": []}, "2 to 4096 vertices"),
        ({"vertices": {"a": "black", "b": "green"}, "edges": []}, "black, white or empty"),
        ({"vertices": {"a": "black", "b>c": "white"}, "edges": []}, "not a vertex name"),
        ({"vertices": {"a": "black", "b": "white"}, "edges": [["a", "x"]]}, "unknown vertex 'x'"),
        ({"vertices": {"a": "black", "b": "white"}, "edges": [["a", "a"]]}, "a loop"),
        ({"vertices": {"a": "black", "b": "white"}, "edges": [["a"]]}, "a pair of vertices"),
        ({"vertices": {"a": "black", "b": "white"}, "edges": [5]}, "is not a graph"),
        ({"vertices": {"a": "black", "b": "white"}, "edges": ["ab"]}, "is not a graph"),
        ({"vertices": {"a": "black", "1": "white"}, "edges": [[1, "1"]]}, "a loop"),
        ("[" * 200_000, "is not a graph"),
    ],
)
def test_a_wrong_graph_says_what_is_wrong(tmp_path: Path, content: Any, says: str) -> None:
    with pytest.raises(SpecError, match=says) as caught:
        papamu.load(written(tmp_path, content))
    assert "\n" not in str(caught.value)


def test_graphs_made_in_code_are_told_apart() -> None:
    colours = {"a": "black", "b": "white", "c": "white"}
    path = GraphClobberGame(colours, [("a", "b"), ("b", "c")])
    triangle = GraphClobberGame(colours, [("a", "b"), ("b", "c"), ("c", "a")])
    assert path != triangle
    assert path.start() != triangle.start()
    assert eval(repr(path), {"GraphClobberGame": GraphClobberGame}) == path
    with pytest.raises(papamu.RecordError, match="made in code"):
        Record.of(path.start())


@pytest.mark.parametrize("options", [{"solitaire": "foo"}, {"canibal": True}, {"start": "random"}])
def test_wrong_options_of_a_graph(options: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        GraphClobberGame({"a": "black", "b": "white"}, [("a", "b")], options)


def test_solitaire_any_has_one_way_to_write_it() -> None:
    game = GraphClobberGame({"a": "black", "b": "white"}, [("a", "b")], {"solitaire": "any"})
    with pytest.raises(papamu.PositionError, match="written x"):
        game.from_text("xo,o")
