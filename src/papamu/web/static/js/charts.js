// Charts of studies and trainings, with Plotly from the installed package: loaded when the first one is shown.

import { h, put } from "./dom.js";

let script = null;

function plotly() {
  script ??= new Promise((done, failed) => {
    document.head.append(h("script", { src: "/plotly.js", onload: () => done(window.Plotly), onerror: () => ((script = null), failed(new Error("Plotly could not be loaded."))) }));
  });
  return script;
}

const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draw these charts into a place; those that are there already are brought up to date. */
export async function drawCharts(place, charts) {
  const Plotly = await plotly();
  if (place.childElementCount !== 2 * charts.length) put(place, charts.flatMap(() => [h("div", { class: "chart" }), h("p", { class: "soft small" })]));
  charts.forEach((chart, at) => {
    const [element, note] = [place.children[2 * at], place.children[2 * at + 1]];
    note.textContent = chart.note ?? "";
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", chart.title || chart.note || chart.name);
    Plotly.react(element, traces(chart), layout(chart), { responsive: true, displaylogo: false, displayModeBar: false });
  });
}

function traces(chart) {
  const named = new Set();
  return chart.lines.flatMap((line) => {
    const first = !named.has(line.group);
    named.add(line.group);
    const made = [];
    if (line.band) {
      const [low, high] = [line.band.low ?? line.band[0], line.band.high ?? line.band[1]];
      if (low && high) made.push({ x: [...line.x, ...[...line.x].reverse()], y: [...high, ...[...low].reverse()], fill: "toself", line: { width: 0 }, fillcolor: line.colour ?? undefined, opacity: 0.15, hoverinfo: "skip", showlegend: false, legendgroup: line.group });
    }
    made.push({ x: line.x, y: line.y, name: line.group, legendgroup: line.group, showlegend: first && chart.lines.length > 1, text: line.name, hovertemplate: `%{y:.3f} at %{x}<extra>${escape(line.name)}</extra>`, mode: line.x.length > 60 ? "lines" : "lines+markers", line: { color: line.colour ?? undefined, width: 2 } });
    if (line.dead?.length) made.push({ x: line.x, y: line.dead, name: "dead units", legendgroup: "dead", showlegend: !named.has("dead"), line: { color: "#888", dash: "dot", width: 1.500 }, mode: "lines" });
    if (line.dead?.length) named.add("dead");
    return made;
  });
}

const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);

function layout(chart) {
  const ink = token("--ink");
  const grid = token("--line");
  const axis = { gridcolor: grid, zerolinecolor: grid, linecolor: grid };
  return {
    title: { text: escape(chart.title ?? ""), font: { size: 15 } },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: ink, family: "system-ui, sans-serif", size: 13 },
    margin: { l: 48, r: 12, t: chart.title ? 40 : 12, b: 44 },
    height: 320,
    xaxis: { ...axis, title: { text: escape(chart.along ?? "") }, ...(chart.ticks?.length ? { tickvals: chart.ticks.map((_, at) => at), ticktext: chart.ticks } : {}) },
    yaxis: { ...axis, rangemode: "tozero", ...(chart.top ? {} : { tickformat: ".0%" }) },
    legend: { title: { text: escape(chart.legend ?? "") }, orientation: "h", y: -0.25 },
  };
}
