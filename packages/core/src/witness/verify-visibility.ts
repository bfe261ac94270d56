import type { AxiomModel } from "../criteria/axioms/model.js";
import { type History, isPending, labelOf } from "../history/history.js";
import { printOperation, printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import type { Witness } from "../result.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";
import type { LevelName } from "../criteria/levels.js";
import { brokenAxiom } from "./axioms.js";
import { closeRows, hasBit, isWithin, missing, rowOf, type Rows } from "./rows.js";
import type { Verification } from "./verify.js";

/** What the witness is said to show: levels, or axioms. */
export type VisibilityClaim = {
  readonly type: SequentialType;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value | undefined;
  /** Whether real time is part of happens-before. */
  readonly order: "session" | "realtime";
} & ({ readonly levels: (method: string) => LevelName } | { readonly axioms: AxiomModel });

/** A witness that holds together: places are indices into `order`. */
interface Execution {
  readonly history: History;
  readonly order: readonly number[];
  /** Place → the places of what it sees, itself included (POPL'19 §3). */
  readonly vis: Rows;
  /** Place → whether it sees all before it. */
  readonly seesAll: readonly boolean[];
  /** Place → the places of what happens before it, without itself. */
  readonly before: Rows;
}

/**
 * Checks a linearization and visibilities from the definition alone: the linearization holds every
 * operation that returned, each once, and includes happens-before; each operation sees only what
 * stands before it; each has its level (POPL'19 Fig. 6), or every axiom holds (§6.4); and run after
 * what it sees, in the order of the linearization, each may return what it returned. Shares no code
 * with the engines, so that a bug there cannot hide here. Fine for a few thousand operations.
 */
export function verifyVisibility(history: History, claim: VisibilityClaim, witness: Witness): Verification {
  const reason = wrongMembers(history, witness.linearization) ?? wrongExecution(history, claim, witness);
  return reason === undefined ? { valid: true } : { valid: false, reason };
}

/** What is wrong with a witness whose linearization has the right members. */
function wrongExecution(history: History, claim: VisibilityClaim, witness: Witness): string | undefined {
  const order = witness.linearization;
  const vis = sights(history, witness);
  if (typeof vis === "string") return vis;
  const before = happensBefore(history, order, claim.order);
  if (before === undefined) return "happens-before contradicts itself: real time goes against another order";
  const seesAll = vis.map((row, place) =>
    isWithin(
      rowOf(order.length, (other) => other < place),
      row,
    ),
  );
  const execution: Execution = { history, order, vis, seesAll, before };
  const includesHb = "levels" in claim || !claim.axioms.relaxLin;
  return (
    (includesHb ? wrongOrder(execution) : undefined) ??
    ("levels" in claim ? wrongLevel(execution, claim.levels) : wrongAxiom(execution, claim.axioms)) ??
    wrongResult(execution, claim)
  );
}

/** An operation in words, as a clause: `operation 3, put(1,0) => null,`. */
const words = (history: History, id: number): string =>
  `operation ${id}, ${printOperation(labelOf(history, id))},`;

/** Every id is an operation, none occurs twice, and only pending operations are left out. */
function wrongMembers(history: History, order: readonly number[]): string | undefined {
  if (!Array.isArray(order)) return "the linearization is not a list of operation ids";
  const present = new Set<number>();
  for (const id of order) {
    if (!Number.isInteger(id) || id < 0 || id >= history.size)
      return `${JSON.stringify(id)} is not the id of an operation: ids go from 0 to ${history.size - 1}`;
    if (present.has(id)) return `${words(history, id)} occurs twice`;
    present.add(id);
  }
  for (let id = 0; id < history.size; id++)
    if (!present.has(id) && !isPending(history, id))
      return `${words(history, id)} is missing: only a pending operation may be left out`;
  return undefined;
}

/** What each operation sees, by places; or the first thing wrong with it. One without a list sees all before it. */
function sights(history: History, { linearization: order, visibility = {} }: Witness): Rows | string {
  const places = new Map(order.map((id, place) => [id, place]));
  const vis = order.map((_, place) => rowOf(order.length, (other) => other <= place));
  for (const [key, seen] of Object.entries(visibility)) {
    const id = Number(key);
    const place = places.get(id);
    if (place === undefined || String(id) !== key)
      return `a visibility is given for ${JSON.stringify(key)}, which is not in the linearization`;
    if (!Array.isArray(seen)) return `the visibility of ${words(history, id)} is not a list of operation ids`;
    const listed = new Set([place]);
    for (const other of seen as readonly number[]) {
      const otherPlace = places.get(other);
      if (otherPlace === undefined)
        return `${words(history, id)} is said to see ${JSON.stringify(other)}, which is not in the linearization`;
      if (otherPlace === place) return `${words(history, id)} lists itself among what it sees`;
      if (otherPlace > place)
        return `${words(history, id)} is said to see ${words(history, other)} which stands after it`;
      if (listed.has(otherPlace)) return `${words(history, id)} lists ${words(history, other)} twice`;
      listed.add(otherPlace);
    }
    vis[place] = rowOf(order.length, (other) => listed.has(other));
  }
  return vis;
}

/**
 * Session order, declared edges and, if asked, real time, closed through all operations (also those
 * that did not take effect), then by places. `undefined` where it has a cycle.
 */
function happensBefore(
  history: History,
  order: readonly number[],
  orderName: "session" | "realtime",
): Rows | undefined {
  const { size, session, happensBefore: edges, call, ret } = history;
  const direct: number[][] = Array.from({ length: size }, () => []);
  const last = new Map<number, number>();
  for (let id = 0; id < size; id++) {
    const previous = last.get(session[id]);
    if (previous !== undefined) direct[id].push(previous);
    last.set(session[id], id);
  }
  for (let i = 0; i < edges.length; i += 2) direct[edges[i + 1]].push(edges[i]);
  if (orderName === "realtime" && history.timed)
    for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) if (ret[a] < call[b]) direct[b].push(a);
  const closed = closeRows(direct);
  return closed && order.map((id) => rowOf(order.length, (place) => hasBit(closed[id], order[place])));
}

/** The linearization includes happens-before. */
function wrongOrder({ history, order, before }: Execution): string | undefined {
  for (let place = 0; place < order.length; place++)
    for (let later = place + 1; later < order.length; later++)
      if (hasBit(before[place], later))
        return `${words(history, order[place])} stands before ${words(history, order[later])} which happens before it`;
  return undefined;
}

/** Every operation has the level of its method: POPL'19 Fig. 6. */
function wrongLevel(
  { history, order, vis, seesAll, before }: Execution,
  levels: (method: string) => LevelName,
): string | undefined {
  for (let place = 0; place < order.length; place++) {
    if (seesAll[place]) continue; // lin(i) includes all that any level asks for
    const level = levels(labelOf(history, order[place]).method);
    const own = vis[place];
    const tell = (unseen: number, via: string): string =>
      `${words(history, order[place])} does not have level ${level}: it does not see ${words(history, order[unseen])} ${via}`;
    const through = (other: number, verb: string): string =>
      other === place
        ? "which happens before it"
        : `${verb} ${words(history, order[other])} ${
            hasBit(own, other) ? "which it sees" : "which happens before it"
          }`;
    /** What is not seen of `needed(j)` for a j among the given ones. */
    const gap = (among: (j: number) => boolean, needed: Rows, verb: string): string | undefined => {
      for (let j = 0; j <= place; j++)
        if (among(j) && !isWithin(needed[j], own)) return tell(missing(needed[j], own), through(j, verb));
      return undefined;
    };
    const isItself = (j: number): boolean => j === place;
    const isBefore = (j: number): boolean => j === place || hasBit(before[place], j);
    const isSeen = (j: number): boolean => hasBit(own, j);
    const basic = (): string | undefined => gap(isItself, before, "");
    const monotonic = (): string | undefined => gap(isBefore, vis, "which is visible to");
    const reason = {
      weak: () => undefined,
      basic,
      monotonic,
      peer: () => gap(isSeen, before, "which happens before") ?? monotonic(),
      causal: () => gap(isSeen, vis, "which is visible to") ?? basic(),
      complete: () =>
        tell(
          missing(
            rowOf(order.length, (other) => other < place),
            own,
          ),
          "which stands before it",
        ),
    }[level]();
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Every axiom holds of lin, vis (without itself), hb and po. */
function wrongAxiom({ history, order, vis, before }: Execution, axioms: AxiomModel): string | undefined {
  const size = order.length;
  const relation = (holds: (a: number, b: number) => boolean): Rows =>
    order.map((_, a) => rowOf(size, (b) => holds(a, b)));
  const { session } = history;
  const broken = brokenAxiom(axioms, {
    size,
    method: (place) => labelOf(history, order[place]).method,
    lin: relation((a, b) => a < b),
    vis: relation((a, b) => a !== b && hasBit(vis[b], a)),
    hb: relation((a, b) => hasBit(before[b], a)),
    po: relation((a, b) => session[order[a]] === session[order[b]] && order[a] < order[b]),
  });
  if (broken === undefined) return undefined;
  const [a, b] = [broken.from, broken.to].map((place) => words(history, order[place]));
  return broken.left === "vis"
    ? `the axiom ${broken.axiom} does not hold: ${b} must see ${a} and does not`
    : `the axiom ${broken.axiom} does not hold: ${a} must stand before ${b} and does not`;
}

/** Runs, for each operation, what it sees; of its outcomes one must have its result. */
function wrongResult(
  { history, order, vis, seesAll }: Execution,
  { type, initial = history.initial }: VisibilityClaim,
): string | undefined {
  const start: readonly Objects[] = [history.objects.map((): unknown => type.init(initial))];
  const step = (runs: readonly Objects[], id: number): readonly Objects[] => {
    const { method, args } = labelOf(history, id);
    const object = history.object[id];
    const next = runs.flatMap((states) =>
      outcomes(type, states[object], { method, args }).map(({ state }) => states.with(object, state)),
    );
    return next.length <= 1 ? next : distinct(type, next);
  };
  let afterAll = start; // for operations that see all before them: no need to run it all again
  for (let place = 0; place < order.length; place++) {
    const id = order[place];
    let runs = afterAll;
    if (!seesAll[place]) {
      runs = start;
      for (let other = 0; other < place; other++)
        if (hasBit(vis[place], other)) runs = step(runs, order[other]);
    }
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

/** One state per object. */
type Objects = readonly unknown[];

/** The runs without repetitions. */
function distinct(type: SequentialType, runs: readonly Objects[]): readonly Objects[] {
  const byKey = new Map<string, Objects>();
  for (const states of runs) byKey.set(JSON.stringify(states.map((state) => stateKey(type, state))), states);
  return [...byKey.values()];
}
