"""Matches: the same games for any number of jobs, compiled or not, killed and resumed or not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.agents.registry import agent, register
from papamu.arena import referee
from papamu.arena.api import remove_store
from papamu.arena.compiled_games import new_game_batch
from papamu.arena.match import Batches, Results, play_match, stored_batches
from papamu.arena.plan import Plan
from papamu.arena.referee import Referee
from papamu.core.errors import AgentError, PapamuError
from papamu.core.store import Store
from papamu.games.position import Position
from papamu.kernel.jit import JIT
from tests.effort import effort


def plan(spec: str, *agents: str, **told: object) -> Plan:
    return Plan.make(papamu.load(spec), [agent(text) for text in agents], **told)  # type: ignore[arg-type]


def figures(results: Results) -> tuple[bytes, ...]:
    """Everything that must not depend on threads or stops."""
    return tuple(x.tobytes() for x in (results.returns, results.seats, results.plies, results.prints))


@register
class Sleepy(papamu.Agent):
    """Plays in Python, and only the last move of the list."""

    name = "sleepy"
    title = "the last move"
    deterministic = True

    def choose(self, position: Position) -> int:
        return position.legal_moves[-1]


@register
class Broken(papamu.Agent):
    """Raises, or cheats, on its third move."""

    name = "broken"
    title = "goes wrong on its third move"
    options_declared = (papamu.core.spec.Option("how", "raise", "what it does", ("raise", "cheat", "none")),)

    def begin(self, game: papamu.Game, rng: np.ndarray) -> None:
        super().begin(game, rng)
        self.moves = 0

    def choose(self, position: Position) -> int:
        self.moves += 1
        if self.moves == 3:
            if self.options["how"] == "raise":
                raise RuntimeError("my mistake")
            return -5 if self.options["how"] == "cheat" else None  # type: ignore[return-value]
        return position.legal_moves[0]


@pytest.mark.parametrize("spec", ["clobber:4x4", "checkers:6x6,teleport=0.2,first=random"])
def test_one_job_or_two_compiled_or_not(spec: str) -> None:
    games = effort(300, 6)
    planned = plan(spec, "first", "random", seed=3)
    one = play_match(planned, games, jobs=1)
    two = play_match(planned, games, jobs=2)
    assert figures(one) == figures(two)
    room = Referee(planned)
    room.compiled = False  # the same games, move by move
    batch = room.play(0, 6)
    for compiled, plain in zip(
        (one.returns, one.seats, one.plies, one.prints),
        (batch.returns, batch.seats, batch.plies, batch.prints),
        strict=True,
    ):
        assert (compiled[:6] == plain).all()


@pytest.mark.parametrize("thinker", ["uct:sims=9", "noisy:p=0.3+uct:sims=9", "endgame:plies=3+uct:sims=9"])
def test_those_who_remember_play_the_same_compiled_or_not(thinker: str) -> None:
    rooms = (
        Referee(plan("clobber:4x4", thinker, "random", seed=5)),
        Referee(plan("clobber:4x4", thinker, "random", seed=5)),
    )
    rooms[1].compiled = False
    compiled, plain = (room.play(0, 6) for room in rooms)
    assert (compiled.prints == plain.prints).all()
    assert (
        Referee(rooms[0].plan).play(4, 2).prints == compiled.prints[4:]
    ).all()  # nothing is left of earlier games


class Counted(papamu.Agent):
    """Plays the first move, and counts how often it is asked in all games."""

    name = "counted"
    asked = 0

    def clone(self) -> Counted:
        return self

    def choose(self, position: Position) -> int:
        self.asked += 1
        return position.legal_moves[0]


@pytest.mark.parametrize("compiled", [True, False])
def test_games_longer_than_the_room_for_their_moves_are_played_once(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = plan("checkers:6x6,teleport=0.2,first=random", "uct:sims=5", "random", seed=3, keep_moves=True)
    referees = [Referee(planned), Referee(planned)]
    enough = referees[0].play(0, 6)
    assert enough.plies.max() > 4 * 7, "more than the room is doubled to at first"
    batches = []
    monkeypatch.setattr(referee, "_LENGTH", 7)
    monkeypatch.setattr(
        referee, "new_game_batch", lambda *sizes: batches.append(sizes) or new_game_batch(*sizes)
    )
    referees[1].compiled = compiled
    little = referees[1].play(0, 6)
    assert len(batches) == 1
    for name in ("returns", "seats", "plies", "prints", "made", "moves", "events", "faults"):
        assert (getattr(little, name) == getattr(enough, name)).all(), name


def test_nobody_is_asked_twice_for_a_move_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "_LENGTH", 3)
    counted = Counted()
    planned = Plan.make(papamu.load("clobber:4x4"), [counted, agent("random")], keep_moves=True)
    played = Referee(planned).play(0, 4)
    assert played.plies.max() > 3
    assert counted.asked == played.made[0]


def test_openings_do_not_depend_on_who_asks_first() -> None:
    """Several threads find openings at once; a race shows in most runs, if there is one."""
    games = effort(20_000, 40)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        one, *others = (
            play_match(plan("clobber:5x5", "first", "first", opening_plies=4), games, jobs=jobs)
            for jobs in (1, 3, 3, 3)
        )
    finally:
        sys.setswitchinterval(before)
    for other in others:
        assert figures(one) == figures(other)


def test_a_seed_is_for_the_agent_behind_a_wrapper_too() -> None:
    position = papamu.load("clobber:4x4").start()
    chosen = {int(agent("noisy:p=0+solve", seed=1).choose(position)) for _ in range(4)}  # 20 moves win
    assert len(chosen) == 1


def test_seats_are_swapped_in_pairs_and_rotated() -> None:
    assert plan("clobber:4x4", "first", "random").seats(np.arange(4)).tolist() == [[0, 1], [1, 0]] * 2
    fixed = plan("clobber:4x4", "first", "random", fixed_seats=True)
    assert fixed.seats(np.arange(3)).tolist() == [[0, 1]] * 3
    four = plan("blokus:5x5", "random").seats(np.arange(4))
    assert sorted(map(tuple, four.tolist())) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    results = play_match(plan("clobber:4x4", "first", "random"), 10)
    assert results.seats.tolist() == [[0, 1], [1, 0]] * 5


def test_games_of_a_round_have_the_same_start_and_opening() -> None:
    planned = plan("clobber:5x5,start=random", "first", "first", opening_plies=3, keep_moves=True)
    batch = Referee(planned).play(0, 8)
    for game in range(0, 8, 2):
        assert (batch.moves[game, :3] == batch.moves[game + 1, :3]).all()
    assert len({tuple(row[:3]) for row in batch.moves.tolist()}) > 1


def test_openings_are_distinct_until_there_are_no_others() -> None:
    planned = plan("clobber:4x4", "first", "first", opening_plies=1)
    states = {
        planned.openings(np.array([2 * pair])).tobytes() for pair in range(24)
    }  # the first move has 24 possibilities
    assert len(states) == 24
    assert planned.distinct_openings is None
    assert planned.openings(np.array([48])).tobytes() in states
    assert planned.distinct_openings == 24
    with pytest.raises(PapamuError, match="take fewer"):
        plan("clobber:2x2", "first", "first", opening_plies=50).openings(np.array([0]))


def test_who_never_varies_gets_openings_and_duplicates_are_counted() -> None:
    assert plan("clobber:4x4", "first", "first").opening_plies == 4
    assert plan("clobber:4x4", "first", "random").opening_plies == 0
    replayed = play_match(plan("clobber:4x4", "first", "first", opening_plies=0), 20)
    assert papamu.arena.statistics.duplicates(replayed.prints) == 19
    varied = play_match(plan("clobber:4x4", "first", "first", fixed_seats=True), 20)
    assert papamu.arena.statistics.duplicates(varied.prints) == 0


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    planned = plan("clobber:4x4", "first", "random", seed=9)
    whole = play_match(planned, 60)
    with Store.open(tmp_path / "x.sqlite", planned.about()) as store:
        play_match(planned, 20, store)
        pieces = len(store)
        assert figures(play_match(planned, 60, store, jobs=2)) == figures(whole)
        assert len(store) > pieces
        pieces = len(store)
        assert figures(play_match(planned, 60, store)) == figures(whole)  # nothing is played again
        assert len(store) == pieces
        assert figures(play_match(planned, 20, store)) == figures(play_match(planned, 20))


def test_rates_are_those_of_the_playing(tmp_path: Path) -> None:
    planned = plan("clobber:4x4", "first", "random")
    with Store.open(tmp_path / "x.sqlite", planned.about()) as store:
        played = play_match(planned, 40, store)
        looked = play_match(planned, 40, store, jobs=8)
        assert looked.games_per_second == played.games_per_second > 0
        assert looked.ms_per_move == played.ms_per_move
        batch = Batches(store, "").ordered()[0]
        fewer = play_match(planned, 2, store)  # part of what is kept
        share = 2 / len(batch.games)
        assert fewer.made == pytest.approx(share * batch.made)
        assert fewer.ms_per_move == pytest.approx(
            [1000 * s / n for s, n in zip(batch.seconds, batch.made, strict=False)]
        )


def test_moves_are_kept_on_the_disk_and_not_in_memory(tmp_path: Path) -> None:
    planned = plan("clobber:4x4", "first", "random", keep_moves=True)
    page = Referee(planned).play(0, 8)
    assert page.moves.base is None and page.moves.shape == (8, page.plies.max())
    with Store.open(tmp_path / "x.sqlite", planned.about()) as store:
        play_match(planned, 40, store)
        batches = list(stored_batches(store, ""))
        assert [number for batch in batches for number in batch.games] == list(range(40))
        assert all(batch.moves.size for batch in batches)
        assert not any(batch.moves.size for batch in Batches(store, "").ordered())


def test_nobody_forgets_what_another_process_is_working_on(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    work = (
        "import sys; from papamu.core.store import Store\n"
        "with Store.open(sys.argv[1], {}): print('open', flush=True); sys.stdin.readline()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", work, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout and other.stdout.readline() == "open\n"
        with pytest.raises(PapamuError, match="in use by process"):
            remove_store(path)
        other.communicate("\n")
    assert path.is_file()
    remove_store(path)
    remove_store(path)
    assert not list(tmp_path.iterdir())


@pytest.mark.large
def test_killed_and_resumed(tmp_path: Path) -> None:
    """Really killed, several times, while it plays; then it ends like an uninterrupted match."""
    told = ["match", "clobber:6x6", "mc:playouts=60", "random", "--games", "300", "--json"]
    environment = os.environ | {"PAPAMU_RUNS": str(tmp_path / "runs")}
    command = [sys.executable, "-m", "papamu", *told]
    killed = 0
    for delay in (1.2, 1.4, 1.6):
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        began = time.monotonic()
        while process.poll() is None and time.monotonic() - began < 60:
            stores = list((tmp_path / "runs").glob("*.sqlite"))
            if stores and time.monotonic() - began > delay and _pieces(stores[0]) > killed:
                process.send_signal(signal.SIGKILL)
                killed += 1
                break
            time.sleep(0.05)
        process.wait()
    assert killed
    resumed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "Resuming" in resumed.stderr
    other = os.environ | {"PAPAMU_RUNS": str(tmp_path / "other")}
    straight = subprocess.run(command, env=other, capture_output=True, text=True, check=True)
    timing = ("games_per_second", "ms_per_move")
    one, two = (
        {key: value for key, value in json.loads(done.stdout).items() if key not in timing}
        for done in (resumed, straight)
    )
    assert one == two
    assert one["games"] == 300


def _pieces(path: Path) -> int:
    try:
        with Store.look(path) as store:
            return len(store)
    except PapamuError:
        return 0


@pytest.mark.parametrize(
    "how, said", [("raise", "my mistake"), ("cheat", "not legal"), ("none", "not a clobber move")]
)
def test_who_goes_wrong_forfeits_the_game(how: str, said: str) -> None:
    results = play_match(plan("clobber:4x4", f"broken:how={how}", "sleepy"), 6)
    assert results.games == 6
    assert len(results.faults) == 6
    assert all(
        said in reason and f"broken:how={how}".removesuffix(":how=raise") in reason
        for _, reason in results.faults
    )
    assert results.tally().score == 0


def test_a_forfeit_at_a_larger_table_hurts_only_the_one_at_fault() -> None:
    results = play_match(plan("blokus:8x8", "random", "broken", "random", "random"), 4)
    for game, _ in results.faults:
        assert results.returns[game, 1] == -1
        assert (np.delete(results.returns[game], 1) > 0).all()
    assert results.faults


def test_refusals() -> None:
    with pytest.raises(AgentError, match="too many"):
        plan("clobber:4x4", "first", "first", "first")
    for text in ("human", "noisy+human"):
        with pytest.raises(AgentError, match="a human plays"):
            plan("clobber:4x4", text, "first")
    with pytest.raises(AgentError, match="a human plays"):
        papamu.tournament("clobber:4x4", "random", "first", "human")  # before a game is played
    with pytest.raises(AgentError, match="does not play"):
        plan("blokus:5x5", "ab")
    with pytest.raises(PapamuError, match="at least one game"):
        play_match(plan("clobber:4x4", "first", "random"), 0)
    with pytest.raises(PapamuError, match="two players"):
        papamu.match("blokus:5x5", "random", games=4, sprt="elo0=0,elo1=10")


def test_a_sequential_test_stops_at_the_same_game_for_any_jobs(tmp_path: Path) -> None:
    games = effort(4000, 60)
    told = {"games": games, "sprt": "elo0=0,elo1=100"}
    one = papamu.match("clobber:4x5", "random", "first", **told)
    two = papamu.match("clobber:4x5", "random", "first", jobs=2, runs=tmp_path, **told)
    assert one.decision is not None and one.decision == two.decision
    assert figures(one) == figures(two)
    if JIT:
        assert one.decision.accepted is not None
        assert one.games == 2 * one.decision.after < games


def test_a_full_disk_keeps_what_was_finished(tmp_path: Path) -> None:
    planned = plan("clobber:4x4", "first", "random")
    with Store.open(tmp_path / "x.sqlite", planned.about()) as store:
        play_match(planned, 4, store)
        store._connection.execute(
            f"PRAGMA max_page_count={store._connection.execute('PRAGMA page_count').fetchone()[0]}"
        )
        with pytest.raises(PapamuError, match="full"):
            play_match(planned, 100_000 if JIT else 400, store)
        kept = len(store)
    with Store.open(tmp_path / "x.sqlite", planned.about()) as store:
        assert len(store) == kept
        assert play_match(planned, 8, store).games == 8
