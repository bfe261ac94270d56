import type { AxiomModel } from "../criteria/axioms/model.js";
import { type History, labelOf } from "../history/history.js";
import { printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import type { Witness } from "../result.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";
import type { LevelName } from "../criteria/levels.js";
import { brokenAxiom } from "./broken-axiom.js";
import { type Execution, executionOf, relationsOf, words, wrongMembers } from "./execution.js";
import { breachOf } from "./evaluate-axioms.js";
import { wrongReplicatedResult } from "./wrong-replicated-result.js";
import { bitsOf, firstDifference, hasBit, isWithin, missing, prefixRow, type Rows } from "./rows.js";
import type { Verification } from "./verify.js";
import { verifyRecorded } from "./verify-recorded.js";
import { wrongSights } from "./wrong-sights.js";

/** What the witness is said to show: levels, or axioms. */
export type VisibilityClaim = {
  readonly type: SequentialType;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value | undefined;
  /** Whether real time is part of happens-before. */
  readonly order: "session" | "realtime";
} & ({ readonly levels: (method: string) => LevelName } | { readonly axioms: AxiomModel });

/**
 * Checks a linearization and visibilities from the definition alone: the linearization holds every
 * operation that returned, each once, and includes happens-before; each operation sees only what
 * stands before it, and what it was recorded as seeing where the history tells that; each has its level (POPL'19 Fig. 6), or every axiom holds (§6.4); and run after
 * what it sees, in the order of the linearization, each may return what it returned. Shares no code
 * with the engines, so that a bug there cannot hide here. Fine for ten thousand operations and more.
 */
export function verifyVisibility(history: History, claim: VisibilityClaim, witness: Witness): Verification {
  const wrong = wrongMembers(history, witness.linearization);
  if (wrong === undefined && witness.sights === "recorded") return verifyRecorded(history, claim, witness);
  const reason = wrong ?? wrongExecution(history, claim, witness);
  return reason === undefined ? { valid: true } : { valid: false, reason };
}

/** What is wrong with a witness whose linearization has the right members. */
function wrongExecution(history: History, claim: VisibilityClaim, witness: Witness): string | undefined {
  const execution = executionOf(history, witness, claim.order);
  if (typeof execution === "string") return execution;
  const includesHb = "levels" in claim || !claim.axioms.relaxLin;
  return (
    (includesHb ? wrongOrder(execution) : undefined) ??
    wrongSights(execution, claim.type) ??
    ("levels" in claim ? wrongLevel(execution, claim.levels) : wrongAxiom(execution, claim.axioms)) ??
    wrongResults(execution, claim, witness)
  );
}

/** The linearization includes happens-before. */
function wrongOrder({ history, order, before }: Execution): string | undefined {
  for (let place = 0; place < order.length; place++)
    for (const later of bitsOf(before[place], undefined, place + 1))
      return `${words(history, order[place])} stands before ${words(history, order[later])} which happens before it`;
  return undefined;
}

/** Every operation has the level of its method: POPL'19 Fig. 6. */
function wrongLevel(
  { history, order, vis, seesAll, before }: Execution,
  levels: (method: string) => LevelName,
): string | undefined {
  const isClosed = {
    before: createClosed(vis, before),
    vis: createClosed(vis, vis),
    hb: createClosed(vis, vis),
  };
  for (let place = 0; place < order.length; place++) {
    if (seesAll[place]) continue; // lin(i) includes all that any level asks for
    const level = levels(labelOf(history, order[place]).method);
    const own = vis[place];
    const session = history.session[order[place]];
    const tell = (unseen: number, via: string): string =>
      `${words(history, order[place])} does not have level ${level}: it does not see ${words(history, order[unseen])} ${via}`;
    const through = (other: number, verb: string): string =>
      other === place
        ? "which happens before it"
        : `${verb} ${words(history, order[other])} ${
            hasBit(own, other) ? "which it sees" : "which happens before it"
          }`;
    /** What is not seen of `needed(j)` for a j among the given ones. */
    const gap = (j: number, needed: Rows, verb: string): string | undefined =>
      j < 0 ? undefined : tell(missing(needed[j], own), through(j, verb));
    const basic = (): string | undefined =>
      isWithin(before[place], own) ? undefined : gap(place, before, "");
    const monotonic = (): string | undefined =>
      basic() ?? gap(isClosed.hb(place, session, before[place]), vis, "which is visible to");
    const reason = {
      weak: () => undefined,
      basic,
      monotonic,
      peer: () => gap(isClosed.before(place, session, own), before, "which happens before") ?? monotonic(),
      causal: () => gap(isClosed.vis(place, session, own), vis, "which is visible to") ?? basic(),
      complete: () => tell(missing(prefixRow(order.length, place), own), "which stands before it"),
    }[level]();
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/**
 * Asks of one place after another: is `needed(j)` seen from there for each j among the given ones? Answers with the
 * first j of which it is not, or -1. What an earlier place of the session was asked with the answer -1, and sees,
 * holds wherever all of that is seen, so that only the other j are looked at.
 */
function createClosed(
  vis: Rows,
  needed: Rows,
): (place: number, session: number, among: Uint32Array) => number {
  const settled = new Map<number, { readonly place: number; readonly among: Uint32Array }>();
  return (place, session, among) => {
    const own = vis[place];
    const last = settled.get(session);
    const known = last !== undefined && isWithin(vis[last.place], own) ? last.among : undefined;
    for (const j of bitsOf(among, known)) if (!isWithin(needed[j], own)) return j;
    settled.set(session, { place, among });
    return -1;
  };
}

/** Every axiom holds of lin, vis (without itself), hb and po. */
function wrongAxiom(execution: Execution, axioms: AxiomModel): string | undefined {
  const broken = brokenAxiom(axioms, relationsOf(execution));
  return broken && breachOf(execution, broken).reason;
}

/** Every result is what the type returns after what the operation sees. */
function wrongResults(execution: Execution, claim: VisibilityClaim, witness: Witness): string | undefined {
  const { type, initial = execution.history.initial } = claim;
  if (type.replicated === undefined) return wrongResult(execution, claim);
  return wrongReplicatedResult(execution, type.replicated, initial, witness.lists);
}

/** Runs, for each operation, what it sees; of its outcomes one must have its result. */
function wrongResult(
  { history, order, vis, seesAll }: Execution,
  { type, initial = history.initial }: VisibilityClaim,
): string | undefined {
  const start: readonly Objects[] = [history.objects.map((): unknown => type.init(initial))];
  const invocations = history.labels.map(({ method, args }) => ({ method, args }));
  const after = (states: Objects, id: number): readonly Objects[] => {
    const object = history.object[id];
    const found = outcomes(type, states[object], invocations[history.label[id]]);
    return found.map(({ state }) => states.with(object, state));
  };
  const step = (runs: readonly Objects[], id: number): readonly Objects[] => {
    // Nearly always there is one run, and it goes on in one way.
    const next = runs.length === 1 ? after(runs[0], id) : runs.flatMap((states) => after(states, id));
    return next.length <= 1 ? next : distinct(type, next);
  };
  const replays = new Map<number, Replay>();
  let afterAll = start; // for operations that see all before them: no need to run it all again
  for (let place = 0; place < order.length; place++) {
    const id = order[place];
    const runs = seesAll[place]
      ? afterAll
      : replay(replays, history.session[id], vis[place], place, start, (before, other) =>
          step(before, order[other]),
        );
    const { method, args, result } = labelOf(history, id);
    const possible = runs.flatMap((states) =>
      outcomes(type, states[history.object[id]], { method, args }).map((outcome) => outcome.result),
    );
    if (possible.length === 0) return `${words(history, id)} is not possible after what it sees`;
    if (result !== undefined && !possible.some((value) => equal(value, result))) {
      const instead = [...new Set(possible.map(printValue))].join(" or ");
      return `${words(history, id)} would return ${instead} after what it sees`;
    }
    afterAll = step(afterAll, id);
  }
  return undefined;
}

/** What was run last for a session: the places, and what the run came to after each of them. */
interface Replay {
  readonly seen: Uint32Array;
  readonly places: number[];
  readonly runs: (readonly Objects[])[];
}

/**
 * Runs all that is seen, itself excepted, in order. Operations of one session mostly see the same at first: what was run
 * for the last one is run again only from the first difference on.
 */
function replay(
  replays: Map<number, Replay>,
  session: number,
  row: Uint32Array,
  place: number,
  start: readonly Objects[],
  step: (runs: readonly Objects[], place: number) => readonly Objects[],
): readonly Objects[] {
  const last = replays.get(session);
  const seen = row.slice();
  seen[place >> 5] &= ~(1 << (place & 31));
  const { places = [], runs = [] } = last ?? {};
  const from = last === undefined ? 0 : firstDifference(last.seen, seen);
  while (from >= 0 && places.length > 0 && places[places.length - 1] >= from) {
    places.pop();
    runs.pop();
  }
  if (from >= 0)
    for (const other of bitsOf(seen, undefined, from)) {
      places.push(other);
      runs.push(step(runs.at(-1) ?? start, other));
    }
  replays.set(session, { seen, places, runs });
  return runs.at(-1) ?? start;
}

/** One state per object. */
type Objects = readonly unknown[];

/** The runs without repetitions. */
function distinct(type: SequentialType, runs: readonly Objects[]): readonly Objects[] {
  const byKey = new Map<string, Objects>();
  for (const states of runs) byKey.set(JSON.stringify(states.map((state) => stateKey(type, state))), states);
  return [...byKey.values()];
}
