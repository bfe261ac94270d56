import { type History, labelOf, mayBeAbsent, PENDING } from "../history/history.js";
import { printOperation, printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import type { Witness } from "../result.js";
import { type Outcome, outcomes, type SequentialType, stateKey } from "../types/type.js";

/** The claim that a witness is to show. */
export interface Claim {
  readonly type: SequentialType;
  readonly criterion: "linearizability" | "sequential";
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value | undefined;
}

/** Whether a witness shows what it claims, and if not, the first thing that is wrong with it. */
export type Verification = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/**
 * Checks a witness from the definition alone: the order holds every operation that returned, each
 * once; it extends session order, declared happens-before and, for linearizability, real time; and
 * run in that order, every operation may return what it returned. Takes time linear in the history
 * and shares no code with the engines, so that a bug there cannot hide here.
 */
export function verify(history: History, claim: Claim, witness: Witness): Verification {
  const order = witness.linearization;
  const reason =
    wrongMembers(history, order) ??
    wrongVisibility(witness) ??
    wrongHappensBefore(history, order, claim.criterion === "linearizability") ??
    (claim.criterion === "linearizability" ? wrongRealTime(history, order) : undefined) ??
    wrongResult(history, claim, order);
  return reason === undefined ? { valid: true } : { valid: false, reason };
}

/** An operation in words, as a clause: `operation 3, put(1,0) => null,`. */
const words = (history: History, id: number): string =>
  `operation ${id}, ${printOperation(labelOf(history, id))},`;

/** Every id is an operation, none occurs twice, and only pending and optional operations are left out. */
function wrongMembers(history: History, order: readonly number[]): string | undefined {
  if (!Array.isArray(order)) return "the linearization is not a list of operation ids";
  const present = new Uint8Array(history.size);
  for (const id of order) {
    if (!Number.isInteger(id) || id < 0 || id >= history.size)
      return `${JSON.stringify(id)} is not the id of an operation: ids go from 0 to ${history.size - 1}`;
    if (present[id]++ > 0) return `${words(history, id)} occurs twice`;
  }
  for (let id = 0; id < history.size; id++)
    if (present[id] === 0 && !mayBeAbsent(history, id))
      return `${words(history, id)} is missing: only a pending operation may be left out`;
  return undefined;
}

/** These criteria let every operation see all before it. */
function wrongVisibility(witness: Witness): string | undefined {
  const [id] = Object.keys({ ...witness.visibility, ...witness.unseen });
  return id === undefined
    ? undefined
    : `operation ${id} is given a visibility, but here every operation sees all before it`;
}

/**
 * Happens-before binds through operations that are left out too. So pass on, along session order
 * and declared edges, the latest place in the order of anything that an operation must follow. Where
 * real time counts, one that is left out follows all that had returned when it was called.
 */
function wrongHappensBefore(
  history: History,
  order: readonly number[],
  realTime: boolean,
): string | undefined {
  const place = new Int32Array(history.size).fill(-1);
  order.forEach((id, index) => {
    place[id] = index;
  });
  const mustFollow = new Int32Array(history.size).fill(-1);
  const timed = realTime && history.timed;
  // Where all on a circle must have taken effect, the order below cannot hold them.
  const contradiction = timed && history.optional !== undefined ? wrongOrders(history) : undefined;
  if (contradiction !== undefined) return contradiction;
  do {
    visitInHappensBefore(history, (id, successors) => {
      const latest = Math.max(place[id], mustFollow[id]);
      for (const successor of successors) if (mustFollow[successor] < latest) mustFollow[successor] = latest;
    });
  } while (timed && followRealTime(history, place, mustFollow));
  for (const id of order) {
    if (mustFollow[id] === place[id])
      return `${words(history, id)} had returned before an operation was called that happens before it`;
    if (mustFollow[id] > place[id])
      return `${words(history, id)} stands before ${words(history, order[mustFollow[id]])} which happens before it`;
  }
  return undefined;
}

/** Whether real time puts an operation before one that happens before it: then there is no order at all. */
function wrongOrders(history: History): string | undefined {
  const { size, call, ret } = history;
  const latestCall = new Int32Array(size).fill(-1); // of what happens before it
  let wrong: number | undefined;
  visitInHappensBefore(history, (id, successors) => {
    if (ret[id] < latestCall[id]) wrong ??= id;
    const latest = Math.max(call[id], latestCall[id]);
    for (const successor of successors) if (latestCall[successor] < latest) latestCall[successor] = latest;
  });
  return wrong === undefined
    ? undefined
    : `${words(history, wrong)} had returned before an operation was called that happens before it`;
}

/**
 * Passes on in real time what operations must follow, to and from those left out: each of these follows
 * all that had returned when it was called, and hands on what it follows to all that was called
 * after it had returned. Whether anything changed.
 */
function followRealTime(history: History, place: Int32Array, mustFollow: Int32Array): boolean {
  const { size, call, ret } = history;
  if (!place.includes(-1)) return false;
  const eventAt = new Int32Array(2 * size).fill(-1); // 2 × id for a call, 2 × id + 1 for a return
  for (let id = 0; id < size; id++) {
    eventAt[call[id]] = 2 * id;
    if (ret[id] !== PENDING) eventAt[ret[id]] = 2 * id + 1;
  }
  let changed = false;
  let placed = -1; // the latest place of any that returned
  let handedOn = -1; // the latest that one left out follows which returned
  for (const event of eventAt) {
    if (event < 0) continue;
    const id = event >> 1;
    if ((event & 1) === 1) {
      placed = Math.max(placed, place[id]);
      if (place[id] < 0) handedOn = Math.max(handedOn, mustFollow[id]);
      continue;
    }
    const latest = place[id] < 0 ? Math.max(placed, handedOn) : handedOn;
    if (mustFollow[id] >= latest) continue;
    mustFollow[id] = latest;
    changed = true;
  }
  return changed;
}

/** Visits every operation after all that happen before it, with the ones that directly follow it; the list is used again. */
function visitInHappensBefore(
  history: History,
  visit: (id: number, successors: readonly number[]) => void,
): void {
  const { size, session, sessions, happensBefore } = history;
  const declared = new Map<number, number[]>();
  const waitsFor = new Int32Array(size);
  for (let i = 0; i < happensBefore.length; i += 2) {
    const [from, to] = [happensBefore[i], happensBefore[i + 1]];
    const successors = declared.get(from);
    if (successors === undefined) declared.set(from, [to]);
    else successors.push(to);
    waitsFor[to]++;
  }
  const nextInSession = new Int32Array(size).fill(-1);
  const last = new Int32Array(sessions.length).fill(-1);
  for (let id = 0; id < size; id++) {
    const previous = last[session[id]];
    if (previous >= 0) {
      nextInSession[previous] = id;
      waitsFor[id]++;
    }
    last[session[id]] = id;
  }
  const successors: number[] = [];
  if (declared.size === 0) {
    // Session order is that of the ids.
    for (let id = 0; id < size; id++) {
      if (nextInSession[id] >= 0) successors[0] = nextInSession[id];
      else successors.length = 0;
      visit(id, successors);
    }
    return;
  }
  const ready: number[] = [];
  for (let id = 0; id < size; id++) if (waitsFor[id] === 0) ready.push(id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    successors.length = 0;
    if (nextInSession[id] >= 0) successors.push(nextInSession[id]);
    successors.push(...(declared.get(id) ?? []));
    visit(id, successors);
    for (const successor of successors) if (--waitsFor[successor] === 0) ready.push(successor);
  }
}

/** No operation stands after one that was called only after it had returned. */
function wrongRealTime(history: History, order: readonly number[]): string | undefined {
  const { call, ret, timed } = history;
  if (!timed) return undefined;
  let latest = order[0];
  for (const id of order) {
    if (ret[id] < call[latest])
      return `${words(history, id)} stands after ${words(history, latest)} but had returned before that was called`;
    if (call[id] > call[latest]) latest = id;
  }
  return undefined;
}

/** Runs each object from its initial state; a type with several outcomes is in several states at once. */
function wrongResult(history: History, claim: Claim, order: readonly number[]): string | undefined {
  const { type, initial = history.initial } = claim;
  const states = history.objects.map((): unknown[] => [type.init(initial)]);
  const invocations = history.labels.map(({ method, args }) => ({ method, args })); // a type must not see the result
  for (const id of order) {
    const { result } = labelOf(history, id);
    const invocation = invocations[history.label[id]];
    const object = history.object[id];
    if (states[object].length === 1) {
      // Most types: one state, and one way on.
      const only = type.step(states[object][0], invocation) as Outcome<unknown> | readonly Outcome<unknown>[];
      if ("state" in only && (result === undefined || equal(only.result, result))) {
        states[object][0] = only.state;
        continue;
      }
    }
    const next: unknown[] = [];
    const possible: Value[] = [];
    for (const state of states[object])
      for (const outcome of outcomes(type, state, invocation))
        if (result === undefined || equal(outcome.result, result)) next.push(outcome.state);
        else possible.push(outcome.result);
    if (next.length === 0) {
      const instead = [...new Set(possible.map(printValue))].join(" or ");
      return possible.length === 0
        ? `${words(history, id)} is not possible where it stands`
        : `${words(history, id)} would return ${instead} where it stands`;
    }
    states[object] = next.length === 1 ? next : distinct(type, next);
  }
  return undefined;
}

/** The states without repetitions. */
function distinct(type: SequentialType, states: readonly unknown[]): unknown[] {
  const byKey = new Map<string | number, unknown>();
  for (const state of states) byKey.set(stateKey(type, state), state);
  return [...byKey.values()];
}
