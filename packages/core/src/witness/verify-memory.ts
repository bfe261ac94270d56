import type { History } from "../history/history.js";
import { sessionNames } from "../history/names.js";
import type { Value } from "../history/value.js";
import { asksForStoreOrder, type MemoryModel } from "../criteria/memory-models.js";
import type { Witness } from "../result.js";
import { memory } from "../types/memory.js";
import { eachOverwriting, walkCausally } from "./walk-causally.js";
import { causalChains, placesOf } from "./memory-chains.js";
import {
  INITIAL_VALUE,
  READ,
  READ_WRITE,
  readRecording,
  type Recording,
  words,
  WRITE,
} from "./memory-recording.js";
import { type Verification, verify } from "./verify.js";
import { wrongTso } from "./verify-tso.js";
import { wrongCcm } from "./verify-ccm.js";
import { wrongWccm } from "./verify-wccm.js";

/** The claim about a memory model that a witness is to show. */
export interface MemoryClaim {
  readonly model: MemoryModel;
  /** The values to start from, over the history's own `initial`. */
  readonly initial?: Value | undefined;
}

/**
 * Checks a witness of a shared-memory model from the definition alone. What the linearization lists
 * took effect; each observed read has a write that fits; and
 * - `cc`: the linearization extends causality, and no read's source is overwritten in its causal past;
 * - `ccv`: each read takes the last write to its variable, by the linearization, of those in its causal past;
 * - `cm`: for each session, `threads` has all that it depends on, in an order that extends causality and
 *   in which its reads return the last write before them;
 * - `ccm`, `wccm`: the partial store order is worked out again, and the orders extend it;
 * - `sc`: run in that order, every read returns what it returned;
 * - `tso`: the machine with store buffers runs as `execution` says, and its reads return what they returned.
 *
 * Shares no code with the engines, so that a bug there cannot hide here.
 */
export function verifyMemory(history: History, claim: MemoryClaim, witness: Witness): Verification {
  const reason = wrongWitness(history, claim, witness);
  return reason === undefined ? { valid: true } : { valid: false, reason };
}

function wrongWitness(
  history: History,
  { model, initial }: MemoryClaim,
  witness: Witness,
): string | undefined {
  if (model === "sc") {
    const order = verify(history, { type: memory, criterion: "sequential", initial }, witness);
    if (!order.valid) return order.reason;
    if (witness.sources === undefined) return undefined; // the values alone show it
  }
  const recording = readRecording(history, initial === undefined ? history.initial : initial, witness);
  if (typeof recording === "string") return recording;
  const order = witness.linearization;
  const exchanged = asksForStoreOrder(model) ? -1 : recording.access.indexOf(READ_WRITE);
  if (exchanged >= 0)
    return `${model} has no meaning for ${words(history, exchanged)} which reads and writes in one step`;
  switch (model) {
    case "sc":
      return wrongLastWrite(recording, order, () => true, "the linearization");
    case "cc":
      return wrongCausality(recording, order) ?? wrongOverwritten(recording, order);
    case "ccv":
      return wrongCausality(recording, order) ?? wrongArbitration(recording, order);
    case "cm":
      return wrongCausality(recording, order) ?? wrongViews(recording, witness);
    case "ccm":
      return wrongCausality(recording, order) ?? wrongCcm(recording, order);
    case "wccm":
      return noDeclared(recording, model) ?? wrongWccm(recording, witness);
    case "tso":
      return noDeclared(recording, model) ?? wrongTso(recording, witness);
    default:
      return model satisfies never; // a model without its check must not pass
  }
}

/** The order extends po ∪ wr and declared happens-before: what each operation directly follows stands before it. */
function wrongCausality(
  recording: Recording,
  order: readonly number[],
  what = "the linearization",
): string | undefined {
  const { history, sessions, access, source, declared } = recording;
  const place = placesOf(history.size, order);
  const wrong = (before: number, id: number, why: string): string | undefined => {
    if (place[id] < 0 || (place[before] >= 0 && place[before] < place[id])) return undefined;
    const how = place[before] < 0 ? "but not" : "before";
    return `${words(history, id)} stands in ${what} ${how} ${words(history, before)} which ${why}`;
  };
  for (const ids of sessions)
    for (let i = 1; i < ids.length; i++) {
      const reason = wrong(ids[i - 1], ids[i], "precedes it in its session");
      if (reason !== undefined) return reason;
    }
  for (const id of order) {
    if (access[id] !== READ || source[id] === INITIAL_VALUE) continue;
    const reason = wrong(source[id], id, "it reads from");
    if (reason !== undefined) return reason;
  }
  for (let i = 0; i < declared.length; i += 2) {
    const reason = wrong(declared[i], declared[i + 1], "is declared to happen before it");
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** So many suspects are kept before they are looked at. */
const MOST_SUSPECTS = 1_000_000;

/** CC: no w co w' co r where r reads from w and w' writes the same variable (POPL'17 WriteCORead, WriteCOInitRead). */
function wrongOverwritten(recording: Recording, order: readonly number[]): string | undefined {
  const { history, source } = recording;
  const chains = causalChains(recording, order);
  const { chain, index } = chains;
  // A write → reads that have it in their past, and their source before it in the order: causally as well?
  const suspects = new Map<number, number[]>();
  let count = 0;
  const wrongSuspect = (): string | undefined => {
    if (suspects.size === 0) return undefined;
    const reason = walkCausally(chains, (other, past) => {
      const r = suspects.get(other)?.find((read) => past[chain[source[read]]] > index[source[read]]);
      return r === undefined
        ? undefined
        : `${words(history, r)} reads from operation ${source[r]}, which ${words(history, other)} overwrites in its causal past`;
    });
    suspects.clear();
    count = 0;
    return reason;
  };
  const reason = eachOverwriting(recording, chains, (other, r) => {
    if (source[r] === INITIAL_VALUE)
      return `${words(history, r)} reads the initial value, but ${words(history, other)} causally precedes it`;
    const reads = suspects.get(other);
    if (reads === undefined) suspects.set(other, [r]);
    else reads.push(r);
    return ++count < MOST_SUSPECTS ? undefined : wrongSuspect();
  });
  return reason ?? wrongSuspect();
}

/** CCv: of the writes to its variable in its causal past, a read takes the last one by the linearization. */
function wrongArbitration(recording: Recording, order: readonly number[]): string | undefined {
  const { history } = recording;
  return eachOverwriting(
    recording,
    causalChains(recording, order),
    (other, r) =>
      `${words(history, r)} does not take the last write to its variable in its causal past, which is ${words(history, other)} or later`,
  );
}

/** CM: each session has a view of its own. */
function wrongViews(recording: Recording, witness: Witness): string | undefined {
  const { history, sessions } = recording;
  const tookEffect = new Uint8Array(history.size);
  for (const id of witness.linearization) tookEffect[id] = 1;
  const views = witness.threads;
  if (views === undefined) return "the witness has no threads: an order for each session";
  const names = sessionNames(history.sessions);
  for (const name of Object.keys(views))
    if (!names.includes(name))
      return `the threads have an order for ${JSON.stringify(name)}, which is no session`;
  for (const [session, ids] of sessions.entries()) {
    const what = `the order of session ${names[session]}`;
    const view = Object.hasOwn(views, names[session]) ? views[names[session]] : [];
    const last = ids.at(-1);
    if (last === undefined) {
      if (view.length > 0) return `${what} should be empty: none of its operations took effect`;
      continue;
    }
    const reason =
      wrongView(recording, tookEffect, view, what) ??
      (view.includes(last) ? undefined : `${words(history, last)} is missing in ${what}`) ??
      wrongLastWrite(recording, view, (id) => history.session[id] === session, what);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A view has operations that took effect, each once, each after all that it causally depends on. */
function wrongView(
  recording: Recording,
  tookEffect: Uint8Array,
  view: readonly number[],
  what: string,
): string | undefined {
  if (!Array.isArray(view)) return `${what} is not a list of operation ids`;
  const seen = new Uint8Array(tookEffect.length);
  for (const id of view as readonly number[]) {
    if (tookEffect[id] !== 1) return `${JSON.stringify(id)} in ${what} is not an operation that took effect`;
    if (seen[id]++ > 0) return `${words(recording.history, id)} occurs twice in ${what}`;
  }
  return wrongCausality(recording, view, what);
}

/** Each read that counts takes the last write to its variable before it. */
function wrongLastWrite(
  { history, access, variable, names, source }: Recording,
  order: readonly number[],
  counts: (id: number) => boolean,
  what: string,
): string | undefined {
  const last = new Int32Array(names.length).fill(INITIAL_VALUE);
  for (const id of order) {
    if ((access[id] & READ) !== 0 && counts(id) && last[variable[id]] !== source[id]) {
      const instead =
        last[variable[id]] === INITIAL_VALUE ? "the initial value" : `operation ${last[variable[id]]}`;
      const taken = source[id] === INITIAL_VALUE ? "the initial value" : `operation ${source[id]}`;
      return `${words(history, id)} takes its value from ${taken}, but in ${what} ${instead} is the last before it`;
    }
    if ((access[id] & WRITE) !== 0) last[variable[id]] = id;
  }
  return undefined;
}

/** These models are not defined with declared happens-before. */
function noDeclared({ history }: Recording, model: MemoryModel): string | undefined {
  return history.happensBefore.length === 0
    ? undefined
    : `${model} has no meaning for declared happens-before, which this history has`;
}
