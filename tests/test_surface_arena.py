"""Matches, agents of one's own, explanations, solutions and reviews, as a researcher calls them from Python."""

from __future__ import annotations

import doctest
import importlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents.agent import Explanation, MoveScore
from papamu.core.errors import AgentError, IllegalMoveError, MoveError, PapamuError
from papamu.games.position import Move, Position
from tests.cli.terminal import Terminal

GAME = "clobber:3x3"
PUBLIC = ("explain", "match", "player", "review", "solve", "tournament", "value_player")
HOMES = {
    "papamu.agents.agent": 3,
    "papamu.agents.explanation": 2,
    "papamu.agents.function_agent": 9,
    "papamu.agents.review": 7,
    "papamu.arena.api": 6,
    "papamu.arena.match": 9,
    "papamu.arena.tournament": 8,
    "papamu.search.exact.api": 7,
}


class FakePandas(ModuleType):
    """As much of pandas as `to_frame` uses."""

    def __init__(self) -> None:
        super().__init__("pandas")
        self.DataFrame = lambda rows, columns: {name: [row.get(name) for row in rows] for name in columns}


@pytest.fixture
def pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", FakePandas())


class Mine(papamu.Agent):
    """Plays as its attribute says."""

    name = "mine"
    title = "for tests"
    place = 0

    def __init__(self, how: Any = 0) -> None:
        super().__init__()
        self.how = how

    def choose(self, position: Position) -> int:
        if callable(self.how):
            return int(self.how(position))
        return position.legal_moves[self.how + self.place]


def first_move(position: Position) -> Move:
    return position.legal_moves[0]


def last_move(position: Position) -> Move:
    return position.legal_moves[-1]


def finished(spec: str = GAME) -> Position:
    position = papamu.load(spec).start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    return position


# -- the surface ------------------------------------------------------------------------------


@pytest.mark.parametrize("home", HOMES)
def test_examples_in_docstrings(home: str) -> None:
    found = doctest.testmod(importlib.import_module(home))
    assert found.failed == 0 and found.attempted >= HOMES[home]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_function_is_public_and_has_an_example(name: str) -> None:
    assert name in papamu.__all__
    assert ">>> " in (getattr(papamu, name).__doc__ or "")
    with pytest.raises(ImportError):
        importlib.import_module(f"papamu.{name}")  # no module of that name, which would take its place


# -- results of matches and tournaments ---------------------------------------------------------


def test_the_summary_is_what_the_command_line_prints(terminal: Terminal, tmp_path: Path) -> None:
    words = (GAME, "first", "random", "--games", "12", "--runs", str(tmp_path))
    printed = terminal("match", *words).out
    played = papamu.match(GAME, "first", "random", games=12)

    def lines(text: str) -> list[str]:
        return [
            line.rstrip() for line in text.splitlines() if "games/s" not in line and "ms/move" not in line
        ]

    rates = [line.rsplit(maxsplit=1)[0] for line in lines(played.summary())[1:3]]  # the last column is time
    assert [line.rsplit(maxsplit=1)[0] for line in lines(printed)[1:3]] == rates
    assert lines(printed)[3:] == lines(played.summary())[3:]
    assert lines(printed)[0] == lines(played.summary())[0] == str(played).splitlines()[0]
    tested = papamu.match(GAME, "solve", "random", games=200, sprt="elo0=0,elo1=200")
    assert "SPRT (" in tested.summary()


def test_records_are_the_games_that_were_played(tmp_path: Path) -> None:
    played = papamu.match(GAME, "first", "random", games=6)
    records = played.records()
    assert len(records) == 6
    for number, record in enumerate(records):
        last = record.replay()
        assert last.is_over and len(record.moves) == played.plies[number]
        by_name = dict(zip(record.players, last.returns, strict=True))
        assert [by_name["first"], by_name["random"]] == played.returns[number].tolist()
    kept = papamu.match(GAME, "first", "random", games=6, runs=tmp_path, keep_moves=True)
    again = papamu.match(GAME, "first", "random", games=4, runs=tmp_path, keep_moves=True)
    assert kept.records() == records and again.records() == records[:4]
    without = papamu.match(GAME, "first", "random", games=6, runs=tmp_path)
    assert without.prints.tolist() == played.prints.tolist()
    with pytest.raises(PapamuError, match="keep_moves=True"):
        without.records()
    with pytest.raises(PapamuError, match="keep_moves=True"):
        papamu.match(GAME, "first", "random", games=6, keep_moves=False).records()


@pytest.mark.usefixtures("pandas")
def test_a_match_as_a_table() -> None:
    played = papamu.match(GAME, "solve", "random", games=8)
    frame = played.to_frame()
    assert frame["game"] == list(range(1, 9))
    assert frame["player_0"] == ["solve", "random"] * 4
    won = [name == "solve" for name in frame["winner"]]
    assert won == (played.scores[:, 0] == 1).tolist()
    for seat in (0, 1):
        sat = np.array([name == "solve" for name in frame[f"player_{seat}"]])
        assert np.array(frame[f"return_{seat}"])[sat].tolist() == played.returns[sat, 0].tolist()
    assert frame["plies"] == played.plies.tolist() and set(frame["forfeit"]) == {None}
    assert "<td>solve</td>" in played._repr_html_() and "8 games" in played._repr_html_()


def test_results_have_a_short_repr() -> None:
    played = papamu.match(GAME, "solve", "random", games=8)
    points = played.scores.sum(axis=0)
    assert repr(played) == f"<match of {GAME}: solve – random {points[0]:g} : {points[1]:g}>"
    four = papamu.match("blokus:5x5", "random", games=4)
    assert "array" not in repr(four) and len(repr(four)) < 200


@pytest.mark.usefixtures("pandas")
def test_standings(tmp_path: Path) -> None:
    standings = papamu.tournament(GAME, "first", "random", "solve", games=6)
    frame = standings.to_frame()
    assert frame["name"][0] == "solve" and frame["rank"] == [1, 2, 3] and frame["games"] == [12] * 3
    assert frame["elo"] == sorted(frame["elo"], reverse=True)
    assert "<td>solve</td>" in standings._repr_html_()
    assert "18 games" in repr(standings) and "array" not in repr(standings)
    for line in ("Tournament: clobber:3x3", "18 games of clobber:3x3, seats rotated, seed 1"):
        assert line in str(standings).splitlines()
    records = standings.records()
    assert len(records) == 18 and all(record.replay().is_over for record in records)
    kept = papamu.tournament(GAME, "first", "random", "solve", games=6, runs=tmp_path, keep_moves=True)
    assert kept.records() == records


# -- errors of one's own agents ------------------------------------------------------------------


def broken(position: Position) -> Move:
    raise ZeroDivisionError("in my own code")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_in_an_agent_object_is_raised(jobs: int) -> None:
    for agent in (broken, papamu.player(broken), Mine(broken)):
        with pytest.raises(ZeroDivisionError, match="in my own code") as raised:
            papamu.match(GAME, "random", agent, games=4, jobs=jobs)
        assert any("on_error='forfeit'" in note for note in raised.value.__notes__)
        assert any(entry.name == "broken" for entry in raised.traceback), "the line of the bug can be seen"
    with pytest.raises(ZeroDivisionError):
        papamu.tournament(GAME, "random", "first", broken, games=2)


def test_so_is_an_illegal_move() -> None:
    with pytest.raises(AgentError, match="mine made no legal move: move 1000000 is not legal here"):
        papamu.match(GAME, Mine(lambda position: 10**6), "random", games=2)
    with pytest.raises(IllegalMoveError, match=r"lambda made no legal move: .* is not legal here"):
        papamu.match(GAME, lambda position: 10**6, "random", games=2)
    with pytest.raises(MoveError, match="'a1a3' is not a clobber move"):
        papamu.match(GAME, lambda position: "a1a3", "random", games=2)
    with pytest.raises(AgentError, match="nothing gave no move"):
        papamu.match(GAME, papamu.player(lambda position: None, "nothing"), "random", games=2)  # type: ignore[arg-type,return-value]


def test_errors_can_be_forfeits() -> None:
    played = papamu.match(GAME, broken, "random", games=4, on_error="forfeit")
    assert played.scores[:, 0].sum() == 0 and len(played.faults) == 4
    assert played.rows()[0]["forfeit"] == "broken forfeited: ZeroDivisionError: in my own code"
    standings = papamu.tournament(GAME, broken, "random", games=2, on_error="forfeit")
    assert len(standings.faults) == 2
    with pytest.raises(PapamuError, match="'raise' or 'forfeit', not 'ignore'"):
        papamu.match(GAME, "first", "random", games=2, on_error="ignore")  # type: ignore[arg-type]


def test_agents_given_as_specs_forfeit_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from papamu.agents import registry

    class Registered(Mine):
        name = "registered"

        def choose(self, position: Position) -> int:
            raise ZeroDivisionError("in a plug-in")

        def __init__(self, options: Any = None, inner: Any = None) -> None:
            super().__init__()

    monkeypatch.setitem(registry._agents.added, "registered", Registered)
    assert len(papamu.match(GAME, "registered", "random", games=4, runs=tmp_path).faults) == 4
    with pytest.raises(ZeroDivisionError):
        papamu.match(GAME, "registered", "random", games=4, on_error="raise")
    with pytest.raises(AgentError, match="game 1, which was kept: registered forfeited: ZeroDivisionError"):
        papamu.match(GAME, "registered", "random", games=4, on_error="raise", runs=tmp_path)


# -- agents of one's own, and what is kept of them ---------------------------------------------


def stores(folder: Path) -> int:
    return len(list(folder.glob("*.sqlite")))


def kept(folder: Path, *agents: Any) -> bool:
    """Was this match kept before?"""
    before = stores(folder)
    papamu.match(GAME, *agents, "random", games=2, runs=folder)
    return stores(folder) == before


def test_another_agent_of_the_same_name_gets_results_of_its_own(tmp_path: Path) -> None:
    def at(place: int) -> Callable[[Position], Move]:
        return lambda position: position.legal_moves[place]

    for one, other in (
        (lambda: papamu.player(first_move), lambda: papamu.player(last_move)),
        (lambda: papamu.player(at(0)), lambda: papamu.player(at(-1))),
        (lambda: Mine(0), lambda: Mine(-1)),
        (lambda: Mine(at(0)), lambda: Mine(at(-1))),
        (lambda: Mine(first_move), lambda: Mine(last_move)),
        (lambda: papamu.value_player(lambda planes: planes.sum((1, 2, 3))),
         lambda: papamu.value_player(lambda planes: -planes.sum((1, 2, 3)))),
    ):  # fmt: skip
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        assert not kept(folder, one())
        assert not kept(folder, other()), "it would get the other's results"
        assert kept(folder, one()) and kept(folder, other())


def test_a_changed_class_is_another_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(place: int) -> papamu.Agent:
        class Local(Mine):
            def choose(self, position: Position) -> int:
                return position.legal_moves[place]

        return Local()

    assert not kept(tmp_path, make(0)) and not kept(tmp_path, make(-1)) and kept(tmp_path, make(0))
    assert not kept(tmp_path, Mine()) and kept(tmp_path, Mine())
    monkeypatch.setattr(Mine, "place", -1)
    assert not kept(tmp_path, Mine()), "an attribute of the class decides too"


def test_networks_of_one_name_are_told_apart(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")

    def network(seed: int) -> Any:
        torch.manual_seed(seed)
        return torch.nn.Sequential(torch.nn.Flatten(), torch.nn.LazyLinear(1))

    one, other = network(1), network(2)
    for net in (one, other):
        papamu.value_player(net).choose(papamu.load(GAME).start())  # makes the lazy weights
    assert not kept(tmp_path, papamu.value_player(one))
    assert not kept(tmp_path, papamu.value_player(other))
    assert kept(tmp_path, papamu.value_player(one.eval())), "it is asked in evaluation mode anyway"
    with torch.no_grad():
        one[1].weight += 1
    assert not kept(tmp_path, papamu.value_player(one)), "it has learned since"


def test_agents_within_agents_are_told_apart(tmp_path: Path) -> None:
    def asks(spec: str) -> papamu.Agent:
        made = Mine()
        made.how = papamu.agent(spec).choose
        return made

    assert not kept(tmp_path, asks("first")) and kept(tmp_path, asks("first"))
    assert not kept(tmp_path, asks("greedy"))


def test_what_cannot_be_told_apart_is_refused_in_a_line(tmp_path: Path) -> None:
    class Known(Mine):
        @property
        def identity(self) -> str:
            return "known 1"

    lock = threading.Lock()

    def guarded(position: Position) -> Move:
        with lock:
            return position.legal_moves[0]

    agent = Mine()
    agent.lock = lock  # type: ignore[attr-defined]
    for opaque in (agent, papamu.player(guarded), Mine(guarded)):
        with pytest.raises(AgentError, match=r"results of mine cannot be kept: .* lock is a lock") as refused:
            papamu.match(GAME, opaque, "random", games=2, runs=tmp_path)
        assert "leave out runs=" in str(refused.value) and "\n" not in str(refused.value)
    assert papamu.match(GAME, papamu.player(guarded), "random", games=2).games == 2
    assert not stores(tmp_path)
    assert not kept(tmp_path, Known(guarded)) and kept(tmp_path, Known(guarded))


def test_boards_made_in_code_are_told_apart(tmp_path: Path) -> None:
    from papamu.games.clobber.graph import GraphClobberGame

    colours = {"a": "x", "b": "o", "c": "x", "d": "o"}
    path = GraphClobberGame(colours, [("a", "b"), ("b", "c"), ("c", "d")])
    star = GraphClobberGame(colours, [("a", "b"), ("a", "c"), ("a", "d")])
    assert str(path) == str(star)
    for game in (path, star, path):
        papamu.match(game, "first", "random", games=2, runs=tmp_path)
    assert stores(tmp_path) == 2


# -- players -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "as_what", [lambda move: move, int, str, np.int64], ids=["Move", "int", "text", "numpy"]
)
def test_a_player_may_give_moves_in_any_form(as_what: Callable[[Move], Any]) -> None:
    mine = papamu.player(lambda position: as_what(position.legal_moves[-1]), name="last")
    position = papamu.load(GAME).start()
    chosen = mine.choose(position)
    assert isinstance(chosen, Move) and chosen == position.legal_moves[-1]
    assert str(mine) == mine.name == "last"
    assert papamu.match(GAME, mine, "random", games=4, jobs=2).games == 4


@pytest.mark.parametrize("make", [papamu.player, lambda function: function], ids=["player", "function"])
def test_a_function_does_not_play_one_game_again_and_again(make: Callable[..., Any]) -> None:
    played = papamu.match("clobber:4x4", make(last_move), "first", games=20)
    assert played.plan.opening_plies > 0
    assert len({record.moves for record in played.records()}) > 10
    assert papamu.match("clobber:4x4", make(last_move), "random", games=2).plan.opening_plies == 0


def test_what_is_no_agent_gets_one_clear_line() -> None:
    wrong: tuple[tuple[Any, str], ...] = (
        (Mine, r"Mine is a class: give an object of it, Mine\(\)"),
        (int, "int is a class: not an agent"),
        (5, "5 is no agent: give a spec like 'uct'"),
        (None, "None is no agent"),
    )
    for agent, words in wrong:
        with pytest.raises(AgentError, match=words) as refused:
            papamu.match(GAME, agent, "random", games=2)
        assert "\n" not in str(refused.value)
    assert str(papamu.match(GAME, first_move, "random", games=2).plan.agents[0]) == "first_move"
    for make in (papamu.player, papamu.value_player):
        for given, name in (
            (5, "mine"),
            (Mine, "mine"),
            (Mine(), "mine"),
            (first_move, ""),
            (first_move, "a\nb"),
        ):
            with pytest.raises(AgentError, match=f"papamu.{make.__name__}"):
                make(given, name)  # type: ignore[arg-type]
    with pytest.raises(AgentError, match="named twice"):
        papamu.tournament(GAME, papamu.player(first_move), papamu.player(last_move), games=2)


def test_a_value_player_plays_the_best_and_says_why() -> None:
    position = papamu.load("reversi:4x4").start().play("b1")
    seen: list[Any] = []

    def discs(planes: Any) -> Any:
        seen.append(planes)
        return planes[:, 0].sum(axis=(1, 2))

    mine = papamu.value_player(discs, name="discs")
    found = mine.explain(position)
    planes = seen[0]
    assert planes.dtype == np.float32 and planes.shape[0] == len(position.legal_moves)
    assert planes.shape[2:] == (4, 4)
    for move, own in zip(position.legal_moves, planes[:, 0], strict=True):
        after = position.play(move).seen_by(position.player)
        assert (own == (after == 1)).all(), "own discs, seen by the player who moved"
    assert mine.choose(position) == found.scores[0].move
    assert {scored.move: scored.value for scored in found.scores} == dict(
        zip(position.legal_moves, discs(planes), strict=True)
    )
    assert mine.has_opinion and mine.deterministic


def test_values_must_be_numbers_one_for_each_position() -> None:
    position = papamu.load(GAME).start()
    column = papamu.value_player(lambda planes: planes.sum((1, 2, 3))[:, None])
    assert column.choose(position) in position.legal_moves
    wrong: tuple[tuple[Any, str], ...] = (
        (lambda planes: planes, "one each is wanted"),
        (lambda planes: [0.5], "one each is wanted"),
        (lambda planes: np.full(len(planes), np.nan), "no number"),
        (lambda planes: "high", "numbers are wanted"),
    )
    for function, words in wrong:
        with pytest.raises(AgentError, match=words):
            papamu.value_player(function).choose(position)
    with pytest.raises(AgentError, match="the game is over here"):
        column.choose(finished())


def test_a_module_works_as_it_is() -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(AgentError, match=r"papamu\.value_player"):
        papamu.match(GAME, torch.nn.Flatten(), "random", games=2)
    modes: list[tuple[bool, bool]] = []

    class Network(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.flat, self.drop = torch.nn.Flatten(), torch.nn.Dropout(0.5)
            self.last = torch.nn.LazyLinear(1)

        def forward(self, planes: Any) -> Any:
            modes.append((self.training, torch.is_grad_enabled()))
            return self.last(self.drop(self.flat(planes)))

    network = Network()
    network.drop.eval()  # somebody's choice, which must survive
    mine = papamu.value_player(network)
    position = papamu.load(GAME).start()
    assert mine.choose(position) == mine.choose(position)
    assert set(modes) == {(False, False)}
    assert network.training and not network.drop.training and network.last.training
    wrapped = papamu.value_player(lambda planes: network(torch.from_numpy(planes)))
    assert wrapped.explain(position).scores and modes[-1] == (True, False)
    assert papamu.match(GAME, mine, "random", games=4).games == 4


# -- explanations --------------------------------------------------------------------------------


@pytest.mark.usefixtures("pandas")
def test_an_explanation_as_text_and_table() -> None:
    found = papamu.explain("clobber:1x4", "solve")
    frame = found.to_frame()
    assert frame["outcome"] == ["won", "won", "lost"] and frame["rank"] == [1, 1, 3]
    assert len(str(found).splitlines()) == 3 + 1 + 3
    assert repr(found) == "<clobber:1x4: what solve thinks of the 3 legal moves>"
    assert "<td>c1d1</td>" in found._repr_html_() and "exact: 1 wins" in found._repr_html_()
    assert papamu.explain(GAME, "mc:playouts=3", seed=4) == papamu.explain(GAME, "mc:playouts=3", seed=4)
    assert papamu.explain(GAME, last_move).scores[0].move == last_move(papamu.load(GAME).start())
    long = papamu.explain("clobber:4x5", "greedy")
    assert "more moves" in str(long) and len(long.rows()) > 20


def test_the_result_of_a_finished_game_is_said() -> None:
    for agent in ("solve", "random", "mc:playouts=2", first_move):
        found = papamu.explain(finished(), agent)
        winner = ("Black", "White")[finished().returns.index(1.0)]
        assert str(found) == f"{GAME}: the game is over: {winner} wins"
        assert [row["outcome"] for row in found.rows()] == [f"{winner} wins"]
        assert f"{winner} wins" in found._repr_html_()


def test_won_and_lost_are_told_from_points() -> None:
    position = papamu.load("clobber:1x4").start()
    rows = {row["move"]: row for row in papamu.explain(position, "minimax:depth=4").rows()}
    assert (rows["a1b1"]["outcome"], rows["c1d1"]["outcome"]) == ("won", "lost")
    assert float(str(rows["a1b1"]["value"])) == 1e12
    deep = papamu.explain(position, "ab")
    assert str(deep.rows()[0]["outcome"]).startswith("won in ")
    points = papamu.explain("clobber:4x4", "minimax:depth=1")
    assert {row["outcome"] for row in points.rows()} == {""}
    legal = papamu.load(GAME).start().legal_moves
    most = Explanation("", tuple(MoveScore(move, 1e9) for move in legal))
    assert {row["outcome"] for row in most.rows()} == {""}, "an evaluation's infinity is no result"


def test_mistakes_in_one_line() -> None:
    for call, words in (
        (lambda: papamu.explain(5), "5 is no position"),  # type: ignore[arg-type]
        (lambda: papamu.explain(GAME, "nobody"), "no agent"),
        (lambda: papamu.explain("blokus:5x5", "solve"), "does not play"),
        (lambda: papamu.solve(finished()), "the game is over here"),
        (lambda: papamu.solve("blokus:5x5"), "blokus:5x5"),
        (lambda: papamu.solve("clobber:4x4", nodes=1), "is not solved after"),
        (lambda: papamu.solve("clobber:5x5", seconds=0), "is not solved within 0 s"),
        (lambda: papamu.review(papamu.load(GAME).start()), "nothing was played yet"),
        (lambda: papamu.review(finished(), "minimax"), "are not results"),
    ):
        with pytest.raises(PapamuError, match=words) as refused:
            call()
        assert "\n" not in str(refused.value)


# -- solutions and reviews --------------------------------------------------------------------------


@pytest.mark.usefixtures("pandas")
def test_solve_is_the_command(terminal: Terminal) -> None:
    solved = papamu.solve("clobber:1x4", every=True)
    printed = terminal("solve", "clobber:1x4", "--every").out.splitlines()
    assert printed[:-1] == str(solved).splitlines()[:-1]  # the last line is time
    assert solved.to_frame()["outcome"] == ["won", "won", "lost"]
    assert (solved.winner, solved.nodes > 0) == (0, True) and "Black wins" in solved._repr_html_()
    position = papamu.load("reversi:4x4").start()
    assert papamu.solve(position).verdict == papamu.solve("reversi:4x4").verdict
    assert papamu.solve(position).value == -10


@pytest.mark.usefixtures("pandas")
def test_a_review_by_exact_values() -> None:
    position = finished("konane:4x4")
    reviewed = papamu.review(position)
    frame = reviewed.to_frame()
    assert frame["move"] == [str(at.move) for at in position.line[1:]] and all(frame["exact"])
    for ply, at in enumerate(position.line[:-1]):
        values = papamu.solve(at, every=True).values
        played = values[at.legal_moves[at.legal_moves.index(position.line[ply + 1].move)]]
        assert frame["value"][ply] == played and frame["best_value"][ply] == max(values.values())
        assert frame["loss"][ply] == (max(values.values()) - played) / 2
        assert values[Move(at.game, at.game.read_move(frame["best"][ply]) or 0)] == max(values.values())
    assert "blunder" in frame["mistake"]
    assert "blunder" in str(reviewed) and "<td>blunder</td>" in reviewed._repr_html_()
    record = papamu.Record.of(position)
    assert papamu.review(record, "solve").rows() == reviewed.rows()


def test_a_move_that_wins_by_less_is_not_the_best() -> None:
    position = papamu.load("reversi:4x4").start()
    for move in ("b1", "a1", "c4"):
        position = position.play(move)
    row = papamu.review(position).rows()[-1]
    assert (row["loss"], row["margin"], row["best_margin"]) == (0.0, -14, -10)
    assert row["best"] != "c4"


def test_a_review_by_an_agent_or_without_time() -> None:
    position = finished()
    rows = papamu.review(position, "mc:playouts=5", seed=3).rows()
    assert rows == papamu.review(position, papamu.agent("mc:playouts=5"), seed=3).rows()
    assert all(row["loss"] is not None and not row["exact"] for row in rows)
    played = papamu.load("clobber:5x5").start()
    for _ in range(3):
        played = played.play(played.legal_moves[0])
    hasty = papamu.review(played, "solve", seconds=0)
    assert [row["best"] for row in hasty.rows()] == [None] * 3
    assert "3 of them could not be judged" in repr(hasty)
