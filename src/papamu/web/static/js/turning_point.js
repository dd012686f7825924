// The move at which a game turned, found by the game's review: said once every move has been looked at closely.

import { get, post } from "./api.js";
import { numbering } from "./numbering.js";

const EVERY = 900; // milliseconds between two questions

/** Of a finished review: the sentence, and the ply to look at where there is one. `me` is the seat of the one person. */
export function turningPoint(table, review, me) {
  const { line, position, result } = table;
  const winners = result?.winners ?? position.winner ?? [];
  const won = winners.length === 1 && winners[0] === me;
  const short = (text) => text?.split(":")[0] ?? "?";
  const found = review.plies.flatMap((one, at) => (one?.mistake && (one.player === me) !== won ? [{ ...one, at }] : []));
  if (!found.length) return { text: won ? "No single mistake of your opponent decided it." : "No single mistake of yours decided it." };
  const worst = found.reduce((most, one) => (one.loss > most.loss ? one : most));
  const move = numbering(table).name(worst.at, short(line[worst.at].text));
  const whose = won ? `${position.players[worst.player]}'s` : "your";
  return { ply: worst.at + 1, text: `The turning point was ${whose} move ${move}. Better was ${short(worst.best?.text)}.` };
}

/** Review a game that has just ended, and tell `onfound`. It ends when `leave` is called. */
export class TurningPoint {
  constructor(table, me, onfound) {
    Object.assign(this, { table, me, onfound });
    this.begin();
  }

  async begin() {
    try {
      this.review = await post("/api/reviews", { table: this.table.id });
      await this.look();
    } catch {
      this.leave(); // it is an extra: the game is over all the same
    }
  }

  async look() {
    while (!this.gone) {
      const { done, of, error, finished } = this.review;
      if (error || done === of || finished) return error ? undefined : this.onfound(turningPoint(this.table, this.review, this.me));
      await new Promise((then) => (this.timer = setTimeout(then, EVERY)));
      if (!this.gone) this.review = await get(`/api/reviews/${this.review.id}`);
    }
    return undefined;
  }

  /** Nobody waits for it any more. Unless the review itself is opened (`kept`), it stops. */
  leave(kept = false) {
    if (this.gone) return;
    this.gone = true;
    clearTimeout(this.timer);
    if (this.review && !kept) post(`/api/reviews/${this.review.id}/stop`, {}).catch(() => {});
  }
}
