"""What version 0.1.0 wrote stays readable, goes on, and gives the same numbers.

`data` was written by 0.1.0 (its README says how, and where each thing was stopped), `expected.json` is what
0.1.0 itself made of copies of it. Everything here goes through the command line, the public names of
`papamu` or HTTP, so that modules can move; only the keys of cells are asked for from inside, in one place.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import runpy
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
DATA = HERE / "data"
EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))

Json = dict[str, Any]
Rows = dict[str, tuple[Any, int]]

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"),
    reason="trainings take hours in the interpreter",
)

# Which test uses which files. A file that is in no line fails the last test.
USED = {
    "README.md": "test_every_file_is_used",
    "book/*": "test_the_book_of_the_browser_app",
    "boards/*": "test_boards_to_learn_from",
    "home/people/*": "test_a_person_and_what_learned_from_them",
    "maps/maps-reversi-02ede91a0bee/*": "test_maps_go_on",
    "maps/maps-reversi-c76066b3f365/*": "test_maps_go_on",
    "maps/maps-reversi-fb572871d051/*": "test_maps_go_on",
    "match/*": "test_a_match_goes_on",
    "records/*.json": "test_game_records",
    "records/checkers.jsonl": "test_a_match_that_keeps_moves_goes_on",
    "reproduce/reproduce-*-seed1/*": "test_a_reproduction_goes_on",
    "served/*": "test_the_book_of_the_browser_app",
    "tournament/*": "test_a_tournament_goes_on",
    "train/train-blokus-4ae8792fb5bb/*": "test_a_stopped_training_goes_on",
    "train/train-blokus-929be36648b1/*": "test_a_finished_training_is_there",
    "train/train-clobber-4b09ed34a36a/*": "test_a_stopped_training_goes_on",
    "train/train-clobber-4e41927e4294/*": "test_a_finished_training_is_there",
    "train/train-konane-1a53b28c25ef/*": "test_a_finished_training_is_there",
    "train/train-reversi-a0930e4f5668/*": "test_a_stopped_training_goes_on",
    "zero/train-clobber-15566df232f8/*": "test_alphazero_that_is_finished",
    "zero/train-clobber-cc6dbb05636d/*": "test_alphazero_goes_on",
}

MLP = "train/train-clobber-4e41927e4294/model.safetensors"
SOM = "maps/maps-reversi-fb572871d051/learned-ecae266cd495.safetensors"
CNN = "reproduce/reproduce-checkers-seed1/scratch/Guided-48d78d246bb3673b-0/checkpoint.safetensors"
PUCT = "zero/train-clobber-15566df232f8/model.safetensors"


# -- what the tests share -----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data, and in it whoever runs a test."""
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PAPAMU_HOME", str(folder / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("PAPAMU_RUNS", raising=False)
    return folder


@dataclass(frozen=True)
class Seen:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def facts(self) -> Json:
        """What it printed as JSON, without what no two runs share."""
        assert self.code == 0, self.err
        found: Json = without_times(json.loads(self.out))
        return found


def papamu(*words: str) -> Seen:
    """A command in this process: `python -m papamu …`, whatever its modules are called."""
    before, sys.argv = sys.argv, ["papamu", *words]
    code, out, err = 0, io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            runpy.run_module("papamu", run_name="__main__")
    except SystemExit as left:
        code = int(left.code or 0)
    finally:
        sys.argv = before
    return Seen(code, out.getvalue(), err.getvalue())


def typed(text: str, *words: str) -> str:
    """What a command in a process of its own says to somebody who types this."""
    done = subprocess.run(
        [sys.executable, "-m", "papamu", *words],
        input=text, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


_TIMES = ("command", "ms_per_move", "games_per_second", "seconds", "last", "page")
_WORDS = ("meaning", "advice", "judged", "notes")  # may be said better one day


def without_times(facts: Any) -> Any:
    """The same without times, without the line that was typed, and without sentences."""
    if isinstance(facts, dict):
        left = {key: value for key, value in facts.items() if key not in (*_TIMES, *_WORDS)}
        return {key: without_times(value) for key, value in left.items() if not _is_sentence(key, value)}
    return [without_times(one) for one in facts] if isinstance(facts, list) else facts


def _is_sentence(key: str, value: Any) -> bool:
    return key == "verdict" and isinstance(value, str)


def check(name: str, seen: Any, rel: float = 1e-6) -> None:
    """That this is what 0.1.0 saw; whole numbers and texts exactly, others as near as that."""
    _compare(name, json.loads(json.dumps(seen)), EXPECTED[name], rel)


def _compare(where: str, seen: Any, wanted: Any, rel: float) -> None:
    if isinstance(wanted, dict) and isinstance(seen, dict):
        missing = sorted(wanted.keys() - seen.keys())  # newer versions may say more, not less
        assert not missing, f"{where}: {missing} is not said any more"
        for key, value in wanted.items():
            _compare(f"{where}.{key}", seen[key], value, rel)
    elif isinstance(wanted, list) and isinstance(seen, list):
        assert len(seen) == len(wanted), f"{where}: {len(seen)}, not {len(wanted)}: {seen!r:.300}"
        for at, (one, other) in enumerate(zip(seen, wanted, strict=True)):
            _compare(f"{where}[{at}]", one, other, rel)
    elif isinstance(wanted, float) and isinstance(seen, int | float):
        assert seen == pytest.approx(wanted, rel=rel, abs=rel), where
    else:
        assert seen == wanted, f"{where}: {seen!r:.200}, not {wanted!r:.200}"


def tensors(path: str | Path) -> dict[str, np.ndarray[Any, Any]]:
    """The numbers of a file, read without Papamu."""
    from safetensors.numpy import load_file

    return dict(load_file(path))


def header(path: str | Path) -> Json:
    """What a file of numbers says of itself, read without Papamu."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as opened:
        found: Json = json.loads(opened.metadata()["papamu"])
    return found


def digest(path: str | Path) -> str:
    """A name for the numbers in a file; its header, with times and paths, does not count."""
    made = hashlib.sha256()
    for name, numbers in sorted(tensors(path).items()):
        made.update(f"{name} {numbers.dtype} {numbers.shape} ".encode())
        made.update(np.ascontiguousarray(numbers).tobytes())
    return made.hexdigest()[:40]


def sums(path: str | Path) -> Json:
    """The numbers in a file in short, where another machine may get others in the last bits."""
    return {
        name: [list(numbers.shape), str(numbers.dtype), float(np.abs(numbers.astype(np.float64)).sum())]
        for name, numbers in sorted(tensors(path).items())
    }


def pieces(path: str | Path) -> Rows:
    """The finished pieces in a store, read without Papamu."""
    with sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True) as store:
        found = {key: (value, checksum) for key, value, checksum in store.execute("SELECT * FROM piece")}
    store.close()
    return found


def names(folder: str | Path) -> list[str]:
    """All files of a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


@contextmanager
def going_on(path: str) -> Iterator[None]:
    """Something more is put into this store: what is in it stays as it is, and no other file comes up."""
    folder = Path(path).parent
    there, files = pieces(path), names(folder)
    assert there
    yield
    now = pieces(path)
    assert sorted(now.keys() - there.keys()), f"nothing more came into {path}"
    assert _changed(there, now) == []
    assert [name for name in names(folder) if not name.endswith((".lock", "-wal", "-shm"))] == [
        name for name in files if not name.endswith((".lock", "-wal", "-shm"))
    ]


def _changed(before: Rows, now: Rows) -> list[str]:
    """Which pieces are gone or others."""
    return [key for key, piece in before.items() if now.get(key) != piece]


def says_it_goes_on(seen: Seen, path: str) -> None:
    """That the command found what was there."""
    assert f"Resuming {path}; after a stop" in seen.err, seen.err


# -- matches and tournaments --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, store, games, words",
    [
        ("match", "match/match-clobber-9354e0efa2d0.sqlite", (40, 100), "mc:playouts=5 random --seed 7"),
        (
            "match of a model",
            "match/match-clobber-f74343de30e1.sqlite",
            (10, 40),
            f"mlp:{MLP} noisy:p=0.2+mc:playouts=2 --seed 1",
        ),
    ],
)
def test_a_match_goes_on(name: str, store: str, games: tuple[int, int], words: str) -> None:
    wanted = ["match", "clobber:3x3", *words.split(), "--runs", "match", "--games"]
    there = pieces(store)
    same = papamu(*wanted, str(games[0]))
    says_it_goes_on(same, store)
    assert "All of these games were played before" in same.out
    assert _changed(there, pieces(store)) == [] and len(pieces(store)) == len(there)
    with going_on(store):
        seen = papamu(*wanted, str(games[1]), "--json")
    says_it_goes_on(seen, store)
    played = [key.split("-") for key in pieces(store).keys() - there.keys()]  # first game - how many
    assert min(int(first) for first, _ in played) == games[0]
    assert sum(int(many) for _, many in played) == games[1] - games[0]
    check(name, seen.facts)


def test_a_match_goes_on_from_python() -> None:
    import papamu as public

    store = "match/match-clobber-9354e0efa2d0.sqlite"
    with going_on(store):
        found = public.match("clobber:3x3", "mc:playouts=5", "random", games=100, seed=7, runs="match")
    told = EXPECTED["match"]
    assert [int((found.returns[:, who] > 0).sum()) for who in range(2)] == told["wins"]
    assert float(found.plies.mean()) == told["plies"]


def test_a_match_that_keeps_moves_goes_on() -> None:
    store = "match/match-checkers-45757dcc1d2e.sqlite"
    words = ["match", "checkers:6x6,quiet=20,teleport=0.1", "greedy", "random", "--games", "4", "--seed", "2"]
    with going_on(store):
        seen = papamu(*words, "--runs", "match", "--json", "--save", "all.jsonl")
    says_it_goes_on(seen, store)
    lines = Path("all.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == Path("records/checkers.jsonl").read_text(encoding="utf-8").splitlines()
    check("match that keeps moves", {"facts": seen.facts, "games": [json.loads(line) for line in lines]})


def test_a_tournament_goes_on() -> None:
    store = "tournament/tournament-clobber-b45165d3b8a3.sqlite"
    words = ["tournament", "clobber:3x3", "random", "first", "mc:playouts=3", "--seed", "4"]
    with going_on(store):
        seen = papamu(*words, "--runs", "tournament", "--json", "--games", "20")
    says_it_goes_on(seen, store)
    assert sum(int(key.rpartition("-")[2]) for key in pieces(store)) == 60
    check("tournament", seen.facts)


# -- training -----------------------------------------------------------------------------------------

BLOKUS = (
    "blokus:5x5 --opponent each-other --hidden 2 --activation leaky-relu --no-bias --encoding owners "
    "--start unit --lr 1e-3 --worth score --divisor 89 --target 1 --lost 0 --tests 4"
)
STOPPED = {
    "train-clobber-4b09ed34a36a": "clobber:3x3 --hidden 4 --activation leaky-relu --tau 0.1 --lr 1e-4 "
    "--target 10 --seat 0 --games 30000 --tests 100 --every 5000 --seed 6",
    "train-reversi-a0930e4f5668": "reversi:4x4 --encoding 2x2 --hidden none --start small "
    "--activation linear --way td --lam 0.5 --momentum 0.5 --best --seat 2 --lr 1e-3 --target 1 "
    "--explore 0.1 --games 20000 --tests 20 --every 4000 --seed 4",
    "train-blokus-4ae8792fb5bb": f"{BLOKUS} --games 2000 --every 500",
}
FINISHED = {
    "train-clobber-4e41927e4294": "clobber:3x3 --hidden 4 --lr 1e-4 --target 10 --games 2000 --tests 100 "
    "--seed 5",
    "train-konane-1a53b28c25ef": "konane:4x4 --teacher minimax:eval=q,depth=1 --encoding B --compares "
    "--hidden 4 --activation sigmoid --target 1 --lost 0 --seat 0 --games 200 --tests 10",
    "train-blokus-929be36648b1": f"{BLOKUS} --games 8",
}
ZERO = (
    "clobber:3x3 --learner alphazero --channels 2 --blocks 1 --portion 4 --sims 4 --quick 2 --warm-games 4 "
    "--warm-sims 4 --batch 8 --window 200 --gate 4 --opponent random --tests 4"
)
MAPS = {
    "maps-reversi-c76066b3f365": "reversi:4x4 --stages 2 --map 3x4 --winner euclid --hood step --distinct "
    "--data 40 --rounds 2000,8000 --way none --seed 3",
    "maps-reversi-02ede91a0bee": "reversi:4x4 --stages 1 --map 3x3 --data 40 --rounds 2,10 --way td0 "
    "--games 20000 --tests 20 --seed 9",
    "maps-reversi-fb572871d051": "reversi:4x4 --stages 2 --map 3x3 --data 40 --rounds 2,10 --games 200 "
    "--tests 20 --seed 3",
}


def train(words: str, runs: str = "train") -> list[str]:
    return ["train", *words.split(), "--runs", runs]


@pytest.mark.parametrize("folder", STOPPED)
def test_a_stopped_training_goes_on(folder: str) -> None:
    before = names("train")
    seen = papamu(*train(STOPPED[folder]), "--json")
    says_it_goes_on(seen, f"train/{folder}")
    assert {name.split("/")[0] for name in names("train")} == {name.split("/")[0] for name in before}
    model = f"train/{folder}/model.safetensors"
    check(folder, {"facts": seen.facts, "weights": digest(model)})


@pytest.mark.parametrize("folder", FINISHED)
def test_a_finished_training_is_there(folder: str) -> None:
    model = Path(f"train/{folder}/model.safetensors")
    before, content = names("train"), model.read_bytes()
    seen = papamu(*train(FINISHED[folder]))
    assert "This was trained before" in seen.out, seen.err
    check(folder, papamu(*train(FINISHED[folder]), "--json").facts)
    assert names("train") == before and model.read_bytes() == content


def test_a_finished_training_is_tested_anew_without_learning_anew() -> None:
    folder = "train-clobber-4e41927e4294"
    model, checkpoint = (f"train/{folder}/{name}.safetensors" for name in ("model", "checkpoint"))
    weights, learned = digest(model), digest(checkpoint)
    seen = papamu(*train(FINISHED[folder].replace("--tests 100", "--tests 60")), "--json")
    says_it_goes_on(seen, f"train/{folder}")
    assert (digest(model), digest(checkpoint)) == (weights, learned)
    check("tested anew", seen.facts["test"])


def no_torch() -> None:
    pytest.importorskip("torch", reason="convolutional networks need PyTorch")


def test_alphazero_goes_on() -> None:
    no_torch()
    folder = Path("zero/train-clobber-cc6dbb05636d")
    played = {path: path.read_bytes() for path in sorted((folder / "games").iterdir())}
    before = {path.name for path in Path("zero").iterdir()}
    seen = papamu(*train(f"{ZERO} --games 12 --seed 3", "zero"), "--json")
    says_it_goes_on(seen, str(folder))
    assert {path.name for path in Path("zero").iterdir()} == before
    assert {path: path.read_bytes() for path in played} == played  # also those of the round it was stopped in
    now = {"facts": seen.facts, "weights": sums(folder / "model.safetensors")}
    now["games"] = {path.name: sums(path) for path in sorted((folder / "games").iterdir())}
    check("alphazero", now, rel=1e-3)


def test_alphazero_that_is_finished() -> None:
    no_torch()
    words = train(f"{ZERO} --games 8 --seed 2", "zero")
    content = Path(PUCT).read_bytes()
    assert "This was trained before" in papamu(*words).out
    check("alphazero that is finished", papamu(*words, "--json").facts)
    assert Path(PUCT).read_bytes() == content


@pytest.mark.parametrize("folder", MAPS)
def test_maps_go_on(folder: str) -> None:
    words = ["maps", *MAPS[folder].split(), "--runs", "maps", "--json"]
    before = {path.name for path in Path("maps").iterdir()}
    first = digest(f"maps/{folder}/map-1.safetensors")
    seen = papamu(*words)
    says_it_goes_on(seen, f"maps/{folder}")
    assert {path.name for path in Path("maps").iterdir()} == before
    assert digest(f"maps/{folder}/map-1.safetensors") == first
    made = [name for name in names(f"maps/{folder}") if name.endswith(".safetensors")]
    weights = {name: digest(f"maps/{folder}/{name}") for name in made}
    check(folder, {"facts": seen.facts, "weights": weights})


@pytest.mark.parametrize(
    "path, words",
    [
        *[(f"train/{folder}/checkpoint", train(words)) for folder, words in STOPPED.items()],
        ("zero/train-clobber-cc6dbb05636d/checkpoint", train(f"{ZERO} --games 12 --seed 3", "zero")),
        (
            "maps/maps-reversi-c76066b3f365/map-2",
            ["maps", *MAPS["maps-reversi-c76066b3f365"].split(), "--runs", "maps"],
        ),
        (
            "maps/maps-reversi-02ede91a0bee/learned-f8ae73f8d960.checkpoint",
            ["maps", *MAPS["maps-reversi-02ede91a0bee"].split(), "--runs", "maps"],
        ),
        (
            "reproduce/reproduce-clobber-seed1/scratch/Training-645f9724bbb472d4-0/checkpoint",
            ["reproduce", "clobber", "5.6", "--runs", "reproduce"],
        ),
        (CNN.removesuffix(".safetensors"), ["reproduce", "checkers", "cnn", "--runs", "reproduce"]),
    ],
)
def test_it_is_this_checkpoint_that_is_read(path: str, words: list[str]) -> None:
    """To begin anew would give the same numbers. So the file is broken here: only who reads it complains."""
    if path.startswith("zero") or "checkers" in path:
        no_torch()
    file = Path(f"{path}.safetensors")
    file.write_bytes(file.read_bytes()[:-8])
    seen = papamu(*words)
    assert seen.code == 2 and file.name in seen.err, seen.err


# -- models -------------------------------------------------------------------------------------------

THOUGHTS = {
    "mlp": ("clobber:3x3", f"mlp:{MLP}", ["--moves", "b2c2"]),
    "mlp in training": ("clobber:3x3", "mlp:train/train-clobber-4b09ed34a36a/checkpoint.safetensors", []),
    "mlp of patterns": ("reversi:4x4", "mlp:train/train-reversi-a0930e4f5668/checkpoint.safetensors", []),
    "mlp of a page": ("clobber:3x3", "mlp:served/train-clobber-38b4a5ef6fbb/model.safetensors", []),
    "four networks, first": ("blokus:5x5", "mlp:train/train-blokus-929be36648b1/model.safetensors", []),
    "four networks, third": (
        "blokus:5x5",
        "mlp:train/train-blokus-929be36648b1/model.safetensors",
        ["--random", "2", "--seed", "5"],
    ),
    "comparison": (
        "konane:4x4",
        "comparison:train/train-konane-1a53b28c25ef/model.safetensors",
        ["--random", "3", "--seed", "1"],
    ),
    "som": ("reversi:4x4", f"som:{SOM}", ["--random", "3", "--seed", "2"]),
    "som, with an exact end": ("reversi:4x4", f"endgame:plies=4+som:{SOM}", ["--random", "4", "--seed", "2"]),
    "cnn": ("checkers:10x10,rules=program,first=random", f"cnn:{CNN}", ["--random", "6", "--seed", "3"]),
    "puct": ("clobber:3x3", f"puct:model={PUCT},sims=40", []),
    "mlp that learned from Ann": ("clobber:3x3", f"learning:player=Ann+mlp:{MLP}", []),
    "som that learned from Ann": (
        "reversi:4x4",
        f"learning:player=Ann+som:{SOM}",
        ["--random", "3", "--seed", "2"],
    ),
    "as strong as Ann": ("clobber:3x3", "adaptive:player=Ann+uct:sims=50", ["--seed", "4"]),
}


@pytest.mark.parametrize("name", THOUGHTS)
def test_models_think_the_same(name: str) -> None:
    if name in ("cnn", "puct"):
        no_torch()
    game, agent, more = THOUGHTS[name]
    seen = papamu("explain", game, agent, *more, "--json").facts
    if "+uct" in agent:  # the command shows mirror images with one value, where chance made them differ
        seen["moves"] = own_opinion(game, agent, int(more[-1]), seen["moves"])
    check(f"{name} thinks", seen, rel=1e-5)


def own_opinion(game: str, agent: str, seed: int, shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of an explanation with the agent's own values, ranked by these alone, as 0.1.0 showed them."""
    from papamu.agents import registry
    from papamu.games.registry import load
    from papamu.kernel.random import stream

    made, start = registry.agent(agent), load(game).start()
    made.begin(start.game, stream(seed, 1))
    rows = {row["move"]: row for row in shown}
    found = [{**rows[str(one.move)], "value": one.value} for one in made.explain(start).scores]
    for row in found:
        row["rank"] = 1 + sum(other["value"] > row["value"] for other in found)
    return found


def test_boards_to_learn_from() -> None:
    for name, words in (
        (
            "clobber",
            "clobber:3x3 --rollouts 200 --nodes 20 --min-visits 3 --rollout random --trees 2 --seed 3",
        ),
        ("checkers", "checkers:6x6,first=random --rollouts 100 --nodes 10 --min-visits 3 --seed 3"),
    ):
        seen = papamu("data", *words.split(), "--out", f"{name}.safetensors", "--json")
        kept = f"boards/{name}.safetensors"
        assert digest(f"{name}.safetensors") == digest(kept)
        _compare(
            name, header(f"{name}.safetensors"), {**header(kept), "papamu": header(kept)["papamu"]}, 1e-9
        )
        check(f"{name} boards", {"facts": seen.facts, "numbers": sums(kept)})


# -- games and persons --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((DATA / "records").glob("*.json")), ids=lambda path: path.stem)
def test_game_records(path: Path) -> None:
    import papamu as public

    text = path.read_text(encoding="utf-8")
    seen = papamu("replay", f"records/{path.name}", "--json")
    assert json.loads(seen.out) == json.loads(text)
    record = public.Record.from_json(text)
    end = record.replay()
    told = {"end": end.to_text(), "over": end.is_over, "legal": [str(move) for move in end.legal_moves]}
    check(f"record {path.stem}", told)
    assert record.to_json() == text.strip()


def test_a_person_and_what_learned_from_them() -> None:
    check("players", json.loads(papamu("players", "--json").out))
    first = "1\n" * 30 + "\n"
    typed(first, "play", "clobber:3x3", "--vs", "adaptive+uct:sims=50", "--seed", "5", "--player", "ann")
    check("players after another game", json.loads(papamu("players", "--json").out)[0]["rating"])
    for game, agent, copy in (
        ("clobber:3x3", f"learning+mlp:{MLP}", "mlp-b58642041d2c"),
        ("reversi:4x4", f"learning+som:{SOM}", "som-73910e5983a0"),
    ):
        said = typed(first, "play", game, "--vs", agent, "--seed", "6", "--player", "Ann")
        assert "It has learned from 2 games with Ann." in said
        check(f"{copy} after another game", digest(f"home/people/ann/{copy}.safetensors"))
    assert names("home/people") == names(DATA / "home/people")


# -- reproductions ------------------------------------------------------------------------------------

# What is there of each study, and what the test makes of it: some tables, and then some with a second seed.
STUDIES: dict[str, list[str]] = {
    "clobber": ["5.1 5.4 5.6 5.17 beyond", "5.1 5.4 5.17 beyond --seeds 2"],
    "konane": ["figure-4 5.1 figure-9 7.3 8 6", "figure-4 5.1 figure-9 7.3 8 --seeds 2"],
    "reversi": ["5 beyond 7.2.1", "7.2.1 beyond --seeds 2"],
    "checkers": ["tree beyond cnn", "tree --seeds 2"],
    "blokus": ["scores beyond", "scores --seeds 2"],
    "adaptive": ["", "--seeds 2"],
}
BEGUN = {"clobber": "Training-645f9724bbb472d4-0", "checkers": "Guided-48d78d246bb3673b-0"}
_BEFORE = 5000.0  # seconds


@pytest.mark.parametrize("study", STUDIES)
def test_a_reproduction_goes_on(study: str) -> None:
    if study == "checkers":
        no_torch()
    folder = Path(f"reproduce/reproduce-{study}-seed1")
    store = folder / "cells.sqlite"
    shared = {path: path.read_bytes() for path in folder.glob("shared/*")}
    times = {path: path.stat().st_mtime_ns for path in shared}
    if study in BEGUN:
        (folder / "scratch" / BEGUN[study] / "seconds").write_text(f"{_BEFORE:.3f}", encoding="utf-8")
    for at, words in enumerate(STUDIES[study]):
        there = pieces(store)
        seen = papamu("reproduce", study, *words.split(), "--runs", "reproduce", "--csv", f"csv-{at}")
        assert seen.code == 0, seen.err
        says_it_goes_on(seen, str(folder))
        now = pieces(store)
        assert _changed(there, now) == []  # none was done again
        check(
            f"{study} {words}".strip(), {"cells": sorted(now), "tables": tables(Path(f"csv-{at}"))}, rel=1e-4
        )
    if study in BEGUN:  # its scratch folder was found: the cell remembers how long it took before
        value, _ = pieces(store)[BEGUN[study]]
        assert json.loads(value)["seconds"] >= _BEFORE
        assert not (folder / "scratch").exists()
    assert {path: path.read_bytes() for path in shared} == shared  # maps were found, not trained again
    assert {path: path.stat().st_mtime_ns for path in shared} == times
    assert [
        path for path in Path("reproduce").iterdir() if path.name not in names_of(DATA / "reproduce")
    ] == []


def names_of(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def tables(folder: Path) -> Json:
    """All tables of a folder, as text, without seconds and without what is measured in them."""
    found: Json = {}
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
        told = ("row", "column", "published", "ours", "low", "high", "seeds", "games", "states")
        found[path.stem] = [[number(row[name]) for name in told] for row in rows]
    return found


def number(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def test_the_report_of_a_reproduction() -> None:
    seen = papamu("report", "konane", "--runs", "reproduce", "--out", "page.html")
    assert seen.code == 0, seen.err
    (missing,) = re.findall(r"Missing: (\d+ of \d+) pieces of work", seen.out)
    check("missing in konane", missing)
    assert "a machine, 2 cores" in Path("page.html").read_text(encoding="utf-8")


def keys_of_all_cells(study: str, scale: str) -> list[str]:
    """The key and the seed of each cell of a study.

    No command says them before the cells are done, and at the published size that takes hours: so this one
    function asks inside. When modules move, it moves with them; what it returns must not change.
    """
    from papamu.lab.run.reproduction import Reproduction
    from papamu.papers import find

    return [f"{cell.key} {cell.seed(1)}" for cell in Reproduction.of(find(study), scale, seeds=2).cells]


@pytest.mark.parametrize("study", STUDIES)
def test_all_cells_have_the_same_keys_and_seeds(study: str) -> None:
    for scale in ("smoke", "laptop", "paper"):
        keys = sorted(keys_of_all_cells(study, scale))
        seen = {"cells": len(keys), "digest": hashlib.sha256("\n".join(keys).encode()).hexdigest()}
        check(f"keys of {study} {scale}", seen)


# -- the browser app ----------------------------------------------------------------------------------


@contextmanager
def serving(*words: str) -> Iterator[Any]:
    """`papamu serve` in a process of its own, and somebody who asks it."""
    httpx = pytest.importorskip("httpx", reason="the browser app is asked over HTTP")
    for name in ("fastapi", "uvicorn"):
        pytest.importorskip(name, reason="the browser app needs it")
    # Nothing is compiled beside the tests, and so nobody stands in for an agent that is not ready yet.
    options = ["--port", "0", "--no-open", "--no-prepare", "--thinkers", "1"]
    command = [sys.executable, "-m", "papamu", "serve", *options, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert found
            with httpx.Client(base_url=found[0], timeout=240) as client:
                yield client
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def until(ask: Callable[[], Json], holds: Callable[[Json], bool]) -> Json:
    """What somebody answers as soon as this holds."""
    for _ in range(2400):
        answer = ask()
        if holds(answer):
            return answer
        time.sleep(0.05)
    raise AssertionError(f"it never came to that: {answer!r:.500}")


def as_told(table: Json) -> Json:
    """What decides a table, without what only the page needs."""
    kept = ("game", "seats", "seed", "over", "paused", "pace_ms")
    told = {name: table[name] for name in kept if name in table}
    return {**told, "line": [entry["text"] for entry in table["line"]]}


def test_the_book_of_the_browser_app(place: Path) -> None:
    for note in Path("served/web").iterdir():  # they say where they are, which was elsewhere
        text = note.read_text(encoding="utf-8")
        assert "/srv/papamu/served" in text
        note.write_text(text.replace("/srv/papamu/served", str(place / "served")), encoding="utf-8")
    with serving("--book", "book/tables.sqlite", "--runs", "served") as client:
        listed = client.get("/api/tables").json()
        check("tables", listed)
        tables = {one["game"]: one["id"] for one in listed}

        def look(game: str) -> Json:
            found: Json = client.get(f"/api/tables/{tables[game]}").json()
            return found

        check("tables as they were", {game: as_told(look(game)) for game in tables})
        records = {game: client.get(f"/api/tables/{name}/record").json() for game, name in tables.items()}
        check("records of tables", records)
        check("tables of a browser", [one["id"] for one in client.get("/api/tables?mine=browser-1").json()])

        # The unfinished games go on: a person moves and an agent answers, a paused one is let go.
        before = look("clobber:3x4")
        move = {"n": before["position"]["legal"][0]["n"], "seq": before["seq"]}
        assert client.post(f"/api/tables/{before['id']}/move", json=move).status_code == 200
        after = until(lambda: look("clobber:3x4"), lambda table: table["over"] or table["can"]["move"])
        check("a game goes on", as_told(after))
        let_go = {"paused": False, "pace_ms": 0, "seq": look("konane:4x4")["seq"]}
        assert client.post(f"/api/tables/{tables['konane:4x4']}/pause", json=let_go).status_code == 200
        check("agents go on", as_told(until(lambda: look("konane:4x4"), lambda table: bool(table["over"]))))

        # The note of a run that the page has started, and the run again, by the same command.
        (run,) = client.get("/api/runs").json()
        kept = ("id", "kind", "title", "state", "folder", "games", "of", "test")
        check("runs", {name: run[name] for name in kept if name in run})
        assert client.post(f"/api/runs/{run['id']}/resume").status_code == 200
        address = f"/api/runs/{run['id']}"
        again = until(lambda: client.get(address).json(), lambda facts: facts["state"] != "running")
        assert again["state"] == "finished" and "This was trained before" in "\n".join(again["log"])


# -- nothing is there for nothing ---------------------------------------------------------------------


def test_every_file_is_used() -> None:
    files = names(DATA)
    unknown = [name for name in files if not any(fnmatch(name, pattern) for pattern in USED)]
    assert not unknown, "say in USED which test reads it"
    unused = [pattern for pattern in USED if not any(fnmatch(name, pattern) for name in files)]
    assert not unused
    assert all(test in globals() for test in USED.values())
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    parts = {name.split("/")[0] for name in files}
    assert [part for part in sorted(parts) if f"`{part}" not in readme and part != "README.md"] == []
    assert sum((DATA / name).stat().st_size for name in files) < 600_000
    here = re.compile(rb"/(?:work|tmp|root|home|Users)/")
    assert [name for name in files if here.search((DATA / name).read_bytes())] == []
