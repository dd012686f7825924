// Hints: which moves are good and why, as heat on the board and as a list. Moves that cannot be told apart are equal.

import { post } from "./api.js";
import { agentsFor } from "./catalogue.js";
import { button, h, put, s, say } from "./dom.js";
import { CELL } from "./geometry.js";
import { heatColour } from "./marks.js";
import { definitions, newName, piece } from "./drawing.js";

const SHOWN = 8; // lines of the list, and moves in the sentence
const ARROWS = 4; // good moves that are pointed at all at once
const [USUAL, OTHER] = ["", "other"];
const SLOW = 1500; // milliseconds: then it says that something is being prepared

export class Hints {
  /** `onshow` gets marks for the board; `onghost` a Blokus piece to show, or null. */
  constructor({ onshow, onghost }) {
    this.onshow = onshow;
    this.onghost = onghost;
    this.element = h("section", { class: "card stack", "aria-label": "Hint", hidden: true });
    this.number = 0;
    this.chosen = null; // another adviser than the usual one, while this page is open
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
    const body = h("div", { class: "stack" }, h("p", { class: "soft" }, "Thinking …"));
    const meaning = h("p", { class: "soft small" });
    this.element.hidden = false;
    put(this.element, body, this.details(place, view, meaning), button("close", "Hide", () => this.clear(), { class: "quiet" }));
    const slow = setTimeout(() => number === this.number && put(body, h("p", { class: "soft" }, "Getting ready: the first hint takes a while.")), SLOW);
    try {
      const answer = await post("/api/explain", this.chosen ? { ...place, agent: this.chosen } : place);
      if (number !== this.number) return;
      put(meaning, `Asked: ${answer.agent}. Its numbers: ${answer.meaning}.`);
      this.show(body, answer, view);
    } catch (error) {
      if (number === this.number) put(body, h("p", { class: "error" }, error.message));
    } finally {
      clearTimeout(slow);
    }
  }

  /** Whom to ask instead, and what the numbers are: for those who want to know. */
  details(place, view, meaning) {
    const typed = h("input", { "aria-label": "Spec of the agent", maxlength: 200, placeholder: "for example minimax:depth=3", spellcheck: "false", autocapitalize: "none", value: this.chosen ?? "" });
    const ask = (chosen) => {
      this.chosen = chosen;
      this.ask(place, view);
    };
    const another = h(
      "form",
      {
        class: "row",
        hidden: true,
        onsubmit: (event) => {
          event.preventDefault();
          if (typed.value.trim()) ask(typed.value.trim());
        },
      },
      typed,
      h("button", {}, "Ask"),
    );
    const select = h("select", {
      "aria-label": "Agent",
      onchange: ({ target }) => {
        if (target.value !== OTHER) return ask(target.value || null);
        another.hidden = false;
        return typed.focus();
      },
    });
    this.fill(select, view).then((listed) => (another.hidden = listed));
    return h("details", { open: this.chosen !== null }, h("summary", {}, "Details"), h("div", { class: "stack" }, meaning, h("label", { class: "field" }, h("span", {}, "Ask another adviser"), select), another));
  }

  /** The advisers; whether the one asked is among them. */
  async fill(select, view) {
    const agents = (await agentsFor(view.game).catch(() => [])).filter((agent) => agent.ok && agent.spec !== "random");
    const listed = this.chosen === null || agents.some(({ spec }) => spec === this.chosen);
    put(
      select,
      h("option", { value: USUAL, selected: this.chosen === null }, "The usual one: a strong search"),
      agents.map(({ spec, title }) => h("option", { value: spec, selected: spec === this.chosen }, title)),
      h("option", { value: OTHER, selected: !listed }, "Another agent …"),
    );
    return listed;
  }

  show(body, answer, view) {
    // A move that a search never tried has no value.
    const scores = answer.scores.filter(({ value, tried }) => tried !== false && value !== null && Number.isFinite(value));
    if (!scores.length) return put(body, h("p", {}, answer.meaning || "It does not value moves here."));
    const moves = new Map(view.legal.map((move) => [move.n, move]));
    const isGood = new Set(answer.good);
    const good = scores.filter(({ n }) => isGood.has(n));
    // The heat stays while one goes through the list: only the arrows, or the piece, follow.
    const heat = view.tray ? tileHeat(scores, moves, view) : null;
    const seen = h("div", {});
    const boards = new Map(scores.filter(({ board }) => board?.length).map(({ n, board }) => [n, board]));
    const point = (...shown) => {
      put(seen, boards.has(shown[0]) ? winner(view, boards.get(shown[0])) : null);
      const arrows = shown.map((n) => ({ path: moves.get(n)?.path }));
      this.onshow(view.tray ? { heat } : (picked) => ({ heat: cellHeat(scores, moves, isGood, answer, picked), arrows: picked.length ? [] : arrows }));
      if (view.tray) this.onghost(heldOf(moves.get(shown[0]), view));
    };
    const all = () => point(...(good.length <= ARROWS ? good : good.slice(0, 1)).map(({ n }) => n));
    all();
    const words = headline(good, view, answer);
    const reason = `${answer.reason ?? ""}${answer.hurried ? " (A short look: the adviser is still getting ready.)" : ""}`;
    say(`${words}. ${reason}`);
    return put(
      body,
      h("h2", { class: "good-moves" }, words),
      h("p", {}, reason),
      h("ol", { class: "scores ranked", onmouseleave: all }, scores.slice(0, SHOWN).map((score) => this.line(score, view, answer, isGood, () => point(score.n)))),
      scores.length > SHOWN ? h("p", { class: "soft small" }, `and ${scores.length - SHOWN} more`) : null,
      h("p", { class: "soft small" }, `The bars go from lost (empty) to won (full).${scores.some(({ interval }) => interval) ? " The dark line is the range that chance leaves open." : ""} Moves with the same number are equally good, as far as this can tell.`),
      seen,
    );
  }

  line(score, view, answer, isGood, point) {
    const fill = h("i", {});
    fill.style.width = `${100 * score.share}%`;
    fill.style.background = heatColour(score.share);
    const range = score.interval ? h("b", {}) : null;
    if (range) Object.assign(range.style, { left: `${100 * score.interval[0]}%`, width: `${100 * (score.interval[1] - score.interval[0])}%` });
    return h(
      "li",
      { class: isGood.has(score.n) ? "good" : "" },
      h(
        "button",
        { onclick: point, onmouseenter: point, onfocus: point },
        h("span", { class: "rank" }, `${score.rank}.`),
        h("span", {}, shortText(score, view)),
        h("span", { class: "bar" }, fill, range),
        h("span", {}, valueText(score, answer)),
      ),
    );
  }
}

const shortText = ({ text }, view) => (view.tray ? text.split(":")[0] : text);

/** "Good moves: c4, d3": all that cannot be told from the best. */
function headline(good, view, answer) {
  const names = [...new Set(good.map((score) => shortText(score, view)))];
  const listed = `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ""}`;
  if (view.legal.length === 1) return `The only move: ${listed}`;
  if (good[0].outcome.startsWith("lost")) return good.length === answer.scores.length ? "No move helps" : `Least bad: ${listed}`;
  return `${good.length > 1 ? "Good moves" : "Good move"}: ${listed}`;
}

const OUTCOMES = { won: "wins", lost: "loses", drawn: "draws" };

/** The value of a move in a few letters: proved, the share of games won, or the agent's own number. */
function valueText(score, answer) {
  if (answer.exact) return answer.counts ? `${score.value > 0 ? "+" : ""}${score.value} ${answer.counts}` : OUTCOMES[score.outcome];
  return answer.results ? `${Math.round(100 * score.share)} %` : (score.shown ?? number(score.value));
}

/** The same on a cell of the board. */
function cellText(score, answer) {
  if (answer.exact) return answer.counts ? `${score.value > 0 ? "+" : ""}${score.value}` : OUTCOMES[score.outcome];
  return answer.results ? `${Math.round(100 * score.share)} %` : number(score.value);
}

export const number = (value) => (Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

/** What a map takes the board after a move for: the board of the neuron that wins for it. */
function winner(view, board) {
  const { rows, cols, look, player } = view;
  const name = newName();
  const stones = Object.keys(view.codes).filter((code) => view.codes[code].owner !== null);
  const own = stones.find((code) => view.codes[code].owner === player);
  const other = stones.find((code) => view.codes[code].owner !== player);
  return h(
    "figure",
    { class: "winner" },
    s(
      "svg",
      { viewBox: `0 0 ${cols * CELL} ${rows * CELL}`, role: "img", "aria-label": "The board of the winning neuron" },
      definitions(name, look),
      s("rect", { width: cols * CELL, height: rows * CELL, rx: 12, fill: look.field[0] }),
      board.map((code, cell) => {
        const at = `translate(${((cell % cols) + 0.5) * CELL} ${(Math.floor(cell / cols) + 0.5) * CELL})`;
        return code ? s("g", { transform: at }, piece(name, view, code > 0 ? own : other)) : null;
      }),
    ),
    h("figcaption", { class: "soft small" }, "What its map sees in the board after the move."),
  );
}

/** Each piece with its best move; once one is picked, each place where it may go. The scores are best first. */
function cellHeat(scores, moves, isGood, answer, picked) {
  const found = new Map();
  for (const score of scores) {
    const path = moves.get(score.n)?.path;
    if (!path?.length || (picked.length && path[0] !== picked[0])) continue;
    const cell = picked.length ? path.at(-1) : path[0];
    if (!found.has(cell)) found.set(cell, score);
  }
  return [...found].map(([cell, score]) => ({ cell, share: score.share, text: cellText(score, answer), best: isGood.has(score.n) }));
}

/** Blokus: each empty cell with the best piece that covers it. */
function tileHeat(scores, moves, view) {
  const best = new Map();
  for (const { n, share } of scores) for (const cell of cellsOf(moves.get(n), view)) if (!best.has(cell)) best.set(cell, share);
  return [...best].map(([cell, share]) => ({ cell, share, text: "" }));
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
