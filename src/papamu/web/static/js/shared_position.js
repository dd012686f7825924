// A position that somebody shared as a link: look at it, and play on from it.

import { get } from "./api.js";
import { gameNamed, nameOf, specText } from "./catalogue.js";
import { Board } from "./board.js";
import { h, put } from "./dom.js";

export async function show(main, { query }) {
  const game = query.get("game") ?? "";
  const position = query.get("position") ?? "";
  const known = await gameNamed(nameOf(game));
  if (!known) throw Object.assign(new Error("This link names no game."), { status: 404 });
  document.title = `Papamu: a position of ${known.title}`;
  const board = new Board();
  const view = await get(`/api/position?${new URLSearchParams({ game, position })}`);
  board.show(view, { animate: false });
  board.element.setAttribute("tabindex", "-1");
  const choose = `#/new/${known.name}?${new URLSearchParams({ game, position })}`;
  put(
    main,
    h(
      "div",
      { class: "table-page" },
      h("div", { class: "board-side" }, board.element),
      h(
        "div",
        { class: "side" },
        h("div", { class: "card stack" }, h("h1", {}, "A shared position"), h("p", {}, `${specText(game, known.title)}: ${view.status}.`), h("a", { class: "button primary", href: choose }, "Play from here")),
        h("details", { class: "card" }, h("summary", {}, "Text board"), h("pre", { class: "text-board" }, view.text)),
      ),
    ),
  );
  return () => board.leave();
}
