// From clicks to a move: pure, knows only the click paths that the server sends.
// A click on a landing is enough if only one move leads there; where one may stop or go on, a second click decides.

export class MovePicker {
  constructor(view) {
    this.moves = [];
    this.picked = []; // cells clicked so far, the first being the piece that moves
    this.stop = null; // the move that a second click on its last cell makes
    this.reset(view);
  }

  reset(view) {
    const legal = (view?.legal ?? []).filter((move) => move.path);
    this.moves = legal.filter((move) => move.path.length).map((move) => ({ plays: [move.n], path: move.path, text: move.text }));
    this.chains = (view?.chains ?? []).map((chain) => ({ plays: chain.moves, path: chain.path, text: "" }));
    this.buttons = legal.filter((move) => !move.path.length);
    this.clear();
  }

  clear() {
    this.picked = [];
    this.stop = null;
  }

  /** Which pieces may be picked (or cells that are moves themselves). */
  get starts() {
    return [...new Set(this.moves.map((move) => move.path[0]))];
  }

  /** The moves that begin as clicked so far. */
  get open() {
    return follow([...this.moves, ...this.chains], this.picked);
  }

  /** Where the picked piece may go next. */
  get targets() {
    if (!this.picked.length) return [];
    const from = this.picked.at(-1);
    return [...new Set(this.open.flatMap((move) => move.path.slice(move.path.indexOf(from) + 1)))];
  }

  /** A click: `{plays: [n, …]}` if that is a move, else what changed: "picked", "further", "cleared" or null. */
  click(cell) {
    if (this.stop && this.picked.at(-1) === cell) return this.made(this.stop);
    if (this.picked.length && this.picked.at(-1) !== cell) {
      const through = follow([...this.moves, ...this.chains], [...this.picked, cell]);
      if (through.length) return this.towards(cell, through);
    }
    const again = this.picked.length && this.picked[0] === cell;
    const had = this.picked.length > 0;
    this.clear();
    if (again) return { kind: "cleared" };
    const from = this.moves.filter((move) => move.path[0] === cell);
    if (!from.length) return { kind: had ? "cleared" : null };
    if (from.length === 1 && from[0].path.length === 1) return this.made(from[0]);
    this.picked = [cell];
    return { kind: "picked" };
  }

  towards(cell, through) {
    const ending = through.filter((move) => move.path.at(-1) === cell);
    const single = ending.filter((move) => move.plays.length === 1);
    const stops = single[0] ?? null;
    // A hop of checkers is made at once, what follows is clicked after it.
    const onward = through.filter((move) => move.plays.length === 1 && move.path.at(-1) !== cell);
    if (stops && !onward.length) return this.made(stops);
    if (!stops && ending.length === 1) return this.made(ending[0]);
    this.picked = [...this.picked, cell];
    this.stop = stops;
    return { kind: "further" };
  }

  made(move) {
    this.clear();
    return { kind: "made", plays: move.plays, path: move.path };
  }
}

/** The moves on whose path these cells come in this order, from its beginning. */
function follow(moves, clicked) {
  return moves.filter((move) => {
    if (!clicked.length) return true;
    if (move.path[0] !== clicked[0]) return false;
    let at = 0;
    for (const cell of clicked.slice(1)) {
      at = move.path.indexOf(cell, at + 1);
      if (at < 0) return false;
    }
    return true;
  });
}
