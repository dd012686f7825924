// One board as SVG: draws any position of any game, animates what the last move did, and shows marks.
// The picture is always that of the newest position; animations only decorate the way there.

import { calm, h, narrow, put, s } from "./dom.js";
import { CELL, geometry } from "./geometry.js";
import { definitions, ground, newName, outlines, piece, tile, vertexNames } from "./drawing.js";
import { heatMarks, legalMarks, arrow, lastMarks } from "./marks.js";
import { Zoom } from "./zoom.js";

const HOP = 210; // milliseconds of one step or jump

export class Board {
  constructor(label = "Board") {
    this.name = newName();
    this.view = null;
    this.turned = false;
    this.pieces = new Map(); // cell -> {code, node}
    this.layers = Object.fromEntries(
      ["ground", "heat", "under", "pieces", "outlines", "names", "over", "numbers", "ghost", "carried", "cursor"].map((name) => [
        name,
        s("g", { class: `layer-${name}` }),
      ]),
    );
    this.svg = s("svg", { class: "board-svg", "aria-hidden": "true" });
    this.element = h(
      "div",
      { class: "board", role: "application", "aria-roledescription": "board", "aria-label": label, tabindex: "0" },
      this.svg,
    );
    this.cursor = null;
    this.zoom = new Zoom(this);
    this.resized = () => this.view && this.small !== narrow() && this.show(this.view, { animate: false });
    addEventListener("resize", this.resized);
  }

  leave() {
    removeEventListener("resize", this.resized);
    this.zoom.leave();
  }

  /** Look from the other side. */
  turn(turned) {
    if (this.turned === turned) return;
    this.turned = turned;
    if (this.view) this.show(this.view, { animate: false });
  }

  /** Show a position; how long the animation of its last move takes, in milliseconds. */
  show(view, { animate = true } = {}) {
    const before = this.view;
    const key = `${view.game} ${this.turned} ${narrow()}`;
    this.view = view;
    if (key !== this.key) {
      this.key = key;
      this.small = narrow();
      this.build();
      animate = false;
    }
    this.shape.view = view;
    const follows = before && before.game === view.game && view.ply === before.ply + 1 && view.last;
    if (follows && view.last.path.length) this.zoom.reveal(this.at(view.last.path.at(-1)));
    const took = this.place(follows && animate && !calm());
    // What chance did after a move that was drawn before the server answered.
    if (before?.ply === view.ply && view.last?.event && !before.last?.event && !calm()) this.flash(view.last.event_path);
    this.mark();
    return took;
  }

  build() {
    const { view } = this;
    this.shape = geometry(view, { turned: this.turned, small: this.small });
    const { width, height, margin } = this.shape;
    this.zoom.reset(this.shape);
    this.element.style.setProperty("--ratio", (width + 2 * margin) / (height + 2 * margin));
    this.element.style.setProperty("--cells", Math.max(view.cols, 1));
    this.element.classList.toggle("long", width / height > 3 && view.cols > 12);
    for (const layer of Object.values(this.layers)) put(layer);
    this.pieces.clear();
    put(this.layers.ground, ground(this.name, this.shape));
    put(this.svg, definitions(this.name, view.look), Object.values(this.layers));
  }

  // -- pieces ---------------------------------------------------------------------------------

  place(animate) {
    const { view, layers } = this;
    const tiles = view.look.name === "paper";
    const old = new Map(this.pieces);
    this.pieces.clear();
    for (let cell = 0; cell < view.cells.length; cell++) {
      const code = view.cells[cell];
      if (code <= 0) continue;
      const same = old.get(cell);
      if (same?.code === code) {
        old.delete(cell);
        this.pieces.set(cell, same);
        continue;
      }
      const owner = view.codes[code].owner;
      const node = tiles ? tile(view.look, owner) : piece(this.name, view, code);
      node.setAttribute("transform", `translate(${this.shape.centres[cell].join(" ")})`);
      layers.pieces.append(node);
      this.pieces.set(cell, { code, node });
    }
    const took = animate ? this.animate(old) : 0;
    for (const { node } of old.values()) if (!node.leaving) node.remove();
    put(layers.outlines, tiles ? outlines(view, this.turned) : null);
    put(layers.names, view.shape ? vertexNames(this.shape) : null);
    return took;
  }

  at(cell) {
    return this.shape.centres[cell];
  }

  /** Slide, jump, turn over, drop in or fade away, whatever the last move did. */
  animate(old) {
    const { last, look } = this.view;
    const { path } = last;
    let took = HOP;
    if (look.name === "paper") {
      for (const cell of path) appear(this.pieces.get(cell)?.node, 260);
      return 260;
    }
    const moved = path.length > 1 ? (this.pieces.get(last.event_path?.[0] === path.at(-1) ? last.event_path[1] : path.at(-1)) ?? null) : null;
    if (moved) {
      took = HOP * (path.length - 1);
      const [x, y] = path === null ? [0, 0] : this.at(this.cellOf(moved));
      const steps = path.map((cell) => moveTo(this.at(cell)[0], this.at(cell)[1]));
      if (last.event_path?.[0] === path.at(-1)) steps.push(moveTo(x, y));
      this.layers.pieces.append(moved.node); // above the others
      // Each hop begins and ends at rest: one sees where the piece lands.
      moved.node.animate(steps.map((transform) => ({ transform, easing: "ease-in-out" })), { duration: took });
    }
    let delay = 0;
    for (const { cell, from, to } of last.changes) {
      const gone = old.get(cell);
      const came = this.pieces.get(cell);
      if (from > 0 && to > 0 && came !== moved) turnOver(gone?.node, came?.node, (delay += 30));
      else if (from === 0 && to > 0 && came !== moved) appear(came?.node, HOP);
      else if (gone && cell !== path[0]) vanish(gone.node, HOP * (this.hopOver(path, cell) + 0.6));
      else if (gone && path.length === 1) vanish(gone.node, 0);
    }
    if (last.event_path?.length) this.flash(last.event_path);
    return took + delay;
  }

  /** During which hop of a path a cell is jumped over: the one whose middle is nearest. */
  hopOver(path, cell) {
    const [x, y] = this.at(cell);
    const gaps = path.slice(1).map((to, at) => {
      const [[ax, ay], [bx, by]] = [this.at(path[at]), this.at(to)];
      return Math.hypot((ax + bx) / 2 - x, (ay + by) / 2 - y);
    });
    return Math.max(0, gaps.indexOf(Math.min(...gaps)));
  }

  cellOf(entry) {
    for (const [cell, other] of this.pieces) if (other === entry) return cell;
    return null;
  }

  /** A teleport: rings where the piece left and where it came. */
  flash(cells) {
    for (const cell of cells) {
      const [cx, cy] = this.at(cell);
      const ring = s("circle", { cx, cy, r: 44, fill: "none", stroke: "#b57edc", "stroke-width": 8 });
      this.layers.ghost.append(ring);
      ring.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 900 }).onfinish = () => ring.remove();
    }
  }

  // -- a stone under finger or pointer --------------------------------------------------------

  lift(cell) {
    const { node } = this.pieces.get(cell);
    this.lifted = { cell, node };
    node.classList.add("lifted");
    this.layers.carried.append(node);
  }

  /** The lifted stone comes along; `over`: the cell below it where it may go. */
  carry([x, y], over) {
    if (!this.lifted) return;
    this.lifted.node.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
    put(this.layers.ghost, over === null ? null : s("circle", { cx: this.at(over)[0], cy: this.at(over)[1], r: 47, class: "landing" }));
  }

  /** The lifted stone goes back to its cell; `slides`: so that one sees it. */
  putDown(slides) {
    if (!this.lifted) return;
    const { cell, node } = this.lifted;
    this.lifted = null;
    put(this.layers.ghost);
    const from = here(node);
    node.classList.remove("lifted");
    node.setAttribute("transform", `translate(${this.at(cell).join(" ")})`);
    if (this.pieces.get(cell)?.node !== node) return node.remove();
    this.layers.pieces.append(node);
    if (slides && !calm()) node.animate([{ transform: from }, { transform: here(node) }], { duration: 160, easing: "ease-out" });
    return undefined;
  }

  // -- marks ----------------------------------------------------------------------------------

  /** What is shown on top: `{movable, targets, picked, trail, heat, arrows, last}`; nothing clears it. */
  mark(marks = this.marks ?? {}) {
    this.marks = marks;
    if (!this.view) return;
    const { under, over } = legalMarks(this.shape, marks);
    const heat = marks.heat ? heatMarks(this.shape, marks.heat) : { tiles: [], numbers: [] };
    put(this.layers.heat, heat.tiles);
    put(this.layers.numbers, heat.numbers);
    put(this.layers.under, under);
    put(this.layers.over, marks.last === false ? null : lastMarks(this.shape), over, (marks.arrows ?? []).map((line) => arrow(this.shape, line)));
  }

  /** A Blokus piece that is held over the board: its cells may lie outside. */
  ghost(held) {
    if (!held) return put(this.layers.ghost);
    const { cols, rows } = this.view;
    const squares = this.turned ? held.squares.map(([row, col]) => [rows - 1 - row, cols - 1 - col]) : held.squares;
    const parts = squares.map(([row, col]) => tile(this.view.look, held.owner, { transform: `translate(${(col + 0.5) * CELL} ${(row + 0.5) * CELL})` }));
    const outline = squares.map(([row, col]) => `M${col * CELL + 5} ${row * CELL + 5}h90v90h-90z`).join("");
    const cross = squares.map(([row, col]) => `M${col * CELL + 28} ${row * CELL + 28}l44 44m0-44l-44 44`).join("");
    return put(
      this.layers.ghost,
      s("g", { class: `held ${held.fits ? "fits" : "misfit"}` }, parts, s("path", { d: outline, class: "held-line" }), held.fits ? null : s("path", { d: cross, class: "held-cross" })),
    );
  }

  /** Where the keyboard is. */
  point(cell) {
    this.cursor = cell;
    if (cell === null || !this.view) return put(this.layers.cursor);
    const [x, y] = this.at(cell);
    this.zoom.reveal([x, y]);
    const box = { x: x - 46, y: y - 46, width: 92, height: 92, rx: 12, fill: "none" };
    return put(this.layers.cursor, s("rect", { ...box, class: "cursor-back" }), s("rect", { ...box, class: "cursor" }));
  }

  /** The cell under a pointer, or null. */
  cellUnder(event) {
    const [x, y] = this.unitsUnder(event);
    return this.shape.cellAt(x, y);
  }

  /** How wide a cell is on the screen, in pixels. */
  cellSize() {
    return this.svg.getScreenCTM().a * CELL;
  }

  /** The row and column under a pointer, `above` rows higher on the screen; they may lie outside the board. */
  squareUnder(event, above = 0) {
    const { rows, cols } = this.view;
    const [x, y] = this.unitsUnder(event).map((units) => Math.floor(units / CELL));
    return this.turned ? [rows - 1 - (y - above), cols - 1 - x] : [y - above, x];
  }

  unitsUnder(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }
}

const moveTo = (x, y) => `translate(${x}px, ${y}px)`;

function here(node) {
  const [x, y] = node.getAttribute("transform").match(/-?[\d.]+/g);
  return moveTo(x, y);
}

function appear(node, duration) {
  if (!node) return;
  const at = here(node);
  node.animate([{ transform: `${at} scale(.3)`, opacity: 0 }, { transform: at, opacity: 1 }], { duration, easing: "ease-out" });
}

function vanish(node, delay) {
  if (!node) return;
  node.leaving = true;
  const at = here(node);
  const going = node.animate([{ transform: at, opacity: 1 }, { transform: `${at} scale(.4)`, opacity: 0 }], { duration: 200, delay, fill: "both" });
  going.onfinish = () => node.remove();
  going.oncancel = () => node.remove();
}

/** A disc turns: the old side narrows, the new one widens. */
function turnOver(old, fresh, delay) {
  if (!old || !fresh) return;
  old.leaving = true;
  const at = here(fresh);
  const half = 130;
  fresh.animate([{ transform: `${at} scaleX(0)` }, { transform: `${at} scaleX(0)`, offset: 0.5 }, { transform: `${at} scaleX(1)` }], { duration: 2 * half, delay, fill: "backwards" });
  const going = old.animate([{ transform: at }, { transform: `${at} scaleX(0)` }], { duration: half, delay, fill: "both" });
  going.onfinish = () => old.remove();
}
