import { INITIAL, type MemoryHistory, takesValue } from "./memory-history.js";

/** Some operations of a history, with the numbers they had. */
export interface Restriction {
  readonly memory: MemoryHistory;
  /** Operation of the restriction → the same operation of the whole. */
  readonly kept: Int32Array;
}

/**
 * The history of the operations for which `keep` is 1, less the reads of writes that are not kept (a
 * read-modify-write that goes takes its readers along).
 * Program order and the given edges lead through what is left out.
 *
 * Every model is monotone under this: what explains the whole explains the restriction. Nothing that
 * is left can have read a write that is gone, so no order or relation over the rest gains a pair.
 *
 * Threads and variables are numbered anew: those without operations go.
 */
export function restrict(memory: MemoryHistory, keep: Uint8Array): Restriction {
  const { isWrite, rmw, drains, source } = memory;
  const stays = staying(memory, keep);
  let size = 0;
  for (let o = 0; o < memory.size; o++) if (stays(o)) size++;
  const kept = new Int32Array(size);
  const now = new Int32Array(memory.size).fill(-1);
  for (let o = 0, at = 0; o < memory.size; o++) if (stays(o)) kept[(now[o] = at++)] = o;
  const pick = (column: Int32Array): Int32Array => kept.map((o) => column[o]);
  const pickBytes = (column: Uint8Array): Uint8Array => Uint8Array.from(kept, (o) => column[o]);
  return {
    kept,
    memory: {
      size,
      ...renumberThreads(memory, kept),
      ...renumberVariables(memory, kept),
      isWrite: pickBytes(isWrite),
      ...(rmw !== undefined && { rmw: pickBytes(rmw) }),
      ...(drains !== undefined && { drains: pickBytes(drains) }),
      source: kept.map((o) => (source[o] === INITIAL ? INITIAL : now[source[o]])),
      ...(memory.internal !== undefined && { internal: pickBytes(memory.internal) }),
      given: contractGiven(memory, kept, now),
      ids: pick(memory.ids),
    },
  };
}

/** Which operations stay, where those for which `keep` is 1 are to. */
function staying(memory: MemoryHistory, keep: Uint8Array): (o: number) => boolean {
  const { size, rmw, source } = memory;
  const losesSource = (o: number, kept: Uint8Array): boolean =>
    takesValue(memory, o) && source[o] !== INITIAL && kept[source[o]] === 0;
  const kept = rmw === undefined ? keep : keep.slice();
  for (let again = rmw !== undefined; again; ) {
    again = false;
    for (let o = 0; o < size; o++)
      if (kept[o] === 1 && losesSource(o, kept)) {
        kept[o] = 0;
        again = true;
      }
  }
  return (o) => kept[o] === 1 && !losesSource(o, kept);
}

function renumberThreads(
  { thread }: MemoryHistory,
  kept: Int32Array,
): Pick<MemoryHistory, "threads" | "first" | "thread"> {
  const first: number[] = [];
  const numbers = new Int32Array(kept.length);
  for (let o = 0; o < kept.length; o++) {
    if (o === 0 || thread[kept[o]] !== thread[kept[o - 1]]) first.push(o);
    numbers[o] = first.length - 1;
  }
  return { threads: first.length, first: Int32Array.from([...first, kept.length]), thread: numbers };
}

function renumberVariables(
  { variable, variables, names }: MemoryHistory,
  kept: Int32Array,
): Pick<MemoryHistory, "variable" | "variables" | "names"> {
  const now = new Int32Array(variables).fill(-1);
  for (const o of kept) now[variable[o]] = 0;
  const named: string[] = [];
  let used = 0;
  for (let x = 0; x < variables; x++) {
    if (now[x] < 0) continue;
    now[x] = used++;
    if (x < names.length) named.push(names[x]);
  }
  return { variable: kept.map((o) => now[variable[o]]), variables: used, names: named };
}

/** The given edges between operations that stay, and those that lead through others. */
function contractGiven(memory: MemoryHistory, kept: Int32Array, now: Int32Array): Int32Array {
  const { given, first, thread } = memory;
  if (given.length === 0) return given;
  const from = new Int32Array(memory.size + 1);
  for (let i = 0; i < given.length; i += 2) from[given[i] + 1]++;
  for (let o = 0; o < memory.size; o++) from[o + 1] += from[o];
  const to = new Int32Array(given.length / 2);
  const at = from.slice(0, -1);
  for (let i = 0; i < given.length; i += 2) to[at[given[i]]++] = given[i + 1];

  const edges: number[] = [];
  const reached = new Int32Array(memory.size).fill(-1); // by which operation it was last
  const open: number[] = [];
  for (const start of kept) {
    open.push(start);
    for (let o = open.pop(); o !== undefined; o = open.pop()) {
      const reach = (next: number): void => {
        if (reached[next] === start) return;
        reached[next] = start;
        if (now[next] < 0) open.push(next);
        else if (thread[next] !== thread[start] || next < start) edges.push(now[start], now[next]);
      };
      if (o + 1 < first[thread[o] + 1]) reach(o + 1);
      for (let i = from[o]; i < from[o + 1]; i++) reach(to[i]);
    }
  }
  return Int32Array.from(edges);
}
