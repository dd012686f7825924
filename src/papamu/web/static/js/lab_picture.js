// Small line pictures of the laboratory: a frame, a few lines over games, and a text for those who do not see them.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 130, 52, 10, 10, 24];
export const COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"];

/** Lines `{name, points: [[games, value], …]}` in one frame; `text(value)` writes a value of the scale. */
export function linePicture(title, lines, { low = 0, high = null, text = String } = {}) {
  const all = lines.flatMap((line) => line.points);
  const last = Math.max(1, ...all.map(([games]) => games));
  const top = high ?? (Math.max(low, ...all.map(([, value]) => value)) || 1);
  const x = (games) => LEFT + ((WIDTH - LEFT - RIGHT) * games) / last;
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (top - value)) / (top - low || 1);
  const ends = lines.map((line) => `${line.name}: ${text(line.points[0][1])} after ${count(line.points[0][0])} games, ${text(line.points.at(-1)[1])} at the end`).join("; ");
  return h(
    "figure",
    { class: "lab-picture" },
    h("figcaption", {}, title),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}. ${ends}` },
      [low, top].map((value) => [s("line", { class: "scale", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }), s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, text(value))]),
      s("text", { x: LEFT, y: HEIGHT - 6 }, "0"),
      s("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${count(last)} games`),
      lines.map((line, at) => s("path", { d: `M${line.points.map(([games, value]) => `${x(games).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`, stroke: COLOURS[at % COLOURS.length], "stroke-dasharray": at < COLOURS.length ? null : "5 3" })),
    ),
    lines.length > 1 ? h("ul", { class: "legend" }, lines.map((line, at) => h("li", {}, h("span", { class: "swatch", style: `background: ${COLOURS[at % COLOURS.length]}` }), line.name))) : null,
  );
}

const count = (games) => games.toLocaleString("en");
