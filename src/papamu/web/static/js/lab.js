// The laboratory: trainings and reproductions with their curves; start one, stop it, resume it.

import { get, post } from "./api.js";
import { allGames, specOf, specText } from "./catalogue.js";
import { drawCharts } from "./charts.js";
import { button, h, put, toast } from "./dom.js";
import { command } from "./ladder.js";

const HEALTH = { alive: "the network is alive", dead: "the network is dead", diverged: "the network has diverged" };
const STATES = { running: "running", stopping: "stopping …", stopped: "stopped", finished: "finished", failed: "failed", elsewhere: "in a terminal" };

export async function show(main, { name }) {
  document.title = "Papamu: lab";
  const page = name ? new RunPage(main, name) : new LabPage(main);
  await page.refresh();
  return () => page.leave();
}

/** A page that looks again every second or so while something runs. */
class Looking {
  leave() {
    this.gone = true;
    clearTimeout(this.timer);
  }

  again(soon) {
    clearTimeout(this.timer);
    if (!this.gone) this.timer = setTimeout(() => this.refresh().catch((error) => toast(error.message, true)), soon ? 1200 : 6000);
  }
}

class LabPage extends Looking {
  constructor(main) {
    super();
    this.list = h("div", { class: "stack" }, h("p", { class: "soft" }, "Loading …"));
    put(
      main,
      h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Laboratory"), h("p", {}, "Train your own player and watch it learn, or reproduce a table of a ", h("a", { href: "#/papers" }, "paper"), ". Runs continue when you close this page, and can be stopped and resumed."))),
      h("div", { class: "setup" }, trainForm(), h("section", { class: "stack" }, h("h2", {}, "Runs"), this.list)),
    );
  }

  async refresh() {
    const runs = await get("/api/runs");
    if (this.gone) return;
    put(this.list, runs.length ? runs.map(runCard) : h("p", { class: "soft" }, "Nothing has been run here yet."));
    this.again(runs.some((run) => run.state === "running" || run.state === "stopping"));
  }
}

function runCard(run) {
  return h(
    "a",
    { class: "card run", href: `#/lab/${run.id}` },
    h("div", { class: "row" }, h("strong", { class: "grow" }, run.title), h("span", { class: `badge ${run.state}` }, STATES[run.state] ?? run.state)),
    run.progress && run.state === "running" ? h("progress", { max: 1, value: run.progress.share, "aria-label": "Progress" }) : null,
    h("p", { class: "soft small" }, words(run)),
  );
}

function words(run) {
  const parts = [];
  if (run.games) parts.push(`${run.games.toLocaleString("en")}${run.of ? ` of ${run.of.toLocaleString("en")}` : ""} games`);
  if (run.progress?.left && run.state === "running") parts.push(`about ${run.progress.left} left`);
  const said = run.kind === "train" ? run.progress?.speed : run.progress?.words;
  if (said && run.state === "running") parts.push(said);
  if (run.dead !== null && run.dead !== undefined) parts.push(`${Math.round(100 * run.dead)} % of the units are dead`);
  if (run.health) parts.push(HEALTH[run.health] ?? run.health);
  if (run.error) parts.push(run.error);
  return parts.join(", ") || (run.state === "running" ? "getting ready" : "");
}

/** How well it plays without learning any more. */
function tested(run) {
  if (!run.test?.games) return null;
  const { won, games, interval, opponent } = run.test;
  const [share, low, high] = [won / games, ...interval].map((one) => (100 * one).toFixed(1));
  return h("p", { class: "tip" }, `Tested without learning: it won ${share} % of ${games.toLocaleString("en")} games against ${opponent} (95 % interval ${low} to ${high} %).`);
}

class RunPage extends Looking {
  constructor(main, id) {
    super();
    this.id = id;
    this.head = h("div", { class: "card stack" });
    this.charts = h("div", {});
    this.log = h("pre", { class: "scroll" });
    put(main, h("p", { class: "trail-back" }, h("a", { href: "#/lab" }, "All runs")), this.head, (this.curves = h("section", { class: "card section", "aria-label": "Curves" }, this.charts)), h("details", { class: "card section" }, h("summary", {}, "Log"), this.log));
    put(this.charts, h("p", { class: "soft" }, "Curves appear with the first games."));
  }

  async refresh() {
    const run = await get(`/api/runs/${this.id}`);
    if (this.gone) return;
    const going = run.state === "running" || run.state === "stopping";
    document.title = `Papamu: ${run.title}`;
    put(
      this.head,
      h("div", { class: "row" }, h("h1", { class: "grow" }, run.title), h("span", { class: `badge ${run.state}`, role: "status" }, STATES[run.state] ?? run.state)),
      going ? h("progress", { max: 1, ...(run.progress ? { value: run.progress.share } : {}), "aria-label": "Progress" }) : null,
      h("p", {}, words(run)),
      tested(run),
      h(
        "div",
        { class: "row" },
        going && run.command ? button("stop", "Stop", () => this.act("stop"), { "data-do": "stop" }) : null,
        run.resumable ? button("play", "Resume", () => this.act("resume"), { class: "primary", "data-do": "resume" }) : null,
        against(run),
        run.paper ? h("a", { class: "button primary", href: `#/papers/${run.paper}?scale=${run.scale}` }, "Compare with the published figures") : null,
      ),
      command(run.command),
    );
    this.log.textContent = (run.log ?? []).join("\n");
    this.curves.hidden = run.kind === "table"; // its figures are in the study
    if (run.charts?.length) await drawCharts(this.charts, run.charts).catch((error) => put(this.charts, h("p", { class: "error" }, error.message)));
    if (going) this.again(true);
  }

  async act(what) {
    try {
      await post(`/api/runs/${this.id}/${what}`);
    } catch (error) {
      toast(error.message, true);
    }
    await this.refresh();
  }
}

/** A trained player is an opponent. */
function against(run) {
  if (!run.agent || !run.game || run.state === "running") return null;
  const link = `#/new/${run.game.split(":")[0]}?${new URLSearchParams({ game: run.game, against: run.agent })}`;
  return h("a", { class: "button primary", href: link }, "Play against it");
}

/** A small board: what is learned there is seen soon. */
const small = (game) => specOf(game, game.suggested[0].size, {});

/** Train a player: a few choices that matter; all other options, as `papamu train` declares them, behind a fold. */
function trainForm() {
  const game = h("select", {});
  allGames().then((games) => put(game, [small(games[0]), ...games.map((one) => one.spec)].map((spec) => h("option", { value: spec }, specText(spec)))));
  const own = h("input", { placeholder: "any game, like konane:4x4", spellcheck: "false", "data-field": "own-game" });
  const preset = h("select", { "data-field": "preset" }, h("option", { value: "" }, "None: my own options"));
  const learner = h("select", {}, h("option", { value: "mlp" }, "A small network"), h("option", { value: "alphazero" }, "A tree search with a network"));
  const games = h("input", { type: "number", min: 1, value: 20000, "data-field": "games", placeholder: "as in the preset" });
  const opponent = h("input", { placeholder: "default", spellcheck: "false" });
  const more = h("div", { class: "stack" });
  const problem = h("p", { class: "error", role: "alert" });
  let options = [];
  const drawOptions = () => put(more, options.filter((one) => one.learners.includes(learner.value) && one.name !== "games").map((one) => field(one.name.replaceAll("_", " "), optionControl(one, preset.value ? "as in the preset" : usualText(one.defaults[learner.value])))));
  const changed = () => {
    if (preset.value) learner.value = "mlp"; // all presets are courses of networks
    learner.disabled = preset.value !== "";
    games.value = preset.value ? "" : learner.value === "mlp" ? 20000 : 400;
    drawOptions();
  };
  get("/api/runs/options")
    .then((found) => {
      options = found.options;
      preset.append(...Object.entries(found.presets).map(([name, text]) => h("option", { value: name }, `${name}: ${text}`)));
      drawOptions();
    })
    .catch((error) => (problem.textContent = error.message));
  learner.addEventListener("change", changed);
  preset.addEventListener("change", changed);
  const start = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    const form = { kind: "train", game: own.value.trim() || game.value, learner: learner.value };
    if (preset.value) form.preset = preset.value;
    if (games.value) form.games = Number(games.value);
    if (opponent.value.trim()) form.opponent = opponent.value.trim();
    for (const control of more.querySelectorAll("[data-option]")) {
      const [text, kind] = [control.value.trim(), control.dataset.kind];
      if (text) form[control.dataset.option] = kind === "bool" ? text === "yes" : kind === "str" ? text : Number(text);
    }
    try {
      const run = await post("/api/runs", form);
      location.hash = `#/lab/${run.id}`;
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const field = (text, control) => h("label", { class: "field" }, h("span", {}, text), control);
  return h(
    "form",
    { class: "card stack", onsubmit: start, "aria-label": "Train a player" },
    h("h2", {}, "Train a player"),
    field("Game", game),
    field("Preset", preset),
    field("What learns", learner),
    field("Games to learn from", games),
    h("details", {}, h("summary", {}, "More options"), h("div", { class: "stack" }, field("Another game", own), field("Opponent, like random or mc:playouts=20", opponent), more)),
    problem,
    h("button", { class: "primary", "data-do": "train" }, "Start training"),
  );
}

/** A control for one option of a learner; left alone, the option keeps its default. */
function optionControl(option, usual) {
  const facts = { "data-option": option.name, "data-kind": option.kind, title: option.help };
  const choices = option.kind === "bool" ? ["yes", "no"] : option.choices;
  if (choices.length) return h("select", facts, h("option", { value: "" }, usual), choices.map((one) => h("option", { value: one }, one)));
  return h("input", { ...facts, placeholder: usual, spellcheck: "false", inputmode: option.kind === "str" ? "text" : "decimal" });
}

function usualText(value) {
  if (value === null || value === undefined || value === "") return "default";
  return `default: ${value === true ? "yes" : value === false ? "no" : value}`;
}
