import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";

/**
 * Each list has every element that was there at first or was inserted, once, and no other; those that were there
 * at first stand as they stood.
 */
export function wrongLists(
  everPut: readonly (readonly Value[])[],
  atFirst: number,
  lists: readonly (readonly Value[])[] | undefined,
): string | undefined {
  if (lists === undefined) return 'the witness has no "lists": the order of all elements, for each object';
  if (lists.length !== everPut.length)
    return `the witness has ${lists.length} lists of elements, and the history ${everPut.length} objects`;
  for (const [at, elements] of everPut.entries()) {
    const listed = new Set(lists[at].map(canonical));
    const missing = elements.find((element) => !listed.has(canonical(element)));
    if (missing !== undefined) return `element ${printValue(missing)} is not in the list of the witness`;
    if (lists[at].length !== elements.length)
      return "the list of the witness has elements that were never inserted, or one of them twice";
    const first = new Set(elements.slice(0, atFirst).map(canonical));
    const kept = lists[at].filter((element) => first.has(canonical(element)));
    if (!kept.every((element, place) => equal(element, elements[place])))
      return "the list of the witness has the elements that were there at first in another order";
  }
  return undefined;
}
