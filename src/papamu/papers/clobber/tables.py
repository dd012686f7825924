"""All tables of the thesis, and what it says only in words, as cells beside the published figures.

Three scales: `paper` is the published size, `laptop` learns from a twentieth of the games, `smoke` is two
entries of each table with next to no games, to see that everything works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.papers.clobber.parameters import PLAYOUTS, Match, Meeting, Own, Training
from papamu.papers.published import Figure, figures

PLAY = "papamu.papers.clobber.work:play"
TRAIN = "papamu.papers.clobber.training:train"
MEET = "papamu.papers.clobber.training:train_and_meet"
OWN = "papamu.papers.clobber.training:train_own"

# How often Pick First wins as Black against Random. A dead network plays the same moves.
DEAD = {"4x4": 0.341482, "4x5": 0.511002, "6x6": 0.33656}  # exact by enumeration; 6x6: Table 5.1

GUESSES = {
    "layers": "Guess 1: the thesis does not say how many nodes each of two hidden layers has; 20 and 20 "
    "here, as in its tables with one layer.",
    "first": "Guess 2: Monte Carlo plays Black and begins, which the thesis does not say; as White it wins "
    "clearly less than published.",
    "network": "Guess 3: the network plays Black and begins, as it did when it learned.",
}


@dataclass(frozen=True)
class _Scale:
    """How large everything is."""

    trained: Callable[[int], int]  # games to learn from, when so many are published
    tests: int
    quick: int  # games of players that do not think (Table 5.1)
    slow: int  # games of Monte Carlo (Tables 5.2, 5.3)
    met: int  # games of a network against each Monte Carlo player (Table 5.17)
    said: str = ""  # about the games to learn from
    whole: bool = True  # all entries, or the first and the last of each table


_SCALES = {
    # Published are 1,000 games in Tables 5.2 and 5.3: with 4,000 the noise is mostly the thesis's.
    "paper": _Scale(lambda games: games, 100_000, 100_000, 4_000, 1_000),
    "laptop": _Scale(
        lambda games: games // 20, 10_000, 100_000, 1_000, 1_000,
        "Here networks learn from a twentieth of the published games.",
    ),
    "smoke": _Scale(
        lambda games: 200, 100, 100, 10, 10,
        "Here networks learn from 200 games, which is next to nothing.", whole=False,
    ),
}  # fmt: skip


@cache
def tables(scale: str) -> tuple[Table, ...]:
    """All tables at a scale, in the thesis's order."""
    size = _SCALES[scale]
    return (
        _quick(size),
        _monte_carlo(size, "5.2", "random", "Monte Carlo and Random"),
        _monte_carlo(size, "5.3", "first", "Monte Carlo and Pick First"),
        _grid(
            size, "5.4", "4x4", (20,),
            note="The text gives 97,584 as the highest figure; the table has 97,955.",
        ),
        _games(size, "10m", "4x4", (20,), 2e-5, 150.0),
        _grid(size, "5.5", "4x5", (20,)),
        _grid(size, "5.6", "6x6", (20,)),
        _grid(size, "5.7", "4x5", (20, 20), note=GUESSES["layers"]),
        _grid(size, "5.8", "6x6", (20, 20), note=GUESSES["layers"]),
        _games(size, "20m", "6x6", (20, 20), 2e-9, 1000.0, note=GUESSES["layers"]),
        *(_grid(size, f"5.{9 + at}", "4x5", (nodes,)) for at, nodes in enumerate((30, 40, 50, 60))),
        _grid(
            size, "5.13", "4x5", (100,),
            note="The last column has 87,000 twice, at 2e-8 and 2e-7: rounded, or a slip.",
        ),
        _nodes(size, "hidden-4x5", "4x5", 2e-5, 50.0),
        _grid(size, "5.14", "6x6", (100,)),
        _nodes(size, "hidden-6x6", "6x6", 2e-7, 1000.0),
        _temporal(size),
        _grid(
            size, "5.16", "6x6", (100,), "leaky-relu",
            note="The text says 4x5 and 6x6; only 6x6 is printed.",
        ),
        _meetings(size),
        _beyond(size),
    )  # fmt: skip


# -- the kinds of tables ----------------------------------------------------------------------------


def _quick(size: _Scale) -> Table:
    agents = {"Random": "random", "Pick First": "first"}

    def entry(figure: Figure) -> Entry:
        black, white = (agents[who.rsplit(" ", 1)[0]] for who in figure.row.split(" vs "))
        cell = _match(Match(figure.column, black, white, size.quick))
        return Entry(figure.row, figure.column, cell, published=figure.share)

    title = "Random and Pick First playing on different board sizes, games won by Black"
    return _table(size, "5.1", title, entry, size.quick, "players")


def _monte_carlo(size: _Scale, name: str, white: str, who: str) -> Table:
    def entry(figure: Figure) -> Entry:
        cell = _match(Match(figure.row, f"mc:playouts={figure.column}", white, size.slow))
        return Entry(figure.row, figure.column, cell, published=figure.share)

    title = f"{who} on different board sizes and different number of playouts, games won by Monte Carlo"
    return _table(size, name, title, entry, size.slow, "board \\ playouts", note=GUESSES["first"])


def _grid(
    size: _Scale, name: str, board: str, hidden: tuple[int, ...], activation: str = "relu", note: str = ""
) -> Table:
    """Learning rates by targets: most tables of the thesis."""

    def entry(figure: Figure) -> Entry:
        lr, target = float(figure.row), float(figure.column)
        told = Training(
            board, hidden, lr, target, activation, games=size.trained(1_000_000), tests=size.tests
        )
        return Entry(short(lr), short(target), _train(told), published=figure.share)

    title = f"Neural Network vs. Random on a {board} board{_structure(hidden, activation)}"
    return _table(size, name, title, entry, size.tests, "learning rate \\ target", DEAD[board], note)


def _structure(hidden: tuple[int, ...], activation: str) -> str:
    layers = f" with {len(hidden)} hidden layers" if len(hidden) > 1 else f" with {hidden[0]} hidden nodes"
    return layers + (", using Leaky ReLU" if activation == "leaky-relu" else "")


def _games(
    size: _Scale, name: str, board: str, hidden: tuple[int, ...], lr: float, target: float, note: str = ""
) -> Table:
    """The best parameters of a table for many more games; said in words."""

    def entry(figure: Figure) -> Entry:
        played = size.trained(int(figure.row))
        told = Training(board, hidden, lr, target, games=played, tests=size.tests)
        return Entry(f"{int(figure.row):,} games", "won", _train(told), published=figure.share)

    title = (
        f"Learning for longer on a {board} board{_structure(hidden, 'relu')}, "
        f"lr {short(lr)}, target {short(target)} (in words)"
    )
    return _table(size, name, title, entry, size.tests, "learned from", DEAD[board], note)


def _nodes(size: _Scale, name: str, board: str, lr: float, target: float) -> Table:
    """More hidden nodes with one set of parameters; said in words."""

    def entry(figure: Figure) -> Entry:
        published = 1_000_000 if figure.column == "won" else int(figure.column)
        told = Training(
            board, (int(figure.row),), lr, target, games=size.trained(published), tests=size.tests
        )
        column = "won" if figure.column == "won" else f"{published:,} games"
        return Entry(figure.row, column, _train(told), published=figure.share)

    title = f"More hidden nodes on a {board} board, lr {short(lr)}, target {short(target)} (in words)"
    return _table(size, name, title, entry, size.tests, "hidden nodes", DEAD[board])


def _temporal(size: _Scale) -> Table:
    def entry(figure: Figure) -> Entry:
        told = _told(size, figure.row, tau=float(figure.column))
        return Entry(figure.row, figure.column, _train(told), published=figure.share)

    title = "Neural Network vs. Random using different Temporal Learning rates on a 6x6 board"
    return _table(size, "5.15", title, entry, size.tests, "parameters \\ temporal rate", DEAD["6x6"])


def _meetings(size: _Scale) -> Table:
    def entry(figure: Figure) -> Entry:
        told = Meeting(_told(size, figure.row), size.met)
        cell = Cell(MEET, told, cost=_training_cost(told.training) + told.games * _thinking("6x6", PLAYOUTS))
        return Entry(figure.row, figure.column, cell, f"won_{figure.column}", figure.share)

    title = "Neural Network vs. Monte Carlo on a 6x6 board, after learning against Random"
    return _table(size, "5.17", title, entry, size.met, "parameters \\ playouts", note=GUESSES["network"])


def _beyond(size: _Scale) -> Table:
    """Our own network beside the best of the thesis's."""

    def entry(figure: Figure) -> Entry:
        trained = size.trained(1_000_000)
        told = Own(figure.row, games=trained, tests=size.tests, meetings=size.met)
        cost = 25 * (told.games + told.tests) * _squares(told.board) / 36
        cell = Cell(OWN, told, cost=cost + told.meetings * _thinking(told.board, (50,)))
        value, games = ("won", told.tests) if figure.column == "Random" else ("won_50", told.meetings)
        return Entry(figure.row, figure.column, cell, value, figure.share, games, figure.games)

    title = "Our own network (patterns, TD, self-play) after as many games, beside the thesis's best"
    table = _table(size, "beyond", title, entry, size.tests, "board \\ opponent")
    return replace(table, beyond=True, curve="Games won against Random on both seats, without learning")


def _told(size: _Scale, row: str, tau: float = 0.0) -> Training:
    """From the names of the rows of Tables 5.15 and 5.17."""
    found = re.fullmatch(r"(\d+) hidden, target (\S+), lr ([^, ]+)(, Leaky ReLU|, ReLU)?", row)
    assert found is not None, row
    hidden, target, lr, kind = found.groups()
    activation = "leaky-relu" if kind == ", Leaky ReLU" else "relu"
    return Training(
        "6x6", (int(hidden),), float(lr), float(target), activation, tau, size.trained(1_000_000), size.tests
    )


def _table(
    size: _Scale,
    name: str,
    title: str,
    entry: Callable[[Figure], Entry],
    games: int,
    corner: str,
    dead: float | None = None,
    note: str = "",
) -> Table:
    printed = figures("clobber", name)
    chosen = printed if size.whole else tuple(dict.fromkeys((printed[0], printed[-1])))
    entries = tuple(entry(figure) for figure in chosen)
    learns = any(entry.cell.work != PLAY for entry in entries)
    notes = [text for text in (note, size.said if learns else "") if text]
    return Table(name, title, entries, games, printed[0].games, corner, dead, " ".join(notes))


def short(number: float) -> str:
    """2e-7 rather than 0.0000002 or 2e-07, and 150 rather than 150.0."""
    if number >= 1e-3:
        return f"{number:g}"
    mantissa, _, exponent = f"{number:e}".partition("e")
    return f"{float(mantissa):g}e{int(exponent)}"


# -- how long a cell takes: in games of a small network that learns ----------------------------------


def _match(params: Match) -> Cell:
    playouts = [int(part) for part in re.findall(r"playouts=(\d+)", params.black)]
    return Cell(PLAY, params, cost=params.games * (1 + _thinking(params.board, playouts)))


def _train(params: Training) -> Cell:
    return Cell(TRAIN, params, cost=_training_cost(params))


def _training_cost(params: Training) -> float:
    layers = (_squares(params.board), *params.hidden, 1)
    weights = sum((before + 1) * after for before, after in pairwise(layers))
    return (params.games + params.tests) * (weights + 2000) / 2000


def _thinking(board: str, playouts: Iterable[int]) -> float:
    """Monte Carlo for a game: moves, choices at each, and plies of a playout all grow with the board."""
    return 2.7e-4 * sum(playouts) * _squares(board) ** 3


def _squares(board: str) -> int:
    rows, columns = board.split("x")
    return int(rows) * int(columns)
