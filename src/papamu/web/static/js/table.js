// A table: the board, who sits there, what was played, and everything that can be done.

import { connection, get, post } from "./api.js";
import { agentsFor, gameNamed } from "./catalogue.js";
import { Board } from "./board.js";
import { Tray } from "./tray.js";
import { copy, h, memory, ownKey, put, say, toast } from "./dom.js";
import { ending, headline, personsOf } from "./ending.js";
import { Hints } from "./hints.js";
import { Input } from "./input.js";
import { seatName } from "./names.js";
import { actions, details, movesList, seatList, stepper } from "./panels.js";
import { Playback } from "./playback.js";
import { predicted } from "./prediction.js";
import { saveRecord } from "./records.js";
import { keysCard, knownRules } from "./rules.js";
import { statusWords } from "./status_line.js";
import { TurningPoint } from "./turning_point.js";

const PATIENCE = 300; // milliseconds for the server to take a move before the page says that it waits

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
    this.agents = []; // that play this game, once they are known
    this.turning = null; // where the game turned: {search, text, ply}
    this.nameOf = (seat) => seatName(seat, this.agents);
    this.told = { moves: table.line.length, over: table.over }; // what was read aloud
    this.playback = new Playback({ show: (state, animate) => this.show(state, animate), load: (ply) => get(`/api/tables/${this.id}/at/${ply}`) });
    this.board = new Board();
    this.input = new Input(this.board, { onplay: (plays, dragged) => this.play(plays, dragged), onchange: () => this.showStop(), muted: () => Boolean(this.tray?.held) });
    this.tray = table.position.tray ? new Tray(this.board, { onplay: (n) => this.play([n]), onchange: () => this.showStop() }) : null;
    this.hints = new Hints({ onshow: (marks) => this.input.show(marks), onghost: (cells) => this.preview(cells) });
    this.parts = Object.fromEntries(["status", "seats", "moves", "steps", "actions", "extra", "details"].map((part) => [part, h("div")]));
    this.parts.status.className = "status";
    this.textBoard = h("pre", { class: "text-board", tabindex: "0", "aria-label": "Text board" });
    this.typed = h("input", { "aria-label": "Type a move", placeholder: "Type a move", maxlength: 120, spellcheck: "false", autocapitalize: "none", autocomplete: "off" });
    this.layout(main, table);
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.playback.push(table);
    connection.watch(this.id, table.seq, (message) => this.receive(message));
    this.clock = setInterval(() => this.tick(), 1000);
    this.learnNames(table.game);
  }

  /** Levels have titles, which come a moment later than the table. */
  async learnNames(game) {
    this.agents = await agentsFor(game).catch(() => []);
    this.drawSide();
    this.drawStatus();
  }

  leave() {
    connection.unwatch(this.id);
    this.playback.leave();
    removeEventListener("keydown", this.keys);
    clearInterval(this.clock);
    this.turning?.search.leave();
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
        h("div", { class: "board-side" }, h("div", { class: "board-head" }, parts.status, this.board.zoom.element), this.board.element),
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
          parts.details,
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
    const { newest } = this.playback;
    if (message.kind === "state") this.playback.push(message.state);
    else if (message.kind === "thinking" && message.seq === newest.seq) this.playback.push({ ...newest, thinking: message.thinking, stalled: message.stalled });
  }

  /** Show a state of the table; how long the animation of its last move takes. */
  show(table, animate) {
    const before = this.table;
    this.table = table;
    connection.knows(this.id, table.seq);
    document.title = `${table.position.title}: Papamu`;
    if (!before) this.board.turn(this.sitsOpposite());
    // Received twice: a pick is not disturbed.
    if (before && !before.pending && before.seq === table.seq && before.position.ply === table.position.ply && this.active === this.mayMove) return this.drawStatus();
    if (this.looking && table.position.ply > before.position.ply) this.looking = null;
    if (table.pending) return this.drawPending(animate);
    this.hints.clear();
    const took = this.draw(animate);
    this.announce();
    return took;
  }

  /** One's own move is drawn at once; the rest of the page waits for the answer, which mostly comes in a moment. */
  drawPending(animate) {
    const { table } = this;
    const took = this.drawBoard(animate);
    setTimeout(() => this.table === table && this.drawStatus(), PATIENCE);
    this.announce();
    return took;
  }

  /** The board is turned for a player who plays down the board. */
  sitsOpposite() {
    const { seats, position } = this.table;
    return position.opposite && seats[0].kind !== "person" && seats[1]?.kind === "person";
  }

  /** Whose pieces are in the tray: those of the person to move, or of the next person; nobody's after the end. */
  get hand() {
    const { seats, over, position } = this.table;
    const order = seats.map((_, at) => (position.player + at) % seats.length);
    return over ? null : (order.find((seat) => seats[seat].kind === "person") ?? null);
  }

  get view() {
    return this.looking?.view ?? this.table.position;
  }

  /** May somebody here move now? */
  get mayMove() {
    const { table } = this;
    return Boolean(!this.looking && !this.busy && this.playback.idle && table.can.move && !table.over && !table.thinking);
  }

  drawBoard(animate) {
    const { table, view } = this;
    const took = this.board.show(view, { animate });
    this.active = this.mayMove;
    if (this.tray) this.tray.reset(view, this.active, this.hand);
    this.input.reset(view, this.active && !this.tray);
    this.board.element.classList.toggle("active", this.active);
    Object.assign(this.board.element.dataset, { ply: view.ply, may: this.active, over: table.over }); // for tests and style sheets
    return took;
  }

  draw(animate = true) {
    const { table, view, parts } = this;
    const took = this.drawBoard(animate);
    this.board.element.setAttribute("aria-label", `${view.title} board, ${view.status}. Arrows move the cursor, Enter picks and places, Escape lets go.`);
    this.textBoard.textContent = view.text;
    put(parts.moves, movesList(table, view.ply, (ply) => this.lookAt(ply)));
    put(parts.steps, stepper(view.ply, table.line.length, (ply) => this.lookAt(ply)));
    put(parts.actions, actions(this));
    this.drawSide();
    this.drawStatus();
    return took;
  }

  /** What depends on the names of the players. */
  drawSide() {
    const { table, view, parts } = this;
    put(parts.seats, seatList(table, view, this.nameOf));
    put(parts.extra, ending(this));
    const open = parts.details.firstElementChild?.open;
    put(parts.details, details(table, this.nameOf, open));
  }

  /** A game of one person has just ended: find out where it turned. Taken back, there is nothing to find. */
  findTurning() {
    const { table } = this;
    this.turning?.search.leave();
    this.turning = null;
    const people = personsOf(table);
    if (!table.over || people.length !== 1 || table.seats.length < 2) return;
    const search = new TurningPoint(table, people[0], ({ text, ply }) => {
      this.turning = { search, text, ply };
      this.drawSide();
    });
    this.turning = { search, text: "Looking for the turning point …" };
    this.drawSide();
  }

  drawStatus() {
    const { table, view, parts } = this;
    const { words, small, kind, controls } = statusWords(this);
    parts.status.className = `status ${kind}`;
    put(parts.status, h("div", { class: "words" }, words, small ? h("small", {}, small) : null), controls);
    const seats = parts.seats.firstElementChild;
    if (seats) put(parts.seats, seatList(table, view, this.nameOf));
    return 0;
  }

  showStop() {
    if (this.table && !this.looking && !this.table.pending) this.drawStatus();
  }

  tick() {
    if (this.table.thinking) this.drawStatus();
  }

  /** What happened since it was last read aloud: each move a sentence of its own. */
  announce() {
    const { table, told } = this;
    const { position, line, over } = table;
    this.told = { moves: line.length, over, stuck: position.stuck ?? [] };
    if (over !== told.over) this.findTurning();
    if (line.length < told.moves) return say(`Taken back. ${position.status}`);
    line.slice(told.moves).forEach((move, at, { length }) => {
      const event = move.event && move.event !== "none" ? ` A piece was teleported: ${move.event}.` : "";
      const turn = at + 1 === length && !table.pending && !over ? ` ${position.status}` : "";
      say(`${position.players[move.player]} ${move.text}.${event}${turn}`);
    });
    for (const seat of this.told.stuck) if (!(told.stuck ?? []).includes(seat) && !over) say(`${position.players[seat]} cannot place any more.`);
    if (over && !told.over) say(headline(table));
    return undefined;
  }

  preview(held) {
    this.board.ghost(held);
  }

  // -- what is done ---------------------------------------------------------------------------

  /** Moves one after another: the hops of one piece. A jump that can only go on one way is made to its end. */
  async play(plays, dragged = false) {
    if (this.busy) return;
    this.setBusy(true);
    this.hints.clear();
    const move = this.table.position.legal.find(({ n }) => n === plays[0]);
    if (move) this.playback.predict(predicted(this.table, move), !dragged); // a carried stone is there already
    try {
      for (let rest = [...plays]; rest.length; ) {
        const answer = await this.act("move", { n: rest.shift() });
        if (!answer) break;
        if (!rest.length) rest = forced(answer);
      }
    } finally {
      this.setBusy(false);
      this.playback.settle();
      this.draw(false);
    }
  }

  /** Moves are on their way to the server: until it has answered no other is taken. */
  setBusy(busy) {
    this.busy = busy;
    this.board.element.setAttribute("aria-busy", busy);
  }

  /** Do something at the table; its state right after it, or null if it was refused, and then it says why. */
  async act(what, more = {}, again = true) {
    const { newest } = this.playback;
    try {
      const answer = await post(`/api/tables/${this.id}/${what}`, { seq: newest.seq, ...more });
      this.playback.push(answer);
      return answer;
    } catch (error) {
      if (error.status === 409 && error.body?.table) {
        this.playback.push(error.body.table);
        // Nothing was played meanwhile (an agent only said something): it is still meant.
        if (again && what !== "swap" && error.body.table.line.length === newest.line.length) return this.act(what, more, false);
        toast("The table has changed in the meantime; please look again.");
      } else toast(error.message, true);
      return null;
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

  /** The same game again: with everybody a seat further, or with other players. */
  async again({ swapped = false, seats = this.table.seats } = {}) {
    const { game, pace_ms } = this.table;
    const forms = seats.map(asForm);
    try {
      const fresh = await post("/api/tables", { game, seats: swapped ? [forms.at(-1), ...forms.slice(0, -1)] : forms, key: ownKey(), pace_ms });
      location.hash = `#/table/${fresh.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  }

  async review() {
    try {
      const made = this.turning?.search.review ?? (await post("/api/reviews", { table: this.id }));
      this.turning?.search.leave(true);
      location.hash = `#/review/${made.id}`;
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

/**
 * The hop that must follow the one just made, if there is only one. `answer` is the table right after that move: the
 * page itself may be further on by now, in the middle of the opponent's hops.
 */
function forced({ position, over, seats }) {
  const { last, player, hops, legal } = position;
  if (over || !hops || last?.player !== player || seats[player].kind !== "person") return [];
  const [only, ...others] = legal;
  return others.length || only.path[0] !== last.path.at(-1) ? [] : [only.n];
}

/** A seat for a new game; whoever gave up sits there again. */
const asForm = (seat) => (seat.kind === "person" || seat.resigned ? { kind: "person", name: seat.resigned ? memory.get("name", "You") : seat.name } : { kind: "agent", spec: seat.spec, name: seat.name, ...(seat.budget_ms ? { budget_ms: seat.budget_ms } : {}) });
