// The bar at the foot of the page while opponents are compiled in the background, after the first start.

import { get } from "./api.js";
import { h, put } from "./dom.js";

const EVERY = 2000; // milliseconds

export async function showPreparation(place) {
  let now;
  try {
    now = await get("/api/preparation");
  } catch {
    now = null; // the server is away: it is asked again
  }
  const busy = now && now.running.length > 0 && now.done < now.total;
  place.hidden = !busy;
  if (busy) {
    const words = `Getting the opponents ready: ${now.done} of ${now.total}. You can play meanwhile.`;
    put(place, h("progress", { value: now.done, max: now.total, "aria-label": words }), h("span", {}, words));
  }
  if (!now || now.total === 0 || now.done < now.total) setTimeout(() => showPreparation(place), EVERY);
}
