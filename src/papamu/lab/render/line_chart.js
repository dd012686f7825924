// Line charts as SVG: points, interval bands, axes, a legend that hides lines, the value under pointer or keyboard.
//
// The browser app serves this file and pages written by `papamu report` and `papamu train` contain it: so it imports
// nothing. A chart is what `chart_data.py` (`chart_facts`) says.

const SVG = "http://www.w3.org/2000/svg";
const [PLOT, LEFT, RIGHT, TOP, LETTER, MARKED] = [240, 52, 14, 10, 6.6, 60];
const STEPS = [1, 2, 2.5, 5, 10];

function make(space, tag, attributes = {}, children = []) {
  const element = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
const s = (tag, attributes, ...children) => make(SVG, tag, attributes, children);
const h = (tag, attributes, ...children) => make(null, tag, attributes, children);

/** Draw a chart into a place; one that is there already is brought up to date and keeps its keyboard focus. */
export function drawChart(place, chart) {
  place.lineChart ??= new LineChart(place);
  place.lineChart.show(chart);
}

class LineChart {
  constructor(place) {
    this.hidden = new Set();
    this.picked = null; // {line, at}: the point whose value is said
    this.svg = s("svg", { class: "line-chart", tabindex: "0", role: "img" });
    this.value = h("output", { class: "chart-value" });
    this.legend = h("div", { class: "chart-legend" });
    this.table = h("details", { class: "chart-table" }, h("summary", {}, "As a table"));
    place.replaceChildren(this.legend, this.svg, this.value, this.table);
    this.svg.addEventListener("pointermove", (event) => this.point(event));
    this.svg.addEventListener("pointerdown", (event) => this.point(event));
    this.svg.addEventListener("pointerleave", () => this.pick(null));
    this.svg.addEventListener("blur", () => this.pick(null));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.table.addEventListener("toggle", () => this.tabulate());
    new ResizeObserver(() => this.chart && this.svg.clientWidth !== this.width && this.draw()).observe(this.svg);
  }

  show(chart) {
    this.chart = chart;
    const groups = [...new Set(chart.lines.map((line) => line.group))];
    for (const group of this.hidden) if (!groups.includes(group)) this.hidden.delete(group);
    if (this.picked && !(this.picked.at < chart.lines[this.picked.line]?.x.length)) this.picked = null;
    this.svg.setAttribute("aria-label", summary(chart));
    this.nameLines(groups);
    this.draw();
    if (this.table.open) this.tabulate();
  }

  /** The legend: a button for each group of lines, where there is more than one. */
  nameLines(groups) {
    const names = groups.join("\n");
    this.legend.hidden = groups.length < 2;
    if (names === this.names) return;
    this.names = names;
    this.legend.replaceChildren(
      ...(this.chart.legend ? [h("span", {}, `${this.chart.legend}:`)] : []),
      ...groups.map((group) => {
        const { colour } = this.chart.lines.find((line) => line.group === group);
        const button = h("button", { type: "button", "aria-pressed": String(!this.hidden.has(group)) }, h("i", { style: `background:${colour}` }), group);
        button.addEventListener("click", () => {
          if (!this.hidden.delete(group)) this.hidden.add(group);
          button.setAttribute("aria-pressed", String(!this.hidden.has(group)));
          this.pick(null);
          this.draw();
        });
        return button;
      }),
    );
  }

  draw() {
    const { chart } = this;
    this.width = this.svg.clientWidth || 720;
    const axes = (this.axes = new Axes(chart, this.width));
    const shown = chart.lines.filter((line) => !this.hidden.has(line.group));
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${axes.height}`);
    this.svg.setAttribute("height", axes.height);
    const dead = chart.lines.length <= 3;
    this.svg.replaceChildren(
      ...axes.drawn(),
      ...shown.filter((line) => line.band).map((line) => s("path", { d: `${path(line.x, line.band[1], axes)}L${path([...line.x].reverse(), [...line.band[0]].reverse(), axes).slice(1)}z`, fill: line.colour, "fill-opacity": 0.16 })),
      ...shown.filter((line) => dead && line.dead?.length).map((line) => s("path", { d: path(line.x, line.dead, axes), fill: "none", stroke: "currentColor", "stroke-opacity": 0.6, "stroke-width": 1.5, "stroke-dasharray": "2 4" })),
      ...shown.map((line) => s("path", { d: path(line.x, line.y, axes), fill: "none", stroke: line.colour, "stroke-width": 2, "stroke-linejoin": "round" })),
      ...shown.filter((line) => chart.ticks.length || line.x.length <= MARKED).flatMap((line) => line.x.map((x, at) => s("circle", { cx: axes.x(x), cy: axes.y(line.y[at]), r: 3, fill: line.colour }))),
      (this.mark = s("circle", { r: 6, fill: "none", stroke: "currentColor", "stroke-width": 2, visibility: "hidden" })),
    );
    this.pick(this.picked);
  }

  /** Say the value of a point, and ring it; none: nothing is picked. */
  pick(picked) {
    this.picked = picked;
    const line = picked && this.chart.lines[picked.line];
    this.mark?.setAttribute("visibility", line ? "visible" : "hidden");
    this.value.textContent = line ? said(this.chart, line, picked.at) : "";
    if (!line) return;
    this.mark.setAttribute("cx", this.axes.x(line.x[picked.at]));
    this.mark.setAttribute("cy", this.axes.y(line.y[picked.at]));
  }

  /** The point nearest to the pointer. */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * this.width, ((event.clientY - box.top) / box.height) * this.axes.height];
    let [best, least] = [null, Infinity];
    this.chart.lines.forEach((line, number) => {
      if (this.hidden.has(line.group)) return;
      line.x.forEach((value, at) => {
        const far = Math.hypot(this.axes.x(value) - x, this.axes.y(line.y[at]) - y);
        if (far < least) [best, least] = [{ line: number, at }, far];
      });
    });
    this.pick(best);
  }

  /** Left and right along a line, up and down to the next line. */
  key(event) {
    const shown = this.chart.lines.map((line, number) => number).filter((number) => !this.hidden.has(this.chart.lines[number].group));
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] };
    if (event.key === "Escape") return this.pick(null);
    if (!steps[event.key] || !shown.length) return;
    event.preventDefault();
    const [lines, points] = steps[event.key];
    const last = (number) => this.chart.lines[number].x.length - 1;
    if (!this.picked) return this.pick({ line: shown[0], at: last(shown[0]) });
    const line = shown[(shown.indexOf(this.picked.line) + lines + shown.length) % shown.length];
    this.pick({ line, at: Math.max(0, Math.min(last(line), this.picked.at + points)) });
  }

  /** All points in words, made when somebody opens it. */
  tabulate() {
    const { chart } = this;
    const rows = this.table.open ? chart.lines.flatMap((line) => line.x.map((x, at) => [line.name || line.group, place(chart, x), number(chart, line.y[at])])) : [];
    const head = ["", chart.along, ""].map((text, at) => h("th", { scope: "col" }, text || ["Line", "At", "Value"][at]));
    const body = rows.map((row) => h("tr", {}, ...row.map((text) => h("td", {}, text))));
    this.table.replaceChildren(this.table.firstChild, h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "All points" }, h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body))));
  }
}

/** Where values are in the frame, and what stands around it. */
class Axes {
  constructor(chart, width) {
    this.chart = chart;
    this.right = width - RIGHT;
    const all = chart.lines.flatMap((line) => line.x);
    const [first, last] = [least(all, 0), most(all, 1)];
    if (chart.ticks.length) [this.first, this.last] = [-0.5, chart.ticks.length - 0.5];
    else [this.first, this.last] = [first > last / 2 && first < last ? first : Math.min(0, first), last];
    const values = chart.lines.flatMap((line) => (line.band ? [...line.band[0], ...line.band[1]] : line.y));
    this.low = Math.min(0, least(values, 0));
    this.high = Math.max(chart.top || 1, most(values, 1));
    const longest = Math.max(0, ...chart.ticks.map((tick) => tick.length)) * LETTER;
    this.slanted = longest > (this.right - LEFT) / Math.max(1, chart.ticks.length) - 4;
    this.bottom = TOP + PLOT;
    this.height = Math.ceil(this.bottom + (this.slanted ? 18 + Math.min(longest, 150) * 0.87 : 22) + (chart.along ? 20 : 0));
  }

  x(value) {
    return round(LEFT + ((value - this.first) / (this.last - this.first || 1)) * (this.right - LEFT));
  }

  y(value) {
    return round(this.bottom - ((value - this.low) / (this.high - this.low || 1)) * PLOT);
  }

  drawn() {
    const { chart } = this;
    const quiet = { fill: "currentColor", "fill-opacity": 0.75, "font-size": 12 };
    const grid = { stroke: "currentColor", "stroke-opacity": 0.16 };
    const parts = [];
    for (const value of ticks(this.low, this.high, 5)) {
      parts.push(s("line", { ...grid, x1: LEFT, x2: this.right, y1: this.y(value), y2: this.y(value) }));
      parts.push(s("text", { ...quiet, x: LEFT - 6, y: this.y(value) + 4, "text-anchor": "end" }, chart.top ? short(value) : `${Math.round(100 * value)} %`));
    }
    const along = chart.ticks.length ? chart.ticks.map((text, at) => [at, text]) : ticks(this.first, this.last, Math.max(2, Math.floor(this.right / 110))).map((value) => [value, short(value)]);
    for (const [value, text] of along) {
      const x = this.x(value);
      parts.push(s("line", { ...grid, x1: x, x2: x, y1: TOP, y2: this.bottom + 4 }));
      parts.push(this.slanted ? s("text", { ...quiet, x, y: this.bottom + 14, "text-anchor": "end", transform: `rotate(-60 ${x} ${this.bottom + 14})` }, text) : s("text", { ...quiet, x, y: this.bottom + 17, "text-anchor": "middle" }, text));
    }
    if (chart.along) parts.push(s("text", { ...quiet, x: (LEFT + this.right) / 2, y: this.height - 5, "text-anchor": "middle" }, chart.along));
    if (chart.dead !== null && chart.dead !== undefined) parts.push(s("line", { x1: LEFT, x2: this.right, y1: this.y(chart.dead), y2: this.y(chart.dead), stroke: "currentColor", "stroke-dasharray": "2 4" }));
    return parts;
  }
}

const round = (value) => Math.round(10 * value) / 10;
const least = (values, otherwise) => values.reduce((one, other) => Math.min(one, other), values.length ? Infinity : otherwise);
const most = (values, otherwise) => values.reduce((one, other) => Math.max(one, other), values.length ? -Infinity : otherwise);
const path = (xs, ys, axes) => `M${xs.map((x, at) => `${axes.x(x)} ${axes.y(ys[at])}`).join("L")}`;

/** Round numbers from `low` to `high`, about so many. */
function ticks(low, high, count) {
  const rough = (high - low || 1) / count;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * STEPS.find((one) => one * size >= rough * 0.99);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + 1e-9 * step; at++) found.push(at * step);
  return found;
}

function short(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  return size >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

/** A value of the chart in words: a share in per cent, or the number that it is. */
const number = (chart, value) => (chart.top ? String(Number(value.toPrecision(4))) : `${(100 * value).toFixed(1)} %`);
const place = (chart, x) => chart.ticks[x] ?? Math.round(x).toLocaleString("en");

function said(chart, line, at) {
  const name = line.name || line.group;
  const where = chart.ticks.length ? place(chart, line.x[at]) : `${place(chart, line.x[at])} ${chart.along}`;
  const band = line.band ? ` (${number(chart, line.band[0][at])} to ${number(chart, line.band[1][at])})` : "";
  const dead = line.dead?.length ? `; ${Math.round(100 * line.dead[at])} % of hidden units dead` : "";
  return `${name}: ${number(chart, line.y[at])}${band} at ${where}${dead}`;
}

/** The chart for those who do not see it: what it shows, and where each line begins and ends. */
function summary(chart) {
  const lines = chart.lines.slice(0, 8).map((line) => `${line.name || line.group}: from ${number(chart, line.y[0])} to ${number(chart, line.y.at(-1))}`);
  const more = chart.lines.length > 8 ? `; and ${chart.lines.length - 8} more lines` : "";
  return `${[chart.title, chart.note].filter(Boolean).join(". ")}. ${lines.join("; ")}${more}. Arrow keys move from point to point.`;
}
