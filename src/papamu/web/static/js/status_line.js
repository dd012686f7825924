// The line above the board: whose turn it is, what to do now, how it ended.

import { h } from "./dom.js";
import { endingReason, headline } from "./ending.js";

/** `{words, small, kind, controls}` for the state that a table's page shows. */
export function statusWords(page) {
  const { table, view } = page;
  if (page.looking) return pastWords(page);
  if (table.over) return { words: headline(table), small: endingReason(table, page.nameOf), kind: "ended", controls: [] };
  if (table.pending) return { words: `You played ${view.last.text}`, small: "", kind: "", controls: [] };
  const seat = table.seats[view.player];
  const who = view.players[view.player];
  if (page.input.picker.stop) return { words: "Stop here or jump on?", small: "", kind: "yours", controls: [h("button", { class: "primary", onclick: () => page.input.stopHere() }, "Stop here")] };
  if (table.thinking) return thinkingWords(page, who, seat);
  if (table.stalled) return { words: `${who}: you may move`, small: table.stalled.why ?? "The agent did not return a move.", kind: "yours", controls: [h("button", { onclick: () => page.act("think") }, "Let it think")] };
  if (seat.kind === "agent") return { words: `${who} to move`, small: table.paused ? "Paused" : "", kind: "", controls: [] };
  const people = table.seats.filter(({ kind }) => kind === "person").length;
  const passes = view.legal.filter((move) => move.path && !move.path.length);
  return {
    words: people === 1 ? "Your move" : `${who} to move`,
    small: table.hurried ? "Your opponent is still getting ready, and thought less than usual." : advice(page, people === 1 ? who : null),
    kind: "yours",
    controls: passes.map((move) => h("button", { class: "primary", onclick: () => page.play([move.n]) }, move.text === "pass" ? "Pass" : move.text)),
  };
}

function pastWords(page) {
  const { table, view } = page;
  return {
    words: view.ply ? `Move ${view.ply}: ${view.last.text}` : "Start position",
    small: "An earlier position.",
    kind: "",
    controls: [h("button", { onclick: () => page.playFrom(view.ply) }, "Play from here"), h("button", { onclick: () => page.lookAt(table.line.length), "aria-label": "Back to the game" }, "Back")],
  };
}

function thinkingWords(page, who, seat) {
  const { thinking } = page.table;
  const waits = Date.now() / 1000 - thinking.since;
  const slow = waits > 1.5;
  return {
    words: h("span", {}, `${page.table.seats.length > 2 ? `${who}: ` : ""}${page.nameOf(seat)} is thinking`, h("span", { class: "dots", "aria-hidden": "true" })),
    small: thinking.warming && slow ? "Getting ready, for the first time only." : slow ? `${Math.round(waits)} s` : "",
    kind: "",
    controls: slow ? [h("button", { onclick: () => page.act("stop-thinking") }, "Stop")] : [],
  };
}

/** One line that says what to do now: the rules where they are needed. */
function advice({ view, tray, input }, who) {
  const colour = who ? `You are ${who}. ` : "";
  if (view.legal.length && view.legal.every((move) => move.path?.length === 0)) return `${colour}You have no move here, so you pass.`;
  if (tray) return `${colour}${tray.advice()}`;
  if (input.picker.picked.length) return "Now click where it goes.";
  return `${colour}${view.advice}`;
}
