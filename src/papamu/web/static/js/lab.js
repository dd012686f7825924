// The laboratory: which of its pages is shown, and the list of all runs beside the form that starts one.

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { trainForm } from "./lab_form.js";
import { RunPage } from "./lab_run.js";
import { Refreshing, runCard } from "./lab_runs.js";
import { thinking } from "./lab_thinking.js";

export async function show(main, { name, query }) {
  document.title = "Papamu: lab";
  const page = name ? new RunPage(main, name, query.get("with")) : new LabPage(main, query.get("like"));
  await page.refresh();
  return () => page.leave();
}

class LabPage extends Refreshing {
  constructor(main, like) {
    super();
    this.list = h("div", { class: "stack" }, h("p", { class: "soft" }, "Loading …"));
    put(
      main,
      h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Laboratory"), h("p", {}, "Train your own player and watch it learn, or reproduce a table of a ", h("a", { href: "#/papers" }, "paper"), ". Runs continue when you close this page, and can be stopped and resumed."))),
      h("div", { class: "setup" }, trainForm(like), h("section", { class: "stack" }, h("h2", {}, "Runs"), this.list)),
      thinking(),
    );
  }

  async refresh() {
    const runs = await get("/api/runs");
    if (this.gone) return;
    put(this.list, runs.length ? runs.map(runCard) : h("p", { class: "soft" }, "Nothing has been run here yet. Press “Start training”: a minute later you have a player of your own."));
    this.again(runs.some((run) => run.state === "running" || run.state === "stopping"));
  }
}
