"""Plug-ins: one switch, three spellings; what goes wrong is one line; every process knows the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import papamu
from papamu.core import plugins
from papamu.core.errors import PapamuError, SpecError

ROOT = Path(__file__).parents[2]
AGENT = """
import papamu

@papamu.register_agent
class {name}(papamu.Agent):
    name = "{agent}"
    title = "always the last move"

    def choose(self, position):
        return position.legal_moves[-1]
"""


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test loads is gone afterwards: variable, modules, names."""
    from papamu.agents import registry

    monkeypatch.setenv(plugins.VARIABLE, "")
    monkeypatch.setattr(sys, "path", list(sys.path))
    modules, agents = set(sys.modules), dict(registry._agents.added)
    yield
    for name in set(sys.modules) - modules:
        del sys.modules[name]
    registry._agents.added.clear()
    registry._agents.added.update(agents)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_loaded_once_and_named_for_all_processes(tmp_path: Path) -> None:
    path = write(tmp_path, "plug_last", AGENT.format(name="Last", agent="last-one"))
    plugins.use([str(path)])
    assert str(papamu.agent("last-one")) == "last-one"
    assert os.environ[plugins.VARIABLE] == str(path)
    first = sys.modules["plug_last"]
    plugins.use([str(path)])
    assert sys.modules["plug_last"] is first and os.environ[plugins.VARIABLE] == str(path)
    other = write(tmp_path, "plug_again", AGENT.format(name="Again", agent="again-one"))
    plugins.use([str(other)])
    assert os.environ[plugins.VARIABLE] == os.pathsep.join([str(path), str(other)])


def test_a_plug_in_may_import_another_file_of_its_folder(tmp_path: Path) -> None:
    write(tmp_path, "plug_helper", "NAME = 'helped-one'")
    text = "from plug_helper import NAME\n" + AGENT.format(name="Helped", agent="helped-one")
    plugins.use([str(write(tmp_path, "plug_helped", text))])
    assert papamu.agent("helped-one").name == sys.modules["plug_helper"].NAME


@pytest.mark.parametrize(
    "name, text, said",
    [
        ("plug_broken", "1 / 0", "the plug-in plug_broken.py failed when it was loaded: ZeroDivisionError: "),
        ("plug_syntax", "def broken(:", "SyntaxError: invalid syntax (line 1)"),
        ("plug_missing", "import nowhere_to_be_found", "No module named 'nowhere_to_be_found' (line 1 of"),
        ("plug-dash", "", "its name may have letters, digits and _"),
        ("this", "", "has the name of another module, this: rename the file"),
        (
            "plug_taken",
            AGENT.format(name="Taken", agent="uct"),
            "the plug-in plug_taken.py: 'uct' is a built-in agent: choose another name",
        ),
    ],
)
def test_what_goes_wrong_is_one_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(PapamuError) as caught:
        plugins.use([str(write(tmp_path, name, text))])
    assert said in str(caught.value) and "\n" not in str(caught.value)
    assert name not in sys.modules and os.environ[plugins.VARIABLE] == ""


@pytest.mark.parametrize("name", ["nowhere/plug.py", "no_such_module_here"])
def test_what_is_not_there(name: str) -> None:
    with pytest.raises(PapamuError, match="there is no plug-in"):
        plugins.use([name])


@pytest.mark.parametrize(
    "words, rest, named",
    [
        (["play", "nim"], ["play", "nim"], []),
        (["--plugin", "a.py", "play", "nim"], ["play", "nim"], ["a.py"]),
        (["play", "--plugin=a.py", "nim", "--plugin", "b.py"], ["play", "nim"], ["a.py", "b.py"]),
        (["play", "--", "--plugin"], ["play", "--", "--plugin"], []),
    ],
)
def test_the_option_may_stand_anywhere(words: list[str], rest: list[str], named: list[str]) -> None:
    assert plugins.split(words) == (rest, named)


def test_the_option_needs_a_file() -> None:
    with pytest.raises(PapamuError, match="needs a file"):
        plugins.split(["games", "--plugin"])


def test_commands_that_are_printed_load_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "plug_line", AGENT.format(name="Line", agent="line-one"))
    assert plugins.command_line(["match", "clobber:3x3"]) == "papamu match clobber:3x3"
    plugins.use([str(path)])
    monkeypatch.chdir(tmp_path)
    assert plugins.command_line(["match", "--plugin", "plug_line.py"]) == "papamu --plugin plug_line.py match"
    monkeypatch.chdir(tmp_path.parent)
    assert plugins.command_line(["games"]) == f"papamu --plugin {tmp_path.name}/plug_line.py games"


def test_another_machine_gets_the_text(tmp_path: Path) -> None:
    path = write(tmp_path, "plug_sent", AGENT.format(name="Sent", agent="sent-one"))
    plugins.use([str(path)])
    sent = plugins.exported()
    assert sent == [(str(path), path.read_text(encoding="utf-8"))]
    path.unlink()
    del sys.modules["plug_sent"]
    os.environ[plugins.VARIABLE] = ""
    (tmp_path / "there").mkdir()
    plugins.use_exported(sent, tmp_path / "there")
    assert Path(str(sys.modules["plug_sent"].__file__)).parents[1] == tmp_path / "there"


def test_unknown_names_hint_at_the_option() -> None:
    with pytest.raises(SpecError, match=r"there is no game 'tafl': .*--plugin FILE"):
        papamu.load("tafl")
    with pytest.raises(SpecError) as caught:
        papamu.load("clober")
    assert "did you mean 'clobber'" in str(caught.value) and "--plugin" not in str(caught.value)


@pytest.mark.parametrize("where", ["before", "after", "variable"])
def test_the_command_line_knows_them(tmp_path: Path, where: str) -> None:
    path = str(write(tmp_path, "plug_listed", AGENT.format(name="Listed", agent="listed-one")))
    words = {"before": ["--plugin", path, "agents"], "after": ["agents", "--plugin", path]}.get(
        where, ["agents"]
    )
    environment = {**os.environ, plugins.VARIABLE: path if where == "variable" else ""}
    done = subprocess.run(
        [sys.executable, "-m", "papamu", *words],
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "listed-one" in done.stdout


@pytest.mark.parametrize(
    "body, said",
    [
        ("    def choose(self, position):\n        return 0\n", "the agent 'b1' has no title"),
        ("    title = 'never moves'\n", "the agent 'b1' has no choose()"),
    ],
)
def test_what_is_incomplete_is_refused_at_once(tmp_path: Path, body: str, said: str) -> None:
    text = f"import papamu\n\n@papamu.register_agent\nclass B1(papamu.Agent):\n    name = 'b1'\n{body}"
    with pytest.raises(PapamuError, match=re.escape(f"the plug-in plug_half.py: {said}")):
        plugins.use([str(write(tmp_path, "plug_half", text))])


OWN_PARTS = """
from papamu.learn.encodings.contract import planes
from papamu.learn.encodings.registry import register_encoding
from papamu.search.exact.registry import register_solver

@register_encoding("heights")
def heights(game):
    return planes(game, [[0.0, {value}, -1.0]])

@register_solver("clobber")
class Mine:
    @classmethod
    def fits(cls, game):
        return True
"""
ASK = """
import papamu
from papamu.search.exact.registry import solver_kind
from papamu.training.presets.registry import choose
from papamu.training.train import folder_of
print(solver_kind(papamu.load("clobber:3x3")).__name__)
for encoding in ("cells", "heights+cells"):
    print(folder_of(choose({"game": "clobber:3x3", "encoding": encoding})).name)
"""


def test_own_encodings_are_in_keys_and_an_own_solver_comes_first(tmp_path: Path) -> None:
    def ask(value: float) -> list[str]:
        path = write(tmp_path, "plug_parts", OWN_PARTS.format(value=value))
        done = subprocess.run(
            [sys.executable, "-c", ASK],
            env=os.environ | {plugins.VARIABLE: str(path)},
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    (kind, plain, own), (_, plain_again, changed) = ask(1.0), ask(2.0)
    assert kind == "Mine"
    assert plain == plain_again and plain.count("-") == 2
    assert own.count("-") == 3 and own != changed and own.rpartition("-")[0] == changed.rpartition("-")[0]
