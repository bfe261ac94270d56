import type { ErrorCode } from "@sightline/core";
import { UsageError } from "../../errors/usage-error.js";

/** The one of the known names that is given, in whatever capitals; else says which of them was probably meant. */
export async function oneOf<Name extends string>(
  given: string,
  known: readonly Name[],
  what: string,
  code: ErrorCode = "SL4007",
): Promise<Name> {
  if ((known as readonly string[]).includes(given)) return given as Name;
  const { didYouMean, findName } = await import("@sightline/core");
  const found = findName(given, known);
  if (found !== undefined) return found;
  const hint = didYouMean(given, known, `known: ${known.join(", ")}.`);
  throw new UsageError(code, `unknown ${what} "${given}". ${hint[0].toUpperCase()}${hint.slice(1)}`);
}
