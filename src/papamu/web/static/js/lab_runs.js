// Runs in words: their states, how far they are, how well they play; and a page that looks again while one runs.

import { h, toast } from "./dom.js";

const STATES = { running: "running", stopping: "stopping …", stopped: "stopped", finished: "finished", failed: "failed", elsewhere: "in a terminal" };
export const stateText = (state) => STATES[state] ?? state;
export const isGoing = (run) => run.state === "running" || run.state === "stopping";

/** A page that looks again every second or so while something runs. */
export class Refreshing {
  leave() {
    this.gone = true;
    clearTimeout(this.timer);
  }

  again(soon) {
    clearTimeout(this.timer);
    if (!this.gone) this.timer = setTimeout(() => this.refresh().catch((error) => toast(error.message, true)), soon ? 1200 : 6000);
  }
}

export function runCard(run) {
  return h(
    "a",
    { class: "card run", href: `#/lab/${run.id}` },
    h("div", { class: "row" }, h("strong", { class: "grow" }, run.title), h("span", { class: `badge ${run.state}` }, stateText(run.state))),
    run.progress && run.state === "running" ? h("progress", { max: 1, value: run.progress.share, "aria-label": "Progress" }) : null,
    h("p", { class: "soft small" }, words(run)),
    run.report ? h("p", { class: "small error" }, run.report.what) : null,
    run.notes ? h("p", { class: "small notes" }, run.notes.split("\n")[0]) : null,
  );
}

/** How far a run is, and how it goes. */
export function words(run) {
  const parts = [];
  if (run.games) parts.push(`${run.games.toLocaleString("en")}${run.of && run.of !== run.games ? ` of ${run.of.toLocaleString("en")}` : ""} games`);
  if (run.progress?.left && run.state === "running") parts.push(`about ${run.progress.left} left`);
  const said = run.kind === "train" ? run.progress?.speed : run.progress?.words;
  if (said && run.state === "running") parts.push(said);
  if (run.dead > 0 && run.health !== "diverged") parts.push(`${Math.round(100 * run.dead)} % of the units never fire`);
  if (run.test?.games && !isGoing(run)) parts.push(`final test: won ${percent(run.test.won / run.test.games)}`);
  if (run.error) parts.push(run.error);
  return parts.join(", ") || (run.state === "running" ? "getting ready" : "");
}

export const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** How well it plays when it no longer learns. */
export function finalTest(run) {
  if (!run.test?.games) return null;
  const { won, games, interval, opponent } = run.test;
  const against = opponent ? ` against ${opponent}` : "";
  return h("p", { class: "tip" }, h("strong", {}, "Final test: "), `it won ${percent(won / games)} of ${games.toLocaleString("en")} games${against}, without learning (95 % interval ${percent(interval[0])} to ${percent(interval[1])}).`);
}
