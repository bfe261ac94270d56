import { type History, labelOf } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";
import type { Replicated } from "../../types/replicated.js";
import { reach, type Work } from "./reach.js";
import { closed, isCircular } from "./relation.js";

/** What is known of who sees whom. */
interface Sights {
  sees(a: number, b: number): boolean;
  blind(a: number, b: number): boolean;
}

/** What is spoken of: a history of a replicated type. */
interface Replicas {
  readonly history: History;
  readonly replicated: Replicated;
  readonly initial: Value | undefined;
  readonly work: Work;
}

/** The values of one object, by their texts. */
interface Values {
  /** Who puts each; -1: it was there at first, which all see. */
  readonly puts: ReadonlyMap<string, readonly number[]>;
  /** Who takes each away. */
  readonly takes: ReadonlyMap<string, readonly number[]>;
  /** Those that may be there to the operation, or surely are: it sees who put it, and none that it sees took it away having seen that. */
  there(operation: number, surely: boolean): readonly string[];
}

/** Who puts and who takes the values of an object, which does not depend on who sees whom: asked for many times. */
const known = new WeakMap<Replicated, WeakMap<History, Map<string, Pick<Values, "puts" | "takes">>>>();

function putsAndTakes(
  { history, replicated: type, initial, work }: Replicas,
  object: number,
): Pick<Values, "puts" | "takes"> {
  const ofType = known.get(type) ?? new WeakMap<History, Map<string, Pick<Values, "puts" | "takes">>>();
  known.set(type, ofType);
  const ofHistory = ofType.get(history) ?? new Map<string, Pick<Values, "puts" | "takes">>();
  ofType.set(history, ofHistory);
  const name = `${object} ${canonical(initial ?? null)}`;
  const found = ofHistory.get(name);
  if (found !== undefined) return found;
  const here = Array.from(history.label.keys()).filter((id) => history.object[id] === object);
  const puts = new Map<string, number[]>();
  const takes = new Map<string, readonly number[]>();
  const put = (value: Value | undefined, by: number): void => {
    if (value === undefined) return;
    const key = canonical(value);
    puts.set(key, [...(puts.get(key) ?? []), by]);
    const taking = takes.get(key) ?? here.filter((id) => type.takes(labelOf(history, id), value));
    takes.set(key, taking);
  };
  for (const value of type.initial(initial)) put(value, -1);
  for (const id of here) put(type.puts(labelOf(history, id)), id);
  work.done += (puts.size * here.length) / 50;
  ofHistory.set(name, { puts, takes });
  return { puts, takes };
}

export function valuesOf(replicas: Replicas, object: number, { sees, blind }: Sights): Values {
  const { puts, takes } = putsAndTakes(replicas, object);
  const isThere = (op: number, key: string, surely: boolean): boolean =>
    (puts.get(key) ?? []).some((by) => {
      if (by === op || !(by < 0 || (surely ? sees(op, by) : !blind(op, by)))) return false;
      return (takes.get(key) ?? []).every((taker) => {
        if (taker === by || taker === op) return true;
        if (surely) return blind(op, taker) || (by >= 0 && blind(taker, by));
        return !sees(op, taker) || (by >= 0 && !sees(taker, by));
      });
    });
  return { puts, takes, there: (op, surely) => [...puts.keys()].filter((key) => isThere(op, key, surely)) };
}

/** So many beginnings of orders are tried. */
const MOST_TRIED = 20_000;

/** Whether operations of a replicated type cannot all have happened as they did, by what is known of who sees whom. */
export function unanswerable(
  scene: Omit<Replicas, "replicated"> & { readonly replicated?: Replicated | undefined },
  ops: readonly number[],
  sights: Sights,
  most: number = MOST_TRIED,
): boolean {
  const { history, replicated, initial, work } = scene;
  if (replicated === undefined) return false;
  const replicas = { history, replicated, initial, work };
  return [...new Set(ops.map((op) => history.object[op]))].some((object) => {
    const values = valuesOf(replicas, object, sights);
    replicas.work.done += (values.puts.size * (4 * ops.length + 1)) / 50;
    const own = ops.filter((op) => history.object[op] === object);
    return (
      own.some((op) => isUnmet(replicas, values, op, sights)) ||
      (replicated.ordered !== undefined && !hasOrder(replicas, values, own, most))
    );
  });
}

/** Whether what the operation demands cannot be there to it. */
function isUnmet(
  { history, replicated: type }: Replicas,
  { puts, takes, there }: Values,
  op: number,
  { sees }: Sights,
): boolean {
  const demands = type.demands(labelOf(history, op));
  if (demands === undefined) return true;
  const { only, there: needed = only ?? [], gone = [], least = 0, most = only?.length ?? Infinity } = demands;
  const [possible, certain] = [there(op, false), there(op, true)];
  // Where whoever takes puts too, what the last one of those that are seen put is there.
  const isSome =
    [...takes.values()].flat().every((id) => type.puts(labelOf(history, id)) !== undefined) &&
    [...puts.values()].flat().some((by) => by < 0 || (by !== op && sees(op, by)));
  const isListed = (key: string): boolean => only?.some((value) => canonical(value) === key) !== false;
  return (
    needed.some((value) => !possible.includes(canonical(value))) ||
    !certain.every(isListed) ||
    gone.some((value) => certain.includes(canonical(value))) ||
    possible.length < least ||
    Math.max(certain.length, isSome ? 1 : 0) > most
  );
}

/**
 * Whether the values can stand in one order that fits the lists that operations tell and the places where they put
 * values: one after the other is put at its end, while those before allow it.
 */
function hasOrder(
  { history, replicated: type, initial, work }: Replicas,
  { puts, there }: Values,
  ops: readonly number[],
  most: number,
): boolean {
  // What nothing is said of can stand behind all others.
  const isIndexed = ops.some((op) => "index" in (type.ordered?.place(labelOf(history, op)) ?? {}));
  const spoken = new Set(
    [
      ...type.initial(initial),
      ...ops.flatMap((op) => {
        const label = labelOf(history, op);
        const place = type.ordered?.place(label);
        const own = place === undefined ? [] : [type.puts(label), "after" in place ? place.after : undefined];
        return [...(type.ordered?.listed(label) ?? []), ...own];
      }),
    ].flatMap((value) => (value === undefined ? [] : [canonical(value)])),
  );
  const keys = [...puts.keys()].filter((key) => isIndexed || spoken.has(key));
  const numbers = new Map(keys.map((key, number) => [key, number]));
  const numbered = (some: readonly string[]): number[] =>
    some.map((key) => numbers.get(key)).filter((number) => number !== undefined);
  const places = ops.flatMap((op) => {
    const [value, place] = [type.puts(labelOf(history, op)), type.ordered?.place(labelOf(history, op))];
    const own = value === undefined ? undefined : numbers.get(canonical(value));
    if (own === undefined || place === undefined) return [];
    const others = (surely: boolean): number[] => numbered(there(op, surely)).filter((key) => key !== own);
    const left = "after" in place && place.after !== null ? numbers.get(canonical(place.after)) : FRONT;
    return [{ own, place, left, certain: new Set(others(true)), possible: others(false) }];
  });
  const first = numbered(type.initial(initial).map(canonical));
  const once = [...first, ...places.map(({ own }) => own)];
  if (new Set(once).size < once.length) return false; // each is put but once
  const lists = ops.map((op) => numbered((type.ordered?.listed(labelOf(history, op)) ?? []).map(canonical)));
  /** Of each value: those that some list has before it. */
  const earlier = keys.map((_, key) => [
    ...new Set([first, ...lists].flatMap((list) => list.slice(0, Math.max(list.indexOf(key), 0)))),
  ]);
  const next = [first, ...lists].flatMap((list) => list.slice(1).map((key, at) => [list[at], key] as const));
  if (isCircular(closed(next))) return false;

  /** Whether the value can come next, after those that stand. */
  const mayCome = (key: number, standing: ReadonlySet<number>): boolean =>
    earlier[key].every((one) => standing.has(one)) &&
    places.every(({ own, place, left, certain, possible }) => {
      if ("after" in place) {
        const isLeft = left === FRONT || (left !== undefined && standing.has(left));
        // Right after that one: none that is surely there stands between.
        return key === own ? isLeft || left === undefined : standing.has(own) || !isLeft || !certain.has(key);
      }
      if (key !== own) return true;
      // So many of those that are there come before it, or all.
      const before = (some: Iterable<number>): number => [...some].filter((one) => standing.has(one)).length;
      const mayBeLast = before(certain) === certain.size;
      return before(certain) <= place.index && (place.index <= before(possible) || mayBeLast);
    });
  const orders = reach<readonly number[]>(
    [[]],
    (standing) => standing.toSorted((a, b) => a - b).join(),
    (standing) => {
      work.done += 1 + (keys.length * (4 + places.length)) / 100;
      const before = new Set(standing);
      const next = keys.flatMap((_, key) => (!before.has(key) && mayCome(key, before) ? [key] : []));
      return next.map((key) => [...standing, key]);
    },
    most,
  );
  for (const order of orders) if (order.length === keys.length) return true;
  return false;
}

/** Where a value stands that is put before all others. */
const FRONT = -1;
