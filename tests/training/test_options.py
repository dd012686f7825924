"""Options are declared once: the command line, the form of the page and the documentation are made from them."""

from __future__ import annotations

import shlex
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from papamu.core.errors import PapamuError
from papamu.core.settings import settings_of
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.online.course import Course
from papamu.learn.som.course import Learning, MapCourse
from papamu.learn.tree_settings import TreeData
from papamu.training.map_options import map_options, map_request_of
from papamu.training.option_tables import table
from papamu.training.options import options_in, read_value, request_of, train_options, train_words
from papamu.training.request import AlphaZeroRequest, MlpRequest
from tests.cli.terminal import Terminal

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("cls", [Course, AlphaZeroCourse, MapCourse, Learning, TreeData, MlpRequest])
def test_every_field_says_what_it_is(cls: type) -> None:
    for one in settings_of(cls):
        assert one.help or one.name == "course", f"{cls.__name__}.{one.name} has no docstring"


@pytest.mark.parametrize(
    "page, name",
    [
        ("learning.md", "train"),
        ("learning.md", "presets"),
        ("methods/alphazero.md", "alphazero"),
        ("maps.md", "maps"),
    ],
)
def test_the_tables_of_the_documentation_are_made_from_them(page: str, name: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert table(name) in text, f"docs/{page}: print(papamu.training.option_tables.table({name!r}))"


@pytest.mark.parametrize("command", ["train", "maps", "data"])
def test_help_lists_every_option(terminal: Terminal, command: str) -> None:
    seen = terminal(command, "--help")
    options = {"train": train_options(), "maps": map_options()}.get(command)
    names = options or [one.name for one in fields(TreeData) if one.default is not MISSING]
    for name in names:
        assert f"--{name.replace('_', '-')}" in seen.out
    assert "`" not in seen.out.replace("`papamu games`", "")


def test_all_spellings_of_0_1_0() -> None:
    flags = (
        "hidden activation output encoding near compares start bias lr target lost worth divisor away lr-end loss way "
        "teacher lam tau momentum explore wild opponent seat games tests every snapshots best seed save-every "
        "stop-dead out channels blocks sims quick portion window batch warm-games warm-sims gate jobs runs again"
    )
    assert {f"--{flag}" for flag in flags.split()} <= {option.flag for option in train_options().values()}
    maps = "stages map winner hood data rounds distinct thresholds way alpha gamma lam epsilon search opponent seat"
    assert {f"--{flag}" for flag in f"{maps} games tests seed out jobs runs again".split()} <= {
        option.flag for option in map_options().values()
    }


def test_options_and_requests_are_each_others_inverse() -> None:
    given = {"hidden": "20,10", "lr": 0.01, "seat": 0, "bias": False, "lr_end": 0.001, "games": 7, "tests": 0}
    request = request_of("clobber:3x3", given)
    assert isinstance(request, MlpRequest) and request.course.hidden == (20, 10) and request.course.seat == -1
    assert request_of("clobber:3x3", options_in(request)) == request
    words = train_words(request)
    assert shlex.join(words) == (
        "train clobber:3x3 --preset none --hidden 20,10 --no-bias --lr 0.01 --lr-end 0.001 --seat 0 --games 7 --tests 0"
    )
    alone = request_of("clobber:3x3", {"opponent": "self", "wild": 0.5})
    assert request_of("clobber:3x3", options_in(alone)) == alone
    zero = request_of("clobber:3x3", {"learner": "alphazero", "sims": 8})
    assert isinstance(zero, AlphaZeroRequest) and zero.course.sims == 8 and zero.opponent == "uct:sims=500"
    assert train_words(zero) == ["train", "clobber:3x3", "--learner", "alphazero", "--sims", "8"]


@pytest.mark.parametrize(
    "name, value, said",
    [
        ("hiden", "8", "there is no option 'hiden' (did you mean 'hidden'?)"),
        ("games", 2.5, "games cannot be 2.5: it takes a whole number"),
        ("games", True, "games cannot be True: it takes a whole number"),
        ("lr", "fast", "lr cannot be 'fast': it takes a number"),
        ("bias", "no", "bias cannot be 'no': it takes true or false"),
        ("start", 3, "start cannot be 3: it takes a text"),
    ],
)
def test_values_of_the_wrong_kind(name: str, value: object, said: str) -> None:
    with pytest.raises(PapamuError) as error:
        read_value(name, value)
    assert said in str(error.value)


def test_a_number_is_the_number_that_the_command_line_reads() -> None:
    assert repr(read_value("target", 10)) == "10.0"  # else the folder would have another name
    assert read_value("hidden", [20, 20]) == "20,20" and read_value("hidden", []) == "none"


def test_maps_in_short() -> None:
    request = map_request_of("reversi", {"stages": "3", "map": "4x5", "data": 10, "rounds": "1,2", "seat": 2})
    assert request.course.stages == "1-25,26-45,46-60" and (request.course.rows, request.course.cols) == (
        4,
        5,
    )
    assert (
        request.course.second == (20, 20, 20) and request.learning is not None and request.learning.seat == 1
    )
    assert map_request_of("reversi:4x4", {"way": "none", "data": 10}).learning is None
    for wrong, said in (
        ({"map": "4"}, "rows x columns"),
        ({"rounds": "5"}, "two numbers"),
        ({"seat": 0}, "--seat"),
    ):
        with pytest.raises(PapamuError, match=said):
            map_request_of("reversi:4x4", {"data": 10, **wrong})
