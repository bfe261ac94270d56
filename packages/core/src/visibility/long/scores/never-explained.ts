import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import { decideWeak } from "../decide-weak.js";
import type { ScoreModel, ScoreUpdate } from "./score-model.js";
import { createSumBits, type SumBits } from "./sum-bits.js";

/** Histories with larger amounts are left alone, and so are those with amounts below zero. */
const LARGEST = 1 << 14;
/** An amount that adds of several sessions have. */
const SEVERAL = -1;

/** Updates of an element that may stand before what is next. */
interface Placed {
  /** The amounts of adds, and of which session they are. */
  readonly adds: Map<number, number>;
  /** Increments and how many removals there are, by session; and what some of the increments come to. */
  readonly increments: { readonly s: number; readonly amount: number }[];
  readonly removals: Int32Array;
  readonly sums: SumBits;
  /** Session → its own updates; and what some increments of the others come to, once that was asked for. */
  readonly own: Map<number, ScoreUpdate[]>;
  readonly others: Map<number, SumBits>;
}

/**
 * A query that no solution at the level explains (its id), or one that waits for such; -1 where none was found.
 * Whatever is seen stands before, and the score of an element is always the first add since its last removal, if there
 * is one, and increments, of what is seen. So in every solution an add and some increments of the element that come to
 * the score stand before the query, or some increments alone. That is what `weak` asks for (`weakScores`), which every
 * level implies; here it is told without what is seen, and by bits, so that it takes little. From `basic` on a query
 * sees what its own session did before: of that all counts since a removal of its own, or of others in between.
 */
export function neverExplained(
  { problem, names, updates, asks }: ScoreModel,
  level: number,
  meter: Meter,
): number {
  const { label, session, sessions } = problem;
  if (updates.some((update) => update !== undefined && (update.amount < 0 || update.amount > LARGEST)))
    return -1;
  const totals = new Float64Array(names.length);
  for (const one of label)
    if (updates[one]?.kind === "incrby") totals[updates[one].element] += updates[one].amount;
  const createSums = (element: number): SumBits => {
    const sums = createSumBits(Math.min(LARGEST, totals[element]));
    sums.clear();
    return sums;
  };
  const placed = names.map(
    (_, element): Placed => ({
      adds: new Map(),
      increments: [],
      removals: new Int32Array(sessions.length),
      sums: createSums(element),
      own: new Map(),
      others: new Map(),
    }),
  );
  const note = (operation: number): boolean => {
    const update = updates[label[operation]];
    if (update === undefined) return true;
    const s = session[operation];
    const { adds, increments, removals, sums, own, others } = placed[update.element];
    const { kind, amount } = update;
    const mine = own.get(s);
    if (mine === undefined) own.set(s, [update]);
    else mine.push(update);
    if (kind === "rem") for (let t = 0; t < removals.length; t++) removals[t] += t === s ? 0 : 1;
    else if (kind === "add") adds.set(amount, (adds.get(amount) ?? s) === s ? s : SEVERAL);
    else {
      sums.add(amount);
      increments.push({ s, amount });
      for (const [t, its] of others) if (t !== s) its.add(amount);
    }
    return true;
  };
  /** What increments of the others come to. */
  const sumsOfOthers = (element: number, s: number): SumBits => {
    const { increments, others } = placed[element];
    let sums = others.get(s);
    if (sums !== undefined) return sums;
    others.set(s, (sums = createSums(element)));
    meter.work(increments.length);
    for (const one of increments) if (one.s !== s) sums.add(one.amount);
    return sums;
  };
  /** The same where its session's own updates are seen, the latest of which these are. */
  const canBeWith = (own: readonly ScoreUpdate[], s: number, element: number, score: number): boolean => {
    const { adds, increments, removals } = placed[element];
    const sums = sumsOfOthers(element, s);
    const isAny = increments.some((one) => one.s !== s);
    let [rest, base, isThere] = [score, -1, isAny];
    for (let from = own.length; rest >= 0; from--) {
      const isCut = from === 0 || own[from - 1].kind === "rem";
      if (isCut || removals[s] > 0) {
        meter.work(adds.size);
        if (base >= 0 ? sums.has(rest - base) : isThere && sums.has(rest)) return true;
        for (const [amount, t] of adds) if (t !== s && sums.has(rest - amount)) return true;
      }
      if (isCut) return false;
      const { kind, amount } = own[from - 1];
      isThere = true;
      if (kind === "add") base = amount;
      else rest -= amount;
    }
    return false;
  };
  const canBe = (operation: number): boolean => {
    const ask = asks[label[operation]];
    if (ask === "nothing explains it") return false;
    if (ask === undefined || ask.element < 0) return true;
    const { element, score } = ask;
    const s = session[operation];
    const { adds, sums, increments, removals, own } = placed[element];
    const mine = level >= LEVEL.basic ? own.get(s) : undefined;
    if (score === null) return mine === undefined || mine.at(-1)?.kind === "rem" || removals[s] > 0;
    if (score > LARGEST) return true;
    if (mine !== undefined) return canBeWith(mine, s, element, score);
    if (increments.length > 0 && sums.has(score)) return true;
    meter.work(adds.size);
    for (const [base] of adds) if (sums.has(score - base)) return true;
    return false;
  };
  const found = decideWeak(problem, { explain: (one) => (canBe(one) ? [] : undefined), note }, meter);
  return found?.verdict === "violated" ? found.stuck : -1;
}
