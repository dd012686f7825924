"""Positions as JSON for the page: whoever follows the paths that it is told makes the moves that it means."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.web.tables.position_view import view
from tests.effort import effort

SPECS = [
    "clobber:4x5",
    "clobber:4x4,cannibal=true",
    "clobber:3x4,solitaire=alternate",
    "clobber:3x3,solitaire=any",
    "checkers:6x6",
    "checkers:6x6,teleport=0.5,first=random",
    "checkers:6x6,rules=program",
    "konane:5x6",
    "konane:4x4,opening=any",
    "reversi:4x4",
    "blokus:6x6",
    "blokus:7x6,players=2,score=official",
]


def walk(game: Game, seed: int, plies: int = 200) -> list[Position]:
    chooser = np.random.default_rng(seed)
    found = [game.start(seed=seed)]
    while not found[-1].is_over and len(found) < plies:
        moves = [int(move) for move in found[-1].legal_moves]
        found.append(found[-1].play(int(chooser.choice(moves)), seed=int(chooser.integers(2**31))))
    return found


def seen(position: Position) -> dict[str, Any]:
    """As the page gets it: through JSON."""
    return json.loads(json.dumps(view(position)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_told_of_a_whole_game_is_true(spec: str) -> None:
    game = papamu.load(spec)
    for position in walk(game, 1, effort(200, 30)):
        told = seen(position)
        assert told["game"] == str(game)
        assert told["cells"] == position.board.ravel().tolist()
        assert {str(code) for code in told["cells"]} <= set(told["codes"])
        assert len(told["names"]) == game.rows * game.cols
        assert told["player"] == position.player and told["over"] == position.is_over
        assert [(entry["n"], entry["text"]) for entry in told["legal"]] == [
            (int(move), str(move)) for move in position.legal_moves
        ]
        assert (told["winner"] is None) == (not position.is_over or game.num_players == 1)
        assert told["position"] == position.to_text()
        assert len(told["players"]) == game.num_players
        if position.parent is not None:
            before = seen(position.parent)
            cells = before["cells"]
            for change in told["last"]["changes"]:
                assert cells[change["cell"]] == change["from"]
                cells[change["cell"]] = change["to"]
            assert cells == told["cells"]
            assert told["last"]["player"] == before["player"]
            assert told["ply"] == before["ply"] + 1


@pytest.mark.parametrize("spec", [spec for spec in SPECS if not spec.startswith("blokus")])
def test_no_two_moves_are_clicked_alike(spec: str) -> None:
    for position in walk(papamu.load(spec), 2, effort(200, 30)):
        told = seen(position)
        paths = [tuple(entry["path"]) for entry in told["legal"]]
        assert len(set(paths)) == len(paths)
        ends = [(path[0], path[-1]) for path in paths if path]  # where a piece goes says the move
        assert len(set(ends)) == len(ends)
        for entry in told["legal"]:
            if len(entry["path"]) > 1 and told["colour"] is not None:
                assert told["codes"][str(told["cells"][entry["path"][0]])]["owner"] == told["colour"]
            after = seen(position.play(entry["n"], event="none" if position.game.facts.chance else None))
            gone = [cell for cell in entry["takes"] if after["cells"][cell] != told["cells"][cell]]
            assert gone == entry["takes"]
            cells = list(told["cells"])
            for cell, code in entry["changes"]:
                cells[cell] = code
            assert cells == after["cells"], "what the page draws at once is what the server answers"


def test_clobber_is_clicked_from_stone_to_stone() -> None:
    told = seen(papamu.load("clobber:1x3").start())
    assert told["legal"] == [
        {"n": 3, "text": "a1b1", "path": [0, 1], "takes": [1], "changes": [[0, 0], [1, 1]]},
        {"n": 9, "text": "c1b1", "path": [2, 1], "takes": [1], "changes": [[1, 1], [2, 0]]},
    ]
    assert told["scores"] is None
    assert told["status"] == "Black to move"
    assert told["look"]["name"] == "wood" and told["shape"] is None and told["chains"] == []


def test_konane_tells_every_landing_where_one_may_stop() -> None:
    game = papamu.load("konane:1x6")
    told = seen(game.from_text("xo.o.x,x"))
    paths = {entry["text"]: (entry["path"], entry["takes"]) for entry in told["legal"]}
    assert paths == {"a1-c1": ([0, 2], [1]), "a1-e1": ([0, 2, 4], [1, 3])}
    opening = seen(papamu.load("konane:4x4").start())
    assert all(entry["path"] == entry["takes"] for entry in opening["legal"])
    assert opening["legal"][0]["path"] == [0]


def test_reversi_turns_discs_and_has_a_pass_without_cells() -> None:
    game = papamu.load("reversi:4x4")
    told = seen(game.start())
    assert told["from_top"] and told["names"][:2] == ["a1", "b1"]
    assert [(entry["path"], entry["takes"]) for entry in told["legal"]] == [
        ([1], [5]), ([4], [5]), ([11], [10]), ([14], [10]),
    ]  # fmt: skip
    stuck = seen(game.from_text("xo../..../..../....,o"))
    assert [(entry["text"], entry["path"]) for entry in stuck["legal"]] == [("pass", [])]


def test_checkers_hops_and_the_chains_that_they_make() -> None:
    game = papamu.load("checkers:6x6")
    position = game.from_text("....../....../....2./....../..2.../.1....,1")
    told = seen(position)
    assert [(entry["path"], entry["takes"]) for entry in told["legal"]] == [([31, 21], [26])]
    (chain,) = told["chains"]
    assert chain["path"] == [31, 21, 11] and chain["ends"]
    for move in chain["moves"]:
        assert position.player == 0
        position = position.play(move)
    assert position.board.ravel()[11] == 1 and position.player == 1
    assert told["players"] == ["Black", "White"] and told["status"] == "Black to move"
    assert told["names"][31] == "1" and told["names"][30] == "" and 30 in told["dark"]


def test_checkers_kings_and_teleports_are_told() -> None:
    game = papamu.load("checkers:4x4,teleport=0.5")
    position = game.from_text("..../...1/2.../....,1")
    told = seen(position.play("6-8", event="8~6"))
    assert told["last"]["event"] == "8~6"
    assert told["last"]["path"] == [7, 2] and told["last"]["event_path"] == [2, 7]
    crowned = seen(position.play("6-8", event="none"))
    assert crowned["last"]["event"] is None and crowned["last"]["event_path"] == []
    assert crowned["codes"][str(crowned["cells"][2])] == {"owner": 0, "kind": "king", "name": "black king"}


def test_checkers_jumps_of_the_program_may_change_the_piece_and_then_make_no_chain() -> None:
    for position in walk(papamu.load("checkers:6x6,rules=program"), 5, effort(80, 20)):
        for chain in seen(position)["chains"]:
            here = position
            for move, (start, end) in zip(
                chain["moves"], zip(chain["path"], chain["path"][1:], strict=False), strict=True
            ):
                assert here.player == position.player
                here = here.play(move)
                assert here.board.ravel()[start] == 0 and here.board.ravel()[end] > 0


@pytest.mark.parametrize("spec", ["blokus:6x6", "blokus:7x6,players=2", "blokus:duo"])
def test_blokus_placements_lay_what_they_say(spec: str) -> None:
    game = papamu.load(spec)
    for position in walk(game, 3, effort(8, 4)):
        told = seen(position)
        for entry in told["legal"][:: max(1, len(told["legal"]) // 10)]:
            squares = told["pieces"][entry["piece"]]["turns"][entry["turn"]]
            cells = [entry["at"] + row * game.cols + col for row, col in squares]
            after = seen(position.play(entry["n"]))
            assert after["last"]["path"] == cells
            assert [change["cell"] for change in after["last"]["changes"]] == sorted(cells)
            assert entry["piece"] in told["tray"][told["player"]]
            assert entry["piece"] not in after["tray"][told["player"]]
    told = seen(game.start())
    assert len(told["pieces"]) == 21 and sum(len(piece["turns"]) for piece in told["pieces"].values()) == 91
    assert len(told["starts"]) == game.num_players == len(told["tray"]) and told["stuck"] == []


def test_blokus_says_who_cannot_place_any_more() -> None:
    ends = walk(papamu.load("blokus:5x5"), 4)
    assert set(seen(ends[-1])["stuck"]) <= {0, 1, 2, 3}
    assert any(seen(position)["stuck"] for position in ends)


def test_a_graph_is_told_with_its_shape(tmp_path: Path) -> None:
    file = tmp_path / "path.json"
    file.write_text('{"vertices": {"a": "x", "b": "o", "c": "x"}, "edges": [["a", "b"], ["b", "c"]]}')
    told = seen(papamu.load(f"clobber:graph={file}").start())
    assert told["shape"]["edges"] == [[0, 1], [1, 2]] and len(told["shape"]["vertices"]) == 3
    assert told["names"] == ["a", "b", "c"]
    assert {tuple(entry["path"]) for entry in told["legal"]} == {(0, 1), (2, 1)}


def test_solitaire_has_one_seat_and_two_colours() -> None:
    game = papamu.load("clobber:2x2,solitaire=alternate")
    first = game.start()
    second = first.play(first.legal_moves[0])
    assert [seen(position)["colour"] for position in (first, second)] == [0, 1]
    assert [seen(position)["player"] for position in (first, second)] == [0, 0]
    assert seen(papamu.load("clobber:2x2,solitaire=any").start())["colour"] is None
    assert seen(first)["scores"] == [4] and seen(first)["players"] == ["Solitaire"]


def test_winners_and_draws() -> None:
    game = papamu.load("reversi:4x4")
    assert seen(game.from_text("xxxx/xxxx/oooo/oooo,x"))["winner"] == []
    won = seen(game.from_text("xxxx/xxxx/xooo/oooo,x"))
    assert won["winner"] == [0] and won["scores"] == [9, 7] and won["returns"] == [1, -1]
    assert won["legal"] == [] and won["over"]


def test_every_game_of_the_library_has_a_rule_card() -> None:
    from papamu.games import registry
    from papamu.web.catalogue.rule_cards import card

    for name in ("clobber", "checkers", "reversi", "blokus", "konane"):
        shown = card(registry.find(name))
        assert registry.find(name).title == shown["title"]
        assert registry.find(name).rule_card is not None
        assert all(shown[key] for key in ("pitch", "goal", "how", "tip", "minutes"))  # type: ignore[literal-required]


def test_a_large_board_is_described_without_playing_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every one of 1,984 moves played on a copy, and its whole board looked at: that took seconds for each page."""
    position = papamu.load("clobber:32x32").start()

    def fail(*_: object) -> None:
        raise AssertionError("a move was played")

    monkeypatch.setattr("papamu.games.rules.play", fail)
    legal = view(position)["legal"]
    assert len(legal) == 1984
    assert legal[0] == {
        "n": 2,
        "text": "a32a31",
        "path": [0, 32],
        "takes": [32],
        "changes": [[0, 0], [32, 1]],
    }
