import type { ErrorCode } from "@sightline/core";
import { TargetFailure } from "@sightline/lab";
import { errorLines } from "../../errors/error-lines.js";
import { createOutput } from "../../output/output.js";
import { EXIT } from "../../process/exit-code.js";

/** A specification that cannot be read, or is not valid. The message says which, where in it, and why. */
export class InvalidSpec extends Error {
  override readonly name = "InvalidSpec";
  /** What kind of error it is: see docs/errors.md. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether the object or its specification is at fault, and not who gave the command. */
export function isTargetFault(error: unknown): error is InvalidSpec | TargetFailure {
  return error instanceof InvalidSpec || error instanceof TargetFailure;
}

/** Tells such a fault, with `--json` as a line of JSON: the exit status. */
export async function tellTargetFault(
  fault: { readonly code: ErrorCode; readonly message: string },
  json: boolean | undefined = false,
): Promise<number> {
  await createOutput().write("", errorLines(fault, json));
  return EXIT.invalid;
}
