// Mouse, touch and keyboard on a board: all three end in `MovePicker`, and a move in `onplay`.

import { say } from "./dom.js";
import { MovePicker } from "./move_picker.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Input {
  /** `onplay(plays)` gets the numbers of the moves to make, one after another. */
  constructor(board, { onplay, onchange = () => {}, muted = () => false }) {
    this.board = board;
    this.onplay = onplay;
    this.onchange = onchange;
    this.muted = muted; // does somebody else have the keys now? (a held Blokus piece)
    this.picker = new MovePicker(null);
    this.enabled = false;
    this.extra = {}; // marks of others: heat, arrows
    this.down = null;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointerup", (event) => this.released(event));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focus", () => this.focused());
    element.addEventListener("blur", () => board.point(null));
  }

  /** A new position; `enabled`: may a person here move now? */
  reset(view, enabled) {
    this.view = view;
    this.enabled = enabled;
    this.picker.reset(enabled ? view : null);
    this.draw();
  }

  draw() {
    const { picker, board } = this;
    const picked = picker.picked;
    const extra = typeof this.extra === "function" ? this.extra(picked) : this.extra;
    const starts = this.enabled && !picked.length && !extra.heat ? picker.starts : [];
    board.mark({
      movable: starts.filter((cell) => this.view.cells[cell] > 0),
      targets: picked.length ? (extra.heat ? [] : picker.targets) : starts.filter((cell) => this.view.cells[cell] === 0),
      picked: picked.length ? picked[0] : null,
      trail: picked,
      stop: picker.stop ? picked.at(-1) : null,
      ...extra,
    });
    this.onchange(picker);
  }

  /** Marks besides those of the picker, for instance a hint's; or a function that gives them for the cells picked. */
  show(extra) {
    this.extra = extra;
    this.draw();
  }

  // -- pointer --------------------------------------------------------------------------------

  pressed(event) {
    if (event.button !== 0 || !this.view) return;
    this.pointed = true; // focus that comes from a click shows no cursor
    this.down = this.board.cellUnder(event);
    // Dragging: a stone is picked when the mouse goes down, and put where it goes up.
    this.dragged = event.pointerType === "mouse" && this.enabled && this.down !== null && !this.picker.picked.length;
    if (this.dragged && this.picker.moves.some((move) => move.path[0] === this.down && move.path.length > 1)) {
      this.act(this.down);
      this.fresh = true;
    } else this.fresh = false;
  }

  released(event) {
    if (!this.view || this.down === null) return;
    const cell = this.board.cellUnder(event);
    const { down, fresh } = this;
    this.down = null;
    this.pointed = false;
    if (cell === null) return;
    if (fresh && cell === down) return; // the click that picked it
    if (cell === down || fresh) this.act(cell);
  }

  // -- keyboard -------------------------------------------------------------------------------

  focused() {
    if (this.pointed || !this.view || this.muted()) return;
    this.board.point(this.board.cursor ?? this.home());
    this.announce();
  }

  home() {
    const { view } = this;
    return this.picker.starts[0] ?? view.last?.path.at(-1) ?? Math.max(0, view.cells.findIndex((code) => code >= 0));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.view || this.muted()) return;
    const step = ARROWS[event.key];
    if (step) this.move(...step);
    else if (event.key === "Enter" || event.key === " ") this.board.cursor === null ? this.focused() : this.act(this.board.cursor);
    else if (event.key === "Escape" && this.picker.picked.length) this.letGo();
    else if (event.key === "Home" && this.picker.starts.length) this.nextStart();
    else return;
    event.preventDefault();
  }

  move(down, right) {
    const { board, view } = this;
    if (board.cursor === null) return this.focused();
    let cell = board.shape.step(board.cursor, down, right);
    // In checkers the light squares are stepped over: upwards in a zigzag, so that one stays in the column.
    if (view.cells[cell] < 0) {
      const side = right || (Math.floor(board.cursor / view.cols) % 2 ? -1 : 1);
      const ways = [side, -side].map((way) => board.shape.step(cell, 0, board.turned && !right ? -way : way));
      cell = ways.find((way) => view.cells[way] >= 0 && way !== board.cursor) ?? board.cursor;
    }
    board.point(cell);
    return this.announce();
  }

  /** To the next piece that may move. */
  nextStart() {
    const starts = [...this.picker.starts].sort((a, b) => a - b);
    this.board.point(starts.find((cell) => cell > (this.board.cursor ?? -1)) ?? starts[0]);
    this.announce();
  }

  letGo() {
    this.picker.clear();
    this.draw();
    say("let go");
  }

  /** Say what is under the cursor. */
  announce() {
    const cell = this.board.cursor;
    if (cell === null) return;
    const { view, picker } = this;
    const words = [view.names[cell] || "no square", view.codes[view.cells[cell]].name];
    if (picker.stop && picker.picked.at(-1) === cell) words.push("Enter stops here");
    else if (picker.targets.includes(cell)) words.push("can go here");
    else if (!picker.picked.length && picker.starts.includes(cell)) words.push(view.cells[cell] > 0 ? "can move" : "can be played");
    say(words.join(", "));
  }

  // -- both -----------------------------------------------------------------------------------

  act(cell) {
    if (!this.enabled) return;
    const done = this.picker.click(cell);
    this.draw();
    if (done.kind === "made") this.onplay(done.plays);
    else if (done.kind === "picked") say(`${this.view.names[cell]} picked, ${this.picker.targets.map((to) => this.view.names[to]).join(", ")}`);
    else if (done.kind === "further") say(`${this.view.names[cell]}: again to stop here, or continue to ${this.picker.targets.map((to) => this.view.names[to]).join(", ")}`);
    else if (done.kind === "cleared") say("let go");
  }

  /** The move that "stop here" makes. */
  stopHere() {
    const { stop } = this.picker;
    if (!stop) return;
    this.picker.clear();
    this.draw();
    this.onplay(stop.plays);
  }
}
