import { check, type CheckOptions, type History, parseHistory, type Result } from "@sightline/core";
import { printReport } from "../report/print-report.js";
import { writePage } from "./write-page.js";

/** What a matcher takes for a history: itself, a recorder that has one, or its notation or JSON. */
export type HistorySource = History | { history(): History } | string;

/** How a history is judged in a test. */
export interface JudgeOptions extends Omit<CheckOptions, "criterion"> {
  /** The seed that the test was run with: named in the message, so that the run can be repeated. */
  readonly seed?: number | string;
}

/** What was judged. */
export interface Judgement {
  readonly satisfied: boolean;
  /**
   * The terminal's report: the operations, the steps, the core; the page with the same, which is written then; the
   * seed. A page that is given a name takes the place of the last one of that name.
   */
  message(page?: string): string;
}

/** A test ends: without limits of its own, a search may take so many seconds. */
const PATIENCE = 60;

/**
 * Checks a history for a test. Throws where the answer is not known within the limits: an unknown is no success, with
 * `.not` neither.
 */
export function judge(
  source: HistorySource,
  criterion: string | undefined,
  { seed, ...options }: JudgeOptions = {},
): Judgement {
  const history = historyOf(source);
  const result = check(history, {
    limits: { seconds: PATIENCE },
    ...options,
    ...(criterion !== undefined && { criterion }),
  });
  const message = (page?: string): string => describe(history, result, seed, page);
  if (result.verdict === "unknown") throw new Error(message());
  return { satisfied: result.verdict === "satisfied", message };
}

function describe(
  history: History,
  result: Result,
  seed: number | string | undefined,
  page: string | undefined,
): string {
  const ends = [pageLine(history, result, page), ...(seed === undefined ? [] : [`  seed ${seed}`])];
  return `${printReport(history, result).trimEnd()}\n\n${ends.join("\n")}`;
}

/** Where the page is, or why there is none. */
function pageLine(history: History, result: Result, name: string | undefined): string {
  try {
    return `  page ${writePage(history, result, name)}`;
  } catch (error) {
    return `  no page: ${(error as Error).message}`;
  }
}

function historyOf(source: HistorySource): History {
  if (typeof source === "string") return parseHistory(source);
  if (typeof source !== "object" || source === null)
    throw new TypeError(
      "no history: give one, a recorder, or a history in notation or JSON, as parseHistory reads it",
    );
  return "history" in source ? source.history() : source;
}
