// What there is: games and the agents that play them, asked for once, and specs put together from choices.

import { get } from "./api.js";

let games = null;
const agents = new Map();

/** All games; a failed answer is not remembered. */
export function allGames() {
  games ??= get("/api/games").catch((error) => {
    games = null;
    throw error;
  });
  return games;
}

export async function gameNamed(name) {
  return (await allGames()).find((game) => game.name === name) ?? null;
}

/** Who plays this game, weakest first. */
export function agentsFor(spec) {
  if (!agents.has(spec))
    agents.set(
      spec,
      get(`/api/agents?game=${encodeURIComponent(spec)}`).catch((error) => {
        agents.delete(spec);
        throw error;
      }),
    );
  return agents.get(spec);
}

/** The one a newcomer meets. */
export const friendly = (found) => found.find((agent) => agent.default && agent.ok) ?? found.find((agent) => agent.ok);

export const nameOf = (spec) => spec.split(":")[0];

export const picture = (name) => `/static/pictures/${name}.svg`;

/** Sizes that are good to start with; any other may be typed. */
export const SIZES = {
  clobber: ["4x5", "5x6", "6x6", "8x8", "10x10"],
  checkers: ["6x6", "8x8", "10x10", "12x12"],
  reversi: ["4x4", "6x6", "8x8", "10x10"],
  blokus: ["20x20", "duo", "14x14", "8x8"],
  konane: ["4x4", "6x6", "8x8", "10x10"],
};

const SAID = { duo: "Duo 14×14, two players" };
export const sizeText = (size) => SAID[size] ?? size.replace("x", "×");

/** `clobber:6x6,cannibal=true` from a size and the options that differ from their defaults. */
export function specOf(game, size, options) {
  const parts = size ? [size] : [];
  for (const option of game.options) {
    const value = options[option.name];
    if (value === undefined || value === "" || String(value) === String(option.default)) continue;
    parts.push(`${option.name}=${value}`);
  }
  return parts.length ? `${game.name}:${parts.join(",")}` : game.name;
}

/** A spec in words: "Clobber 6×6, cannibal=true". */
export function specText(spec, title) {
  const [name, rest = ""] = spec.split(/:(.*)/s);
  const shown = title ?? name[0].toUpperCase() + name.slice(1);
  return `${shown} ${rest.replace(/(\d+)x(\d+)/, "$1×$2").replaceAll(",", ", ")}`.trim();
}
