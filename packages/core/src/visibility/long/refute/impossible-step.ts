import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import type { NumberModel } from "../models/number-model.js";

/** Two results of a session, or the start and one, that tell of one number. */
interface Step {
  readonly object: number;
  /** -1: the start. */
  readonly earlier: number;
  readonly later: number;
  /** By how much more it changed between them than the session itself can have changed it; and that for its length. */
  readonly excess: number;
  readonly weight: number;
}

/** How many steps are looked at, those first that are steepest. */
const MOST_STEPS = 256;

/**
 * An operation whose number is too far from one that was told before it in its session, where sights are whole
 * sessions up to some place (`peer` and above); or -1. What is seen of another session between the two is a stretch of
 * it, which begins where the earlier one can have stopped and ends where the later one can: so the number falls by no
 * more than the steepest fall over such stretches, of all sessions together, and rises by no more than the rises.
 */
export function impossibleStep(bounds: Bounds, model: NumberModel, meter: Meter): number {
  const { levels, isUniform } = bounds;
  if (!isUniform || levels.length === 0 || levels[0] < LEVEL.peer) return -1;
  const steps = stepsOf(bounds, model).sort((a, b) => b.weight - a.weight);
  for (const step of steps.slice(0, MOST_STEPS))
    if (!isPossible(bounds, model, step, meter)) return step.later;
  return -1;
}

/** From the start, from the result before, from the greatest and from the least so far. */
function stepsOf({ problem }: Bounds, { asks, start, low, high }: NumberModel): Step[] {
  const { sessions, label, position, absentable } = problem;
  const found: Step[] = [];
  sessions.forEach((members, s) => {
    const told = new Map<number, readonly { operation: number; value: number }[]>();
    for (const later of members) {
      const ask = asks[label[later]];
      if (ask === undefined || absentable[later] === 1) continue;
      const { object, value } = ask;
      const now = { operation: later, value };
      const [last, greatest, least] = told.get(object) ?? [];
      const known = [{ operation: -1, value: start[object] }, last, greatest, least].filter(
        (one) => one !== undefined,
      );
      for (const { operation: earlier, value: before } of new Set(known)) {
        const from = earlier < 0 ? 0 : position[earlier];
        const to = position[later];
        const own = [low[object][s][to] - low[object][s][from], high[object][s][to] - high[object][s][from]];
        const change = value - before;
        const excess = change < own[0] ? change - own[0] : change > own[1] ? change - own[1] : 0;
        if (excess === 0) continue;
        found.push({ object, earlier, later, excess, weight: Math.abs(excess) / (1 + to - from) });
      }
      told.set(object, [
        now,
        greatest === undefined || value > greatest.value ? now : greatest,
        least === undefined || value < least.value ? now : least,
      ]);
    }
  });
  return found;
}

function isPossible(
  { problem, sees, most, width }: Bounds,
  { low, high }: NumberModel,
  { object, earlier, later, excess }: Step,
  meter: Meter,
): boolean {
  const own = problem.session[later];
  const falls = excess < 0;
  let left = Math.abs(excess);
  for (let t = 0; t < width && left > 0; t++) {
    if (t === own) continue;
    const first = earlier < 0 ? 0 : sees[earlier * width + t];
    const lastStart = earlier < 0 ? 0 : most[earlier * width + t];
    const firstEnd = sees[later * width + t];
    const end = most[later * width + t];
    const sums = (falls ? low : high)[object][t];
    let [peak, steepest] = [-Infinity, -Infinity];
    for (let at = first; at <= end; at++) {
      const height = falls ? sums[at] : -sums[at];
      if (at <= lastStart && height > peak) peak = height;
      if (at >= firstEnd && peak - height > steepest) steepest = peak - height;
    }
    meter.work(Math.max(0, end - first) >> 1);
    // Where nothing can be seen between, others say so.
    if (steepest > -Infinity) left -= steepest;
  }
  return left <= 0;
}
