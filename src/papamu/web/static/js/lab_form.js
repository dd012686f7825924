// The form that starts a training: a few choices that matter; all other options, as `papamu train` declares them, behind a fold.

import { get, post } from "./api.js";
import { allGames, specOf, specText } from "./catalogue.js";
import { h, put, sentence } from "./dom.js";

/** A small board: what is learned there is seen soon. */
const small = (game) => specOf(game, game.suggested[0].size, {});
const LIKE = ""; // the value of a preset that is another run

/** The form; with `like`, the id of a run, filled in with the options of that run. */
export function trainForm(like = null) {
  const game = h("select", {});
  const own = h("input", { placeholder: "any game, like konane:4x4", spellcheck: "false", "data-field": "own-game" });
  const preset = h("select", { "data-field": "preset" });
  const about = h("p", { class: "soft small" });
  const name = h("input", { maxlength: 60, placeholder: "optional", "data-field": "name" });
  const learner = h("select", {}, h("option", { value: "mlp" }, "A small network"), h("option", { value: "alphazero" }, "A tree search with a network"));
  const games = h("input", { type: "number", min: 1, "data-field": "games", placeholder: "as in the preset" });
  const opponent = h("input", { placeholder: "default", spellcheck: "false", "data-field": "opponent" });
  const more = h("div", { class: "stack" });
  const problem = h("p", { class: "error", role: "alert" });
  let options = [];
  let source = null; // the run that this one is to be like
  const chosen = () => own.value.trim() || game.value;
  const usual = (one) => (source && preset.value === LIKE ? "as before" : preset.value === "none" || learner.value !== "mlp" ? usualText(one.defaults[learner.value]) : "as in the preset");
  const drawOptions = () => put(more, options.filter((one) => one.learners.includes(learner.value) && one.name !== "games").map((one) => field(one.name.replaceAll("_", " "), optionControl(one, usual(one), source && preset.value === LIKE ? source.form[one.name] : undefined))));
  const changed = () => {
    if (source && preset.value === LIKE) learner.value = source.form.learner ?? "mlp";
    const named = learner.value === "mlp"; // all presets are courses of networks
    preset.disabled = !named;
    games.placeholder = named && preset.value !== "none" ? "as in the preset" : learner.value === "mlp" ? "1,000,000" : "default";
    games.value = source && preset.value === LIKE ? (source.form.games ?? "") : "";
    opponent.value = source && preset.value === LIKE ? (source.form.opponent ?? "") : "";
    about.textContent = preset.selectedOptions[0]?.dataset.text ?? "";
    drawOptions();
  };
  const drawPresets = async () => {
    const found = await get(`/api/runs/presets?game=${encodeURIComponent(chosen())}`).catch(() => null);
    if (!found) return; // half a name has been typed
    const was = preset.value;
    put(preset, source ? h("option", { value: LIKE, "data-text": "All options as in that run; change what you like." }, `As “${source.title}”`) : null, found.map((one) => h("option", { value: one.name, "data-text": `${sentence(one.title)} ${one.text}` }, one.name)));
    if ([...preset.options].some((one) => one.value === was)) preset.value = was;
    else preset.selectedIndex = 0;
    changed();
  };
  const begin = async () => {
    const [all, found, run] = await Promise.all([allGames(), get("/api/runs/options"), like ? get(`/api/runs/${like}`) : null]);
    options = found.options;
    source = run?.form?.game ? run : null;
    const specs = [small(all[0]), ...all.map((one) => one.spec)];
    if (source && !specs.includes(source.form.game)) specs.unshift(source.form.game);
    put(game, specs.map((spec) => h("option", { value: spec }, specText(spec))));
    if (source) game.value = source.form.game;
    await drawPresets();
  };
  begin().catch((error) => (problem.textContent = error.message));
  learner.addEventListener("change", changed);
  preset.addEventListener("change", changed);
  game.addEventListener("change", drawPresets);
  own.addEventListener("change", drawPresets);
  const start = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    const again = source && preset.value === LIKE;
    const form = { kind: "train", game: chosen(), learner: learner.value };
    if (again) form.like = source.id;
    else if (learner.value === "mlp" && preset.value) form.preset = preset.value;
    if (name.value.trim()) form.name = name.value.trim();
    const differs = (option, value) => !again || String(source.form[option] ?? "") !== String(value);
    if (games.value && differs("games", games.value)) form.games = Number(games.value);
    if (opponent.value.trim() && differs("opponent", opponent.value.trim())) form.opponent = opponent.value.trim();
    for (const control of more.querySelectorAll("[data-option]")) {
      const [text, kind] = [control.value.trim(), control.dataset.kind];
      const value = kind === "bool" ? text === "yes" : kind === "str" ? text : Number(text);
      if (text && differs(control.dataset.option, value)) form[control.dataset.option] = value;
    }
    try {
      const run = await post("/api/runs", form);
      location.hash = again ? `#/lab/${run.id}?with=${source.id}` : `#/lab/${run.id}`;
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const field = (text, control) => h("label", { class: "field" }, h("span", {}, text), control);
  return h(
    "form",
    { class: "card stack", onsubmit: start, "aria-label": "Train a player" },
    h("h2", {}, like ? "Train it again with changes" : "Train a player"),
    field("Game", game),
    field("Preset", preset),
    about,
    field("What learns", learner),
    field("Games to learn from", games),
    field("Its name", name),
    h("details", like ? { open: true } : {}, h("summary", {}, "More options"), h("div", { class: "stack" }, field("Another game", own), field("Opponent, like random or mc:playouts=20", opponent), more)),
    problem,
    h("button", { class: "primary", "data-do": "train" }, "Start training"),
  );
}

/** A control for one option of a learner; left alone, the option keeps its default. */
function optionControl(option, usual, value) {
  const facts = { "data-option": option.name, "data-kind": option.kind, title: option.help };
  const choices = option.kind === "bool" ? ["yes", "no"] : option.choices;
  const text = value === undefined || value === null ? "" : value === true ? "yes" : value === false ? "no" : String(value);
  if (choices.length) return h("select", facts, h("option", { value: "" }, usual), choices.map((one) => h("option", { value: one, selected: one === text }, one)));
  return h("input", { ...facts, placeholder: usual, value: text, spellcheck: "false", inputmode: option.kind === "str" ? "text" : "decimal" });
}

function usualText(value) {
  if (value === null || value === undefined || value === "") return "default";
  return `default: ${value === true ? "yes" : value === false ? "no" : value}`;
}
