"""What the files of a training tell the page: games, curve, health, the model, what it thought, and its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from papamu.core import plugins
from papamu.core.errors import PapamuError
from papamu.lab.render.alphazero_page import alphazero_charts
from papamu.lab.render.chart_data import chart_facts
from papamu.lab.render.neuron_boards import boards_picture
from papamu.lab.render.som_page import stage_name
from papamu.lab.render.som_stage import stages_of
from papamu.lab.render.training_page import seat_charts, training_chart
from papamu.learn.online.course import ITSELF, Course
from papamu.learn.som.model_file import load as load_maps
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.training.command import short_words
from papamu.training.health_report import health_report
from papamu.training.insight import insight
from papamu.training.map_options import SOM
from papamu.training.observations import Observations, read_observations
from papamu.training.options import LEARNERS, MLP, result_options
from papamu.training.presets.registry import choose
from papamu.training.progress import LEARNING
from papamu.training.request import MlpRequest
from papamu.training.run_folder import CHECKPOINT, MODEL, OBSERVATIONS

Json = dict[str, Any]

_WHILE_LEARNING = "Share of games won since the previous point."
_AGAINST_RANDOM = "Share of games won against Random on all seats, without learning."
_UNKNOWN: Json = {
    "games": None, "of": None, "dead": None, "health": None, "charts": [], "game": None, "model": None, "agent": None,
    "test": None, "report": None, "observations": None, "maps": False,
}  # fmt: skip


class RunFiles:
    """Reads the folders of trainings; headers of model files are read again only when they have changed."""

    def __init__(self) -> None:
        self._headers: dict[Path, tuple[float, Json]] = {}
        self._observed: dict[Path, tuple[float, Observations | None]] = {}
        self._insights: dict[Path, tuple[float, Json]] = {}

    def learned(self, folder: Path | None, progress: Json | None, short: bool = False) -> Json:
        """What is known of a training; in short without its curves."""
        found = {**_UNKNOWN, "charts": []}
        if folder is None:
            return found
        if progress and progress.get("unit") == "games":
            going = progress["state"] == LEARNING  # of a stopped run only what its checkpoint has is kept
            found |= {"games": progress["done"] if going else 0, "game": progress.get("game")}
            found["of"] = progress["of"] if going else None
        model = finished_model(folder)
        try:
            about = self.header(model if model.is_file() else folder / CHECKPOINT)
        except PapamuError:
            return found
        facts, course = about.get("facts") or {}, about.get("course") or {}
        if about.get("kind") == SOM:  # values on maps: `papamu maps` gives each file a name of its own
            return found | {"game": course.get("game"), "test": facts.get("test"), "maps": True}
        curve = facts.get("curve") or about.get("curve") or []
        found["of"], found["game"] = course.get("games"), course.get("game")
        if model.is_file():
            found["model"], found["agent"] = folder.name, played_as(about, folder.name)
        found["games"] = found["games"] or facts.get("games") or (curve[-1].get("games") if curve else 0)
        found["test"] = facts.get("test")
        if curve and "won" in curve[0]:
            found["dead"], found["health"] = curve[-1].get("dead"), curve[-1].get("state")
            found |= self._network(folder, course, facts, curve, progress, model.is_file(), short)
        elif curve and not short:
            found["charts"] = [chart_facts(chart) for chart in alphazero_charts(curve)]
        return found

    def _network(
        self,
        folder: Path,
        course: Mapping[str, Any],
        facts: Mapping[str, Any],
        curve: Sequence[Mapping[str, Any]],
        progress: Json | None,
        ended: bool,
        short: bool,
    ) -> Json:
        """What is known of a network: what is wrong with it, and its curves."""
        seen = self._observations(folder)
        options = self.options(folder, progress)
        opponent = str(options.get("opponent") or facts.get("opponent") or "")
        try:
            read = Course(**{**course, "hidden": tuple(course["hidden"])})
        except (PapamuError, TypeError, KeyError):
            return {}
        report = health_report(
            read,
            curve,
            largest=facts.get("largest"),
            points=seen.points if seen else (),
            opponent=opponent,
            ended=ended,
        )
        found: Json = {"report": None}
        if report is not None:
            tries = [
                {"text": one.text, "known": one.known, "options": dict(one.options)}
                for one in report.remedies
            ]
            found["report"] = {"what": report.what, "why": report.why, "tries": tries}
        if short:
            return found
        note = _AGAINST_RANDOM if read.seat <= ITSELF else _WHILE_LEARNING
        found["charts"] = [chart_facts(one) for one in (training_chart(curve, note), *seat_charts(curve))]
        if seen is not None:
            dead = {int(point["games"]): point.get("dead") for point in curve}
            found["observations"] = {
                "moves": seen.moves,
                "points": [{**point, "dead": dead.get(int(point["games"]))} for point in seen.points],
            }
        return found

    def options(self, folder: Path | None, progress: Json | None) -> Json:
        """The options that make this training again, by name, with its game; none if nothing tells them."""
        if folder is None:
            return {}
        if progress and isinstance(progress.get("options"), dict) and progress.get("game"):
            return {"game": progress["game"], **progress["options"]}
        try:
            about = self.header(folder / MODEL)
        except PapamuError:
            return {}
        return _options_in_header(about)

    def command(self, folder: Path | None, progress: Json | None) -> str | None:
        """The command that makes this training again, as short as it can be."""
        options = self.options(folder, progress)
        try:
            return plugins.command_line(short_words(choose(options))) if options else None
        except PapamuError:
            return None

    def _observations(self, folder: Path) -> Observations | None:
        """What a network thought; read again only when it has changed."""
        path = folder / OBSERVATIONS
        try:
            when = path.stat().st_mtime
        except OSError:
            return None
        known = self._observed.get(path)
        if known is None or known[0] != when:
            known = when, read_observations(folder)
            self._observed[path] = known
        return known[1]

    def insight(self, folder: Path) -> Json:
        """What the network of a finished training has learned, or what the neurons of its maps stand for."""
        path = finished_model(folder)
        when = path.stat().st_mtime
        known = self._insights.get(path)
        if known is None or known[0] != when:
            known = when, _neurons(path) if self.header(path).get("kind") == SOM else insight(path)
            self._insights[path] = known
        return known[1]

    def header(self, path: Path) -> Json:
        """What a model file tells of itself."""
        try:
            when = path.stat().st_mtime
        except OSError:
            raise PapamuError(f"there is no {path.name}") from None
        known = self._headers.get(path)
        if known is None or known[0] != when:
            known = when, read_tensors(path)[0]
            self._headers[path] = known
        return known[1]


def _options_in_header(about: Json) -> Json:
    """Those of a finished model, which versions before wrote too."""
    course, facts = about.get("course") or {}, about.get("facts") or {}
    learner = MLP if "hidden" in course else "alphazero"
    try:
        course_class, request_class = LEARNERS[learner]
        read = course_class(**{**course, **({"hidden": tuple(course["hidden"])} if learner == MLP else {})})
        more: Json = {"opponent": facts["opponent"]} if facts.get("opponent") else {}
        if request_class is MlpRequest and facts.get("teacher"):
            more["teacher"] = facts["teacher"]
        asked = (facts.get("test") or {}).get("asked")
        more |= {"tests": asked} if asked is not None else {}
        return {"game": course["game"], **result_options(request_class(course=read, **more))}
    except (PapamuError, TypeError, KeyError):
        return {}


def finished_model(folder: Path) -> Path:
    """The model of a finished training; of a run of maps the last one that was learned on them."""
    learned = [path for path in folder.glob("learned-*.safetensors") if ".checkpoint" not in path.name]
    return max(learned, key=lambda path: path.stat().st_mtime) if learned else folder / MODEL


def _neurons(path: Path) -> Json:
    """The neurons of self-organizing maps as the boards that they stand for, a picture for each map."""
    maps = [(stage_name(one), one) for one in stages_of(load_maps(path))]
    found = [{"title": name, "svg": boards_picture(one, name)} for name, one in maps]
    return {"maps": found, "stones": [], "patterns": [], "units": [], "positions": 0}
