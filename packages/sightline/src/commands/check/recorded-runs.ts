import { clopperPearson } from "@sightline/core";
import type { Report } from "@sightline/fleet";
import { clip } from "../../html/escape.js";
import { percent } from "../../render/percent.js";
import { wholeNumber } from "../../render/whole-number.js";

/** How many recorded runs had each verdict of a criterion. */
export interface RunCounts {
  satisfied: number;
  violated: number;
  unknown: number;
}

/** Counts runs: a history that was seen three times stands for three, one that does not tell for one. */
export interface RecordedRuns {
  add(report: Pick<Report, "seen" | "result">): void;
  /** Whether some history told how often it was seen. */
  readonly told: boolean;
  /** Criterion → runs. */
  readonly criteria: ReadonlyMap<string, RunCounts>;
}

/** The most characters of a criterion's name: axioms may be long. */
const MOST_OF_CRITERION = 60;

/** The most criteria that are counted: a run has those of the command line, and few others. */
const MOST_CRITERIA = 1000;

/** No runs yet. */
export function createRecordedRuns(): RecordedRuns {
  const criteria = new Map<string, RunCounts>();
  let told = false;
  return {
    add({ seen, result }) {
      told ||= seen !== undefined;
      const known = criteria.get(result.criterion);
      if (known === undefined && criteria.size >= MOST_CRITERIA) return;
      const counts = known ?? { satisfied: 0, violated: 0, unknown: 0 };
      counts[result.verdict] += seen?.count ?? 1;
      criteria.set(result.criterion, counts);
    },
    get told() {
      return told;
    },
    criteria,
  };
}

/**
 * The rate of violations among recorded runs, a sentence for each criterion: `1,204 of 584,040 recorded runs
 * violate causal: 0.206 % (95 % interval 0.195 % – 0.218 %)`. None where no history told how often it was seen.
 */
export function runSentences({ told, criteria }: RecordedRuns): readonly string[] {
  if (!told) return [];
  return [...criteria].map(([criterion, { satisfied, violated, unknown }]) => {
    const decided = satisfied + violated;
    const { rate, low, high } = clopperPearson(violated, decided);
    const open = unknown > 0 ? `; ${wholeNumber(unknown)} more are unknown` : "";
    return (
      `${wholeNumber(violated)} of ${wholeNumber(decided)} recorded runs violate ${clip(criterion, MOST_OF_CRITERION)}: ` +
      `${percent(rate)} (95 % interval ${percent(low)} – ${percent(high)})${open}`
    );
  });
}
