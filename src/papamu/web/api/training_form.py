"""The form of a training: made from the options of `papamu train`, with the limits of a server that others use.

Which options there are, what they take and what they mean is declared in the learners' courses alone. Here stands what
the page does not offer, and where it is stricter than the command line.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, create_model

from papamu.games.game import Game
from papamu.learn.mlp.choices import ACTIVATIONS
from papamu.training.options import LEARNERS, RUN, Option, train_options
from papamu.training.presets.registry import NONE, PRESETS, THESIS, WITHOUT, preset_names, preset_of
from papamu.web.api.forms import AgentText, Form, GameText, RemakeForm

_NOT_OFFERED = {*RUN, "opponent", "teacher", "snapshots", "save_every", "every", "compares"}
_STRICTER: dict[str, tuple[float, float]] = {
    "games": (1, 10**9),
    "tests": (0, 10**6),
    "seed": (0, 2**31 - 1),
    "lr": (1e-30, 10),
    "target": (1e-30, 10**6),
    "lost": (-(10**6), 10**6),
    "sims": (2, 2000),
    "quick": (2, 2000),
    "channels": (4, 128),
    "blocks": (1, 20),
    "portion": (16, 10_000),
    "batch": (2, 10_000),
    "window": (1, 10**7),
    "warm_games": (0, 100_000),
    "warm_sims": (2, 10_000),
    "gate": (0, 1000),
    "seat": (0, 4),
    "decay": (0, 1),
}
_TEXTS = {  # of options that are no choice
    "hidden": r"^(none|[0-9]{1,4}(,[0-9]{1,4}){0,4})$",
    "encoding": r"^[A-Za-z0-9:@,+]{1,60}$",
}
_ONE_FOR_ALL_LAYERS = ("activation", "output")


RunName = Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]


class TrainFormBase(Form):
    """A training, with the options of `papamu train` that are offered; what is left out is as usual."""

    kind: Literal["train"]
    game: GameText
    learner: Literal["mlp", "alphazero"] = "mlp"
    preset: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,39}$")] | None = None
    opponent: AgentText | None = None
    jobs: Annotated[int, Field(ge=1, le=16)] = 1
    name: RunName = ""
    """What it is called; if empty, what it is."""
    like: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$")] | None = None
    """The id of a run whose options these change."""


class LabelForm(Form):
    """The name and the notes of a run; what is left out stays."""

    name: RunName | None = None
    notes: Annotated[str, StringConstraints(max_length=4000)] | None = None


def offered() -> list[Option]:
    """The options that the page offers."""
    return [option for name, option in train_options().items() if name not in _NOT_OFFERED]


def limits(option: Option) -> tuple[float | None, float | None]:
    """The lowest and the highest value that the page takes."""
    return _STRICTER.get(option.name, (option.limits.low, option.limits.high))


def choices(option: Option) -> tuple[str, ...]:
    """The values to choose from, if there are such."""
    return tuple(ACTIVATIONS) if option.name in _ONE_FOR_ALL_LAYERS else option.limits.choices


def _field(option: Option) -> Any:
    low: Any
    high: Any
    low, high = limits(option)
    kind: Any = option.kind
    if choices(option):
        kind = Literal[choices(option)]
    elif option.kind is str:
        kind = Annotated[str, StringConstraints(pattern=_TEXTS[option.name])]
    elif option.kind is int:
        kind = Annotated[int, Field(ge=low, le=high)]
    elif option.kind is float:
        kind = Annotated[float, Field(ge=low, le=high, allow_inf_nan=False)]
    return kind | None, Field(default=None, description=option.help)


TrainForm: Any = create_model(
    "TrainForm", __base__=TrainFormBase, **{option.name: _field(option) for option in offered()}
)
RunForm = Annotated[TrainForm | RemakeForm, Field(discriminator="kind")]


def options_of(form: TrainFormBase) -> dict[str, Any]:
    """The options of a request that were given, by name."""
    left_out = {"kind", "name", "like"}
    if "learner" not in form.model_fields_set:
        left_out.add("learner")
    return form.model_dump(exclude_none=True, exclude=left_out)


def described_presets(game: Game) -> list[dict[str, str]]:
    """The presets of a game for the form: name, title, what it is. One that a study has a name for has that name."""
    known = [name for name in preset_names(game.name) if name not in (*PRESETS, NONE)]
    found = []
    for name, title in PRESETS.items():
        shown = known[0] if name == THESIS and known and game.size_text else name
        found.append(
            {"name": shown, "title": title, "text": " ".join((preset_of(game, name).__doc__ or "").split())}
        )
    return [*found, {"name": NONE, "title": WITHOUT, "text": "All others have their own defaults."}]


def described() -> dict[str, Any]:
    """What the page needs to draw the form."""
    return {
        "presets": PRESETS,
        "learners": {name: LEARNERS[name][1].__doc__ for name in LEARNERS},
        "options": [
            {
                "name": option.name,
                "learners": list(option.defaults),
                "kind": option.kind.__name__,
                "help": option.help.replace("`", ""),
                "defaults": dict(option.defaults),
                "choices": list(choices(option)),
                "low": limits(option)[0],
                "high": limits(option)[1],
                "group": option.limits.group,
            }
            for option in offered()
        ],
    }
