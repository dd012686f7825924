// The choice of who sits where: a human, an agent with a plain name, or any agent by its spec.

import { h, memory, put } from "./dom.js";
import { chip } from "./drawing.js";

export class SeatChooser {
  /** `players`: names of the seats; `look`: colours, may be missing; `persons`: may people sit here? */
  constructor({ persons = true } = {}) {
    this.persons = persons;
    this.element = h("div", { class: "stack" });
    this.rows = [];
  }

  /** Show these seats; what was chosen before stays where it still can be. */
  show(players, agents, look, preset = []) {
    const before = this.rows.map((row) => row.select.value);
    const typed = this.rows.map((row) => ({ name: row.name.value, spec: row.spec.value }));
    const usual = agents.find((agent) => agent.default && agent.ok) ?? agents.find((agent) => agent.ok);
    this.agents = agents;
    this.rows = players.map((player, seat) => {
      const chosen = before[seat] ?? preset[seat] ?? (seat === 0 && this.persons ? "person" : usual?.spec);
      const row = this.row(player, seat, chosen === "other" ? null : chosen, look);
      if (typed[seat]) this.restore(row, typed[seat], before[seat]);
      return row;
    });
    put(this.element, this.rows.map((row) => row.element));
  }

  /** A name or a spec that was typed outlives another size of the board. */
  restore(row, { name, spec }, chosen) {
    row.name.value = name;
    if (chosen !== "other") return;
    row.spec.value = spec;
    row.select.value = chosen;
    row.select.dispatchEvent(new Event("change"));
  }

  row(player, seat, chosen, look) {
    const select = h(
      "select",
      { "aria-label": `Who plays ${player}`, "data-seat": seat },
      this.persons ? h("option", { value: "person" }, "A human") : null,
      h(
        "optgroup",
        { label: "Computer" },
        this.agents.map((agent) =>
          h("option", { value: agent.spec, disabled: !agent.ok, title: agent.why_not }, agent.title, agent.ok ? (agent.says && agent.says !== agent.title ? ` – ${agent.says}` : "") : ` – ${agent.why_not}`),
        ),
      ),
      h("option", { value: "other" }, "Another agent …"),
    );
    const known = [...select.options].some((option) => option.value === chosen && !option.disabled);
    select.value = known ? chosen : chosen ? "other" : (select.options[0]?.value ?? "other");
    const name = h("input", {
      "aria-label": `Player name for ${player}`,
      maxlength: 30,
      placeholder: seat === 0 ? "Your name" : "Name",
      value: seat === 0 ? memory.get("name", "") : "",
    });
    const spec = h("input", { "aria-label": `Agent spec for ${player}`, maxlength: 200, placeholder: "for example uct:sims=1000", spellcheck: "false", value: known || !chosen ? "" : chosen });
    const more = h("div", { class: "more" });
    const update = () => {
      const agent = this.agents.find((one) => one.spec === select.value);
      const field = select.value === "other" ? spec : select.value === "person" ? name : null;
      const note = agent?.asks_name ? h("p", { class: "soft small" }, "It remembers you by your name.") : null;
      put(more, field, note);
      more.hidden = !field && !note;
    };
    select.addEventListener("change", update);
    update();
    const mark = look ? chip(look, seat, 28) : h("span", { class: "soft" }, `${seat + 1}`);
    const element = h("div", { class: "seat-form" }, mark, h("label", { class: "field" }, h("span", {}, player), select), more);
    return { element, select, name, spec };
  }

  /** As the server wants them. */
  chosen() {
    return this.rows.map(({ select, spec, name }, seat) => {
      if (select.value === "person") {
        const person = name.value.trim();
        if (person && seat === 0) memory.set("name", person);
        return { kind: "person", name: person || (seat === 0 ? "You" : "Guest") };
      }
      const agent = this.agents.find((one) => one.spec === select.value);
      const text = agent ? agent.spec : spec.value.trim();
      if (!text) throw new Error("Type an agent, for example uct:sims=1000.");
      return { kind: "agent", spec: text, ...(agent ? { name: agent.title } : {}) };
    });
  }
}
