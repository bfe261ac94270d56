import type { Bounds } from "../conclude/bounds.js";
import { ADD, type FlatScores, INCREMENT, REMOVE } from "./score-views.js";

/** How often the guesses are drawn towards each other, and how many operations of a session are drawn together. */
const [SWEEPS, NEIGHBOURS] = [60, 4];
/** How far from a query what explains it may be, in operations: an add alone, or with an increment. */
const [FAR_ALONE, FAR_BOTH] = [150, 80];
/** How long a maximum lasts, and which share of the time between two removals an element is there; as measured. */
const [MAXIMUM_LASTS, IS_THERE] = [10, 0.7];

/** So many explanations of a result are looked at. */
const MOST = 200;

/** What may explain a score: an add, and an increment or -1. */
export type Explanation = readonly [add: number, increment: number];

/**
 * When each operation took effect, guessed from results: a score is mostly that of an add, or with one increment, none
 * of which is far away. Which, is guessed again as the guesses come nearer to each other.
 */
export function scoreTimes(scores: FlatScores, { before, most, width }: Bounds): Float64Array {
  const { element, kind, model, asks } = scores;
  const { size, sessions, session, position } = model.problem;
  const times = Float64Array.from(
    { length: size },
    (_, operation) => ((position[operation] + 0.5) / sessions[session[operation]].length) * size,
  );
  const explanations = explanationsOf(scores);
  const removals = new Int32Array(model.names.length);
  for (let operation = 0; operation < size; operation++)
    if (element[operation] >= 0 && kind[operation] === REMOVE) removals[element[operation]]++;
  const likeliest = (query: number): Explanation | undefined => {
    let [found, least] = [undefined as Explanation | undefined, 1];
    for (const explanation of explanations[query]) {
      const [now, one] = [times[query], times[explanation[0]]];
      const other = explanation[1] < 0 ? now : times[explanation[1]];
      const span = Math.max(now, one, other) - Math.min(now, one, other);
      const cost = span / (explanation[1] < 0 ? FAR_ALONE : FAR_BOTH);
      if (cost < least) [found, least] = [explanation, cost];
    }
    return found;
  };
  const force = new Float64Array(size);
  const weight = new Float64Array(size);
  /** Draws two operations to where the one follows the other, no later than so. */
  const follows = (earlier: number, later: number, within: number): void => {
    const gap = times[later] - times[earlier];
    const by = gap < 0 ? -gap / 2 : gap > within ? (within - gap) / 2 : 0;
    force[later] += by;
    force[earlier] -= by;
    weight[later]++;
    weight[earlier]++;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    force.fill(0);
    weight.fill(0);
    for (let operation = 0; operation < size; operation++)
      for (let s = 0, at = operation * width; s < width; s++, at++) {
        if (s === session[operation]) continue;
        const last = before[at] > 0 ? sessions[s][before[at] - 1] : -1;
        const first = sessions[s][most[at]] ?? -1;
        if (last >= 0 && times[last] > times[operation]) follows(last, operation, Infinity);
        if (first >= 0 && times[first] < times[operation]) follows(operation, first, Infinity);
      }
    for (let query = 0; query < size; query++) {
      const explanation = likeliest(query);
      if (explanation === undefined) continue;
      const [add, increment] = explanation;
      const isMaximum = asks[query]?.isMaximum === true;
      const within = isMaximum ? MAXIMUM_LASTS : (IS_THERE * size) / (1 + removals[element[add]]);
      follows(add, query, within);
      if (increment >= 0) follows(increment, query, within);
    }
    for (const members of sessions) move(members, times, force, weight);
  }
  return times;
}

/** Moves the operations of a session by what those around them are drawn by; their order stays. */
function move(members: Int32Array, times: Float64Array, force: Float64Array, weight: Float64Array): void {
  const { length } = members;
  const moved = Float64Array.from(members, (operation, at) => {
    let [sum, weights] = [0, 0.5];
    for (let near = Math.max(0, at - NEIGHBOURS); near <= Math.min(length - 1, at + NEIGHBOURS); near++) {
      const share = 1 - Math.abs(near - at) / (NEIGHBOURS + 1);
      sum += share * force[members[near]];
      weights += share * weight[members[near]];
    }
    return times[operation] + sum / weights;
  });
  const highest = moved.slice();
  for (let at = 1; at < length; at++) highest[at] = Math.max(highest[at], highest[at - 1]);
  for (let at = length - 2; at >= 0; at--) moved[at] = Math.min(moved[at], moved[at + 1]);
  members.forEach((operation, at) => {
    times[operation] = (moved[at] + highest[at]) / 2;
  });
}

/** Query → what may explain its result. */
export function explanationsOf({
  element,
  kind,
  amount,
  asks,
  model,
}: FlatScores): readonly (readonly Explanation[])[] {
  const { size } = model.problem;
  const adds = model.names.map(() => new Map<number, number[]>());
  const increments: number[][] = model.names.map(() => []);
  for (let operation = 0; operation < size; operation++) {
    if (element[operation] < 0) continue;
    if (kind[operation] === INCREMENT) increments[element[operation]].push(operation);
    if (kind[operation] !== ADD) continue;
    const known = adds[element[operation]].get(amount[operation]);
    if (known === undefined) adds[element[operation]].set(amount[operation], [operation]);
    else known.push(operation);
  }
  return asks.map((ask): readonly Explanation[] => {
    if (ask === undefined || ask.score === null) return [];
    const { element: one, score } = ask;
    const found = (adds[one].get(score) ?? []).slice(0, MOST).map((add): Explanation => [add, -1]);
    for (const increment of increments[one])
      for (const add of adds[one].get(score - amount[increment]) ?? [])
        if (found.length < MOST) found.push([add, increment]);
    return found;
  });
}
