// How the moves of a game are numbered: two players who take turns share a number, "2. g7" and "2. … c3".

const alternates = (line) => line.every((move, at) => !at || move.player !== line[at - 1].player);

/** `columns` of the move list, 1 in `first` if the second player began, and the number and name of each move. */
export function numbering({ line, seats, position }) {
  const columns = seats.length === 2 && alternates(line) ? 2 : 1;
  const first = columns === 2 && line[0]?.player === 1 ? 1 : 0;
  const number = (at) => (columns === 1 ? at + 1 : Math.floor((at + first) / 2) + 1);
  const name = (at, text = line[at].text) => {
    if (columns === 2) return `${number(at)}. ${(at + first) % 2 ? "… " : ""}${text}`;
    return `${number(at)}. ${seats.length > 1 ? `${position.players[line[at].player]} ` : ""}${text}`;
  };
  return { columns, first, number, name };
}
