"""The residual network, the positions it learns from, and its lessons."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.core.errors import ModelError, PapamuError
from papamu.games.game import Game
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse, shape_for
from papamu.learn.convnet.alphazero.planes import turns_here, turns_of, view_of
from papamu.learn.convnet.alphazero.replay_buffer import (
    Batch,
    GameRecorder,
    ReplaySamples,
    join_samples,
    load_samples,
    newest_samples,
)
from papamu.learn.tensor_file import write_tensors
from tests.learn.test_planes import walk

torch = pytest.importorskip("torch", reason="PyTorch is an optional extra (papamu[torch])")

from papamu.learn.convnet.alphazero import trainer as fitting  # noqa: E402
from papamu.learn.convnet.alphazero.batch_evaluator import AT_ONCE, BatchEvaluator  # noqa: E402
from papamu.learn.convnet.alphazero.residual_network import Residual, Shape, fold_batch_norm, new_network  # noqa: E402
from papamu.learn.convnet.alphazero.trainer import DivergedError, Trainer, learning_rate  # noqa: E402
from papamu.learn.convnet.weights import put_weights, weights_of  # noqa: E402

Array = np.ndarray[Any, Any]


def net_for(spec: str, seed: int = 1, wild: bool = True) -> Residual:
    """A small network; a wild one has an opinion, and has seen some positions."""
    net = new_network(shape_for(papamu.load(spec), 8, 2), seed)
    if wild:
        torch.manual_seed(seed)
        with torch.no_grad():
            for numbers in net.parameters():
                numbers.normal_(0, 0.3)
            net.train()
            for _ in range(3):
                net(torch.rand(16, 4, 4, net.shape.planes))
    net.eval()
    return net


def states(game: Game, n: int) -> Array:
    found = [position.state for seed in range(1 + n // 4) for position in walk(game, seed, 6)]
    return np.array(found[:n])


# -- the network ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["clobber:3x4", "reversi:4x4", "blokus:5x5", "checkers:6x6"])
def test_who_knows_nothing_says_nothing(spec: str) -> None:
    game = papamu.load(spec)
    net = net_for(spec, wild=False)
    logits, values = BatchEvaluator(game, net)(states(game, 5), 5)
    view = view_of(game)
    assert logits.shape == (5, game.rules.cells * view.voices + view.beside)
    assert values.shape == (5, 1 if game.num_players == 2 else 4)
    assert not logits.any() and not values.any()
    torch.manual_seed(5)
    before = torch.get_rng_state()
    net_for(spec, wild=False)
    assert (torch.get_rng_state() == before).all()  # nobody else's numbers change
    assert (net.stem.weight == net_for(spec, wild=False).stem.weight).all()
    assert (net.stem.weight != net_for(spec, seed=2, wild=False).stem.weight).any()


@pytest.mark.parametrize("spec", ["clobber:3x4", "reversi:4x4", "blokus:5x5"])
def test_folded_it_says_the_same(spec: str) -> None:
    net = net_for(spec)
    quick = fold_batch_norm(net)
    assert not any("norm" in name for name, _ in quick.named_parameters())
    pictures = torch.rand(7, 5, 4, net.shape.planes)
    with torch.no_grad():
        for said, folded_said in zip(net(pictures), quick(pictures), strict=True):
            assert torch.allclose(said, folded_said, atol=1e-4)
            assert said.std() > 1e-3
    assert net.training is False and net.stem.weight.requires_grad


@pytest.mark.parametrize("spec", ["clobber:3x4", "reversi:4x4", "checkers:6x6"])
def test_of_many_positions_it_says_what_it_says_of_each(spec: str) -> None:
    """To the last bit, or matches would not be the same for any number of threads."""
    game = papamu.load(spec)
    evaluator = BatchEvaluator(game, fold_batch_norm(net_for(spec)))
    looked = states(game, AT_ONCE + 45)
    logits, values = evaluator(looked, len(looked))
    assert len(logits) == len(values) == len(looked)
    for first, n in [(0, 1), (3, 2), (17, 9), (150, 23), (5, AT_ONCE), (40, AT_ONCE + 1)]:
        few, few_values = evaluator(looked[first : first + n], n)
        assert few.shape == (n, logits.shape[1])
        assert (few == logits[first : first + n]).all() and (few_values == values[first : first + n]).all()
    few, _ = evaluator(looked, 3)  # those behind do not count
    assert (few == logits[:3]).all()


def test_the_same_weights_on_another_board() -> None:
    small, large = papamu.load("clobber:3x4"), papamu.load("clobber:6x5")
    net = fold_batch_norm(net_for("clobber:3x4"))
    for game in (small, large):
        logits, values = BatchEvaluator(game, net)(states(game, 3), 3)
        assert logits.shape == (3, 4 * game.rules.cells) and np.abs(values).max() < 1
        assert np.isfinite(logits).all()


def test_a_cell_s_numbers_speak_of_that_cell() -> None:
    net = new_network(Shape(3, 4, 0, 1, 8, 0), 1)  # no blocks: each cell sees its neighbours alone
    torch.nn.init.normal_(net.speak2.weight)
    net.eval()
    picture = torch.zeros(2, 4, 5, 3)
    picture[1, 1, 3] = 1
    with torch.no_grad():
        logits, _ = net(picture)
    differs = (logits[1] != logits[0]).reshape(4, 5, 4).any(dim=2)
    expected = torch.zeros(4, 5, dtype=torch.bool)
    expected[0:3, 2:5] = True
    assert (differs == expected).all()


def test_weights_that_do_not_fit() -> None:
    net, other = net_for("clobber:3x4"), net_for("reversi:4x4")
    copied = weights_of(net)
    twin = net_for("clobber:3x4", seed=9)
    put_weights(twin, copied)
    assert all((numbers == copied[name]).all() for name, numbers in weights_of(twin).items())
    with torch.no_grad():
        net.stem.weight += 1
    assert (weights_of(twin)["stem.weight"] == copied["stem.weight"]).all()  # a copy
    for wrong in (
        weights_of(other),
        {**copied, "more": copied["stem.weight"]},
        {"stem.weight": np.array(["a"])},
    ):
        with pytest.raises(ModelError, match="not the weights of a network"):
            put_weights(twin, wrong)


# -- positions to learn from ----------------------------------------------------------------------


def some(spec: str = "clobber:3x4", seed: int = 1) -> ReplaySamples:
    """A random game, written down: every second position is trusted."""
    game = papamu.load(spec)
    recorder, turns = GameRecorder(game), turns_of(game)
    chooser = np.random.default_rng(seed)
    for number, position in enumerate(walk(game, seed, 30)):
        moves = np.array([int(move) for move in position.legal_moves])
        visits = chooser.integers(0, 9, size=len(moves)) + 1
        worth = chooser.uniform(-1, 1, size=game.num_players)
        ways = turns_here(game, turns, position.state)
        recorder.add(position.state, moves, visits, number % 2 == 0, worth, ways)
    return recorder.finish(np.linspace(-1, 1, game.num_players))


def same(one: ReplaySamples, other: ReplaySamples) -> bool:
    pairs = [(getattr(one, field.name), getattr(other, field.name)) for field in fields(ReplaySamples)]
    return all(a.dtype == b.dtype and a.shape == b.shape and (a == b).all() for a, b in pairs)


def of(samples: ReplaySamples, index: int) -> tuple[Array, Array]:
    first = samples.ends[index - 1] if index else 0
    return samples.moves[first : samples.ends[index]], samples.shares[first : samples.ends[index]]


def test_joined_and_newest() -> None:
    parts = [some(seed=seed) for seed in (1, 2, 3)]
    whole = join_samples(parts)
    assert len(whole) == sum(map(len, parts)) and whole.ends[-1] == len(whole.moves)
    number = 0
    for part in parts:
        for index in range(len(part)):
            for one, other in zip(of(part, index), of(whole, number), strict=True):
                assert (one == other).all()
            assert of(whole, number)[1].sum() == pytest.approx(1)
            number += 1
    last = newest_samples(whole, len(parts[2]) + 2)
    assert len(last) == len(parts[2]) + 2
    assert (of(last, 0)[0] == of(whole, len(whole) - len(last))[0]).all()
    assert same(newest_samples(whole, len(parts[2])), parts[2])
    assert same(newest_samples(whole, 10**6), whole)
    nothing = GameRecorder(papamu.load("clobber:3x4")).finish(np.zeros(2))
    assert len(nothing) == 0
    assert same(join_samples([nothing, parts[0], nothing]), parts[0])


def test_files_of_positions(tmp_path: Path) -> None:
    path, samples = tmp_path / "games.safetensors", some("blokus:5x5")
    samples.save(path, {"round": 3})
    again, about = load_samples(path)
    assert same(again, samples) and about["round"] == 3
    content = path.read_bytes()
    path.write_bytes(content[:-9])
    with pytest.raises(ModelError, match="damaged"):
        load_samples(path)
    write_tensors(path, {"kind": "samples"}, {"states": samples.states})
    with pytest.raises(ModelError, match="no positions to learn from"):
        load_samples(path)
    short = {**vars(samples), "trusted": samples.trusted[1:]}
    write_tensors(path, {"kind": "samples"}, short)
    with pytest.raises(ModelError, match="damaged"):
        load_samples(path)
    with pytest.raises(ModelError, match="no model file"):
        load_samples(tmp_path / "nowhere")


@pytest.mark.parametrize("spec", ["clobber:3x3", "blokus:5x5"])
def test_a_batch_shows_what_was_written_down(spec: str) -> None:
    game, samples = papamu.load(spec), some(spec)
    view, turns = view_of(game), turns_of(game)
    values = 1 if game.num_players == 2 else 4
    picks = np.array([len(samples) - 1, 0, 1])
    way = int(samples.ways[picks[0]]).bit_length() - 1  # the last that is allowed
    batch = Batch.of(game, view, values, 3)
    batch.legal[:] = True
    batch.fill(game, view, turns, samples, samples.worth, picks, np.array([way, 0, 0]))
    for row, pick in enumerate(picks):
        position = papamu.games.position.Position(game, samples.states[pick])
        moves, shares = of(samples, pick)
        gone = turns.moves[way if row == 0 else 0, moves]
        places = view.places[position.player, gone]
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(places.tolist())
        assert batch.wanted[row, places].tolist() == shares.tolist()
        assert batch.wanted[row].sum() == pytest.approx(1)
        for turn in range(values):
            assert batch.values[row, turn] == samples.worth[pick, (position.player + turn) % game.num_players]


# -- lessons --------------------------------------------------------------------------------------


class Table(torch.nn.Module):  # type: ignore[misc, name-defined]
    """A network that says the same of every batch: numbers of its own for each row."""

    def __init__(self, rows: int, numbers: int, values: int, planes: int) -> None:
        super().__init__()
        torch.manual_seed(2)
        self.logits = torch.nn.Parameter(torch.randn(rows, numbers))
        self.values = torch.nn.Parameter(0.5 * torch.randn(rows, values))
        self.shape = Shape(planes, 4, 0, values, 1, 0)

    def forward(self, pictures: Any) -> Any:
        return self.logits * 1, self.values * 1


def lessons(**told: Any) -> tuple[Trainer, Table, ReplaySamples]:
    course = AlphaZeroCourse("clobber:3x4", **{"batch": 5, "mix": 0.25, **told})
    table = Table(5, 48, 1, 4)
    return Trainer(course, table), table, replace(some(), ways=np.ones(len(some()), dtype=np.int64))


def test_the_losses_by_hand() -> None:
    taught, table, samples = lessons()
    said, judged = table.logits.detach().numpy().astype(float), table.values.detach().numpy()[:, 0].copy()
    losses = taught.learn(samples, 1, 1e-3, np.random.default_rng(4))
    picks = np.random.default_rng(4).integers(len(samples), size=5)
    view = view_of(papamu.load("clobber:3x4"))
    missed, trusted, errors = 0.0, 0.0, 0.0
    illegal = np.ones((5, 48), dtype=bool)
    for row, pick in enumerate(picks):
        viewer = papamu.games.position.Position(taught.game, samples.states[pick]).player
        moves, shares = of(samples, pick)
        places = view.places[viewer, moves]
        illegal[row, places] = False
        powers = np.exp(said[row, places])
        missed -= samples.trusted[pick] * (shares * np.log(powers / powers.sum())).sum()
        trusted += samples.trusted[pick]
        worth = 0.75 * samples.result[pick, viewer] + 0.25 * samples.worth[pick, viewer]
        errors += (judged[row] - worth) ** 2 / 5
    assert 0 < trusted < 5
    assert losses.moves == pytest.approx(missed / trusted, rel=1e-4)
    assert losses.value == pytest.approx(errors, rel=1e-4)
    assert losses.steps == 1
    grad = table.logits.grad.numpy()
    assert not grad[illegal].any()  # what is not legal is not learned
    sure = samples.trusted[picks] == 1
    assert not grad[~sure].any() and grad[sure].any(axis=1).all()
    assert table.values.grad.numpy().all()


def test_it_learns_what_it_is_shown() -> None:
    """A network's own numbers come to those of the search."""
    samples = some()
    sure = np.zeros_like(samples.shares)
    sure[samples.ends - 1] = 1  # the last move of each
    samples = replace(samples, shares=sure, ways=np.ones_like(samples.ways))
    course = AlphaZeroCourse("clobber:3x4", channels=16, blocks=1, batch=32, mix=0)
    taught = Trainer(course, new_network(course.shape(), 1))
    first = taught.learn(samples, 3, 1e-2, np.random.default_rng(1))
    for _ in range(4):
        last = taught.learn(samples, 25, 1e-2, np.random.default_rng(2))
    assert last.value < 0.1 * first.value
    assert last.moves < 0.3 * first.moves


def test_turns_are_drawn_from_those_allowed() -> None:
    rng = np.random.default_rng(1)
    allowed = np.array([1, 0b101, 0b10000001, 255] * 500)
    ways = fitting._ways(allowed, rng)
    assert ((allowed >> ways) & 1).all()
    for mask, expected in ((1, 1), (0b101, 2), (255, 8)):
        counts = np.bincount(ways[allowed == mask], minlength=8)
        assert (counts > 0).sum() == expected
        assert counts.max() < 1.5 * 500 / expected + 1


def test_no_numbers_stop_the_lesson() -> None:
    taught, _, samples = lessons()
    broken = replace(samples, result=np.full_like(samples.result, np.nan))
    with pytest.raises(DivergedError, match=r"not a number any more .*smaller lr"):
        taught.learn(broken, 1, 1e-3, np.random.default_rng(1))
    taught, table, samples = lessons()
    table.unheard = torch.nn.Parameter(torch.tensor([float("inf")]))  # the loss does not show it yet
    with pytest.raises(DivergedError, match="not numbers any more"):
        taught.learn(samples, 1, 1e-3, np.random.default_rng(1))


def test_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    course = AlphaZeroCourse("clobber:3x4", batch=1000)
    net = new_network(course.shape(), 1)
    monkeypatch.setattr(fitting, "available_memory", lambda: 3e7)
    with pytest.raises(
        PapamuError, match=r"a batch of 1,000 positions takes about 0\.\d GB.*: about \d+ fit"
    ):
        Trainer(course, net)
    monkeypatch.setattr(fitting, "available_memory", lambda: float("inf"))
    Trainer(course, net)
    monkeypatch.undo()
    assert fitting.available_memory() > 1e6


def test_the_rate_falls_along_a_cosine() -> None:
    course = AlphaZeroCourse("clobber:3x4", lr=0.01)
    rates = [learning_rate(course, done) for done in (0, 0.25, 0.5, 0.75, 1, 2)]
    assert rates[0] == pytest.approx(0.01) and rates[4] == rates[5] == pytest.approx(0.0005)
    assert rates[2] == pytest.approx((0.01 + 0.0005) / 2) and rates == sorted(rates, reverse=True)


@pytest.mark.parametrize(
    "told, words",
    [
        ({"channels": 0}, "channels cannot be 0: valid values are 1 to 512"),
        ({"channels": 2.5}, "whole number"),
        ({"sims": 1}, "sims cannot be 1"),
        ({"mix": 1.5}, "mix cannot be 1.5"),
        ({"thorough": float("nan")}, "thorough cannot be nan"),
        ({"lr": float("nan")}, "lr cannot be nan"),
        ({"lr": 0}, "valid values are numbers above 0"),
        ({"games": 0, "warm_games": 0}, "nothing to learn from"),
        ({"batch": 1}, "batch cannot be 1"),
    ],
)
def test_courses_that_cannot_be(told: dict[str, Any], words: str) -> None:
    with pytest.raises(PapamuError, match=words):
        AlphaZeroCourse("clobber:3x4", **told)
