// Game records as files: saved from a table, and loaded to play on.

import { get, post } from "./api.js";
import { download, h, ownKey, toast } from "./dom.js";

export async function saveRecord(id) {
  const record = await get(`/api/tables/${id}/record`);
  download(`papamu-${id}.json`, `${JSON.stringify(record)}\n`);
}

/** Ask for a file and open a table with its game; persons sit where persons sat. */
export function loadRecord() {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    try {
      const record = readRecord(await file.text());
      const seats = record.players.map((player) => (player.startsWith("human") ? { kind: "person", name: "You" } : { kind: "agent", spec: player }));
      const open = (chosen) => post("/api/tables", { record, seats: chosen, key: ownKey(), paused: chosen.every(({ kind }) => kind === "agent") });
      // An agent that is not here any more must not keep one from looking at its game.
      const table = await open(seats).catch(() => open(seats.map(() => ({ kind: "person", name: "You" }))));
      location.hash = `#/table/${table.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  });
  input.click();
}

function readRecord(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error("This is not a Papamu game record: it is not JSON.");
  }
  if (record?.papamu !== 1 || !Array.isArray(record.players)) throw new Error("This is not a Papamu game record.");
  return record;
}
