// Hints: what an agent thinks of every move, as heat on the board and as a list, in its own terms.

import { post } from "./api.js";
import { agentsFor } from "./catalogue.js";
import { h, memory, put, say } from "./dom.js";
import { heatColour } from "./marks.js";

const SHOWN = 8;

export class Hints {
  /** `onshow` gets marks for the board; `onghost` a Blokus piece to show, or null. */
  constructor({ onshow, onghost }) {
    this.onshow = onshow;
    this.onghost = onghost;
    this.element = h("section", { class: "card stack", "aria-label": "Hint", hidden: true });
    this.number = 0;
  }

  clear() {
    this.number++;
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.onghost(null);
    this.onshow({});
  }

  /** Ask about a position; `place` says it to the server. */
  async ask(place, view) {
    const number = ++this.number;
    const agents = (await agentsFor(view.game).catch(() => [])).filter((agent) => agent.ok && agent.spec !== "random");
    const known = agents.map(({ spec }) => spec);
    const chosen = memory.get("adviser");
    const agent = known.includes(chosen) ? chosen : (agents.find((one) => one.default)?.spec ?? known[0]);
    const select = h(
      "select",
      {
        "aria-label": "Whose opinion",
        onchange: (event) => {
          memory.set("adviser", event.target.value);
          this.ask(place, view);
        },
      },
      agents.map(({ spec, title }) => h("option", { value: spec, selected: spec === agent }, title)),
    );
    const body = h("div", {}, h("p", { class: "soft" }, "Thinking …"));
    this.element.hidden = false;
    put(this.element, h("label", { class: "field" }, h("span", {}, "What does it think of each move?"), select), body);
    try {
      const answer = await post("/api/explain", { ...place, agent });
      if (number !== this.number) return;
      this.show(body, answer, view);
    } catch (error) {
      if (number === this.number) put(body, h("p", { class: "error" }, error.message));
    }
  }

  show(body, answer, view) {
    const scores = answer.scores.filter(({ value }) => value !== null && Number.isFinite(value)).sort((a, b) => b.value - a.value);
    if (!scores.length) return put(body, h("p", {}, (answer.notes ?? []).concat(answer.meaning ?? []).join(" ") || "It has no opinion here."));
    const [high, low] = [scores[0].value, scores.at(-1).value];
    const share = (value) => (high > low ? (value - low) / (high - low) : 1);
    const moves = new Map(view.legal.map((move) => [move.n, move]));
    this.onshow({ heat: view.tray ? tileHeat(scores, moves, view, share) : cellHeat(scores, moves, share, high), arrows: view.tray ? [] : [{ path: moves.get(scores[0].n)?.path }] });
    if (view.tray) this.onghost(heldOf(moves.get(scores[0].n), view));
    say(`Best: ${scores[0].text}, ${number(scores[0].value)}`);
    return put(
      body,
      h("p", { class: "soft small" }, answer.meaning ?? ""),
      h("ol", { class: "scores" }, scores.slice(0, SHOWN).map((score) => this.line(score, moves, view, share))),
      scores.length > SHOWN ? h("p", { class: "soft small" }, `and ${scores.length - SHOWN} more`) : null,
      notes(answer.notes),
    );
  }

  line(score, moves, view, share) {
    const fill = h("i", {});
    fill.style.width = `${Math.max(3, 100 * share(score.value))}%`;
    fill.style.background = heatColour(share(score.value));
    const point = () => (view.tray ? this.onghost(heldOf(moves.get(score.n), view)) : this.onshow({ arrows: [{ path: moves.get(score.n)?.path }] }));
    return h(
      "li",
      {},
      h("button", { onclick: point, onmouseenter: point, onfocus: point }, h("span", {}, view.tray ? score.text.split(":")[0] : score.text), h("span", { class: "bar" }, fill), h("span", {}, score.shown ?? number(score.value))),
    );
  }
}

function notes(given) {
  const lines = (Array.isArray(given) ? given : given ? [given] : []).map(String);
  return lines.length ? h("details", {}, h("summary", {}, "Why"), h("div", { class: "small stack" }, lines.map((text) => (text.includes("\n") ? h("pre", { class: "scroll" }, text) : h("p", {}, text))))) : null;
}

export const number = (value) => (Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Where moves end, or begin if several pieces go there: each cell with its best value. */
function cellHeat(scores, moves, share, high) {
  const ends = new Map();
  for (const { n, value } of scores) {
    const path = moves.get(n)?.path;
    if (!path?.length) continue;
    const cell = path[0];
    if (!ends.has(cell) || ends.get(cell) < value) ends.set(cell, value);
  }
  return [...ends].map(([cell, value]) => ({ cell, share: share(value), text: number(value), best: value === high }));
}

/** Blokus: each empty cell with the best piece that covers it. */
function tileHeat(scores, moves, view, share) {
  const best = new Map();
  for (const { n, value } of scores)
    for (const cell of cellsOf(moves.get(n), view)) if (!best.has(cell) || best.get(cell) < value) best.set(cell, value);
  return [...best].map(([cell, value]) => ({ cell, share: share(value), text: "" }));
}

export function cellsOf(move, view) {
  if (!move) return [];
  return view.pieces[move.piece].turns[move.turn].map(([row, col]) => move.at + row * view.cols + col);
}

export function heldOf(move, view) {
  if (!move) return null;
  const squares = cellsOf(move, view).map((cell) => [Math.floor(cell / view.cols), cell % view.cols]);
  return { owner: view.player, squares, fits: true };
}
