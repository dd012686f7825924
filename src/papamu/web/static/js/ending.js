// How a game ended, in words for the one who played it, and what there is to do next.

import { button, h } from "./dom.js";
import { askName, player, withNames } from "./player.js";

/** The seats of people, including those who gave up and were replaced. */
export const personsOf = ({ seats }) => seats.flatMap((seat, at) => (seat.kind === "person" || seat.resigned ? [at] : []));

/** "You won", "You lost by 14", "Draw"; where several people play, or none, who won. */
export function headline(table) {
  const { seats, position, result } = table;
  if (seats.length === 1) return position.status;
  const winners = result?.winners ?? position.winner ?? [];
  if (!winners.length || winners.length === seats.length) return "Draw";
  const [me, ...others] = personsOf(table);
  const named = winners.map((at) => position.players[at]).join(" and ");
  if (me === undefined || others.length) return `${named} won${margin(table, winners[0], winners)}`;
  if (!winners.includes(me)) return `You lost${margin(table, me, winners)}`;
  return winners.length > 1 ? "You share first place" : `You won${margin(table, me, winners)}`;
}

/** By how much, where the score decides: pieces that are hopped over and taken are a count, no score. */
function margin({ position, result }, seat, winners) {
  const { scores, hops } = position;
  if (!scores || hops || result?.why !== "rules") return "";
  const rivals = winners.includes(seat) ? scores.filter((_, at) => !winners.includes(at)) : winners.map((at) => scores[at]);
  const by = Math.abs(scores[seat] - Math.max(...rivals));
  return by ? ` by ${by}` : "";
}

/** How it came to that: the scores, who gave up, or who made the last move. */
export function endingReason(table, nameOf) {
  const { position, result, seats } = table;
  const [me, ...others] = personsOf(table);
  const alone = me !== undefined && !others.length;
  const you = (at) => (alone && at === me ? "You" : seats.length > 2 || !alone ? position.players[at] : nameOf(seats[at]));
  if (result?.why === "resigned") return alone ? "You resigned." : `${result.text}.`;
  if (seats.length === 1) return "";
  if (position.scores) return position.scores.map((score, at) => `${position.players[at]} ${score}`).join(", ");
  const last = position.last?.player;
  return result?.winners.length === 1 && result.winners[0] === last ? `${you(last)} made the last move.` : "";
}

/** After a game: what the opponent says, where it turned, and what to do next. */
export function ending(page) {
  const { table } = page;
  if (!table.over) return null;
  const alone = personsOf(table).length === 1;
  const up = alone ? nextLevel(table.seats, page.agents) : null;
  return h(
    "section",
    { class: "card stack", "aria-label": "After the game" },
    table.says.map(({ text }) => h("p", { class: "tip" }, withNames(text))),
    turningPoint(page),
    h(
      "div",
      { class: "row ending" },
      button("fresh", "Rematch", () => page.again(), { class: "primary", "data-do": "again" }),
      table.seats.length > 1 ? button("swap", "Switch sides", () => page.again({ swapped: true }), { "data-do": "switch" }) : null,
      alone && table.can.undo ? button("undo", "Try that move again", () => page.act("undo"), { "data-do": "retry" }) : null,
      up ? button("up", `Next level up: ${up.title}`, () => page.again({ seats: up.seats }), { "data-do": "level-up" }) : null,
      table.line.length ? button("review", "Review", () => page.review(), { "data-do": "review" }) : null,
    ),
    remembers(page),
  );
}

/** The move at which the game turned, or that it is being looked for. */
function turningPoint(page) {
  const { turning } = page;
  if (!turning) return null;
  const show = turning.ply ? h("button", { "data-do": "turning", onclick: () => page.lookAt(turning.ply) }, "Show it") : null;
  return h("div", { class: "turning", role: "status" }, h("span", {}, turning.text), show);
}

/** Whoever plays at their own level without a name may give one now. */
function remembers(page) {
  const adapts = page.table.seats.some((seat) => page.agents.find(({ spec }) => spec === seat.spec)?.asks_name);
  if (!adapts || player().name) return null;
  return h("p", { class: "soft small" }, "Your opponent remembers how well you play. ", h("button", { class: "quiet", "data-do": "name", onclick: () => askName(() => page.draw(false)) }, "Give your name"));
}

/** The seats with each level replaced by the next stronger one, and its title; null if there is none. */
export function nextLevel(seats, agents) {
  const levels = agents.filter(({ level, ok, asks_name }) => level && ok && !asks_name).sort((a, b) => a.level - b.level);
  let title = null;
  const raised = seats.map((seat) => {
    const now = levels.find(({ spec }) => seat.kind === "agent" && !seat.resigned && spec === seat.spec);
    const next = now && levels.find(({ level }) => level > now.level);
    if (!next) return seat;
    title = next.title;
    return { kind: "agent", spec: next.spec, name: next.title };
  });
  return title && { title, seats: raised };
}
