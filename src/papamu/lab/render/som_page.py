"""The maps of a file as one HTML page that needs nothing beside itself: facts, curves, pictures by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from papamu.core import html as pages
from papamu.core.errors import ModelError
from papamu.lab.render.chart_data import Chart, Line
from papamu.lab.render.neuron_boards import boards_picture
from papamu.lab.render.page_style import STYLE
from papamu.lab.render.som_picture import errors_picture, hits_picture, u_picture, values_picture
from papamu.lab.render.som_stage import GAMES, StageMap, StateValues, show_boards, stages_of, state_values
from papamu.lab.render.svg_chart import svg
from papamu.learn.som.model_file import MapModel

_WINNERS = {"euclid": "by Euclidean distance", "inner": "by the inner product (IP-SOM)"}
_HOODS = {"gauss": "Gaussian within its radius", "step": "step", "wide": "Gaussian everywhere"}
_WAYS = {"td0": "TD(0)", "mc": "Monte Carlo", "td": "TD(λ)", "mean": "means"}

Curve = list[tuple[float, float, float]]


def som_page(model: MapModel, title: str = "", games: int = GAMES) -> str:
    """The page: facts of the maps, and of each the pictures, with the boards of so many random games."""
    title = title or f"{model.course.game}: self-organizing maps"
    values = state_values(model)
    try:
        facts, curves = list(_facts(model, values)), _curves(model)
        charts = [*_errors(model, curves), *_learning(model)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"the description of these maps cannot be read: {error!r}") from None
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts)
    section = ""
    if charts:
        drawn = "".join(charts)
        section = (
            f'<section>\n<h2>How they were trained</h2>\n<div class="charts">\n{drawn}</div>\n</section>\n'
        )
    stages = "\n".join(
        _stage(stage_map, values, games, curves[stage_map.stage]) for stage_map in stages_of(model)
    )
    body = f"""<header><h1>{escape(title)}</h1></header>
<main>
<dl>{rows}</dl>
{section}{stages}
</main>"""
    return pages.page(title, STYLE, body)


def stage_name(stage_map: StageMap) -> str:
    """Which map it is."""
    low, high = stage_map.span
    return f"Map {stage_map.stage + 1}, moves {low} to {high}"


# -- facts ------------------------------------------------------------------------------------------


def _facts(model: MapModel, values: StateValues | None) -> Iterator[tuple[str, str]]:
    course, facts = model.course, model.facts
    yield "game", course.game
    yield "stages", course.stages.replace(",", ", ")
    yield "maps", f"{len(course.spans)} of {course.rows} × {course.cols} neurons"
    yield "winner", _WINNERS[course.winner]
    yield "neighbourhood", _HOODS[course.hood]
    yield "boards", _numbers(course.data) + (", all of them distinct" if course.distinct else "")
    yield "rough training", f"{_numbers(course.first)} steps, α {course.alphas[0]:g}"
    yield "fine training", f"{_numbers(course.second)} steps, α {course.alphas[1]:g}"
    yield "seed", f"{course.seed}"
    low, high = float(model.thresholds.min()), float(model.thresholds.max())
    between = f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"
    yield "thresholds", f"{model.retrieval} ({between})"
    learning = facts.get("learning")
    if learning and values is not None:
        lam = f", λ {learning['lam']:g}" if learning["way"] == "td" else ""
        alpha = "" if learning["way"] in ("mc", "mean") else f", α {learning['alpha']:g}"
        yield (
            "learning",
            f"{_WAYS[learning['way']]}{alpha}, γ {learning['gamma']:g}{lam}, ε {learning['epsilon']:g}, "
            f"{learning['games']:,} games on seat {learning['seat'] + 1}"
            + (f" against {facts['opponent']}" if "opponent" in facts else "")
            + (f", exact with {learning['search']} empty squares" if learning["search"] else ""),
        )
    if values is not None:
        yield "states", f"{values.visited:,} of {values.values.size:,} visited"
    if "won" in facts:
        yield "won while learning", f"{facts['won']:.1%} of the points"
    if facts.get("test"):
        test = facts["test"]
        yield "test", f"{test['won']:,} of {test['games']:,} games won without learning"


def _numbers(numbers: Sequence[int]) -> str:
    """One of them if all are equal."""
    different = len(set(numbers)) > 1
    return "; ".join(f"{one:,}" for one in (numbers if different else numbers[:1]))


# -- curves -----------------------------------------------------------------------------------------


def _curves(model: MapModel) -> list[Curve]:
    """Of each map: steps, quantisation error, topographic error; nothing where the file does not say."""
    many = len(model.course.spans)
    curves = model.facts.get("maps") or [[]] * many
    if len(curves) != many:
        raise ModelError(f"there are {many} maps and {len(curves)} curves")
    return [_points(curve) for curve in curves]


def _points(curve: Any) -> Curve:
    return [(float(x), float(first), float(second)) for x, first, second in curve]


def _errors(model: MapModel, curves: list[Curve]) -> Iterator[str]:
    drawn = {f"map {at}": curve for at, curve in enumerate(curves, start=1) if len(curve) > 1}
    if drawn:
        top = 1.05 * max(point[1] for curve in drawn.values() for point in curve)
        note = "Mean distance ‖w − x‖ of a board from its winner"
        yield svg(_chart("quantisation", note, drawn, 1, top or 1.0), "Quantisation error")
        note = "Share of boards whose second best neuron is no neighbour of the best one"
        yield svg(_chart("topographic", note, drawn, 2), "Topographic error")


def _chart(name: str, note: str, curves: dict[str, Curve], column: int, top: float = 0.0) -> Chart:
    lines = tuple(
        Line(group, group, *zip(*((point[0], point[column]) for point in curve), strict=True))
        for group, curve in curves.items()
    )
    return Chart(name, "", note, lines, tuple(curves), along="steps", top=top)


def _learning(model: MapModel) -> Iterator[str]:
    curve = _points(model.facts.get("curve") or [])
    if len(curve) > 1:
        x, won, drawn = zip(*curve, strict=True)
        score = tuple(win + draw / 2 for win, draw in zip(won, drawn, strict=True))
        line = Line("won", "won", x, score)
        note = "Games won while learning since the point before, with exploration; draws count half"
        yield svg(Chart("learning", "", note, (line,), ("won",)), "Learning on the maps")


# -- a stage ----------------------------------------------------------------------------------------


def _stage(stage_map: StageMap, values: StateValues | None, games: int, curve: Curve) -> str:
    name, shown = stage_name(stage_map), show_boards(stage_map, games)
    pictures = [
        boards_picture(stage_map, name),
        u_picture(stage_map, name),
        hits_picture(stage_map, name, shown),
        *([] if values is None else [values_picture(stage_map, name, values)]),
        errors_picture(stage_map, name, shown),
    ]
    errors = ""
    if curve:
        _, quantisation, topographic = curve[-1]
        errors = f"Quantisation error {quantisation:.2f}, topographic error {topographic:.1%} at the end. "
    note = f"{errors}{shown.winning:,} of {len(stage_map.weights):,} neurons win any of {shown.boards:,} new boards."
    return f"""<section id="map-{stage_map.stage + 1}">
<h2>{escape(name)}</h2>
<p class="note">{escape(note)}</p>
<div class="pictures">
{"".join(pictures)}</div>
</section>"""
