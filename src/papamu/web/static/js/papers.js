// The studies: what each is about, what came out, and every table with published figures next to ours.

import { get, post } from "./api.js";
import { drawCharts } from "./charts.js";
import { button, h, put, toast } from "./dom.js";
import { walkable } from "./cell_keys.js";
import { command } from "./ladder.js";

export async function show(main, { name, query }) {
  document.title = "Papamu: papers";
  return name ? study(main, name, query.get("scale")) : shelf(main);
}

const SIZES = { smoke: "Quick try", laptop: "Smaller", paper: "Published size" };

async function shelf(main) {
  put(main, h("div", { class: "hero" }, h("div", {}, h("h1", {}, "Papers"), h("p", {}, "Published studies of these games, done again. See what they found, and whether the same comes out here."))), h("p", { class: "soft" }, "Loading …"));
  const papers = await get("/api/papers");
  main.lastElementChild.replaceWith(
    h(
      "ul",
      { class: "recent papers" },
      papers.map((paper) =>
        h("li", {}, h("a", { class: "card paper-card", href: `#/papers/${paper.name}` }, h("strong", {}, paper.title), h("span", { class: "soft small" }, source(paper)), h("span", { class: "small" }, agreed(paper.agreement)), h("span", { class: "soft small" }, `${paper.tables.length} tables`))),
      ),
    ),
  );
}

/** Who wrote it, where, when. */
const source = ({ author, where, year }) => `${author}. ${capital(where)}, ${year}.`;

/** How much comes out the same, in one sentence. */
const agreed = ({ compared, within_5_points: near }) => (compared ? `${near} of ${compared} published figures are within five points of ours.` : "Nothing of this was published: the figures are ours.");

async function study(main, name, scale) {
  put(main, h("p", { class: "soft" }, "Loading …"));
  const paper = await get(`/api/papers/${name}${scale ? `?${new URLSearchParams({ scale })}` : ""}`);
  document.title = `Papamu: ${paper.title}`;
  put(
    main,
    h("p", { class: "trail-back" }, h("a", { href: "#/papers" }, "All papers")),
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, paper.title), h("p", {}, source(paper)))),
    inShort(paper),
    h(
      "section",
      { class: "card stack section" },
      h("h2", {}, "The tables"),
      h("p", {}, "In each cell the larger figure is ours, the smaller one is the published one. A mark (≠) shows where the two differ by more than chance explains. Choose a cell to see how sure our figure is."),
      sizes(paper),
      paper.warning ? h("p", { class: "tip" }, paper.warning) : null,
      h("nav", { class: "row", "aria-label": "Tables" }, paper.tables.map((table) => toTable(table.name))),
      h("details", {}, h("summary", {}, "All tables at once, in a terminal"), command(paper.command)),
    ),
    paper.tables.map((table) => tableCard(paper, table)),
    paper.pictures.length ? h("details", { class: "card section" }, h("summary", {}, `Pictures (${paper.pictures.length})`), pictures(paper, paper.pictures)) : null,
  );
}

const toTable = (name) => h("button", { class: "quiet", onclick: () => document.getElementById(`table-${name}`)?.scrollIntoView() }, name);

/** What the study is about, what came out, and where it differs. */
function inShort(paper) {
  const list = (title, lines) => (lines.length ? h("div", {}, h("h3", {}, title), h("ul", {}, lines.map((line) => h("li", {}, line)))) : null);
  return h(
    "section",
    { class: "card stack" },
    h("div", { class: "stack study-words" }, h("h2", {}, "In short"), h("p", {}, paper.abstract)),
    h("div", { class: "study-lists" }, list("What we found", paper.found), list("Where it disagrees", paper.differs)),
    h("p", {}, h("strong", {}, agreed(paper.agreement))),
    h("div", { class: "scroll" }, h("table", { class: "plain" }, h("tbody", {}, paper.agreement.verdicts.map(({ verdict, tables }) => h("tr", {}, h("th", { scope: "row" }, capital(verdict)), h("td", {}, tables.map(toTable))))))),
  );
}

/** With a capital: the head of a row, the beginning of a sentence. */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Which figures are shown: of the published size, or of the user's own smaller runs where there are any. */
function sizes(paper) {
  const own = paper.scales.filter(({ name }) => name === paper.scale || name === "paper" || paper.tables.some((table) => table.own.includes(name)));
  if (own.length < 2) return null;
  return h("p", { class: "row" }, h("span", {}, "Show the figures of:"), own.map(({ name }) => h("a", { class: "button", href: `#/papers/${paper.name}?scale=${name}`, "aria-current": name === paper.scale ? "true" : null }, SIZES[name])));
}

function pictures(paper, found, wide = false) {
  return h("div", { class: wide ? "study-pictures wide" : "study-pictures" }, found.map(({ name, title }) => h("img", { src: `/api/papers/${paper.name}/pictures/${encodeURIComponent(name)}.svg`, alt: title, loading: "lazy" })));
}

/** About how long something takes, for people. */
function lasts(seconds) {
  if (seconds < 50) return `${Math.max(10, 10 * Math.round(seconds / 10))} seconds`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} hours`;
}

const WHOSE = {
  run: "Our figures here are from your own run on this machine.",
  package: "Our figures here came with Papamu: they are of the published size. Your own run will take their place.",
};

function tableCard(paper, table) {
  const charts = h("div", {});
  const about = h("p", { class: "soft small" });
  const again = button("play", "", () => reproduce(), { "data-table": table.name });
  const scale = h("select", { "aria-label": `How large to reproduce ${table.name}`, onchange: () => chosen() }, Object.keys(table.durations).map((name) => h("option", { value: name }, SIZES[name])));
  const chosen = () => {
    again.lastElementChild.textContent = `Reproduce this table (about ${lasts(table.durations[scale.value])})`;
    about.textContent = { smoke: "A quick try plays a few games: it shows that everything works, not whether the figures agree.", laptop: "Networks learn from far fewer games than published, so their figures may differ.", paper: "As large as published. You can stop it and resume." }[scale.value];
  };
  const reproduce = async () => {
    try {
      const run = await post("/api/runs", { kind: "table", paper: paper.name, tables: [table.name], scale: scale.value });
      location.hash = `#/lab/${run.id}`;
    } catch (error) {
      toast(error.message, true);
    }
  };
  const draw = async (event) => {
    event.currentTarget.remove();
    if (table.pictures.length) return put(charts, pictures(paper, table.pictures, true));
    await get(`/api/papers/${paper.name}/charts?${new URLSearchParams({ table: table.name, scale: paper.scale })}`)
      .then((found) => drawCharts(charts, found))
      .catch((error) => toast(error.message, true));
  };
  chosen();
  return h(
    "section",
    { class: "card stack section", id: `table-${table.name}` },
    h("h2", {}, `${table.name}. ${table.caption}`),
    table.note ? h("p", { class: "soft small" }, table.note) : null,
    table.sentence ? h("p", { class: "tip" }, table.sentence) : null,
    h("div", { class: "scroll" }, figures(table)),
    table.has_charts || table.pictures.length ? button("review", "Show the curves", draw) : null,
    charts,
    h("p", { class: "soft small", "data-source": table.source }, WHOSE[table.source] ?? "There are no figures of ours yet: reproduce the table to see them."),
    h("div", { class: "row" }, h("div", {}, scale), again),
    about,
    h("details", {}, h("summary", {}, "In a terminal"), command(table.command)),
  );
}

/** A share in per cent, rounded half up from the six digits of the CSV files, as in the tables of the documentation. */
const perCent = (share) => (Math.round(Number((1000 * share).toPrecision(6))) / 10).toFixed(1);

const shown = (value, unit) => (value === null || value === undefined ? "–" : unit ? String(Math.round(value * 1000) / 1000) : `${perCent(value)} %`);

/** With its sign, but never "−0.0". */
function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

function figures(table) {
  const head = h("thead", {}, h("tr", {}, table.corner ? h("th", {}, table.corner) : h("td", {}), table.columns.map((column) => h("th", { scope: "col" }, column))));
  const rows = table.rows.map((row, at) => h("tr", {}, h("th", { scope: "row" }, row), table.cells[at].map((cell, col) => figure(cell, table, `${row}, ${table.columns[col]}`))));
  return walkable(h("table", { class: "plain study", "aria-label": table.caption }, head, h("tbody", {}, rows)));
}

function figure(cell, table, where) {
  if (!cell) return h("td", {});
  const { unit } = table;
  const { published, ours, low, high, states } = cell;
  const outside = !table.trial && ours !== null && low !== null && published !== null && published !== undefined && (published < low || published > high);
  return h(
    "td",
    { class: outside ? "differs" : "" },
    h(
      "button",
      { class: "cell", "aria-haspopup": "dialog", onclick: () => details(cell, table, where, outside) },
      h("span", { class: "ours" }, shown(ours, unit), outside ? h("abbr", { title: "outside our interval" }, "≠") : null),
      table.published ? h("span", { class: "printed" }, shown(published, unit)) : null,
      died(states) ? h("span", { class: "soft small" }, died(states)) : null,
    ),
  );
}

/** How many of its networks were dead or had run away at the end, in words; nothing if all live. */
function died(states) {
  const gone = states.filter((state) => state === "dead" || state === "diverged");
  if (!gone.length) return "";
  return states.length === 1 ? gone[0] : `${gone.length} of ${states.length} dead`;
}

/** Everything about one figure, and how to reproduce it. */
function details(cell, table, where, outside) {
  const { published, ours, low, high, difference, seeds } = cell;
  const { unit } = table;
  const lines = [
    ["Published", shown(published, unit)],
    ["Ours", ours === null ? "not there yet" : shown(ours, unit)],
    low !== null ? ["With 95 % certainty", `${shown(low, unit)} to ${shown(high, unit)}`] : null,
    difference !== null && difference !== undefined ? ["Difference", unit ? signed(difference, 3) : `${signed(100 * difference, 1)} points`] : null,
    seeds ? ["Times computed", String(seeds)] : null,
    died(cell.states) ? ["Network", died(cell.states)] : null,
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
