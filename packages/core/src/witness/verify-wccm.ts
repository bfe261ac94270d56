import type { Witness } from "../result.js";
import { type Chains, closeChains, createEdges, groupWrites, placesOf } from "./memory-chains.js";
import {
  INITIAL_VALUE,
  NOTHING,
  READ,
  type Recording,
  words,
  wrongMembers,
  WRITE,
} from "./memory-recording.js";
import { addConflicts, addRuleTwo, type Line, mustGoForwards, wrongStores } from "./partial-store-order.js";

/**
 * wCCM: the linearization extends ppo ∪ wr_e, and `poLoc` extends po-loc ∪ wr_e; both extend wpww and
 * rw[wpww], where wpww = (whb_WW ∪ cf_e[hb^ppo] ∪ cf_e[hb^po-loc])+ and whb = (hb^ppo ∪ hb^po-loc)+.
 */
export function wrongWccm(recording: Recording, witness: Witness): string | undefined {
  const { history, source } = recording;
  const { linearization, poLoc = [] } = witness;
  const wrong = wrongMembers(history, poLoc, "poLoc");
  if (wrong !== undefined) return wrong;
  const lines: readonly Line[] = [
    { order: linearization, place: placesOf(history.size, linearization), what: "the linearization" },
    { order: poLoc, place: placesOf(history.size, poLoc), what: "poLoc" },
  ];
  const different =
    linearization.find((id) => lines[1].place[id] < 0) ?? poLoc.find((id) => lines[0].place[id] < 0);
  if (different !== undefined)
    return `${words(history, different)} is in one of the orders, but not in the other`;
  const orders = wrongPreserved(recording, lines[0]) ?? wrongOnVariable(recording, lines[1]);
  if (orders !== undefined) return orders;
  const external = source.map((w, r) =>
    w >= 0 && history.session[w] !== history.session[r] ? w : INITIAL_VALUE,
  );
  const isExternal = (r: number): boolean => external[r] !== INITIAL_VALUE;
  // whb's pairs of writes are paths of ppo, wr_e and rule 2 alone: from a read only program order goes on,
  // and where it takes a write to a later write by po-loc, ppo does too. So all edges meet in the first order.
  const ruleTwo = mustGoForwards(recording, lines);
  const conflicts = mustGoForwards(recording, lines);
  const preserved = preservedChains(recording, linearization, external);
  const writes = groupWrites(recording, preserved);
  const ofPpo = createEdges();
  const co = closeChains(preserved);
  for (const [last, reads] of preservedEnds(recording)) {
    const reason = addRuleTwo(recording, { chains: preserved, writes, co, last, reads }, (from, to, read) => {
      ofPpo.add(from, to);
      return ruleTwo.add(from, to, read);
    });
    if (reason !== undefined) return reason;
  }
  const past = closeChains(preserved, ofPpo);
  const reason =
    addConflicts(recording, { chains: preserved, writes, past }, isExternal, conflicts.add) ??
    addOnVariables(recording, poLoc, external, { ruleTwo, conflicts });
  if (reason !== undefined) return reason;
  const whb = closeChains(preserved, ruleTwo.edges);
  return wrongStores(recording, { chains: preserved, writes, past: whb }, conflicts.edges, lines);
}

type Collected = ReturnType<typeof mustGoForwards>;

/** The part of po-loc: it relates accesses of one variable only, so each variable stands by itself. */
function addOnVariables(
  recording: Recording,
  poLoc: readonly number[],
  external: Int32Array,
  { ruleTwo, conflicts }: { readonly ruleTwo: Collected; readonly conflicts: Collected },
): string | undefined {
  const { history, sessions, access, variable, names } = recording;
  const orders = names.map((): number[] => []);
  const row = new Int32Array(history.size);
  for (const id of poLoc) if (access[id] !== NOTHING) row[id] = orders[variable[id]].push(id) - 1;
  const index = new Int32Array(history.size);
  const accesses = names.map(() => new Map<number, number[]>()); // variable → session → its accesses
  for (const ids of sessions)
    for (const id of ids) {
      if (access[id] === NOTHING) continue;
      const bySession = accesses[variable[id]];
      const list = bySession.get(history.session[id]) ?? [];
      index[id] = list.push(id) - 1;
      bySession.set(history.session[id], list);
    }
  const count = sessions.length;
  const writes = groupWrites(recording, { chain: history.session });
  for (const [x, order] of orders.entries()) {
    const edges = createEdges();
    const chains: Chains = { order, count, chain: history.session, index, row, source: external, edges };
    const co = closeChains(chains);
    const own = createEdges();
    for (const ids of accesses[x].values()) {
      // hb^po-loc_o grows along po-loc: the last access of a session to the variable has them all.
      const reads = Int32Array.from(ids.filter((id) => access[id] === READ));
      const last = ids[ids.length - 1];
      const reason = addRuleTwo(recording, { chains, writes, co, last, reads }, (from, to, read) => {
        own.add(from, to);
        return ruleTwo.add(from, to, read);
      });
      if (reason !== undefined) return reason;
    }
    const past = closeChains(chains, own);
    const isExternal = (r: number): boolean => external[r] !== INITIAL_VALUE;
    const reason = addConflicts(recording, { chains, writes, past }, isExternal, conflicts.add);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** ppo keeps the reads of a session in order, and its writes, and reads before later writes: two chains each. */
function preservedChains(
  recording: Recording,
  linearization: readonly number[],
  external: Int32Array,
): Chains {
  const { history, sessions, access } = recording;
  const order = linearization.filter((id) => access[id] !== NOTHING);
  const chain = history.session.map((session, id) => 2 * session + (access[id] === WRITE ? 1 : 0));
  const index = new Int32Array(history.size);
  const edges = createEdges();
  for (const ids of sessions) {
    let [reads, writes, lastRead] = [0, 0, -1];
    for (const id of ids)
      if (access[id] === READ) {
        index[id] = reads++;
        lastRead = id;
      } else if (access[id] === WRITE) {
        index[id] = writes++;
        if (lastRead >= 0) edges.add(lastRead, id);
      }
  }
  const row = placesOf(history.size, order);
  return { order, count: 2 * sessions.length, chain, index, row, source: external, edges };
}

/**
 * hb^ppo_o grows along ppo: the last write of a session, and its last read, have them all. With each go
 * the reads up to it.
 */
function* preservedEnds({ sessions, access }: Recording): Generator<readonly [number, Int32Array]> {
  for (const ids of sessions) {
    const reads = ids.filter((id) => access[id] === READ);
    const lastWrite = ids.findLast((id) => access[id] === WRITE);
    const lastRead = reads.at(-1);
    if (lastWrite !== undefined) yield [lastWrite, reads.filter((r) => r < lastWrite)];
    if (lastRead !== undefined) yield [lastRead, reads];
  }
}

/** The order extends ppo ∪ wr_e. */
function wrongPreserved(recording: Recording, line: Line): string | undefined {
  const { sessions, access } = recording;
  for (const ids of sessions) {
    let [lastRead, lastWrite] = [-1, -1];
    for (const id of ids) {
      if (access[id] === NOTHING) continue;
      const reason =
        wrongPair(recording, line, lastRead, id, "precedes it in its session") ??
        (access[id] === WRITE
          ? wrongPair(recording, line, lastWrite, id, "precedes it in its session")
          : undefined);
      if (reason !== undefined) return reason;
      if (access[id] === READ) lastRead = id;
      else lastWrite = id;
    }
  }
  return wrongExternal(recording, line);
}

/** The order extends po-loc ∪ wr_e. */
function wrongOnVariable(recording: Recording, line: Line): string | undefined {
  const { sessions, access, variable } = recording;
  for (const ids of sessions) {
    const last = new Map<number, number>();
    for (const id of ids) {
      if (access[id] === NOTHING) continue;
      const previous = last.get(variable[id]) ?? -1;
      const reason = wrongPair(
        recording,
        line,
        previous,
        id,
        "precedes it in its session, on the same variable",
      );
      if (reason !== undefined) return reason;
      last.set(variable[id], id);
    }
  }
  return wrongExternal(recording, line);
}

function wrongExternal(recording: Recording, line: Line): string | undefined {
  const { history, source } = recording;
  for (const r of line.order) {
    if (source[r] === INITIAL_VALUE || history.session[source[r]] === history.session[r]) continue;
    const reason = wrongPair(recording, line, source[r], r, "it reads from");
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function wrongPair(
  { history }: Recording,
  { place, what }: Line,
  before: number,
  id: number,
  why: string,
): string | undefined {
  return before >= 0 && place[before] > place[id]
    ? `${words(history, id)} stands in ${what} before ${words(history, before)} which ${why}`
    : undefined;
}
