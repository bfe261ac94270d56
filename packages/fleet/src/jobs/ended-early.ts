import type { Result } from "@sightline/core";

/** The verdict on a search that had to be ended from outside. */
export function endedEarly(
  criterion: string,
  reason: "deadline" | "memory" | "cancelled",
  milliseconds: number,
  algorithm: string = "auto",
): Result {
  const established = "nothing: the search was ended before it could tell";
  return {
    criterion,
    verdict: "unknown",
    reason,
    established,
    stats: { algorithm, states: 0, milliseconds: Math.round(milliseconds * 1000) / 1000 },
  };
}
