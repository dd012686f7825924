// The boards and pieces themselves: the looks of games/drawing.py, as elements that can move.

import { s } from "./dom.js";
import { CELL } from "./geometry.js";

const FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif";
let boards = 0;

/** Names for the gradients of one board: several boards may be on one page. */
export const newName = () => `b${++boards}`;

function gradient(kind, id, stops, place) {
  return s(
    `${kind}Gradient`,
    { id, ...place },
    stops.map(([offset, colour, opacity = 1]) => s("stop", { offset, "stop-color": colour, "stop-opacity": opacity })),
  );
}

export function definitions(name, look) {
  return s(
    "defs",
    {},
    gradient("linear", `${name}-board`, [[0, look.field[0]], [1, look.field[1]]], { x2: 1, y2: 1 }),
    gradient("radial", `${name}-pit`, [[0.45, "#000", 0.17], [1, "#000", 0.5]], { cx: 0.55, cy: 0.62, r: 0.62 }),
    look.colours.map(([lit, body], owner) =>
      gradient("radial", `${name}-${owner}`, [[0, lit], [1, body]], { cx: 0.36, cy: 0.3, r: 0.75 }),
    ),
  );
}

function label(x, y, size, text, attributes) {
  return s("text", { x, y: y + 0.36 * size, "font-size": size, "font-family": FONT, "text-anchor": "middle", ...attributes }, text);
}

function boxes(centres, fill) {
  const d = centres.map(([x, y]) => `M${x - 50} ${y - 50}h100v100h-100z`).join("");
  return s("path", { d, fill });
}

/** Frame, field, lines, pits and names: all that does not change while a game is played. */
export function ground(name, shape) {
  const { view, width, height, margin, centres } = shape;
  const { look } = view;
  const parts = [
    s("rect", { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin, rx: 22, fill: look.frame }),
    s("rect", { width, height, rx: 6, fill: `url(#${name}-board)` }),
  ];
  if (view.shape) parts.push(edges(shape));
  else if (look.name === "chequered") parts.push(...chequers(shape));
  else if (look.name === "green" || look.name === "paper") parts.push(...grid(shape));
  if (look.name === "wood" || look.name === "slate")
    parts.push(
      s("g", { fill: "#fff", "fill-opacity": 0.28 }, centres.map(([x, y]) => s("circle", { cx: x, cy: y + 2.5, r: 31 }))),
      s("g", { fill: `url(#${name}-pit)` }, centres.map(([x, y]) => s("circle", { cx: x, cy: y, r: 31 }))),
    );
  if (shape.labelled) parts.push(coordinates(shape));
  return s("g", { class: "ground" }, parts);
}

function edges({ view, centres, edges: pairs }) {
  const d = pairs.map(([a, b]) => `M${centres[a].join(" ")}L${centres[b].join(" ")}`).join("");
  return s(
    "g",
    {},
    s("path", { d, stroke: view.look.line, "stroke-width": 7, "stroke-linecap": "round" }),
    s("g", { fill: view.look.field[0] }, centres.map(([x, y]) => s("circle", { cx: x, cy: y, r: 33 }))),
  );
}

function grid({ view, width, height, centres }) {
  const { rows, cols, look } = view;
  const down = Array.from({ length: cols - 1 }, (_, col) => `M${(col + 1) * CELL} 0V${height}`);
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}H${width}`);
  const parts = [s("path", { d: [...down, ...across].join(""), stroke: look.line, "stroke-width": 3 })];
  if (look.name === "green" && Math.min(rows, cols) >= 6)
    for (const y of [2, rows - 2])
      for (const x of [2, cols - 2]) parts.push(s("circle", { cx: x * CELL, cy: y * CELL, r: 8, fill: look.line }));
  (view.starts ?? []).forEach((cell, owner) => {
    const [x, y] = centres[cell];
    parts.push(s("circle", { cx: x, cy: y, r: 20, fill: look.colours[owner][1], "fill-opacity": 0.85, class: "start" }));
  });
  return parts;
}

function chequers({ view, centres }) {
  const light = view.look.line;
  return [
    boxes(view.dark.map((cell) => centres[cell]), light),
    ...view.names.flatMap((text, cell) =>
      text ? [label(centres[cell][0] - 35, centres[cell][1] - 37, 19, text, { fill: light, class: "name" })] : [],
    ),
  ];
}

function coordinates({ view, width, height, margin, turned }) {
  const { rows, cols } = view;
  const size = Math.max(18, Math.min(32, margin * 0.6));
  const look = { fill: view.look.label };
  const letter = (col) => (col < 26 ? "" : String.fromCharCode(96 + Math.floor(col / 26))) + String.fromCharCode(97 + (col % 26));
  const parts = [];
  for (let at = 0; at < cols; at++) {
    const text = letter(turned ? cols - 1 - at : at);
    for (const y of [-margin / 2, height + margin / 2]) parts.push(label((at + 0.5) * CELL, y, size, text, look));
  }
  for (let at = 0; at < rows; at++) {
    const row = turned ? rows - 1 - at : at;
    const text = String(view.from_top ? row + 1 : rows - row);
    for (const x of [-margin / 2, width + margin / 2]) parts.push(label(x, (at + 0.5) * CELL, size, text, look));
  }
  return s("g", { class: "coordinates" }, parts);
}

/** What a code looks like, drawn around 0, 0. */
export function piece(name, view, code) {
  const { owner, kind } = view.codes[code];
  const [, , rim] = view.look.colours[owner];
  const parts = [
    s("circle", { cy: 4, r: 39, "fill-opacity": 0.3 }),
    s("circle", { r: 38, fill: `url(#${name}-${owner})`, stroke: rim, "stroke-width": 2.5 }),
  ];
  if (view.look.name === "chequered") {
    const ring = { fill: "none", stroke: rim, "stroke-width": 3, "stroke-opacity": 0.75 };
    parts.push(s("circle", { r: 30, ...ring }));
    if (kind === "man") parts.push(s("circle", { r: 20, ...ring }));
    else
      parts.push(
        s("path", { d: "M-17 14l-5 -27l12 10l10 -17l10 17l12 -10l-5 27z", fill: "#f0c23c", stroke: "#6b4a00", "stroke-width": 2.5 }),
      );
  }
  return s("g", { class: `piece owner-${owner}` }, parts);
}

// One mark a colour, so that Blokus can be told apart without seeing colours: dot, square, triangle, cross.
const TILE_MARKS = ["M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z", "M-10-10h20v20h-20z", "M0-13 13 10H-13z", "M-4-13h8v9h9v8h-9v9h-8v-9h-9v-8h9z"];

/** A tile of Blokus, drawn around 0, 0. */
export function tile(look, owner, attributes = {}) {
  const [lit, body] = look.colours[owner];
  return s(
    "g",
    { class: `piece tile owner-${owner}`, ...attributes },
    s("rect", { x: -50, y: -50, width: 100, height: 100, fill: body }),
    s("rect", { x: -38, y: -38, width: 76, height: 76, rx: 16, fill: lit }),
    s("path", { d: TILE_MARKS[owner], fill: "#10141a", "fill-opacity": 0.38 }),
  );
}

/** One dark line around each Blokus piece: the edges between unlike cells. */
export function outlines(view, turned) {
  const { rows, cols, cells } = view;
  const at = (row, col) =>
    row < 0 || col < 0 || row >= rows || col >= cols ? 0 : cells[turned ? rows * cols - 1 - (row * cols + col) : row * cols + col];
  let d = "";
  for (let row = 0; row <= rows; row++)
    for (let col = 0; col <= cols; col++) {
      if (row < rows && at(row, col - 1) !== at(row, col)) d += `M${col * CELL} ${row * CELL}v${CELL}`;
      if (col < cols && at(row - 1, col) !== at(row, col)) d += `M${col * CELL} ${row * CELL}h${CELL}`;
    }
  return s("path", { d, stroke: view.look.colours[0][2], "stroke-width": 7, "stroke-linecap": "round", class: "outlines" });
}

/** The names of vertices: short ones on the stones, long ones below. */
export function vertexNames({ view, centres }) {
  const below = Math.max(...view.names.map((text) => text.length)) <= 3 ? 0 : 56;
  return s(
    "g",
    { class: "names" },
    view.names.map((text, cell) => {
      const fill = view.cells[cell] === 1 && !below ? "#fff" : "#1b1b1b";
      return label(centres[cell][0], centres[cell][1] + below, Math.min(28, 320 / Math.max(1, text.length)), text, { fill });
    }),
  );
}

/** A small picture of a seat's pieces, for lists. */
export function chip(look, owner, size = 22) {
  const [lit, body, rim] = look.colours[owner] ?? look.colours[0];
  const tiles = look.name === "paper";
  const inside = tiles
    ? [s("rect", { x: 2, y: 2, width: 20, height: 20, rx: 5, fill: body, stroke: rim }), s("path", { d: TILE_MARKS[owner], transform: "translate(12 12) scale(.42)", fill: "#10141a", "fill-opacity": 0.5 })]
    : [s("circle", { cx: 12, cy: 12, r: 10, fill: body, stroke: owner ? rim : "#8d8d92", "stroke-width": 1.3 }), s("circle", { cx: 9, cy: 8.5, r: 3.5, fill: lit, "fill-opacity": 0.5 })];
  return s("svg", { class: "chip", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, inside);
}
