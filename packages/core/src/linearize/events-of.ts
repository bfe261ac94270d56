import { PENDING } from "../history/history.js";
import type { Part } from "./part.js";

/**
 * The calls and returns of a part in the order of their positions: `row` for a call, `~row` (so
 * negative) for a return. A pending operation has no return.
 */
export function eventsOf(part: Part): Int32Array {
  const { size, call, ret } = part;
  let returned = 0;
  for (let row = 0; row < size; row++) if (ret[row] !== PENDING) returned++;
  const byReturn = new Int32Array(returned);
  for (let row = 0, i = 0; row < size; row++) if (ret[row] !== PENDING) byReturn[i++] = row;
  byReturn.sort((a, b) => ret[a] - ret[b]);
  const events = new Int32Array(size + returned);
  for (let row = 0, i = 0; row + i < events.length; ) {
    const isCall = row < size && (i === returned || call[row] < ret[byReturn[i]]);
    events[row + i] = isCall ? row : ~byReturn[i];
    if (isCall) row++;
    else i++;
  }
  return events;
}
