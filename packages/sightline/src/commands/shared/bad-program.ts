import { NotationError } from "@sightline/core";
import { codeOf } from "../../errors/code-of.js";
import { UsageError } from "../../errors/usage-error.js";

/** For a `--program` that is none: where in it, why, and what one looks like. */
export function badProgram(error: Error, example: string): UsageError {
  const place = error instanceof NotationError ? `line ${error.line}, column ${error.column}: ` : "";
  return new UsageError(
    codeOf(error) ?? "SL1010",
    `--program: ${place}${error.message}. Such as "${example}"`,
  );
}
