import { type History, labelOf } from "../history/history.js";
import { canonical, type Value } from "../history/value.js";
import type { Replicated } from "../types/replicated.js";

/** Who inserted the elements of a list and who deleted them, and what was read of it. */
interface Lists {
  readonly inserts: ReadonlyMap<string, number>;
  readonly deletes: ReadonlyMap<string, readonly number[]>;
  readonly reads: readonly Read[];
}

interface Read {
  readonly id: number;
  readonly session: number;
  /** Element → its place. */
  readonly places: ReadonlyMap<string, number>;
}

/** The most elements that are looked at, each by itself; and the most deletions of one. */
const [MOST_ELEMENTS, MOST_DELETES] = [12, 3];

/**
 * Few operations each, to look for a proof among, of why a history of lists cannot be: two lists that have elements in
 * different orders; or one element that was read where it cannot be there, or not read where it must, with who inserted
 * and deleted it.
 * @param stuck the operation that is known not to be explained
 */
export function* blameLists(
  history: History,
  type: Replicated,
  stuck: number | undefined,
): Generator<readonly number[]> {
  if (type.ordered === undefined) return;
  for (const object of history.objects.keys()) {
    const lists = listsOf(history, type, object);
    const found = new Set<string>();
    for (const some of suspects(history, lists, stuck)) {
      const ids = [...new Set(some)].sort((a, b) => a - b);
      if (found.size === MOST_ELEMENTS) break;
      if (found.has(ids.join())) continue;
      found.add(ids.join());
      yield ids;
    }
  }
}

function listsOf(history: History, type: Replicated, object: number): Lists {
  const inserts = new Map<string, number>();
  const deletes = new Map<string, number[]>();
  const reads: Read[] = [];
  const ids = Array.from(history.label.keys()).filter((id) => history.object[id] === object);
  for (const id of ids) {
    const label = labelOf(history, id);
    const put = type.puts(label);
    if (put !== undefined) inserts.set(canonical(put), id);
    const { only, there = only ?? [] } = type.demands(label) ?? {};
    for (const value of there)
      if (type.takes(label, value))
        deletes.set(canonical(value), [...(deletes.get(canonical(value)) ?? []), id]);
    if (only === undefined || put !== undefined) continue;
    const listed: readonly Value[] = type.ordered?.listed(label) ?? [];
    reads.push({
      id,
      session: history.session[id],
      places: new Map(listed.map((one, at) => [canonical(one), at])),
    });
  }
  return { inserts, deletes, reads };
}

function* suspects(history: History, lists: Lists, stuck: number | undefined): Generator<readonly number[]> {
  const { inserts, deletes, reads } = lists;
  const { session } = history;
  const updatesOf = (key: string): number[] => [
    ...(inserts.has(key) ? [inserts.get(key) as number] : []),
    ...(deletes.get(key) ?? []),
  ];
  // An element that is inserted later, that its own session has deleted, or that it has inserted and nobody deletes.
  for (const { id, session: own, places } of reads) {
    for (const key of places.keys()) {
      const updates = updatesOf(key);
      const isLater = !inserts.has(key) || (session[updates[0]] === own && updates[0] > id);
      if (isLater || updates.slice(1).some((one) => session[one] === own && one < id)) yield [...updates, id];
    }
    for (const [key, by] of inserts)
      if (session[by] === own && by < id && !places.has(key) && !deletes.has(key)) yield [by, id];
  }
  const about = reads.find(({ id }) => id === stuck);
  const other = about && reads.find((one) => one !== about && isOtherwise(about, one));
  if (about !== undefined && other !== undefined) yield [other.id, about.id];
  // What was there to a session is gone and there again.
  for (const later of reads) {
    const before = reads.filter((one) => one.session === later.session && one.id < later.id);
    const last = before.at(-1);
    if (last === undefined) continue;
    for (const key of later.places.keys()) {
      if (last.places.has(key) || (deletes.get(key)?.length ?? 0) > MOST_DELETES) continue;
      const first = before.findLast(({ places }) => places.has(key));
      if (first !== undefined) yield [...updatesOf(key), first.id, last.id, later.id];
    }
    for (const key of last.places.keys())
      if (!later.places.has(key) && !deletes.has(key)) yield [...updatesOf(key), last.id, later.id];
  }
  if (about !== undefined) yield* suspectsOf(history, lists, about, updatesOf);
}

/** Elements of one list or none, with who came after those who inserted or deleted them, and is seen. */
function* suspectsOf(
  { session }: History,
  { inserts, deletes, reads }: Lists,
  { id: op, places, session: own }: Read,
  updatesOf: (key: string) => readonly number[],
): Generator<readonly number[]> {
  /** Of the elements that it has, the last that was inserted in a session. */
  const lastOf = (one: number): number[] => {
    const found = [...places.keys()]
      .flatMap((key) => inserts.get(key) ?? [])
      .filter((id) => session[id] === one);
    return found.length === 0 ? [] : [Math.max(...found)];
  };
  const before = reads.filter((one) => one.session === own && one.id < op);
  const last = before.at(-1)?.places ?? new Map<string, number>();
  const about = (key: string): readonly number[] => [
    ...updatesOf(key),
    ...updatesOf(key).flatMap((id) => lastOf(session[id])),
    ...[true, false].flatMap(
      (isThere) => before.findLast((one) => one.places.has(key) === isThere)?.id ?? [],
    ),
    op,
  ];
  const there = [...places.keys()];
  const missing = [...inserts.keys()].filter((key) => !places.has(key));
  const few = (key: string): boolean => (deletes.get(key)?.length ?? 0) <= MOST_DELETES;
  const keys = [
    ...missing.filter((key) => last.has(key) && few(key)),
    ...missing.filter((key) => !deletes.has(key) && lastOf(session[inserts.get(key) as number]).length > 0),
    ...there.filter((key) => !last.has(key) && few(key)),
    ...missing.filter((key) => few(key) && updatesOf(key).some((id) => session[id] === own && id < op)),
  ];
  for (const key of keys) yield about(key);
}

/** Whether two have elements in different orders. */
function isOtherwise({ places }: Read, { places: others }: Read): boolean {
  const own = [...others.keys()].flatMap((key) => places.get(key) ?? []);
  return own.some((place, at) => at > 0 && place < own[at - 1]);
}
