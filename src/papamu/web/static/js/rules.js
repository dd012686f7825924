// The rule card of a game: short first, everything on demand.

import { h } from "./dom.js";

export function rulesCard(game, open = true) {
  const { card } = game;
  const full = h("details", {}, h("summary", {}, "All rules and the notation"), h("div", { class: "stack small" }, (game.rules ?? "").split("\n\n").map((part) => h("p", {}, part))));
  if (!card) return h("section", { class: "card rules" }, h("h2", {}, "Rules"), full);
  return h(
    "details",
    { class: "card rules", open },
    h("summary", {}, h("h2", {}, "How to play")),
    h("p", {}, h("strong", {}, "Goal: "), card.goal),
    h("ul", {}, card.how.map((text) => h("li", {}, text))),
    h("p", { class: "tip small" }, card.tip),
    full,
  );
}
