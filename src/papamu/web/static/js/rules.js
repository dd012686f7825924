// The rule card of a game: short first, everything on demand.

import { h, memory, narrow } from "./dom.js";

export function rulesCard(game, open = true) {
  const { card } = game;
  const full = h("details", {}, h("summary", {}, "All rules and the notation"), h("div", { class: "stack small" }, (game.rules ?? "").split("\n\n").map((part) => h("p", {}, part))));
  return h(
    "details",
    { class: "card rules", open },
    h("summary", {}, h("h2", {}, "How to play")),
    card.goal ? h("p", {}, h("strong", {}, "Goal: "), card.goal) : null,
    h("ul", {}, card.how.map((text) => h("li", {}, text))),
    card.tip ? h("p", { class: "tip small" }, card.tip) : null,
    full,
  );
}

/** The card next to a board: open for a player's first game, until it is closed. */
export function knownRules(game) {
  const name = `rules-${game.name}`;
  const card = rulesCard(game, !narrow() && memory.get(name, true));
  card.addEventListener("toggle", () => narrow() || memory.set(name, card.open));
  return card;
}

/** Everything by keyboard; phones have none. */
export function keysCard(tray) {
  if (narrow()) return null;
  const keys = [
    ["Arrows", tray ? "move the cursor, or the piece in hand" : "move the cursor"],
    ["Enter", "pick up, put down"],
    ["Escape", "let go"],
    ...(tray ? [["R, F", "turn the piece, flip it"]] : [["Home", "jump to the next piece that can move"]]),
    ["H", "hint"],
    ["U", "undo"],
    ["[ and ]", "step to the previous or next move"],
  ];
  return h("details", { class: "card" }, h("summary", {}, "Keys"), h("table", { class: "plain small" }, h("tbody", {}, keys.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, does))))));
}
