// Making elements, small helpers for the page, and what the page remembers in this browser.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("button", {class: "plain", onclick: f}, "Undo")`. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Empty an element and put other things in. Whoever was in it by keyboard stays at the same control, or near it. */
export function put(element, ...children) {
  const active = document.activeElement;
  const was = active !== element && element.contains(active) ? signOf(active) : null;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (was) {
    const there = [...element.querySelectorAll(CONTROLS)];
    (there.find((one) => signOf(one) === was) ?? there[0])?.focus({ preventScroll: true });
  }
  return element;
}

const CONTROLS = ":is(button, select, input, a[href]):not(:disabled)";

/** What makes a control the same one after it was drawn again. */
const signOf = (one) => [one.tagName, ...Object.values(one.dataset), one.getAttribute("aria-label") ?? one.textContent].join(" ");

/** What the server says in lower case, as a sentence of its own. */
export const sentence = (text) => text && text[0].toUpperCase() + text.slice(1) + (/[.!?…)]$/.test(text) ? "" : ".");

const HEARD = 15_000; // milliseconds: then a sentence was spoken, or never will be

/** Say something to a screen reader: each sentence is a line of its own, so that none replaces one not spoken yet. */
export function say(text) {
  const line = h("p", {}, text);
  document.getElementById("live").append(line);
  setTimeout(() => line.remove(), HEARD);
}

let toastTimer = 0;

/** Show one line for a moment, and say it. */
export function toast(text, bad = false) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.className = bad ? "shown bad" : "shown";
  say(text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (place.className = ""), bad ? 6000 : 3000);
}

let keyed = false;
addEventListener("keydown", () => (keyed = true), true);
addEventListener("pointerdown", () => (keyed = false), true);

/** Was the last thing that somebody did here done by keyboard? */
export const byKeyboard = () => keyed;

/** Should nothing move? */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Is this a phone? */
export const narrow = () => matchMedia("(max-width: 720px)").matches;

/** Something remembered in this browser; works, forgetting, where storage is forbidden. */
export const memory = {
  get(name, otherwise = null) {
    try {
      return JSON.parse(localStorage.getItem(`papamu-${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`papamu-${name}`, JSON.stringify(value));
    } catch {
      // Nothing to do: the page works without.
    }
  },
};

/** This browser's own key, under which its games are found again. */
export function ownKey() {
  let key = memory.get("key");
  if (!key) {
    key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    memory.set("key", key);
  }
  return key;
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    prompt(`Copy the ${what.toLowerCase()}:`, text); // where the clipboard is closed to pages
  }
}

/** Offer a text as a file. */
export function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9c-.6.5-.9 1-.9 1.6h-5.2c0-.6-.3-1.1-.9-1.6A6 6 0 0 1 12 3z",
  flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  fresh: "M12 5v14M5 12h14",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  load: "M12 16V5M7 9l5-5 5 5M5 20h14",
  share: "M9.5 13.5a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14.5 10.500a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  text: "M5 6h14M5 10h14M5 14h9M5 18h11",
  turn: "M20 12a8 8 0 1 1-2.5-5.800M20 3v5h-5",
  flip: "M12 3v18M8 7 3 17h5zM16 7l5 10h-5z",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  first: "M17 5l-7 7 7 7M7 5v14",
  last: "M7 5l7 7-7 7M17 5v14",
  up: "M12 19V5M6 11l6-6 6 6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0",
  closer: "M12 6v12M6 12h12",
  farther: "M6 12h12",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.500v15l12-7.500z",
  review: "M4 19V5M4 19h16M7 14l4-4 3 3 5-6",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  stop: "M6 6h12v12H6z",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19 12l2-1.500-2-3.500-2.400.8-1.600-1L14.500 4h-5L9 6.800l-1.600 1L5 7 3 10.500 5 12l-2 1.500L5 17l2.400-.8 1.600 1 .5 2.800h5l.5-2.800 1.600-1 2.400.8 2-3.500z",
};

/** A small line drawing; it says nothing, the button's text does. */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}

/** A button with a drawing and a text. */
export function button(name, text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, name ? icon(name) : null, h("span", {}, text));
}
