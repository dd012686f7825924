// A table after one's own move, as it is drawn before the server has answered.

import { cellsOf } from "./hints.js";

/** `move` is one of the legal moves of the position. What chance adds, scores and whose turn it is come with the answer. */
export function predicted(table, move) {
  const { position } = table;
  const { player } = position;
  const path = move.path ?? cellsOf(move, position);
  const changes = move.changes ?? path.map((cell) => [cell, player + 1]);
  const cells = [...position.cells];
  for (const [cell, to] of changes) cells[cell] = to;
  const last = {
    n: move.n,
    text: move.text,
    player,
    path,
    changes: changes.map(([cell, to]) => ({ cell, from: position.cells[cell], to })),
    event: null,
    event_path: [],
  };
  return {
    ...table,
    pending: true,
    position: { ...position, cells, last, ply: position.ply + 1, legal: [], chains: [], ...hands(position, move) },
    line: [...table.line, { text: move.text, player, ms: null, event: null }],
    can: {},
  };
}

/** The pieces in hand without the one that was laid. */
function hands({ tray, player }, { piece }) {
  return tray ? { tray: tray.map((left, seat) => (seat === player ? left.filter((one) => one !== piece) : left)) } : {};
}
