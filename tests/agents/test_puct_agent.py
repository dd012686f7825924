"""`puct:model=FILE` and `papamu train --learner alphazero` as people use them."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents.puct import PuctAgent
from papamu.agents.registry import agent
from papamu.arena import plan
from papamu.arena.match import play_match
from papamu.arena.plan import Plan
from papamu.core.errors import AgentError, ModelError, PapamuError
from papamu.games.position import Position
from papamu.learn.convnet.alphazero import model_file as zero_model
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.alphazero.model_file import AlphaZeroModel
from papamu.learn.tensor_file import write_tensors
from papamu.search.mcts import puct
from tests.cli.terminal import Terminal, hears_ctrl_c
from tests.effort import effort
from tests.learn.test_planes import walk

torch = pytest.importorskip("torch", reason="PyTorch is an optional extra (papamu[torch])")

from papamu.learn.convnet.alphazero.batch_evaluator import BatchEvaluator  # noqa: E402
from papamu.learn.convnet.alphazero.residual_network import new_network  # noqa: E402
from papamu.learn.convnet.weights import weights_of  # noqa: E402

GAME = "clobber:3x4"
SIMS = 20


def model(spec: str = GAME, seed: int = 1) -> AlphaZeroModel:
    """A network that was never taught, but has opinions."""
    course = AlphaZeroCourse(spec, channels=8, blocks=1)
    net = new_network(course.shape(), seed)
    torch.manual_seed(seed)
    for last in (net.speak2, net.judge2):
        torch.nn.init.normal_(last.weight)
    return AlphaZeroModel(course, weights_of(net))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all sorts."""
    made = tmp_path_factory.mktemp("models")
    model().save(made / "net.safetensors")
    content = (made / "net.safetensors").read_bytes()
    (made / "half.safetensors").write_bytes(content[: len(content) // 2])
    (made / "text.safetensors").write_text("no network")
    good = model()
    AlphaZeroModel(AlphaZeroCourse(GAME, channels=16), good.weights).save(made / "other-shape.safetensors")
    wild = {**good.weights, "stem.weight": np.full_like(good.weights["stem.weight"], np.nan)}
    AlphaZeroModel(good.course, wild).save(made / "nan.safetensors")
    about = {"kind": "residual", "course": {"game": GAME, "channels": 2.5}}
    write_tensors(made / "course.safetensors", about, dict(good.weights))
    write_tensors(made / "mlp.safetensors", {"course": {}}, {"weights": np.zeros(3)})
    return made


# -- the agent ------------------------------------------------------------------------------------


def test_it_plays_the_move_with_most_visits() -> None:
    game = papamu.load(GAME)
    player = PuctAgent.of(model(), sims=SIMS)
    position = game.start()
    said = player.explain(position)
    assert {int(one.move) for one in said.scores} == {int(move) for move in position.legal_moves}
    visits = {int(one.move): int(one.note.split()[0].replace(",", "")) for one in said.scores}
    assert sum(visits.values()) == SIMS - 1  # the first looks at the position itself
    values = [one.value for one in said.scores]
    assert values == sorted(values, reverse=True) and (min(values) == -2 or min(visits.values()) > 0)
    assert visits[player.clone().choose(position)] == max(visits.values())
    assert "most visits" in said.meaning


def test_thoughts_survive_a_move_and_no_longer_than_the_game() -> None:
    game = papamu.load(GAME)
    player = PuctAgent.of(model(), sims=SIMS, leaves=1)
    start = game.start()
    first = start.play(player.choose(start))
    second = first.play(first.legal_moves[0])

    def seen(position: Position) -> int:
        player.choose(position)
        forest = player._forest
        assert forest is not None
        return int(forest.trees.visits[0, 0])

    assert seen(second) >= SIMS
    again = game.from_text(second.to_text())  # nobody knows how it came to that
    assert seen(again) == SIMS
    assert seen(again) == 2 * SIMS  # asked twice, it thinks on
    player.begin(game, np.array([1, 2], dtype=np.uint64))
    assert seen(again) == SIMS


def test_an_interrupted_search_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that wait for an answer that never comes would block its tree."""
    position = papamu.load(GAME).start()
    player, calm = (PuctAgent.of(model(), sims=SIMS) for _ in range(2))
    look, calls = BatchEvaluator.__call__, []

    def interrupted(self: BatchEvaluator, *told: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return look(self, *told)

    with monkeypatch.context() as patch:
        patch.setattr(BatchEvaluator, "__call__", interrupted)
        with pytest.raises(KeyboardInterrupt):
            player.choose(position)
    assert player.explain(position) == calm.explain(position)


def test_its_room_is_large_enough_for_all_tables_at_once() -> None:
    """A larger room for a table that is asked later would cost the others their trees."""
    game = papamu.load(GAME)
    player = PuctAgent.of(model(), sims=4)
    for table in range(3):
        player.begin_table(table, game, np.array([1, table], dtype=np.uint64))
    player.choose_batch([0], [game.start()])
    room = player._forest
    player.choose_batch([2, 1], [game.start(), game.start()])
    assert player._forest is room
    assert room is not None and room.trees.visits[:3, 0].tolist() == [4, 4, 4]


def test_by_the_clock_it_comes_to_an_end() -> None:
    """Also where every line ends the game and nothing is left to ask the network."""
    game = papamu.load(GAME)
    player = PuctAgent.of(model(), ms=1)
    assert not player.batched
    for position in [game.start(), game.from_text("xo../ox../....,x"), game.from_text("xo../..../....,x")]:
        assert player.choose(position) in position.legal_moves
    assert len(player.explain(game.start()).scores) == len(game.start().legal_moves)


def test_who_is_over_and_who_is_forced() -> None:
    game = papamu.load(GAME)
    player = PuctAgent.of(model())
    over = game.from_text("x.../..../....,o")
    with pytest.raises(AgentError, match="the game is over here"):
        player.choose(over)
    forced = game.from_text("xo../..../....,x")
    assert player.choose(forced) == forced.legal_moves[0]
    assert player._forest is not None and player._forest.trees.counts[0, 2] == 1  # one simulation


def test_it_finds_a_win_that_the_network_does_not_know() -> None:
    """Black takes the left stone and wins, or another one and loses: the search sees it."""
    game = papamu.load("clobber:1x6")
    for position in (at for seed in range(8) for at in walk(game, seed, 4)):
        if len(position.legal_moves) < 2:
            continue
        winning = {int(move) for move in position.legal_moves if not any_win(position.play(move))}
        if winning:
            assert PuctAgent.of(model(), sims=effort(400, 80)).choose(position) in winning


def any_win(position: Position) -> bool:
    return any(not any_win(position.play(move)) for move in position.legal_moves)


def test_it_plays_on_other_boards_of_its_game(folder: Path) -> None:
    player = agent(f"puct:model={folder}/net.safetensors,sims=4")
    large = papamu.load("clobber:4x5")
    assert player.choose(large.start()) in large.start().legal_moves
    small = papamu.load("clobber:3x3")
    assert player.choose(small.start()) in small.start().legal_moves
    for spec, words in [
        ("reversi:4x4", "its network was made for clobber:3x4"),
        ("checkers:6x6", "its network was made for clobber:3x4"),
    ]:
        with pytest.raises(AgentError, match=words):
            player.check(papamu.load(spec))
    konane = PuctAgent.of(AlphaZeroModel(AlphaZeroCourse("konane:4x4"), {}))
    with pytest.raises(AgentError, match="it encodes this board differently"):
        konane.check(papamu.load("konane:8x8"))


def test_its_name_and_identity(folder: Path) -> None:
    text = f"puct:model={folder}/net.safetensors,sims=4,blend=0.5"
    player = agent(text)
    assert str(player) == text and not player.deterministic
    assert player.identity == f"{text} {model().digest}"
    assert PuctAgent.of(model(seed=2)).identity != PuctAgent.of(model()).identity
    assert player.clone().identity == player.identity
    position = papamu.load(GAME).start()
    assert player.choose(position) in position.legal_moves  # with random games
    twin = player.clone()
    assert isinstance(player, PuctAgent) and isinstance(twin, PuctAgent)
    assert twin.net is player.net  # one network for all threads


@pytest.mark.parametrize(
    "name, words",
    [
        ("nowhere", "there is no model file"),
        ("half", "is not a model file, or is damaged"),
        ("text", "is not a model file, or is damaged"),
        ("mlp", "holds no network that guides a tree: it is marked as 'mlp'"),
        ("nan", "some of its weights are not numbers"),
        ("course", "channels cannot be 2.5"),
        ("other-shape", "these are not the weights"),
    ],
)
def test_files_that_are_none(folder: Path, name: str, words: str) -> None:
    """Known before the first game, not game by game."""
    player = agent(f"puct:model={folder}/{name}.safetensors")
    with pytest.raises(ModelError, match=words) as told:
        Plan.make(papamu.load(GAME), [player, agent("random")])
    assert "\n" not in str(told.value)


def test_no_file_and_bad_numbers() -> None:
    with pytest.raises(AgentError, match=r"write puct:model=PATH"):
        agent("puct").check(papamu.load(GAME))
    for text, words in [
        ("puct:sims=0", "sims=0 is not possible"),
        ("puct:sims=x", "whole number"),
        ("puct:leaves=5000", "leaves=5000 is not possible"),
        ("puct:blend=2", "blend=2 is not possible"),
        ("puct:sim=3", "sims"),
        ("puct:net.safetensors", "is not an option"),
    ]:
        with pytest.raises(PapamuError, match=words):
            agent(text)
    with pytest.raises(PapamuError, match="megabytes are too few"):
        PuctAgent.of(model(), megabytes=0.001).choose(papamu.load(GAME).start())


# -- with others ----------------------------------------------------------------------------------


def figures(*players: Any, games: int = 40, jobs: int = 1, **told: Any) -> tuple[Any, ...]:
    results = play_match(Plan.make(papamu.load(GAME), players, **told), games, jobs=jobs)
    assert not results.faults
    return results.prints.tolist(), results.returns.tolist()


def test_the_same_match_for_any_number_of_threads_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trees, its network and its streams: nothing of one game depends on the others."""
    players = PuctAgent.of(model(), sims=6, leaves=3), PuctAgent.of(model(seed=2), sims=6, blend=0.5)
    prints, _ = figures(*players, games=effort(36, 4))
    assert figures(*players, games=effort(36, 4), jobs=2)[0] == prints
    monkeypatch.setattr(plan, "_TABLES", 1)
    assert figures(*players, games=4)[0] == prints[:4]
    monkeypatch.setattr(plan, "_TABLES", 3)
    assert figures(*players, games=effort(8, 4))[0] == prints[: effort(8, 4)]


@pytest.mark.parametrize("wrapper", ["noisy:p=0.3", "endgame:plies=3", "adaptive"])
def test_behind_a_wrapper(folder: Path, wrapper: str) -> None:
    player = agent(f"{wrapper}+puct:model={folder}/net.safetensors,sims=6", seed=1)
    assert player.explain(papamu.load(GAME).start()).scores
    figures(player, agent("random"), games=4)


def test_in_a_tournament(terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    spec = "puct:model=net.safetensors,sims=4"
    done = terminal("tournament", GAME, spec, "random", "first", "--games", "4")
    assert done.code == 0, done.err
    assert "puct:model=net.safetensors" in done.out


# -- the command line -----------------------------------------------------------------------------


def test_match_explain_play_and_the_list(
    terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    spec = "puct:model=net.safetensors,sims=6"
    done = terminal("match", GAME, spec, "random", "--games", "6", "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["games"] == 6
    done = terminal("explain", GAME, spec)
    assert done.code == 0 and "visits" in done.out, done.err
    done = terminal("play", GAME, "--vs", spec, typed="quit")
    assert done.code == 0 and spec in done.out, done.err
    done = terminal("agents", GAME, "--json")
    (listed,) = [one for one in json.loads(done.out)["agents"] if one["name"] == "puct"]
    assert listed["plays"] and {"model", "sims", "ms"} <= {option["name"] for option in listed["options"]}


BLOCKED = """
import sys
sys.modules["torch"] = None
from papamu.cli import main
for arguments in sys.argv[1:]:
    sys.argv = ["papamu", *arguments.split()]
    try:
        main()
    except SystemExit as left:
        print(left.code, file=sys.stderr)
"""


def test_without_torch_one_clear_line(folder: Path) -> None:
    commands = [
        f"match {GAME} puct:model=net.safetensors random --games 4",
        f"explain {GAME} noisy+puct:model=net.safetensors",
        f"train {GAME} --learner alphazero --games 2",
    ]
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *commands],
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    lines = done.stderr.splitlines()
    assert lines[1::2] == ["2"] * len(commands) and len(lines) == 2 * len(commands), done.stderr
    assert all(line.startswith("papamu: ") and "pip install -e '.[torch]'" in line for line in lines[::2])
    assert not list(folder.glob("runs/train-*"))


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([GAME, "--learner", "alphazero", "--channels", "0"], "channels cannot be 0"),
        ([GAME, "--learner", "alphazero", "--lr", "nan"], "lr cannot be nan"),
        (
            [GAME, "--learner", "alphazero", "--batch", "1000000", "--blocks", "0", "--channels", "512"],
            "GB are free",
        ),
        ([GAME, "--learner", "alphazero", "--hidden", "30"], "--hidden is an option of --learner mlp alone"),
        ([GAME, "--channels", "8"], "--channels is an option of --learner alphazero alone"),
        ([GAME, "--learner", "alphazro"], "there is no learner 'alphazro'"),
        ([GAME, "--learner", "alphazero", "--opponent", "utc"], "there is no agent 'utc'"),
        ([GAME, "--learner", "alphazero", "--out", "nowhere/net.safetensors"], "cannot write"),
        (["clobber:graph=g.json", "--learner", "alphazero"], "not a graph"),
    ],
)
def test_what_train_refuses(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    graph = {"vertices": {"a": "black", "b": "white"}, "edges": [["a", "b"]]}
    Path("g.json").write_text(json.dumps(graph))
    seen = terminal("train", *arguments)
    assert seen.code == 2 and words in seen.err, seen.out + seen.err
    assert seen.err.startswith("papamu: ") and seen.err.count("\n") == 1


TINY = [
    GAME, "--learner", "alphazero", "--games", "8", "--portion", "4", "--warm-games", "4", "--warm-sims", "9",
    "--sims", "8", "--quick", "4", "--batch", "16", "--channels", "8", "--blocks", "1", "--gate", "4",
    "--tests", "4", "--opponent", "random",
]  # fmt: skip


def following(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command, each time that its folder has changed."""
    before = set(folder.glob("runs/train-*/**/*.safetensors"))
    begun = subprocess.Popen(
        [sys.executable, "-m", "papamu", "train", *arguments],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears_ctrl_c,
    )  # fmt: skip
    try:
        while begun.poll() is None:
            now = set(folder.glob("runs/train-*/**/*.safetensors"))
            if now != before:
                before = now
                yield begun
            time.sleep(0.01)  # its two threads need the cores
    finally:
        begun.kill()


def test_train_killed_again_and_again(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    monkeypatch.chdir(one)
    whole = terminal("train", *TINY, "--out", "my net.safetensors")
    assert whole.code == 0, whole.err
    assert "learned from 8 games of self-play" in whole.out and "against random in 4 games" in whole.out
    play = shlex.split(whole.out.splitlines()[-1])  # what it says can be typed
    assert play == ["papamu", "play", GAME, "--vs", "puct:model=my net.safetensors"]
    page = next(one.glob("runs/train-*/curve.html")).read_text(encoding="utf-8")
    assert "Losses" in page and "Against the network before" in page and "residual, 1 blocks" in page
    kills = 0
    for _ in range(2):
        for begun in following(other, *TINY, "--jobs", "2"):
            begun.send_signal(signal.SIGKILL)
            begun.wait()
            kills += 1
    assert kills, "it was always done before it could be killed"
    monkeypatch.chdir(other)
    resumed = terminal("train", *TINY, "--json", "--jobs", "2")
    assert resumed.code == 0, resumed.err
    said = json.loads(resumed.out)
    assert said["games"] == 8 and said["test"]["games"] == 4
    kept = zero_model.load(one / "my net.safetensors")
    assert zero_model.load(other / said["model"]).digest == kept.digest
    assert said["curve"] == kept.facts["curve"] and said["test"] == kept.facts["test"]
    again = terminal("train", *TINY)
    assert again.code == 0 and "was trained before" in again.out


def test_ctrl_c_is_no_traceback(tmp_path: Path) -> None:
    long = [*TINY, "--games", "100000", "--portion", "100000", "--jobs", "2"]
    for begun in following(tmp_path, *long):
        begun.send_signal(signal.SIGINT)
        _, err = begun.communicate(timeout=120)
        assert begun.returncode == 130 and "Traceback" not in err
        assert "finished groups of games are saved. Resume with:" in err
        break


def test_plant_forgets_everything() -> None:
    game = papamu.load(GAME)
    forest = puct.new_forest(game, 2, 5)
    forest.left[:], forest.noise[:] = 3, 0.5
    puct.set_root(forest, 1, game.start().state)
    assert forest.left.tolist() == [3, 0] and forest.noise.tolist() == [0.5, 0]
    assert (forest.roots[1] == game.start().state).all()
