import { HistoryError } from "../history/error.js";

/**
 * A user's own type failed: what it threw or returned is the type's fault, not the history's and not
 * Sightline's. It is told where the history stands on which it happened.
 */
export class TypeFailure extends HistoryError {
  constructor(reason: string, options?: ErrorOptions) {
    super("SL1401", reason, [], options);
  }
}

/** The failure of a type that threw this, whatever it is: JavaScript throws anything. */
export function typeFailure(where: string, thrown: unknown): TypeFailure {
  if (thrown instanceof TypeFailure) return thrown;
  return new TypeFailure(`${where} ${thrownInWords(thrown)}`, { cause: thrown });
}

/** "failed: no such account" of an error, "threw null" of anything else. */
function thrownInWords(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `failed: ${thrown.message}` : `threw ${String(thrown)}`;
  } catch {
    return "threw something that cannot be shown"; // an object without a toString, or with one that throws
  }
}
