// The states of a table one after another: one's own move is seen first, then each reply in its turn.
// What the server sends may come at once, or with states left out; what is shown keeps the order and the time to look.

import { calm } from "./dom.js";

const SEEN = 400; // milliseconds that a move is seen before the next one begins
const AFTER_HOP = 40; // and between two hops of one piece
const MOST = 12; // moves that may wait; who is further behind sees the newest at once

export class Playback {
  /** `show(table, animate)` draws a state and returns how long its animation takes; `load(ply)` a position left out. */
  constructor({ show, load }) {
    this.show = show;
    this.load = load;
    this.shown = null; // what is on the board
    this.newest = null; // what the server said last
    this.waiting = []; // states that are still to be shown: {table, view: a promise of its position, if it was left out}
    this.round = 0;
    this.running = false;
    this.since = 0; // when the shown move began
    this.took = 0; // and how long its animation takes
  }

  /** Is everything shown that has happened? */
  get idle() {
    return !this.waiting.length;
  }

  /** A state from the server, in whatever order. */
  push(table) {
    if (this.newest && this.newest.seq > table.seq) return; // an answer that came later than the news after it
    this.newest = table;
    if (this.shown?.pending && table.line.length < this.shown.line.length && startsWith(this.shown.line, table.line)) return; // from before that move
    const last = this.waiting.at(-1)?.table ?? this.shown;
    if (!last || calm() || document.hidden || !startsWith(table.line, last.line)) this.flush();
    else if (table.line.length > last.line.length) this.append(last, table);
    else if (this.waiting.length) this.waiting.at(-1).table = table;
    else this.present(table);
  }

  /** One's own move, before the server has answered. */
  predict(table, animate) {
    this.present(table, animate);
  }

  /** The server did not take the predicted move. */
  settle() {
    if (this.shown.pending && this.idle) this.flush();
  }

  /** Show the newest state now. */
  flush() {
    this.leave();
    this.present(this.newest, true);
  }

  leave() {
    this.round++;
    this.running = false;
    this.waiting = [];
  }

  append(last, table) {
    const first = last.line.length + 1;
    if (this.waiting.length + table.line.length - first > MOST) return this.flush();
    for (let ply = first; ply < table.line.length; ply++) this.waiting.push({ table: before(table, ply), view: this.load(ply).catch(() => null) });
    this.waiting.push({ table });
    // Agents among themselves have a pace of their own: who cannot keep up with it leaves moves out.
    if (isWatched(table) && this.waiting.length > 2) this.waiting = this.waiting.slice(-1);
    return this.run();
  }

  async run() {
    if (this.running) return;
    this.running = true;
    const { round } = this;
    while (this.waiting.length) {
      const [next] = this.waiting;
      const wait = this.since + this.pause(next.table) - performance.now();
      if (wait > 0) await new Promise((go) => setTimeout(go, wait));
      const view = await next.view;
      if (round !== this.round) return;
      if (this.waiting[0] !== next) continue; // left out meanwhile
      this.waiting.shift();
      if (view !== null) this.present(view ? { ...next.table, position: view } : next.table, true);
    }
    this.running = false;
  }

  /** How long the shown move has the board for itself. */
  pause(next) {
    const { position, line } = this.shown;
    if (isWatched(next)) return this.took;
    if (position.hops && line.length && next.line[line.length]?.player === line.at(-1).player) return this.took + AFTER_HOP;
    return Math.max(this.took, SEEN) * (this.waiting.length > 4 ? 0.5 : 1);
  }

  present(table, animate = false) {
    const same = this.shown && this.shown.line.length === table.line.length;
    this.shown = table;
    const took = this.show(table, animate);
    if (same) return; // it is on the board already, and was seen from then on
    this.since = performance.now();
    this.took = took;
  }
}

const startsWith = (line, start) => start.every((move, at) => move.text === line[at]?.text);

/** Do only agents play? */
const isWatched = ({ seats }) => !seats.some(({ kind }) => kind === "person");

/** The table as it was after so many moves, without its position. */
const before = (table, ply) => ({ ...table, line: table.line.slice(0, ply), over: false, result: null, says: [], thinking: null, stalled: null, can: {} });
