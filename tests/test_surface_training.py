"""The Python surface of training and studies: every example in its docstrings runs, and what they do not show."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import papamu
from papamu.core import progress_bar
from papamu.core.files import runs_folder
from papamu.learn.online.course import EACH_OTHER, ITSELF, SEAT_WORDS, SeatWord
from papamu.training.progress import Progress

NAMES = ("Course", "Session", "TrainingRun", "TrainingRuns", "load_model", "reproduce", "save_model", "train")
TINY: dict[str, Any] = {"preset": "none", "hidden": 4, "games": 200, "tests": 20}


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything that a test keeps is in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPAMU_RUNS", str(tmp_path / "all-runs"))
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_each_runs(name: str) -> None:
    assert name in papamu.__all__
    thing = getattr(papamu, name)
    module = importlib.import_module(thing.__module__)
    tests = [
        one for one in doctest.DocTestFinder(recurse=False).find(thing, name, module=module) if one.examples
    ]
    assert tests, f"papamu.{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in tests:
        heard: list[str] = []
        runner.run(test, out=heard.append)
        assert not runner.failures, "".join(heard)


def test_importing_papamu_stays_light() -> None:
    code = "import sys, papamu; print({'numba', 'numpy', 'torch', 'pandas', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# -- training ---------------------------------------------------------------------------------------------


def test_a_run_is_kept_found_and_is_that_of_the_command_line(folders: Path, terminal: Any) -> None:
    heard: list[Progress] = []
    run = papamu.train("clobber:3x3", **TINY, seat="both", report=heard.append)
    assert run.fresh and run.folder.parent == folders / "all-runs" and run.course.seat == -1
    assert heard[0].state == "learning" and heard[-1].state == "finished"
    again = papamu.train(papamu.load("clobber:3x3"), **TINY, seat=-1)
    assert not again.fresh and again.model.digest == run.model.digest and again.folder == run.folder
    words = ("--preset", "none", "--hidden", "4", "--games", "200", "--tests", "20", "--seat", "0")
    assert str(run.folder) in terminal("train", "clobber:3x3", *words).out, "the command names the same run"
    elsewhere = papamu.train("clobber:3x3", **TINY, seat="both", runs="here")
    assert elsewhere.fresh and elsewhere.folder.parent == Path("here")
    assert elsewhere.model.digest == run.model.digest


def test_seats_count_from_0_and_have_words() -> None:
    for first in (0, "first"):
        assert papamu.train("clobber:3x3", **TINY, seat=first).course.seat == 0
    second = papamu.train("clobber:3x3", **TINY, seat="second")
    assert second.course.seat == 1 and papamu.train("clobber:3x3", **TINY, seat=1).folder == second.folder
    assert papamu.Course("clobber:3x3", seat="second") == papamu.Course("clobber:3x3", seat=1)
    assert papamu.train("clobber:3x3", **TINY, opponent="self").course.seat == ITSELF
    assert get_args(SeatWord) == tuple(SEAT_WORDS), "type checkers know the words"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hiden": 4}, r"there is no option 'hiden' \(did you mean 'hidden'\?\)"),
        ({"seat": 2}, "clobber:3x3 has seats 0 to 1, or 'both', no seat 2"),
        ({"seat": "boht"}, r"there is no seat 'boht' \(did you mean 'both'\?\)"),
        ({"preset": "storng"}, r"did you mean 'strong'\?"),
        ({"learner": "mpl"}, r"did you mean 'mlp'\?"),
        ({"opponent": "randm"}, r"did you mean 'random'\?"),
        ({"seeds": 0}, "seeds cannot be 0: possible are 1 to 1,000"),
        ({"seeds": 2, "out": "model.safetensors"}, "out names one file"),
    ],
)
def test_a_mistake_is_one_line(options: dict[str, Any], words: str) -> None:
    with pytest.raises(papamu.PapamuError, match=words) as caught:
        papamu.train("clobber:3x3", **options)
    assert "\n" not in str(caught.value)


def test_a_run_prints_and_draws_itself() -> None:
    run = papamu.train("clobber:3x3", **TINY)
    assert len(repr(run)) < 120 and "array" not in repr(run) + repr(run.model)
    assert repr(run.curve).splitlines()[0].split() == ["games", "won", "dead", "state"]
    assert len(repr(run.curve).splitlines()) == 3 and run.curve[-1]["games"] == 200
    drawn = run._repr_html_()
    assert drawn.count("<polyline") == 1 and "clobber:3x3" in drawn
    with pytest.raises(papamu.PapamuError, match=r"there is no column 'own' \(did you mean 'won'\?\)"):
        run.curve["own"]


def test_options_from_a_file() -> None:
    Path("course.toml").write_text(
        'preset = "none"\nhidden = "4"\ngames = 200\ntests = 50\n', encoding="utf-8"
    )
    run = papamu.train("clobber:3x3", config="course.toml", tests=20)
    assert run.folder == papamu.train("clobber:3x3", **TINY).folder
    assert run.test is not None and run.test["games"] == 20, "what is given overrides the file"


def test_several_seeds_are_arrays(folders: Path) -> None:
    runs = papamu.train("clobber:3x3", **TINY, seed=5, seeds=3, seat="both")
    assert [run.course.seed for run in runs] == [5, 6, 7] and len(runs) == 3
    assert runs.curves.shape == (3, 2) and runs.games.tolist() == [100, 200]
    assert runs.curves[1].tolist() == runs[1].curve["won"]
    assert [row["won"] for row in runs.tests] == [(run.test or {})["won"] for run in runs]
    assert runs[1].model.digest == papamu.train("clobber:3x3", **TINY, seed=6, seat="both").model.digest
    assert runs._repr_html_().count("<polyline") == 4 and "array" not in repr(runs)
    assert isinstance(runs[:2], papamu.TrainingRuns) and len(runs.agents) == 3


def test_a_run_that_ended_early_leaves_gaps() -> None:
    whole = papamu.train("clobber:3x3", **TINY, seed=1)
    short = papamu.train("clobber:3x3", **{**TINY, "games": 100}, seed=2)
    found = papamu.TrainingRuns([whole, short]).curves
    assert np.isnan(found[1, 1]) and not np.isnan(found[0]).any()


def test_an_agent_object_is_an_opponent_if_its_name_says_all() -> None:
    named = papamu.train("clobber:3x3", **TINY, opponent=papamu.agent("random"))
    assert named.folder == papamu.train("clobber:3x3", **TINY, opponent="random").folder
    nameless = type(named.agent).of(named.model)
    with pytest.raises(papamu.AgentError, match="cannot be recreated from its name"):
        papamu.train("clobber:3x3", **TINY, opponent=nameless)


# -- by hand ----------------------------------------------------------------------------------------------


def test_a_session_by_hand_ends_as_a_run_does() -> None:
    run = papamu.train("clobber:3x3", **TINY, seed=4, seat="both")
    course = papamu.Course("clobber:3x3", hidden=(4,), games=200, seed=4, seat="both")
    session = papamu.Session(course)
    assert session.step(30) == 30 and session.done == 30
    assert session.step(1000) == 70, "not beyond the next point of the curve"
    assert session.learn(1000) == 100 and session.is_finished, "no more than the course has"
    assert session.learn(10) == 0
    assert session.model().digest == run.model.digest
    assert [point.won for point in session.curve] == run.curve["won"]


def test_step_never_learns_from_more_games_than_asked_for() -> None:
    session = papamu.Session(papamu.Course("clobber:3x3", hidden=(4,)), "random")
    assert session.step(100) == 100 and session.done == 100


def test_opponents_of_a_session() -> None:
    course = papamu.Course("clobber:3x3", hidden=(4,), games=100)
    assert papamu.Session(course, opponent="self").course.seat == ITSELF
    assert papamu.Session(course, opponent="each-other").course.seat == EACH_OTHER
    assert papamu.Session(course, opponent=papamu.agent("first")).learn(20) == 20
    taught = papamu.Session(course, "random", teacher="minimax:depth=1")
    assert taught.course.way == "teacher"
    with pytest.raises(papamu.AgentError, match="too slow for training"):
        papamu.Session(course, opponent="human")
    seen = papamu.Session(course, watch=lambda session: {"twice": 2.0 * session.done})
    seen.run()
    assert [point.seen for point in seen.curve] == [{"twice": 200.0}]


# -- models -----------------------------------------------------------------------------------------------


def layers(inputs: int = 18) -> list[tuple[Any, Any, str]]:
    rng = np.random.default_rng(1)
    return [
        (rng.normal(size=(inputs, 5)), rng.normal(size=5), "relu"),
        (rng.normal(size=(5, 3)), None, "leaky-relu"),
        (rng.normal(size=(3, 1)), rng.normal(size=1), "tanh"),
    ]


def value(net: list[tuple[Any, Any, str]], inputs: Any) -> float:
    """Slow and obvious."""
    functions = {
        "relu": lambda x: np.maximum(x, 0),
        "leaky-relu": lambda x: np.where(x > 0, x, 0.01 * x),
        "tanh": np.tanh,
    }
    for weights, biases, activation in net:
        inputs = functions[activation](inputs @ weights + (0 if biases is None else biases))
    return float(inputs[0])


def planes(position: Any, viewer: int) -> Any:
    """Encoding C: the viewer's own stones, then those of the other player."""
    codes = position.seen_by(viewer).ravel()
    return np.concatenate([codes == 1, codes == 2]).astype(float)


def test_a_network_of_ones_own_plays_by_its_name(terminal: Any) -> None:
    net = layers()
    assert papamu.save_model("mine", net, game="clobber:3x3", encoding="C") == "mlp:mine"
    position = papamu.load("clobber:3x3").start()
    told = papamu.agent("mlp:mine").explain(position)
    for score in told.scores:
        after = position.play(score.move)
        assert score.value == pytest.approx(value(net, planes(after, position.player)), abs=1e-5)
    assert papamu.match("clobber:3x3", "mlp:mine", "random", games=4).games == 4
    shown = terminal("explain", "clobber:3x3", "mlp:mine")
    assert shown.code == 0 and "mlp:mine" in shown.out + shown.err


def test_the_browser_lists_it_and_reads_it_by_its_name(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    from papamu.web.thinking.offered_agents import offered
    from papamu.web.validation import Models, read_agent

    papamu.save_model("mine", layers(), game="clobber:3x3", encoding="C")
    game, models = papamu.load("clobber:3x3"), Models(tmp_path / "no-runs")
    assert str(read_agent("mlp:mine", game, models, 500)) == "mlp:mine"
    listed = [one for one in offered(game, models) if one["title"] == "Trained: mine"]
    assert [one["spec"] for one in listed] == ["mlp:mine"]
    assert not [one for one in offered(papamu.load("clobber:4x4"), models) if one["title"] == "Trained: mine"]


def test_a_torch_network_is_the_same_player() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    inner = torch.nn.Sequential(torch.nn.Linear(18, 6), torch.nn.LeakyReLU(0.01), torch.nn.Dropout(0.5))
    net = torch.nn.Sequential(
        torch.nn.Flatten(), inner, torch.nn.Linear(6, 1, bias=False), torch.nn.Sigmoid()
    )
    net.eval()
    papamu.save_model("torch", net, game="clobber:3x3", encoding="C")
    course = papamu.load_model("torch").course
    assert (course.hidden, course.activation, course.output) == ((6,), "leaky-relu", "sigmoid")
    assert course.targets == (1.0, 0.0)
    position = papamu.load("clobber:3x3").start()
    for score in papamu.agent("mlp:torch").explain(position).scores:
        seen = planes(position.play(score.move), position.player)
        expected = net(torch.tensor(seen, dtype=torch.float32)[None]).item()
        assert score.value == pytest.approx(expected, abs=1e-6)


def test_what_cannot_be_expressed_is_refused_in_one_line() -> None:
    torch = pytest.importorskip("torch")
    nn = torch.nn
    wrong: list[tuple[Any, str]] = [
        (nn.Sequential(nn.Conv2d(2, 4, 3)), "Conv2d cannot be expressed as a model"),
        (
            nn.Sequential(nn.Linear(18, 4), nn.LeakyReLU(0.3), nn.Linear(4, 1)),
            "slope 0.3 cannot be expressed",
        ),
        (nn.Sequential(nn.ReLU(), nn.Linear(18, 1)), "ReLU does not follow a Linear layer"),
        (nn.Linear(18, 2), "has 2 outputs: one that values boards has 1"),
        (nn.Linear(9, 1), "the network has 9 inputs, and encoding C of clobber:3x3 gives 18"),
        ([(np.ones((18, 4)), None, "relu"), (np.ones((5, 1)), None, "relu")], "do not fit together"),
        ([(np.ones((18, 1)), None, "rleu")], r"there is no activation 'rleu' \(did you mean 'relu'\?\)"),
        ([(np.ones((18, 1)), np.ones(3), "relu")], "as many biases as nodes"),
        ([(np.full((18, 1), np.nan), None, "relu")], "it has diverged"),
        ([], "the network has no layers"),
        ("a text", "a network is a torch.nn.Sequential"),
    ]
    for network, words in wrong:
        with pytest.raises(papamu.PapamuError, match=words) as caught:
            papamu.save_model("mine", network, game="clobber:3x3", encoding="C")
        assert "\n" not in str(caught.value)
    with pytest.raises(papamu.ModelError, match="which game"):
        papamu.save_model("mine", layers())
    with pytest.raises(papamu.ModelError, match="ships with Papamu"):
        papamu.save_model("blokus", layers(), game="clobber:3x3", encoding="C")
    with pytest.raises(papamu.ModelError, match="cannot be called"):
        papamu.save_model("../mine", layers(), game="clobber:3x3", encoding="C")


def test_a_trained_model_gets_a_name() -> None:
    run = papamu.train("clobber:3x3", **TINY)
    assert papamu.save_model("good", run.model) == "mlp:good" == papamu.save_model("good", run)
    assert papamu.load_model("good").digest == run.model.digest
    assert (
        papamu.save_model("copy", run.model.net, game="clobber:3x3", encoding="cells", won=150.0)
        == "mlp:copy"
    )
    assert papamu.load_model("copy").digest == run.model.digest
    with pytest.raises(papamu.ModelError, match=r"there is no model file 'goood' \(did you mean 'good'\?\)"):
        papamu.load_model("goood")


# -- studies ----------------------------------------------------------------------------------------------


def test_a_report_prints_and_draws_itself(folders: Path) -> None:
    report = papamu.reproduce("clobber", tables="5.1")
    assert report.reproduction.folder == folders / "all-runs" / "reproduce-clobber-seed1"
    assert report.reproduction.folder.is_dir() and report.missing == 0
    table = report.tables["5.1"]
    published, ours = table.rows["published"], table.rows["ours"]
    assert len(published) == len(table.comparison.table.entries) and None not in ours
    printed = str(table)
    assert printed.startswith("5.1  ") and table.sentence in printed
    assert all(row in printed for row in table.comparison.table.rows)
    assert [row["verdict"] for row in report.agreement] == [str(table.verdict)]
    assert len(repr(report)) < 200 and "<table>" in report._repr_html_()
    assert str(table) in str(report)
    with pytest.raises(papamu.PapamuError, match=r"has no table '5\.100'"):
        papamu.reproduce("clobber", tables=["5.100"])
    with pytest.raises(papamu.PapamuError, match=r"did you mean 'smoke'\?"):
        papamu.reproduce("clobber", scale="smok")
    with pytest.raises(papamu.PapamuError, match="seeds cannot be 0"):
        papamu.reproduce("clobber", seeds=0)


def test_frames_need_pandas_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    report = papamu.reproduce("clobber", tables="5.1")
    run = papamu.train("clobber:3x3", **TINY)
    assert list(run.to_frame()) == run.curve.columns
    assert len(report.to_frame()) == len(report.tables["5.1"].rows)
    monkeypatch.setitem(sys.modules, "pandas", None)
    for thing in (report, report.tables["5.1"], report.agreement, run, run.curve):
        with pytest.raises(papamu.PapamuError, match="needs pandas"):
            thing.to_frame()


# -- waits ------------------------------------------------------------------------------------------------


def test_the_folder_of_runs(monkeypatch: pytest.MonkeyPatch, folders: Path) -> None:
    assert runs_folder() == folders / "all-runs" and runs_folder("here") == Path("here")
    monkeypatch.delenv("PAPAMU_RUNS")
    assert runs_folder() == Path("runs")


def test_a_bar_comes_late_and_only_if_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_bar, "_SECONDS_BEFORE_BAR", 0.05)
    monkeypatch.setattr(progress_bar, "_SECONDS_BETWEEN_LINES", 0.0)

    def shown(seconds: float) -> str:
        import time

        with progress_bar.DelayedBar() as bar:
            bar.reach("learning", 1, 10, "games")
            time.sleep(seconds)
            bar.reach("learning", 5, 10, "games")
            bar.reach("testing", 2, 4, "games")
        return capsys.readouterr().err

    assert shown(0.2) == "", "nobody looks"
    monkeypatch.setattr(progress_bar, "is_watched", lambda: True)
    late = shown(0.3)
    assert "learning 5/10" in late and "testing 2/4" in late
    monkeypatch.setattr(progress_bar, "_SECONDS_BEFORE_BAR", 60.0)
    assert shown(0.0) == "", "it was over before"
