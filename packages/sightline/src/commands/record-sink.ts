import { closeSync, openSync, writeSync } from "node:fs";
import type { Output } from "../output.js";
import { UsageError } from "../usage-error.js";

/** Where recorded histories go. */
export interface Sink {
  write(text: string): Promise<void>;
  close(): void;
}

/** A file, or `-` for standard output. Throws a `UsageError` where it cannot be written. */
export function openSink(path: string, output: Output): Sink {
  if (path === "-") return { write: (text) => output.write(text, ""), close() {} };
  let file: number;
  try {
    file = openSync(path, "w");
  } catch (error) {
    throw new UsageError(
      `--output cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return {
    write(text) {
      writeSync(file, text);
      return Promise.resolve();
    },
    close: () => closeSync(file),
  };
}
