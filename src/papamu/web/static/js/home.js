// The home page: all games, each one click away, and the games that this browser has played.

import { get, post } from "./api.js";
import { agentsFor, allGames, friendly, nameOf, specText } from "./catalogue.js";
import { button, h, memory, ownKey, put, toast } from "./dom.js";
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
      h("div", { class: "row" }, h("a", { class: "button", href: "#/ladder" }, "Find my level"), button("load", "Load a game", loadRecord)),
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
  const go = button("play", "Play now", () => playNow(game, go), { class: "primary", "data-play": game.name, "aria-label": `Play ${game.title} now` });
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
        h("div", { class: "go" }, go, h("a", { class: "button", href: `#/new/${game.name}`, "aria-label": `Choose size, options and opponents for ${game.title}` }, "Choose …")),
      ),
    ),
  );
}

const WORDS = ["", "One player", "Two players", "Up to three players", "Up to four players"];
const headCount = ({ players }) => WORDS[players.length] ?? `Up to ${players.length} players`;

/** One click: the usual board, you begin, friendly opponents. */
export async function playNow(game, control) {
  if (control) control.disabled = true;
  try {
    const agent = friendly(await agentsFor(game.spec));
    const other = { kind: "agent", spec: agent.spec, name: agent.title };
    const seats = game.players.map((_, seat) => (seat === 0 ? { kind: "person", name: memory.get("name", "You") } : other));
    const table = await post("/api/tables", { game: game.spec, seats, key: ownKey() });
    location.hash = `#/table/${table.id}`;
  } catch (error) {
    toast(error.message, true);
    if (control) control.disabled = false;
  }
}

function showRecent(section, tables, games) {
  if (!tables.length) return;
  section.hidden = false;
  const known = Object.fromEntries(games.map((game) => [game.name, game]));
  put(
    section,
    h("h2", {}, "Your games"),
    h(
      "ul",
      { class: "recent" },
      tables.map((table) => {
        const name = nameOf(table.game);
        const others = table.seats.map((seat) => seat.name || seat.spec).join(" – ");
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
