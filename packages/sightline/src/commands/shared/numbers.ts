import { UsageError } from "../../errors/usage-error.js";

/** A number greater than 0. Throws a `UsageError`. */
export function positive(text: string, option: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new UsageError("SL4005", `${option} takes a number greater than 0: ${text} is not`);
  return number;
}

/** A whole number. Throws a `UsageError`. */
export function whole(text: string, option: string, least: number): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < least)
    throw new UsageError("SL4005", `${option} takes a whole number, at least ${least}: ${text} is not`);
  return number;
}

/** A share of the whole. Throws a `UsageError`. */
export function share(text: string, option: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 1))
    throw new UsageError("SL4005", `${option} takes a share from 0 to 1: ${text} is not`);
  return number;
}
