import type { Scene } from "./scene.js";

/** Two operations exchanged, all others as they are. */
export const exchange =
  (x: number, y: number) =>
  (id: number): number =>
    id === x ? y : id === y ? x : id;

/**
 * Whether the history and what is looked at of it are the same with two operations exchanged: they say the same, and
 * stand alike to all others. So whatever explains the history explains it with both exchanged.
 */
export function interchangeable(
  { history, views, axioms, memory, before, maybe }: Scene,
  x: number,
  y: number,
): boolean {
  const { label, object, session } = history;
  if (history.sights !== undefined) return false; // what was recorded may tell them apart
  const turned = exchange(x, y);
  // Sessions tell operations apart only where the criterion speaks of them beyond happens-before.
  const sessionsCount = memory !== undefined || axioms.some(({ path }) => path.includes("po"));
  const isSame = (a: number, b: number): boolean => !sessionsCount || session[a] === session[b];
  return (
    label[x] === label[y] &&
    object[x] === object[y] &&
    maybe(x) === maybe(y) &&
    views.every(({ results }) => results?.includes(x) === results?.includes(y)) &&
    label.every((_, id) => {
      const other = turned(id);
      return (
        before(x, id) === before(y, other) &&
        before(id, x) === before(other, y) &&
        isSame(x, id) === isSame(y, other)
      );
    })
  );
}
