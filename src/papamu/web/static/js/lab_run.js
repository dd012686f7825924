// The page of one run: how it goes, what happened to it, its curves (beside those of another run), what it learned.

import { get, patch, post, remove } from "./api.js";
import { drawCharts } from "./charts.js";
import { button, h, put, toast } from "./dom.js";
import { command } from "./ladder.js";
import { compared, comparedWith } from "./lab_compare.js";
import { healthCard } from "./lab_health.js";
import { WhatItLearned } from "./lab_learned.js";
import { finalTest, isGoing, Refreshing, stateText, words } from "./lab_runs.js";

export class RunPage extends Refreshing {
  constructor(main, id, other) {
    super();
    [this.id, this.other] = [id, other];
    this.head = h("div", { class: "card stack" });
    this.health = h("div", {});
    this.charts = h("div", {});
    this.beside = h("div", {});
    this.log = h("pre", { class: "scroll", tabindex: 0, "aria-label": "Log" });
    this.details = h("div", { class: "stack" });
    this.label = new Label(id, () => this.refresh());
    this.learned = new WhatItLearned(id);
    this.curves = h("section", { class: "card section stack", "aria-label": "Curves" }, this.charts, this.beside);
    put(
      main,
      h("p", { class: "trail-back" }, h("a", { href: "#/lab" }, "All runs")),
      this.head,
      this.health,
      this.curves,
      this.learned.place,
      this.label.place,
      h("details", { class: "card section" }, h("summary", {}, "Log"), this.log),
      h("details", { class: "card section" }, h("summary", {}, "Details"), this.details),
    );
    put(this.charts, h("p", { class: "soft" }, "Curves appear with the first games."));
  }

  async refresh() {
    const [run, other] = await Promise.all([get(`/api/runs/${this.id}`), this.other ? get(`/api/runs/${this.other}`).catch(() => null) : null]);
    if (this.gone) return;
    const going = isGoing(run);
    document.title = `Papamu: ${run.title}`;
    put(
      this.head,
      h("div", { class: "row" }, h("h1", { class: "grow" }, run.title), h("span", { class: `badge ${run.state}`, role: "status" }, stateText(run.state))),
      going ? h("progress", { max: 1, ...(run.progress ? { value: run.progress.share } : {}), "aria-label": "Progress" }) : null,
      h("p", {}, words({ ...run, test: null })),
      finalTest(run),
      h(
        "div",
        { class: "row" },
        going && run.command ? button("stop", "Stop", () => this.act("stop"), { "data-do": "stop" }) : null,
        run.resumable ? button("play", "Resume", () => this.act("resume"), { class: "primary", "data-do": "resume" }) : null,
        against(run),
        run.paper ? h("a", { class: "button primary", href: `#/papers/${run.paper}?scale=${run.scale}` }, "Compare with the published figures") : null,
        run.form?.game ? h("a", { class: "button", href: `#/lab?like=${run.id}`, "data-do": "fork" }, "Train again with changes") : null,
        going || run.state === "elsewhere" ? null : button("close", "Delete", () => this.delete(run), { class: "quiet", "data-do": "delete" }),
      ),
    );
    put(this.health, healthCard(run, (one) => this.tryAgain(run, one)));
    this.label.draw(run);
    this.log.textContent = (run.log ?? []).join("\n");
    put(this.details, run.folder ? h("p", { class: "small" }, "Folder: ", h("code", {}, run.folder)) : null, run.agent ? h("p", { class: "small" }, "As an agent: ", h("code", {}, run.agent)) : null, command(run.short_command), command(run.command === run.short_command ? null : run.command));
    this.curves.hidden = run.kind === "table"; // its figures are in the study
    const charts = other ? compared(run, other) : run.charts;
    if (charts?.length) await drawCharts(this.charts, charts).catch((error) => put(this.charts, h("p", { class: "error" }, error.message)));
    if (run.kind === "train" && run.charts?.length) await comparedWith(this.beside, run, other);
    this.learned.draw(run);
    if (going || (other && isGoing(other))) this.again(true);
  }

  async act(what) {
    try {
      await post(`/api/runs/${this.id}/${what}`);
    } catch (error) {
      toast(error.message, true);
    }
    await this.refresh();
  }

  /** The same with a change that is known to help; both curves are then in one chart. */
  async tryAgain(run, one) {
    const name = `${run.title}, with ${one.text}`.slice(0, 60);
    try {
      const begun = await post("/api/runs", { kind: "train", game: run.game, like: run.id, name, ...one.options });
      location.hash = `#/lab/${begun.id}?with=${run.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  }

  async delete(run) {
    if (!confirm(`Delete “${run.title}”? It is moved to the folder “trash” beside your runs.`)) return;
    try {
      await remove(`/api/runs/${run.id}`);
      toast(`“${run.title}” is in the trash.`);
      location.hash = "#/lab";
    } catch (error) {
      toast(error.message, true);
    }
  }
}

/** A trained player is an opponent. */
function against(run) {
  if (!run.agent || !run.game || run.state === "running") return null;
  const link = `#/new/${run.game.split(":")[0]}?${new URLSearchParams({ game: run.game, against: run.agent })}`;
  return h("a", { class: "button primary", href: link }, "Play against it");
}

/** The name and the notes of a run; what is being written is not drawn over. */
class Label {
  constructor(id, changed) {
    this.name = h("input", { maxlength: 60, "data-field": "run-name" });
    this.notes = h("textarea", { rows: 3, maxlength: 4000, "data-field": "run-notes" });
    this.place = h(
      "form",
      {
        class: "card section stack",
        "aria-label": "Name and notes",
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            await patch(`/api/runs/${id}`, { name: this.name.value, notes: this.notes.value });
            toast("Saved");
            this.written = false;
            await changed();
          } catch (error) {
            toast(error.message, true);
          }
        },
      },
      h("label", { class: "field" }, h("span", {}, "Name"), this.name),
      h("label", { class: "field" }, h("span", {}, "Notes"), this.notes),
      h("div", {}, h("button", { "data-do": "label" }, "Save")),
    );
    this.place.addEventListener("input", () => (this.written = true));
  }

  draw(run) {
    if (this.written) return;
    [this.name.value, this.notes.value, this.name.placeholder] = [run.name, run.notes, run.title];
  }
}
