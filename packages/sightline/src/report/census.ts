import { clopperPearson, type LevelName, levelNames, type RateInterval, type Seen } from "@sightline/core";
import type { Measured } from "@sightline/fleet";

/** How many histories, or recorded runs, satisfy and violate a level. */
export interface LevelCount {
  satisfied: number;
  violated: number;
  unknown: number;
}

/** Counts of the histories so far. */
export interface Census {
  histories: number;
  operations: number;
  /** Histories whose strongest level is not known. */
  unknown: number;
  /** Per level, strongest first as people read it. */
  readonly counts: Readonly<Record<LevelName, LevelCount>>;
  /** The same in recorded runs: a history that was seen three times counts three. */
  readonly runs: Readonly<Record<LevelName, LevelCount>>;
  /** Whether some history told how often it was seen. */
  weighted: boolean;
  /** How many histories have each strongest level. */
  readonly strongest: Record<LevelName | "none", number>;
}

/** The levels in the order of the table: strongest first. */
export const tableLevels: readonly LevelName[] = levelNames.toReversed();

/** A census of nothing. */
export function createCensus(): Census {
  const zeros = (): Record<LevelName, LevelCount> =>
    Object.fromEntries(
      tableLevels.map((level) => [level, { satisfied: 0, violated: 0, unknown: 0 }]),
    ) as Record<LevelName, LevelCount>;
  return {
    histories: 0,
    operations: 0,
    unknown: 0,
    counts: zeros(),
    runs: zeros(),
    weighted: false,
    strongest: Object.fromEntries([...tableLevels, "none"].map((level) => [level, 0])) as Census["strongest"],
  };
}

/** The facts of one history that a census counts. */
export interface Counted {
  readonly size: number;
  readonly seen?: Seen;
  readonly measured: Measured;
}

/** Counts one history. */
export function countMeasured(census: Census, { size, seen, measured }: Counted): void {
  const { level, verdicts } = measured;
  census.histories++;
  census.operations += size;
  if (level === "unknown") census.unknown++;
  else census.strongest[level]++;
  census.weighted ||= seen !== undefined;
  for (const name of tableLevels) {
    census.counts[name][verdicts[name]]++;
    census.runs[name][verdicts[name]] += seen?.count ?? 1;
  }
}

/**
 * The strongest level that no history is known to violate: the level of the object that was measured,
 * as far as these histories tell (ViSearch §4.3.1). `none` where even `weak` is violated.
 */
export function levelOfAll({ counts }: Census): LevelName | "none" {
  return tableLevels.find((level) => counts[level].violated === 0) ?? "none";
}

/** The strongest level that every history is known to satisfy; `none` where there is no such level. */
export function levelProved({ counts, histories }: Census): LevelName | "none" {
  return tableLevels.find((level) => counts[level].satisfied === histories) ?? "none";
}

/** The level of all in words: `complete`; where not all histories were decided, what is known of all besides. */
export function levelWords(census: Census): string {
  const [level, proved] = [levelOfAll(census), levelProved(census)];
  if (level === proved) return level;
  const known = proved === "none" ? "none is known to hold of all" : `all are known to satisfy ${proved}`;
  return `${level} (not all were decided: ${known})`;
}

/** The rate of violations among the histories, or the runs, for which a level was decided. */
export function violationRate({ satisfied, violated }: LevelCount): RateInterval {
  return clopperPearson(violated, satisfied + violated);
}

/** How many recorded runs the histories stand for. */
export function totalRuns({ runs }: Census): number {
  const { satisfied, violated, unknown } = runs.weak;
  return satisfied + violated + unknown;
}
