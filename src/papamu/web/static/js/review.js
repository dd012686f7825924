// A game looked at again: who was ahead when, where it went wrong, and what was better.

import { get, post } from "./api.js";
import { agentsFor, friendly } from "./catalogue.js";
import { Board } from "./board.js";
import { gameCurve, seatCurves } from "./curve.js";
import { button, h, ownKey, put, say, toast } from "./dom.js";
import { heldOf } from "./hints.js";
import { movesList, stepper } from "./panels.js";

const WORDS = { slip: "slip", mistake: "mistake", blunder: "blunder" };

export async function show(main, { name }) {
  const review = await get(`/api/reviews/${name}`);
  if (!review.table) throw Object.assign(new Error("This review has no table, so it cannot be shown here."), { status: 404 });
  const table = await get(`/api/tables/${review.table}`);
  const page = new ReviewPage(main, name, review, table);
  await page.go(table.line.length ? 1 : 0);
  return () => page.leave();
}

class ReviewPage {
  constructor(main, id, review, table) {
    Object.assign(this, { id, review, table });
    this.views = new Map();
    this.board = new Board("Board of the reviewed game");
    this.ply = 0;
    this.rivals = h("select", { "aria-label": "Opponent", "data-do": "against" });
    this.fillRivals();
    this.parts = Object.fromEntries(["head", "curve", "word", "mistakes", "moves", "steps", "seat"].map((part) => [part, h(part === "seat" ? "span" : "div", {})]));
    document.title = `Papamu: review of ${table.position.title}`;
    put(
      main,
      h("h1", { class: "unseen" }, `Review: ${table.position.title}`),
      h(
        "div",
        { class: "table-page" },
        h("div", { class: "board-side" }, this.parts.word, this.board.element),
        h(
          "div",
          { class: "side" },
          this.parts.head,
          h("section", { class: "card stack", "aria-label": "Course of the game" }, this.parts.curve, this.parts.steps),
          h(
            "section",
            { class: "card stack", "aria-label": "Play on" },
            h("label", { class: "field" }, this.parts.seat, this.rivals),
            h("div", { class: "row" }, (this.on = button("play", "Play from here", () => this.playOn(), { class: "primary", "data-do": "play-on" })), h("a", { class: "button", href: `#/table/${table.id}` }, "Back to the table")),
          ),
          h("section", { class: "card stack", "aria-label": "Mistakes" }, h("h2", {}, "Mistakes"), this.parts.mistakes),
          h("section", { class: "card stack", "aria-label": "Moves" }, this.parts.moves),
        ),
      ),
    );
    this.keys = (event) => {
      if (event.target.closest("input, select, textarea")) return;
      const step = { "[": -1, "]": 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) {
        event.preventDefault();
        this.go(this.ply + step);
      }
    };
    addEventListener("keydown", this.keys);
    this.poll();
  }

  leave() {
    this.gone = true;
    clearTimeout(this.timer);
    removeEventListener("keydown", this.keys);
    this.board.leave();
  }

  /** Ask again until the review is whole. */
  async poll() {
    if (this.review.finished || this.review.error) return;
    this.timer = setTimeout(async () => {
      try {
        this.review = await get(`/api/reviews/${this.id}`);
      } catch (error) {
        toast(error.message, true);
      }
      if (this.gone) return;
      this.draw();
      this.poll();
    }, 700);
  }

  async go(ply) {
    const at = Math.max(0, Math.min(this.table.line.length, ply));
    this.ply = at;
    try {
      for (const one of [at, at - 1])
        if (one >= 0 && !this.views.has(one)) this.views.set(one, await get(`/api/tables/${this.table.id}/at/${one}`));
    } catch (error) {
      return toast(error.message, true);
    }
    if (this.gone || this.ply !== at) return undefined;
    this.draw();
    return say(this.sentence());
  }

  /** The judgement of the move that led to the position shown. */
  get judged() {
    return this.ply ? this.review.plies[this.ply - 1] : null;
  }

  draw() {
    const { parts, review, table } = this;
    const view = this.views.get(this.ply);
    if (!view) return;
    const marks = Object.fromEntries(review.plies.flatMap((one, at) => (one?.mistake ? [[at, one.mistake]] : [])));
    const shown = this.judged;
    const wrong = shown?.mistake ? shown : null;
    // After a mistake the position before it is shown with both moves: the one played and the better one.
    this.board.show(wrong ? this.views.get(this.ply - 1) : view, { animate: !wrong });
    this.board.mark(wrong && !view.tray ? { last: false, arrows: [this.line(wrong.best, "best"), { path: view.last.path, kind: "played" }] } : {});
    this.board.ghost(wrong && view.tray ? this.better(wrong.best) : null);
    put(parts.head, this.head());
    put(parts.word, h("div", { class: "status" }, h("div", { class: "words" }, this.sentence())));
    put(parts.curve, this.curve(marks));
    put(parts.steps, stepper(this.ply, table.line.length, (ply) => this.go(ply)));
    put(parts.moves, movesList(table, this.ply, (ply) => this.go(ply), marks));
    put(parts.mistakes, this.mistakes());
    const before = this.views.get(this.from);
    this.on.disabled = before.over;
    put(parts.seat, before.over ? "The game is over here: step back to play from an earlier position, against" : `Play ${before.players[before.player]} yourself, against`);
  }

  line(best, kind) {
    const before = this.views.get(this.ply - 1);
    const move = before.legal.find((one) => one.n === best?.n);
    return { path: best?.path ?? move?.path ?? [], kind };
  }

  /** Blokus: the better piece where it would lie. */
  better(best) {
    const before = this.views.get(this.ply - 1);
    return heldOf(before.legal.find((one) => one.n === best?.n), before);
  }

  head() {
    const { review, table } = this;
    const seats = table.seats.map((seat, at) => `${table.position.players[at]}: ${seat.name || seat.spec}`).join(" – ");
    const state = review.error
      ? h("p", { class: "error" }, review.error)
      : review.finished
        ? null
        : h("div", {}, h("progress", { max: review.of || 1, value: review.done, "aria-label": "Review in progress" }), h("p", { class: "soft small", role: "status" }, review.done < review.of ? `${review.done} of ${review.of} moves reviewed` : "All moves reviewed; now solving the end exactly."));
    return h("section", { class: "card stack" }, h("h2", {}, table.position.title), h("p", { class: "soft small" }, seats, h("br"), `judged by ${review.agent}`), state);
  }

  curve(marks) {
    const { review, table } = this;
    const values = [...review.plies.map((one) => one?.value ?? null), review.value ?? null];
    if (review.players !== 2) {
      const series = table.seats.map((_, seat) => values.map((value) => value?.[seat] ?? null));
      return seatCurves(series, table.position.look, { ply: this.ply, onpick: (ply) => this.go(ply) });
    }
    return gameCurve(values, { ply: this.ply, marks, names: table.position.players, onpick: (ply) => this.go(ply) });
  }

  sentence() {
    const one = this.judged;
    const move = this.table.line[this.ply - 1];
    if (!move) return "Start position. Step through with the arrow keys.";
    const who = this.table.position.players[move.player];
    if (!one) return `${this.ply}. ${who} ${move.text}`;
    const sure = one.exact ? ", proved" : "";
    if (!one.mistake) return one.best?.text === move.text ? `${this.ply}. ${who} ${move.text}: the best move${sure}` : `${this.ply}. ${who} ${move.text}: good${sure}`;
    return `${this.ply}. ${who} ${move.text}: a ${WORDS[one.mistake]}${sure}. Better was ${one.best?.text}${one.margin && one.margin_counts ? ` (${Math.abs(one.margin)} ${one.margin_counts})` : ""}.`;
  }

  mistakes() {
    const { review, table } = this;
    const found = review.plies.flatMap((one, at) => (one?.mistake ? [{ ...one, at }] : []));
    if (!found.length) return h("p", { class: "soft" }, review.finished ? "No mistakes were found." : "None so far.");
    return h(
      "ol",
      { class: "mistakes" },
      found.map(({ at, mistake, best, loss }) =>
        h(
          "li",
          {},
          h(
            "button",
            { onclick: () => this.go(at + 1), "data-ply": at + 1 },
            h("span", { class: `badge ${mistake}` }, WORDS[mistake]),
            h("span", {}, `${at + 1}. ${table.position.players[table.line[at].player]} ${table.line[at].text.split(":")[0]}; better ${best?.text.split(":")[0] ?? "?"}${loss ? ` (−${Math.round(100 * loss)}\u00a0%)` : ""}`),
          ),
        ),
      ),
    );
  }

  /** Possible opponents: the agents of the game, any other agent that plays it, or a human. */
  async fillRivals() {
    const { table } = this;
    try {
      this.agents = (await agentsFor(table.game)).filter(({ ok }) => ok);
      const sat = [...new Set(table.seats.flatMap(({ kind, spec }) => (kind === "agent" ? [spec] : [])))];
      const chosen = this.agents.find(({ spec }) => spec === sat[0])?.spec ?? friendly(this.agents).spec;
      // Different agents at one table, or one of an own spec, have no line in the list.
      const same = sat.length > 1 || (sat.length && chosen !== sat[0]) ? h("option", { value: "same", selected: true }, "the same agents") : null;
      put(
        this.rivals,
        same,
        this.agents.map(({ spec, title, says }) => h("option", { value: spec, selected: !same && spec === chosen }, says && says !== title ? `${title} – ${says}` : title)),
        h("option", { value: "person" }, "A human"),
      );
    } catch (error) {
      toast(error.message, true);
    }
  }

  /** The ply of the position on the board: before a mistake, so that one can do better. */
  get from() {
    return this.judged?.mistake ? this.ply - 1 : this.ply;
  }

  async playOn() {
    const { table } = this;
    const ply = this.from;
    try {
      const mover = this.views.get(ply).player;
      const rival = this.agents?.find(({ spec }) => spec === this.rivals.value);
      const seats = table.seats.map((seat, at) => {
        if (at === mover) return { kind: "person", name: seat.kind === "person" ? seat.name : "You" };
        if (rival) return { kind: "agent", spec: rival.spec, name: rival.title };
        const sat = this.rivals.value === "same" ? (seat.kind === "agent" ? seat : table.seats.find(({ kind }) => kind === "agent")) : null;
        if (sat) return { kind: "agent", spec: sat.spec, name: sat.name };
        return { kind: "person", name: seat.kind === "person" ? seat.name : "Guest" };
      });
      const made = await post("/api/tables", { from: { table: table.id, ply }, seats, key: ownKey() });
      location.hash = `#/table/${made.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  }
}
