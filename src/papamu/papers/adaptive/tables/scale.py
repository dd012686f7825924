"""The sizes of the study at each scale, and the simulated people."""

from __future__ import annotations

from papamu.papers.common.scale import Quantity, Scale

STEPS = (  # the strengths of the simulated people
    "random",
    "noisy:p=0.5+uct:sims=50",
    "noisy:p=0.25+uct:sims=50",
    "uct:sims=50",
    "uct:sims=150",
    "uct:sims=500",
    "uct:sims=1500",
    "uct:sims=5000",
)
FEW_STEPS = (STEPS[0], STEPS[3], STEPS[5])  # of the tables with four players and with other shares
_SOME_STEPS = (*STEPS[:2], STEPS[3], STEPS[5])
GAMES = {  # of the tables with one game each, by name; "four players" and "shares" come with all of them
    "clobber": "clobber:6x6",
    "checkers": "checkers:6x6,quiet=20",  # drawn sooner: half the time
    "reversi": "reversi:6x6",
    "blokus": "blokus:8x8,players=2",
    "konane": "konane:6x6",
}
_Names = tuple[str, ...]


class Size(Scale):
    """How large the experiments are."""

    # fmt: off
    #                                     paper       laptop        smoke
    sims       = Quantity(               10_000,       1_000,          20)  # of the agent behind `adaptive+`
    steps      = Quantity[_Names](        STEPS, _SOME_STEPS,   STEPS[:1])  # strengths of people
    people     = Quantity(                   10,           4,           1)  # per step
    games      = Quantity(                  120,         120,          10)  # of a person
    settling   = Quantity(                   20,          20,           5)  # of these, before the score counts
    full_games = Quantity(                   24,          24,           2)  # at full strength, against each person
    tables     = Quantity[_Names](tuple(GAMES), tuple(GAMES),("clobber",))  # of one game each
    more       = Quantity(                 True,        True,       False)  # also four players, and other shares
    # fmt: on
