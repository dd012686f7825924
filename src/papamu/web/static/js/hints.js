// Hints: what an agent thinks of every move, as heat on the board and as a list, in its own terms.

import { post } from "./api.js";
import { agentsFor } from "./catalogue.js";
import { button, h, memory, put, s, say } from "./dom.js";
import { CELL } from "./geometry.js";
import { heatColour } from "./marks.js";
import { definitions, newName, piece } from "./drawing.js";

const SHOWN = 8;
const OTHER = "other";

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

  /** Ask about a position; `place` says it to the server, `own` is the spec of an agent that is not in the list. */
  async ask(place, view, own = null) {
    const number = ++this.number;
    const agents = (await agentsFor(view.game).catch(() => [])).filter((agent) => agent.ok && agent.spec !== "random");
    const known = agents.map(({ spec }) => spec);
    const chosen = memory.get("adviser");
    const usual = agents.find((one) => one.default)?.spec ?? known[0];
    const agent = own ?? (known.includes(chosen) ? chosen : usual);
    const typed = h("input", { "aria-label": "Spec of the agent", maxlength: 200, placeholder: "for example minimax:depth=3", spellcheck: "false", autocapitalize: "none", value: own ?? "" });
    const another = h(
      "form",
      {
        class: "row",
        hidden: own === null,
        onsubmit: (event) => {
          event.preventDefault();
          if (typed.value.trim()) this.ask(place, view, typed.value.trim());
        },
      },
      typed,
      h("button", {}, "Ask"),
    );
    const select = h(
      "select",
      {
        "aria-label": "Agent",
        onchange: (event) => {
          if (event.target.value === OTHER) {
            another.hidden = false;
            return typed.focus();
          }
          memory.set("adviser", event.target.value);
          return this.ask(place, view);
        },
      },
      agents.map(({ spec, title }) => h("option", { value: spec, selected: spec === agent }, title)),
      h("option", { value: OTHER, selected: own !== null }, "Another agent …"),
    );
    const body = h("div", {}, h("p", { class: "soft" }, "Thinking …"));
    this.element.hidden = false;
    put(this.element, h("label", { class: "field" }, h("span", {}, "What does it think of each move?"), select), another, body, button("close", "Hide", () => this.clear(), { class: "quiet" }));
    try {
      const answer = await post("/api/explain", { ...place, agent });
      if (number !== this.number) return;
      this.show(body, answer, view);
    } catch (error) {
      if (number === this.number) put(body, h("p", { class: "error" }, error.message));
    }
  }

  show(body, answer, view) {
    // A move that a search never tried has no value: it would make all others look alike.
    const scores = answer.scores.filter(({ value, tried }) => tried !== false && value !== null && Number.isFinite(value)).sort((a, b) => b.value - a.value);
    if (!scores.length) return put(body, h("p", {}, answer.meaning || "It does not value moves here."));
    const [high, low] = [scores[0].value, scores.at(-1).value];
    const share = (value) => (high > low ? (value - low) / (high - low) : 1);
    const moves = new Map(view.legal.map((move) => [move.n, move]));
    // The heat stays while one goes through the list: only the arrow, or the piece, follows.
    const heat = view.tray ? tileHeat(scores, moves, view, share) : null;
    const seen = h("div", {});
    const boards = new Map(scores.filter(({ board }) => board?.length).map(({ n, board }) => [n, board]));
    const point = (n) => {
      put(seen, boards.has(n) ? winner(view, boards.get(n)) : null);
      this.onshow(view.tray ? { heat } : (picked) => ({ heat: cellHeat(scores, moves, share, high, picked), arrows: picked.length ? [] : [{ path: moves.get(n)?.path }] }));
      if (view.tray) this.onghost(heldOf(moves.get(n), view));
    };
    const best = scores[0].n;
    point(best);
    say(`Best: ${scores[0].text}, ${number(scores[0].value)}`);
    return put(
      body,
      h("p", { class: "soft small" }, answer.meaning ?? ""),
      h("ol", { class: "scores", onmouseleave: () => point(best) }, scores.slice(0, SHOWN).map((score) => this.line(score, view, share, () => point(score.n)))),
      scores.length > SHOWN ? h("p", { class: "soft small" }, `and ${scores.length - SHOWN} more`) : null,
      seen,
    );
  }

  line(score, view, share, point) {
    const fill = h("i", {});
    fill.style.width = `${Math.max(3, 100 * share(score.value))}%`;
    fill.style.background = heatColour(share(score.value));
    return h(
      "li",
      {},
      h("button", { onclick: point, onmouseenter: point, onfocus: point }, h("span", {}, view.tray ? score.text.split(":")[0] : score.text), h("span", { class: "bar" }, fill), h("span", {}, score.shown ?? number(score.value)), score.note ? h("small", { class: "soft" }, score.note) : null),
    );
  }
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

/** Each piece with its best move; once one is picked, each place where it may go. */
function cellHeat(scores, moves, share, high, picked) {
  const found = new Map();
  for (const { n, value } of scores) {
    const path = moves.get(n)?.path;
    if (!path?.length || (picked.length && path[0] !== picked[0])) continue;
    const cell = picked.length ? path.at(-1) : path[0];
    if (!found.has(cell) || found.get(cell) < value) found.set(cell, value);
  }
  return [...found].map(([cell, value]) => ({ cell, share: share(value), text: number(value), best: value === high }));
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
