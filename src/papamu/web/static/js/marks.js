// What is drawn over a position: legal moves, the last move, heat of a hint, arrows.

import { s } from "./dom.js";

const FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif";

/** A ring around what came, a dot where something left, was taken or turned over. */
export function lastMarks({ view, centres }) {
  const { last, look } = view;
  if (!last) return [];
  const changes = last.changes;
  const fresh = changes.filter(({ from, to }) => to > 0 && from === 0);
  const arrived = fresh.length ? fresh : changes.filter(({ to }) => to > 0);
  const others = changes.filter((change) => !arrived.includes(change));
  const tiles = look.name === "paper";
  const radius = tiles ? 15 : 38;
  return [
    s("g", { class: "last-move", fill: "none", stroke: look.mark, "stroke-width": tiles ? 6 : 7 }, arrived.map(({ cell }) => s("circle", { cx: centres[cell][0], cy: centres[cell][1], r: radius }))),
    s("g", { class: "last-change", fill: look.mark }, others.map(({ cell }) => s("circle", { cx: centres[cell][0], cy: centres[cell][1], r: 9 }))),
  ];
}

/** Which pieces may move, where the picked one may go, and the way so far. */
export function legalMarks({ view, centres }, { movable = [], targets = [], picked = null, trail = [], stop = null }) {
  const at = (cell) => ({ cx: centres[cell][0], cy: centres[cell][1] });
  const under = movable.map((cell) => s("circle", { ...at(cell), r: 46, class: "movable" }));
  const over = [];
  for (const cell of targets)
    over.push(
      view.cells[cell] > 0
        ? s("circle", { ...at(cell), r: 43, class: "target taken" })
        : s("g", { class: "target" }, s("circle", { ...at(cell), r: 17 })),
    );
  if (trail.length > 1) over.push(s("path", { d: `M${trail.map((cell) => centres[cell].join(" ")).join("L")}`, class: "trail" }));
  if (picked !== null) over.push(s("circle", { ...at(picked), r: 42, class: "picked" }));
  if (stop !== null) over.push(s("circle", { ...at(stop), r: 30, class: "stop-here" }));
  return { under, over };
}

// From dark blue (poor) to yellow (good): its brightness alone tells it, whoever sees it.
const SCALE = [[0, 32, 77], [61, 77, 107], [124, 123, 120], [188, 174, 108], [255, 234, 70]];

/** The colour of a share in 0 … 1. */
export function heatColour(share) {
  const at = Math.max(0, Math.min(0.9999, share)) * (SCALE.length - 1);
  const [low, high] = [SCALE[Math.floor(at)], SCALE[Math.floor(at) + 1]];
  return `rgb(${low.map((part, k) => Math.round(part + (high[k] - part) * (at % 1))).join(" ")})`;
}

/** `[{cell, share, text}]` as coloured cells with their values. */
export function heatMarks({ view, centres }, heat) {
  const dense = view.look.name === "paper";
  const tiles = heat.map(({ cell, share, best }) =>
    s("rect", { x: centres[cell][0] - 47, y: centres[cell][1] - 47, width: 94, height: 94, rx: 14, fill: heatColour(share), "fill-opacity": dense ? 0.55 : 0.88, class: best ? "heat best" : "heat" }),
  );
  const numbers = dense
    ? []
    : heat.map(({ cell, share, text }) => {
        const occupied = view.cells[cell] > 0;
        const [x, y] = centres[cell];
        const size = text.length > 4 ? 22 : 27;
        return s(
          "g",
          { class: "heat-number" },
          occupied ? s("rect", { x: x - 34, y: y + 18, width: 68, height: 30, rx: 9, fill: heatColour(share) }) : null,
          s("text", { x, y: (occupied ? y + 33 : y) + size * 0.36, "font-size": size, "font-family": FONT, "font-weight": 650, "text-anchor": "middle", fill: share > 0.5 ? "#111" : "#fff" }, text),
        );
      });
  return { tiles, numbers };
}

/** An arrow along a path of cells, or a ring if it is one cell. */
export function arrow({ centres }, { path, kind = "best" }) {
  if (!path?.length) return null;
  if (path.length === 1) return s("circle", { cx: centres[path[0]][0], cy: centres[path[0]][1], r: 44, class: `arrow-ring ${kind}` });
  const points = path.map((cell) => centres[cell]);
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const tip = [bx - ux * 12, by - uy * 12];
  const neck = [bx - ux * 46, by - uy * 46];
  const head = `M${tip[0]} ${tip[1]}L${neck[0] - uy * 24} ${neck[1] + ux * 24}L${neck[0] + uy * 24} ${neck[1] - ux * 24}z`;
  const shaft = `M${[...points.slice(0, -1), neck].map((point) => point.join(" ")).join("L")}`;
  return s("g", { class: `arrow ${kind}` }, s("path", { d: shaft, class: "shaft" }), s("path", { d: head, class: "head" }));
}
