"""`papamu warm`: the list of what it compiles, that its entries run, and its progress lines."""

from __future__ import annotations

import pytest

from papamu import warm as warming
from papamu.games import registry
from papamu.kernel.jit import JIT
from tests.cli.process import papamu

QUICK = ("noisy+random", "match first – random")  # to compile them all would take a minute


def labels(spec: str) -> list[str]:
    return [label.removeprefix(f"{spec}: ") for label, _ in warming.jobs([spec])]


def test_what_fits_a_game() -> None:
    assert labels("clobber:3x3") == [
        *("rules", "playouts", "perft"),
        *warming.AGENTS,
        *("match first – random", "match uct:sims=2 – random", "solver"),
    ]
    four = labels("blokus:20x20")
    assert "uct:sims=2" in four and "minimax:depth=1" in four and "match first – random" in four
    assert not {"ab:ms=1", "endgame+random", "solver"} & set(four)  # these are for two


def test_every_game_is_warmed() -> None:
    every = warming.jobs(agents=False)
    games = {label.partition(":")[0] for label, _ in every}
    assert games == set(registry.names()) and len(every) == 3 * (len(games) + 1)  # and Clobber on a graph


def test_the_jobs_run() -> None:
    for label, job in warming.jobs(["clobber:2x3"]):
        if not JIT or label.endswith(QUICK):
            job()


@pytest.mark.skipif(not JIT, reason="without the JIT there is nothing to compile")
def test_warm_compiles_with_a_progress_line_for_each_job() -> None:
    done = papamu("warm", "clobber:3x3", "--no-agents")
    assert done.returncode == 0
    assert "compiling 3/3: clobber:3x3: perft" in done.stderr
    assert "Compiled code is in" in done.stdout
