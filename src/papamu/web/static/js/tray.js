// Pieces laid by hand (Blokus): those of the player to move in a tray, one of them held over the board.
// The ghost says whether it fits, and if not, which rule it breaks.

import { button, h, put, s, say } from "./dom.js";
import { tile } from "./drawing.js";

const SLOP = 7; // pixels that a finger may move and still be a tap
const ABOVE = 2; // rows: a finger would hide the piece, so it floats above
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Tray {
  constructor(board, { onplay, onchange = () => {} }) {
    this.board = board;
    this.onplay = onplay;
    this.onchange = onchange;
    this.held = null; // {piece, shape: [[row, col]…], at: [row, col] of the middle}
    this.active = false;
    this.pieces = h("div", { class: "tray-pieces", role: "group", "aria-label": "Pieces" });
    this.fit = h("p", { class: "fit", "aria-hidden": "true" });
    this.controls = h(
      "div",
      { class: "tray-tools" },
      button("turn", "Turn", () => this.rotate(), { title: "Turn (R)", "data-do": "rotate" }),
      button("flip", "Flip", () => this.mirror(), { title: "Flip (F)", "data-do": "mirror" }),
      (this.placing = button("fresh", "Place", () => this.place(), { class: "primary", title: "Place (Enter)", "data-do": "place" })),
      button("close", "Put back", () => this.drop(), { title: "Put back (Escape)", "data-do": "drop" }),
    );
    this.element = h("div", { class: "tray card" }, this.fit, this.controls, this.pieces);
    const { element } = board;
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointerup", (event) => this.released(event));
    // Else a swift movement of the piece is a swipe for the browser, which then swallows the tap on "Place" after it.
    element.addEventListener("touchstart", (event) => this.held && event.touches.length === 1 && event.preventDefault(), { passive: false });
    element.addEventListener("keydown", (event) => this.boardKey(event));
    this.press = null; // a pointer that is down on a piece of the tray: {id, piece, x, y, dragged}
    this.float = h("div", { class: "floating", "aria-hidden": "true", hidden: true });
    this.element.append(this.float);
    this.pieces.addEventListener("pointerdown", (event) => this.grasped(event));
  }

  /** A new position; `owner`: whose pieces are shown, the player to move if `active`. */
  reset(view, active, owner) {
    this.owner = active ? view.player : owner;
    const mine = this.view?.game === view.game && this.view.player === view.player && this.view.ply === view.ply;
    this.view = view;
    this.active = active;
    this.legal = new Map(view.legal.map((move) => [`${move.piece} ${move.turn} ${move.at}`, move]));
    this.usable = new Set(active ? view.legal.map((move) => move.piece) : view.tray[this.owner]);
    if (!mine || !active) this.held = null;
    this.draw();
  }

  advice() {
    if (!this.held) return "Take one of your pieces.";
    return "Move it over the board; turn and flip it until it fits.";
  }

  // -- drawing --------------------------------------------------------------------------------

  draw() {
    const { view, held, active, owner } = this;
    const left = new Set(view.tray[owner] ?? []);
    const all = owner === null ? [] : Object.keys(view.pieces).reverse(); // the large ones first
    this.element.hidden = owner === null;
    this.element.classList.toggle("waits", !active);
    const state = JSON.stringify([owner, [...left], [...this.usable], active]);
    // Who has laid a piece finds the others where they were.
    if (state !== this.drawn) put(this.pieces, all.map((piece) => (left.has(piece) ? this.choice(piece) : h("span", { class: "laid" }))));
    this.drawn = state; // the buttons stay while one of them is dragged
    for (const one of this.pieces.querySelectorAll("button")) one.setAttribute("aria-pressed", held?.piece === one.dataset.piece ? "true" : "false");
    this.board.element.classList.toggle("holding", Boolean(held));
    if (held) this.board.point(null);
    for (const one of this.controls.children) one.disabled = !held;
    this.show();
  }

  choice(piece) {
    const { view, owner, active } = this;
    const able = this.usable.has(piece);
    return h(
      "button",
      { class: able ? "" : "stuck", "aria-label": `Piece ${piece}, ${view.pieces[piece].turns[0].length} squares${able ? "" : ", fits nowhere"}`, title: piece, "data-piece": piece, disabled: !active, onclick: (event) => this.take(piece, event.detail === 0) },
      picture(view, view.pieces[piece].turns[0], owner),
    );
  }

  show() {
    const { held } = this;
    if (!held) {
      this.board.ghost(null);
      this.fit.className = "fit";
      this.fit.textContent = this.active ? "Take a piece" : "";
      return;
    }
    const why = this.misfit();
    held.fits = why === null;
    this.board.ghost({ owner: this.view.player, squares: this.squares(), fits: held.fits });
    this.fit.className = `fit ${held.fits ? "yes" : "no"}`;
    this.fit.textContent = held.fits ? "It fits here" : why;
    this.placing.disabled = !held.fits;
  }

  // -- the held piece -------------------------------------------------------------------------

  /** `byKey`: taken by keyboard, so that the arrows shall move it at once. */
  take(piece, byKey = false) {
    if (!this.active) return;
    if (this.held?.piece === piece) return this.drop();
    const [rows, cols] = [this.view.rows, this.view.cols];
    const spot = this.held?.at ?? this.goodSpot(piece) ?? [Math.floor(rows / 2), Math.floor(cols / 2)];
    const turn = this.view.legal.find((move) => move.piece === piece)?.turn ?? 0;
    this.held = { piece, shape: this.view.pieces[piece].turns[turn], at: spot, byKey };
    this.draw();
    if (byKey) this.board.element.focus({ preventScroll: true });
    this.onchange();
    this.tell();
    return undefined;
  }

  /** Where this piece would fit, to begin with. */
  goodSpot(piece) {
    const move = this.view.legal.find((one) => one.piece === piece);
    if (!move) return null;
    const [down, right] = middle(this.view.pieces[piece].turns[move.turn]);
    return [Math.floor(move.at / this.view.cols) + down, (move.at % this.view.cols) + right];
  }

  drop() {
    if (!this.held) return;
    const { piece, byKey } = this.held;
    this.held = null;
    this.draw();
    if (byKey) this.pieces.querySelector(`[data-piece="${piece}"]`)?.focus({ preventScroll: true });
    this.onchange();
    say("put back");
  }

  rotate() {
    this.reshape((row, col) => [col, -row]);
  }

  mirror() {
    this.reshape((row, col) => [row, -col]);
  }

  reshape(change) {
    if (!this.held) return;
    this.held.shape = settle(this.held.shape.map(([row, col]) => change(row, col)));
    this.show();
    this.tell();
  }

  /** The cells under the held piece; they may lie outside. */
  squares() {
    const { shape, at } = this.held;
    const [down, right] = middle(shape);
    return shape.map(([row, col]) => [at[0] - down + row, at[1] - right + col]);
  }

  /** The legal move that this is, or null. */
  move() {
    const { rows, cols } = this.view;
    const squares = this.squares();
    if (squares.some(([row, col]) => row < 0 || col < 0 || row >= rows || col >= cols)) return null;
    const key = JSON.stringify(this.held.shape);
    const turn = this.view.pieces[this.held.piece].turns.findIndex((shape) => JSON.stringify(shape) === key);
    const [top, left] = [Math.min(...squares.map(([row]) => row)), Math.min(...squares.map(([, col]) => col))];
    return this.legal.get(`${this.held.piece} ${turn} ${top * cols + left}`) ?? null;
  }

  /** Which rule it breaks here, or null if none. */
  misfit() {
    const { rows, cols, cells, player, starts, players } = this.view;
    const own = player + 1;
    const squares = this.squares();
    const at = (row, col) => (row < 0 || col < 0 || row >= rows || col >= cols ? null : cells[row * cols + col]);
    if (squares.some(([row, col]) => at(row, col) === null)) return "Part of it is outside the board";
    if (squares.some(([row, col]) => at(row, col) > 0)) return "It lies on another piece";
    if (squares.some(([row, col]) => [[0, 1], [1, 0], [0, -1], [-1, 0]].some(([a, b]) => at(row + a, col + b) === own))) return "It touches one of your own pieces along an edge";
    const first = !cells.includes(own);
    if (first && !squares.some(([row, col]) => row * cols + col === starts[player])) return `Your first piece must cover ${players[player]}'s dot (${this.view.names[starts[player]]})`;
    if (!first && !squares.some(([row, col]) => [[1, 1], [1, -1], [-1, 1], [-1, -1]].some(([a, b]) => at(row + a, col + b) === own))) return "It must touch one of your pieces at a corner";
    return this.move() ? null : "It does not fit here";
  }

  place() {
    if (!this.held) return;
    const move = this.move();
    if (!move) return say(this.misfit());
    this.held = null;
    this.board.ghost(null);
    this.onplay(move.n);
  }

  tell() {
    const name = this.view.names[Math.min(this.view.rows - 1, Math.max(0, this.held.at[0])) * this.view.cols + Math.min(this.view.cols - 1, Math.max(0, this.held.at[1]))];
    const spans = [0, 1].map((axis) => 1 + Math.max(...this.held.shape.map((square) => square[axis])));
    say(`${this.held.piece}, ${spans[0]} high ${spans[1]} wide, at ${name}. ${this.misfit() ?? "It fits"}`);
  }

  // -- pointer and keys -----------------------------------------------------------------------

  /** The held piece goes where the pointer is; false if that is outside the board. */
  follow(event) {
    const at = this.board.squareUnder(event, event.pointerType === "touch" ? ABOVE : 0);
    const { rows, cols } = this.view;
    const inside = at[0] >= 0 && at[1] >= 0 && at[0] < rows && at[1] < cols;
    if (!inside && this.board.cellUnder(event) === null) return false;
    const same = this.held.at[0] === at[0] && this.held.at[1] === at[1];
    this.held.at = at;
    if (!same) this.show();
    return true;
  }

  // A piece is dragged from the tray: over the board it lies on its cells, on the way there it floats.

  grasped(event) {
    const piece = event.target.closest("[data-piece]")?.dataset.piece;
    if (!piece || !this.active || !event.isPrimary || event.button !== 0) return;
    this.press = { id: event.pointerId, piece, x: event.clientX, y: event.clientY, dragged: false, over: new AbortController() };
    const { signal } = this.press.over;
    addEventListener("pointermove", (moved) => this.dragged(moved), { signal });
    addEventListener("pointerup", (lifted) => this.let(lifted), { signal });
    addEventListener("pointercancel", () => this.abandon(), { signal });
  }

  dragged(event) {
    const { press } = this;
    if (press.id !== event.pointerId) return undefined;
    if (!press.dragged) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLOP) return undefined;
      press.dragged = true;
      if (this.held?.piece !== press.piece) this.take(press.piece);
      put(this.float, picture(this.view, this.held.shape, this.owner));
    }
    const over = this.follow(event);
    this.float.hidden = over;
    if (over) return this.show();
    this.board.ghost(null);
    const size = this.board.cellSize() * (0.4 + Math.max(3, ...this.held.shape.flat().map((one) => one + 1)));
    const up = event.pointerType === "touch" ? ABOVE * this.board.cellSize() : 0;
    Object.assign(this.float.style, { width: `${size}px`, left: `${event.clientX - size / 2}px`, top: `${event.clientY - up - size / 2}px` });
    return undefined;
  }

  let(event) {
    const { press } = this;
    if (press.id !== event.pointerId) return;
    press.over.abort();
    if (!press.dragged || !this.held) return;
    this.float.hidden = true;
    if (!this.follow(event)) this.drop();
    else if (this.held.fits) this.place();
    else this.tell(); // it stays there: turned or flipped it may fit
  }

  abandon() {
    this.press.over.abort();
    this.float.hidden = true;
    if (this.press.dragged) this.drop();
  }

  moved(event) {
    if (!this.held || !this.active) return;
    if (event.pointerType === "touch" && !event.buttons) return;
    this.follow(event);
  }

  pressed(event) {
    if (!this.held || !this.active || event.button !== 0) return;
    if (event.pointerType === "touch") this.board.element.setPointerCapture(event.pointerId);
    this.follow(event);
  }

  released(event) {
    if (!this.held || !this.active || event.button !== 0) return;
    if (event.pointerType === "touch") return; // Place is a button of its own there
    this.follow(event);
    if (this.held.fits) this.place();
  }

  boardKey(event) {
    if (!this.held || !this.active) return;
    const step = STEPS[event.key];
    if (step) this.step(...step);
    else if (event.key === "Enter" || event.key === " ") this.place();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  step(down, right) {
    const { rows, cols } = this.view;
    this.held.at = [Math.min(rows - 1, Math.max(0, this.held.at[0] + down)), Math.min(cols - 1, Math.max(0, this.held.at[1] + right))];
    this.show();
    this.tell();
  }

  /** Keys that work everywhere on the page. */
  key(event) {
    if (!this.active) return false;
    const key = event.key.toLowerCase();
    if (!this.held) return false;
    if (key === "r") this.rotate();
    else if (key === "f") this.mirror();
    else if (key === "escape") this.drop();
    else return false;
    return true;
  }
}

/** Moved to the upper left, in reading order, as the server lists them. */
export function settle(squares) {
  const [top, left] = [Math.min(...squares.map(([row]) => row)), Math.min(...squares.map(([, col]) => col))];
  return squares.map(([row, col]) => [row - top, col - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

const middle = (shape) => [0, 1].map((axis) => Math.floor(Math.max(...shape.map((square) => square[axis])) / 2));

function picture(view, shape, owner) {
  const [rows, cols] = [0, 1].map((axis) => 1 + Math.max(...shape.map((square) => square[axis])));
  const size = Math.max(rows, cols, 3) * 100;
  const [down, right] = [(size - rows * 100) / 2, (size - cols * 100) / 2];
  return s(
    "svg",
    { viewBox: `-20 -20 ${size + 40} ${size + 40}`, "aria-hidden": "true" },
    shape.map(([row, col]) => tile(view.look, owner, { transform: `translate(${right + col * 100 + 50} ${down + row * 100 + 50})` })),
  );
}
