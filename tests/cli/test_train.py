"""`papamu train` as people use it: what it says, what it refuses, and that nothing kills it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.learn.mlp import model_file as model
from tests.effort import effort

SMALL = [
    "clobber:3x3",
    "--preset",
    "none",
    "--hidden",
    "8",
    "--lr",
    "1e-4",
    "--target",
    "10",
    "--tests",
    "100",
]


def papamu(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "papamu", *arguments],
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


def train(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return papamu(folder, "train", *arguments)


def test_train_test_and_play(tmp_path: Path) -> None:
    done = train(tmp_path, *SMALL, "--games", "300", "--out", "my net.safetensors")
    assert done.returncode == 0, done.stderr
    assert "learned from 300 games against random" in done.stdout
    assert "of 100 games against random" in done.stdout
    play = shlex.split(done.stdout.splitlines()[-1])  # what it says can be typed
    assert play == ["papamu", "play", "clobber:3x3", "--vs", "mlp:my net.safetensors"]
    person = subprocess.run(
        [sys.executable, "-m", *play], cwd=tmp_path, input="quit\n",
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert person.returncode == 0 and "mlp:my net.safetensors" in person.stdout, person.stderr
    (page,) = tmp_path.glob("runs/train-clobber-*/curve.html")
    text = page.read_text(encoding="utf-8")
    assert "Learning curve" in text and "function drawChart" in text
    assert not re.search(r"<script[^>]+src|<link", text)  # nothing is loaded from anywhere
    again = json.loads(train(tmp_path, *SMALL, "--games", "300", "--json").stdout)
    assert again["test"]["games"] == 100 and again["games"] == 300
    kept = model.load(tmp_path / "my net.safetensors")
    assert kept.facts["test"] == again["test"]
    played = papamu(tmp_path, "match", "clobber:3x3", "mlp:my net.safetensors", "random", "--games", "10")
    assert played.returncode == 0 and "mlp:my net.safetensors" in played.stdout


def test_killed_again_and_again_it_learns_the_same(tmp_path: Path) -> None:
    games = str(effort(60_000, 300))
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    wanted = [*SMALL, "--games", games, "--json", "--save-every", "0"]
    whole = train(one, *wanted)
    assert whole.returncode == 0, whole.stderr
    kills = 0
    for _ in range(3):
        begun = subprocess.Popen(
            [sys.executable, "-m", "papamu", "train", *wanted],
            cwd=other, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        before = {path: path.stat().st_mtime_ns for path in other.glob("runs/*/checkpoint.safetensors")}
        while begun.poll() is None:
            now = {path: path.stat().st_mtime_ns for path in other.glob("runs/*/checkpoint.safetensors")}
            if now and now != before:
                begun.send_signal(signal.SIGKILL)
                begun.wait()
        kills += begun.returncode == -signal.SIGKILL
    assert kills, "it was always done before it could be killed"
    resumed = train(other, *wanted)
    assert resumed.returncode == 0, resumed.stderr
    first, second = json.loads(whole.stdout), json.loads(resumed.stdout)
    assert first["curve"] == second["curve"] and first["test"] == second["test"]
    (a,), (b,) = (list(folder.glob("runs/*/model.safetensors")) for folder in (one, other))
    assert model.load(a).digest == model.load(b).digest


def test_each_seat_in_turn_itself_and_anew(tmp_path: Path) -> None:
    turns = json.loads(train(tmp_path, *SMALL, "--games", "20", "--seat", "0", "--json").stdout)
    assert turns["course"]["seat"] == -1 and turns["test"]["games"] == 100
    few = ["clobber:3x3", "--hidden", "4", "--games", "1", "--tests", "0", "--opponent", "self"]
    alone = train(tmp_path, *few)
    assert "learned from 1 games against self" in alone.stdout and "learning: none" in alone.stdout
    assert "trained before" in train(tmp_path, *few).stdout
    assert "trained before" not in train(tmp_path, *few, "--again").stdout


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["clobber:3x3", "--hidden", "0"], "hidden nodes cannot be 0"),
        (["clobber:3x3", "--hidden", "many"], "write the nodes of each layer"),
        (["clobber:3x3", "--lr", "nan"], "lr cannot be nan"),
        (["clobber:3x3", "--target", "inf"], "target cannot be inf"),
        (["clobber:3x3", "--learner", "mpl"], "did you mean 'mlp'"),
        (["clobber:3x3", "--opponent", "human"], "human is too slow for training"),
        (["clobber:3x3", "--opponent", "rando"], "did you mean 'random'"),
        (["clobber:3x3", "--seat", "3"], "has seats 1 to 2"),
        (["clobber:3x3", "--seat", "-1"], "--seat"),
        (["clobber:3x3", "--hidden", "9" * 5000], "write the nodes of each layer"),
        (["clobber:3x3", "--lr-end", "0"], "lr_end cannot be 0"),
        (["clobber:3x3", "--out", "no/such/folder/net.safetensors"], "cannot write"),
        (["clobber:3x3,solitaire=any", "--opponent", "self"], "plays itself in games for two or more"),
        (["clobber:3x3", "--encoding", "9x9"], "too many patterns"),
        (["clobber:3x3", "--opponent", "noisy+solve"], "too slow for training"),
        (["clobber:3x3", "--way", "teacher"], "--way teacher needs a teacher"),
        (["clobber:3x3", "--teacher", "minimax", "--way", "td"], "--teacher is a way of its own"),
        (["clobber:3x3", "--teacher", "uct:sims=2"], "this agent cannot teach"),
        (["blokus:5x5", "--teacher", "minimax:depth=1"], "others=paranoid"),
        (["konane:4x4", "--teacher", "minimax:eval=z"], "konane has no evaluation 'z'"),
        (["konane:5x5", "--encoding", "B"], "representation B is not defined on konane:5x5"),
        (["konane:4x4", "--encoding", "B", "--near"], "near needs an encoding"),
        (["konane:4x4", "--compares"], "a network that compares needs a teacher"),
        (["clobber:3x3", "--opponent", "self", "--best"], "best needs an opponent to win against"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = train(tmp_path, *arguments, "--games", "100")
    assert done.returncode == 2
    assert said in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_a_teacher_snapshots_and_the_best_weights(tmp_path: Path) -> None:
    told = (
        "konane:4x4 --teacher minimax:eval=q,depth=1 --encoding B --compares --hidden 4 --activation sigmoid"
    )
    told += " --target 1 --lost 0 --seat 0 --games 120 --tests 10 --every 60 --snapshots --best"
    done = train(tmp_path, *told.split())
    assert "taught by minimax:eval=q,depth=1" in done.stdout, done.stderr
    assert "the weights after 1" in done.stdout and "--vs comparison:" in done.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    assert {path.name for path in folder.glob("after-*")} == {
        "after-60-games.safetensors",
        "after-120-games.safetensors",
    }
    assert "two boards" in (folder / "curve.html").read_text(encoding="utf-8")


def test_two_at_once_are_one_too_many(tmp_path: Path) -> None:
    from papamu.core.locks import hold

    assert train(tmp_path, *SMALL, "--games", "100").returncode == 0
    (folder,) = (tmp_path / "runs").iterdir()
    with hold(folder / "training"):
        done = train(tmp_path, *SMALL, "--games", "100")
    assert done.returncode == 2 and f"in use by process {os.getpid()}" in done.stderr


def test_four_networks_learn_against_each_other_and_play_from_one_file(tmp_path: Path) -> None:
    told = ["blokus:5x5", "--opponent", "each-other", "--hidden", "4", "--activation", "sigmoid", "--no-bias"]
    told += ["--encoding", "owners", "--start", "unit", "--lr", "1e-5", "--worth", "score", "--divisor", "89"]
    told += ["--target", "1", "--lost", "0", "--games", "4", "--tests", "4"]
    done = train(tmp_path, *told)
    assert done.returncode == 0, done.stderr
    assert "learned from 4 games against each-other" in done.stdout
    assert "seat 4 has been stuck since game 4: its error is large, but nothing changes" in done.stdout
    assert "of 4 games against random" in done.stdout
    (page,) = tmp_path.glob("runs/train-blokus-*/curve.html")
    text = page.read_text(encoding="utf-8")
    assert all(
        heading in text for heading in ("Scores", "Ranks", "First moves", "Prediction error", "lock-up")
    )
    (file,) = tmp_path.glob("runs/train-blokus-*/model.safetensors")
    assert len(model.load(file).net.bank) == 4
    refused = train(tmp_path, "blokus:5x5", "--opponent", "each-other", "--worth", "score")
    assert refused.returncode == 2 and "scores need a divisor" in refused.stderr
