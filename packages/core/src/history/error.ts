import type { ErrorCode } from "../errors/error-code.js";
import { shorten } from "../text/shorten.js";

/**
 * What is wrong with a history: the reason, and the path to the offending field, such as
 * `["operations", 3, "call"]`. Readers of files turn the path into line and column.
 */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
  readonly path: readonly (string | number)[];

  /** What kind of error it is: see docs/errors.md. */
  readonly code: ErrorCode;

  constructor(
    code: ErrorCode,
    reason: string,
    path: readonly (string | number)[] = [],
    options?: ErrorOptions,
  ) {
    super(shorten(reason), options);
    this.code = code;
    this.path = path;
  }
}

/** A path as people write it: `operations[3].args[0].when`. */
export function printPath(path: readonly (string | number)[]): string {
  const steps = path.map((step) =>
    typeof step === "string" && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step)
      ? `.${step}`
      : `[${JSON.stringify(step)}]`,
  );
  return steps.join("").replace(/^\./, "");
}

/** Runs `check` and puts the path in front of that of its error. */
export function pathed<Answer>(check: () => Answer, path: readonly (string | number)[]): Answer {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    throw new HistoryError(error.code, error.message, [...path, ...error.path]);
  }
}
