// A table: the board, who sits there, what was played, and everything that can be done.

import { connection, get, post } from "./api.js";
import { gameNamed } from "./catalogue.js";
import { Board } from "./board.js";
import { Tray } from "./tray.js";
import { calm, copy, h, ownKey, put, say, toast } from "./dom.js";
import { Hints } from "./hints.js";
import { Input } from "./input.js";
import { actions, ending, movesList, seatList, stepper } from "./panels.js";
import { saveRecord } from "./records.js";
import { keysCard, knownRules } from "./rules.js";

export async function show(main, { name }) {
  const first = await get(`/api/tables/${name}`);
  const page = new TablePage(main, first);
  return () => page.leave();
}

class TablePage {
  constructor(main, table) {
    this.id = table.id;
    this.looking = null; // a position of the past that is looked at: {view}
    this.aim = null; // the ply that was asked for and has not come yet
    this.board = new Board();
    this.input = new Input(this.board, { onplay: (plays) => this.play(plays), onchange: () => this.showStop(), muted: () => Boolean(this.tray?.held) });
    this.tray = table.position.tray ? new Tray(this.board, { onplay: (n) => this.play([n]), onchange: () => this.showStop() }) : null;
    this.hints = new Hints({ onshow: (marks) => this.input.show(marks), onghost: (cells) => this.preview(cells) });
    this.parts = Object.fromEntries(["status", "seats", "moves", "steps", "actions", "extra"].map((part) => [part, h("div")]));
    this.parts.status.className = "status";
    this.textBoard = h("pre", { class: "text-board", tabindex: "0", "aria-label": "Text board" });
    this.typed = h("input", { "aria-label": "Type a move", placeholder: "Type a move", maxlength: 120, spellcheck: "false", autocapitalize: "none", autocomplete: "off" });
    this.layout(main, table);
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.update(table, { animate: false });
    connection.watch(this.id, table.seq, (message) => this.receive(message));
    this.clock = setInterval(() => this.tick(), 1000);
  }

  leave() {
    connection.unwatch(this.id);
    removeEventListener("keydown", this.keys);
    clearInterval(this.clock);
    this.board.leave();
  }

  layout(main, table) {
    const rules = h("div", {});
    gameNamed(table.position.name).then((game) => game && put(rules, knownRules(game)));
    const type = async (event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      if (text && (await this.act("move", { text }))) this.typed.value = "";
    };
    const { parts } = this;
    put(
      main,
      h("h1", { class: "unseen" }, table.position.title),
      h(
        "div",
        { class: this.tray ? "table-page with-tray" : "table-page" },
        h("div", { class: "board-side" }, parts.status, this.board.element),
        this.tray?.element ?? null,
        h(
          "div",
          { class: "side" },
          parts.seats,
          parts.extra,
          parts.actions,
          this.hints.element,
          h("section", { class: "card stack", "aria-label": "Moves" }, parts.moves, parts.steps),
          rules,
          keysCard(Boolean(this.tray)),
          h(
            "details",
            { class: "card" },
            h("summary", {}, "Text board"),
            h("div", { class: "stack" }, this.textBoard, h("form", { class: "row", onsubmit: type }, this.typed, h("button", {}, "Move"))),
          ),
        ),
      ),
    );
    this.board.element.classList.toggle("with-tray", Boolean(this.tray));
  }

  // -- what is shown --------------------------------------------------------------------------

  receive(message) {
    if (message.kind === "state") this.update(message.state);
    else if (message.kind === "thinking" && message.seq === this.table.seq) this.update({ ...this.table, thinking: message.thinking, stalled: message.stalled }, { quiet: true });
  }

  update(table, { animate = true, quiet = false } = {}) {
    const before = this.table;
    if (before && before.seq > table.seq) return; // an answer that came later than the news after it
    const could = before && this.mayMove;
    this.table = table;
    connection.knows(this.id, table.seq);
    if (before?.seq === table.seq && could === this.mayMove) quiet = true; // received twice: a pick is not disturbed
    document.title = `${table.position.title}: Papamu`;
    if (!before) this.board.turn(this.sitsOpposite());
    if (!quiet) {
      const fresh = before && before.position.ply !== table.position.ply;
      if (fresh || !before || before.seq !== table.seq) this.hints.clear();
      if (this.looking && fresh && table.position.ply > before.position.ply) this.looking = null;
      this.draw(animate);
      if (fresh) this.announce(before);
    } else this.drawStatus();
  }

  /** The board is turned for a player who plays down the board. */
  sitsOpposite() {
    const { seats, position } = this.table;
    return position.opposite && seats[0].kind !== "person" && seats[1]?.kind === "person";
  }

  get view() {
    return this.looking?.view ?? this.table.position;
  }

  /** May somebody here move now? */
  get mayMove() {
    const { table } = this;
    return !this.looking && !this.busy && table.can.move && !table.over && !table.thinking;
  }

  draw(animate = true) {
    const { table, view, parts } = this;
    this.board.show(view, { animate });
    const active = this.mayMove;
    if (this.tray) this.tray.reset(view, active);
    this.input.reset(view, active && !this.tray);
    this.board.element.classList.toggle("active", active);
    Object.assign(this.board.element.dataset, { ply: view.ply, may: active, over: table.over }); // for tests and style sheets
    this.board.element.setAttribute("aria-label", `${view.title} board, ${view.status}. Arrows move the cursor, Enter picks and places, Escape lets go.`);
    this.textBoard.textContent = view.text;
    put(parts.seats, seatList(table, view));
    put(parts.moves, movesList(table, view.ply, (ply) => this.lookAt(ply)));
    put(parts.steps, stepper(view.ply, table.line.length, (ply) => this.lookAt(ply)));
    put(parts.actions, actions(this));
    put(parts.extra, ending(this));
    this.drawStatus();
  }

  drawStatus() {
    const { table, view, parts } = this;
    const { words, small, kind, controls } = this.statusWords();
    parts.status.className = `status ${kind}`;
    put(parts.status, h("div", { class: "words" }, words, small ? h("small", {}, small) : null), controls);
    const seats = parts.seats.firstElementChild;
    if (seats) put(parts.seats, seatList(table, view));
  }

  statusWords() {
    const { table, view } = this;
    const stop = this.input.picker.stop;
    if (this.looking)
      return {
        words: view.ply ? `Move ${view.ply}: ${view.last.text}` : "Start position",
        small: "This is an earlier position.",
        kind: "",
        controls: [h("button", { onclick: () => this.playFrom(view.ply) }, "Play from here"), h("button", { onclick: () => this.lookAt(table.line.length) }, "Back to the game")],
      };
    if (table.over) return { words: headline(table), small: table.result?.text ?? view.status, kind: "ended", controls: [] };
    const seat = table.seats[view.player];
    const who = view.players[view.player];
    if (stop) return { words: "Stop here, or keep jumping?", kind: "yours", controls: [h("button", { class: "primary", onclick: () => this.input.stopHere() }, "Stop here")] };
    if (table.thinking) {
      const waits = Date.now() / 1000 - table.thinking.since;
      const slow = waits > 1.5;
      const warming = table.thinking.warming && slow;
      return {
        words: h("span", {}, `${who}: ${seat.name || seat.spec} is thinking`, h("span", { class: "dots", "aria-hidden": "true" })),
        small: warming ? "Getting ready: the first time takes a while." : slow ? `${Math.round(waits)} s` : "",
        kind: "",
        controls: slow ? [h("button", { onclick: () => this.act("stop-thinking") }, "Stop")] : [],
      };
    }
    if (table.stalled) return { words: `${who}: you may move`, small: table.stalled.why ?? "The agent did not return a move.", kind: "yours", controls: [h("button", { onclick: () => this.act("think") }, "Let it think")] };
    if (seat.kind === "agent") return { words: `${who} to move`, small: table.paused ? "Paused" : "", kind: "", controls: [] };
    const people = table.seats.filter(({ kind }) => kind === "person").length;
    const words = people === 1 ? `Your move` : `${who} to move`;
    const small = this.advice(people === 1 ? who : null);
    const passes = view.legal.filter((move) => move.path && !move.path.length);
    return { words, small, kind: "yours", controls: passes.map((move) => h("button", { class: "primary", onclick: () => this.play([move.n]) }, move.text === "pass" ? "Pass" : move.text)) };
  }

  /** One line that says what to do now: the rules where they are needed. */
  advice(who) {
    const { view } = this;
    const colour = who ? `You are ${who}. ` : "";
    const { picker } = this.input;
    if (view.legal.length && view.legal.every((move) => move.path?.length === 0)) return `${colour}You have no move here, so you pass.`;
    if (this.tray) return `${colour}${this.tray.advice()}`;
    if (picker.picked.length) return "Now click where it goes.";
    return `${colour}${view.advice}`;
  }

  showStop() {
    if (this.table && !this.looking) this.drawStatus();
  }

  tick() {
    if (this.table.thinking) this.drawStatus();
  }

  /** What happened, for a screen reader. */
  announce(before) {
    const { table } = this;
    const { last } = table.position;
    if (table.position.ply < before.position.ply) return say(`Taken back. ${table.position.status}`);
    if (!last) return undefined;
    const event = last.event ? ` A piece was teleported: ${last.event}.` : "";
    const skipped = (table.position.stuck ?? []).filter((seat) => !(before.position.stuck ?? []).includes(seat)).map((seat) => ` ${table.position.players[seat]} cannot place any more.`);
    return say(`${table.position.players[last.player]} ${last.text}.${event}${skipped.join("")} ${table.over ? headline(table) : table.position.status}`);
  }

  preview(held) {
    this.board.ghost(held);
  }

  // -- what is done ---------------------------------------------------------------------------

  /** Moves one after another: the hops of one piece. A jump that can only go on one way is made to its end. */
  async play(plays) {
    if (this.busy) return;
    this.setBusy(true);
    this.hints.clear();
    try {
      for (let rest = [...plays]; rest.length; ) {
        if (!(await this.act("move", { n: rest.shift() }))) break;
        if (!rest.length) rest = this.forced();
        if (rest.length && !calm()) await new Promise((go) => setTimeout(go, 260));
      }
    } finally {
      this.setBusy(false);
      this.draw(false);
    }
  }

  /** Moves are on their way to the server: until it has answered no other is taken. */
  setBusy(busy) {
    this.busy = busy;
    this.board.element.setAttribute("aria-busy", busy);
  }

  forced() {
    const { position, over } = this.table;
    if (over || !position.hops || position.last?.player !== position.player) return [];
    const [only, ...others] = position.legal;
    return others.length || only.path[0] !== position.last.path.at(-1) ? [] : [only.n];
  }

  /** Do something at the table; false if it was refused, and then it says why. */
  async act(what, more = {}, again = true) {
    const { ply } = this.table.position;
    try {
      this.update(await post(`/api/tables/${this.id}/${what}`, { seq: this.table.seq, ...more }));
      return true;
    } catch (error) {
      if (error.status === 409 && error.body?.table) {
        this.update(error.body.table);
        // Nothing was played meanwhile (an agent only said something): it is still meant.
        if (again && what !== "swap" && this.table.position.ply === ply) return this.act(what, more, false);
        toast("The table has changed in the meantime; please look again.");
      } else toast(error.message, true);
      return false;
    }
  }

  async lookAt(ply) {
    const { table } = this;
    const at = Math.max(0, Math.min(table.line.length, ply));
    this.aim = at; // whoever steps fast is ahead of the answers
    try {
      const view = at === table.line.length ? null : await get(`/api/tables/${this.id}/at/${at}`);
      if (this.aim !== at) return undefined;
      this.looking = view && { view };
    } catch (error) {
      return toast(error.message, true);
    } finally {
      if (this.aim === at) this.aim = null;
    }
    this.hints.clear();
    this.draw();
    return say(this.view.last ? `Move ${at}: ${this.view.last.text}` : "Start position");
  }

  async playFrom(ply) {
    try {
      const { seats } = this.table;
      const table = await post("/api/tables", { from: { table: this.id, ply }, seats: seats.map(asForm), key: ownKey() });
      location.hash = `#/table/${table.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  }

  /** The same game again; with `swapped` seats. */
  async again(swapped = false) {
    const { table } = this;
    const seats = table.seats.map(asForm);
    try {
      const fresh = await post("/api/tables", { game: table.game, seats: swapped ? [seats.at(-1), ...seats.slice(0, -1)] : seats, key: ownKey(), pace_ms: table.pace_ms });
      location.hash = `#/table/${fresh.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  }

  async review() {
    try {
      const made = await post("/api/reviews", { table: this.id });
      location.hash = `#/review/${made.id ?? made}`;
    } catch (error) {
      toast(error.message, true);
    }
  }

  hint() {
    const { view } = this;
    if (view.over) return;
    this.hints.ask({ table: this.id, ply: view.ply }, view);
  }

  share() {
    const { view } = this;
    const link = `${location.origin}/#/position?${new URLSearchParams({ game: view.game, position: view.position })}`;
    copy(link, "Link");
  }

  copyText() {
    copy(this.view.text, "Text board");
  }

  save() {
    saveRecord(this.id).catch((error) => toast(error.message, true));
  }

  turn() {
    this.board.turn(!this.board.turned);
    this.draw(false);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const { table } = this;
    if (this.tray?.key(event)) return event.preventDefault();
    const at = this.aim ?? this.view.ply;
    const does = {
      h: () => this.hint(),
      u: () => table.can.undo && this.act("undo"),
      "[": () => this.lookAt(at - 1),
      "]": () => this.lookAt(at + 1),
    }[event.key.toLowerCase()];
    if (does) {
      event.preventDefault();
      does();
    }
    return undefined;
  }
}

const asForm = (seat) => (seat.kind === "person" ? { kind: "person", name: seat.name } : { kind: "agent", spec: seat.spec, name: seat.name, ...(seat.budget_ms ? { budget_ms: seat.budget_ms } : {}) });

/** "You won!", or who did. */
export function headline(table) {
  const { seats, position, result } = table;
  const winners = result?.winners ?? position.winner ?? [];
  const persons = seats.flatMap((seat, at) => (seat.kind === "person" || seat.resigned ? [at] : []));
  if (seats.length === 1) return position.status;
  if (!winners.length || winners.length === seats.length) return "A draw";
  if (persons.length === 1) return winners.includes(persons[0]) ? (winners.length > 1 ? "You share first place" : "You won!") : `${winners.map((at) => position.players[at]).join(" and ")} won`;
  return `${winners.map((at) => position.players[at]).join(" and ")} won`;
}

