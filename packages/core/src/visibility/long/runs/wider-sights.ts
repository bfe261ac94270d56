import { LEVEL } from "../../../criteria/levels.js";
import { stateKey } from "../../../types/type.js";
import type { Meter } from "../../meter.js";
import { byPlace, type Configuration, type Placed, placedBeyond } from "./configuration.js";
import { distanceToResult } from "./distance-to-result.js";
import type { LongProblem } from "../long-problem.js";
import type { Bounds } from "../conclude/bounds.js";
import type { View, Views } from "./views.js";

/** What an operation may see, with the view of it. */
export interface Sight {
  readonly sees: Int32Array;
  readonly extra: readonly number[];
  readonly view: View;
  /** How many updates it has beyond what must be seen. */
  readonly more: number;
}

/** A search's means, the same for all its steps. */
export interface Means {
  readonly problem: LongProblem;
  readonly level: number;
  readonly views: Views;
  readonly meter: Meter;
  /** What is known of every solution. */
  readonly bounds: Bounds;
}

/** How many updates are tried by themselves, of the oldest and of the newest. */
const [OLDEST, NEWEST] = [100, 100];
/** The most updates that one session's, and all sessions', prefixes run over. */
const [MOST_OF_ONE, MOST_OF_ALL] = [300, 5000];
/** The most sights that are looked at where the simple families have none. */
const MOST_SWEPT = 300;
const TRIES_A_VISIT = 8;
/** What it takes to try one update on the way to a result. */
const CLIMB_STEPS = 16;
/** The most updates whose subsets are swept. */
const MOST_IN_SWEEP = 60;

/**
 * Sights that explain an operation and hold at least the given one, the smallest first, at most so many: each
 * update by itself with what must be seen with it, prefixes of the line, prefixes of a session and, if these all
 * fail, any sight of a few more updates. Not all there are: a search that finds none here may still have others.
 */
export function widerSights(
  means: Means,
  configuration: Configuration,
  operation: number,
  base: Omit<Sight, "more">,
  most: number,
  thorough = true,
): Sight[] {
  const { problem, level, views, meter, bounds } = means;
  const { updates, session, position } = problem;
  const width = problem.sessions.length;
  /** Whether it is known that the operation does not see the update. */
  const isUnseen = (update: number): boolean =>
    (bounds.unseen.get(update)?.[session[operation]] ?? 0) > position[operation];
  const beyond = placedBeyond(configuration, base.sees);
  const glimpsed = base.extra.length > 0 ? new Set(base.extra) : undefined;
  const isNew = ({ operation: one }: Placed): boolean =>
    updates[one] === 1 && glimpsed?.has(one) !== true && !isUnseen(one);
  const relevant = beyond
    .flatMap((nodes) => nodes.filter((node) => isNew(node) && problem.isRelevant(operation, node.operation)))
    .sort(byPlace);
  meter.work(relevant.length + width);
  const found: Sight[] = [];
  if (relevant.length === 0) return found;
  let tries = 0;
  /** A few sights that are tried count as much as one configuration. */
  const count = (): void => {
    if (tries++ % TRIES_A_VISIT === 0) meter.visit();
    meter.work(16);
  };

  /** The new updates between two vectors, in the order of their places. */
  const between = (from: Int32Array, to: Int32Array, all: boolean): Placed[] => {
    const nodes: Placed[] = [];
    for (let s = 0; s < width; s++)
      for (let at = from[s]; at < to[s]; at++) {
        const node = beyond[s][at - base.sees[s]];
        if (isNew(node) && (all || problem.isRelevant(operation, node.operation))) nodes.push(node);
      }
    return nodes.sort(byPlace);
  };
  const known = new Set<string>();
  const add = (sees: Int32Array, extra: readonly number[]): void => {
    const name = `${sees.join()}|${extra.join()}`;
    if (known.has(name)) return;
    known.add(name);
    const nodes = between(base.sees, sees, true);
    const left = extra.filter((one) => position[one] >= sees[session[one]]);
    for (const one of left)
      if (glimpsed?.has(one) !== true)
        nodes.push(beyond[session[one]][position[one] - base.sees[session[one]]]);
    nodes.sort(byPlace);
    found.push({ sees, extra: left, view: views.insertAll(base.view, nodes), more: nodes.length });
  };
  /** Whether a vector goes beyond what the operation can see, where another does not. */
  const goesTooFar = (from: Int32Array, to: Int32Array): boolean => {
    if (level >= LEVEL.peer)
      return to.some((count, s) => count > from[s] && count > bounds.most[operation * width + s]);
    if (bounds.unseen.size === 0) return false;
    return beyond.some((nodes, s) => {
      const [first, end] = [from[s] - base.sees[s], to[s] - base.sees[s]];
      return end > first && nodes.slice(first, end).some((node) => isUnseen(node.operation));
    });
  };
  /** Adds updates one after another until the result is explained. */
  const walk = (line: readonly Placed[], limit: number): Int32Array | undefined => {
    const sees = base.sees.slice();
    let { view } = base;
    let steps = 0;
    for (const node of line) {
      if (sees[session[node.operation]] > position[node.operation]) continue;
      const before = sees.slice();
      seeAlso(means, sees, node);
      if (goesTooFar(before, sees)) return undefined;
      view = views.insertAll(view, between(before, sees, false));
      count();
      if (++steps > limit) return undefined;
      if (problem.explains(view.state, operation)) return sees;
    }
    return undefined;
  };
  /** Each relevant update alone; of many, the oldest and the newest. */
  const each = function* (): Generator<Placed> {
    for (let at = 0; at < relevant.length; at++) {
      if (at === OLDEST && relevant.length > OLDEST + NEWEST) at = relevant.length - NEWEST;
      yield relevant[at];
    }
  };
  if (problem.helps !== undefined && repair(problem.helps)) return found;
  if (level < LEVEL.peer && climb()) return found;
  if (level < LEVEL.peer)
    for (const node of each()) {
      if (found.length >= most) break;
      count();
      if (problem.explains(views.insert(base.view, node).state, operation))
        add(base.sees, [...base.extra, node.operation]);
    }
  else
    for (const node of each()) {
      if (found.length >= most) break;
      const sees = walk([node], 1);
      if (sees !== undefined) add(sees, base.extra);
    }
  if (found.length < most || level >= LEVEL.peer) {
    const sees = walk(relevant, MOST_OF_ALL);
    if (sees !== undefined) add(sees, base.extra);
    for (let s = 0; s < width && found.length < most; s++) {
      const own = walk(
        relevant.filter((node) => session[node.operation] === s),
        MOST_OF_ONE,
      );
      if (own !== undefined) add(own, base.extra);
    }
  }
  if (thorough && found.length === 0 && relevant.length > 1) {
    if (level >= LEVEL.peer) sweepVectors();
    else sweepSubsets();
  }
  return found.sort((a, b) => a.more - b.more).slice(0, most);

  /** Sees one update more for each value that is wrong, the first that helps. Whether that explains the result. */
  function repair(helps: NonNullable<LongProblem["helps"]>): boolean {
    const sees = base.sees.slice();
    const picked = new Set<number>();
    let { view } = base;
    for (let step = 0; step <= relevant.length && !problem.explains(view.state, operation); step++) {
      const isHelp = helps(view.state, operation);
      const isUnseen = (one: number): boolean => sees[session[one]] <= position[one] && !picked.has(one);
      const node = isHelp && relevant.find((one) => isUnseen(one.operation) && isHelp(one.operation));
      if (node === undefined) return false;
      count();
      if (level < LEVEL.peer) {
        picked.add(node.operation);
        view = views.insert(view, node);
        continue;
      }
      const before = sees.slice();
      seeAlso(means, sees, node);
      view = views.insertAll(view, between(before, sees, false));
    }
    add(sees, [...base.extra, ...picked]);
    return true;
  }

  /**
   * Where it is known how far a state is from the result, each update that brings it nearer is seen, and no other:
   * what would take it back later is kept for then. Whether that leads there.
   */
  function climb(): boolean {
    const distance = distanceToResult(problem, problem.label[operation]);
    if (distance === undefined) return false;
    let { view } = base;
    let left = distance(view.state);
    const picked = new Set<number>();
    for (let again = true; again; ) {
      again = false;
      for (const node of relevant) {
        if (picked.has(node.operation)) continue;
        meter.work(CLIMB_STEPS);
        const wider = views.insert(view, node);
        const now = distance(wider.state);
        if (!(now < left)) continue;
        view = wider;
        left = now;
        again = true;
        picked.add(node.operation);
        if (left > 0) continue;
        add(base.sees, [...base.extra, ...picked]);
        return true;
      }
    }
    return false;
  }

  /** Breadth first over vectors, one more relevant update at a time. */
  function sweepVectors(): void {
    const swept = new Set<string>();
    let front = [{ sees: base.sees, view: base.view }];
    while (front.length > 0 && found.length < most) {
      const next: typeof front = [];
      for (const { sees, view } of front)
        for (let s = 0; s < width; s++) {
          const nodes = beyond[s];
          let at = sees[s] - base.sees[s];
          while (
            at < nodes.length &&
            !(isNew(nodes[at]) && problem.isRelevant(operation, nodes[at].operation))
          )
            at++;
          if (at >= nodes.length) continue;
          const more = sees.slice();
          seeAlso(means, more, nodes[at]);
          const name = more.join();
          if (swept.has(name)) continue;
          if (swept.size >= MOST_SWEPT) return;
          swept.add(name);
          count();
          const wider = views.insertAll(view, between(sees, more, false));
          if (problem.explains(wider.state, operation)) add(more, base.extra);
          else next.push({ sees: more, view: wider });
        }
      front = next;
    }
  }

  /** Every choice of further updates, of those that lead to one state the smallest. */
  function sweepSubsets(): void {
    if (!views.inOrder || (base.view.length > 0 && base.view.previous === undefined)) return; // no order to run them in
    const must: View[] = [];
    for (let view: View | undefined = base.view; view !== undefined && view.length > 0; view = view.previous)
      if (problem.isRelevant(operation, view.update)) must.push(view);
    if (must.length + relevant.length > MOST_IN_SWEEP) return;
    interface Chosen {
      readonly state: unknown;
      readonly picked: readonly number[];
    }
    let front: Chosen[] = [{ state: problem.initial, picked: [] }];
    const run = (choose: (one: Chosen) => readonly Chosen[]): void => {
      const byState = new Map<string | number, Chosen>();
      for (const one of front)
        for (const next of choose(one)) {
          const key = stateKey(problem.type, next.state);
          const other = byState.get(key);
          if (other === undefined || other.picked.length > next.picked.length) byState.set(key, next);
        }
      front = [...byState.values()].sort((a, b) => a.picked.length - b.picked.length).slice(0, MOST_SWEPT);
      meter.work(8 * front.length);
    };
    let next = must.pop();
    for (const node of relevant) {
      for (; next !== undefined && next.place < node.place; next = must.pop()) {
        const { update } = next;
        run(({ state, picked }) => [{ state: problem.next(state, update), picked }]);
      }
      run((one) => [
        one,
        { state: problem.next(one.state, node.operation), picked: [...one.picked, node.operation] },
      ]);
    }
    for (; next !== undefined; next = must.pop()) {
      const { update } = next;
      run(({ state, picked }) => [{ state: problem.next(state, update), picked }]);
    }
    for (const { state, picked } of front) {
      if (found.length >= most) return;
      if (problem.explains(state, operation)) add(base.sees, [...base.extra, ...picked]);
    }
  }
}

/** Raises a vector by an operation and what is to be seen with it. */
export function seeAlso({ problem, level }: Means, sees: Int32Array, node: Placed): void {
  const { session, position, sessions, before } = problem;
  const width = sessions.length;
  const own = session[node.operation];
  if (level === LEVEL.causal) {
    for (let s = 0; s < width; s++) if (node.sees[s] > sees[s]) sees[s] = node.sees[s];
  } else if (level === LEVEL.peer && problem.crosses) {
    for (let s = 0, at = node.operation * width; s < width; s++, at++)
      if (before[at] > sees[s]) sees[s] = before[at];
  }
  if (position[node.operation] >= sees[own]) sees[own] = position[node.operation] + 1;
}
