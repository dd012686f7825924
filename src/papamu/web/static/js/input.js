// Mouse, touch and keyboard on a board: all three end in `MovePicker`, and a move in `onplay`.

import { byKeyboard, say } from "./dom.js";
import { MovePicker } from "./move_picker.js";

const SLOP = { mouse: 5, touch: 9 }; // pixels that a pointer may move and still be a click
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Input {
  /** `onplay(plays, dragged)` gets the numbers of the moves to make, one after another; was the stone carried there? */
  constructor(board, { onplay, onchange = () => {}, muted = () => false }) {
    this.board = board;
    this.onplay = onplay;
    this.onchange = onchange;
    this.muted = muted; // does somebody else have the keys now? (a held Blokus piece)
    this.picker = new MovePicker(null);
    this.enabled = false;
    this.extra = {}; // marks of others: heat, arrows
    this.press = null; // a pointer that is down: {id, cell, x, y, fresh: did it pick the stone?, dragged}
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerup", (event) => this.released(event));
    element.addEventListener("pointercancel", () => this.cancel());
    // A finger on a stone that can move drags it, anywhere else it scrolls the page.
    element.addEventListener("touchstart", (event) => event.touches.length === 1 && this.takes(event.touches[0]) && event.preventDefault(), { passive: false });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focus", () => this.focused());
    element.addEventListener("blur", () => board.point(null));
  }

  /** A new position; `enabled`: may a person here move now? */
  reset(view, enabled) {
    if (!enabled || this.view?.ply !== view.ply) this.cancel();
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

  /** Does a finger here mean a stone of one's own? */
  takes(touch) {
    const cell = this.enabled ? this.board.cellUnder(touch) : null;
    return cell !== null && (this.drags(cell) || this.picker.targets.includes(cell));
  }

  drags(cell) {
    return this.picker.moves.some((move) => move.path[0] === cell && move.path.length > 1);
  }

  pressed(event) {
    if (!event.isPrimary) return this.cancel(); // a second finger
    if (event.button !== 0 || !this.view) return undefined;
    this.board.point(null);
    const cell = this.board.cellUnder(event);
    if (cell === null) return undefined;
    const { picker } = this;
    const drags = this.enabled && !picker.targets.includes(cell) && this.drags(cell);
    const fresh = drags && picker.picked[0] !== cell;
    this.press = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, drags, fresh, dragged: false };
    if (drags) this.board.element.setPointerCapture(event.pointerId); // wherever it goes from here
    if (!fresh) return undefined;
    picker.clear();
    return this.act(cell);
  }

  moved(event) {
    const { press, board } = this;
    if (!press || press.id !== event.pointerId) return;
    const slop = SLOP[event.pointerType] ?? SLOP.touch;
    if (!press.dragged && Math.hypot(event.clientX - press.x, event.clientY - press.y) > slop) {
      if (!press.drags) return void (this.press = null); // panning, or a change of mind
      press.dragged = true;
      if (this.picker.picked.length !== 1) this.repick(press.cell);
      board.lift(press.cell);
    }
    if (!press.dragged) return;
    const over = board.cellUnder(event);
    board.carry(board.unitsUnder(event), this.picker.targets.includes(over) ? over : null);
  }

  repick(cell) {
    this.picker.clear();
    this.act(cell);
  }

  released(event) {
    const { press, board } = this;
    if (!press || press.id !== event.pointerId) return;
    this.press = null;
    const cell = board.cellUnder(event);
    if (press.dragged) this.dropped(cell);
    else if (cell === press.cell && !press.fresh) this.act(cell);
  }

  /** A carried stone is let go: on a cell where it may go that is the move, elsewhere it returns. */
  dropped(cell) {
    const { picker, board } = this;
    if (!picker.targets.includes(cell)) {
      board.putDown(true);
      return this.letGo();
    }
    board.putDown(false);
    const done = picker.click(cell);
    const { stop } = picker;
    const plays = done.plays ?? stop?.plays; // dropped where it may stop, it stops
    if (plays) picker.clear();
    this.draw();
    return plays && this.onplay(plays, true);
  }

  /** A gesture that came to nothing. */
  cancel() {
    if (this.press?.dragged) this.board.putDown(true);
    this.press = null;
  }

  // -- keyboard -------------------------------------------------------------------------------

  focused() {
    if (!byKeyboard() || !this.view || this.muted()) return;
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
