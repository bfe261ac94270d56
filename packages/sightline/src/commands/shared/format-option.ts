import { oneOf } from "./one-of.js";

/** The name of a format, if there is such a format. Throws a `UsageError`. */
export async function formatOf(name: string): Promise<string> {
  const { formatNames } = await import("@sightline/formats");
  return oneOf(name, formatNames, "format", "SL2092");
}
