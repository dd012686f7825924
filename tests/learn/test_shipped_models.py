"""The networks that come with Papamu: played by name, in a terminal and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import papamu
from papamu.agents.registry import agent
from papamu.core.errors import ModelError
from papamu.kernel.random import stream
from papamu.learn.shipped_models import model_path, shipped_models
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.web.validation import Models, read_agent

_LARGEST = 512 * 1024  # bytes


@pytest.mark.parametrize("name", shipped_models())
def test_each_is_small_and_plays_the_game_that_it_was_made_for(name: str, tmp_path: Path) -> None:
    path = shipped_models()[name]
    about, _ = read_tensors(path)
    if about["kind"] != "mlp":
        pytest.importorskip("torch", reason="these networks need PyTorch (pip install -e '.[torch]')")
    game = papamu.load(about["course"]["game"])
    spec = played_as(about, name)
    assert spec is not None
    assert path.stat().st_size <= _LARGEST
    player = agent(spec)
    assert str(player) in (spec, spec.partition(":")[0])
    position = game.start(seed=1)
    player.check(game)
    player.begin(game, stream(1))
    assert player.choose(position) in [int(move) for move in position.legal_moves]
    assert str(read_agent(spec, game, Models(tmp_path), 500)) == str(player)  # the page may name it too


def test_a_name_means_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(iter(shipped_models()))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    (tmp_path / name).write_bytes(b"mine")
    (tmp_path / "mine").write_bytes(b"mine")
    assert model_path(name) == shipped_models()[name]
    assert model_path(f"./{name}.safetensors") == Path(f"{name}.safetensors")
    assert model_path("mine") == Path("mine")


def test_a_near_miss_is_told_the_right_name() -> None:
    with pytest.raises(ModelError, match=r"'checkers-10x1' \(did you mean 'checkers-10x10'\?\)"):
        model_path("checkers-10x1")
