"""The report as one HTML file that needs nothing beside itself: no network, no fonts, no other files."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby

from papamu.arena.crosstable_page import colour
from papamu.core import html as pages
from papamu.core.durations import duration
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.decimals import half_up, stored
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.report import Report
from papamu.lab.compare.sentences import figure_text, percent, sentence, tables_that
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.export import figure, mark, published
from papamu.lab.render.html_chart import chart_script, charts_html
from papamu.lab.render.page_style import STYLE

_FULL = 0.25  # a difference that gets the full colour


def report_page(report: Report) -> str:
    """The whole page."""
    paper = report.reproduction.paper
    sections = "\n".join(_section(report, comparison) for comparison in report.comparisons)
    scripts = chart_script() if "data-curves" in sections else ""
    body = f"""<header>
<h1>{escape(paper.title)}</h1>
<p>{escape(f"{paper.author}, {paper.where}, {paper.year}")}. Its tables, reproduced with Papamu.</p>
</header>
<main>
{_facts(report)}
<section id="summary">
<h2>Where we agree, and where not</h2>
{_verdicts(report)}
{_summary(report)}
{_how()}
</section>
{sections}
{_pictures(report)}
</main>
{scripts}"""
    return pages.page(f"{paper.title}, reproduced", STYLE, body)


def anchor(comparison: Comparison) -> str:
    """Where a table stands on the page."""
    return f"table-{comparison.table.name}"


def _facts(report: Report) -> str:
    reproduction = report.reproduction
    done = len(reproduction.cells) - report.missing
    facts = [
        ("scale", reproduction.scale),
        (
            "seeds",
            f"{reproduction.seeds} for each entry{report.repeated}; the experiment's seed is {reproduction.seed}",
        ),
        ("done", f"{done:,} of {len(reproduction.cells):,} pieces of work"),
        ("time", f"{duration(report.seconds[''])} of one worker in all"),
        ("machine", "; ".join(report.machines) or "none yet"),
        ("code", "; ".join(report.sources) or "none yet"),
    ]
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts)
    warning = f'<p class="warning">{escape(report.warning)}</p>\n' if report.warning else ""
    return (
        f"{warning}<dl>{rows}<dt>command</dt><dd><code>{escape(reproduction.command())}</code>"
        f"{' computes the missing entries' if report.missing else ''}</dd></dl>"
    )


def _verdicts(report: Report) -> str:
    items = []
    for said, names in report.verdicts.items():
        links = ", ".join(f'<a href="#table-{escape(name)}">{escape(name)}</a>' for name in names)
        items.append(f"<li><strong>{len(names)}</strong> {tables_that(said, len(names))}: {links}</li>")
    return "<ul>" + "".join(items) + "</ul>"


def _summary(report: Report) -> str:
    heads = (
        "table", "", "verdict", "within 5 points", "rank correlation", "dead as equals",
        "rows", "columns",
        "dead in both", "only published", "only ours", "best published", "best ours", "time",
    )  # fmt: skip
    rows = ["<tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr>"]
    rows += [_summary_row(report, comparison) for comparison in report.comparisons]
    return '<div class="wide"><table class="summary">\n' + "\n".join(rows) + "\n</table></div>"


def _summary_row(report: Report, comparison: Comparison) -> str:
    table, deaths, best = comparison.table, comparison.deaths, comparison.best
    shares = comparison.compared and not table.unit
    cells = [f"{comparison.near} of {len(comparison.compared)}" if shares else "–"]
    orders = (
        comparison.correlation,
        comparison.living_correlation,
        comparison.row_correlation,
        comparison.column_correlation,
    )
    cells += map(_number, orders)
    if deaths is None:
        cells += ["–"] * 3
    else:
        cells += [str(deaths.both), str(deaths.published_only), str(deaths.ours_only)]
    cells += ["–", "–"] if best is None or table.unit else [percent(result.share) for result in best]
    cells.append(duration(report.seconds[table.name]))
    figures = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    link = f'<a href="#{escape(anchor(comparison))}">{escape(table.name)}</a>'
    return (
        f'<tr><th scope="row" class="name">{link}</th><td class="text">{escape(table.title)}</td>'
        f'<td class="text">{escape(verdict(comparison))}</td>{figures}</tr>'
    )


def _number(value: float | None) -> str:
    return "–" if value is None else str(half_up(value, 2))


def _how() -> str:
    scale = "".join(
        f'<span style="background:{back};color:{text}">{100 * far:+.0f}</span>'
        for far in (-_FULL, -0.15, -0.05, 0.0, 0.05, 0.15, _FULL)
        for back, text in [colour(_shade(far))]
    )
    return f"""<details open><summary>How to read the tables</summary>
<p>Each entry has the published figure on the left and <b>ours</b> on the right, in per cent (of games won,
unless the title says otherwise). Its colour is the difference in points: <span class="scale">{scale}</span>.
Point at an entry for the interval, the seeds and the state; the CSV files have them too. † the network was
dead at the end (it wins as often as a player that always picks the first move, or all its units were found
dead), ‡ its numbers ran away; with several seeds the figure shows in how many.</p>
<p><i>Agrees</i>: plain games within sampling error; networks with nine of ten entries within 5 points.
<i>In its pattern</i>: not so near, but a rank correlation of at least 0.8. Both only if nine of ten entries
are dead or alive alike. <i>In part</i>: a rank correlation of at least 0.5, or half of the entries within
5 points. The rank correlation meant here takes all dead networks as equals: which of them happens to win a
few games more means nothing.</p>
<p>Intervals hold 95 %. With one seed they know the games of this one network only: another seed may well
lie outside. With several seeds they come from the spread between them. The published networks had one seed
each.</p></details>"""


def _pictures(report: Report) -> str:
    """What the study shows beside its tables, under the headings of the pictures."""
    if not report.pictures:
        return ""
    parts = ['<section id="pictures">\n<h2>Pictures</h2>']
    for group, pictures in groupby(report.pictures, key=lambda picture: picture.group):
        drawn = "".join(picture.svg for picture in pictures)
        head = f"<h3>{escape(group)}</h3>\n" if group else ""
        parts.append(f'{head}<div class="pictures">\n{drawn}</div>')
    return "\n".join([*parts, "</section>"])


# -- a table ----------------------------------------------------------------------------------------


def _section(report: Report, comparison: Comparison) -> str:
    table = comparison.table
    note = f'<p class="note">{escape(table.note)}</p>\n' if table.note else ""
    fewest, most = comparison.seeds
    seeds = f"{most}" if fewest == most else f"{fewest} to {most}"
    numbers = _numbers(result.games for result in comparison.results)
    games = f"{numbers} games per entry and seed"
    published_numbers = _numbers(
        result.published_games
        for result in comparison.results
        if result.published_games and result.entry.published is not None
    )
    if published_numbers and published_numbers != numbers:
        games += f" (published: {published_numbers})"
    return f"""<section id="{escape(anchor(comparison))}">
<h2>{escape(table.name)} <small>{escape(table.title)}</small></h2>
<p>{escape(sentence(comparison))}</p>
{note}<div class="wide">
{_heat(comparison)}
</div>
<p class="note">{escape(games)}; seeds: {seeds}; {duration(report.seconds[table.name])} of one worker.
<code>{escape(report.reproduction.command(table.name))}</code></p>
{charts_html(comparison)}
</section>"""


def _numbers(games: Iterable[int]) -> str:
    return " or ".join(f"{number:,}" for number in sorted(set(games)))


def _heat(comparison: Comparison) -> str:
    table = comparison.table
    by_place = {(result.entry.row, result.entry.column): result for result in comparison.results}
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = [f'<tr><th class="name corner">{escape(table.corner)}</th>{heads}</tr>']
    for row in table.rows:
        cells = "".join(_cell(comparison, by_place.get((row, column))) for column in table.columns)
        rows.append(f'<tr><th scope="row" class="name">{escape(row)}</th>{cells}</tr>')
    return '<table class="heat">\n' + "\n".join(rows) + "\n</table>"


def _cell(comparison: Comparison, result: EntryResult | None) -> str:
    if result is None:
        return '<td class="none"></td>'
    theirs = "" if result.entry.published is None else f"<i>{escape(published(result))}</i> "
    said = escape(described(comparison, result))
    if not result.done:
        return f'<td class="missing" title="{said}">{theirs}<b>–</b></td>'
    style = ""
    if result.difference is not None and not result.unit:
        back, text = colour(_shade(result.difference))
        style = f' style="background:{back};color:{text}"'
    ours = f"<b>{figure(result, result.mean)}</b>{mark(result, comparison.table.dead)}"
    return f'<td{style} title="{said}">{theirs}{ours}</td>'


def described(comparison: Comparison, result: EntryResult) -> str:
    """An entry in words, for who points at it."""
    parts = [f"{result.entry.row} / {result.entry.column}"]
    if result.entry.published is not None and result.unit:
        parts.append(f"published {figure_text(result, result.entry.published)}")
    elif result.entry.published is not None:
        of = f" of {result.published_games:,} games" if result.published_games else " (given in words)"
        parts.append(f"published {percent(result.entry.published, 2 if result.published_games else 0)}{of}")
    if not result.done:
        return "; ".join([*parts, "ours is not computed yet"])
    low, high = (figure(result, end) for end in result.interval)
    ours = figure_text(result, result.mean) if result.unit else percent(result.mean, 2)
    parts.append(f"ours {ours} (95 %: {low} to {high})" if low != high else f"ours {ours}")
    if result.difference is not None and not result.unit:
        parts.append(f"{half_up(100 * stored(result.difference), 2):+} points")
    if result.z is not None:
        parts.append(f"{half_up(stored(result.z), 1):+} standard errors")
    if len(result.shares) > 1:
        parts.append(
            f"{len(result.shares)} seeds: " + ", ".join(figure(result, one) for one in result.shares)
        )
    if any(result.states):
        parts.append("state: " + ", ".join(result.states))
    return "; ".join(parts)


def _shade(difference: float) -> float:
    """A difference as a place on the colour scale, 0 … 1."""
    return min(1.0, max(0.0, 0.5 + difference / (2 * _FULL)))
