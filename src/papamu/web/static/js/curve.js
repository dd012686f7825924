// Small line drawings: the course of a game, and an interval as an error bar.

import { s } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, EDGE] = [340, 140, 22, 8, 10];

/**
 * The course of a game. `values`: −1 … 1 seen by the first seat, null where not known yet;
 * `marks`: {ply: "slip" | "mistake" | "blunder"}; a click chooses a ply.
 */
export function gameCurve(values, { ply = 0, marks = {}, names = ["", ""], onpick = () => {} } = {}) {
  const last = Math.max(1, values.length - 1);
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / last;
  const y = (value) => EDGE + ((HEIGHT - 2 * EDGE) * (1 - value)) / 2;
  const known = values.map((value, at) => [at, value]).filter(([, value]) => value !== null && value !== undefined);
  const points = known.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
  const svg = s(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Course of the game: above the middle ${names[0]} is ahead, below it ${names[1]}` },
    s("line", { class: "zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
    s("text", { x: LEFT - 4, y: y(1) + 9, "text-anchor": "end" }, "+1"),
    s("text", { x: LEFT - 4, y: y(0) + 4, "text-anchor": "end" }, "0"),
    s("text", { x: LEFT - 4, y: y(-1) - 1, "text-anchor": "end" }, "−1"),
    points.length > 1 ? s("path", { class: "area", d: `M${x(known[0][0])} ${y(0)}L${points.join("L")}L${x(known.at(-1)[0])} ${y(0)}z` }) : null,
    points.length ? s("path", { class: "value", d: `M${points.join("L")}` }) : null,
    s("line", { class: "now", x1: x(ply), x2: x(ply), y1: EDGE, y2: HEIGHT - EDGE }),
    known.filter(([at]) => marks[at]).map(([at, value]) => s("circle", { cx: x(at), cy: y(value), r: marks[at] === "slip" ? 4 : 6, class: `dot-${marks[at]}` })),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    onpick(Math.max(0, Math.min(last, Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * last))));
  });
  return svg;
}

/** Lines by seat, for games of four: `series` is a list of value lists. */
export function seatCurves(series, look, { ply = 0, onpick = () => {} } = {}) {
  const last = Math.max(1, series[0].length - 1);
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / last;
  const y = (value) => EDGE + ((HEIGHT - 2 * EDGE) * (1 - value)) / 2;
  const dashes = ["", "9 4", "3 4", "12 4 3 4"];
  const svg = s(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Course of the game, a line for each player" },
    s("line", { class: "zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
    series.map((values, seat) => {
      const points = values.map((value, at) => [at, value]).filter(([, value]) => value !== null && value !== undefined);
      return points.length ? s("path", { class: "value", d: `M${points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`, stroke: look.colours[seat][1], "stroke-dasharray": dashes[seat], style: `stroke: ${look.colours[seat][1]}` }) : null;
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
