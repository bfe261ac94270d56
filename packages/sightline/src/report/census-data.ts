import { type Census, type LevelCount, levelOfAll, tableLevels, totalRuns, violationRate } from "./census.js";

/** What a census came to, as programs read it. */
export function censusData(census: Census): object {
  const levels = Object.fromEntries(
    tableLevels.map((level) => {
      const runs = census.weighted && { runs: ratedCount(census.runs[level]) };
      return [level, { ...ratedCount(census.counts[level]), ...runs }];
    }),
  );
  const { histories, operations, unknown, strongest } = census;
  return {
    histories,
    ...(census.weighted && { runs: totalRuns(census) }),
    operations,
    level: histories === 0 ? null : levelOfAll(census),
    levels,
    strongest,
    unknown,
  };
}

/** A count with the rate of violations in it. */
export function ratedCount(
  count: LevelCount,
): LevelCount & { readonly rate: number; readonly interval: number[] } {
  const { rate, low, high } = violationRate(count);
  return { ...count, rate, interval: [low, high] };
}
