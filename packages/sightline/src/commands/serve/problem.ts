import type { ErrorCode } from "@sightline/core";

/** A request that is not done, or not to its end: what is answered instead. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    /** The status of HTTP. */
    readonly status: number,
    /** What kind of error it is: see docs/errors.md. */
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The problem as it is told: as errors of `check --json` are. */
export const problemText = ({ code, message }: Problem): string =>
  `${JSON.stringify({ error: { code, message } })}\n`;
