import { LEVEL } from "../../../criteria/levels.js";
import type { NumberAsk } from "./flat-model.js";
import { type FlatViews, seeExtra, seeUpTo } from "./flat-views.js";

/** How many choices of how often each amount is taken are tried. */
const MOST_TRIED = 400;

/**
 * Lets a read see as many updates of a counter as make up for what is missing, of those that are placed (below
 * `peer`): in the order of the linearization, so that most of them are told by counts, and without those that would be
 * too much; or, where that does not come out even, of each amount some.
 */
export function seeAmounts(views: FlatViews, operation: number, ask: NumberAsk): boolean {
  const { model, placed, number, objects } = views;
  const s = model.problem.session[operation];
  const left = ask.wanted - number[s * objects + ask.object];
  if (!Number.isFinite(left)) return false;
  const counts = views.sees.slice(s * placed.length, (s + 1) * placed.length);
  let picked = alongLine(views, s, ask.object, left, counts);
  if (picked === undefined) {
    counts.set(views.sees.subarray(s * placed.length, (s + 1) * placed.length));
    picked = byAmounts(views, s, ask.object, left);
  }
  if (picked === undefined) return false;
  if (views.level === LEVEL.monotonic) {
    seeUpTo(views, s, counts);
    for (const update of picked) seeExtra(views, s, update);
  } else {
    views.picked.set(operation, picked);
    views.pickedCounts.set(operation, counts);
  }
  return true;
}

/** Whether the session sees the operation. */
function isSeen({ model, sees, isExtra, level, placed }: FlatViews, s: number, operation: number): boolean {
  const { session, position, size } = model.problem;
  if (position[operation] < sees[s * placed.length + session[operation]]) return true;
  return level === LEVEL.monotonic && isExtra[s * size + operation] === 1;
}

/** The updates that are seen beyond the counts, which it raises. */
function alongLine(
  views: FlatViews,
  s: number,
  object: number,
  sum: number,
  counts: Int32Array,
): number[] | undefined {
  const { model, line } = views;
  const { session, position } = model.problem;
  const picked: number[] = [];
  let left = sum;
  let isWhole = true;
  for (let at = 0; at < views.count && left !== 0; at++) {
    const one = line[at];
    const amount = model.object[one] === object ? model.adds[one] : 0;
    if (amount !== 0 && !isSeen(views, s, one)) {
      if (amount * left < 0 || Math.abs(amount) > Math.abs(left)) isWhole = false;
      else {
        left -= amount;
        if (!isWhole) picked.push(one);
      }
    }
    if (isWhole && position[one] >= counts[session[one]]) counts[session[one]] = position[one] + 1;
  }
  return left === 0 ? picked : undefined;
}

/** Updates of the sum that the session does not see: of each amount the oldest. */
function byAmounts(views: FlatViews, s: number, object: number, sum: number): number[] | undefined {
  const { model, line } = views;
  const byAmount = new Map<number, number[]>();
  for (let at = 0; at < views.count; at++) {
    const update = line[at];
    const amount = model.adds[update];
    if (amount === 0 || model.object[update] !== object || isSeen(views, s, update)) continue;
    const known = byAmount.get(amount);
    if (known === undefined) byAmount.set(amount, [update]);
    else known.push(update);
  }
  // Those of its sign first, and of these the largest: then as few as can be are seen.
  const amounts = [...byAmount.keys()].sort(
    (a, b) => Number(b * sum > 0) - Number(a * sum > 0) || Math.abs(b) - Math.abs(a),
  );
  const taken = timesOf(
    amounts.map((amount) => [amount, byAmount.get(amount)?.length ?? 0]),
    sum,
  );
  return taken && amounts.flatMap((amount, at) => byAmount.get(amount)?.slice(0, taken[at]) ?? []);
}

/** How often each amount is taken, at most as often as it is there, so that they add up to the sum. */
function timesOf(
  amounts: readonly (readonly [amount: number, count: number])[],
  sum: number,
): number[] | undefined {
  const taken = amounts.map(() => 0);
  let tried = 0;
  const go = (at: number, left: number): boolean => {
    if (left === 0) return true;
    if (at === amounts.length || ++tried > MOST_TRIED) return false;
    const [amount, count] = amounts[at];
    const most = Math.max(0, Math.min(count, Math.floor(left / amount)));
    // From the most that fits downwards, and then one too many, which another of the other sign makes up for.
    for (let times = most; times >= 0 && tried <= MOST_TRIED; times--) {
      taken[at] = times;
      if (go(at + 1, left - times * amount)) return true;
    }
    taken[at] = Math.min(count, most + 1);
    if (taken[at] > most && go(at + 1, left - taken[at] * amount)) return true;
    taken[at] = 0;
    return false;
  };
  return go(0, sum) ? taken : undefined;
}
