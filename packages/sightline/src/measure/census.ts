import { clopperPearson, type LevelName, levelNames, type RateInterval } from "@sightline/core";
import type { Measured } from "@sightline/fleet";

/** How many histories satisfy and violate a level. */
export interface LevelCount {
  satisfied: number;
  violated: number;
  unknown: number;
}

/** What the histories so far came to. */
export interface Census {
  histories: number;
  operations: number;
  /** Histories whose strongest level is not known. */
  unknown: number;
  /** Per level, strongest first as people read it. */
  readonly counts: Readonly<Record<LevelName, LevelCount>>;
  /** How many histories have each strongest level. */
  readonly strongest: Record<LevelName | "none", number>;
}

/** The levels in the order of the table: strongest first. */
export const tableLevels: readonly LevelName[] = levelNames.toReversed();

/** A census of nothing. */
export function createCensus(): Census {
  const zero = (): LevelCount => ({ satisfied: 0, violated: 0, unknown: 0 });
  return {
    histories: 0,
    operations: 0,
    unknown: 0,
    counts: Object.fromEntries(tableLevels.map((level) => [level, zero()])) as Record<LevelName, LevelCount>,
    strongest: Object.fromEntries([...tableLevels, "none"].map((level) => [level, 0])) as Census["strongest"],
  };
}

/** Counts one history. */
export function countMeasured(census: Census, size: number, { level, verdicts }: Measured): void {
  census.histories++;
  census.operations += size;
  if (level === "unknown") census.unknown++;
  else census.strongest[level]++;
  for (const name of tableLevels) census.counts[name][verdicts[name]]++;
}

/**
 * The strongest level that no history is known to violate: the level of the object that was measured,
 * as far as these histories tell (ViSearch §4.3.1). `none` where even `weak` is violated.
 */
export function levelOfAll({ counts }: Census): LevelName | "none" {
  return tableLevels.find((level) => counts[level].violated === 0) ?? "none";
}

/** The rate of violations of a level among the histories for which it was decided. */
export function violationRate({ counts }: Census, level: LevelName): RateInterval {
  const { satisfied, violated } = counts[level];
  return clopperPearson(violated, satisfied + violated);
}
