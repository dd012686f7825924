"""How fast everything is: beside OpenSpiel, against fixed bounds, and from a standing start.

What is measured, each a `Row` with its target:

- *random*: whole games of uniformly random moves on one core (`playouts`);
- *uct*: simulations of the tree search from the start of a game (`playouts`);
- *plies*, *afterstates*, *values*: one position at a time from Python: random plies, the positions after all legal
  moves with their observations, and values by a search of six plies (`positions`);
- *minimax*: nodes of the fixed-depth search with an evaluation function of the Konane thesis (`minimax`);
- *evaluate*: boards on which the moves and the movable pieces of both players are counted (`minimax`);
- *match*: 100,000 games between two compiled agents (`matches`);
- *solve*: seconds until a position is solved (`matches`);
- *train*: games that a network of the Clobber thesis plays and learns from, on one core (`mlp`);
- *update*: the learning alone, position by position, beside the same updates in PyTorch (`mlp`);
- *som*: steps of training a self-organizing map, beside MiniSom's (`som`);
- *maps*, *move*: games that a player with maps learns from, and moves it chooses (`som`);
- *guide*, *selfplay*: positions that a residual network looks at, many at once beside one by one, and games
  that it plays with itself (`puct`);
- *starts*: from the start of a process to its first finished game, with an empty cache and with the one
  that this left (`startup`);
- *replies*: the first reply of each level of a game, with an empty cache (`startup`).

Where OpenSpiel has the game, its compiled code runs in turn with ours in the same process (PyTorch and
MiniSom with our learning), and the ratio is the median over the rounds, so that a busy machine slows both.
Compilation is never part of a figure, except in a cold start. Nothing is printed here: the command line does
that.

What is here:

    cases      What is measured and what is wanted: cases with their goals, and the rows that come out
    matches    Seconds for a whole piece of work: a match of 100,000 games, a solved position
    minimax    How fast minimax looks ahead, and how fast the evaluation functions of the Konane thesis count
    mlp        How fast the Clobber thesis's networks learn: whole games, and the updates alone beside PyTorch's
    playouts   Rates beside OpenSpiel's: random games, and simulations of UCT
    positions  Rates from Python, one position at a time: plies, afterstates with observations, values; beside
               OpenSpiel's
    puct       How fast a residual network looks at positions, many at once beside one by one, and plays with itself
    som        How fast self-organizing maps learn beside MiniSom's, and how fast a player with maps learns and moves
    startup    Cold and warm starts: seconds from launching a process until its first random game is over, or a
               level's first reply
    vectors    What the vectors written by hand are worth: each function of `kernel.vectors` beside its own plain
               loops
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papamu.bench.cases import CASES, KINDS, REPLIES, STARTS, Case, Goal, Row
from papamu.core.errors import PapamuError, listing, nearest

__all__ = ["CASES", "KINDS", "Case", "Goal", "Row", "run"]


def run(
    games: Sequence[str] | None = None,
    seconds: float = 1.0,
    others: bool = True,
    only: Sequence[str] | None = None,
) -> Iterator[Row]:
    """Measure these games (all that have a target, if none are named), row by row as they are ready.

    `seconds` is the time spent on each side of a comparison; what takes longer than that is done anyway.
    Without `others` (OpenSpiel, PyTorch), or where they are not installed, there are no ratios, and targets
    that need one are left open. `only` names the kinds of measurements that are wanted.
    """
    if not seconds > 0:
        raise PapamuError(f"bench: seconds={seconds:g} is not possible: it takes a number above 0")
    for kind in only or ():
        if kind not in KINDS:
            raise PapamuError(
                f"bench: {kind!r} is not measured{nearest(kind, KINDS)}: valid kinds are {listing(list(KINDS))}"
            )
    cases = _cases(games, only)
    for case in cases:
        yield _measured(case, seconds, others)
    every = list(CASES) if games is None else [Case(spec, STARTS) for spec in games]
    for kind in (STARTS, REPLIES):
        if only is None or kind in only:
            yield from _starts(every, kind)


def _cases(games: Sequence[str] | None, only: Sequence[str] | None) -> list[Case]:
    """What to measure, kind by kind; any game has random games, and simulations if they are asked for."""
    kinds = [kind for kind in KINDS if only is None or kind in only]
    if games is None:
        return [case for kind in kinds for case in CASES if case.kind == kind]
    found = []
    for kind in kinds:
        for spec in games:
            known = [case for case in CASES if case.kind == kind and _is_same(case.spec, spec)]
            always = kind == "random" or (kind == "uct" and only is not None)
            found += known or ([Case(spec, kind)] if always else [])
    if not found and not {STARTS, REPLIES} & set(kinds):
        raise PapamuError(f"bench: of {listing(list(games))} there is nothing to {' or '.join(kinds)} here")
    return found


def _is_same(spec: str, other: str) -> bool:
    """Is this one game, however it is spelled?"""
    from papamu.games.registry import load

    game = load(other)
    return spec.partition(":")[0] == game.name and load(spec) == game


def _measured(case: Case, seconds: float, others: bool) -> Row:
    # Imported when needed: a start is timed with this package too, and `papamu bench --help` asks it for the kinds.
    from papamu.bench import matches as working
    from papamu.bench import minimax as looking
    from papamu.bench import mlp as learning
    from papamu.bench import playouts as playing
    from papamu.bench import positions as from_python
    from papamu.bench import puct as guiding
    from papamu.bench import som as mapping

    if case.kind == "match":
        return working.match(case)
    if case.kind == "solve":
        return working.solve(case)
    if case.kind in ("train", "update"):
        return learning.compare(case, seconds, others)
    if case.kind in ("som", "maps", "move"):
        return mapping.compare(case, seconds, others)
    if case.kind in ("guide", "selfplay"):
        return guiding.compare(case, seconds)
    if case.kind in ("plies", "afterstates", "values"):
        return from_python.compare(case, seconds, others)
    if case.kind in ("minimax", "evaluate"):
        return looking.compare(case, seconds)
    return playing.compare(case, seconds, others)


def _starts(cases: Sequence[Case], kind: str) -> Iterator[Row]:
    from papamu.bench import startup as starting
    from papamu.games.registry import is_built_in, load

    first_of: dict[str, str] = {}  # one compilation serves every size: a game is started once
    for case in cases:
        if is_built_in(name := load(case.spec).name):  # others a new process would not know
            first_of.setdefault(name, case.spec)
    for spec in first_of.values():
        yield from starting.starts(spec) if kind == STARTS else starting.replies(spec)
