// The home page: all games, each one click away, and the games that this browser has played.

import { get, post } from "./api.js";
import { agentsFor, allGames, friendly, nameOf, specText } from "./catalogue.js";
import { button, h, memory, ownKey, put, toast } from "./dom.js";
import { seatName } from "./names.js";
import { player } from "./player.js";
import { loadRecord } from "./records.js";

export async function show(main) {
  document.title = "Papamu: play";
  const recent = h("section", { class: "section", hidden: true });
  const shelf = h("ul", { class: "shelf" });
  put(
    main,
    h(
      "div",
      { class: "hero" },
      h("div", {}, h("h1", {}, "Sit down and play"), h("p", {}, "Games with simple rules and deep play. Pick one to start at once; legal moves are marked.")),
      button("load", "Load a game", loadRecord),
    ),
    shelf,
    recent,
  );
  const games = await allGames();
  put(shelf, games.map(gameCard));
  // The rest may come later, or not at all.
  get(`/api/tables?mine=${ownKey()}&most=9`)
    .then((tables) => showRecent(recent, tables, games))
    .catch(() => {});
}

function gameCard(game) {
  const { card } = game;
  const go = button("play", "Play now", () => playNow(game, go), { class: "primary", "data-play": game.name, "aria-label": `Play now: ${game.title}` });
  const level = button("person", "A game at my level", () => playAtMyLevel(game, level), { "data-level": game.name, "aria-label": `A game at my level: ${game.title}` });
  return h(
    "li",
    {},
    h(
      "article",
      { class: "card game-card" },
      h("a", { class: "picture", href: `#/new/${game.name}`, tabindex: "-1", "aria-hidden": "true" }, h("img", { src: game.picture, alt: "", width: 720, height: 720 })),
      h(
        "div",
        { class: "words" },
        h("h2", {}, game.title),
        h("p", { class: "soft small" }, card.pitch, h("span", {}, ` ${headCount(game)}${card.minutes ? `, about ${card.minutes} minutes` : ""}.`)),
        h("div", { class: "go" }, go, level, h("a", { class: "button quiet", href: `#/new/${game.name}`, "aria-label": `Choose … size, options and opponents of ${game.title}` }, "Choose …")),
      ),
    ),
  );
}

const WORDS = ["", "One player", "Two players", "Up to three players", "Up to four players"];
const headCount = ({ players }) => WORDS[players.length] ?? `Up to ${players.length} players`;

/** One click: the usual board, you begin, friendly opponents. */
export const playNow = (game, control) => sitDown(game, control, friendly, memory.get("name", "You"));

/** One click: the same against the opponent that adapts. It knows the player from then on, by a name or without. */
export const playAtMyLevel = (game, control) => sitDown(game, control, (found) => found.find((agent) => agent.asks_name && agent.ok) ?? friendly(found), player().id);

async function sitDown(game, control, choose, name) {
  if (control) control.disabled = true;
  try {
    const agent = choose(await agentsFor(game.spec));
    const other = { kind: "agent", spec: agent.spec, name: agent.title };
    const seats = game.players.map((_, seat) => (seat === 0 ? { kind: "person", name } : other));
    const table = await post("/api/tables", { game: game.spec, seats, key: ownKey() });
    location.hash = `#/table/${table.id}`;
  } catch (error) {
    toast(error.message, true);
    if (control) control.disabled = false;
  }
}

async function showRecent(section, tables, games) {
  if (!tables.length) return;
  // Only tables that were not opened by the page have agents without a title.
  const untitled = (table) => table.seats.some((seat) => seat.kind === "agent" && (seat.name || seat.spec) === seat.spec);
  const agents = await Promise.all(tables.map((table) => (untitled(table) ? agentsFor(table.game).catch(() => []) : [])));
  section.hidden = false;
  const known = Object.fromEntries(games.map((game) => [game.name, game]));
  put(
    section,
    h("h2", {}, "Your games"),
    h(
      "ul",
      { class: "recent" },
      tables.map((table, at) => {
        const name = nameOf(table.game);
        const others = table.seats.map((seat) => seatName(seat, agents[at])).join(" – ");
        return h(
          "li",
          {},
          h(
            "a",
            { class: "card", href: `#/table/${table.id}` },
            h("img", { src: known[name]?.picture, alt: "" }),
            h("strong", {}, specText(table.game, known[name]?.title)),
            h("span", { class: "soft small" }, `${others}: ${table.over ? "finished" : `move ${table.plies + 1}`}`),
          ),
        );
      }),
    ),
  );
}
