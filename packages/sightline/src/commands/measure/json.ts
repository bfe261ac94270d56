import type { Census } from "../../report/census.js";
import { censusData } from "../../report/census-data.js";
import type { RunFacts } from "./run-facts.js";

/** The last line of `measure --json`, without its newline. */
export function summaryLine(census: Census, facts: RunFacts): string {
  const { milliseconds, invalid, interrupted, rounds } = facts;
  return JSON.stringify({
    summary: {
      ...censusData(census),
      invalid,
      interrupted,
      ...(rounds !== undefined && { rounds: rounds.results, stable: rounds.stable }),
      milliseconds: Math.round(milliseconds),
    },
  });
}
