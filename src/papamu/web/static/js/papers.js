// The studies: every table, published next to ours, each with the command that reproduces it.

import { get, post } from "./api.js";
import { drawCharts } from "./charts.js";
import { button, h, put, toast } from "./dom.js";
import { walkable } from "./cell_keys.js";
import { command } from "./ladder.js";

export async function show(main, { name, query }) {
  document.title = "Papamu: papers";
  return name ? study(main, name, query.get("scale")) : shelf(main);
}

async function shelf(main) {
  put(main, h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Papers"), h("p", {}, "Published studies of these games, reproduced: the published figures, ours, and whether they agree."))), h("p", { class: "soft" }, "Loading …"));
  const papers = await get("/api/papers");
  main.lastElementChild.replaceWith(
    h(
      "ul",
      { class: "recent papers" },
      papers.map((paper) =>
        h("li", {}, h("a", { class: "card paper-card", href: `#/papers/${paper.name}` }, h("strong", {}, paper.title), h("span", { class: "soft small" }, `${paper.author}, ${paper.year}. ${paper.where}`), h("span", { class: "small" }, `${paper.tables.length} tables`))),
      ),
    ),
  );
}

async function study(main, name, scale) {
  put(main, h("p", { class: "soft" }, "Loading …"));
  const paper = await get(`/api/papers/${name}${scale ? `?${new URLSearchParams({ scale })}` : ""}`);
  document.title = `Papamu: ${paper.title}`;
  put(
    main,
    h("p", { class: "trail-back" }, h("a", { href: "#/papers" }, "All papers")),
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, paper.title), h("p", {}, `${paper.author}, ${paper.year}. ${paper.where}`))),
    paper.warning ? h("p", { class: "tip" }, paper.warning) : null,
    h(
      "section",
      { class: "card stack" },
      h("p", {}, "In each cell the larger figure is ours, the smaller one is the published one. A mark (≠) shows where the two differ by more than chance explains. Click a cell for its interval and command."),
      h("p", { class: "row" }, h("span", {}, "Scale:"), paper.scales.map((one) => h("a", { class: "button", href: `#/papers/${paper.name}?scale=${one.name}`, "aria-current": one.name === paper.scale ? "true" : null, title: one.on_two_cores }, one.name))),
      command(paper.command),
      h("nav", { class: "row", "aria-label": "Tables" }, paper.tables.map((table) => h("button", { class: "quiet", onclick: () => document.getElementById(`table-${table.name}`)?.scrollIntoView() }, table.name))),
    ),
    paper.tables.map((table) => tableCard(paper, table)),
  );
}

function tableCard(paper, table) {
  const charts = h("div", {});
  const scale = h("select", { "aria-label": "Scale" }, paper.scales.map((one) => h("option", { value: one.name }, `${one.name}: ${one.on_two_cores}`)));
  const again = async () => {
    try {
      const run = await post("/api/runs", { kind: "table", paper: paper.name, tables: [table.name], scale: scale.value });
      location.hash = `#/lab/${run.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  };
  const draw = async (event) => {
    event.currentTarget.remove();
    await get(`/api/papers/${paper.name}/charts?${new URLSearchParams({ table: table.name, scale: paper.scale })}`)
      .then((found) => drawCharts(charts, found))
      .catch((error) => toast(error.message, true));
  };
  return h(
    "section",
    { class: "card stack section", id: `table-${table.name}` },
    h("h2", {}, `${table.name}. ${table.caption}`),
    table.note ? h("p", { class: "soft small" }, table.note) : null,
    table.sentence ? h("p", { class: "tip" }, table.sentence) : table.agreement ? h("p", { class: "tip" }, String(table.agreement)) : null,
    h("div", { class: "scroll" }, figures(table)),
    table.has_charts ? button("review", "Show the curves", draw) : null,
    charts,
    h("p", { class: "soft small" }, { run: "Our figures are from runs on this machine.", docs: "Our figures are from the documentation, at the published size." }[table.source] ?? "Not computed on this machine yet."),
    command(table.command),
    h("div", { class: "row" }, h("div", {}, scale), button("play", "Reproduce", again, { "data-table": table.name })),
  );
}

const shown = (value, unit) => (value === null || value === undefined ? "–" : unit ? String(Math.round(value * 1000) / 1000) : `${(100 * value).toFixed(1)} %`);

/** With its sign, but never "−0.0". */
function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

function figures(table) {
  const head = h("thead", {}, h("tr", {}, h("th", {}, table.corner), table.columns.map((column) => h("th", { scope: "col" }, column))));
  const rows = table.rows.map((row, at) => h("tr", {}, h("th", { scope: "row" }, row), table.cells[at].map((cell, col) => figure(cell, table, `${row}, ${table.columns[col]}`))));
  return walkable(h("table", { class: "plain study", "aria-label": table.caption }, head, h("tbody", {}, rows)));
}

function figure(cell, table, where) {
  if (!cell) return h("td", {});
  const { unit } = table;
  const { published, ours, low, high, states } = cell;
  const outside = ours !== null && low !== null && published !== null && published !== undefined && (published < low || published > high);
  return h(
    "td",
    { class: outside ? "differs" : "" },
    h(
      "button",
      { class: "cell", "aria-haspopup": "dialog", onclick: () => details(cell, table, where, outside) },
      h("span", { class: "ours" }, shown(ours, unit), outside ? h("abbr", { title: "outside our interval" }, "≠") : null),
      h("span", { class: "printed" }, shown(published, unit)),
      states?.length ? h("span", { class: "soft small" }, states.join(" ")) : null,
    ),
  );
}

/** Everything about one figure, and how to reproduce it. */
function details(cell, table, where, outside) {
  const { published, ours, low, high, difference, seeds } = cell;
  const { unit } = table;
  const lines = [
    ["Published", shown(published, unit)],
    ["Ours", ours === null ? "not computed yet" : shown(ours, unit)],
    low !== null ? ["95 % interval", `${shown(low, unit)} to ${shown(high, unit)}`] : null,
    difference !== null && difference !== undefined ? ["Difference", unit ? signed(difference, 3) : `${signed(100 * difference, 1)} points`] : null,
    seeds ? ["Seeds", String(seeds)] : null,
  ].filter(Boolean);
  const dialog = h("dialog", { "aria-label": where, class: "figure" });
  put(
    dialog,
    h(
      "div",
      { class: "stack" },
      h("h2", {}, `${table.name}: ${where}`),
      h("table", { class: "plain" }, h("tbody", {}, lines.map(([what, text]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, text))))),
      outside ? h("p", { class: "tip" }, "The published figure is outside our interval: chance alone hardly explains it.") : null,
      h("p", { class: "soft small" }, "This command reproduces it, with the rest of its table:"),
      command(table.command),
      h("div", { class: "row" }, h("button", { onclick: () => dialog.close() }, "Close")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
