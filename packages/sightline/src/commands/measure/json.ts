import type { MeasuredEvent } from "@sightline/fleet";
import { type Census, type LevelCount, levelOfAll, tableLevels, totalRuns, violationRate } from "./census.js";
import type { RunFacts } from "./run-facts.js";

/** One line of `measure --json`, without its newline. */
export function measuredLine({ file, index, name, seen, size, measured }: MeasuredEvent): string {
  const { level, verdicts, reason, warnings, stats } = measured;
  return JSON.stringify({
    file,
    index,
    name,
    seen,
    operations: size,
    level,
    verdicts,
    reason,
    warnings,
    stats,
  });
}

/** The last line of `measure --json`, without its newline. */
export function summaryLine(census: Census, facts: RunFacts): string {
  const levels = Object.fromEntries(
    tableLevels.map((level) => {
      const runs = census.weighted && { runs: ratedCount(census.runs[level]) };
      return [level, { ...ratedCount(census.counts[level]), ...runs }];
    }),
  );
  const { histories, operations, unknown, strongest } = census;
  const { milliseconds, invalid, interrupted, rounds } = facts;
  return JSON.stringify({
    summary: {
      histories,
      ...(census.weighted && { runs: totalRuns(census) }),
      operations,
      level: histories === 0 ? null : levelOfAll(census),
      levels,
      strongest,
      unknown,
      invalid,
      interrupted,
      ...(rounds !== undefined && { rounds: rounds.results, stable: rounds.stable }),
      milliseconds: Math.round(milliseconds),
    },
  });
}

/** A count with the rate of violations in it. */
export function ratedCount(
  count: LevelCount,
): LevelCount & { readonly rate: number; readonly interval: number[] } {
  const { rate, low, high } = violationRate(count);
  return { ...count, rate, interval: [low, high] };
}
