// What a network learned, to look at: the first moves over time, stones and patterns that it likes, boards that excite its units.

import { get } from "./api.js";
import { h, put, s } from "./dom.js";
import { linePicture } from "./lab_picture.js";
import { isGoing } from "./lab_runs.js";

const LINES = 3; // of the best first moves, and of the worst

export class WhatItLearned {
  constructor(id) {
    this.id = id;
    this.moves = h("div", {});
    this.inside = h("div", { class: "stack" });
    this.place = h("section", { class: "card section stack", "aria-label": "What it learned", hidden: true }, h("h2", {}, "What it learned"), this.moves, this.inside);
  }

  draw(run) {
    const points = run.observations?.points ?? [];
    const inside = run.maps || run.agent?.startsWith("mlp:");
    this.place.hidden = points.length < 2 && !inside;
    put(this.moves, points.length > 1 ? firstMoves(run.observations) : null);
    if (this.asked || isGoing(run) || !inside) return;
    this.asked = true;
    put(this.inside, h("p", { class: "soft" }, run.maps ? "Drawing the maps …" : "Looking into the network …"));
    get(`/api/runs/${this.id}/insight`)
      .then((found) => put(this.inside, neurons(found), stones(found), patterns(found), units(found)))
      .catch((error) => put(this.inside, h("p", { class: "soft" }, error.message)));
  }
}

/** Moves that were always worth the same, such as mirror images, are one line. */
function firstMoves({ moves, points }) {
  const groups = new Map();
  moves.forEach((move, at) => {
    const values = points.map((point) => point.first[at]);
    const key = values.map((value) => value.toPrecision(4)).join(" ");
    if (!groups.has(key)) groups.set(key, { names: [], values });
    groups.get(key).names.push(move);
  });
  const ranked = [...groups.values()].sort((one, other) => other.values.at(-1) - one.values.at(-1));
  const shown = ranked.length > 2 * LINES ? [...ranked.slice(0, LINES), ...ranked.slice(-LINES)] : ranked;
  const lines = shown.map(({ names, values }) => ({ name: names.length > 1 ? `${names[0]} and ${names.length - 1} like it` : names[0], points: points.map((point, at) => [point.games, values[at]]) }));
  if (ranked.length === 1 && moves.length > 1) return h("p", {}, "All first moves are worth the same to it.");
  const all = shown.flatMap(({ values }) => values);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const title = ranked.length > shown.length ? "What the first moves are worth to it: its three best and three worst" : "What the first moves are worth to it";
  return linePicture(title, lines, { low, high: high > low ? high : low + 1, text: (value) => String(Number(value.toPrecision(2))) });
}

const signed = (value) => `${value > 0 ? "+" : "−"}${Number(Math.abs(value).toPrecision(2))}`;

/** A board whose cells are coloured by what a stone there is worth. */
function stones({ stones: boards }) {
  if (!boards.length) return null;
  const most = Math.max(1e-12, ...boards.flatMap((board) => board.values.map(Math.abs)));
  return [
    h("h3", {}, "What a stone is worth, cell by cell"),
    h("p", { class: "soft small" }, `Compared with an empty cell, on the average of positions of random games. Blue raises its value, orange lowers it; the strongest changes it by ${Number(most.toPrecision(2))}.`),
    h(
      "div",
      { class: "lab-boards" },
      boards.map((board) =>
        h(
          "figure",
          { class: "lab-picture" },
          h("figcaption", {}, board.title),
          s(
            "svg",
            { class: "heat", viewBox: `0 0 ${board.cols} ${board.rows}`, role: "img", "aria-label": `${board.title}: from ${signed(Math.min(...board.values))} to ${signed(Math.max(...board.values))}` },
            board.values.map((value, at) => s("rect", { x: at % board.cols, y: Math.floor(at / board.cols), width: 1, height: 1, fill: value > 0 ? "#0072B2" : "#E69F00", "fill-opacity": (Math.abs(value) / most).toFixed(3) })),
          ),
        ),
      ),
    ),
  ];
}

/** Patterns that it likes most and least. */
function patterns({ patterns: found, positions }) {
  if (!found.length) return null;
  const list = (title, ones) => (ones.length ? [h("h4", {}, title), h("ul", { class: "lab-patterns" }, ones.map((one) => h("li", {}, patternPicture(one), h("span", { class: "small" }, signed(one.worth))))) ] : null);
  return [
    h("h3", {}, "Patterns that it sees"),
    h("p", { class: "soft small" }, `How much one more of a pattern changes its value of the board, on the average of ${positions} positions of random games. Filled stones are its own, rings are others’; turned and mirrored patterns count as one. Beyond the edge of the board all is empty, or others’ in Blokus.`),
    list("It likes", found.filter((one) => one.worth > 0)),
    list("It fears", found.filter((one) => one.worth <= 0).reverse()),
  ];
}

function patternPicture({ rows, cols, cells }) {
  const kinds = ["empty", "own", "other’s", "own king", "other’s king"];
  const named = cells.map((code) => kinds[code] ?? "stone");
  return s(
    "svg",
    { class: "pattern", viewBox: `0 0 ${10 * cols} ${10 * rows}`, width: 22 * cols, height: 22 * rows, role: "img", "aria-label": named.join(", ") },
    cells.map((code, at) => {
      const [x, y] = [10 * (at % cols), 10 * Math.floor(at / cols)];
      return [s("rect", { x, y, width: 10, height: 10 }), code ? s("circle", { class: code % 2 ? "own" : "other", cx: x + 5, cy: y + 5, r: code > 2 ? 4 : 3 }) : null];
    }),
  );
}

/** Neurons of self-organizing maps, each as the board that it stands for. */
function neurons({ maps }) {
  if (!maps?.length) return null;
  return [
    h("h3", {}, "The neurons of its maps"),
    h("p", { class: "soft small" }, "Each small board is a neuron: it stands for all boards that are most like it, and neighbours are alike. The paler a disc, the less often it lies there."),
    maps.map(({ title, svg }) => h("img", { class: "lab-map", src: `data:image/svg+xml,${encodeURIComponent(svg)}`, loading: "lazy", alt: `${title}: its neurons as boards` })),
  ];
}

/** Units of the first hidden layer, each by the boards that excite it most. */
function units({ units: found }) {
  if (!found.length) return null;
  return [
    h("h3", {}, "Its units, by the boards that excite them most"),
    h("p", { class: "soft small" }, "The units of the first hidden layer that matter most, shown positions of random games."),
    found.map((one) =>
      h(
        "div",
        { class: "lab-unit" },
        h("p", {}, `Unit ${one.unit} ${one.raises ? "raises" : "lowers"} the value.`),
        h("div", { class: "lab-unit-boards" }, one.boards.map((board, at) => h("img", { src: `data:image/svg+xml,${encodeURIComponent(board.svg)}`, width: 150, height: 150, loading: "lazy", alt: `Board ${at + 1} that excites unit ${one.unit}` }))),
      ),
    ),
  ];
}
