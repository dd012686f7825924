// The ladder: how strong each agent is at a game, with error bars; a click sits down against one.

import { get, post } from "./api.js";
import { agentsFor, allGames, specText } from "./catalogue.js";
import { errorBar } from "./curve.js";
import { button, copy, h, memory, ownKey, put, toast } from "./dom.js";

export async function show(main, { name }) {
  document.title = "Papamu: ladder";
  const games = await allGames();
  const chosen = name ? games.find((game) => game.name === name) : games[0];
  if (!chosen) throw Object.assign(new Error(`There is no game ${name}.`), { status: 404 });
  const place = h("div", { class: "section" }, h("p", { class: "soft" }, "Loading …"));
  put(
    main,
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Ladder"), h("p", {}, "How strong is each opponent? They played many games against each other. Pick the one you want to play."))),
    h("nav", { class: "row", "aria-label": "Games" }, games.map((game) => h("a", { class: "button", href: `#/ladder/${game.name}`, "aria-current": game === chosen ? "page" : null }, game.title))),
    place,
  );
  try {
    const ladder = await get(`/api/ladder?game=${encodeURIComponent(chosen.name)}`);
    put(place, h("div", { class: "stack" }, await adaptive(chosen), standing(chosen, ladder)));
  } catch (error) {
    put(place, h("p", { class: "error" }, error.message));
  }
}

/** The opponent that plays as strongly as you do: one click and a name. */
async function adaptive(game) {
  const agents = await agentsFor(game.spec).catch(() => []);
  const agent = agents.find((one) => one.asks_name && one.ok);
  if (!agent) return null;
  const name = h("input", { "aria-label": "Your name", placeholder: "Your name (optional)", maxlength: 30, value: memory.get("name", "") });
  const start = async (event) => {
    event.preventDefault();
    const typed = name.value.trim();
    if (typed) memory.set("name", typed);
    const person = typed || "You";
    try {
      const seats = game.players.map((_, seat) => (seat === 0 ? { kind: "person", name: person } : { kind: "agent", spec: agent.spec, name: agent.title }));
      const table = await post("/api/tables", { game: game.spec, seats, key: ownKey() });
      location.hash = `#/table/${table.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  };
  return h("form", { class: "card row adaptive", onsubmit: start }, h("div", { class: "grow" }, h("h2", {}, agent.title), h("p", { class: "soft" }, agent.says)), name, h("button", { class: "primary" }, "Play"));
}

/** A rating with a minus sign, not a hyphen. */
const points = (rating) => String(rating).replace("-", "−");

function standing(game, ladder) {
  const { ratings } = ladder;
  if (!ratings.length)
    return h("div", { class: "card stack" }, h("p", {}, "Nobody has been rated in this game yet. This command does it:"), command(ladder.command));
  const low = Math.min(...ratings.map((one) => one.low));
  const high = Math.max(...ratings.map((one) => one.high));
  return h(
    "div",
    { class: "card stack" },
    h("p", { class: "soft small" }, `Played on ${specText(ladder.game, game.title)}: ${ladder.games} games for each pair.`),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "plain rungs" },
        h("thead", {}, h("tr", {}, ["Place", "Opponent", "Points", "How sure (95 %)", "Won", "Play"].map((text) => h("th", { scope: "col" }, text)))),
        h(
          "tbody",
          {},
          ratings.map((one, at) =>
            h(
              "tr",
              {},
              h("td", { class: "soft" }, String(at + 1)),
              h("td", {}, h("strong", {}, one.title), h("br"), h("span", { class: "soft small" }, one.says)),
              h("td", {}, points(one.rating)),
              h("td", {}, errorBar(one.rating, one.low, one.high, low, high), h("div", { class: "soft small" }, `${points(one.low)} to ${points(one.high)}`)),
              h("td", {}, `${(100 * one.score).toFixed(0)} %`),
              h("td", {}, h("a", { class: "button", href: `#/new/${game.name}?${new URLSearchParams({ against: one.spec })}`, "aria-label": `Play against ${one.title}` }, "Play")),
            ),
          ),
        ),
      ),
    ),
    h("div", { class: "stack" }, ladder.notes.map((note) => h("p", { class: "soft small" }, note))),
    h("details", {}, h("summary", {}, "Details"), h("ul", { class: "small" }, ratings.map((one) => h("li", {}, `${one.title}: `, h("code", {}, one.rated_as)))), h("p", { class: "soft small" }, `${ladder.made.join(". ")}. This command plays the same games:`), command(ladder.command)),
  );
}

export function command(text) {
  return text ? h("div", { class: "command" }, h("code", {}, text), button("text", "Copy", () => copy(text, "Command"), { class: "quiet" })) : null;
}
