import type { Value } from "@sightline/core";
import { UsageError } from "../../errors/usage-error.js";
import { parseValue } from "./parse-value.js";

/** The state to start from. Throws a `UsageError` where it is not JSON. */
export function initialOf(text: string): Value {
  const value = parseValue(text);
  if (value === undefined)
    throw new UsageError(
      "SL4008",
      `--initial takes JSON, such as 0, null, '"a"' or '{"x":1}': ${text} is not`,
    );
  return value;
}
