"""Persons: their files, their names, and what an adaptive opponent says and keeps after a game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import papamu
from papamu.agents import person_store
from papamu.agents.agent import Ending
from papamu.agents.closeness import Closeness, Swing, Thought
from papamu.agents.person_rating import PersonRating
from papamu.agents.person_store import Person, PersonError
from papamu.agents.registry import agent
from papamu.core.files import user_folder
from tests.cli.terminal import CTRL_C, Terminal

GAME, AGENT = "clobber:2x2", "mc:playouts=1"
VS = ("--vs", f"adaptive+{AGENT}", "--seed", "1")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def played(name: str, games: int = 1) -> None:
    for _ in range(games):
        person_store.update_person(
            name,
            lambda now: now.with_rating(GAME, AGENT, now.rating_for(GAME, AGENT).after(0.0, 0.5, "2026")),
        )


# -- files ------------------------------------------------------------------------------------


def test_what_is_known_of_a_person_comes_back(home: Path) -> None:
    assert person_store.load_person("Ann") == Person("Ann")
    played("Ann", 3)
    found = person_store.load_person("ann")
    assert (found.name, found.games, found.last) == ("Ann", 3, "2026")
    assert found.rating_for(GAME, AGENT).points == 3.0
    assert found.rating_for(GAME, "uct") == found.rating_for("clobber:3x3", AGENT) == PersonRating()
    assert [path.name for path in (home / "people").iterdir()] == ["ann.json"]
    assert person_store.all_people() == [found]


@pytest.mark.parametrize("name", ["Zoë", "a b", "x-1_2", "  Ann  Lee "])
def test_names(name: str) -> None:
    played(name)
    assert person_store.load_person(name).name == " ".join(name.split())


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", "a.b", "x" * 41, "a\0b", "a\nb/", "*", "c:d"])
def test_names_that_cannot_be(name: str, home: Path) -> None:
    with pytest.raises(PersonError, match="cannot be a player's name: it takes 1 to 40") as error:
        played(name)
    assert "\n" not in str(error.value)
    assert not home.exists()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", '{"format": 1}', '{"format": 2, "name": "ann", "skills": []}', "[" * 9999]
    + [
        json.dumps({"format": 1, "name": "ann", "skills": [one]})
        for one in (
            {"game": "g", "agent": "a", "rating": "much", "games": 1, "points": 0, "last": ""},
            {"game": "g", "agent": "a", "rating": float("nan"), "games": 1, "points": 0, "last": ""},
            {"game": "g", "agent": "a", "rating": 1, "games": -1, "points": 0, "last": ""},
            {"game": "g", "rating": 1, "games": 1, "points": 0, "last": ""},
        )
    ],
)  # fmt: skip
def test_a_damaged_file_is_one_clear_line_and_stays_as_it_is(text: str, terminal: Terminal) -> None:
    played("ann")
    path = person_store.person_path("ann")
    path.write_text(text)
    for do in (lambda: person_store.load_person("ann"), lambda: played("ann"), person_store.all_people):
        with pytest.raises(PersonError, match="is damaged: repair it, or remove it"):
            do()
    assert path.read_text() == text
    seen = terminal("play", GAME, *VS, "--player", "ann")
    assert (seen.code, seen.err.count("\n")) == (2, 1)
    assert terminal("players", "--forget", "ann").code == 0
    assert not path.exists()


def test_bytes_that_are_no_text() -> None:
    played("ann")
    person_store.person_path("ann").write_bytes(b"\xff\xfe")
    with pytest.raises(PersonError, match="cannot read"):
        person_store.load_person("ann")


CHANGE = """
import sys
from papamu.agents.person_store import update_person
for number in range(int(sys.argv[1])):
    update_person("ann", lambda now: now.with_rating("g", "a", now.rating_for("g", "a").after(1.0, 0.5)))
    print(number, flush=True)
"""


def test_two_at_once_both_count() -> None:
    both = [subprocess.Popen([sys.executable, "-c", CHANGE, "15"], stdout=subprocess.DEVNULL) for _ in "ab"]
    assert [one.wait(120) for one in both] == [0, 0]
    assert person_store.load_person("ann").games == 30


def test_a_killed_one_leaves_a_whole_file() -> None:
    with subprocess.Popen([sys.executable, "-c", CHANGE, "100000"], stdout=subprocess.PIPE, text=True) as one:
        assert one.stdout is not None
        for _ in range(10):
            one.stdout.readline()
        one.kill()
    assert person_store.load_person("ann").games >= 10
    played("ann")
    assert person_store.names() == ["ann"]


def test_where_the_files_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform.startswith("linux"):
        monkeypatch.delenv("PAPAMU_HOME")
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert person_store.folder() == tmp_path / "papamu" / "people"
        monkeypatch.delenv("XDG_DATA_HOME")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert user_folder("data") == tmp_path / ".local" / "share" / "papamu"
    monkeypatch.setenv("PAPAMU_CACHE", str(tmp_path / "c"))
    assert user_folder("cache") == tmp_path / "c"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(home: Path) -> None:
    home.mkdir()
    home.chmod(0o500)
    with pytest.raises(PersonError.__mro__[1], match="cannot write"):
        played("ann")


# -- papamu players ---------------------------------------------------------------------------


def test_the_list_of_players(terminal: Terminal) -> None:
    assert "No one has played" in terminal("players").out
    played("Ann", 2)
    text = terminal("players").out
    for part in ("Ann", GAME, f"adaptive+{AGENT}", "1505", "100%", "2026"):
        assert part in text
    (fact,) = json.loads(terminal("players", "--json").out)
    assert (fact["player"], fact["games"], fact["points"]) == ("Ann", 2, 2.0)


def test_forgetting(terminal: Terminal) -> None:
    seen = terminal("players", "--forget", "ann")
    assert (seen.code, seen.err) == (2, "papamu: there is no player 'ann': no one has played yet\n")
    played("Anna")
    seen = terminal("players", "--forget", "ann")
    assert seen.err == "papamu: there is no player 'ann' (did you mean 'anna'?): there are anna\n"
    assert terminal("players", "--forget", "ANNA").out == "Forgot ANNA.\n"
    assert person_store.names() == []
    assert terminal("players", "--forget", "../x").code == 2


# -- papamu play ------------------------------------------------------------------------------


def test_a_game_is_told_and_counted(terminal: Terminal) -> None:
    seen = terminal("play", "clobber:3x3", *VS, "--player", "Ann", typed="1\n" * 6)
    assert seen.code == 0
    assert person_store.load_person("ann").games == 1
    after = person_store.load_person("ann").rating_for("clobber:3x3", AGENT)
    assert after.rating == 1200 + (160 if after.points else -160)
    for part in (
        "As it saw the game, the lead",
        f"Ann: rating {after.rating:.0f} (",
        "after 1 game; next time",
    ):
        assert part in seen.out
    assert "it plays more strongly" in seen.out or "it plays less strongly" in seen.out


def test_without_a_name_the_player_is_you(terminal: Terminal) -> None:
    terminal("play", GAME, *VS, typed="1\n1\n1\n")
    assert person_store.names() == ["you"]


def test_the_option_player_goes_before_the_command_line(terminal: Terminal) -> None:
    spec = f"adaptive:player=Bob+{AGENT}"
    terminal("play", GAME, "--vs", spec, "--player", "Ann", typed="resign\n")
    assert person_store.names() == ["bob"]


def test_resigning_is_a_loss_of_the_person(terminal: Terminal) -> None:
    seen = terminal("play", GAME, *VS, typed="resign\n")
    rating = person_store.load_person("you").rating_for(GAME, AGENT)
    assert (rating.games, rating.points, rating.rating) == (1, 0.0, 1040.0)
    assert "you: rating 1040 (-160) after 1 game" in seen.out


def test_with_four_players_too(terminal: Terminal) -> None:
    vs = ("--vs", "adaptive+mc:playouts=1", "--vs", "first", "--seed", "4")
    seen = terminal("play", "blokus:5x5", *vs, typed="1\nresign\n")
    rating = person_store.load_person("you").rating_for("blokus:5x5", "mc:playouts=1")
    assert (rating.games, rating.points) == (1, 0.0)
    assert seen.out.count("you: rating") == 1


@pytest.mark.parametrize("typed", [["quit"], [CTRL_C, ""], [], ["1", "quit"]])
def test_a_game_that_is_left_does_not_count(typed: list[str | BaseException], terminal: Terminal) -> None:
    terminal("play", "clobber:3x3", *VS, typed=typed)
    assert person_store.names() == []


def test_watching_does_not_count(terminal: Terminal) -> None:
    terminal("play", GAME, "--watch", *VS)
    assert person_store.names() == []


def test_taking_back_before_and_after_the_end(terminal: Terminal) -> None:
    seen = terminal("play", "clobber:1x4", *VS, typed="1\nundo\n1\n1\nundo\n1\n1\n")
    assert "rating" in seen.out
    assert person_store.load_person("you").games == 1
    assert seen.out.count("you: rating") == 1


def test_thoughts_that_were_taken_back_are_not_told() -> None:
    position = papamu.load("clobber:3x3").start()
    made = agent(f"adaptive+{AGENT}", seed=1)
    made.meet("ann")
    for _ in range(3):  # thought three times of the same move, played once
        other = position.play(made.choose(position))
    thoughts = made._thoughts  # type: ignore[attr-defined]
    assert len(thoughts) == 3
    lines = made.end(Ending(other, 0, (1,)))
    assert len(lines) == 3
    assert person_store.load_person("ann").games == 1


def test_bad_names_and_agents_on_the_command_line(terminal: Terminal) -> None:
    for arguments, says in (
        (("play", GAME, *VS, "--player", "a/b"), "cannot be a player's name"),
        (("play", GAME, "--vs", "first", "--player", ""), "cannot be a player's name"),
        (("play", GAME, "--vs", "adaptive+random"), "needs an agent that scores moves, and random only"),
        (("play", GAME, "--vs", "adaptive:shar=1+mc"), "did you mean 'share'?"),
        (("explain", GAME, "adaptive:player=nobody+mc"), "there is no player 'nobody'"),
        (("match", GAME, "adaptive:player=nobody+mc", "random"), "there is no player 'nobody'"),
    ):
        seen = terminal(*arguments)
        assert seen.code == 2
        assert says in seen.err
        assert seen.err.count("\n") == 1


def test_a_hint_is_of_the_agent_at_its_best(terminal: Terminal) -> None:
    seen = terminal("play", "clobber:3x3", *VS, typed="hint\nquit")
    assert f"{AGENT} would play" in seen.out
    assert "adaptive" not in seen.out.partition("Your move")[2]


def test_every_game_has_it_in_the_list_of_agents(terminal: Terminal) -> None:
    for game in ("clobber", "blokus"):
        facts = json.loads(terminal("agents", game, "--json").out)["agents"]
        assert next(one for one in facts if one["name"] == "adaptive")["plays"]


# -- closeness --------------------------------------------------------------------------------


def test_closeness_by_hand() -> None:
    game = Closeness.of(
        [
            Thought(1, "a", 0.0, 0.50),
            Thought(3, "b", 0.2, 0.60),
            Thought(5, "c", 0.04, 0.52),  # too near the middle to be a lead
            Thought(7, "d", 0.9, 0.80),
            Thought(9, "e", 0.1, 0.20),
            Thought(11, "f", 0.3, 0.90),
        ]
    )
    assert game.lead_changes == 2
    assert game.swing == Swing(11, 0.20, 0.90)
    assert [one.move for one in game.mistakes] == ["d", "f", "b"]
    assert game.lines() == [
        "As it saw the game, the lead changed hands 2 times; the largest swing, before move 11, "
        "took its chances from 20% to 90%.",
        "Given away on purpose, as a share of the most it could lose: "
        "d (move 7, 90%), f (move 11, 30%), b (move 3, 20%).",
    ]


def test_closeness_of_next_to_nothing() -> None:
    assert Closeness.of([]) == Closeness(None, None, ())
    assert Closeness.of([]).lines() == ["It made no mistake on purpose."]
    quiet = Closeness.of([Thought(1, "a", 0.0, 0.5), Thought(3, "b", 0.0, 0.51)])
    assert quiet.lines()[0] == "As it saw the game, the lead never changed hands."
    once = Closeness.of([Thought(1, "a", 0.0, 0.4), Thought(3, "b", 0.0, 0.6)])
    assert "changed hands once" in once.lines()[0]


def test_without_a_scale_only_mistakes_are_told() -> None:
    game = Closeness.of([Thought(1, "a", 0.5), Thought(3, "b", 1.0)])
    assert game.lead_changes is None
    assert game.lines() == [
        "Given away on purpose, as a share of the most it could lose: b (move 3, 100%), a (move 1, 50%)."
    ]
