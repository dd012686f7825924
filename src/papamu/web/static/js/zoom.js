// Large boards on small screens: closer by buttons, wheel, pinch or keys, and moved about by dragging.
// Where the cells are wide enough already nothing of this is there.

import { h, icon } from "./dom.js";

const LEAST = 26; // pixels of a cell that a finger still meets: below, a board can be enlarged
const MOST = 64; // pixels of a cell at the closest
const STEP = 1.5;
const SLOP = 9; // pixels that a pointer may move and still be a click

export class Zoom {
  constructor(board) {
    this.board = board;
    this.scale = 1;
    this.middle = [0, 0]; // what the window shows in its middle, in units of the picture
    this.pointers = new Map(); // those that are down: id -> [x, y] on the screen
    const tool = (name, text, does) => h("button", { type: "button", "aria-label": text, title: text, "data-do": name, onclick: does }, icon(name));
    this.closer = tool("closer", "Closer (+)", () => this.to(this.scale * STEP));
    this.farther = tool("farther", "Farther (-)", () => this.to(this.scale / STEP));
    this.element = h("div", { class: "zoom", role: "group", "aria-label": "Size of the board", hidden: true } /* beside the board: on it, it would hide cells */, this.closer, this.farther);
    const { element } = board;
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(kind, (event) => this.pointers.delete(event.pointerId));
    element.addEventListener("keydown", (event) => this.key(event));
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(board.svg);
  }

  leave() {
    this.watch.disconnect();
  }

  /** Another board: seen whole. */
  reset({ width, height, margin }) {
    this.whole = { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
    this.to(1);
    this.measure();
  }

  /** How wide a cell is on the screen when the board is seen whole. */
  get cell() {
    return (100 * this.board.svg.clientWidth) / (this.whole?.width ?? Infinity);
  }

  measure() {
    const { cell } = this;
    if (!cell) return;
    this.able = cell < LEAST;
    this.element.hidden = !this.able;
    this.board.element.classList.toggle("zoomable", this.able);
    this.to(this.able ? this.scale : 1);
  }

  /** Show the board so much larger, with the point `at` (in units) where it is on the screen. */
  to(scale, at = null) {
    const { whole } = this;
    const before = this.scale;
    this.scale = Math.max(1, Math.min(this.able ? MOST / this.cell : 1, scale));
    if (at) this.middle = this.middle.map((one, axis) => at[axis] + ((one - at[axis]) * before) / this.scale);
    const [width, height] = [whole.width / this.scale, whole.height / this.scale];
    const keep = (one, start, size, part) => Math.max(start + part / 2, Math.min(start + size - part / 2, one));
    this.middle = [keep(this.middle[0], whole.x, whole.width, width), keep(this.middle[1], whole.y, whole.height, height)];
    this.window = { x: this.middle[0] - width / 2, y: this.middle[1] - height / 2, width, height };
    this.board.svg.setAttribute("viewBox", Object.values(this.window).join(" "));
    this.board.element.classList.toggle("zoomed", this.scale > 1);
    this.farther.disabled = this.scale <= 1;
    this.closer.disabled = this.scale * this.cell >= MOST - 0.01;
  }

  /** Move the window until a point is well inside. */
  reveal([x, y]) {
    if (this.scale <= 1) return;
    const { window } = this;
    const edge = 75;
    const shift = (one, start, size) => Math.min(0, one - edge - start) + Math.max(0, one + edge - start - size);
    this.middle = [this.middle[0] + shift(x, window.x, window.width), this.middle[1] + shift(y, window.y, window.height)];
    this.to(this.scale);
  }

  wheel(event) {
    const scale = this.scale * Math.exp(-event.deltaY / 300);
    if (!this.able || (scale < 1 && this.scale <= 1)) return; // the page scrolls
    event.preventDefault();
    this.to(scale, this.board.unitsUnder(event));
  }

  down(event) {
    if (!this.able) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.panning = false;
    this.from = [event.clientX, event.clientY];
  }

  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !event.buttons) return;
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 2) {
      this.pointers.set(event.pointerId, now);
      this.pinch(event.pointerId, before, now);
    } else if (this.scale > 1 && !this.board.lifted && !this.board.element.classList.contains("holding")) {
      this.panning ||= Math.hypot(now[0] - this.from[0], now[1] - this.from[1]) > SLOP;
      if (!this.panning) return;
      this.pointers.set(event.pointerId, now);
      this.pan(now[0] - before[0], now[1] - before[1]);
    }
  }

  pan(right, down) {
    const units = this.window.width / this.board.svg.clientWidth;
    this.middle = [this.middle[0] - right * units, this.middle[1] - down * units];
    this.to(this.scale);
  }

  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([one]) => one !== id);
    const [old, fresh] = [before, now].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
    const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
    this.to((this.scale * fresh) / Math.max(1, old), this.board.unitsUnder(middle));
    this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  key(event) {
    const step = { "+": STEP, "=": STEP, "-": 1 / STEP }[event.key];
    if (!step || !this.able || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { cursor } = this.board;
    this.to(this.scale * step, cursor === null ? null : this.board.at(cursor));
    if (cursor !== null) this.reveal(this.board.at(cursor));
  }
}
