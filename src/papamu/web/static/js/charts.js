// Charts of studies and trainings on a page, each with its note.

import { h, put } from "./dom.js";
import { drawChart } from "./line_chart.js";

/** Draw these charts into a place; those that are there already are brought up to date. */
export async function drawCharts(place, charts) {
  const names = charts.map(({ table, name }) => `${table} ${name}`).join("\n");
  if (place.dataset.charts !== names) {
    place.dataset.charts = names;
    put(place, charts.map(({ title, note }) => h("section", { class: "chart-card" }, title ? h("h3", {}, title) : null, h("div", { class: "chart" }), h("p", { class: "soft small" }, note ?? ""))));
  }
  charts.forEach((chart, at) => {
    place.children[at].querySelector("p").textContent = chart.note ?? "";
    drawChart(place.children[at].querySelector(".chart"), chart);
  });
}
