import { type Chains, eachLastWrite, groupWrites, type WritesByChain } from "./memory-chains.js";
import { INITIAL_VALUE, READ, type Recording, WRITE } from "./memory-recording.js";

/** Takes an operation and, for each chain, how many of it are causally before; returns what is wrong, if anything. */
type Visit = (id: number, past: Int32Array) => string | undefined;

/**
 * Goes through the operations in their order, which extends causality. Each chain has one past, which grows as
 * it goes on; a copy is kept of what others have still to take over, and no longer.
 */
export function walkCausally(
  { order, count, chain, index, source, edges }: Chains,
  visit: Visit,
): string | undefined {
  const eachCause = (id: number, take: (from: number) => void): void => {
    if (source[id] >= 0 && chain[source[id]] !== chain[id]) take(source[id]);
    edges.each(id, take);
  };
  const takers = new Int32Array(chain.length); // operation → those that have still to take its past over
  for (const id of order) eachCause(id, (from) => takers[from]++);
  const pasts = Array.from({ length: count }, () => new Int32Array(count));
  const kept = new Map<number, Int32Array>();
  const spare: Int32Array[] = [];
  for (const id of order) {
    const past = pasts[chain[id]];
    eachCause(id, (from) => {
      const theirs = kept.get(from);
      if (theirs === undefined) throw new Error("the order does not extend causality");
      for (let c = 0; c < count; c++) if (theirs[c] > past[c]) past[c] = theirs[c];
      if (--takers[from] > 0) return;
      kept.delete(from);
      spare.push(theirs);
    });
    const reason = visit(id, past);
    if (reason !== undefined) return reason;
    past[chain[id]] = index[id] + 1;
    if (takers[id] === 0) continue;
    const copy = spare.pop() ?? new Int32Array(count);
    copy.set(past);
    kept.set(id, copy);
  }
  return undefined;
}

/**
 * Visits the writes in the causal past of each read that stand, in the order of the chains, between its
 * source and it, on its variable; where there are many, only the last one of each chain.
 */
export function eachOverwriting(
  recording: Recording,
  chains: Chains,
  visit: (write: number, read: number) => string | undefined,
): string | undefined {
  const { access, variable, names, source } = recording;
  const { chain, index, count } = chains;
  const writes = names.map((): number[] => []); // variable → its writes so far
  const place = new Int32Array(access.length); // write → where it stands there
  let grouped: WritesByChain | undefined;
  return walkCausally(chains, (id, past) => {
    if (access[id] === WRITE) place[id] = writes[variable[id]].push(id) - 1;
    if (access[id] !== READ) return undefined;
    const before = writes[variable[id]];
    const begin = source[id] === INITIAL_VALUE ? 0 : place[source[id]] + 1;
    let reason: string | undefined;
    if (before.length - begin <= count) {
      for (let i = begin; i < before.length && reason === undefined; i++)
        if (past[chain[before[i]]] > index[before[i]]) reason = visit(before[i], id);
      return reason;
    }
    grouped ??= groupWrites(recording, chains);
    eachLastWrite(grouped, chains, past, 0, variable[id], (w) => {
      if (place[w] >= begin) reason ??= visit(w, id);
    });
    return reason;
  });
}
