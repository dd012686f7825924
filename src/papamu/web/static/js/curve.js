// Small line drawings: the course of a game, and an interval as an error bar.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, EDGE] = [340, 140, 22, 8, 10];

const SHAPES = {
  slip: (x, y) => s("circle", { cx: x, cy: y, r: 4, class: "dot-slip" }),
  mistake: (x, y) => s("path", { d: `M${x} ${y - 6.5}l6.5 11.5h-13z`, class: "dot-mistake" }),
  blunder: (x, y) => s("path", { d: `M${x} ${y - 7.5}l7.5 7.5l-7.5 7.5l-7.5 -7.5z`, class: "dot-blunder" }),
};

/** The mark of a slip, a mistake or a blunder: each has a shape of its own, for those who see no colours. */
export const dot = (kind, x, y) => SHAPES[kind](x, y);

/**
 * The course of a game. `values`: −1 … 1 seen by the first seat, null where not known yet; `rough(at)`: after a first
 * look only; `marks`: {ply: "slip" | "mistake" | "blunder"}; a click chooses a ply.
 */
export function gameCurve(values, { ply = 0, marks = {}, names = ["", ""], rough = () => false, onpick = () => {} } = {}) {
  const last = Math.max(1, values.length - 1);
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / last;
  const y = (value) => EDGE + ((HEIGHT - 2 * EDGE) * (1 - value)) / 2;
  const known = values.map((value, at) => [at, value]).filter(([, value]) => value !== null && value !== undefined);
  const point = ([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  // Neighbours only: a line over what is not known yet would look like something known.
  const steps = known.slice(1).flatMap((to, k) => (to[0] - known[k][0] === 1 ? [[known[k], to]] : []));
  const way = (isRough) => steps.filter(([from, to]) => (rough(from[0]) || rough(to[0])) === isRough).map(([from, to]) => `M${point(from)}L${point(to)}`).join("");
  const areas = steps.map(([from, to]) => `M${x(from[0])} ${y(0)}L${point(from)}L${point(to)}L${x(to[0])} ${y(0)}z`).join("");
  const svg = s(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Course of the game: above the middle ${names[0]} is ahead, below it ${names[1]}` },
    s("line", { class: "zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
    s("text", { x: LEFT - 4, y: y(1) + 9, "text-anchor": "end" }, "+1"),
    s("text", { x: LEFT - 4, y: y(0) + 4, "text-anchor": "end" }, "0"),
    s("text", { x: LEFT - 4, y: y(-1) - 1, "text-anchor": "end" }, "−1"),
    areas ? s("path", { class: "area", d: areas }) : null,
    way(false) ? s("path", { class: "value", d: way(false) }) : null,
    way(true) ? s("path", { class: "value rough", d: way(true) }) : null,
    s("line", { class: "now", x1: x(ply), x2: x(ply), y1: EDGE, y2: HEIGHT - EDGE }),
    known.filter(([at]) => marks[at]).map(([at, value]) => dot(marks[at], x(at), y(value))),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    onpick(Math.max(0, Math.min(last, Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * last))));
  });
  return svg;
}

/** What the lines and marks mean: `[[drawing, text], …]`. */
export function legend(entries) {
  return h("ul", { class: "legend", "aria-label": "What the marks mean" }, entries.map(([drawn, text]) => h("li", {}, s("svg", { viewBox: "0 0 24 18", width: 24, height: 18, "aria-hidden": "true", class: "curve-key" }, drawn), h("span", {}, text))));
}

export const DASHES = ["", "9 4", "3 4", "12 4 3 4"]; // of the lines of four players

/** Lines by seat, for games of four: `series` is a list of value lists. */
export function seatCurves(series, look, { ply = 0, onpick = () => {} } = {}) {
  const last = Math.max(1, series[0].length - 1);
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / last;
  const y = (value) => EDGE + ((HEIGHT - 2 * EDGE) * (1 - value)) / 2;
  const svg = s(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Course of the game, a line for each player" },
    s("line", { class: "zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
    series.map((values, seat) => {
      const points = values.map((value, at) => [at, value]).filter(([, value]) => value !== null && value !== undefined);
      return points.length ? s("path", { class: "value", d: `M${points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`, stroke: look.colours[seat][1], "stroke-dasharray": DASHES[seat], style: `stroke: ${look.colours[seat][1]}` }) : null;
    }),
    s("line", { class: "now", x1: x(ply), x2: x(ply), y1: EDGE, y2: HEIGHT - EDGE }),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    onpick(Math.max(0, Math.min(last, Math.round(((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)) * last))));
  });
  return svg;
}

/** A value with its interval on a scale from `low` to `high`. */
export function errorBar(value, from, to, low, high) {
  const x = (at) => 6 + (188 * (at - low)) / Math.max(1e-9, high - low);
  return s(
    "svg",
    { class: "error-bar", viewBox: "0 0 200 22", width: 200, height: 22, "aria-hidden": "true" },
    s("line", { x1: 0, x2: 200, y1: 11, y2: 11, stroke: "var(--line)" }),
    s("path", { d: `M${x(from)} 5v12M${x(from)} 11H${x(to)}M${x(to)} 5v12`, stroke: "var(--wood)", "stroke-width": 2.500, fill: "none" }),
    s("circle", { cx: x(value), cy: 11, r: 5, fill: "var(--wood)" }),
  );
}
