import { type Cluster, clusterExecutions, type Executions, pairBit, queryClusters } from "./clusters.js";
import type { VisibilityModel } from "./model.js";
import type { Problem } from "../problem.js";

/** T_ARB(x, y): x comes before y in every execution. */
export interface Arbitration {
  readonly x: number;
  readonly y: number;
}

/** T_VIS and T_NOT-VIS: where all pairs of `order` are in `lin`, y sees x, or y does not see x. */
export interface Implication {
  readonly order: readonly (readonly [number, number])[];
  readonly x: number;
  readonly y: number;
  readonly sees: boolean;
}

/** Facts about every execution of a history that satisfies the model. Numbers are the problem's. */
export interface Predicates {
  readonly arbitrations: readonly Arbitration[];
  readonly implications: readonly Implication[];
  /** The query of a cluster that has no valid execution at all: the history violates the model. */
  readonly impossible: number | undefined;
}

/** How many search states the executions of one cluster, and of all together, may cost. What costs more is passed over. */
const MOST_STATES = 5_000;
const MOST_STATES_TOGETHER = 100_000;

/**
 * The pruning predicates of ViSearch §3.3: facts that hold in all valid executions of some query
 * cluster. They hold in the whole history too, for what an execution says about the cluster's
 * operations is an execution of the cluster (§3.3.3).
 */
export function extractPredicates<Bits>(problem: Problem<Bits>, model: VisibilityModel<Bits>): Predicates {
  const arbitrations: Arbitration[] = [];
  const implications: Implication[] = [];
  let left = MOST_STATES_TOGETHER;
  for (const cluster of queryClusters(problem)) {
    const { executions, states } = clusterExecutions(problem, model, cluster, Math.min(MOST_STATES, left));
    left -= states;
    if (executions === undefined) continue;
    if (executions.length === 0) return { arbitrations, implications, impossible: cluster.query };
    arbitrations.push(...arbitrationsOf(cluster, executions));
    implications.push(...visibilitiesOf(cluster, executions), ...invisibilitiesOf(cluster, executions));
  }
  return { arbitrations, implications, impossible: undefined };
}

/** ViSearch Algorithm 2: the pairs that are in every linearization. */
export function arbitrationsOf({ members }: Cluster, executions: readonly Executions[]): Arbitration[] {
  const always = executions.reduce((common, { lin }) => common & lin, -1);
  return pairs(members.length)
    .filter(([x, y]) => (always & pairBit(x, y)) !== 0)
    .map(([x, y]) => ({ x: members[x], y: members[y] }));
}

/** ViSearch Algorithm 3: orders in which y always sees x. */
export function visibilitiesOf(cluster: Cluster, executions: readonly Executions[]): Implication[] {
  return implicationsOf(
    cluster,
    executions,
    true,
    ({ some }, pair) => (some & pair) !== 0,
    ({ every }, pair) => (every & pair) === 0,
  );
}

/** ViSearch Algorithm 4: orders in which x comes before y and y never sees x. */
export function invisibilitiesOf(cluster: Cluster, executions: readonly Executions[]): Implication[] {
  return implicationsOf(
    cluster,
    executions,
    false,
    ({ lin, every }, pair) => (lin & ~every & pair) !== 0,
    ({ lin, some }, pair) => (lin & pair) === 0 || (some & pair) !== 0,
  );
}

/**
 * What Algorithms 3 and 4 share: for each pair that has the property in some execution, the order
 * that those executions have in common (lines 3–6); a predicate, unless an execution without the
 * property has that order too (lines 7–16).
 */
function implicationsOf(
  { members }: Cluster,
  executions: readonly Executions[],
  sees: boolean,
  holdsInSome: (executions: Executions, pair: number) => boolean,
  failsInSome: (executions: Executions, pair: number) => boolean,
): Implication[] {
  const found: Implication[] = [];
  for (const [x, y] of pairs(members.length)) {
    const pair = pairBit(x, y);
    const holding = executions.filter((each) => holdsInSome(each, pair));
    if (holding.length === 0) continue;
    const common = holding.reduce((all, { lin }) => all & lin, -1);
    if (executions.some((each) => failsInSome(each, pair) && (common & ~each.lin) === 0)) continue;
    const order = pairs(members.length)
      .filter(([a, b]) => (common & pairBit(a, b)) !== 0)
      .map(([a, b]) => [members[a], members[b]] as const);
    found.push({ order, x: members[x], y: members[y], sees });
  }
  return found;
}

/** All ordered pairs of different members. */
function pairs(count: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let x = 0; x < count; x++) for (let y = 0; y < count; y++) if (x !== y) found.push([x, y]);
  return found;
}
