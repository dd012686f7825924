// Where cells are, in units of the picture: a cell is 100 wide, as in games/drawing.py.

export const CELL = 100;

/** Where everything is on the board of a position; `turned` looks from the other side. */
export function geometry(view, { turned = false, small = false } = {}) {
  return view.shape ? graph(view) : grid(view, turned, small);
}

function grid(view, turned, small) {
  const { rows, cols } = view;
  const numbered = view.look.name === "chequered";
  const share = Math.min(1, Math.max(rows, cols) / 8); // small boards need no wide frame
  const margin = numbered ? (small ? 14 : 24) * share : small ? 36 : 58 * share;
  const width = cols * CELL;
  const height = rows * CELL;
  const place = (cell) => (turned ? rows * cols - 1 - cell : cell);
  const centres = Array.from({ length: rows * cols }, (_, cell) => {
    const at = place(cell);
    return [((at % cols) + 0.5) * CELL, (Math.floor(at / cols) + 0.5) * CELL];
  });
  const cellAt = (x, y) => {
    const [col, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return col < 0 || row < 0 || col >= cols || row >= rows ? null : place(row * cols + col);
  };
  const step = (cell, down, right) => {
    const at = place(cell);
    const row = Math.min(rows - 1, Math.max(0, Math.floor(at / cols) + down));
    const col = Math.min(cols - 1, Math.max(0, (at % cols) + right));
    return place(row * cols + col);
  };
  return { view, turned, width, height, margin, centres, cellAt, step, numbered, labelled: !numbered };
}

/** Vertices where the server put them; the closest two stones stay apart. */
function graph(view) {
  const { vertices, edges } = view.shape;
  const wide = Math.max(...view.names.map((name) => name.length)) > 3;
  let closest = 1;
  for (let a = 0; a < vertices.length; a++)
    for (let b = 0; b < a; b++) {
      const gap = Math.hypot(vertices[a][0] - vertices[b][0], vertices[a][1] - vertices[b][1]);
      if (gap > 1e-6) closest = Math.min(closest, gap);
    }
  const scale = Math.min(Math.max((wide ? 2 : 1.5) / closest, 3), 40) * CELL;
  const edge = (wide ? 1 : 0.65) * CELL;
  const [left, top] = [0, 1].map((axis) => Math.min(...vertices.map((point) => point[axis])));
  const centres = vertices.map(([x, y]) => [(x - left) * scale + edge, (y - top) * scale + edge]);
  const width = Math.max(...centres.map(([x]) => x)) + edge;
  const height = Math.max(...centres.map(([, y]) => y)) + edge;
  const cellAt = (x, y) => {
    let best = null;
    let least = 60;
    centres.forEach(([cx, cy], cell) => {
      const gap = Math.hypot(x - cx, y - cy);
      if (gap < least) [best, least] = [cell, gap];
    });
    return best;
  };
  const step = (cell, down, right) => nearestThatWay(centres, cell, down, right);
  return { view, turned: false, width, height, margin: 24, centres, cellAt, step, edges, labelled: false };
}

/** The nearest vertex in a direction, or the next one in the list where there is none. */
function nearestThatWay(centres, cell, down, right) {
  const [x, y] = centres[cell];
  let best = null;
  let least = Infinity;
  centres.forEach(([cx, cy], other) => {
    const along = (cx - x) * right + (cy - y) * down;
    const aside = Math.abs((cx - x) * down) + Math.abs((cy - y) * right);
    if (other !== cell && along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  });
  return best ?? (cell + (down + right > 0 ? 1 : centres.length - 1)) % centres.length;
}
