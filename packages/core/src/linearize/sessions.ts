import { type Budget, orExhausted } from "../budget.js";
import { createTrail, type Trail } from "../cubes/trail.js";
import { mustPrecede, predecessors } from "../decompose/predecessors.js";
import { jointLabels } from "../decompose/parts.js";
import { jointType } from "../decompose/joint-type.js";
import { type History, mayBeAbsent, type Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import type { Verdict } from "../verdict.js";
import { type Automaton, createAutomaton, DISABLED } from "./automaton.js";
import { createConfigTable } from "./config-table.js";
import { atLeast } from "./at-least.js";

/** What the search over session positions found; ids are the history's own. */
export type SequentialFound = Verdict<
  { readonly linearization: readonly number[] },
  {
    /** The operations that come next, and cannot, where the search got furthest. */
    readonly stuck: readonly number[];
  },
  {
    /** How many operations the longest order has that was found. */
    readonly furthest: number;
  }
> & { readonly states: number };

/**
 * Sequential consistency of any type: a depth-first search over interleavings of the sessions with
 * a memo on (position in each session, state). What stands next in its session, is enabled and
 * changes nothing is taken at once: it can block nothing.
 *
 * Declared happens-before orders are kept; real time is not. A pending or optional operation may be passed over.
 *
 * @param given the automaton of the history's labels, where someone has it already; for histories of one object
 */
export function searchSessions(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
  given?: Automaton,
): SequentialFound {
  return createSessionsSearch(history, type, initial, budget, given)(budget.limits.states ?? Infinity);
}

/**
 * The same in turns: a function to be called until it knows. Each call visits about so many states, says `unknown` for
 * want of `states` if it needs more, and the next one goes on from there.
 */
export function createSessionsSearch(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
  given?: Automaton,
): (states: number) => SequentialFound {
  return openSessions(history, type, initial, budget, given)(createTrail());
}

/**
 * The same for one trail after another. What it remembers of one it knows in the next, so every part of the tree that is
 * left open there has to be searched by someone.
 */
export function openSessions(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
  given?: Automaton,
): (trail: Trail) => (states: number) => SequentialFound {
  const { machine, label } =
    given === undefined
      ? automatonOf(history, type, initial, budget)
      : { machine: given, label: history.label };
  const chains = sessionChains(history);
  const waits = crossSessionOrder(history);
  const placeOf = new Int32Array(history.size);
  for (const chain of chains) chain.forEach((id, place) => (placeOf[id] = place));
  const sessionCount = chains.length;
  const { session } = history;

  const isOptional = Uint8Array.from(session, (_, id) => (mayBeAbsent(history, id) ? 1 : 0));
  /** The ways on from a configuration: to take the next operation of a session; or, beyond these, to pass over it. */
  const ways = isOptional.includes(1) ? 2 * sessionCount : sessionCount;

  const at = new Int32Array(sessionCount);
  let state = machine.initial;
  let path = new Int32Array(64);
  let pathLength = 0;
  let placed = 0; // operations passed, taken or not
  let furthest = -1;
  let stuck: number[] = [];

  const inTurn = (id: number): boolean => {
    const list = waits.size === 0 ? undefined : waits.get(id);
    if (list !== undefined)
      for (const before of list) if (at[session[before]] <= placeOf[before]) return false;
    return true;
  };
  const take = (id: number): void => {
    path = atLeast(path, pathLength + 1);
    path[pathLength++] = id;
    at[session[id]]++;
    placed++;
  };
  const absorb = (): void => {
    for (let again = true; again; ) {
      again = false;
      for (let s = 0; s < sessionCount; s++)
        for (; at[s] < chains[s].length; again = true) {
          const id = chains[s][at[s]];
          if (machine.pure[label[id]] === 0 || !inTurn(id)) break;
          if (isOptional[id] === 1) {
            at[s]++;
            placed++;
          } else if (machine.step(state, label[id]) === state) take(id);
          else break;
        }
    }
  };

  // Stack frames: state, path length, placed, then the positions. The trail knows which way is next.
  const frame = 3 + sessionCount;
  let stack = new Int32Array(64 * frame);
  let depth = 0;
  const table = createConfigTable(1 + sessionCount, budget);
  const key = new Int32Array(1 + sessionCount);
  let states = 0;
  let trail = createTrail();

  const run = (more: number): SequentialFound => {
    const end = states + more;
    for (;;) {
      absorb();
      if (placed === history.size)
        return { verdict: "satisfied", linearization: [...path.subarray(0, pathLength)], states: states + 1 };
      if (placed > furthest) {
        furthest = placed;
        stuck = chains.flatMap((chain, s) => (at[s] < chain.length ? [chain[at[s]]] : []));
      }
      if (states >= end) return { verdict: "unknown", reason: "states", furthest, states };
      if ((++states & 1023) === 0) {
        const reason = budget.exceeded(states);
        if (reason !== undefined) return { verdict: "unknown", reason, furthest, states };
      }
      key[0] = state;
      // There are few sessions: a loop takes less than to begin a copy.
      for (let s = 0; s < sessionCount; s++) key[1 + s] = at[s];
      if (table.find(key) < 0)
        return { verdict: "unknown", reason: table.shortage ?? "memory", furthest, states };
      if (table.added || trail.resuming) {
        trail.open(ways);
        stack = atLeast(stack, (depth + 1) * frame);
        const top = depth++ * frame;
        stack[top] = state;
        stack[top + 1] = pathLength;
        stack[top + 2] = placed;
        for (let s = 0; s < sessionCount; s++) stack[top + 3 + s] = at[s];
      }
      let moved = false;
      while (!moved) {
        if (depth === 0) return { verdict: "violated", stuck, states };
        const top = (depth - 1) * frame;
        state = stack[top];
        pathLength = stack[top + 1];
        placed = stack[top + 2];
        for (let s = 0; s < sessionCount; s++) at[s] = stack[top + 3 + s];
        while (!moved) {
          const way = trail.next();
          if (way < 0) {
            depth--;
            break;
          }
          const s = way % sessionCount;
          if (at[s] >= chains[s].length) continue;
          const id = chains[s][at[s]];
          if (!inTurn(id)) continue;
          if (way >= sessionCount) {
            if (isOptional[id] === 0) continue;
            at[s]++;
            placed++;
            moved = true;
            continue;
          }
          const next = machine.step(state, label[id]);
          if (next === DISABLED) continue;
          state = next;
          take(id);
          moved = true;
        }
      }
    }
  };

  return (begun) => {
    trail = begun;
    at.fill(0);
    state = machine.initial;
    pathLength = placed = depth = states = 0;
    furthest = -1;
    stuck = [];
    return (more) =>
      orExhausted<SequentialFound>(
        () => run(more),
        (reason) => ({ verdict: "unknown", reason, furthest, states }),
      );
  };
}

/** The automaton of a history, and operation → label in it; several objects are one joint object. */
export function automatonOf(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
): { readonly machine: Automaton; readonly label: Int32Array } {
  if (history.objects.length <= 1)
    return { machine: createAutomaton(type, history.labels, initial, budget), label: history.label };
  const joint: { labels: Label[]; label: Int32Array } = jointLabels(history);
  return {
    machine: createAutomaton(jointType(type, history.objects.length), joint.labels, initial, budget),
    label: joint.label,
  };
}

/** The operations of each session in order. */
export function sessionChains(history: History): number[][] {
  const chains: number[][] = history.sessions.map(() => []);
  for (let id = 0; id < history.size; id++) chains[history.session[id]].push(id);
  return chains;
}

/** Operation → operations of other sessions that must be passed before it. */
function crossSessionOrder(history: History): Map<number, readonly number[]> {
  const waits = new Map<number, readonly number[]>();
  if (history.happensBefore.length === 0) return waits;
  const links = predecessors(history);
  for (let e = 1; e < history.happensBefore.length; e += 2) {
    const id = history.happensBefore[e];
    const others = mustPrecede(history, links, id, false).filter(
      (before) => history.session[before] !== history.session[id],
    );
    waits.set(id, others);
  }
  return waits;
}
