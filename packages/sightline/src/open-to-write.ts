import { closeSync, fstatSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import { UsageError } from "./usage-error.js";

/**
 * Opens a file that is written when the work has ended: where that cannot be, it is better said before.
 * Until then it stays as it is: it may be read first, and a run that fails must not empty it.
 * Throws a `UsageError` that names the option.
 */
export function openToWrite(path: string, option: string): (text: string) => void {
  let file: number;
  try {
    file = openSync(path, "a");
  } catch (error) {
    throw new UsageError(`${option} cannot be written: ${(error as Error).message}`);
  }
  return (text) => {
    if (fstatSync(file).isFile()) ftruncateSync(file);
    writeFileSync(file, text);
    closeSync(file);
  };
}
