import type { Witness } from "../result.js";
import { INITIAL_VALUE, NOTHING, READ, type Recording, words, WRITE } from "./memory-recording.js";

/**
 * TSO: runs the machine with store buffers as `execution` tells. A session does its operations in
 * session order; a write goes to the end of its buffer, and from its head to memory; a read takes the
 * newest write to its variable in its own buffer, else what memory holds. A fence and an exchange execute
 * when the buffer is empty; an exchange reads memory and writes to it at once. Then `storeOrder` and the
 * linearization must be what the run shows: writes where they reach memory, reads where they execute.
 */
export function wrongTso(recording: Recording, witness: Witness): string | undefined {
  const { history, sessions, access, drains, variable, names, source } = recording;
  const { execution } = witness;
  if (!Array.isArray(execution)) return "the witness has no execution: a list of operation ids";
  const tookEffect = new Uint8Array(history.size);
  for (const id of witness.linearization) tookEffect[id] = 1;
  const next = new Int32Array(sessions.length); // session → how many of its operations it has done
  const buffers = sessions.map((): number[] => []);
  const heads = new Int32Array(sessions.length); // session → how many of its writes have left the buffer
  const memory = new Int32Array(names.length).fill(INITIAL_VALUE);
  const newestOwn = new Map<number, number>(); // session and variable → its newest write
  const issued = new Uint8Array(history.size);
  const committed = new Uint8Array(history.size);
  const line: number[] = [];
  for (const id of execution as readonly number[]) {
    if (tookEffect[id] !== 1)
      return `${JSON.stringify(id)} in the execution is not an operation that took effect`;
    const session = history.session[id];
    const x = variable[id];
    if (issued[id] === 1) {
      if (access[id] !== WRITE || drains[id] === 1) return `${words(history, id)} executes twice`;
      if (committed[id] === 1) return `${words(history, id)} reaches memory twice`;
      const head = buffers[session][heads[session]];
      if (head !== id)
        return `${words(history, id)} leaves its buffer before ${words(history, head)} which entered it first`;
      heads[session]++;
      committed[id] = 1;
      memory[x] = id;
      line.push(id);
      continue;
    }
    const expected = sessions[session][next[session]++];
    if (expected !== id)
      return `${words(history, id)} executes before ${words(history, expected)} which precedes it in its session`;
    issued[id] = 1;
    if (drains[id] === 1 && heads[session] < buffers[session].length)
      return `${words(history, id)} executes while ${words(history, buffers[session][heads[session]])} is still in the buffer`;
    if (access[id] === WRITE && drains[id] === 0) {
      buffers[session].push(id);
      newestOwn.set(session * names.length + x, id);
      continue;
    }
    line.push(id);
    const own = newestOwn.get(session * names.length + x);
    const seen = own !== undefined && committed[own] === 0 ? own : memory[x];
    if ((access[id] & READ) !== 0 && seen !== source[id])
      return `${words(history, id)} would take its value from ${nameOf(seen)} where it executes, not from ${nameOf(source[id])}`;
    if ((access[id] & WRITE) === 0) continue;
    memory[x] = id;
    committed[id] = 1;
  }
  for (const id of witness.linearization) {
    if (issued[id] === 0) return `${words(history, id)} is missing in the execution`;
    if ((access[id] & WRITE) !== 0 && committed[id] === 0)
      return `${words(history, id)} never reaches memory`;
  }
  return wrongLine(recording, witness.linearization, line) ?? wrongStoreOrder(recording, witness, line);
}

const nameOf = (source: number): string =>
  source === INITIAL_VALUE ? "the initial value" : `operation ${source}`;

/** The linearization is the run as memory saw it; reads that nobody observed may stand anywhere. */
function wrongLine(
  { history, access }: Recording,
  linearization: readonly number[],
  line: readonly number[],
): string | undefined {
  const told = linearization.filter((id) => access[id] !== NOTHING);
  const seen = line.filter((id) => access[id] !== NOTHING);
  const wrong = told.findIndex((id, place) => id !== seen[place]);
  return wrong < 0
    ? undefined
    : `the linearization has ${words(history, told[wrong])} where the execution has ${words(history, seen[wrong])} of those that read and wrote`;
}

/** The store order lists, for each variable, its writes as they reach memory. */
function wrongStoreOrder(
  { history, access, variable, names }: Recording,
  { storeOrder }: Witness,
  line: readonly number[],
): string | undefined {
  if (storeOrder === undefined) return "the witness has no storeOrder: the writes of each variable in order";
  const commits = names.map((): number[] => []);
  for (const id of line) if ((access[id] & WRITE) !== 0) commits[variable[id]].push(id);
  for (const name of Object.keys(storeOrder))
    if (!names.includes(name)) return `the storeOrder is of ${JSON.stringify(name)}, which is no variable`;
  for (const [x, expected] of commits.entries()) {
    const told = Object.hasOwn(storeOrder, names[x]) ? storeOrder[names[x]] : [];
    const wrong = expected.findIndex((id, place) => id !== told[place]);
    if (wrong >= 0)
      return `the storeOrder of ${names[x]} does not have ${words(history, expected[wrong])} where the execution has it`;
    if (told.length > expected.length)
      return `the storeOrder of ${names[x]} has ${told.length} writes, but the execution has ${expected.length}`;
  }
  return undefined;
}
