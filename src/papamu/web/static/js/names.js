// What seats are called on the page: people by their name, agents by the title of their level, not by their spec.

import { personName } from "./player.js";

/** `agents`: those that the page offers for this game; none as long as they are not known. */
export function seatName(seat, agents = []) {
  if (seat.kind === "person") return personName(seat.name);
  if (seat.name && seat.name !== seat.spec) return seat.name;
  return agents.find(({ spec }) => spec === seat.spec)?.title ?? (agents.length ? seat.spec : "Computer");
}
