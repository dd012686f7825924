// Arrow keys in a table whose cells are buttons: one stop for Tab, arrows within.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Make the buttons in a table's cells one stop of the keyboard. */
export function walkable(table) {
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.querySelector("button")));
  const all = rows.flat().filter(Boolean);
  all.forEach((one, at) => one.setAttribute("tabindex", at ? "-1" : "0"));
  table.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const at = rows.findIndex((row) => row.includes(event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    let [row, col] = [at, rows[at].indexOf(event.target)];
    do {
      row += step[0];
      col += step[1];
    } while (rows[row] && col > 0 && col < rows[row].length && !rows[row][col]); // cells without a figure are stepped over
    const next = rows[row]?.[col];
    if (!next) return;
    for (const one of all) one.setAttribute("tabindex", one === next ? "0" : "-1");
    next.focus();
  });
  return table;
}
