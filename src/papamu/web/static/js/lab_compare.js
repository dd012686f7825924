// Two runs side by side: their curves in one chart, and what differs between them.

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { percent } from "./lab_runs.js";

const COLOURS = ["#0072B2", "#E69F00"];

/** The learning curves of two runs as one chart. */
export function compared(run, other) {
  const [first, second] = [run.charts?.[0], other.charts?.[0]];
  if (!first?.lines.length) return run.charts ?? [];
  const names = run.title === other.title ? [`${run.title} (this)`, `${other.title} (the other)`] : [run.title, other.title];
  const lines = [first, second].flatMap((chart, at) => (chart?.lines ?? []).slice(0, 1).map((line) => ({ ...line, group: names[at], name: names[at], colour: COLOURS[at], dead: [] })));
  return [{ ...first, title: "Learning curves", lines }];
}

/** A choice of another run to compare with, and the table of what differs. */
export async function comparedWith(place, run, other) {
  const runs = (await get("/api/runs")).filter((one) => one.kind === "train" && one.id !== run.id && one.folder !== run.folder);
  if (!runs.length && !other) return;
  if (place.contains(document.activeElement) && place.dataset.other === (other?.id ?? "")) return; // somebody chooses
  place.dataset.other = other?.id ?? "";
  const choice = h(
    "select",
    { "data-do": "compare", onchange: (event) => (location.hash = event.target.value ? `#/lab/${run.id}?with=${event.target.value}` : `#/lab/${run.id}`) },
    h("option", { value: "" }, "none"),
    runs.map((one) => h("option", { value: one.id, selected: one.id === other?.id }, one.title)),
  );
  put(place, h("label", { class: "field" }, h("span", {}, "Compare with another run"), choice), other ? differences(run, other) : null);
}

function differences(run, other) {
  const rows = [["Final test", ...[run, other].map((one) => (one.test?.games ? `won ${percent(one.test.won / one.test.games)}` : "not yet"))]];
  const names = [...new Set([...Object.keys(run.form ?? {}), ...Object.keys(other.form ?? {})])].filter((name) => name !== "preset");
  for (const name of names) {
    const values = [run, other].map((one) => String(one.form?.[name] ?? "default"));
    if (values[0] !== values[1]) rows.push([name.replaceAll("_", " "), ...values]);
  }
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "What differs" },
    h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ["What differs", run.title, other.title].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows.map(([name, ...values]) => h("tr", {}, h("th", { scope: "row" }, name), values.map((value) => h("td", {}, value)))))),
  );
}
