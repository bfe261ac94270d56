import type { CheckOptions } from "@sightline/core/ask/check-options.js";
import { check } from "@sightline/core/check.js";
import { HistoryError } from "@sightline/core/history/error.js";
import type { History } from "@sightline/core/history/history.js";
import type { Random } from "@sightline/core/random.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { nearbyHistory } from "../proof/mutate-proof.js";

/** A history nearby that satisfies the criterion; nothing where the one that was tried does not, or has no meaning for it. */
export function nearbySatisfied(
  history: History,
  options: CheckOptions & { readonly type: SequentialType },
  random: Random,
): History | undefined {
  const other = nearbyHistory(history, options.type, random);
  try {
    const { verdict } = check(other, { ...options, explain: false, limits: { states: 100_000 } });
    return verdict === "satisfied" ? other : undefined;
  } catch (error) {
    if (error instanceof HistoryError) return undefined;
    throw error;
  }
}
