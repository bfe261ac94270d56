import { isMeant, nameIn, type ObjectSpec, signatureOf } from "@sightline/lab";
import { oneOf } from "./one-of.js";

/** Refuses names of methods that the class has not: `put`, or one of several as `remove(Object)`. */
export async function checkNamed(
  named: readonly string[],
  { methods, skipped = [] }: ObjectSpec,
): Promise<void> {
  const signatures = [...methods.map(signatureOf), ...skipped.map(({ name }) => name)];
  for (const name of named)
    if (!signatures.some((signature) => isMeant(signature, name)))
      await oneOf(name, [...new Set(signatures.map(nameIn))], "method", "SL3004");
}
