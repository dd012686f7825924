// A game looked at again: who was ahead when, where it went wrong, and what was better.

import { get, post } from "./api.js";
import { agentsFor, friendly } from "./catalogue.js";
import { Board } from "./board.js";
import { DASHES, dot, gameCurve, legend, seatCurves } from "./curve.js";
import { button, h, ownKey, put, s, say, toast } from "./dom.js";
import { heldOf } from "./hints.js";
import { numbering } from "./numbering.js";
import { movesList, stepper } from "./panels.js";

// What a move gives away, of the way from lost to won.
const KINDS = { slip: "Slip: gave away 10 % of the game", mistake: "Mistake: gave away 20 %", blunder: "Blunder: gave away 35 % or more" };
const [SOON, LATER] = [350, 900]; // milliseconds between two questions: for the first curve, and after it
const EVERYBODY = "all";

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
    this.order = numbering(table);
    const people = table.seats.flatMap((seat, at) => (seat.kind === "person" || seat.resigned ? [at] : []));
    this.me = people.length === 1 ? people[0] : null; // whose game it is, if it is one person's
    this.whose = this.me ?? EVERYBODY;
    this.views = new Map();
    this.board = new Board("Board of the reviewed game");
    this.ply = 0;
    this.rivals = h("select", { "aria-label": "Opponent", "data-do": "against" });
    this.fillRivals();
    this.parts = Object.fromEntries(["state", "accuracy", "curve", "legend", "word", "mistakes", "moves", "steps", "seat"].map((part) => [part, h(part === "seat" ? "span" : "div", {})]));
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
          this.head(),
          h("section", { class: "card stack", "aria-label": "Course of the game" }, this.parts.curve, this.parts.legend, this.parts.steps),
          h(
            "section",
            { class: "card stack", "aria-label": "Play on" },
            h("label", { class: "field" }, this.parts.seat, this.rivals),
            h("div", { class: "row" }, (this.on = button("play", "Play from here", () => this.playOn(), { class: "primary", "data-do": "play-on" })), h("a", { class: "button", href: `#/table/${table.id}` }, "Back to the table")),
          ),
          h("section", { class: "card stack", "aria-label": "Mistakes" }, h("h2", {}, "Mistakes"), this.choice(), this.parts.mistakes),
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

  /** Is there a whole curve, up to the last position, which nobody judges? */
  get drawn() {
    return !this.review.curve.slice(0, -1).includes(null);
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
    }, this.drawn ? LATER : SOON);
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

  /** The marks that are asked for: one player's, or all. */
  get marks() {
    const wanted = ({ player }) => this.whose === EVERYBODY || player === this.whose;
    return Object.fromEntries(this.review.plies.flatMap((one, at) => (one?.mistake && wanted(one) ? [[at, one.mistake]] : [])));
  }

  draw() {
    const { parts, review, table, marks } = this;
    const view = this.views.get(this.ply);
    if (!view) return;
    const shown = this.judged;
    const wrong = shown?.mistake ? shown : null;
    // After a mistake the position before it is shown with both moves: the one played and the better one.
    this.board.show(wrong ? this.views.get(this.ply - 1) : view, { animate: !wrong });
    this.board.mark(wrong && !view.tray ? { last: false, arrows: [this.line(wrong.best, "best"), { path: view.last.path, kind: "played" }] } : {});
    this.board.ghost(wrong && view.tray ? this.better(wrong.best) : null);
    put(parts.state, this.state());
    put(parts.accuracy, this.accuracy());
    put(parts.word, h("div", { class: "status" }, h("div", { class: "words" }, this.sentence())));
    put(parts.curve, this.curve(marks));
    put(parts.legend, this.legend());
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

  /** A player by colour and name. */
  player(seat) {
    const { name, spec } = this.table.seats[seat];
    const colour = this.table.position.players[seat];
    return seat === this.me ? `You (${colour})` : [colour, name || spec].filter((part, at, all) => part && all.indexOf(part) === at).join(": ");
  }

  head() {
    const { parts, review, table } = this;
    return h(
      "section",
      { class: "card stack", "aria-label": "Players" },
      h("h2", {}, table.position.title),
      parts.accuracy,
      parts.state,
      h("details", {}, h("summary", {}, "Details"), h("p", { class: "soft small" }, `Judged by ${review.agent}; the end is solved exactly, as far as that is quick.`)),
    );
  }

  /** How far it has come. */
  state() {
    const { review } = this;
    if (review.error) return h("p", { class: "error" }, review.error);
    if (review.finished) return null;
    const words = !this.drawn ? "A first look at the game …" : review.done < review.of ? `${review.done} of ${review.of} moves looked at closely` : "All moves reviewed; now solving the end exactly.";
    return h("div", {}, h("progress", { max: review.of || 1, value: review.done, "aria-label": "Review in progress" }), h("p", { class: "soft small", role: "status" }, words));
  }

  accuracy() {
    const { review, table } = this;
    const percent = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);
    return [
      h("table", { class: "accuracy" }, h("caption", { class: "unseen" }, "Accuracy of each player"), h("tbody", {}, table.seats.map((_, seat) => h("tr", {}, h("th", { scope: "row" }, this.player(seat)), h("td", {}, percent(review.accuracy[seat])))))),
      h("p", { class: "soft small" }, review.accuracy_means),
    ];
  }

  curve(marks) {
    const { review, table } = this;
    const more = { ply: this.ply, onpick: (ply) => this.go(ply) };
    if (review.players !== 2) return seatCurves(table.seats.map((_, seat) => review.curve.map((value) => value?.[seat] ?? null)), table.position.look, more);
    const rough = (at) => at < review.plies.length && review.plies[at] === null;
    return gameCurve(review.curve, { ...more, marks, names: table.position.players, rough });
  }

  /** What every line and mark is. */
  legend() {
    const { review, table } = this;
    const { players, look } = table.position;
    const line = (name, more = {}) => s("path", { d: "M1 9H23", class: name, ...more });
    const arrow = (kind) => s("g", { class: `arrow-key ${kind}` }, s("path", { d: "M2 9H15" }), s("path", { d: "M14 4L22 9L14 14z" }));
    const two = review.players === 2;
    const lines = two
      ? [[line("value"), `Who is ahead: ${players[0]} above the middle, ${players[1]} below`], ...(review.plies.includes(null) ? [[line("value rough"), "A first look; it is being refined"]] : [])]
      : players.map((name, seat) => [line("value", { "stroke-dasharray": DASHES[seat], style: `stroke: ${look.colours[seat][1]}` }), `How well ${name} stands`]);
    return legend([
      ...lines,
      [s("path", { d: "M12 1V17", class: "now" }), "The position on the board"],
      ...Object.entries(KINDS).map(([kind, words]) => [dot(kind, 12, 9), words]),
      ...(table.position.tray ? [] : [[arrow("played"), "The move played"], [arrow("best"), "A better one"]]),
    ]);
  }

  sentence() {
    const one = this.judged;
    const move = this.table.line[this.ply - 1];
    if (!move) return "Start position. Step through with the arrow keys.";
    const words = `${this.order.name(this.ply - 1)} (${this.table.position.players[move.player]})`;
    if (!one || one.loss === null) return words;
    const sure = one.exact ? ", proved" : "";
    if (!one.mistake) return `${words}: good${sure}`;
    return `${words}: a ${one.mistake}${sure}. Better was ${one.best?.text}${one.margin && one.margin_counts ? ` (${Math.abs(one.margin)} ${one.margin_counts})` : ""}.`;
  }

  /** Only mine, or everybody's: nobody wants to search their own mistakes among the opponent's. */
  choice() {
    const { table } = this;
    const offered = this.me === null ? [[EVERYBODY, "All"], ...table.position.players.map((name, seat) => [seat, name])] : [[this.me, "Only mine"], [EVERYBODY, "All"]];
    const buttons = offered.map(([whose, text]) =>
      h("button", { type: "button", "aria-pressed": String(whose === this.whose), "data-whose": whose, onclick: (event) => this.show(whose, event.target.parentElement) }, text),
    );
    return h("div", { class: "row segments", role: "group", "aria-label": "Whose moves" }, buttons);
  }

  show(whose, group) {
    this.whose = whose;
    for (const one of group.children) one.setAttribute("aria-pressed", String(one.dataset.whose === String(whose)));
    this.draw();
  }

  mistakes() {
    const { review, table, marks } = this;
    const found = Object.keys(marks).map((at) => ({ ...review.plies[at], at: Number(at) }));
    if (!found.length) return h("p", { class: "soft" }, review.finished ? "No mistakes were found." : "None so far.");
    const players = table.seats.map((_, seat) => seat).filter((seat) => found.some(({ player }) => player === seat));
    const list = (seat) => h("ol", { class: "mistakes" }, found.filter(({ player }) => player === seat).map((one) => this.mistake(one)));
    if (this.whose !== EVERYBODY) return list(players[0]);
    return players.map((seat) => [h("h3", {}, this.player(seat)), list(seat)]);
  }

  mistake({ at, mistake, best, loss }) {
    const short = (text) => text?.split(":")[0] ?? "?";
    const words = `${this.order.name(at, short(this.table.line[at].text))}; better ${short(best?.text)}${loss ? ` (−${Math.round(100 * loss)}\u00a0%)` : ""}`;
    return h("li", {}, h("button", { onclick: () => this.go(at + 1), "data-ply": at + 1 }, h("span", { class: `badge ${mistake}` }, mistake), h("span", {}, words)));
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
