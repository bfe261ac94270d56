import type { StoreFacts } from "@sightline/stores";
import { UsageError } from "../../../errors/usage-error.js";

/** What is known of a store, where all who ran it say the same. Throws a `UsageError`. */
export function sameFacts(before: StoreFacts | undefined, now: StoreFacts): StoreFacts {
  if (before === undefined) return now;
  const name = (Object.keys(now) as (keyof StoreFacts)[]).find((fact) => before[fact] !== now[fact]);
  if (name === undefined) return before;
  throw new UsageError(
    "SL3008",
    `not all workers have the same store: its ${name} is ${before[name]} on some, and ${now[name]} on others. ` +
      "Install the same on all",
  );
}
