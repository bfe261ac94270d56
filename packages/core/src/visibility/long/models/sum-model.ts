import { LEVEL } from "../../../criteria/levels.js";
import { counter } from "../../../types/counter.js";
import { type Bounds, noteSeen } from "../conclude/bounds.js";
import { withoutObject } from "./key-model.js";
import type { LongProblem } from "../long-problem.js";
import { type BestOfStretch, bestOfStretches } from "./stretches.js";

/** A result that is the start plus the amounts of all updates that are seen. */
export interface SumAsk {
  readonly object: number;
  /** The result less the start. */
  readonly amount: number;
}

/**
 * A counter: what is seen of a session at levels whose sights are whole sessions up to some place is one of its
 * prefix sums. `low` counts an update that may be absent only if it takes away, `high` only if it adds.
 */
export interface SumModel {
  /** Label → what its result asks. */
  readonly asks: readonly (SumAsk | undefined)[];
  /** Whether nothing can be taken away where nothing is there. */
  readonly isFloored: boolean;
  /** Object → session → sums of the first 0, 1, 2, … operations. */
  readonly low: readonly (readonly Float64Array[])[];
  readonly high: readonly (readonly Float64Array[])[];
  /** Object → session → the least of `low`, and the greatest of `high`, from one count to another. */
  readonly leastLow: readonly (readonly BestOfStretch[])[];
  readonly greatestHigh: readonly (readonly BestOfStretch[])[];
  /** Object → session → the same of those that add, and of those that take away, alone. */
  readonly gains: readonly (readonly Float64Array[])[];
  readonly losses: readonly (readonly Float64Array[])[];
}

/** The model of a counter's problem whose numbers are exact. */
export function createSumModel(problem: LongProblem): SumModel | undefined {
  const { single, history, labels, label, sessions, absentable, initial } = problem;
  if (single.step !== counter.step) return undefined;
  const several = history.objects.length > 1;
  const startOf = (object: number): unknown => (several ? (initial as readonly unknown[])[object] : initial);
  const alone = labels.map((one) => withoutObject(problem, one));
  const amounts = alone.map(({ label: one }) => Number((counter.step(0, one) as { state: unknown }).state));
  const total = label.reduce((sum, one) => sum + Math.abs(amounts[one]), 0);
  const starts = history.objects.map((_, object) => startOf(object));
  if (!Number.isSafeInteger(total) || !starts.every((start) => Number.isSafeInteger(start))) return undefined;
  const sums = (kept: (amount: number, operation: number) => boolean): Float64Array[][] =>
    history.objects.map((_, object) =>
      sessions.map((members) => {
        const list = new Float64Array(members.length + 1);
        members.forEach((operation, at) => {
          const amount = alone[label[operation]].object === object ? amounts[label[operation]] : 0;
          list[at + 1] = list[at] + (kept(amount, operation) ? amount : 0);
        });
        return list;
      }),
    );
  return {
    asks: alone.map(({ object, label: { method, result } }) =>
      method === "read" && Number.isSafeInteger(result)
        ? { object, amount: (result as number) - (starts[object] as number) }
        : undefined,
    ),
    isFloored: false,
    ...withStretches(
      sums((amount, operation) => amount < 0 || absentable[operation] === 0),
      sums((amount, operation) => amount > 0 || absentable[operation] === 0),
    ),
    gains: sums((amount) => amount > 0),
    losses: sums((amount) => amount < 0),
  };
}

/** Numbers along sessions, with the least and the greatest of any stretch. */
export const withStretches = (
  low: SumModel["low"],
  high: SumModel["high"],
): Pick<SumModel, "low" | "high" | "leastLow" | "greatestHigh"> => ({
  low,
  high,
  leastLow: low.map((lists) => lists.map((list) => bestOfStretches(list, Math.min))),
  greatestHigh: high.map((lists) => lists.map((list) => bestOfStretches(list, Math.max))),
});

/** Draws conclusions from a result that is a sum. `false`: no sight gives it. */
export function answerSum(bounds: Bounds, model: SumModel, operation: number, ask: SumAsk): boolean {
  const { levels, isUniform } = bounds;
  const level = levels[operation];
  return level >= LEVEL.peer && (level !== LEVEL.causal || isUniform)
    ? answerByPrefixes(bounds, model, operation, ask)
    : isWithinReach(bounds, model, operation, ask);
}

/** At levels at which anything may be seen beside what must be: whether some choice could come to the sum. */
function isWithinReach(
  { problem, sees, most, width }: Bounds,
  { low, high, gains, losses }: SumModel,
  operation: number,
  { object, amount }: SumAsk,
): boolean {
  let least = 0;
  let greatest = 0;
  for (let s = 0; s < width; s++) {
    const from = sees[operation * width + s];
    const to = Math.max(
      from,
      s === problem.session[operation] ? problem.position[operation] : most[operation * width + s],
    );
    least += low[object][s][from] + losses[object][s][to] - losses[object][s][from];
    greatest += high[object][s][from] + gains[object][s][to] - gains[object][s][from];
  }
  return least <= amount && amount <= greatest;
}

/** Where what is seen of each session is a prefix: bounds it from both sides by what the others can add up to. */
function answerByPrefixes(
  bounds: Bounds,
  { low, high, leastLow, greatestHigh }: SumModel,
  operation: number,
  { object, amount }: SumAsk,
): boolean {
  const { problem, sees, most, width } = bounds;
  const at = operation * width;
  const least = new Float64Array(width);
  const greatest = new Float64Array(width);
  let [allLeast, allGreatest] = [0, 0];
  for (let s = 0; s < width; s++) {
    const [from, to] = [sees[at + s], most[at + s]];
    if (from > to) return false;
    least[s] = leastLow[object][s](from, to);
    greatest[s] = greatestHigh[object][s](from, to);
    allLeast += least[s];
    allGreatest += greatest[s];
  }
  if (amount < allLeast || amount > allGreatest) return false;
  for (let s = 0; s < width; s++) {
    if (s === problem.session[operation]) continue;
    const atLeast = amount - (allGreatest - greatest[s]);
    const atMost = amount - (allLeast - least[s]);
    const isPossible = (count: number): boolean =>
      high[object][s][count] >= atLeast && low[object][s][count] <= atMost;
    let [from, to] = [sees[at + s], most[at + s]];
    while (from <= to && !isPossible(from)) from++;
    while (to > from && !isPossible(to)) to--;
    if (from > to) return false;
    if (from > sees[at + s]) noteSeen(bounds, operation, problem.sessions[s][from - 1]);
    if (to < most[at + s]) {
      most[at + s] = to;
      bounds.changed = true;
    }
  }
  return true;
}
