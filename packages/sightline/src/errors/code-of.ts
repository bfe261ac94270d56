import type { ErrorCode } from "@sightline/core";

/** The code of an error, where it is one of ours. */
export function codeOf(error: unknown): ErrorCode | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^SL\d{4}$/.test(code) ? (code as ErrorCode) : undefined;
}
