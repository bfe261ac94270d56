import { type Label, labelOf } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, compare, equal, type Value } from "../history/value.js";
import type { Replicated } from "../types/replicated.js";
import { type Execution, words } from "./execution.js";
import { hasBit } from "./rows.js";
import { wrongLists } from "./wrong-lists.js";

/**
 * What is wrong with the results of a replicated type: for each operation, the values that are there to it are
 * those that it sees being put, and that no operation which it sees took away after having seen them put. In
 * their order, or in that of the list that the witness gives for each object, they must give its result.
 */
export function wrongReplicatedResult(
  { history, order, vis }: Execution,
  type: Replicated,
  initial: Value | undefined,
  lists: readonly (readonly Value[])[] | undefined,
): string | undefined {
  const labels = order.map((id) => labelOf(history, id));
  const puts = labels.map((label) => type.puts(label));
  const object = order.map((id) => history.object[id]);
  const first = type.initial(initial);
  const everPut = history.objects.map((_, at) => [
    ...first,
    ...puts.filter((value, place): value is Value => value !== undefined && object[place] === at),
  ]);
  const wrong = type.ordered && wrongLists(everPut, first.length, lists);
  if (wrong !== undefined) return wrong;
  const rankOf = createRanks(type, everPut, lists);
  /** Place → the places of those who see it and take away what it puts. */
  const takersOf = createTakers(type, labels, object);
  const takers = puts.map((value, by): readonly number[] =>
    value === undefined
      ? []
      : takersOf(value, object[by]).filter((taker) => taker !== by && hasBit(vis[taker], by)),
  );
  const inOrder = (values: readonly Value[], at: number): readonly Value[] => {
    const byRank = new Map(values.map((value) => [rankOf(value, at), value]));
    return [...byRank.keys()].sort((a, b) => a - b).map((rank) => byRank.get(rank) as Value);
  };
  for (let place = 0; place < order.length; place++) {
    const row = vis[place];
    const isSeen = (other: number): boolean => other !== place && hasBit(row, other);
    const there = first.filter((value) => !takersOf(value, object[place]).some(isSeen));
    for (let by = 0; by < order.length; by++) {
      const value = puts[by];
      if (value === undefined || object[by] !== object[place] || !isSeen(by)) continue;
      if (!takers[by].some(isSeen)) there.push(value);
    }
    const label = labels[place];
    const own = puts[place];
    const left = there.filter((value) => !type.takes(label, value));
    const before = inOrder(there, object[place]);
    const after = inOrder(own === undefined ? left : [...left, own], object[place]);
    const possible = type.answers(label, before, after);
    if (possible.length === 0) return `${words(history, order[place])} is not possible after what it sees`;
    const { result } = label;
    if (result !== undefined && !possible.some((value) => equal(value, result))) {
      const instead = [...new Set(possible.map(printValue))].join(" or ");
      return `${words(history, order[place])} would return ${instead} after what it sees`;
    }
  }
  return undefined;
}

/** Who takes a value of an object away, by places; found once for each value. */
function createTakers(
  type: Replicated,
  labels: readonly Label[],
  object: readonly number[],
): (value: Value, of: number) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (value, of) => {
    const name = `${of} ${canonical(value)}`;
    let found = known.get(name);
    if (found === undefined) {
      found = [...labels.keys()].filter((place) => object[place] === of && type.takes(labels[place], value));
      known.set(name, found);
    }
    return found;
  };
}

/** Where a value stands among all that were ever put to the object: in the list of the witness, or by comparison. */
function createRanks(
  type: Replicated,
  everPut: readonly (readonly Value[])[],
  lists: readonly (readonly Value[])[] | undefined,
): (value: Value, object: number) => number {
  const ranks = everPut.map((values, at) => {
    const sorted = type.ordered === undefined || lists === undefined ? values.toSorted(compare) : lists[at];
    const rank = new Map<string, number>();
    for (const value of sorted) {
      const text = canonical(value);
      if (!rank.has(text)) rank.set(text, rank.size);
    }
    return rank;
  });
  return (value, object) => ranks[object].get(canonical(value)) ?? -1;
}
