import type { ErrorCode } from "@sightline/core";

/** The command was called wrongly. The message tells how to call it rightly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What kind of error it is: see docs/errors.md. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
