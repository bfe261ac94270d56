import { closeSync, openSync, writeFileSync } from "node:fs";
import { UsageError } from "./usage-error.js";

/**
 * Opens a file that is written when the work has ended: where that cannot be, it is better said before.
 * Throws a `UsageError` that names the option.
 */
export function openToWrite(path: string, option: string): (text: string) => void {
  let file: number;
  try {
    file = openSync(path, "w");
  } catch (error) {
    throw new UsageError(`${option} cannot be written: ${(error as Error).message}`);
  }
  return (text) => {
    writeFileSync(file, text);
    closeSync(file);
  };
}
