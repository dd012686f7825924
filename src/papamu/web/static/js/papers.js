// The studies: every table, published beside ours, each with the command that makes it again.

import { get, post } from "./api.js";
import { drawCharts } from "./charts.js";
import { button, h, put, toast } from "./dom.js";
import { command } from "./ladder.js";

export async function show(main, { name }) {
  document.title = "Papamu: papers";
  return name ? study(main, name) : shelf(main);
}

async function shelf(main) {
  put(main, h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Papers"), h("p", {}, "Published studies of these games, made again: what was printed, what we get, and whether the two agree."))), h("p", { class: "soft" }, "Looking …"));
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

async function study(main, name) {
  put(main, h("p", { class: "soft" }, "Looking …"));
  const paper = await get(`/api/papers/${name}`);
  document.title = `Papamu: ${paper.title}`;
  put(
    main,
    h("p", {}, h("a", { href: "#/papers" }, "All papers")),
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, paper.title), h("p", {}, `${paper.author}, ${paper.year}. ${paper.where}`))),
    paper.warning ? h("p", { class: "tip" }, paper.warning) : null,
    h(
      "section",
      { class: "card stack" },
      h("p", {}, "In each cell the larger figure is ours, the smaller one is the published. A mark shows where the two differ by more than chance explains."),
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
    await get(`/api/papers/${paper.name}/charts?${new URLSearchParams({ table: table.name })}`)
      .then((found) => drawCharts(charts, found))
      .catch((error) => toast(error.message, true));
  };
  return h(
    "section",
    { class: "card stack section", id: `table-${table.name}` },
    h("h2", {}, `${table.name}. ${table.caption}`),
    table.note ? h("p", { class: "soft small" }, table.note) : null,
    table.sentence ? h("p", { class: "tip" }, table.sentence) : table.agreement ? h("p", { class: "tip" }, String(table.agreement)) : null,
    h("div", { class: "scroll" }, h("table", { class: "plain study" }, h("thead", {}, h("tr", {}, h("th", {}, table.corner), table.columns.map((column) => h("th", {}, column)))), h("tbody", {}, table.rows.map((row, at) => h("tr", {}, h("th", { scope: "row" }, row), table.cells[at].map((cell) => figure(cell, table.unit))))))),
    table.has_charts ? button("review", "Show the curves", draw) : null,
    charts,
    h("p", { class: "soft small" }, { run: "Ours are from the runs on this machine.", docs: "Ours are from the documentation, at the published size." }[table.source] ?? "Not made on this machine yet."),
    command(table.command),
    h("div", { class: "row" }, h("div", {}, scale), button("play", "Make it again", again, { "data-table": table.name })),
  );
}

const shown = (value, unit) => (value === null || value === undefined ? "–" : unit ? String(Math.round(value * 1000) / 1000) : `${(100 * value).toFixed(1)} %`);

function figure(cell, unit) {
  if (!cell) return h("td", {});
  const { published, ours, low, high, difference, states } = cell;
  const outside = ours !== null && low !== null && published !== null && published !== undefined && (published < low || published > high);
  const text = [`published ${shown(published, unit)}`, `ours ${shown(ours, unit)}`];
  if (low !== null) text.push(`interval ${shown(low, unit)} to ${shown(high, unit)}`);
  if (difference !== null && difference !== undefined) text.push(`difference ${unit ? difference.toFixed(3) : `${(100 * difference).toFixed(1)} points`}`);
  return h(
    "td",
    { class: outside ? "differs" : "", title: text.join("\n") },
    h("span", { class: "ours" }, shown(ours, unit), outside ? h("abbr", { title: "outside our interval" }, "≠") : null),
    h("span", { class: "printed" }, shown(published, unit)),
    states?.length ? h("span", { class: "soft small" }, states.join(" ")) : null,
  );
}
