"""`papamu play`: every way through a game in the terminal, and every way out of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.agents import registry
from papamu.agents.agent import Agent
from papamu.cli.terminal_game import menu
from papamu.games.position import Position
from papamu.games.record import Record
from tests.cli.process import answer
from tests.cli.terminal import CTRL_C, Terminal, hears_ctrl_c


class Broken(Agent):
    """Breaks down on its first move."""

    name = "broken"
    title = "for tests"

    def choose(self, position: Position) -> int:
        raise ZeroDivisionError("one line\nand another")


class Cheat(Agent):
    """Plays what is not legal."""

    name = "cheat"
    title = "for tests"

    def choose(self, position: Position) -> int:
        return -5


class Slow(Agent):
    """Somebody presses Ctrl-C while it thinks."""

    name = "slow"
    title = "for tests"

    def choose(self, position: Position) -> int:
        raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry._agents, "added", {kind.name: kind for kind in (Broken, Cheat, Slow)})


def boards(text: str) -> int:
    """How often a board with columns a, b was shown."""
    return sum(line.split() == ["a", "b"] for line in text.splitlines())


# -- in a process of its own ------------------------------------------------------------------


def test_a_game_from_the_first_word_to_the_last(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = f"help\nhint\n1\nundo\n1\nsave {record}\nquit\n"
    text = answer("play", "clobber:4x4", "--vs", "random", "--seed", "5", typed=typed)
    assert "Black: human (you), moves first" in text
    assert f"Saved to {record}." in text
    assert text.rstrip().endswith("Goodbye.")
    assert "2 moves" in answer("replay", str(record))
    text = answer("play", "blokus:6x6", "--vs", "random", "--seed", "5", "--seat", "4", typed="1\n" * 30)
    assert "wins (Blue" in text or "win (Blue" in text


def test_no_input_at_all_ends_cleanly() -> None:
    assert "Goodbye" in answer("play")


# -- the menu ---------------------------------------------------------------------------------


def test_the_menu_asks_for_game_board_and_players_and_draws_lots(terminal: Terminal) -> None:
    begins = set()
    for seed in range(6):
        text = terminal("play", "--seed", str(seed), typed="2\n4\n\nrandom").out
        for part in ("Which game?", "Checkers boards:", "1. human", "Who plays checkers:4x4?"):
            assert part in text
        first = text.partition("Drawn at random: ")[2].partition(" begins.")[0]
        assert f"  Player 1: {first}, {'human (you)' if first == 'player A' else 'random'}" in text
        assert ("Player 1 (random) plays" in text) == (first == "player B")
        begins.add(first)
    assert begins == {"player A", "player B"}


def test_the_menu_takes_numbers_specs_and_agents_and_explains_what_it_cannot_take(terminal: Terminal) -> None:
    typed = "nonsense\n9\n²\n[/x]\n" + "9" * 5000 + "\nclobber:1x2\n77\nrandm\nnoisy:p=0.5+random\nfirst"
    text = terminal("play", "--seed", "1", typed=typed).out
    for part in (
        "no game 'nonsense'",
        "there is no game 9: choose 1 to",
        "there is no number 77 in the list",
        "there is no agent 'randm' (did you mean 'random'?)",
        "noisy:p=0.5+random",
        "Black wins",
    ):
        assert part in text
    assert "Board size" not in text  # the spec said it
    text = terminal("play", typed="1\n0x4\n2x2\n1\nhuman\nquit").out
    assert "clobber has no 0x4 board" in text
    assert "Who plays clobber:2x2?" in text
    assert text.rstrip().endswith("Goodbye.")


def test_the_list_of_players_offers_only_who_plays_the_game(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict = ("exact at the end", "endgame+random")  # not for four players
    ours = menu.presets
    monkeypatch.setattr(menu, "presets", lambda game: (strict, *ours(game)))
    assert "1. exact at the end" in terminal("play", typed="clobber:2x2").out
    four = terminal("play", typed="blokus:5x5").out
    assert "exact at the end" not in four
    assert "1. human\n  2. random (baseline)" in four


def test_one_player_draws_no_lots(terminal: Terminal) -> None:
    seen = terminal("play", typed="clobber:1x3,solitaire=any\n\n1")
    assert "lots" not in seen.out
    assert "alone: human (you)" in seen.out
    assert "over, 2 stones left" in seen.out


def test_four_players_each_asked_for_and_each_given_a_seat(terminal: Terminal) -> None:
    text = terminal("play", "--seed", "3", typed="blokus:5x5\n2\n2\nfirst\n2").out
    told = text.partition("Drawn at random: ")[2].partition("\n\n")[0].splitlines()[1:]
    assert sorted(line.split(": ")[0].strip() for line in told) == ["Blue", "Green", "Red", "Yellow"]
    labels = sorted(line.split(": ")[1].split(",")[0] for line in told)
    assert labels == [f"player {letter}" for letter in "ABCD"]
    assert sum("first" in line.partition(": ")[2].split(", ")[1] for line in told) == 1


def test_leaving_the_menu(terminal: Terminal) -> None:
    for typed in (["quit"], ["1", CTRL_C], [], ["1", "", "exit"]):
        seen = terminal("play", typed=typed)
        assert (seen.code, seen.err) == (0, "")
        assert seen.out.rstrip().endswith("Goodbye.")


# -- a game -----------------------------------------------------------------------------------


def test_moves_by_number_and_by_notation(terminal: Terminal) -> None:
    by_number = terminal("play", "clobber:2x2", "--vs", "first", typed="2\n1")
    by_text = terminal("play", "clobber:2x2", "--vs", "first", typed="A2-B2\nb2b1")
    assert by_number.out == by_text.out
    assert "White (first) plays" in by_text.out
    assert "Black: human (you), moves first" in by_text.out


def test_a_blokus_move_may_have_spaces(terminal: Terminal) -> None:
    seen = terminal("play", "blokus:5x5", "--vs", "first", typed="v5: a5, a4, a3, b3, c3\nmoves")
    assert "5 1 4" in seen.out or "3 1 1 1" in seen.out
    assert "Yellow (first) plays" in seen.out


def test_only_blokus_has_pieces_to_choose_from(terminal: Terminal) -> None:
    seen = terminal("play", "blokus:5x5", "--vs", "first", typed="help\npiece\npiece V5 1")
    assert "piece [NAME [N]]" in seen.out and "Pieces left" in seen.out
    assert "Type the number of a move." in seen.out
    other = terminal("play", "clobber:2x2", "--vs", "first", typed="help\npiece")
    assert "piece [NAME" not in other.out and "'piece' is not a clobber move" in other.out


def test_wrong_answers_get_a_line_and_another_try(terminal: Terminal) -> None:
    typed = (
        "\n0\n99\n²\nnonsense\na1a1\nundoo\nmoves zz\nmoves a1\nhelp\n?\nrules\nundo\nsave\nhint nobody\n1"
    )
    seen = terminal("play", "clobber:2x2", "--vs", "first", typed=typed)
    for part in (
        "there is no move 0: they are numbered from 1 to 4",
        "there is no move 99",
        "'²' is not a clobber move",
        "'nonsense' is not a clobber move",
        "'a1a1' is not a clobber move",
        "there is no command 'undoo' (did you mean 'undo'?)",
        "no legal move has 'zz' in it",
        "(1 to 4): 1. a2a1   4. b1a1\n",
        "what a good player would do",
        "Notation",
        "there is no move of yours to take back",
        "save needs a file name",
        "there is no agent 'nobody'",
    ):
        assert part in seen.out
    assert (seen.code, seen.err) == (0, "")


def test_hint_and_explain_ask_the_opponent_or_somebody_able(terminal: Terminal) -> None:
    typed = "hint\nexplain\nhint random"
    seen = terminal("play", "clobber:2x3", "--vs", "minimax:depth=1,eval=mobility", typed=typed)
    assert "minimax:eval=mobility,depth=1 would play" in seen.out
    assert "evaluation 'mobility' after 1 ply" in seen.out
    assert "rank  number  move" in seen.out
    assert "… and 2 more moves" in seen.out
    assert "random would play" in seen.out
    assert "mc:playouts=200 would play" in terminal("play", "clobber:2x2", "--vs", "first", typed="hint").out
    named = terminal("play", "clobber:2x2", "--vs", "first", "--hint", "mc:playouts=3", typed="hint")
    assert "mc:playouts=3 would play" in named.out
    noisy = terminal("play", "clobber:2x2", "--vs", "noisy:p=1+mc:playouts=3", typed="hint")
    assert "mc:playouts=3 would play" in noisy.out
    assert "noisy" not in noisy.out.partition("Your move")[2]
    assert "cheat failed" in terminal("play", "clobber:2x2", "--vs", "first", typed="hint cheat").out
    assert "broken failed" in terminal("play", "clobber:2x2", "--vs", "first", typed="hint broken").out


def test_a_hint_does_not_change_the_game(terminal: Terminal, tmp_path: Path) -> None:
    moves = []
    for asks in ("", "hint\nexplain\n"):
        record = tmp_path / "game.json"
        typed = f"{asks}1\n{asks}1\nsave {record}"
        terminal("play", "clobber:3x3", "--vs", "mc:playouts=2", "--seed", "7", typed=typed)
        moves.append(Record.load(record).moves)
    assert moves[0] == moves[1]


def test_undo_takes_back_to_the_last_move_of_a_person(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = f"a3b3\nundo\na3a2\nsave {record}\nundo\nundo\nquit"
    seen = terminal("play", "clobber:3x3", "--vs", "random", "--seed", "2", typed=typed)
    assert "there is no move of yours to take back" in seen.out
    saved = Record.load(record)
    assert (saved.players, saved.seed, len(saved.moves), saved.moves[0]) == (
        ("human", "random"),
        2,
        2,
        "a3a2",
    )


def test_after_the_end_a_game_can_be_saved_or_taken_back(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = f"1\nnonsense\nsave\nsave {tmp_path}/no/where\nsave {record}\nundo\n1\n"
    seen = terminal("play", "clobber:1x2", typed=typed)
    assert seen.out.count("Black wins") == 2
    assert "'nonsense' is not possible any more" in seen.out
    assert "cannot write" in seen.out
    assert Record.load(record).returns == (1.0, -1.0)
    assert seen.code == 0


def test_two_people_at_one_keyboard(terminal: Terminal) -> None:
    seen = terminal("play", "clobber:2x2", "--vs", "human", typed="1\nundo\n2\n1\nresign")
    assert "Black, your move (1 to 4):" in seen.out
    assert "White, your move (1 to 1):" in seen.out
    assert "Black resigns: White wins." in seen.out
    assert "Black: human, moves first" in seen.out


def test_resigning(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    seen = terminal(
        "play", "clobber:3x3", "--vs", "first", "--seat", "2", typed=f"resign\nundo\nsave {record}\n"
    )
    assert "You resign: Black wins." in seen.out
    assert "'undo' is not possible any more" in seen.out
    assert (
        Record.load(record).returns is None
    )  # a record knows what its moves give, and they give nothing yet
    assert "You resign." in terminal("play", "clobber:1x3,solitaire=any", typed="resign").out


def test_with_four_players_a_random_one_goes_on_for_who_resigned(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    vs = ("--vs", "human", "--vs", "first", "--seed", "4")
    seen = terminal("play", "blokus:5x5", *vs, typed=f"1\nresign\nresign\nsave {record}\n")
    assert "Blue, your move" in seen.out
    assert "Yellow resigns: a random player takes over for Yellow." in seen.out
    assert "You resign: a random player takes over for Blue." in seen.out
    assert "Green (first) plays" in seen.out
    saved = Record.load(record)
    assert saved.players == ("human, then random", "human, then random", "first", "first")
    assert saved.returns is not None


def test_the_last_opponent_named_takes_the_seats_that_remain(terminal: Terminal) -> None:
    seen = terminal("play", "blokus:5x5", "--seat", "3", "--vs", "first", "--vs", "random")
    told = [line.strip() for line in seen.out.splitlines() if ": " in line][:4]
    assert told == ["Blue: first, moves first", "Yellow: random", "Red: human (you)", "Green: random"]


def test_without_vs_the_opponent_is_monte_carlo(terminal: Terminal) -> None:
    assert "White: mc\n" in terminal("play", "clobber:2x2").out


def test_watching(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    seen = terminal(
        "play", "clobber:2x2", "--watch", "--vs", "first", "--vs", "random", "--save", str(record)
    )
    saved = Record.load(record)
    assert saved.returns is not None
    assert saved.players == ("first", "random")
    assert boards(seen.out) == len(saved.moves) + 1
    assert seen.out.rstrip().endswith(f"Saved to {record}.")
    assert terminal("play", "clobber:2x2", "--watch", "--vs", "first").out.count("(first) plays") == 3


def test_chance_is_told(terminal: Terminal) -> None:
    seen = terminal("play", "checkers:4x4,teleport=1,quiet=8", "--watch", "--vs", "random", "--seed", "1")
    assert "Chance: " in seen.out


def test_the_same_seed_gives_the_same_game(terminal: Terminal) -> None:
    arguments = ("play", "clobber:3x3", "--watch", "--vs", "random", "--seed")
    assert terminal(*arguments, "5").out == terminal(*arguments, "5").out
    assert len({terminal(*arguments, str(seed)).out for seed in range(4)}) > 1


# -- ways out ---------------------------------------------------------------------------------


def test_the_end_of_the_input_leaves_without_a_question(terminal: Terminal) -> None:
    seen = terminal("play", "clobber:3x3", "--vs", "first", typed=["1"])
    assert (seen.code, seen.err) == (0, "")
    assert seen.out.rstrip().endswith("Goodbye.")
    assert "Save the game?" not in seen.out


def test_ctrl_c_at_the_prompt_offers_to_save(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = ["1", CTRL_C, f"{tmp_path}/no/where", str(record)]
    seen = terminal("play", "clobber:3x3", "--vs", "first", typed=typed)
    assert seen.code == 0
    assert seen.out.count("Save the game?") == 2
    assert "cannot write" in seen.out
    assert len(Record.load(record).moves) == 2
    for last in ([""], []):
        seen = terminal("play", "clobber:3x3", "--vs", "first", typed=["1", CTRL_C, *last])
        assert (seen.code, seen.out.rstrip()[-8:]) == (0, "Goodbye.")
    seen = terminal("play", "clobber:3x3", "--vs", "first", typed=["1", CTRL_C, CTRL_C])
    assert seen.code == 130
    seen = terminal("play", "clobber:3x3", "--vs", "first", typed=[CTRL_C])
    assert "Save the game?" not in seen.out  # nothing was played


def test_ctrl_c_with_a_file_already_named_asks_nothing(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = ["1", CTRL_C]
    seen = terminal("play", "clobber:3x3", "--vs", "first", "--save", str(record), typed=typed)
    assert "Save the game?" not in seen.out
    assert len(Record.load(record).moves) == 2


def test_ctrl_c_while_an_agent_thinks_offers_to_save(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    seen = terminal("play", "clobber:3x3", "--vs", "slow", typed=["1", str(record)])
    assert seen.code == 0
    assert "Interrupted." in seen.out
    assert Record.load(record).players == ("human", "slow")


THOUGHT = """
import papamu
from papamu.agents.registry import agent
from papamu.cli.terminal_game.interrupt import interruptible, leave

endless = agent("minimax:depth=60")  # on 8x8 it would think for years
endless.choose(papamu.load("clobber:2x2").start())  # compiled from here on

def thought():
    print("to move", flush=True)
    return endless.choose(papamu.load("clobber:8x8").start())

try:
    interruptible(thought)
except KeyboardInterrupt:
    print("heard")
    leave(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for another process")
@pytest.mark.parametrize(
    ("command", "code", "last"),
    [
        (["-c", THOUGHT], 7, ["heard"]),
        (["-m", "papamu", "play", "clobber:8x8", "--watch", "--vs", "minimax:depth=60"], 0, ["Goodbye."]),
    ],
)
def test_ctrl_c_is_heard_while_compiled_code_runs(command: list[str], code: int, last: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=hears_ctrl_c,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if "to move" in line:
                    break
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err, out.split()[-1:]) == (code, "", last)


@pytest.mark.parametrize(
    ("agent", "says"),
    [
        ("broken", "White (broken) failed: ZeroDivisionError: one line and another"),
        ("cheat", "White (cheat) made an illegal move: move -5 is not legal here"),
    ],
)
def test_an_agent_that_breaks_down_costs_nobody_the_game(
    terminal: Terminal, tmp_path: Path, agent: str, says: str
) -> None:
    record = tmp_path / "game.json"
    seen = terminal("play", "clobber:3x3", "--vs", agent, typed=["1", str(record)])
    assert seen.code == 2
    assert says in seen.out
    assert len(Record.load(record).moves) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["clobber:2x2", "--vs", "greddy"], "did you mean 'greedy'"),
        (["clobber:2x2", "--vs", "mc:playout=5"], "did you mean 'playouts'"),
        (["clobber:2x2", "--vs", "greedy:eval=q"], "no evaluation 'q'"),
        (["clobber:2x2", "--vs", "noisy+human"], "needs a human"),
        (["clobber:2x2", "--vs", "noisy"], "noisy+AGENT"),
        (["blokus:5x5", "--vs", "endgame+random"], "does not play blokus:5x5"),
        (["clobber:2x2", "--hint", "endgame:plies=99+mc"], "plies=99 is not possible"),
        (["clobber:2x2", "--seat", "3"], "no seat 3"),
        (["clobber:2x2", "--vs", "first", "--vs", "first"], "1 seat for others, but --vs names 2"),
        (["clobber:1x3,solitaire=any", "--vs", "first"], "no seat for others"),
        (["clobber:2x2", "--watch", "--seat", "1"], "cannot be combined with --seat"),
        (["clobber:2x2", "--watch", "--vs", "human"], "cannot be combined with --vs human"),
        (["klobber"], "did you mean 'clobber'"),
    ],
)
def test_mistakes_get_one_clear_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    seen = terminal("play", *arguments)
    assert (seen.code, seen.out) == (2, "")
    assert says in seen.err
    assert len(seen.err.splitlines()) == 1
