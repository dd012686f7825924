// Agents against each other: one game to watch, or a match with its statistics as it runs.

import { get, post } from "./api.js";
import { agentsFor, allGames, seatsOf, specText } from "./catalogue.js";
import { errorBar } from "./curve.js";
import { button, h, ownKey, put, toast } from "./dom.js";
import { GameForm } from "./setup.js";
import { SeatChooser } from "./seats.js";

export async function show(main) {
  document.title = "Papamu: watch";
  const games = await allGames();
  const chosen = h("div", { class: "stack" });
  const result = h("section", { class: "section", "aria-live": "polite" });
  const page = { timer: 0, gone: false, match: null };
  const choose = (game) => put(chosen, new Chooser(game, result, page).element);
  put(
    main,
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Watch agents play"), h("p", {}, "Choose the players, set the pace and watch; or let them play a whole match and see which one is better, and how sure that is."))),
    h(
      "fieldset",
      { class: "choices" },
      h("legend", {}, "Game"),
      games.map((game, at) => h("label", {}, h("input", { type: "radio", name: "game", value: game.name, checked: at === 0, onchange: () => choose(game) }), h("span", {}, game.title))),
    ),
    h("div", { class: "section" }, chosen),
    result,
  );
  choose(games[0]);
  findAgain(result, page);
  return () => {
    page.gone = true;
    clearTimeout(page.timer);
  };
}

/** A match goes on when its page is left: whoever comes back sees the newest again. */
async function findAgain(result, page) {
  const newest = (await get("/api/matches").catch(() => [])).find(({ kind }) => kind === "match");
  if (newest && !page.gone && !page.match) {
    page.match = newest.id;
    follow(newest.id, result, page);
  }
}

async function follow(id, result, page) {
  if (page.gone || page.match !== id) return;
  try {
    const match = await get(`/api/matches/${id}`);
    if (page.gone || page.match !== id) return;
    put(result, matchCard(match, () => stop(id)));
    if (!match.finished && !match.error) page.timer = setTimeout(() => follow(id, result, page), 800);
  } catch (error) {
    toast(error.message, true);
  }
}

async function stop(id) {
  await post(`/api/matches/${id}/stop`).catch((error) => toast(error.message, true));
}

class Chooser {
  constructor(game, result, page) {
    Object.assign(this, { game, result, page });
    this.form = new GameForm(game);
    this.seats = new SeatChooser({ persons: false });
    this.problem = h("p", { class: "error", role: "alert" });
    this.count = h("input", { type: "number", min: 2, max: 10000, value: 40, "aria-label": "Number of games in the match" });
    this.form.onchange = () => this.refresh();
    this.element = h(
      "div",
      { class: "setup" },
      h("div", { class: "picture" }, h("img", { src: game.picture, alt: "" })),
      h(
        "div",
        { class: "card stack" },
        this.form.element,
        h("h2", {}, "Who plays"),
        this.seats.element,
        this.problem,
        h("div", { class: "row" }, button("play", "Watch a game", () => this.watch(), { class: "primary", "data-do": "watch" })),
        h("div", { class: "row low" }, h("label", { class: "field" }, h("span", {}, "Games"), this.count), button("review", "Play a match", () => this.match(), { "data-do": "match" })),
      ),
    );
    this.refresh();
  }

  async refresh() {
    this.problem.textContent = "";
    try {
      const { spec } = this.form;
      const [agents, { players, look }] = await Promise.all([agentsFor(spec), seatsOf(spec)]);
      this.seats.show(players, agents, look);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  async watch() {
    await this.attempt(async () => {
      const table = await post("/api/tables", { game: this.form.spec, seats: this.seats.chosen(), key: ownKey(), pace_ms: 700 });
      location.hash = `#/table/${table.id}`;
    });
  }

  async match() {
    await this.attempt(async () => {
      const agents = this.seats.chosen().map(({ spec }) => spec);
      const made = await post("/api/matches", { game: this.form.spec, agents, games: Number(this.count.value) });
      this.page.match = made.id ?? made;
      follow(this.page.match, this.result, this.page);
    });
  }

  async attempt(does) {
    this.problem.textContent = "";
    try {
      await does();
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function matchCard(match, stop) {
  const figures = match.match;
  return h(
    "div",
    { class: "card stack" },
    h("h2", {}, `${match.finished ? "Match" : "Match in progress"}: ${match.done} of ${match.of} games of ${specText(match.game)}`),
    h("progress", { max: match.of || 1, value: match.done, "aria-label": "Games played" }),
    match.error ? h("p", { class: "error" }, match.error) : null,
    !match.done && !match.error ? h("p", { class: "soft" }, "Getting ready … The first time takes a while.") : null,
    figures ? [figures.verdict ? h("p", { class: "tip" }, inWords(figures.verdict, match.titles)) : null, standing(figures, match.titles)] : null,
    match.games_per_second ? h("p", { class: "soft small" }, `${match.games_per_second} games per second${figures?.duplicates ? `; ${figures.duplicates} games repeat the moves of an earlier one` : ""}`) : null,
    match.finished ? null : h("div", { class: "row" }, button("stop", "Stop", stop)),
  );
}

/** Levels by their names; longer specs first, for one may begin like another. */
function inWords(text, titles) {
  const specs = Object.keys(titles).sort((one, other) => other.length - one.length);
  return specs.reduce((said, spec) => said.replaceAll(spec, titles[spec]), text);
}

/** Wins and the interval, for the first agent against the others. */
function standing(figures, titles) {
  const [low, high] = figures.score_interval;
  return [
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": "Results" },
      h(
        "table",
        { class: "plain" },
        h("thead", {}, h("tr", {}, ["Player", "Wins", "By seat: won, drawn, lost"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, figures.agents.map((agent, at) => h("tr", {}, h("td", {}, h("strong", { title: agent }, titles[agent] ?? agent)), h("td", {}, String(figures.wins[at])), h("td", {}, figures.by_seat[at].map((counts) => counts.join("–")).join(", "))))),
      ),
    ),
    h("p", {}, `Draws: ${figures.draws}. ${titles[figures.agents[0]] ?? "The first player"} gets ${percent(figures.score)} of the points; with 95 % certainty between ${percent(low)} and ${percent(high)}.`),
    errorBar(figures.score, low, high, 0, 1),
  ];
}
