import { type History, PENDING } from "./history.js";
import { createColumn, type KnownSights } from "./sights.js";

/** Some operations of a history, with the ids they had. */
export interface Selection {
  readonly history: History;
  /** New id → old id. */
  readonly ids: Int32Array;
}

/**
 * The history of the given operations alone (ids ascending). Orders among them stay, also those that
 * led through operations left out.
 *
 * Operations for which `optional` holds lose their return and every order but that of their call: they
 * may take effect at any time after it, or never. That only relaxes: an order that explains the
 * history also explains the selection, if what was left out changes no state. What they are known to have seen is
 * forgotten; of the others, what they saw is what is left of it.
 */
export function select(
  history: History,
  ids: Int32Array,
  optional: (id: number) => boolean = () => false,
  loose: (id: number) => boolean = () => false,
): Selection {
  const { size, timed } = history;
  const newId = new Int32Array(size).fill(-1);
  const firm = new Uint8Array(size);
  ids.forEach((id, index) => {
    newId[id] = index;
    firm[id] = optional(id) || loose(id) ? 0 : 1;
  });
  // Each operation that loses its orders becomes a session of its own.
  const sessions: (string | number)[] = [...history.sessions];
  const session = ids.map((id) => {
    if (firm[id] === 1) return history.session[id];
    sessions.push(`alone ${id}`);
    return sessions.length - 1;
  });
  const pick = (column: Int32Array): Int32Array => ids.map((id) => column[id]);
  return {
    ids,
    history: {
      ...history,
      size: ids.length,
      label: pick(history.label),
      sessions,
      session,
      object: pick(history.object),
      ...(timed
        ? closeRanks(
            pick(history.call),
            ids.map((id) => (optional(id) ? PENDING : history.ret[id])),
          )
        : {}),
      clock: undefined,
      annotations: undefined, // they are told among all events
      happensBefore: edgesAmong(history, newId, firm),
      ...(history.sights !== undefined && { sights: sightsAmong(history, history.sights, ids, firm, newId) }),
      optional:
        history.optional === undefined
          ? undefined
          : Uint8Array.from(ids, (id) => history.optional?.[id] ?? 0),
      ...(history.final !== undefined && { final: Uint8Array.from(ids, (id) => history.final?.[id] ?? 0) }),
      lines: history.lines === undefined ? undefined : pick(history.lines),
    },
  };
}

/** What operations saw of those that are left. Those in sessions of their own are told one by one. */
function sightsAmong(
  history: History,
  { known, saw, sees }: KnownSights,
  ids: Int32Array,
  firm: Uint8Array,
  newId: Int32Array,
): KnownSights {
  // For each session: how many of its first operations are left, and which of them stand alone now.
  const left = history.sessions.map(() => [0]);
  const alone = history.sessions.map((): { readonly at: number; readonly id: number }[] => []);
  for (let id = 0; id < history.size; id++) {
    const counts = left[history.session[id]];
    if (newId[id] >= 0 && firm[id] === 0)
      alone[history.session[id]].push({ at: counts.length - 1, id: newId[id] });
    counts.push(counts[counts.length - 1] + (newId[id] >= 0 && firm[id] === 1 ? 1 : 0));
  }
  const start = { saw: new Int32Array(ids.length + 1), sees: new Int32Array(ids.length + 1) };
  const [session, count, besides] = [createColumn(), createColumn(), createColumn()];
  ids.forEach((id, at) => {
    if (known[id] === 1 && firm[id] === 1) {
      const others: number[] = [];
      for (let row = saw.start[id]; row < saw.start[id + 1]; row++) {
        const [from, most] = [saw.session[row], saw.count[row]];
        for (const one of alone[from]) if (one.at < most) others.push(one.id);
        if (left[from][most] === 0) continue;
        session.push(from);
        count.push(left[from][most]);
      }
      for (const one of sees.ids.subarray(sees.start[id], sees.start[id + 1]))
        if (newId[one] >= 0) others.push(newId[one]);
      for (const one of others.sort((a, b) => a - b)) besides.push(one);
    }
    start.saw[at + 1] = session.length;
    start.sees[at + 1] = besides.length;
  });
  return {
    known: Uint8Array.from(ids, (id) => known[id] & firm[id]),
    saw: { start: start.saw, session: session.finish(), count: count.finish() },
    sees: { start: start.sees, ids: besides.finish() },
  };
}

/** The same order of events at positions 0, 1, 2, … */
function closeRanks(call: Int32Array, ret: Int32Array): { call: Int32Array; ret: Int32Array } {
  const positions = new Int32Array(call.length + ret.length);
  positions.set(call);
  positions.set(ret, call.length);
  positions.sort();
  const rank = new Map<number, number>([[PENDING, PENDING]]);
  for (const position of positions) if (!rank.has(position)) rank.set(position, rank.size - 1);
  const ranked = (column: Int32Array): Int32Array => column.map((position) => rank.get(position) ?? PENDING);
  return { call: ranked(call), ret: ranked(ret) };
}

/** Declared edges between firm operations, and those that come of edges through others. */
function edgesAmong(history: History, newId: Int32Array, firm: Uint8Array): Int32Array {
  const { happensBefore, size, session } = history;
  if (happensBefore.length === 0) return happensBefore;
  const successors = new Map<number, number[]>();
  const link = (a: number, b: number): void => {
    const list = successors.get(a);
    if (list === undefined) successors.set(a, [b]);
    else list.push(b);
  };
  for (let e = 0; e < happensBefore.length; e += 2) link(happensBefore[e], happensBefore[e + 1]);
  const last = new Int32Array(history.sessions.length).fill(-1);
  for (let id = 0; id < size; id++) {
    if (last[session[id]] >= 0) link(last[session[id]], id);
    last[session[id]] = id;
  }
  const edges: number[] = [];
  for (let from = 0; from < size; from++) {
    if (firm[from] === 0) continue;
    const seen = new Set<number>();
    const stack = [...(successors.get(from) ?? [])];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (firm[id] === 0) stack.push(...(successors.get(id) ?? []));
      else if (session[id] !== session[from]) edges.push(newId[from], newId[id]);
    }
  }
  return Int32Array.from(edges);
}
