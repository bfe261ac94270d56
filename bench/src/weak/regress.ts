import { type Algorithm, type History, levelNames } from "@sightline/core";
import { checkWithin } from "@sightline/core/check.js";
import { formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import { processorTime } from "./processor-time.js";
import { families, type LongObjectName, longObjects, samples } from "./samples.js";

/** The most processor time of a check in milliseconds, how often each is timed, and how much slower it may be. */
const [LIMIT, RUNS, MOST] = [1000, 3, 1.2];
/** What the engine's compiling and the clock make of a check that takes next to nothing, in milliseconds. */
const NOISE = 5;

interface Timed {
  readonly verdict: string;
  readonly milliseconds: number;
}

/**
 * Histories that the exact search alone decides, beside the same by both in turns: the second must not take longer
 * than 1.2 times the first. Times are the least of a few runs.
 */
export function benchRegress(quick: boolean): Target[] {
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const operations of quick ? [10, 30] : [10, 20, 30, 40, 50, 60]) {
    let [exact, turns, decided, lost, gained, slower, worst] = [0, 0, 0, 0, 0, 0, 0];
    for (const history of historiesOf(operations, quick ? 1 : 2))
      for (const level of levelNames.slice(0, -1)) {
        const alone = time(history, level, "visibility");
        const both = time(history, level, "auto");
        if (alone.verdict === "unknown") {
          if (both.verdict !== "unknown") gained++;
          continue;
        }
        decided++;
        if (both.verdict === "unknown") lost++;
        exact += alone.milliseconds;
        turns += both.milliseconds;
        if (both.milliseconds > MOST * alone.milliseconds + NOISE) slower++;
        worst = Math.max(worst, both.milliseconds - MOST * alone.milliseconds);
      }
    rows.push([
      String(operations),
      String(decided),
      formatTime(exact),
      formatTime(turns),
      (turns / exact).toFixed(2),
      String(slower),
      formatTime(Math.max(0, worst)),
      String(lost),
      String(gained),
    ]);
    targets.push({
      workload: `${operations} operations, decided by the exact search alone`,
      promise: `at most ${MOST}×`,
      measured: `${(turns / exact).toFixed(2)}×, ${slower} of ${decided} slower`,
      reached: turns <= MOST * exact && lost === 0,
    });
  }
  const columns = [
    "operations",
    "decided",
    "exact alone",
    "in turns",
    "ratio",
    `slower than ${MOST}× and ${NOISE} ms`,
    "worst excess",
    "lost",
    "gained",
  ].map((heading) => ({ heading, numeric: true }));
  console.log(
    `### Exact search alone, and in turns: processor time, ${LIMIT / 1000} s each\n\n${renderTable(columns, rows)}\n`,
  );
  return targets;
}

function* historiesOf(operations: number, count: number): Generator<History> {
  for (const object of Object.keys(longObjects) as LongObjectName[])
    for (const family of families) yield* samples(object, family, operations, count);
}

function time(history: History, criterion: string, algorithm: Algorithm): Timed {
  let milliseconds = Infinity;
  let verdict = "";
  for (let run = 0; run < RUNS && milliseconds > 1; run++) {
    const { used, isOver } = processorTime(LIMIT);
    ({ verdict } = checkWithin(history, {
      criterion,
      algorithm,
      explain: false,
      bounds: { cancelled: isOver },
    }));
    milliseconds = Math.min(milliseconds, used());
    if (milliseconds > LIMIT / 4) break;
  }
  return { verdict, milliseconds };
}
