import { labelOf } from "../history/history.js";
import { membersOf, seenBy } from "../history/sights.js";
import type { SequentialType } from "../types/type.js";
import { type Execution, words } from "./execution.js";
import { addBit, bitsOf, hasBit, missing, prefixRow } from "./rows.js";

/**
 * Where a witness contradicts what operations were recorded as seeing: each such operation sees all that was
 * recorded, and no other update. Queries change no state, so whether others see them is left open.
 */
export function wrongSights({ history, order, vis }: Execution, type: SequentialType): string | undefined {
  const { sights } = history;
  if (sights === undefined) return undefined;
  const members = membersOf(history);
  const places = new Map(order.map((id, place) => [id, place]));
  const queries = prefixRow(order.length, 0);
  order.forEach((id, place) => {
    if (type.pure?.({ ...labelOf(history, id), result: undefined }) === true) addBit(queries, place);
  });
  for (const [place, id] of order.entries()) {
    if (sights.known[id] === 0) continue;
    const recorded = prefixRow(order.length, 0);
    for (const other of seenBy(sights, members, id)) {
      const at = places.get(other);
      if (at === undefined)
        return `${words(history, id)} was recorded as seeing ${words(history, other)} which is not in the linearization`;
      addBit(recorded, at);
    }
    const unseen = missing(recorded, vis[place]);
    if (unseen >= 0)
      return `${words(history, id)} was recorded as seeing ${words(history, order[unseen])} and does not see it`;
    addBit(recorded, place);
    for (const at of bitsOf(vis[place], recorded))
      if (!hasBit(queries, at))
        return `${words(history, id)} sees ${words(history, order[at])} and was not recorded as seeing it`;
  }
  return undefined;
}
