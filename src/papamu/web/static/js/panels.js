// Next to the board: seats, the line of moves, actions.

import { button, h, icon, put, say } from "./dom.js";
import { chip } from "./drawing.js";
import { numbering } from "./numbering.js";
import { askName } from "./player.js";
import { loadRecord } from "./records.js";

export function seatList(table, view, nameOf) {
  const { seats } = table;
  return h(
    "div",
    { class: `seats ${{ 2: "two", 4: "four" }[seats.length] ?? ""}` },
    seats.map((seat, at) => {
      const turn = !table.over && view.player === at;
      const out = (view.stuck ?? []).includes(at) && !view.over;
      const what = [view.players[at]];
      if (seat.resigned) what.push("gave up");
      if (out) what.push("cannot place");
      return h(
        "div",
        { class: `seat${turn ? " turn" : ""}${out ? " out" : ""}`, "data-seat": at },
        chip(view.look, at, 28),
        h("div", {}, h("div", { class: "who" }, nameOf(seat)), h("div", { class: "what" }, what.join(" · "))),
        view.scores ? h("div", { class: "score", "aria-label": `score ${view.scores[at]}` }, String(view.scores[at])) : null,
      );
    }),
  );
}

/** What programs call all this. */
export function details(table, nameOf, open = false) {
  const row = (name, text) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, text));
  const agents = table.seats.flatMap((seat, at) => (seat.kind === "agent" ? [row(`${table.position.players[at]}: ${nameOf(seat)}`, h("code", {}, seat.spec))] : []));
  return h("details", { class: "card", open }, h("summary", {}, "Details"), h("table", { class: "plain small specs" }, h("tbody", {}, row("Game", h("code", {}, table.game)), agents)));
}

/** Numbered moves, a column a seat where everybody moves in turn; a click looks at the position. */
export function movesList(table, ply, look, marks = {}) {
  const { line, seats } = table;
  if (!line.length) return h("div", { class: "moves" }, h("p", { class: "soft small" }, "No moves yet."));
  const { columns, first, number } = numbering(table);
  const cells = [];
  line.forEach((move, at) => {
    if (columns === 1 || (at + first) % 2 === 0 || at === 0) cells.push(h("li", { class: "number" }, `${number(at)}.`));
    if (at === 0 && first) cells.push(h("li", {}));
    const current = at + 1 === ply;
    const shown = columns === 1 && seats.length > 1 ? `${table.position.players[move.player]}  ${move.text}` : move.text;
    cells.push(
      h("li", {}, h("button", { class: marks[at] ?? "", "aria-current": current ? "true" : null, "aria-label": `Move ${at + 1}: ${move.text}`, onclick: () => look(at + 1) }, h("span", {}, shown + (move.event && move.event !== "none" ? ` ${move.event}` : "")))),
    );
  });
  const list = h("ol", {}, cells);
  list.style.setProperty("--seats", columns);
  const element = h("div", { class: "moves" }, list);
  requestAnimationFrame(() => {
    const here = element.querySelector("[aria-current]");
    if (here) element.scrollTop = here.offsetTop - element.clientHeight / 2;
  });
  return element;
}

export function stepper(ply, last, look) {
  const step = (name, text, to, off) => h("button", { "aria-label": text, title: text, disabled: off, onclick: () => look(to) }, icon(name));
  return h(
    "div",
    { class: "stepper" },
    step("first", "First position", 0, ply === 0),
    step("back", "One move back ( [ )", ply - 1, ply === 0),
    step("next", "One move forward ( ] )", ply + 1, ply >= last),
    step("last", "Last position", last, ply >= last),
  );
}

/** Everything that can be done at a table. */
export function actions(page) {
  const { table, view } = page;
  const persons = table.seats.some(({ kind }) => kind === "person");
  const parts = [
    button("hint", "Hint", () => page.hint(), { disabled: view.over || table.over, title: "Hint (H)", "data-do": "hint" }),
    persons ? button("undo", "Undo", () => page.act("undo"), { disabled: !table.can.undo, title: "Undo (U)", "data-do": "undo" }) : null,
    persons ? null : pace(page),
    button("menu", "More", () => menu(page), { "data-do": "more", "aria-haspopup": "dialog" }),
  ];
  return h("div", { class: persons ? "actions" : "actions watching" }, parts);
}

const PACES = [
  [2000, "Slow"],
  [700, "Medium"],
  [150, "Fast"],
  [0, "Instant"],
];

/** Where only agents play: pause and continue, and the speed. */
function pace(page) {
  const { table } = page;
  const go = table.paused;
  return [
    button(go ? "play" : "pause", go ? "Continue" : "Pause", () => page.act("pause", { paused: !go }), { disabled: table.over, "data-do": "pause" }),
    go ? button("next", "One move", () => page.act("think"), { disabled: table.over, "data-do": "step" }) : null,
    h(
      "select",
      { "aria-label": "Speed", onchange: (event) => page.act("pause", { paused: table.paused, pace_ms: Number(event.target.value) }) },
      PACES.map(([value, text]) => h("option", { value, selected: value === table.pace_ms }, text)),
    ),
  ];
}

function menu(page) {
  const { table } = page;
  const dialog = h("dialog", { "aria-label": "More", class: "menu" });
  const item = (name, text, does, off = false) =>
    button(name, text, () => {
      dialog.close();
      does();
    }, { class: "quiet", disabled: off, "data-do": name });
  put(
    dialog,
    h(
      "div",
      {},
      item("fresh", "New game, same seats", () => page.again()),
      item("swap", "Switch sides", () => page.act("swap"), !table.can.swap),
      item("flag", "Resign", () => resign(page), !table.can.resign),
      item("review", "Review this game", () => page.review(), !table.line.length),
      item("share", "Copy a link to this position", () => page.share()),
      item("text", "Copy the text board", () => page.copyText()),
      item("save", "Save the game record", () => page.save()),
      item("load", "Load a game record", loadRecord),
      item("turn", "Turn the board", () => page.turn()),
      item("person", "Your name …", () => askName(() => page.draw(false))),
      item("close", "Close", () => {}),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

function resign(page) {
  const { table } = page;
  const persons = table.seats.flatMap((seat, at) => (seat.kind === "person" ? [at] : []));
  const seat = persons.includes(table.position.player) ? table.position.player : persons[0];
  ask("Give up this game?", "Give up", () => page.act("resign", { seat }));
}

/** A question with two answers. */
export function ask(question, yes, does) {
  const dialog = h("dialog", { "aria-label": question });
  put(
    dialog,
    h(
      "div",
      { class: "stack" },
      h("h2", {}, question),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: () => (dialog.close(), does()) }, yes),
        h("button", { onclick: () => dialog.close() }, "No"),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  say(question);
}
