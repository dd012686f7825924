// A new game by choice: size, options, who sits where, all of it on one page.

import { post } from "./api.js";
import { agentsFor, gameNamed, seatsOf, specOf, specText } from "./catalogue.js";
import { h, narrow, ownKey, put, toast } from "./dom.js";
import { rulesCard } from "./rules.js";
import { SeatChooser } from "./seats.js";

export async function show(main, { name, query }) {
  const game = await gameNamed(name);
  if (!game) throw Object.assign(new Error(`There is no game ${name}.`), { status: 404 });
  document.title = `Papamu: new game of ${game.title}`;
  const position = query.get("position");
  const form = new GameForm(game, { spec: query.get("game") });
  const seats = new SeatChooser();
  const problem = h("p", { class: "error", role: "alert" });
  const start = h("button", { class: "primary", type: "submit" }, "Start the game");

  const refresh = async () => {
    problem.textContent = "";
    start.disabled = true;
    try {
      const [agents, { players, look }] = await Promise.all([agentsFor(form.spec), seatsOf(form.spec)]);
      seats.show(players, agents, look, presets(query, players));
      start.disabled = false;
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  form.onchange = refresh;

  const submit = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    start.disabled = true;
    try {
      const table = await post("/api/tables", { game: form.spec, seats: seats.chosen(), key: ownKey(), ...(position ? { position } : {}) });
      location.hash = `#/table/${table.id}`;
    } catch (error) {
      problem.textContent = error.message;
      toast(error.message, true);
      start.disabled = false;
    }
  };

  put(
    main,
    h("h1", {}, `New game of ${game.title}`),
    h(
      "div",
      { class: "setup section" },
      h("div", { class: "stack" }, h("div", { class: "picture" }, h("img", { src: game.picture, alt: "" })), rulesCard(game, !narrow())),
      h(
        "form",
        { class: "card stack", onsubmit: submit },
        form.element,
        h("h2", {}, "Who plays"),
        seats.element,
        problem,
        h("div", { class: "row" }, start, h("a", { class: "button quiet", href: "#/" }, "Back")),
      ),
    ),
  );
  await refresh();
}

function presets(query, players) {
  const opponent = query.get("against");
  return opponent ? players.map((_, seat) => (seat === 0 ? "person" : opponent)) : [];
}

/** Size and options of a game; `spec` says what is chosen. */
export class GameForm {
  constructor(game, { spec = null } = {}) {
    this.game = game;
    this.onchange = () => {};
    this.fixed = spec; // a spec from a link: it says everything
    this.size = null;
    this.options = {};
    const usual = game.spec.split(":")[1]?.split(",")[0] ?? "";
    this.size = usual;
    this.element = spec ? h("p", {}, h("span", { class: "soft" }, "Game: "), specText(spec, game.title)) : this.build(usual);
  }

  get spec() {
    return this.fixed ?? specOf(this.game, this.size, this.options);
  }

  changed() {
    this.onchange();
  }

  build(usual) {
    const other = h("input", { "aria-label": "Another size", placeholder: "other, like 7x9", maxlength: 12, "data-size": "other" });
    const choose = (size) => {
      this.size = size;
      this.changed();
    };
    other.addEventListener("change", () => choose(other.value.trim().toLowerCase().replace("×", "x") || usual));
    const radios = this.game.suggested.map(({ size, title }) =>
      h("label", {}, h("input", { type: "radio", name: "size", value: size, checked: size === usual, onchange: () => choose(size) }), h("span", {}, title)),
    );
    return h(
      "div",
      { class: "stack" },
      h("fieldset", { class: "choices" }, h("legend", {}, "Board"), radios),
      h("details", {}, h("summary", {}, "Other sizes and options"), h("div", { class: "stack" }, h("label", { class: "field" }, h("span", {}, `Size: ${this.game.sizes}`), other), this.game.options.map((option) => this.field(option)))),
    );
  }

  field(option) {
    const set = (value) => {
      this.options[option.name] = value;
      this.changed();
    };
    if (option.kind === "bool")
      return h("label", { class: "check" }, h("input", { type: "checkbox", checked: option.default, onchange: (event) => set(event.target.checked) }), h("span", {}, option.help));
    const control = option.choices?.length
      ? h("select", { onchange: (event) => set(event.target.value) }, option.choices.map((choice) => h("option", { value: choice, selected: choice === option.default }, choice)))
      : h("input", { value: option.default, onchange: (event) => set(event.target.value.trim()), spellcheck: "false" });
    return h("label", { class: "field" }, h("span", {}, `${option.name}: ${option.help}`), control);
  }
}
