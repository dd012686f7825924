// What there is: games and the agents that play them, asked for once, and specs put together from choices.

import { get } from "./api.js";

let games = null;
const agents = new Map();
const boards = new Map();

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
export const agentsFor = (spec) => remembered(agents, "/api/agents", spec);

/** A game with its size and options: who sits there (`players`), how it looks. */
export const seatsOf = (spec) => remembered(boards, "/api/game", spec);

/** What is asked of a spec is asked once; a failed answer is not remembered. */
function remembered(known, where, spec) {
  if (!known.has(spec))
    known.set(
      spec,
      get(`${where}?game=${encodeURIComponent(spec)}`).catch((error) => {
        known.delete(spec);
        throw error;
      }),
    );
  return known.get(spec);
}

/** The one a newcomer meets. */
export const friendly = (found) => found.find((agent) => agent.default && agent.ok) ?? found.find((agent) => agent.ok);

export const nameOf = (spec) => spec.split(":")[0];

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
