// What happened to a network, in two sentences, with a picture of how it came and what to try instead.

import { button, h } from "./dom.js";
import { linePicture } from "./lab_picture.js";

/** The card of a network that has died, diverged or stalled; nothing if it is well. */
export function healthCard(run, tryAgain) {
  if (!run.report) return null;
  const { what, why, tries } = run.report;
  return h(
    "section",
    { class: "card section stack health", "aria-label": "What happened" },
    h("h2", {}, what),
    h("p", {}, why),
    h("div", { class: "health-pictures" }, pictures(run.observations?.points ?? [])),
    tries.length ? h("div", { class: "row" }, tries.map((one, at) => button("play", `Try again with ${one.text}`, () => tryAgain(one), { class: at ? "" : "primary", "data-do": "try-again", title: one.known }))) : null,
    tries.length ? h("p", { class: "soft small" }, tries.map((one) => `${one.text[0].toUpperCase()}${one.text.slice(1)}: ${one.known}.`).join(" ")) : null,
  );
}

/** Dead units and how far apart it rates moves, over the games it learned from. */
function pictures(points) {
  if (points.length < 2) return null;
  const share = (value) => `${Math.round(100 * value)} %`;
  const fine = (value) => `${(100 * value).toPrecision(2)} %`;
  return [
    linePicture("Units that never fire", [{ name: "dead units", points: points.map((one) => [one.games, one.dead ?? 0]) }], { high: 1, text: share }),
    linePicture("How far apart it rates the moves of a position, as a share of the way from a loss to a win", [{ name: "spread", points: points.map((one) => [one.games, one.spread]) }], { text: fine }),
  ];
}
