// Who plays in this browser: known to the adaptive opponent from the first game on, with or without a name.

import { h, memory, put, say } from "./dom.js";

/**
 * `{id, name}`: under `id` the server remembers the player, `name` is what the page calls them (null: "You").
 * A first name given later keeps the id, and so everything that was learned; another name is another player.
 */
export function player() {
  const typed = memory.get("name");
  let known = memory.get("player");
  if (!known) known = { id: typed ?? `Player ${token()}`, name: typed };
  else if (typed && !known.name) known = { ...known, name: typed };
  else if (typed && typed !== known.name) known = { id: typed, name: typed };
  memory.set("player", known);
  return known;
}

const token = () => [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(36).padStart(2, "0")).join("");

/** The name of a person at a table, as this browser knows it. */
export function personName(name) {
  const known = memory.get("player");
  return known && name === known.id ? (known.name ?? "You") : name || "Human";
}

/** What the server says about a player, with the name that the page uses. */
export function withNames(text) {
  const known = memory.get("player");
  return known ? text.replaceAll(known.id, known.name ?? "You") : text;
}

/** Ask for a name, which may be given at any time. */
export function askName(done) {
  const dialog = h("dialog", { "aria-label": "Your name" });
  const name = h("input", { "aria-label": "Your name", maxlength: 30, value: memory.get("name", ""), required: true, autocomplete: "off" });
  const keep = (event) => {
    event.preventDefault();
    memory.set("name", name.value.trim());
    player();
    dialog.close();
    say(`You are ${name.value.trim()}.`);
    done();
  };
  put(
    dialog,
    h(
      "form",
      { class: "stack", onsubmit: keep },
      h("h2", {}, "What is your name?"),
      h("p", { class: "soft" }, "It stays in this browser. The opponent that adapts to you remembers you either way."),
      name,
      h("div", { class: "row" }, h("button", { class: "primary" }, "Keep it"), h("button", { type: "button", onclick: () => dialog.close() }, "Not now")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
