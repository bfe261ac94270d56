import { type History, labelOf } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";
import type { SequentialType } from "../../types/type.js";
import type { ProofView } from "../../witness/proof/proof.js";

/** The most parts of a state to look at. */
const MOST_VIEWS = 60;

/** Of a history that is longer than this only the results of the operations that are looked at count. */
const LONG = 160;
/** And of one of this length where those are few: one of so many. */
const [MEDIUM, FEW] = [32, 4];

/** What may be worth looking at: of each object its keys or elements, each two where their order tells something, and the whole. */
export function viewsOf(history: History, ids: readonly number[], type: SequentialType): ProofView[] {
  const areFew = history.size > MEDIUM && ids.length * FEW <= history.size;
  const some = history.size > LONG || areFew ? { results: ids } : {};
  const objects = [...new Set(ids.map((id) => history.object[id]))];
  return objects.flatMap((object) => {
    const name = history.objects[object];
    const of = (keep: ProofView["keep"]): ProofView =>
      name === undefined ? { keep, ...some } : { object: name, keep, ...some };
    const parts =
      type.views === undefined
        ? []
        : partsOf(
            history,
            ids.filter((id) => history.object[id] === object),
            type.views,
          );
    // The whole of a long history has too many states where it falls into parts.
    return history.size > LONG && parts.length > 0 ? parts.map(of) : [...parts.map(of), of("whole")];
  });
}

function partsOf(
  history: History,
  ids: readonly number[],
  views: NonNullable<SequentialType["views"]>,
): Value[][] {
  const names = new Map<string, Value>();
  for (const id of ids)
    for (const name of views.names(labelOf(history, id))) names.set(canonical(name), name);
  const all = [...names.values()];
  const parts = all.map((name) => [name]);
  if (views.together === 2)
    all.forEach((one, at) => {
      for (const other of all.slice(at + 1)) parts.push([one, other]);
    });
  return parts.slice(0, MOST_VIEWS);
}
