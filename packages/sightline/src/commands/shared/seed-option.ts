import { UsageError } from "../../errors/usage-error.js";

/** Where nothing is random a seed only has to be one. Throws a `UsageError`. */
export function checkSeed(text: string): void {
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new UsageError("SL4005", `--seed takes an integer: ${text} is not`);
}

/** The seed, by default 1. Throws a `UsageError`. */
export function seedOf(text: string | undefined): number {
  if (text === undefined) return 1;
  checkSeed(text);
  return Number(text);
}
