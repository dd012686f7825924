// Which page is shown: routes after the #, one module each, loaded when first asked for.

import { connection } from "./api.js";
import { h, put, sentence } from "./dom.js";
import { showPreparation } from "./preparation.js";

const PAGES = [
  [/^$/, "play", () => import("./home.js")],
  [/^new\/([a-z]+)$/, "play", () => import("./setup.js")],
  [/^position$/, "play", () => import("./shared_position.js")],
  [/^table\/([a-z0-9]{1,20})$/, "play", () => import("./table.js")],
  [/^review\/([A-Za-z0-9_-]{1,20})$/, "play", () => import("./review.js")],
  [/^watch$/, "watch", () => import("./watch.js")],
  [/^ladder(?:\/([a-z]+))?$/, "ladder", () => import("./ladder.js")],
  [/^lab(?:\/(.+))?$/, "lab", () => import("./lab.js")],
  [/^papers(?:\/([a-z]{1,20}))?$/, "papers", () => import("./papers.js")],
];

const main = document.getElementById("main");
let leave = null;
let visit = 0;

async function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const number = ++visit;
  for (const [pattern, name, load] of location.pathname === "/" ? PAGES : []) {
    const found = plain(path).match(pattern);
    if (!found) continue;
    markPage(name);
    try {
      const { show } = await load();
      if (number !== visit) return;
      leave?.();
      leave = null;
      // Each visit draws in a place of its own: a page whose answer comes late does not paint over the next one.
      const place = h("div");
      put(main, place);
      window.scrollTo(0, 0);
      const left = await show(place, { name: found[1] ?? null, query: new URLSearchParams(query) });
      // The reader went on before this page was there.
      if (number !== visit) left?.();
      else leave = left ?? null;
      // Whoever came by keyboard goes on from the top of the new page.
      if (number > 1 && number === visit && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
    } catch (error) {
      if (number === visit) put(main, errorCard(error));
      if (!error.status && error.status !== 0) throw error;
    }
    return;
  }
  leave?.(); // the page before still listens to keys and to its table
  leave = null;
  markPage(null);
  put(main, errorCard(new Error("This page does not exist.")));
}

/** What a link says; one with a broken %-sign is taken as it stands, and then is no page. */
function plain(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Mark a page in the list of pages, or none. */
function markPage(name) {
  for (const link of document.querySelectorAll("nav a[data-page]"))
    link.dataset.page === name ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
}

function errorCard(error) {
  document.title = "Papamu: something went wrong";
  return h(
    "div",
    { class: "card stack", role: "alert" },
    h("h1", {}, "Something went wrong"),
    h("p", {}, sentence(error.message)),
    h("p", {}, h("a", { href: "/#/", class: "button" }, "Back to the games")),
  );
}

connection.onstate = (open) => (document.getElementById("offline").hidden = open);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the hash is the route
  main.focus();
});
addEventListener("hashchange", route);
route();
showPreparation(document.getElementById("preparation"));
